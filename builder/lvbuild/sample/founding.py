"""Inventing what a province's people leave behind: institutions and works."""

from __future__ import annotations

from lvbuild.sample.draft import COUNTS, Draft
from lvbuild.sample.entities import Entity


def open_institutions(draft: Draft) -> None:
    """Add institutions, founded by adults in towns that stood; who heads one has worked there."""
    draws = draft.draws
    heads = draws.shuffled(draft.lives)
    while len(draft.of("institution")) < COUNTS["institution"]:
        founder, year = draft.adult_and_year()
        free = [life for life in heads if life.person != founder and life.died - 2 > year]
        if free:
            head = free[0]
            heads.remove(head)
            place = _open(draft, year)
            draft.state(place, founded_by=founder, headed_by=head.person)
            draft.state(head.person, worked_at=place)


def _open(draft: Draft, year: int) -> Entity:
    draws, sort = draft.draws, draft.term("institution_sort")
    town = draws.choice(draft.towns_by(year))
    name = draft.names.give(lambda: (draft.lexicon.institution(draws, sort, town.name),) * 2)
    place = draft.add("institution", *name)
    draft.state(
        place,
        sort=sort,
        located_in=town,
        opened=year,
        holdings=draws.between(1_200, 98_000),
        staff=draws.between(9, 480),
        treasure=draft.term("treasure"),
    )
    return place


def make_works(draft: Draft) -> None:
    """Add works, made in their makers' adult lives, dedicated to somebody grown by then."""
    draws, rivers = draft.draws, draft.of("river")
    for _ in range(COUNTS["work"]):
        # The first-born are left out as makers: a dedication needs someone born before.
        maker, year = draft.adult_and_year(draft.lives[2:])
        sort = draft.term("work_sort")
        title = _title(draft, sort)
        others = [life.person for life in draft.lives if life.born + 15 < year]
        draft.state(
            title,
            sort=sort,
            made_by=maker,
            year=year,
            pages=draws.between(32, 940),
            dedicated_to=draws.choice([other for other in others if other != maker]),
            kept_at=draws.choice(draft.of("institution")),
            about=draws.choice(rivers + draft.towns_by(year)),
        )


def _title(draft: Draft, sort: str) -> Entity:
    draws = draft.draws
    return draft.add("work", *draft.names.give(lambda: (draft.lexicon.work(draws, sort),) * 2))
