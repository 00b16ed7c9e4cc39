"""Inventing a province's water and towns: the sea, what flows into it, what stands on that."""

from __future__ import annotations

from lvbuild.sample.draft import COUNTS, Draft
from lvbuild.sample.entities import Entity


def pour_waters(draft: Draft) -> None:
    """Add the sea and its rivers; each flows into a longer one or the sea."""
    draws, lexicon = draft.draws, draft.lexicon
    name = draft.names.give(lambda: (lexicon.sea(draws),) * 2)
    sea = draft.add("sea", *name)
    draft.state(sea, depth_m=draws.between(180, 5200), area_km2=draws.between(8_000, 640_000))
    mouths = [sea]
    length, altitude = draws.between(520, 1600), draws.between(1100, 3200)
    for _ in range(COUNTS["river"]):
        river = draft.add("river", *draft.names.give(lambda: (lexicon.river(draws),) * 2))
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


def found_town(draft: Draft, year: int, founder: Entity | None) -> None:
    """Add a town on one of the rivers; the oldest towns have no founder."""
    draws = draft.draws
    river = draws.choice(draft.of("river"))
    town = draft.add("town", *draft.names.give(lambda: (draft.lexicon.town(draws),) * 2))
    draft.founded[town] = year
    draft.state(town, stands_on=river, founded=year)
    if founder:
        draft.state(town, founded_by=founder)
    draft.state(
        town,
        population=draws.between(1_100, 260_000),
        altitude_m=draws.between(4, draft.number_of(river, "source_altitude_m") * 2 // 3),
        craft=draft.term("craft"),
        market_day=draft.term("market_day"),
        festival_month=draft.term("festival_month"),
    )


def twin_towns(draft: Draft) -> None:
    """Pair all towns, two by two."""
    towns = draft.draws.shuffled(draft.of("town"))
    for one, other in zip(towns[::2], towns[1::2], strict=True):
        draft.state(one, twin=other)
        draft.state(other, twin=one)


def survey_waters(draft: Draft) -> None:
    """Say who charted the sea and surveyed each river, and when."""
    for sea in draft.of("sea"):
        person, year = draft.adult_and_year()
        draft.state(sea, charted_in=year, charted_by=person)
    for river in draft.of("river"):
        person, year = draft.adult_and_year()
        draft.state(river, surveyed_in=year, surveyed_by=person)
