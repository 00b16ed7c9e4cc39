"""English articles about towns."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.phrases import both, mentioned, number, related, slots_about, slots_of
from lvbuild.sample.english.sentences import Telling, read_tables, thing_subject, years
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

_TIES = read_tables("town_ties")
_WORDS = read_tables("town")

_LAST_YEAR = 1990
_FEWEST_WORDS = 125


def tell_town(world: World, town: Entity, draws: Draws) -> str:
    """Write the article about a town."""
    slots = slots_of(world, town) | _comparisons(world, town, draws)
    telling = Telling(thing_subject(town, "town"), draws, slots)
    telling.say(_WORDS["opening"])
    telling.say(_WORDS["founder"] if related(world, town, "founded_by") else _WORDS["no_founder"])
    for part in draws.shuffled([_tell_size, _tell_life, _tell_ties]):
        telling.paragraph()
        part(world, town, telling, draws)
    while telling.words() < _FEWEST_WORDS:
        telling.say(_TIES["history"], **_event(world, town, draws))
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
    telling.say(_WORDS["size"])
    river = related(world, town, "stands_on")
    sharing = mentioned(world, river, "town", "stands_on") if river else []
    others = [other for other in sharing if other != town]
    if others and draws.index(2):
        other = draws.choice(others)
        larger = number(world, town, "population") > number(world, other, "population")
        telling.say(
            _WORDS["larger"] if larger else _WORDS["smaller"], **both("neighbour", other.name)
        )
    telling.say(_WORDS["twin"])


def _tell_life(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    for table in draws.shuffled([_WORDS["craft"], _WORDS["calendar"], _TIES["history"]]):
        telling.say(table, **_event(world, town, draws))


def _tell_ties(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    founded = number(world, town, "founded")
    for house in mentioned(world, town, "institution", "located_in")[:2]:
        slots = slots_about(world, house)
        slots |= both("after_years", years(int(slots["year"]) - founded))
        telling.say(_TIES["houses"], **slots)
    for table, relation in ((_TIES["natives"], "born_in"), (_TIES["deaths"], "died_in")):
        people = draws.shuffled(mentioned(world, town, "person", relation))[:1]
        if people:
            telling.say(table, **both("others", people[0].name))
    for work in mentioned(world, town, "work", "about")[:1]:
        telling.say(_TIES["books"], **slots_about(world, work))
    telling.say(_TIES["history"], **_event(world, town, draws))
