"""Chinese articles of the sample world: a plan of slots, and a sentence for each slot."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.chinese.material import Material, material_for
from lvbuild.sample.chinese.sentences import Paragraph, Wording, wording_of
from lvbuild.sample.chinese.words import ChineseLexicon
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

__all__ = ["ChineseLexicon", "article"]

_LEFT_OUT = 0.2
"""How often a slot is left out that may be."""
_FEWEST_CHARACTERS = 230
"""Where leaving slots out makes an article shorter, none is."""
_SHORTEST_PARAGRAPH = 50
"""A shorter one, but the last, goes on with what the next was to say."""


def article(world: World, entity: Entity, draws: Draws) -> str:
    """Write the article on an entity: paragraphs with a line feed between them, no heading.

    Every fact of the entity is stated.
    """
    wording, material = wording_of(entity.kind), material_for(world, entity)
    text = _write(wording, material, draws, _LEFT_OUT)
    if len(text) < _FEWEST_CHARACTERS:
        text = _write(wording, material, draws, 0)
    return text


def _write(wording: Wording, material: Material, draws: Draws, left_out: float) -> str:
    paragraphs: list[Paragraph] = []
    for slots in draws.choice(wording.plans):
        if not paragraphs or len(paragraphs[-1].text()) >= _SHORTEST_PARAGRAPH:
            paragraphs.append(Paragraph(material, draws))
        for slot, optional in slots:
            if not optional or draws.uniform(0, 1) >= left_out:
                paragraphs[-1].add(wording.sentences[slot])
    return "\n".join(paragraph.text() for paragraph in paragraphs).strip()
