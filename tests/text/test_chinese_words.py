"""jieba cuts Chinese texts with its own dictionary, or what of it stands in a few texts."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from pathlib import Path

import jieba
import pytest

import lvbuild
from lvbuild.languages.chinese.words import chinese_tokenizer, knowing
from tests.cli.running import environment

TEXTS = [
    "2012年，铜仁市的财政总收入增长了25.89%。",
    "北京大学生物系的研究生在4S店和1号店买了T恤、C++教材与AT&T的电话卡",
    "他来到了网易杭研大厦，乒乓球拍卖完了；该附卡所生的应付帐款",
    "结婚的和尚未结婚的",
    "γ射线 B超\t奥利弗·克伦威尔\n",
    "𠮷野家",
    "",
]


@pytest.mark.parametrize("together", [True, False], ids=["together", "alone"])
def test_texts_are_cut_as_with_the_whole_dictionary(together: bool) -> None:
    whole = jieba.Tokenizer()
    for text in TEXTS:
        part = knowing(TEXTS if together else [text])
        assert part.lcut(text) == whole.lcut(text)


def test_words_that_a_program_adds_change_nothing() -> None:
    jieba.setLogLevel(logging.CRITICAL)
    jieba.add_word("北京上海", freq=10**9)
    try:
        assert jieba.lcut("北京上海") == ["北京上海"]
        assert chinese_tokenizer().lcut("北京上海") == ["北京", "上海"]
        assert knowing(["北京上海"]).lcut("北京上海") == ["北京", "上海"]
    finally:
        jieba.del_word("北京上海")


def test_it_tells_nothing_of_its_dictionary_and_its_cache(tmp_path: Path) -> None:
    code = (
        "from lvbuild.languages.chinese.words import chinese_tokenizer, knowing\n"
        "chinese_tokenizer().lcut('北京上海'), knowing(['北京']).lcut('北京')"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(TMPDIR=str(tmp_path)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert (ran.stdout, ran.stderr) == ("", "")


def test_only_its_own_module_imports_it() -> None:
    package = Path(lvbuild.__file__).parent
    imports = re.compile(r"^\s*(?:import|from) jieba\b(?! import Tokenizer)", re.MULTILINE)
    found = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if imports.search(path.read_text("utf-8"))
    ]
    assert found == ["languages/chinese/words.py"]
