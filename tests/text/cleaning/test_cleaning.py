"""What holds of cleaning, whatever the rules and the text."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lvbuild.text.cleaning import (
    CHARACTERS,
    CONVERSION,
    DAMAGED,
    GLUED,
    HTML,
    LABELS,
    MARKS,
    PAGES,
    QUOTATION,
    SPACING,
    WIKI,
    Cleaned,
    Cleaning,
)

CUTS = (LABELS, PAGES, GLUED, DAMAGED, MARKS)
EVERY = Cleaning((CHARACTERS, HTML, CONVERSION, WIKI, QUOTATION, SPACING, *CUTS))
PIECES = st.lists(
    st.sampled_from(
        [
            *"<p> </p> <br/> <b> </b> <i <u,v> <div class='x'> <ref> </ref> <script>".split(),
            *"</script> &nbsp; &amp; &lt; &gt; nbsp; lt; p> &#8232; &#0; &quot; & ;".split(),
            *"< > -{ }- {{ }} [[ ]] zh-cn: zh-tw: ; | H 甲 乙。 a Bc 7 12 ( ) [ ] ,".split(),
            *". ; ! ? - – / $ # ' \" “ ” ’s , ,".split(),
            *"「」 。。 ： http: www.a.cn 微信 步骤阅读".split(),
            *("\n甲。", " > ", "of of"),
            *("\n", " ", "  ", "\u3000", "\u2028", "\x00", "\x92", "\ufeff", "\u200e", "\xa0"),
            *("<sup>2</sup>", "<sub>", "<form>", "</bean>", "<!--", "-->", "<td>", "标签"),
        ]
    ),
    max_size=14,
).map("".join)


@given(PIECES)
@example("<<p>p>")
@example("( ( )")
@example("-{zh-cn:-{甲}-;zh-tw:乙}-")
@example("&amp;amp;nbsp;")
@example("<p><b> > <b>")
def test_a_text_that_was_cleaned_is_clean(text: str) -> None:
    cleaned = EVERY.clean(text).text
    assert EVERY.clean(cleaned) == Cleaned(cleaned, ())


@given(PIECES, st.integers(0, 30), st.integers(0, 30))
def test_each_change_is_that_of_its_step_and_places_keep_their_order(
    text: str, first: int, second: int
) -> None:
    cleaned = EVERY.clean(text)
    after = [*(text for _, text in cleaned.changes[1:]), cleaned.text]
    for (step, old), new in zip(cleaned.changes, after, strict=bool(cleaned.changes)):
        assert step.apply(old) == new != old
    first, second = sorted((min(first, len(text)), min(second, len(text))))
    start, end = cleaned.span(first, second)
    assert 0 <= start <= end <= len(cleaned.text)
    assert cleaned.span(0, len(text)) == (0, len(cleaned.text))


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("<p>One</p><p>The answer is ⟦Ada⟧ Lee.</p>", "Ada"),
        ("&nbsp;&nbsp;⟦Ada⟧&nbsp;Lee", "Ada"),
        ("A \u2028 b\x00 c ⟦Ada⟧", "Ada"),
        ("甲-{zh-cn:出租车;zh-tw:計程車}-乙⟦丙⟧丁", "丙"),
        ("甲⟦-{乙丙}-⟧丁", "乙丙"),
        ("甲-{乙⟦丙⟧}-丁", "丙"),
        ("甲-{zh-cn:⟦乙⟧丙;zh-tw:丁}-", "乙丙"),
        ("甲-{zh-cn:乙;zh-tw:⟦丁⟧}-", "乙"),
        ('She sang" Foo"( ⟦1990⟧) and', "1990"),
        ("Anhalt- ⟦Zerbst⟧( died", "Zerbst"),
        ("in ⟦Anhalt- Zerbst⟧( died", "Anhalt-Zerbst"),
        ("[[Ada (poet)|⟦Ada⟧]] wrote", "Ada"),
    ],
)
def test_an_answer_is_followed(text: str, marked: str) -> None:
    start, end = text.index("⟦"), text.index("⟧") - 1
    cleaned = EVERY.of(cuts=False).clean(text.replace("⟦", "").replace("⟧", ""))
    start, end = cleaned.span(start, end)
    assert cleaned.text[start:end] == marked


def test_the_rules_that_changed_a_text_are_named() -> None:
    assert EVERY.clean("甲\u2028乙<br>丙").kinds == (CHARACTERS.name, HTML.name)
    assert Cleaning((HTML,)).clean("甲\u2028乙").kinds == ()
