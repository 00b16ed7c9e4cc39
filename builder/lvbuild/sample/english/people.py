"""English articles about people."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.phrases import both, mentioned, number, related, slots_about, slots_of
from lvbuild.sample.english.sentences import (
    Table,
    Telling,
    listed,
    person_subject,
    read_tables,
    years,
)
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

_ACHIEVEMENTS = read_tables("achievements")
_WORDS = read_tables("person")

_DEEDS: dict[tuple[str, str], Table] = {
    ("town", "founded_by"): _ACHIEVEMENTS["founded_town"],
    ("institution", "founded_by"): _ACHIEVEMENTS["founded_institution"],
    ("institution", "headed_by"): _ACHIEVEMENTS["headed"],
    ("river", "surveyed_by"): _ACHIEVEMENTS["surveyed"],
    ("sea", "charted_by"): _ACHIEVEMENTS["charted"],
    ("work", "made_by"): _ACHIEVEMENTS["made"],
}
_MOST_DEEDS = 4
_FEWEST_WORDS = 105


def tell_person(world: World, person: Entity, draws: Draws) -> str:
    """Write the article about a person."""
    slots = slots_of(world, person) | _ages(world, person, draws)
    telling = Telling(person_subject(person, person.female), draws, slots)
    telling.say(_WORDS["opening"])
    telling.say(_WORDS["lifetime"])
    for part in draws.shuffled([_tell_schooling, _tell_achievements, _tell_home]):
        telling.paragraph()
        part(world, person, telling, draws)
    telling.paragraph()
    while telling.words() < _FEWEST_WORDS:
        telling.say(_WORDS["habits"], old_year=_late_year(world, person, draws))
    telling.say(_WORDS["death"])
    late = number(world, person, "died") > 1880 or draws.index(3)
    telling.say(_WORDS["ending"] if late else _WORDS["anniversary"])
    return telling.text()


def _late_year(world: World, person: Entity, draws: Draws) -> str:
    first = number(world, person, "born") + 28
    return str(draws.between(first, number(world, person, "died") - 1))


def _ages(world: World, person: Entity, draws: Draws) -> dict[str, str]:
    born, died = number(world, person, "born"), number(world, person, "died")
    youth = draws.between(12, 19)
    slots = {
        "age": str(died - born),
        "age_years": years(died - born),
        "books": str(draws.between(15, 900)),
        "themselves": "herself" if person.female else "himself",
        "youth": str(youth),
        "young_year": str(born + youth),
        "old_year": _late_year(world, person, draws),
        "century_year": str(died + 100),
        "poss_name": f"{person.short}'s",
    }
    teacher, spouse = related(world, person, "taught_by"), related(world, person, "married")
    if teacher:
        slots["teacher_gap"] = years(born - number(world, teacher, "born"))
    if spouse:
        gap = number(world, spouse, "born") - born
        apart = f"{years(abs(gap))} {'younger' if gap > 0 else 'older'}"
        slots["spouse_age"] = apart if gap else "born in the same year"
    return slots


def _tell_schooling(world: World, person: Entity, telling: Telling, draws: Draws) -> None:
    tables = {
        "studied_at": _WORDS["study"],
        "taught_by": _WORDS["taught"],
        "worked_at": _WORDS["worked"],
    }
    for relation in [*draws.shuffled(["studied_at", "taught_by"]), "worked_at"]:
        if related(world, person, relation):
            telling.say(tables[relation])
    pupils = [pupil.name for pupil in mentioned(world, person, "person", "taught_by")]
    if pupils:
        telling.say(_ACHIEVEMENTS["pupils"], **both("others", listed(pupils[:3])))


def _tell_home(world: World, person: Entity, telling: Telling, draws: Draws) -> None:
    married = related(world, person, "married")
    for table in draws.shuffled(
        [_WORDS["married"], _WORDS["collected"]] if married else [_WORDS["collected"]]
    ):
        telling.say(table)
    telling.say(_WORDS["habits"], old_year=_late_year(world, person, draws))
    for work in mentioned(world, person, "work", "dedicated_to")[:1]:
        telling.say(_ACHIEVEMENTS["dedications"], **slots_about(world, work))


def _tell_achievements(world: World, person: Entity, telling: Telling, draws: Draws) -> None:
    done = [fact for fact in world.mentions(person) if (fact.subject.kind, fact.relation) in _DEEDS]
    born = number(world, person, "born")
    for fact in draws.shuffled(done)[:_MOST_DEEDS]:
        slots = slots_about(world, fact.subject)
        slots["deed_age"] = str(int(slots["year"]) - born)
        telling.say(_DEEDS[fact.subject.kind, fact.relation], **slots)
    if len(done) < _MOST_DEEDS - 1:
        telling.say(_WORDS["calling"], old_year=_late_year(world, person, draws))
