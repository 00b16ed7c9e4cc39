"""Chinese articles of the sample world: a plan of slots, and a sentence for each slot."""

from __future__ import annotations

from collections.abc import Mapping

from lvbuild.sample.chinese.fields import field_values
from lvbuild.sample.chinese.institutions import INSTITUTIONS
from lvbuild.sample.chinese.names import ChineseLexicon
from lvbuild.sample.chinese.paragraph import Paragraph
from lvbuild.sample.chinese.people import PEOPLE
from lvbuild.sample.chinese.rivers import RIVERS
from lvbuild.sample.chinese.seas import SEAS
from lvbuild.sample.chinese.sentences import Wording
from lvbuild.sample.chinese.towns import TOWNS
from lvbuild.sample.chinese.works import WORKS
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World
from lvbuild.seeds import Draws

__all__ = ["ChineseLexicon", "article"]

WORDINGS: Mapping[str, Wording] = {
    "sea": SEAS,
    "river": RIVERS,
    "town": TOWNS,
    "person": PEOPLE,
    "institution": INSTITUTIONS,
    "work": WORKS,
}
"""How each kind of entity is written of."""


def article(world: World, entity: Entity, draws: Draws) -> str:
    """Write the article on an entity: paragraphs with a line feed between them, no heading.

    Every fact of the entity is stated, in a sentence that holds the entity's name.
    """
    wording = WORDINGS[entity.kind]
    values = field_values(world, entity)
    rivals = [
        fact.value.name
        for fact in world.facts(entity)
        if isinstance(fact.value, Entity) and fact.value.kind == entity.kind
    ]
    paragraphs = []
    for slots in draws.choice(wording.plans):
        paragraph = Paragraph(values, wording.pronouns, rivals, draws)
        for slot in slots:
            paragraph.add(wording.sentences[slot])
        paragraphs.append(paragraph.text())
    return "\n".join(paragraphs)
