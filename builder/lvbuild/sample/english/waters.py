"""English articles about rivers and seas."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.phrases import both, mentioned, number, related, slots_about, slots_of
from lvbuild.sample.english.sentences import Telling, listed, named, read_tables, thing_subject
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

_SEA = read_tables("sea")
_WORDS = read_tables("river")

_FEWEST_WORDS = 125


def tell_river(world: World, river: Entity, draws: Draws) -> str:
    """Write the article about a river."""
    surveyed = number(world, river, "surveyed_in")
    slots = slots_of(world, river) | {
        "surveyor_age": _age(world, related(world, river, "surveyed_by"), surveyed),
        "poss_name": f"the {river.name}'s",
        "fish_year": str(draws.between(1400, 1800)),
    }
    telling = Telling(thing_subject(river, "river"), draws, slots)
    telling.say(_WORDS["opening"])
    telling.say(_WORDS["course"])
    for part in draws.shuffled([_tell_survey, _tell_banks, _tell_rivals]):
        telling.paragraph()
        part(world, river, telling, draws)
    while telling.words() < _FEWEST_WORDS:
        telling.say(_WORDS["moods"] + _WORDS["trade"], **_event(draws))
    return telling.text()


def tell_sea(world: World, sea: Entity, draws: Draws) -> str:
    """Write the article about a sea."""
    charted = number(world, sea, "charted_in")
    slots = slots_of(world, sea) | {
        "charter_age": _age(world, related(world, sea, "charted_by"), charted),
    }
    telling = Telling(thing_subject(sea, "sea"), draws, slots)
    telling.say(_SEA["opening"])
    telling.say(_SEA["chart"])
    for part in draws.shuffled([_tell_inflow, _tell_tales]):
        telling.paragraph()
        part(world, sea, telling, draws)
    while telling.words() < _FEWEST_WORDS:
        _tell_tale(telling, draws)
    return telling.text()


def _event(draws: Draws) -> dict[str, str]:
    return {"flood_year": str(draws.between(1500, 1960)), "weeks": str(draws.between(2, 9))}


def _age(world: World, person: Entity | None, year: int) -> str:
    return str(year - number(world, person, "born")) if person else ""


def _tell_survey(world: World, river: Entity, telling: Telling, draws: Draws) -> None:
    telling.say(_WORDS["survey"])
    telling.say(_WORDS["moods"], **_event(draws))
    for work in mentioned(world, river, "work", "about")[:2]:
        telling.say(_WORDS["books"], **slots_about(world, work))


def _tell_banks(world: World, river: Entity, telling: Telling, draws: Draws) -> None:
    telling.say(_WORDS["fish"])
    towns = [town.name for town in world.towns_downstream(river)]
    if towns:
        table = _WORDS["towns"] if len(towns) > 1 else _WORDS["town"]
        telling.say(table, **both("others", listed(towns)))
    telling.say(_WORDS["moods"], **_event(draws))


def _tell_rivals(world: World, river: Entity, telling: Telling, draws: Draws) -> None:
    length = number(world, river, "length_km")
    for other in mentioned(world, river, "river", "flows_into"):
        telling.say(_WORDS["tributary"], **_inflow(world, other))
    mouth = related(world, river, "flows_into")
    siblings = mentioned(world, mouth, "river", "flows_into") if mouth else []
    for rival in [other for other in siblings if other != river][:1]:
        gap = length - number(world, rival, "length_km")
        slots = both("rival", named(rival)) | {"rival_gap": str(abs(gap))}
        telling.say(_WORDS["longer"] if gap > 0 else _WORDS["shorter"], **slots)
    telling.say(_WORDS["trade"], **_event(draws))


def _tell_inflow(world: World, sea: Entity, telling: Telling, draws: Draws) -> None:
    rivers = mentioned(world, sea, "river", "flows_into")
    table = _SEA["rivers"] if len(rivers) > 1 else _SEA["river"]
    telling.say(table, **both("others", listed([named(river) for river in rivers])))
    for river in rivers:
        telling.say(_SEA["inflow"], **_inflow(world, river))


def _tell_tales(world: World, sea: Entity, telling: Telling, draws: Draws) -> None:
    for _ in range(3):
        _tell_tale(telling, draws)


def _tell_tale(telling: Telling, draws: Draws) -> None:
    telling.say(
        _SEA["tales"],
        light_year=str(draws.between(1700, 1950)),
        storm_year=str(draws.between(1500, 1960)),
    )


def _inflow(world: World, river: Entity) -> dict[str, str]:
    return both("other", named(river)) | {
        "other_km": str(number(world, river, "length_km")),
        "other_height": str(number(world, river, "source_altitude_m")),
    }
