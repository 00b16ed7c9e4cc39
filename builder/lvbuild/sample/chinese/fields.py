"""What the Chinese templates can be filled with: an entity's facts, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt

from lvbuild.sample.chinese.terms import INSTITUTION_MEASURES, WORK_WORDS
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

_OPTIONAL = {
    "town": ("founded_by",),
    "person": ("taught_by", "studied_at", "worked_at", "married"),
}


@dataclass(frozen=True, slots=True)
class _Subject:
    world: World
    entity: Entity

    def entity_of(self, relation: str) -> Entity:
        value = self.world.value(self.entity, relation)
        if not isinstance(value, Entity):
            raise TypeError(f"{relation} of {self.entity.id} is no entity")
        return value

    def number(self, *path: str) -> int:
        """Follow relations to a number: `"twin", "population"`."""
        if len(path) > 1:
            return _Subject(self.world, self.entity_of(path[0])).number(*path[1:])
        value = self.world.value(self.entity, path[0])
        if not isinstance(value, int):
            raise TypeError(f"{path[0]} of {self.entity.id} is no number")
        return value


def field_values(world: World, entity: Entity) -> Mapping[str, str]:
    """Return the entity's facts by relation, and by other names what follows from them.

    An optional relation that it lacks leaves the empty field `no_<relation>`.
    """
    values = {"name": entity.name}
    for fact in world.facts(entity):
        value = fact.value
        values[fact.relation] = value.name if isinstance(value, Entity) else str(value)
    for relation in _OPTIONAL.get(entity.kind, ()):
        if relation not in values:
            values[f"no_{relation}"] = ""
    subject = _Subject(world, entity)
    values.update(_words(subject, values))
    numbers = _NUMBERS[entity.kind](subject, values)
    values.update({field: str(number) for field, number in numbers.items() if number > 0})
    return values


def _words(subject: _Subject, values: Mapping[str, str]) -> dict[str, str]:
    match subject.entity.kind:
        case "river":
            tenths = subject.number("source_altitude_m") * 10 // subject.number("length_km")
            return {"fall": f"{tenths // 10}.{tenths % 10}"}
        case "person":
            same = values["born_in"] == values["died_in"]
            middle = (subject.number("born") + subject.number("died")) // 2
            half = "上" if middle % 100 < 50 else "下"
            era = f"{middle // 100 + 1}世纪{half}半叶"
            return {"era": era, "same_town" if same else "other_town": ""}
        case "institution":
            return {"measure": INSTITUTION_MEASURES[values["sort"]]}
        case "work":
            return dict(zip(("measure", "verb", "whole"), WORK_WORDS[values["sort"]], strict=True))
    return {}


def _doer(subject: _Subject, relation: str, year: str, field: str) -> dict[str, int]:
    """Say how old someone was when they did it, and how long they lived on."""
    done = subject.number(year)
    return {
        f"{field}_age": done - subject.number(relation, "born"),
        f"{field}_left": subject.number(relation, "died") - done,
    }


def _sea_numbers(sea: _Subject, values: Mapping[str, str]) -> dict[str, int]:
    depth = sea.number("depth_m")
    return {
        "side": isqrt(sea.number("area_km2")),
        "zhang": depth * 3 // 10,
        "pressure": depth // 10,
        "sinking": depth // 2,
        **_doer(sea, "charted_by", "charted_in", "surveyor"),
    }


def _river_numbers(river: _Subject, values: Mapping[str, str]) -> dict[str, int]:
    length = river.number("length_km")
    numbers = {
        "zhang": river.number("source_altitude_m") * 3 // 10,
        "li": length * 2,
        "walk": -(-length // 30),
        "sail": -(-length // 60),
        "drift": -(-length // 50),
        **_doer(river, "surveyed_by", "surveyed_in", "surveyor"),
    }
    if river.entity_of("flows_into").kind == "river":
        numbers["shorter"] = river.number("flows_into", "length_km") - length
    return numbers


def _town_numbers(town: _Subject, values: Mapping[str, str]) -> dict[str, int]:
    people = town.number("population") - town.number("twin", "population")
    years = town.number("founded") - town.number("twin", "founded")
    metres = town.number("altitude_m") - town.number("twin", "altitude_m")
    numbers = {
        "below_source": town.number("stands_on", "source_altitude_m") - town.number("altitude_m"),
        "households": town.number("population") // 5,
        "more_people": people,
        "fewer_people": -people,
        "later": years,
        "earlier": -years,
        "higher": metres,
        "lower": -metres,
    }
    if "founded_by" in values:
        numbers |= _doer(town, "founded_by", "founded", "founder")
    return numbers


def _person_numbers(person: _Subject, values: Mapping[str, str]) -> dict[str, int]:
    born = person.number("born")
    numbers = {
        "age": person.number("died") - born,
        "town_age": born - person.number("born_in", "founded"),
    }
    if "taught_by" in values:
        numbers["teacher_older"] = born - person.number("taught_by", "born")
    if "studied_at" in values:
        numbers["school_before"] = born - person.number("studied_at", "opened")
    if "worked_at" in values:
        numbers["work_before"] = born - person.number("worked_at", "opened")
        numbers["work_after"] = -numbers["work_before"]
    if "married" in values:
        numbers["spouse_gap"] = abs(born - person.number("married", "born"))
    return numbers


def _institution_numbers(place: _Subject, values: Mapping[str, str]) -> dict[str, int]:
    opened, holdings = place.number("opened"), place.number("holdings")
    head_born = place.number("headed_by", "born")
    head_younger = head_born - place.number("founded_by", "born")
    return {
        "town_age": opened - place.number("located_in", "founded"),
        "each": holdings // place.number("staff"),
        "counting": -(-holdings // 40),
        "viewing": -(-holdings // 100),
        "head_younger": head_younger,
        "head_older": -head_younger,
        "head_age": opened - head_born,
        "head_unborn": head_born - opened,
        **_doer(place, "founded_by", "opened", "founder"),
    }


def _work_numbers(work: _Subject, values: Mapping[str, str]) -> dict[str, int]:
    year, pages = work.number("year"), work.number("pages")
    kept_later = work.number("kept_at", "opened") - year
    dedicatee = _doer(work, "dedicated_to", "year", "dedicatee")
    gap = work.number("made_by", "born") - work.number("dedicated_to", "born")
    numbers = {
        "days": -(-pages // 20),
        "copying": -(-pages // 12),
        "leaves": -(-pages // 2),
        "kept_later": kept_later,
        "kept_earlier": -kept_later,
        "dedicatee_gap": abs(gap),
        **_doer(work, "made_by", "year", "maker"),
    }
    if dedicatee["dedicatee_left"] >= 0:
        numbers |= dedicatee | {"alive": 1}
    else:
        numbers["dedicatee_gone"] = -dedicatee["dedicatee_left"]
    if work.entity_of("about").kind == "town":
        numbers["place_age"] = year - work.number("about", "founded")
    else:
        numbers["place_length"] = work.number("about", "length_km")
    return numbers


_NUMBERS = {
    "sea": _sea_numbers,
    "river": _river_numbers,
    "town": _town_numbers,
    "person": _person_numbers,
    "institution": _institution_numbers,
    "work": _work_numbers,
}
