"""English articles: on people, institutions, works, towns, rivers and seas."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.sentences import (
    Telling,
    apart,
    both,
    listed,
    read_tables,
    slots_about,
    slots_of,
    subject_of,
    years,
)
from lvbuild.sample.english.words import named
from lvbuild.sample.world import Entity, World

_TABLES = {
    "person": read_tables("person", "achievements"),
    "institution": read_tables("institution"),
    "work": read_tables("work"),
    "town": read_tables("town", "town_ties"),
    "river": read_tables("river"),
    "sea": read_tables("sea"),
}
_LAST_YEAR = 1990
_MOST_DEEDS = 4
_FEWEST_OF_A_PERSON = 105


def _tell_person(world: World, person: Entity, draws: Draws) -> str:
    slots = slots_of(world, person) | _ages(world, person, draws)
    telling = Telling(_TABLES["person"], subject_of(person), draws, slots)
    telling.say("opening")
    telling.say("lifetime")
    for part in draws.shuffled([_tell_schooling, _tell_achievements, _tell_home]):
        telling.paragraph()
        part(world, person, telling, draws)
    telling.paragraph()
    while telling.words() < _FEWEST_OF_A_PERSON:
        telling.say("habits", old_year=_late_year(world, person, draws))
    telling.say("death")
    late = world.number(person, "died") > 1880 or draws.index(3)
    telling.say("ending" if late else "anniversary")
    return telling.text()


def _late_year(world: World, person: Entity, draws: Draws) -> str:
    first = world.number(person, "born") + 28
    return str(draws.between(first, world.number(person, "died") - 1))


def _ages(world: World, person: Entity, draws: Draws) -> dict[str, str]:
    born, died = world.number(person, "born"), world.number(person, "died")
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
    teacher, spouse = world.related(person, "taught_by"), world.related(person, "married")
    if teacher:
        slots["teacher_gap"] = years(born - world.number(teacher, "born"))
    if spouse:
        gap = world.number(spouse, "born") - born
        slots["spouse_age"] = apart(gap) if gap else "born in the same year"
    return slots


def _tell_schooling(world: World, person: Entity, telling: Telling, draws: Draws) -> None:
    for relation in [*draws.shuffled(["studied_at", "taught_by"]), "worked_at"]:
        if world.related(person, relation):
            telling.say(relation)
    if pupils := [pupil.name for pupil in world.mentioned(person, "person", "taught_by")]:
        telling.say("pupils", **both("others", listed(pupils[:3])))


def _tell_home(world: World, person: Entity, telling: Telling, draws: Draws) -> None:
    married = world.related(person, "married")
    for table in draws.shuffled(["married", "collected"] if married else ["collected"]):
        telling.say(table)
    telling.say("habits", old_year=_late_year(world, person, draws))
    for work in world.mentioned(person, "work", "dedicated_to")[:1]:
        telling.say("dedications", **slots_about(world, work))


def _tell_achievements(world: World, person: Entity, telling: Telling, draws: Draws) -> None:
    done = [fact for fact in world.mentions(person) if fact.key in _TABLES["person"]]
    born = world.number(person, "born")
    for fact in draws.shuffled(done)[:_MOST_DEEDS]:
        slots = slots_about(world, fact.subject)
        slots["deed_age"] = str(int(slots["year"]) - born)
        telling.say(fact.key, **slots)
    if len(done) < _MOST_DEEDS - 1:
        telling.say("calling", old_year=_late_year(world, person, draws))


_FEWEST_OF_AN_INSTITUTION = 120


def _tell_institution(world: World, house: Entity, draws: Draws) -> str:
    noun, town = str(world.value(house, "sort")), world.related(house, "located_in")
    byname = f"the {noun} in {town.name}" if town else ""
    slots = slots_of(world, house) | _institution_years(world, house)
    telling = Telling(_TABLES["institution"], subject_of(house, noun, byname), draws, slots)
    telling.say("opening")
    for table in draws.shuffled(["founder", "head"]):
        telling.say(table)
    for part in draws.shuffled([_tell_holdings, _tell_people]):
        telling.paragraph()
        part(world, house, telling, draws)
    telling.paragraph()
    telling.say("history", **_institution_event(world, house, draws))
    while telling.words() < _FEWEST_OF_AN_INSTITUTION:
        telling.say("history", **_institution_event(world, house, draws))
    return telling.text()


def _institution_years(world: World, house: Entity) -> dict[str, str]:
    founder, head = world.related(house, "founded_by"), world.related(house, "headed_by")
    if not founder or not head:
        raise ValueError(f"{house.id} has no founder or no head")
    return {
        "founder_age": str(world.number(house, "opened") - world.number(founder, "born")),
        "head_born": str(world.number(head, "born")),
        "head_died": str(world.number(head, "died")),
    }


def _institution_event(world: World, house: Entity, draws: Draws) -> dict[str, str]:
    opened = world.number(house, "opened")
    year = draws.between(opened + 2, max(opened + 3, _LAST_YEAR))
    return {"deed_year": str(year), "deed_gap": years(year - opened)}


def _tell_holdings(world: World, house: Entity, telling: Telling, draws: Draws) -> None:
    for table in draws.shuffled(["size", "treasure"]):
        telling.say(table, **_institution_event(world, house, draws))
    for work in world.mentioned(house, "work", "kept_at")[:3]:
        telling.say("kept", **slots_about(world, work))


def _tell_people(world: World, house: Entity, telling: Telling, draws: Draws) -> None:
    head = world.related(house, "headed_by")
    for relation in ("studied_at", "worked_at"):
        people = world.mentioned(house, "person", relation)
        if names := [person.name for person in people if person != head]:
            telling.say(relation, **both("others", listed(names[:3])))
    telling.say("history", **_institution_event(world, house, draws))


_FEWEST_OF_A_WORK = 130


def _tell_work(world: World, work: Entity, draws: Draws) -> str:
    noun, maker = str(world.value(work, "sort")), world.related(work, "made_by")
    byname = f"{maker.name}'s {noun}" if maker else ""
    slots = slots_of(world, work) | _figures(world, work, draws)
    telling = Telling(_TABLES["work"], subject_of(work, noun, byname), draws, slots)
    telling.say("opening")
    telling.say("about")
    for parts in draws.shuffled([("length", "maker"), ("dedication", "kept")]):
        telling.paragraph()
        for part in draws.shuffled(parts):
            telling.say(part)
        telling.say("reception", **_reception(world, work, draws))
    telling.paragraph()
    while telling.words() < _FEWEST_OF_A_WORK:
        telling.say("reception", **_reception(world, work, draws))
    return telling.text()


def _figures(world: World, work: Entity, draws: Draws) -> dict[str, str]:
    maker, patron = world.related(work, "made_by"), world.related(work, "dedicated_to")
    about = world.related(work, "about")
    if not maker or not patron or not about:
        raise ValueError(f"{work.id} has no maker, no subject or no dedication")
    year, born = world.number(work, "year"), world.number(maker, "born")
    gap = world.number(patron, "born") - born
    place = f"the river {about.name}" if about.kind == "river" else f"the town of {about.name}"
    work_years = draws.between(1, min(14, year - born - 16))
    return {
        "quoted": named(work),
        "maker_age": str(year - born),
        "Poss_maker": f"{maker.name}'s",
        "work_years": years(work_years),
        "start_year": str(year - work_years),
        "dedicatee_gap": f"{apart(gap)} than the author"
        if gap
        else "born in the same year as the author",
        "parts": str(draws.between(3, 19)),
        "kept_year": str(draws.between(_LAST_YEAR - 40, _LAST_YEAR)),
        **both("about", place),
    }


def _reception(world: World, work: Entity, draws: Draws) -> dict[str, str]:
    year = world.number(work, "year")
    later = draws.between(year + 1, max(year + 2, min(year + 160, _LAST_YEAR)))
    return {
        "later_year": str(later),
        "later_gap": years(later - year),
        "early_year": str(year - draws.between(1, 3)),
        "copies": str(draws.between(21, 4000)),
        "parts": str(draws.between(3, 19)),
        "page": str(draws.between(9, world.number(work, "pages"))),
    }


_FEWEST_OF_A_PLACE = 125


def _tell_town(world: World, town: Entity, draws: Draws) -> str:
    slots = slots_of(world, town) | _comparisons(world, town, draws)
    telling = Telling(_TABLES["town"], subject_of(town, "town"), draws, slots)
    telling.say("opening")
    telling.say("founder" if world.related(town, "founded_by") else "no_founder")
    for part in draws.shuffled([_tell_size, _tell_life, _tell_ties]):
        telling.paragraph()
        part(world, town, telling, draws)
    while telling.words() < _FEWEST_OF_A_PLACE:
        telling.say("history", **_town_event(world, town, draws))
    return telling.text()


def _comparisons(world: World, town: Entity, draws: Draws) -> dict[str, str]:
    founded = world.number(town, "founded")
    slots = {
        "guild_year": str(draws.between(founded + 5, founded + 90)),
        "twin_year": str(draws.between(_LAST_YEAR - 55, _LAST_YEAR)),
    }
    founder, twin = world.related(town, "founded_by"), world.related(town, "twin")
    if founder:
        slots["founder_age"] = str(founded - world.number(founder, "born"))
    if twin:
        gap = world.number(twin, "founded") - founded
        slots["twin_gap"] = f"{apart(gap)} than" if gap else "as old as"
    return slots


def _town_event(world: World, town: Entity, draws: Draws) -> dict[str, str]:
    founded = world.number(town, "founded")
    year = draws.between(founded + 15, max(founded + 30, _LAST_YEAR - 40))
    return {"past_year": str(year), "past_gap": years(year - founded)}


def _tell_size(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    telling.say("size")
    river = world.related(town, "stands_on")
    sharing = world.mentioned(river, "town", "stands_on") if river else []
    others = [other for other in sharing if other != town]
    if others and draws.index(2):
        other = draws.choice(others)
        larger = world.number(town, "population") > world.number(other, "population")
        telling.say("larger" if larger else "smaller", **both("neighbour", other.name))
    telling.say("twin")


def _tell_life(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    for table in draws.shuffled(["craft", "calendar", "history"]):
        telling.say(table, **_town_event(world, town, draws))


def _tell_ties(world: World, town: Entity, telling: Telling, draws: Draws) -> None:
    founded = world.number(town, "founded")
    for house in world.mentioned(town, "institution", "located_in")[:2]:
        slots = slots_about(world, house)
        slots |= both("after_years", years(int(slots["year"]) - founded))
        telling.say("houses", **slots)
    for relation in ("born_in", "died_in"):
        for person in draws.shuffled(world.mentioned(town, "person", relation))[:1]:
            telling.say(relation, **both("others", person.name))
    for work in world.mentioned(town, "work", "about")[:1]:
        telling.say("books", **slots_about(world, work))
    telling.say("history", **_town_event(world, town, draws))


def _tell_river(world: World, river: Entity, draws: Draws) -> str:
    surveyed = world.number(river, "surveyed_in")
    slots = slots_of(world, river) | {
        "surveyor_age": _age(world, world.related(river, "surveyed_by"), surveyed),
        "poss_name": f"the {river.name}'s",
        "fish_year": str(draws.between(1400, 1800)),
    }
    telling = Telling(_TABLES["river"], subject_of(river, "river"), draws, slots)
    telling.say("opening")
    telling.say("course")
    for part in draws.shuffled([_tell_survey, _tell_banks, _tell_rivals]):
        telling.paragraph()
        part(world, river, telling, draws)
    while telling.words() < _FEWEST_OF_A_PLACE:
        telling.say("moods", "trade", **_flood(draws))
    return telling.text()


def _tell_sea(world: World, sea: Entity, draws: Draws) -> str:
    charted = world.number(sea, "charted_in")
    slots = slots_of(world, sea) | {
        "charter_age": _age(world, world.related(sea, "charted_by"), charted),
    }
    telling = Telling(_TABLES["sea"], subject_of(sea, "sea"), draws, slots)
    telling.say("opening")
    telling.say("chart")
    for part in draws.shuffled([_tell_inflow, _tell_tales]):
        telling.paragraph()
        part(world, sea, telling, draws)
    while telling.words() < _FEWEST_OF_A_PLACE:
        telling.say("tales", **_storm(draws))
    return telling.text()


def _flood(draws: Draws) -> dict[str, str]:
    return {"flood_year": str(draws.between(1500, 1960)), "weeks": str(draws.between(2, 9))}


def _age(world: World, person: Entity | None, year: int) -> str:
    return str(year - world.number(person, "born")) if person else ""


def _tell_survey(world: World, river: Entity, telling: Telling, draws: Draws) -> None:
    telling.say("survey")
    telling.say("moods", **_flood(draws))
    for work in world.mentioned(river, "work", "about")[:2]:
        telling.say("books", **slots_about(world, work))


def _tell_banks(world: World, river: Entity, telling: Telling, draws: Draws) -> None:
    telling.say("fish")
    towns = [town.name for town in world.towns_downstream(river)]
    if towns:
        table = "towns" if len(towns) > 1 else "town"
        telling.say(table, **both("others", listed(towns)))
    telling.say("moods", **_flood(draws))


def _tell_rivals(world: World, river: Entity, telling: Telling, draws: Draws) -> None:
    length = world.number(river, "length_km")
    for other in world.mentioned(river, "river", "flows_into"):
        telling.say("tributary", **_inflow(world, other))
    mouth = world.related(river, "flows_into")
    siblings = world.mentioned(mouth, "river", "flows_into") if mouth else []
    for rival in [other for other in siblings if other != river][:1]:
        gap = length - world.number(rival, "length_km")
        slots = both("rival", named(rival)) | {"rival_gap": str(abs(gap))}
        telling.say("longer" if gap > 0 else "shorter", **slots)
    telling.say("trade", **_flood(draws))


def _tell_inflow(world: World, sea: Entity, telling: Telling, draws: Draws) -> None:
    rivers = world.mentioned(sea, "river", "flows_into")
    table = "rivers" if len(rivers) > 1 else "river"
    telling.say(table, **both("others", listed([named(river) for river in rivers])))
    for river in rivers:
        telling.say("inflow", **_inflow(world, river))


def _tell_tales(world: World, sea: Entity, telling: Telling, draws: Draws) -> None:
    for _ in range(3):
        telling.say("tales", **_storm(draws))


def _storm(draws: Draws) -> dict[str, str]:
    return {
        "light_year": str(draws.between(1700, 1950)),
        "storm_year": str(draws.between(1500, 1960)),
    }


def _inflow(world: World, river: Entity) -> dict[str, str]:
    return both("other", named(river)) | {
        "other_km": str(world.number(river, "length_km")),
        "other_height": str(world.number(river, "source_altitude_m")),
    }


_TELL = {
    "sea": _tell_sea,
    "river": _tell_river,
    "town": _tell_town,
    "person": _tell_person,
    "institution": _tell_institution,
    "work": _tell_work,
}


def article(world: World, entity: Entity, draws: Draws) -> str:
    """Write the article about an entity: paragraphs, one a line, that state its every fact."""
    return _TELL[entity.kind](world, entity, draws)
