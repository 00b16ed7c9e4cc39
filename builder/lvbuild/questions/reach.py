"""How far replacements reach beyond a question's own texts: mentions are replaced, not strings.

A question's own texts are its supporting and rival passages, itself, its answers, its keywords and
its facts: all of its rows hold there. Another passage may speak of a stranger who shares a word, or
of any other thing in that year: there only what names the row's entity is replaced.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lvbuild.languages import Language
from lvbuild.tables.rows import ReplacementRow, Scope
from lvbuild.text.pairs import NAMES
from lvbuild.text.replacing import Match, leftmost_longest

_WORD = re.compile(r"[^\W_]+")


class Reach(NamedTuple):
    """How far the pair of a row reaches into other passages.

    Rows of one question with one `entity` have one number. What `names` an entity is a long form of
    its name: where that stands the passage speaks of it.
    """

    scope: Scope
    entity: int
    names: bool


def reaches(rows: Iterable[ReplacementRow], language: Language) -> tuple[Reach, ...]:
    """Return how far rows reach, in their order.

    The rows of one question with one entity are a family, a row without any is its own. Of its
    names the ones that are no part of a longer one are long forms, which reach everywhere; a short
    form reaches where a long one stands too. Dates, numbers and terms do not reach beyond the
    question's own texts. A row's `scope` says otherwise: a name that is to be replaced in the
    question's own texts alone names nothing in others, where it may be anybody's.
    """
    each = list(rows)
    families: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    keys = [
        (r.question_id, r.entity) if r.entity else (r.question_id, "", r.original) for r in each
    ]
    for key, row in zip(keys, each, strict=True):
        if row.kind in NAMES:
            families[key].append(row.original)
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    found = []
    for key, row in zip(keys, each, strict=True):
        is_name = row.kind in NAMES
        is_long = is_name and not any(
            _is_part(row.original, other, language) for other in families[key]
        )
        usual: Scope = "everywhere" if is_long else "entity" if is_name else "own"
        scope = row.scope or usual
        found.append(Reach(scope, numbers[key], is_long and scope != "own"))
    return tuple(found)


def within_reach(matches: Iterable[Match], reaches: Sequence[Reach]) -> tuple[list[Match], bool]:
    """Return the matches of a passage that is not the question's own which are replaced in it.

    With them comes whether it contradicts the question: it names an entity and tells of it what
    the question has otherwise. It then cannot stand in its contexts.
    """
    every = list(matches)
    named = {reaches[match.pair].entity for match in every if reaches[match.pair].names}
    kept, contradicts = [], False
    for match in every:
        scope, entity, _ = reaches[match.pair]
        if scope == "everywhere" or (scope == "entity" and entity in named):
            kept.append(match)
    for match in leftmost_longest(every):
        scope, entity, _ = reaches[match.pair]
        contradicts |= scope == "own" and entity in named
    return kept, contradicts


def _is_part(short: str, long: str, language: Language) -> bool:
    """Tell whether a name is a part of a longer one: some of its words, in Chinese characters."""
    if not language.space:
        return short != long and short in long
    few, many = (f" {' '.join(_WORD.findall(name)).casefold()} " for name in (short, long))
    return few != many and few in many
