"""Inventing the world province by province: its water and towns, its people, what these leave.

A province is drawn from the seed and its number, and from the names that those before it took:
so a world of n provinces is the beginning of one of n + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.sample.word_files import Lexicon, Names
from lvbuild.sample.world import Entity, Province, Value

COUNTS = {"sea": 1, "river": 4, "town": 12, "person": 24, "institution": 8, "work": 14}
"""How many of each kind a province has; the first two towns have no founder."""

UNFOUNDED_TOWNS = 2
ADULT = 22
"""The age from which people found, head, make, survey and marry."""

AGED = 75
"""The age from which they begin nothing new."""


@dataclass(frozen=True, slots=True)
class _Life:
    person: Entity
    born: int
    died: int

    def adult_years(self) -> range:
        return range(self.born + ADULT, min(self.died, self.born + AGED))


@dataclass(slots=True)
class _Draft:
    number: int
    draws: Draws
    lexicon: Lexicon
    names: Names
    facts: dict[Entity, dict[str, Any]] = field(default_factory=dict)
    lives: list[_Life] = field(default_factory=list)
    founded: dict[Entity, int] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, sort: str = "") -> Entity:
        """Name a thing of a kind, and of a sort as a lexicon knows it."""
        number = self.number * COUNTS[kind] + len(self.of(kind)) + 1
        name = self.names.give(lambda: self.lexicon.name(self.draws, kind, sort), kind == "person")
        entity = Entity(f"{kind}-{number}", kind, name, sort == "woman")
        self.facts[entity] = {}
        return entity

    def state(self, entity: Entity, **values: Value) -> None:
        self.facts[entity].update(values)

    def term(self, relation: str, sort: str = "") -> str:
        """Draw a term, or a treasure of a sort, each once before any comes again."""
        terms = self.lexicon.institutions[sort][relation] if sort else self.lexicon.terms[relation]
        deck = f"{relation} {sort}"
        if not self.decks.get(deck):
            self.decks[deck] = self.draws.shuffled(terms)
        return self.decks[deck].pop()

    def of(self, kind: str) -> list[Entity]:
        return [entity for entity in self.facts if entity.kind == kind]

    def towns_by(self, year: int) -> list[Entity]:
        return [town for town, founded in self.founded.items() if founded < year]

    def adult_and_year(self, lives: list[_Life] | None = None) -> tuple[Entity, int]:
        """Draw a person and a year of their adult life."""
        life = self.draws.choice(lives or self.lives)
        return life.person, self.draws.choice(life.adult_years())


PORT_ALTITUDE_M = 30
"""Towns above this height are no ports."""


def _pour_waters(draft: _Draft) -> None:
    """Add the sea and its rivers; each flows into a longer one or the sea."""
    draws = draft.draws
    sea = draft.add("sea")
    draft.state(sea, depth_m=draws.between(180, 5200), area_km2=draws.between(8_000, 640_000))
    mouths = [sea]
    length, altitude = draws.between(520, 1600), draws.between(1100, 3200)
    for _ in range(COUNTS["river"]):
        river = draft.add("river")
        draft.state(
            river,
            flows_into=draws.choice(mouths),
            length_km=length,
            source_altitude_m=altitude,
            fish=draft.term("fish"),
        )
        mouths.append(river)
        length = draws.between(length // 2, length - 9)
        altitude = draws.between(500, 3000)


def _found_town(draft: _Draft, year: int, founder: Entity | None) -> None:
    draws, facts = draft.draws, draft.facts
    river = draws.choice(draft.of("river"))
    taken = {own["altitude_m"] for own in facts.values() if own.get("stands_on") == river}
    highest = facts[river]["source_altitude_m"] * 2 // 3
    altitude = 0
    while not altitude or altitude in taken:  # most lie low, no two on a river at one height
        altitude = 4 + int((highest - 4) * draws.uniform(0, 1) ** 3)
    town = draft.add("town", "port" if altitude <= PORT_ALTITUDE_M else "")
    draft.founded[town] = year
    draft.state(town, stands_on=river, founded=year)
    if founder:
        draft.state(town, founded_by=founder)
    draft.state(
        town,
        population=draws.between(1_100, 260_000),
        altitude_m=altitude,
        craft=draft.term("craft"),
        market_day=draft.term("market_day"),
        festival_month=draft.term("festival_month"),
    )


def _survey_waters(draft: _Draft) -> None:
    for kind, deed in (("sea", "charted"), ("river", "surveyed")):
        for water in draft.of(kind):
            person, year = draft.adult_and_year()
            surveyed: dict[str, Value] = {f"{deed}_in": year, f"{deed}_by": person}
            draft.state(water, **surveyed)


_STUDY_AGE = 16
_APART = 14
"""The most years between a woman and a man who marry."""


def _settle(draft: _Draft) -> None:
    """Add people in the order of their births, and the towns that some of them found."""
    draws = draft.draws
    year = draws.between(1400, 1730)
    for _ in range(UNFOUNDED_TOWNS):
        _found_town(draft, year - draws.between(0, 20) if year > 1420 else year, None)
    founders = draws.shuffled(range(COUNTS["person"] - 4))[: COUNTS["town"] - UNFOUNDED_TOWNS]
    for place in range(COUNTS["person"]):
        year += draws.between(1, 7)
        person = draft.add("person", "woman" if draws.index(2) else "man")
        died = year + draws.between(44, 88)
        draft.lives.append(_Life(person, year, died))
        draft.state(
            person,
            born=year,
            born_in=draws.choice(draft.towns_by(year)),
            died=died,
            profession=draft.term("profession"),
            collected=draft.term("collected"),
        )
        if place in founders:
            founder, founding = draft.adult_and_year(draft.lives[-1:])
            _found_town(draft, founding, founder)
    for life in draft.lives:
        draft.state(life.person, died_in=draws.choice(draft.towns_by(life.died)))


def _marry(draft: _Draft) -> None:
    """Marry about two thirds of the people, women and men near in age, each at most once."""
    single = draft.draws.shuffled(draft.lives)
    while len(single) > COUNTS["person"] // 3:
        one = single.pop()
        others = [
            life
            for life in single
            if abs(life.born - one.born) <= _APART and life.person.female != one.person.female
        ]
        if others:
            other = draft.draws.choice(others)
            single.remove(other)
            draft.state(one.person, married=other.person)
            draft.state(other.person, married=one.person)


def _teach(draft: _Draft) -> None:
    """Give most people a teacher, a school and a place of work, where such were to be had."""
    draws = draft.draws
    opened = [(place, draft.facts[place]["opened"]) for place in draft.of("institution")]
    able = draft.lexicon.able("teaches")
    teaching = [(place, year) for place, year in opened if draft.facts[place]["sort"] in able]
    for life in draft.lives:
        person, facts = life.person, draft.facts[life.person]
        studied = life.born + _STUDY_AGE
        teachers = [
            other.person
            for other in draft.lives
            if other.born + ADULT <= studied < other.died and other.person != facts.get("married")
        ]
        schools = [place for place, year in teaching if year <= studied]
        works = [place for place, year in opened if year < life.adult_years()[-1]]
        if teachers and draws.index(4):
            draft.state(person, taught_by=draws.choice(teachers))
        if schools and draws.index(5):
            draft.state(person, studied_at=draws.choice(schools))
        if works and "worked_at" not in facts and draws.index(5):
            draft.state(person, worked_at=draws.choice(works))


_GROWN = 15
"""The age from which a work may be dedicated to someone."""


def _open_institutions(draft: _Draft) -> None:
    """Add institutions, founded by adults in towns that stood; who heads one has worked there.

    The first two keep works and teach.
    """
    draws, lexicon = draft.draws, draft.lexicon
    heads = draws.shuffled(draft.lives)
    drawn = draws.shuffled(lexicon.terms["institution_sort"])
    able = (lexicon.able("keeps"), lexicon.able("teaches"))
    first = [next(sort for sort in drawn if sort in sorts) for sorts in able]
    sorts = cycle(dict.fromkeys((*first, *drawn)))
    while len(draft.of("institution")) < COUNTS["institution"]:
        founder, year = draft.adult_and_year()
        free = [life for life in heads if life.person != founder and year < life.adult_years()[-1]]
        if free:
            head, sort = free[0], next(sorts)
            heads.remove(head)
            town = draws.choice(draft.towns_by(year))
            place = draft.add("institution", sort)
            draft.state(
                place,
                sort=sort,
                located_in=town,
                opened=year,
                holdings=draws.between(1_200, 98_000),
                staff=draws.between(9, 480),
                treasure=draft.term("treasure", sort),
                founded_by=founder,
                headed_by=head.person,
            )
            draft.state(head.person, worked_at=place)


def _make_works(draft: _Draft) -> None:
    """Add works, made in their makers' adult lives, dedicated to somebody grown and alive then."""
    draws, rivers = draft.draws, draft.of("river")
    able = draft.lexicon.able("keeps")
    keepers = [place for place in draft.of("institution") if draft.facts[place]["sort"] in able]
    while len(draft.of("work")) < COUNTS["work"]:
        maker, year = draft.adult_and_year()
        patrons = [
            life.person
            for life in draft.lives
            if life.person != maker and life.born + _GROWN < year <= life.died
        ]
        if not patrons:
            continue
        sort = draft.term("work_sort")
        draft.state(
            draft.add("work", sort),
            sort=sort,
            made_by=maker,
            year=year,
            pages=draws.between(32, 940),
            dedicated_to=draws.choice(patrons),
            kept_at=draws.choice(keepers),
            about=draws.choice(rivers + draft.towns_by(year)),
        )


def stream_provinces(seed: int, lexicon: Lexicon, language: LanguageCode) -> Iterator[Province]:
    """Yield province after province, without end."""
    names = Names(language)
    number = 0
    while True:
        draft = _Draft(number, Draws(seed, "sample", language, number), lexicon, names)
        _pour_waters(draft)
        _settle(draft)
        towns = draft.draws.shuffled(draft.of("town"))
        for one, other in zip(towns[::2], towns[1::2], strict=True):
            draft.state(one, twin=other)
            draft.state(other, twin=one)
        _survey_waters(draft)
        _marry(draft)
        _open_institutions(draft)
        _teach(draft)
        _make_works(draft)
        yield {entity: draft.facts[entity] for entity in draft.draws.shuffled(list(draft.facts))}
        number += 1
