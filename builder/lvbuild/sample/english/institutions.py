"""English articles about institutions."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.phrases import both, mentioned, number, related, slots_about, slots_of
from lvbuild.sample.english.sentences import Telling, listed, read_tables, thing_subject, years
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

_WORDS = read_tables("institution")

_LAST_YEAR = 1990
_FEWEST_WORDS = 120


def tell_institution(world: World, house: Entity, draws: Draws) -> str:
    """Write the article about an institution."""
    noun, town = str(world.value(house, "sort")), related(world, house, "located_in")
    byname = f"the {noun} in {town.name}" if town else ""
    slots = slots_of(world, house) | _years(world, house)
    telling = Telling(thing_subject(house, noun, byname), draws, slots)
    telling.say(_WORDS["opening"])
    for table in draws.shuffled([_WORDS["founder"], _WORDS["head"]]):
        telling.say(table)
    for part in draws.shuffled([_tell_holdings, _tell_people]):
        telling.paragraph()
        part(world, house, telling, draws)
    telling.paragraph()
    telling.say(_WORDS["history"], **_event(world, house, draws))
    while telling.words() < _FEWEST_WORDS:
        telling.say(_WORDS["history"], **_event(world, house, draws))
    return telling.text()


def _years(world: World, house: Entity) -> dict[str, str]:
    founder, head = related(world, house, "founded_by"), related(world, house, "headed_by")
    if not founder or not head:
        raise ValueError(f"{house.id} has no founder or no head")
    return {
        "founder_age": str(number(world, house, "opened") - number(world, founder, "born")),
        "head_born": str(number(world, head, "born")),
        "head_died": str(number(world, head, "died")),
    }


def _event(world: World, house: Entity, draws: Draws) -> dict[str, str]:
    opened = number(world, house, "opened")
    year = draws.between(opened + 2, max(opened + 3, _LAST_YEAR))
    return {"deed_year": str(year), "deed_gap": years(year - opened)}


def _tell_holdings(world: World, house: Entity, telling: Telling, draws: Draws) -> None:
    for table in draws.shuffled([_WORDS["size"], _WORDS["treasure"]]):
        telling.say(table, **_event(world, house, draws))
    for work in mentioned(world, house, "work", "kept_at")[:3]:
        telling.say(_WORDS["kept"], **slots_about(world, work))


def _tell_people(world: World, house: Entity, telling: Telling, draws: Draws) -> None:
    head = related(world, house, "headed_by")
    for table, relation in ((_WORDS["students"], "studied_at"), (_WORDS["people"], "worked_at")):
        people = [
            person.name for person in mentioned(world, house, "person", relation) if person != head
        ]
        if people:
            telling.say(table, **both("others", listed(people[:3])))
    telling.say(_WORDS["history"], **_event(world, house, draws))
