"""English articles: on people, institutions, works, towns, rivers and seas."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.sentences import ArticleKind, Telling, apart, both, read_tables, years
from lvbuild.sample.english.words import named
from lvbuild.sample.world import Entity, World

_LAST_YEAR = 1990
_MOST_DEEDS = 4
_FEWEST_OF_A_PERSON = 105
_FEWEST_OF_AN_INSTITUTION = 120
_FEWEST_OF_A_WORK = 130
_FEWEST_OF_A_PLACE = 125


def _tell_person(telling: Telling) -> None:
    world, person, draws = telling.world, telling.subject, telling.draws
    born, died = telling.number("born"), telling.number("died")
    youth = draws.between(12, 19)
    telling.know(
        age=str(died - born),
        age_years=years(died - born),
        books=str(draws.between(15, 900)),
        themselves="herself" if person.female else "himself",
        youth=str(youth),
        young_year=str(born + youth),
        century_year=str(died + 100),
        poss_name=f"{person.short}'s",
        **_late_year(telling),
    )
    if teacher := telling.related("taught_by"):
        telling.know(teacher_gap=years(born - world.number(teacher, "born")))
    if spouse := telling.related("married"):
        gap = world.number(spouse, "born") - born
        telling.know(spouse_age=apart(gap) if gap else "born in the same year")
    telling.say_each(("opening", "lifetime"))
    telling.paragraphs(_tell_schooling, _tell_achievements, _tell_home)
    telling.paragraph()
    telling.fill(_FEWEST_OF_A_PERSON, "habits")
    telling.say("death")
    telling.say("ending" if died > 1880 or draws.index(3) else "anniversary")


def _late_year(telling: Telling) -> dict[str, str]:
    first, last = telling.number("born") + 28, telling.number("died") - 1
    return {"old_year": str(telling.draws.between(first, last))}


def _tell_schooling(telling: Telling) -> None:
    for relation in [*telling.draws.shuffled(["studied_at", "taught_by"]), "worked_at"]:
        if telling.related(relation):
            telling.say(relation)
    pupils = telling.others("person", "taught_by")
    telling.tell_names("pupils", [pupil.name for pupil in pupils[:3]])


def _tell_home(telling: Telling) -> None:
    married = telling.related("married")
    telling.say_each(telling.draws.shuffled(["married", "collected"] if married else ["collected"]))
    telling.say("habits")
    telling.tell_of("dedications", telling.others("work", "dedicated_to")[:1])


def _tell_achievements(telling: Telling) -> None:
    mentions = telling.world.mentions(telling.subject)
    done = [fact for fact in mentions if fact.key in telling.kind.tables]
    for fact in telling.draws.shuffled(done)[:_MOST_DEEDS]:
        telling.tell_of(fact.key, [fact.subject], since=telling.number("born"))
    if len(done) < _MOST_DEEDS - 1:
        telling.say("calling")


def _tell_institution(telling: Telling) -> None:
    world, opened = telling.world, telling.number("opened")
    telling.byname = f"the {telling.noun} in {telling.entity('located_in').name}"
    founder, head = telling.entity("founded_by"), telling.entity("headed_by")
    telling.know(
        founder_age=str(opened - world.number(founder, "born")),
        head_born=str(world.number(head, "born")),
        head_died=str(world.number(head, "died")),
    )
    telling.say("opening")
    telling.say_each(telling.draws.shuffled(["founder", "head"]))
    telling.paragraphs(_tell_holdings, _tell_people)
    telling.paragraph()
    telling.say("history")
    telling.fill(_FEWEST_OF_AN_INSTITUTION, "history")


def _institution_event(telling: Telling) -> dict[str, str]:
    opened = telling.number("opened")
    year = telling.draws.between(opened + 2, max(opened + 3, _LAST_YEAR))
    return {"deed_year": str(year), "deed_gap": years(year - opened)}


def _tell_holdings(telling: Telling) -> None:
    telling.say_each(telling.draws.shuffled(["size", "treasure"]))
    telling.tell_of("kept", telling.others("work", "kept_at")[:3])


def _tell_people(telling: Telling) -> None:
    head = telling.related("headed_by")
    for relation in ("studied_at", "worked_at"):
        people = [person for person in telling.others("person", relation) if person != head]
        telling.tell_names(relation, [person.name for person in people[:3]])
    telling.say("history")


def _tell_work(telling: Telling) -> None:
    world, draws, maker = telling.world, telling.draws, telling.entity("made_by")
    telling.byname = f"{maker.name}'s {telling.noun}"
    about, patron = telling.entity("about"), telling.entity("dedicated_to")
    year, born = telling.number("year"), world.number(maker, "born")
    gap = world.number(patron, "born") - born
    work_years = draws.between(1, min(14, year - born - 16))
    telling.know(
        quoted=named(telling.subject),
        maker_age=str(year - born),
        Poss_maker=f"{maker.name}'s",
        work_years=years(work_years),
        start_year=str(year - work_years),
        dedicatee_gap=f"{apart(gap)} than the author"
        if gap
        else "born in the same year as the author",
        parts=str(draws.between(3, 19)),
        kept_year=str(draws.between(_LAST_YEAR - 40, _LAST_YEAR)),
        **both("about", f"the {about.kind} {'' if about.kind == 'river' else 'of '}{about.name}"),
    )
    telling.say_each(("opening", "about"))
    for tables in draws.shuffled([("length", "maker"), ("dedication", "kept")]):
        telling.paragraph()
        telling.say_each([*draws.shuffled(tables), "reception"])
    telling.paragraph()
    telling.fill(_FEWEST_OF_A_WORK, "reception")


def _reception(telling: Telling) -> dict[str, str]:
    draws, year = telling.draws, telling.number("year")
    later = draws.between(year + 1, max(year + 2, min(year + 160, _LAST_YEAR)))
    return {
        "later_year": str(later),
        "later_gap": years(later - year),
        "early_year": str(year - draws.between(1, 3)),
        "copies": str(draws.between(21, 4000)),
        "parts": str(draws.between(3, 19)),
        "page": str(draws.between(9, telling.number("pages"))),
    }


def _tell_town(telling: Telling) -> None:
    world, draws = telling.world, telling.draws
    founded, founder = telling.number("founded"), telling.related("founded_by")
    gap = world.number(telling.entity("twin"), "founded") - founded
    telling.know(
        guild_year=str(draws.between(founded + 5, founded + 90)),
        twin_year=str(draws.between(_LAST_YEAR - 55, _LAST_YEAR)),
        twin_gap=f"{apart(gap)} than" if gap else "as old as",
    )
    if founder:
        telling.know(founder_age=str(founded - world.number(founder, "born")))
    telling.say_each(("opening", "founder" if founder else "no_founder"))
    telling.paragraphs(_tell_size, _tell_life, _tell_ties)
    telling.fill(_FEWEST_OF_A_PLACE, "history")


def _town_event(telling: Telling) -> dict[str, str]:
    founded = telling.number("founded")
    year = telling.draws.between(founded + 15, max(founded + 30, _LAST_YEAR - 40))
    return {"past_year": str(year), "past_gap": years(year - founded)}


def _tell_size(telling: Telling) -> None:
    world, town, draws = telling.world, telling.subject, telling.draws
    telling.say("size")
    sharing = world.mentioned(telling.entity("stands_on"), "town", "stands_on")
    others = [other for other in sharing if other != town]
    if others and draws.index(2):
        other = draws.choice(others)
        larger = telling.number("population") > world.number(other, "population")
        telling.say("larger" if larger else "smaller", **both("neighbour", other.name))
    telling.say("twin")


def _tell_life(telling: Telling) -> None:
    telling.say_each(telling.draws.shuffled(["craft", "calendar", "history"]))


def _tell_ties(telling: Telling) -> None:
    houses = telling.others("institution", "located_in")
    telling.tell_of("houses", houses[:2], since=telling.number("founded"))
    for relation in ("born_in", "died_in"):
        people = telling.draws.shuffled(telling.others("person", relation))
        telling.tell_names(relation, [person.name for person in people[:1]])
    telling.tell_of("books", telling.others("work", "about")[:1])
    telling.say("history")


def _tell_river(telling: Telling) -> None:
    born = telling.world.number(telling.entity("surveyed_by"), "born")
    telling.know(
        surveyor_age=str(telling.number("surveyed_in") - born),
        poss_name=f"the {telling.subject.name}'s",
        fish_year=str(telling.draws.between(1400, 1800)),
    )
    telling.say_each(("opening", "course"))
    telling.paragraphs(_tell_survey, _tell_banks, _tell_rivals)
    telling.fill(_FEWEST_OF_A_PLACE, "moods", "trade")


def _flood(telling: Telling) -> dict[str, str]:
    draws = telling.draws
    return {"flood_year": str(draws.between(1500, 1960)), "weeks": str(draws.between(2, 9))}


def _tell_survey(telling: Telling) -> None:
    telling.say_each(("survey", "moods"))
    telling.tell_of("books", telling.others("work", "about")[:2])


def _tell_banks(telling: Telling) -> None:
    telling.say("fish")
    towns = [town.name for town in telling.world.towns_downstream(telling.subject)]
    telling.tell_names("towns" if len(towns) > 1 else "town", towns)
    telling.say("moods")


def _tell_rivals(telling: Telling) -> None:
    world, river = telling.world, telling.subject
    telling.tell_of("tributary", telling.others("river", "flows_into"))
    siblings = world.mentioned(telling.entity("flows_into"), "river", "flows_into")
    for rival in [other for other in siblings if other != river][:1]:
        gap = telling.number("length_km") - world.number(rival, "length_km")
        slots = both("rival", named(rival)) | {"rival_gap": str(abs(gap))}
        telling.say("longer" if gap > 0 else "shorter", **slots)
    telling.say("trade")


def _tell_sea(telling: Telling) -> None:
    born = telling.world.number(telling.entity("charted_by"), "born")
    telling.know(charter_age=str(telling.number("charted_in") - born))
    telling.say_each(("opening", "chart"))
    telling.paragraphs(_tell_inflow, lambda telling: telling.say_each(["tales"] * 3))
    telling.fill(_FEWEST_OF_A_PLACE, "tales")


def _storm(telling: Telling) -> dict[str, str]:
    draws = telling.draws
    return {
        "light_year": str(draws.between(1700, 1950)),
        "storm_year": str(draws.between(1500, 1960)),
    }


def _tell_inflow(telling: Telling) -> None:
    rivers = telling.others("river", "flows_into")
    names = [named(river) for river in rivers]
    telling.tell_names("rivers" if len(rivers) > 1 else "river", names)
    telling.tell_of("inflow", rivers)


_KINDS = {
    "person": ArticleKind(
        _tell_person, read_tables("person", "achievements"), ("habits", "calling"), _late_year
    ),
    "institution": ArticleKind(
        _tell_institution,
        read_tables("institution"),
        ("size", "treasure", "history"),
        _institution_event,
    ),
    "work": ArticleKind(_tell_work, read_tables("work"), ("reception",), _reception),
    "town": ArticleKind(
        _tell_town, read_tables("town", "town_ties"), ("craft", "calendar", "history"), _town_event
    ),
    "river": ArticleKind(_tell_river, read_tables("river"), ("moods", "trade"), _flood),
    "sea": ArticleKind(_tell_sea, read_tables("sea"), ("tales",), _storm),
}


def article(world: World, entity: Entity, draws: Draws) -> str:
    """Write the article about an entity: paragraphs, one a line, that state its every fact."""
    telling = Telling(world, entity, draws, _KINDS[entity.kind])
    telling.kind.tell(telling)
    return telling.text()
