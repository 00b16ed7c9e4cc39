"""What stands between passages: headings, line feeds, their characters and units."""

from __future__ import annotations

import pytest

from lvbuild.core.model import Unit
from lvbuild.mixing.plan import ContextLayout, HeadingUnits
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
