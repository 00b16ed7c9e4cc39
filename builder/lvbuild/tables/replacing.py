"""A question's words after replacement: the same in builds and in the rules of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lvbuild.core.model import Question, Replacement
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Pair, Replacer


def row_pairs(rows: Iterable[ReplacementRow], alternative: int | None = None) -> tuple[Pair, ...]:
    """Return the pairs of rows, with the alternatives of a place where they have any.

    A row's `plural` is that of its replacement, not of its alternatives.
    """
    return tuple(
        Pair(row.original, row.replacement, row.kind, row.plural, row.everywhere)
        if alternative is None or not row.alternatives
        else Pair(row.original, row.alternatives[alternative], row.kind, everywhere=row.everywhere)
        for row in rows
    )


def replace_words(question: Question, pairs: Sequence[Pair], replacer: Replacer) -> Question:
    """Return a question with the words of its fields and facts replaced, and how often each was.

    A confusing fact counts twice: it stands in the context and in its field.
    """
    uses: Counter[int] = Counter()

    def new(text: str, times: int = 1) -> str:
        replaced = replacer.replace(text)
        for hit in replaced.hits:
            uses[hit.pair] += times
        return replaced.text

    replaced = replace(
        question,
        input=new(question.input),
        answers=tuple(map(new, question.answers)),
        keywords=new(question.keywords),
        facts=tuple(
            fact._replace(text=new(fact.text, times=2 if fact.role == "confusing" else 1))
            for fact in question.facts
        ),
    )
    used = tuple(
        Replacement(pair.original, pair.replacement, uses[index])
        for index, pair in enumerate(pairs)
    )
    return replace(replaced, replacements=used)
