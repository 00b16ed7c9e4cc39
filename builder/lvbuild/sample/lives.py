"""Inventing a province's people: births and deaths, then the ties among them."""

from __future__ import annotations

from lvbuild.sample.draft import ADULT, COUNTS, UNFOUNDED_TOWNS, Draft, Life
from lvbuild.sample.land import found_town

_STUDY_AGE = 16
_APART = 14
"""The most years between a woman and a man who marry."""


def settle(draft: Draft) -> None:
    """Add people in the order of their births, and the towns that some of them found."""
    draws = draft.draws
    year = draws.between(1400, 1730)
    for _ in range(UNFOUNDED_TOWNS):
        found_town(draft, year - draws.between(0, 20) if year > 1420 else year, None)
    founders = draws.shuffled(range(COUNTS["person"] - 4))[: COUNTS["town"] - UNFOUNDED_TOWNS]
    for place in range(COUNTS["person"]):
        year += draws.between(1, 7)
        _be_born(draft, year)
        if place in founders:
            founder, founding = draft.adult_and_year(draft.lives[-1:])
            found_town(draft, founding, founder)
    for life in draft.lives:
        draft.state(life.person, died_in=draws.choice(draft.towns_by(life.died)))


def _be_born(draft: Draft, year: int) -> None:
    draws = draft.draws
    female = bool(draws.index(2))
    name = draft.names.give(lambda: draft.lexicon.person(draws, female))
    person = draft.add("person", *name, female)
    died = year + draws.between(44, 88)
    draft.lives.append(Life(person, year, died))
    draft.state(
        person,
        born=year,
        born_in=draws.choice(draft.towns_by(year)),
        died=died,
        profession=draft.term("profession"),
        collected=draft.term("collected"),
    )


def marry(draft: Draft) -> None:
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


def teach(draft: Draft) -> None:
    """Give most people a teacher, a school and a place of work, where such were to be had."""
    draws = draft.draws
    opened = [(place, draft.number_of(place, "opened")) for place in draft.of("institution")]
    teaching = [
        (place, year)
        for place, year in opened
        if draft.facts[place]["sort"] in draft.lexicon.teaching
    ]
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
