"""The card: licences, what was cleaned in texts, and tell-tale figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

import lvbuild
from lvbuild.release.card import telltale_section
from lvbuild.release.manifest import Figure, Ngram, Telltale
from tests.builds import front_matter


def test_the_licence_of_a_sample_release_is_the_samples(sample: Path) -> None:
    front = front_matter(sample)
    assert (front["license"], "license_name" in front) == ("mit", False)
    assert "synthetic" in front["tags"]
    card = (sample / "README.md").read_text(encoding="utf-8")
    assert "Mended or left out" not in card
    assert telltale_section({}) == []
    assert card.endswith(
        "## Licences\n\n- Texts of the corpus sample: MIT\n- Tables of factrecall_en: MIT\n"
        "- Tables of factrecall_zh: MIT\n- Records of factrecall_en: MIT\n"
        "- Records of factrecall_zh: MIT\n"
    )


SENTENCES = "话说甲在城外走了一日．乙在家中等了一夜．次日两人在桥上相见，各自叹了一回．"


def test_manifest_and_card_count_what_was_mended_in_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "corpora/hongloumeng").mkdir(parents=True)
    page = 3 * f"{4 * SENTENCES}\n"
    book = "".join(f"第{n}回 甲乙丙丁　戊己庚辛\n{page}" for n in "一二三四五六七八九")
    noise = "甲穿了窄?袄．乙穿了大?袄～，念道：>>．\n"
    (tmp_path / "corpora/hongloumeng/红楼梦.txt").write_text(book + noise, encoding="utf-8")
    manifest = lvbuild.build(
        "factrecall_zh",
        tmp_path / "release",
        levels=["2k"],
        limit=2,
        corpora=tmp_path / "corpora",
        workers=1,
    )
    [corpus] = manifest.recipes["factrecall_zh"].corpora
    mended = {"closing mark": 1, "full stop": 326, "lost character": 2}
    assert corpus.cleaned.items() >= mended.items()
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    _, told = card.split("- Mended or left out of the texts of hongloumeng, with how often:")
    counts = " ".join(told.split("\n- ")[0].split("\n\n")[0].split())
    assert "closing mark 1; full stop 326; lost character 2" in counts


FIGURE = Figure(mean=0.5, low=0.25, high=0.75)
FOUND = Telltale(questions=1200, passages=9000, supporting=1500, text=FIGURE, place=FIGURE)


def ngrams(*characters: str) -> Telltale:
    return FOUND.model_copy(update={"ngrams": tuple(Ngram(each, 1.0) for each in characters)})


def rows(found: Telltale) -> list[str]:
    [section] = telltale_section({"a_1k": found})
    return [line for line in section.splitlines() if line.startswith("| a_1k ")]


def test_a_configuration_is_a_row_and_what_is_not_measured_a_dash() -> None:
    interval = "0.500 (0.250 to 0.750)"
    measured = f"{interval} | {interval} | - | - | - | 0 (0.0) |"
    assert rows(FOUND) == [f"| a_1k | 1,200 | 9,000 (1,500) | {measured}  |"]


def test_reasons_are_told_once_with_the_names_they_hold_for() -> None:
    reason = Telltale(questions=3, reason="too few")
    [section] = telltale_section({"a_1k": reason, "b_1k": FOUND, "c_1k": reason})
    assert section.endswith("|\n\n- not measured (too few): a_1k, c_1k.\n")
    [section] = telltale_section({"a_1k": reason})
    assert "|" not in section


@pytest.mark.parametrize(
    ("characters", "shown"),
    [
        ("\x1b[1m", r"`+'\x1b[1m'`"),
        ("a|b", r"`+'a\|b'`"),
        ("`a`", "`` +'`a`' ``"),
        ("<b>", "`+'<b>'`"),
    ],
)
def test_ngrams_break_neither_the_table_nor_their_quotes(characters: str, shown: str) -> None:
    assert rows(ngrams(characters))[0].endswith(f"| 0 (0.0) | {shown} |")


@pytest.mark.parametrize("characters", ["", "five5"])
def test_what_is_no_ngram_is_refused(characters: str) -> None:
    with pytest.raises(ValidationError):
        Telltale.model_validate(ngrams(characters).model_dump())
