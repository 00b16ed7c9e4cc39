"""Inventing what a province's people leave behind: institutions and works."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from lvbuild.sample.draft import COUNTS, Draft
from lvbuild.sample.entities import Entity

_GROWN = 15
"""The age from which a work may be dedicated to someone."""


def open_institutions(draft: Draft) -> None:
    """Add institutions, founded by adults in towns that stood; who heads one has worked there."""
    draws = draft.draws
    heads = draws.shuffled(draft.lives)
    sorts = _sorts(draft)
    while len(draft.of("institution")) < COUNTS["institution"]:
        founder, year = draft.adult_and_year()
        free = [life for life in heads if life.person != founder and year < life.adult_years()[-1]]
        if free:
            head = free[0]
            heads.remove(head)
            place = _open(draft, next(sorts), year)
            draft.state(place, founded_by=founder, headed_by=head.person)
            draft.state(head.person, worked_at=place)


def _sorts(draft: Draft) -> Iterator[str]:
    """Yield sorts of institutions, over and over; the first two keep works and teach."""
    lexicon = draft.lexicon
    drawn = draft.draws.shuffled(lexicon.terms["institution_sort"])
    first = [
        next(sort for sort in drawn if sort in able) for able in (lexicon.keeping, lexicon.teaching)
    ]
    return cycle(dict.fromkeys((*first, *drawn)))


def _open(draft: Draft, sort: str, year: int) -> Entity:
    draws = draft.draws
    town = draws.choice(draft.towns_by(year))
    name = draft.names.give(lambda: (draft.lexicon.institution(draws, sort),) * 2)
    place = draft.add("institution", *name)
    draft.state(
        place,
        sort=sort,
        located_in=town,
        opened=year,
        holdings=draws.between(1_200, 98_000),
        staff=draws.between(9, 480),
        treasure=draft.treasure(sort),
    )
    return place


def make_works(draft: Draft) -> None:
    """Add works, made in their makers' adult lives, dedicated to somebody grown and alive then."""
    draws, rivers = draft.draws, draft.of("river")
    keepers = [
        place
        for place in draft.of("institution")
        if draft.facts[place]["sort"] in draft.lexicon.keeping
    ]
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
        title = _title(draft, sort)
        draft.state(
            title,
            sort=sort,
            made_by=maker,
            year=year,
            pages=draws.between(32, 940),
            dedicated_to=draws.choice(patrons),
            kept_at=draws.choice(keepers),
            about=draws.choice(rivers + draft.towns_by(year)),
        )


def _title(draft: Draft, sort: str) -> Entity:
    draws = draft.draws
    return draft.add("work", *draft.names.give(lambda: (draft.lexicon.work(draws, sort),) * 2))
