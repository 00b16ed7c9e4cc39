"""What was cleaned in a corpus's texts is counted in the manifest and told by the card."""

from __future__ import annotations

from pathlib import Path

import lvbuild

SENTENCES = "话说甲在城外走了一日．乙在家中等了一夜．次日两人在桥上相见，各自叹了一回．\n"


def test_manifest_and_card_count_what_was_mended_in_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "corpora/hongloumeng").mkdir(parents=True)
    book = "".join(f"第{n}回 甲乙丙丁　戊己庚辛\n{SENTENCES * 12}" for n in "一二三四五六七八九")
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
    assert corpus.cleaned == {"closing mark": 1, "full stop": 326, "lost character": 2}
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    _, told = card.split("- Mended or left out of the texts of hongloumeng, with how often:")
    counts = " ".join(told.split("\n- ")[0].split("\n\n")[0].split())
    assert counts == "closing mark 1; lost character 2; full stop 326."


def test_the_card_is_silent_on_texts_in_which_nothing_was_cleaned(small_release: Path) -> None:
    card = (small_release / "README.md").read_text(encoding="utf-8")
    assert "Mended or left out" not in card
