"""English articles about towns."""

from __future__ import annotations

from lvbuild.sample.english import town_ties_words as ties
from lvbuild.sample.english import town_words as words
from lvbuild.sample.english.prose import Telling, thing_subject, years
from lvbuild.sample.english.slots import (
    both,
    mentioned,
    number,
    related,
    slots_about,
    slots_of,
)
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World
from lvbuild.seeds import Draws

_LAST_YEAR = 1990
_FEWEST_WORDS = 125


def tell_town(world: World, town: Entity, draws: Draws) -> str:
    """Write the article about a town."""
    slots = slots_of(world, town) | _comparisons(world, town, draws)
    telling = Telling(thing_subject(town, "town"), draws, slots)
    telling.say(words.OPENING)
    telling.say(words.FOUNDER if related(world, town, "founded_by") else words.NO_FOUNDER)
    for part in draws.shuffled([_tell_size, _tell_life, _tell_ties]):
        telling.paragraph()
        part(world, town, telling, draws)
    while telling.words() < _FEWEST_WORDS:
        telling.say(ties.HISTORY, **_event(world, town, draws))
    return telling.text()


def _comparisons(world: World, town: Entity, draws: Draws) -> dict[str, str]:
    founded = number(world, town, "founded")
    slots = {
        "guild_year": str(draws.between(founded + 5, founded + 90)),
        "twin_year": str(draws.between(_LAST_YEAR - 55, _LAST_YEAR)),
    }
    founder, twin = related(world, town, "founded_by"), related(world, town, "twin")
    if founder:
        slots["founder_age"] = str(founded - number(world, founder, "born"))
    if twin:
        gap = number(world, twin, "founded") - founded
        apart = f"{years(abs(gap))} {'younger' if gap > 0 else 'older'} than"
        slots["twin_gap"] = apart if gap else "as old as"
    return slots


def _event(world: World, town: Entity, draws: Draws) -> dict[str, str]:
    founded = number(world, town, "founded")
    year = draws.between(founded + 15, max(founded + 30, _LAST_YEAR - 40))
    return {"past_year": str(year), "past_gap": years(year - founded)}


def _tell_size(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    telling.say(words.SIZE)
    river = related(world, town, "stands_on")
    sharing = mentioned(world, river, "town", "stands_on") if river else []
    others = [other for other in sharing if other != town]
    if others and draws.index(2):
        other = draws.choice(others)
        larger = number(world, town, "population") > number(world, other, "population")
        telling.say(words.LARGER if larger else words.SMALLER, **both("neighbour", other.name))
    telling.say(words.TWIN)


def _tell_life(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    for table in draws.shuffled([words.CRAFT, words.CALENDAR, ties.HISTORY]):
        telling.say(table, **_event(world, town, draws))


def _tell_ties(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    founded = number(world, town, "founded")
    for house in mentioned(world, town, "institution", "located_in")[:2]:
        slots = slots_about(world, house)
        slots |= both("after_years", years(int(slots["year"]) - founded))
        telling.say(ties.HOUSES, **slots)
    for table, relation in ((ties.NATIVES, "born_in"), (ties.DEATHS, "died_in")):
        people = draws.shuffled(mentioned(world, town, "person", relation))[:1]
        if people:
            telling.say(table, **both("others", people[0].name))
    for work in mentioned(world, town, "work", "about")[:1]:
        telling.say(ties.BOOKS, **slots_about(world, work))
    telling.say(ties.HISTORY, **_event(world, town, draws))
