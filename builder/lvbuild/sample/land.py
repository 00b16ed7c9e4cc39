"""Inventing a province's water and towns: the sea, what flows into it, what stands on that."""

from __future__ import annotations

from lvbuild.sample.draft import COUNTS, Draft
from lvbuild.sample.entities import Entity

PORT_ALTITUDE_M = 30
"""Towns above this height are no ports."""


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
    altitude = _altitude(draft, river)
    low = altitude <= PORT_ALTITUDE_M
    town = draft.add("town", *draft.names.give(lambda: (draft.lexicon.town(draws, low),) * 2))
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


def _altitude(draft: Draft, river: Entity) -> int:
    """Draw how high a town lies: most lie low, no two on a river at one height."""
    facts = draft.facts
    taken = [
        facts[town]["altitude_m"] for town in draft.founded if facts[town]["stands_on"] == river
    ]
    highest = draft.number_of(river, "source_altitude_m") * 2 // 3
    while True:
        altitude = 4 + int((highest - 4) * draft.draws.uniform(0, 1) ** 3)
        if altitude not in taken:
            return altitude


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
