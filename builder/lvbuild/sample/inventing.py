"""Inventing the world province by province: its rivers and towns, its people, what these leave.

A province is drawn from the seed and its number, and from the names that those before it took:
so a world of n provinces is the beginning of one of n + 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, cycle
from typing import Any

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.sample.names import Lexicon, Names
from lvbuild.sample.world import Entity, Province, Value

COUNTS = {"river": 4, "town": 12, "person": 24, "institution": 8, "work": 14}
"""How many of each kind a province has; the first two towns have no founder."""
ARTICLES = sum(COUNTS.values())
"""How many things a province has, each with an article."""
_BEFORE = dict(zip(COUNTS, accumulate(COUNTS.values(), initial=0), strict=False))
UNFOUNDED_TOWNS = 2
ADULT = 25
"""The age from which people found, head, make, survey and teach."""
AGED = 68
"""The age from which they begin nothing new."""
_BIRTHS = (1600, 1740)
"""When the first of a province may be born; the last are about a hundred years younger."""
_STUDY_AGE = 16
_GROWN = 15
"""The age from which a work may be dedicated to someone."""
_APART = 12
"""The most years between a woman and a man who marry."""
PORT_ALTITUDE_M = 30
"""Towns above this height are no ports."""


@dataclass(frozen=True, slots=True)
class _Life:
    person: Entity
    born: int
    died: int
    does: str

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
    decks: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    told: Counter[Entity] = field(default_factory=Counter)

    def add(self, kind: str, sort: str = "") -> Entity:
        """Name a thing of a kind, and of a sort as a lexicon knows it."""
        number = self.number * COUNTS[kind] + len(self.of(kind)) + 1
        name = self.names.give(lambda: self.lexicon.name(self.draws, kind, sort), kind == "person")
        entity = Entity(f"{kind}-{number}", kind, name, sort == "woman")
        self.facts[entity] = {}
        return entity

    def state(self, entity: Entity, **values: Value) -> None:
        self.facts[entity].update(values)

    def deal(self, *words: str) -> str:
        """Draw one of some words, each once before any comes again."""
        if not self.decks.get(words):
            self.decks[words] = self.draws.shuffled(words)
        return self.decks[words].pop()

    def term(self, relation: str, kind: str = "", sort: str = "") -> str:
        return self.deal(*self.lexicon.terms(relation, kind, sort))

    def of(self, kind: str) -> list[Entity]:
        return [entity for entity in self.facts if entity.kind == kind]

    def town_by(self, year: int) -> Entity:
        """Draw one of the towns that stood before a year of which the fewest things are told.

        Were they all alike, most people would be born in the two that stood first.
        """
        towns = [town for town, founded in self.founded.items() if founded < year]
        fewest = min(self.told[town] for town in towns)
        town = self.draws.choice([one for one in towns if self.told[one] == fewest])
        self.told[town] += 1
        return town

    def adult_and_year(self, lives: Sequence[_Life]) -> tuple[Entity, int]:
        """Draw a person and a year of their adult life."""
        life = self.draws.choice(lives)
        return life.person, self.draws.choice(life.adult_years())


def _pour_waters(draft: _Draft) -> None:
    """Add the rivers; the longest reaches the sea, each other flows into a longer one."""
    draws = draft.draws
    length, altitude = draws.between(420, 1100), draws.between(1100, 2600)
    for _ in range(COUNTS["river"]):
        mouths = draft.of("river")
        river = draft.add("river")
        if mouths:
            draft.state(river, flows_into=draws.choice(mouths))
        draft.state(river, length_km=length, source_altitude_m=altitude)
        draft.state(river, **{term: draft.term(term) for term in ("rock", "fish", "banks")})
        length = draws.between(length // 2, length - 9)
        altitude = draws.between(500, 2200)


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
    struck = year + draws.between(12, 70)
    draft.state(
        town,
        population=draws.between(1_100, 86_000),
        altitude_m=altitude,
        disaster_year=struck,
        landmark_year=struck + draws.between(2, 60),
    )
    terms = ("craft", "market_day", "festival_month", "disaster", "landmark")
    draft.state(town, **{term: draft.term(term) for term in terms})


def _settle(draft: _Draft) -> None:
    """Add people in the order of their births, and the towns that some of them found."""
    draws, professions = draft.draws, draft.lexicon.professions
    does = cycle(("writes", "", "writes", "surveys", "writes", ""))
    year = draws.between(*_BIRTHS)
    for _ in range(UNFOUNDED_TOWNS):
        _found_town(draft, year - draws.between(10, 190), None)
    founders = draws.shuffled(range(COUNTS["person"] - 4))[: COUNTS["town"] - UNFOUNDED_TOWNS]
    for place in range(COUNTS["person"]):
        year += draws.between(1, 7)
        person = draft.add("person", "woman" if draws.index(2) else "man")
        died = year + draws.between(46, 86)
        life = _Life(person, year, died, next(does))
        draft.lives.append(life)
        draft.state(
            person,
            born=year,
            born_in=draft.town_by(year),
            died=died,
            profession=draft.deal(*professions[life.does]),
            parent=draft.term("parent"),
            siblings=draft.term("siblings"),
            collected=draft.term("collected"),
            portrait_year=draws.choice(life.adult_years()),
            letters=draws.between(32, 940),
            letters_year=died + draws.between(3, 40),
        )
        if place in founders:
            founder, founding = draft.adult_and_year([life])
            _found_town(draft, founding, founder)
    for life in draft.lives:
        draft.state(life.person, died_in=draft.town_by(life.died))


def _cross_waters(draft: _Draft) -> None:
    """Have the rivers surveyed by those who can, bridged at a town, and flooded."""
    draws = draft.draws
    for river in draft.of("river"):
        able = [life for life in draft.lives if life.does == "surveys"]
        person, year = draft.adult_and_year(able)
        draft.state(river, surveyed_in=year, surveyed_by=person)
        towns = [town for town in draft.of("town") if draft.facts[town]["stands_on"] == river]
        if towns:
            town = draws.choice(towns)
            built = draft.founded[town] + draws.between(3, 90)
            draft.state(river, bridged_at=town, bridge_year=built)
        draft.state(river, flood_year=draws.between(1760, 1930))


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


def _open_institutions(draft: _Draft) -> None:
    """Add institutions, each with a founder and a first head who were adults when it opened.

    The first two keep works and teach.
    """
    draws, lexicon = draft.draws, draft.lexicon
    free = draws.shuffled(draft.lives)
    drawn = draws.shuffled(list(lexicon.sorts["institution"]))
    able = (lexicon.able("keeps"), lexicon.able("teaches"))
    first = [next(sort for sort in drawn if sort in sorts) for sorts in able]
    sorts = cycle(dict.fromkeys((*first, *drawn)))
    while len(draft.of("institution")) < COUNTS["institution"]:
        founder, year = draft.adult_and_year(draft.lives)
        heads = [life for life in free if life.person != founder and year in life.adult_years()]
        if not heads:
            continue
        free.remove(heads[0])
        sort = next(sorts)
        place = draft.add("institution", sort)
        damaged = year + draws.between(8, 80)
        draft.state(
            place,
            sort=sort,
            located_in=draft.town_by(year),
            opened=year,
            founded_by=founder,
            headed_by=heads[0].person,
            holdings=draws.between(1_200, 98_000),
            staff=draws.between(9, 180),
            treasure=draft.term("treasure", "institution", sort),
            disaster=draft.term("disaster"),
            damage_year=damaged,
            extended=damaged + draws.between(3, 60),
            closed_day=draft.term("closed_day"),
        )


def _teach(draft: _Draft) -> None:
    """Give most people a teacher of their own art, a school and a place of work, where these were.

    Who was the first head of a place worked nowhere else.
    """
    draws = draft.draws
    opened = [(place, draft.facts[place]["opened"]) for place in draft.of("institution")]
    able = draft.lexicon.able("teaches")
    heads = {draft.facts[place]["headed_by"] for place, _ in opened}
    for life in draft.lives:
        person, facts = life.person, draft.facts[life.person]
        studied = life.born + _STUDY_AGE
        teachers = [
            other.person
            for other in draft.lives
            if other.born + ADULT <= studied < other.died
            and other.does == life.does
            and other.person != facts.get("married")
        ]
        schools = [
            place
            for place, year in opened
            if year <= studied and draft.facts[place]["sort"] in able
        ]
        works = [place for place, year in opened if year < min(life.born + 45, life.died - 5)]
        if teachers:
            draft.state(person, taught_by=draws.choice(teachers))
        if schools and draws.index(5):
            draft.state(person, studied_at=draws.choice(schools))
        if works and person not in heads:
            draft.state(person, worked_at=draws.choice(works))


def _make_works(draft: _Draft) -> None:
    """Add works, made in their makers' adult lives, dedicated to somebody grown and alive then."""
    draws, lexicon = draft.draws, draft.lexicon
    able = lexicon.able("keeps")
    keepers = [place for place in draft.of("institution") if draft.facts[place]["sort"] in able]
    writers = [life for life in draft.lives if life.does == "writes"]
    while len(draft.of("work")) < COUNTS["work"]:
        maker, year = draft.adult_and_year(writers)
        patrons = [
            life.person
            for life in draft.lives
            if life.person != maker and life.born + _GROWN < year <= life.died
        ]
        if not patrons:
            continue
        profession = draft.facts[maker]["profession"]
        sorts = lexicon.sorts["work"].items()
        sort = draws.choice([one for one, traits in sorts if profession in traits["writers"]])
        parts = draws.between(24, 64)
        printed = year + draws.between(1, 9)
        draft.state(
            draft.add("work", sort),
            sort=sort,
            made_by=maker,
            year=year,
            matter=draft.term("matter", "work", sort),
            about=draft.town_by(year),
            parts=parts,
            pages=parts * draws.between(4, 9) + draws.between(1, 12),
            dedicated_to=draws.choice(patrons),
            printed=printed,
            copies=draws.between(6, 48) * 25,
            reprinted=printed + draws.between(4, 60),
            quality=draft.term("quality", "work", sort),
            fault=draft.term("fault", "work", sort),
            kept_at=draws.choice(keepers),
        )


def place_of(entity_id: str) -> int:
    """Return the place of a thing among those of all provinces, by kind; -1 where no id is so."""
    kind, _, number = entity_id.partition("-")
    if kind not in COUNTS or not number.isdecimal():
        return -1
    province, place = divmod(int(number) - 1, COUNTS[kind])
    return province * ARTICLES + _BEFORE[kind] + place


def stream_provinces(seed: int, lexicon: Lexicon, language: LanguageCode) -> Iterator[Province]:
    """Yield province after province, without end."""
    names = Names(language)
    number = 0
    while True:
        draft = _Draft(number, Draws(seed, "sample", language, number), lexicon, names)
        _pour_waters(draft)
        _settle(draft)
        _cross_waters(draft)
        _marry(draft)
        _open_institutions(draft)
        _teach(draft)
        _make_works(draft)
        yield {entity: draft.facts[entity] for entity in draft.draws.shuffled(list(draft.facts))}
        number += 1
