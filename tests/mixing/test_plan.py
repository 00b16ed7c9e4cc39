"""What stands between passages: headings, line feeds, their characters and units."""

from __future__ import annotations

import pytest

from lvbuild.core.model import Unit
from lvbuild.languages import find_language
from lvbuild.mixing.plan import ContextLayout, HeadingUnits
from lvbuild.recipe.layouts import PassageKind, heading_of
from lvbuild.text.counting import PlainCounting


@pytest.mark.parametrize("heading", ["", "### Passage ", "### 文章 "])
@pytest.mark.parametrize("passages", [0, 1, 9, 10, 101, 3])
def test_seams_and_characters_are_those_of_a_context_written_out(
    heading: str, passages: int
) -> None:
    layout = ContextLayout(heading)
    headings = layout.headings(passages)
    assert headings == [f"{heading}{n + 1}\n" if heading else "" for n in range(passages)]
    context = "".join(f"{heading}x\n" for heading in headings)
    seams = layout.seams(passages)
    assert "".join(f"{seam}x" for seam in seams) + "\n" * bool(passages) == context
    written = [sum(len(heading) + 1 for heading in headings[:n]) for n in range(passages + 1)]
    assert layout.characters(passages) == written


@pytest.mark.parametrize("unit", ["words", "characters"])
def test_the_units_of_headings_add_up_in_any_order_they_are_asked_for(unit: Unit) -> None:
    counting = PlainCounting(unit)
    units = HeadingUnits(ContextLayout("### Passage "), counting)
    for passages in (12, 3, 0, 120):
        context = "".join(f"### Passage {n}\n\n" for n in range(1, passages + 1))
        assert units.of(passages) == counting.count(context)


@pytest.mark.parametrize(
    ("kind", "language", "context", "called"),
    [
        ("article", "en", "Passage 1:\nx\nPassage 2:\nx\n", "Passage 2"),
        ("article", "zh", "文章1\nx\n\n文章2\nx\n", "文章2"),
        ("paragraph", "en", "Paragraph 1: x\n\nParagraph 2: x\n", "Paragraph 2"),
        ("paragraph", "zh", "段落1：x\n\n段落2：x\n", "段落2"),
    ],
)
def test_longbench_heads_articles_and_paragraphs_in_its_own_way(
    kind: PassageKind, language: str, context: str, called: str
) -> None:
    layout = ContextLayout.of(heading_of("longbench", kind, find_language(language)))
    assert "".join(f"{seam}x" for seam in layout.seams(2)) + "\n" == context
    assert layout.characters(2)[-1] == len(context) - 2
    counting = PlainCounting("characters" if language == "zh" else "words")
    beside = counting.count("x") * 2
    assert HeadingUnits(layout, counting).of(2) == counting.count(context) - beside
    assert layout.title(2) == called
    assert len(layout.line.findall(context)) == 2
    assert not layout.line.search(f"The {called} of the Acts.\n{called} is no heading.")
