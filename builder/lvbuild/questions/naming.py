"""Which rows' words name what a question is about, so that no stranger's passage may hold them.

A question's own texts are its supporting and rival passages, itself, its answers, its keywords and
its facts: all of its rows hold there, and nowhere else. Any other passage stands as its corpus has
it. One that names what is replaced would tell of it under its old name, or half of one were words
replaced in it: the question does not get it. A stranger who shares a word stays, and so does any
other thing of that year.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from lvbuild.languages import Language
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import NAMES

_WORD = re.compile(r"[^\W_]+")
_SHORT = 2
"""Characters of a Chinese name that is a part of a longer one and may be a stranger's too."""


def naming(rows: Iterable[ReplacementRow], language: Language) -> tuple[bool, ...]:
    """Tell of each row whether what it replaces names its entity wherever it stands.

    Names do, but for short forms: a single word, in Chinese two characters, of a longer name of the
    same entity. Dates, numbers and terms do not. A row's `scope` says otherwise.
    """
    each = list(rows)
    families: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in each:
        if row.kind in NAMES and row.entity:
            families[row.question_id, row.entity].append(row.original)
    return tuple(
        row.scope == "everywhere"
        or (
            row.scope != "own"
            and row.kind in NAMES
            and not any(
                _is_short(row.original, other, language)
                for other in families[row.question_id, row.entity]
            )
        )
        for row in each
    )


def _is_short(name: str, long: str, language: Language) -> bool:
    """Tell whether a name is a short form of a longer one."""
    if not language.space:
        return len(name) <= _SHORT and name != long and name in long
    few, many = (_WORD.findall(each.casefold()) for each in (name, long))
    return len(few) == 1 < len(many) and few[0] in many
