"""The English side of the sample world: its lexicon and its articles."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.institutions import tell_institution
from lvbuild.sample.english.people import tell_person
from lvbuild.sample.english.towns import tell_town
from lvbuild.sample.english.waters import tell_river, tell_sea
from lvbuild.sample.english.words import EnglishLexicon
from lvbuild.sample.english.works import tell_work
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

__all__ = ["EnglishLexicon", "article"]

_TELL = {
    "sea": tell_sea,
    "river": tell_river,
    "town": tell_town,
    "person": tell_person,
    "institution": tell_institution,
    "work": tell_work,
}


def article(world: World, entity: Entity, draws: Draws) -> str:
    """Write the article about an entity: paragraphs, one a line, that state its every fact."""
    return _TELL[entity.kind](world, entity, draws)
