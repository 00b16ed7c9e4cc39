"""Licences: which one records may have, given those of the texts and tables they are made of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.resources import read_yaml
from lvbuild.recipe.sources import UNKNOWN_LICENCE


@dataclass(frozen=True, slots=True)
class Terms:
    """What a licence asks of who passes on what was made of a text, as `licences.yaml` tells."""

    name: str
    asks: frozenset[str]
    into: tuple[str, ...] = ()
    hub: str = ""

    def allows(self, other: Terms) -> bool:
        """Tell whether what was made of a text under it may be under another licence."""
        if "unchanged" in self.asks:
            return False
        if "alike" in self.asks:
            return other.name in (self.name, *self.into)
        return self.asks <= other.asks


_TABLE = read_yaml(Path(__file__).with_suffix(".yaml"))
_TERMS = [
    Terms(name, frozenset(told["asks"]), tuple(told.get("into", ())), told.get("hub", ""))
    for name, told in _TABLE.items()
]
_KNOWN = {terms.name.lower(): terms for terms in _TERMS}


class Part(NamedTuple):
    """A corpus or a table that records are made of.

    Who gets one that is `gated` agrees to terms of its own, beside its licence.
    """

    name: str
    licence: str
    gated: bool = False


class Worked(NamedTuple):
    """The licence of records, "" where there is none, and why they may not be passed on."""

    licence: str
    warnings: tuple[str, ...]


def work_out(parts: Iterable[Part]) -> Worked:
    """Return the licence of what is made of all parts: of theirs the one that asks most.

    One that asks to share alike is kept to. Where parts share one licence it is that, whatever its
    terms.
    """
    each = list(dict.fromkeys(parts))
    names = list(dict.fromkeys(part.licence for part in each))
    terms = [_KNOWN[name.lower()] for name in names if name.lower() in _KNOWN]
    known = len(terms) == len(names)
    found = _strictest(terms) if known else names[0] if len(names) == 1 else ""
    return Worked("" if found == UNKNOWN_LICENCE else found, tuple(_warnings(each)))


def _strictest(terms: Sequence[Terms]) -> str:
    """Return the licence that all allow: one of them, the one that asks most, or another; or ""."""
    own = [one for one in _TERMS if one in terms]
    into = [one for one in _TERMS if any(one.name in each.into for each in terms)]
    allowed = [one for one in [*into, *own] if all(each.allows(one) for each in terms)]
    return allowed[-1].name if allowed else ""


MAY_NOT = "the release may not be passed on"
"""What a warning says of a release that is for its builder alone."""


def _warnings(parts: Sequence[Part]) -> Iterator[str]:
    """Yield why what is made of parts may not be passed on, or may only by who knows more."""
    holders: dict[str, list[str]] = {}
    for part in parts:
        holders.setdefault(part.licence, []).append(part.name)
    for licence, names in holders.items():
        of, terms = _listed(names), _KNOWN.get(licence.lower())
        if licence == UNKNOWN_LICENCE:
            yield f"nobody says what licence {of} has: {MAY_NOT} until that is known"
        elif terms is None and len(holders) > 1:
            yield (
                f"lvbuild does not know the terms of {licence} ({of}): read them before you pass"
                " the release on"
            )
        elif terms is not None and "unchanged" in terms.asks:
            yield f"{licence} ({of}) lets nobody pass on what was made of the texts: {MAY_NOT}"
    for one, other in combinations([name for name in holders if name.lower() in _KNOWN], 2):
        both = [_KNOWN[one.lower()], _KNOWN[other.lower()]]
        if not (any("unchanged" in terms.asks for terms in both) or _strictest(both)):
            told = " and ".join(f"{name} ({_listed(holders[name])})" for name in (one, other))
            yield f"{told} allow no licence for both: {MAY_NOT}"
    if gated := [part.name for part in parts if part.gated]:
        yield f"who gets {_listed(gated)} agrees to terms of its own: {MAY_NOT}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def hub_licence(licences: Collection[str]) -> dict[str, str]:
    """Return the keys of a card that name the licence of parts with these licences.

    One licence that the Hub knows is `license` alone. Several, or one that it does not know, are
    `license: other` with a `license_name`, which joins the parts' (Hub, "Dataset Cards").
    """
    parts = sorted(set(licences))
    known = _KNOWN.get(parts[0].lower()) if len(parts) == 1 else None
    if known is not None and known.hub:
        return {"license": known.hub}
    slugs = [re.sub(r"[^a-z0-9.]+", "-", part.lower()).strip("-.") or "unnamed" for part in parts]
    return {"license": "other", "license_name": "-and-".join(slugs)}
