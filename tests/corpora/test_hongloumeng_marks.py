"""How the quotation marks of the Red Chamber's texts are mended, and which are left."""

from __future__ import annotations

import pytest

from lvbuild.corpora.hongloumeng import RULES, mend

LETTERS, PHRASES = [
    dict(line.split() for line in rule["texts"].splitlines())
    for rule in RULES
    if rule["name"] == "rare character"
]
INNER, HYPHENS = "inner quotation mark", "inner quotation in hyphens"
HYPHEN, STRAIGHT = "quotation opened by a hyphen", "straight quotation mark"

MENDED = [
    ('甲道：“去罢！"乙听了便走．', "甲道：“去罢！”乙听了便走．", {STRAIGHT: 1}),
    ('故曰"甄甲"云云．', "故曰“甄甲”云云．", {STRAIGHT: 2}),
    ('甲道："去罢！"乙道："好．"', "甲道：“去罢！”乙道：“好．”", {STRAIGHT: 4}),
    ('甲道：“那"好"字不妥。”', "甲道：“那‘好’字不妥。”", {STRAIGHT: 2}),
    ('甲道：“题"红香"，"绿玉"何如？"', "甲道：“题‘红香’，‘绿玉’何如？”", {STRAIGHT: 5}),
    ("又有`好事多魔-四个字．", "又有‘好事多魔’四个字．", {INNER: 1}),
    ("甲说：“他道：`你去罢．-我便去了。”", "甲说：“他道：‘你去罢．’我便去了。”", {INNER: 1}),
    ("甲说：“他说：`只叫`姐姐-也好．-”", "甲说：“他说：‘只叫‘姐姐’也好．’”", {INNER: 2}),
    ("甲道：“此茶名曰`一窟。”乙道", "甲道：“此茶名曰‘一窟’。”乙道", {INNER: 1}),
    ("甲道：“岂不闻`霜里斗，月中寒。”", "甲道：“岂不闻‘霜里斗，月中寒’。”", {INNER: 1}),
    ("墙上贴出诗题`韵脚`格式来了．", "墙上贴出诗题‘韵脚’格式来了．", {INNER: 1}),
    ("甲笑道：“叫做-依弗-，找一点。”", "甲笑道：“叫做‘依弗’，找一点。”", {HYPHENS: 1}),
    ("甲道：“都说：-岁寒，然后知．-可知。”", "甲道：“都说：‘岁寒，然后知．’可知。”", {HYPHENS: 1}),
    ("甲笑道：-说迟了一日．”乙听了", "甲笑道：“说迟了一日．”乙听了", {HYPHEN: 1}),
]


def mended_marks(line: str) -> tuple[str, dict[str, int]]:
    """Mend a line; return it and how many marks of each kind were mended."""
    mended, counts = mend(line)
    return mended, {kind: n for kind, n in counts.items() if n and kind != "full stop"}


@pytest.mark.parametrize(("line", "mended", "counts"), MENDED)
def test_a_mark_is_set_as_the_marks_around_it_tell(
    line: str, mended: str, counts: dict[str, int]
) -> None:
    mended = mended.replace("．", "。")
    assert mended_marks(line) == (mended, counts)
    assert mended_marks(mended) == (mended, {})


@pytest.mark.parametrize(
    "line",
    [
        "这丫头不知乙的去向．",
        "再计新支，-其实则为游览．",
        "竟是宝甲`宝乙二人．",
        '甲道：好了没有！"乙道：“没有。”',
        "甲道：“去罢．乙道：“好。”",
        "“我只说一句。”",
    ],
)
def test_a_mark_that_nothing_tells_of_stays(line: str) -> None:
    assert mended_marks(line) == (line.replace("．", "。"), {})


def test_rare_characters_are_one_for_each_letter_and_as_many_as_were_lost() -> None:
    assert all(len(letter) == len(character) == 1 for letter, character in LETTERS.items())
    for lost, mended in PHRASES.items():
        assert len(lost) == len(mended)
        assert all(a == b or a in "?べ" for a, b in zip(lost, mended, strict=True)), lost


def test_a_letter_without_a_certain_character_is_marked_as_lost() -> None:
    assert mend("众人唏ウ哗喇的笑，又蠲了这个，又Ь了那个．") == (
        "众人唏□哗喇的笑，又蠲了这个，又蠲了那个。",
        {**dict.fromkeys(mend("")[1], 0), "rare character": 1, "lost character": 1, "full stop": 1},
    )
