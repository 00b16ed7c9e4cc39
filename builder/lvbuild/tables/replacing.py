"""A question's words after replacement: the same in builds and in the rules of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lvbuild.model import Question
from lvbuild.text.replacement import Pair, Replacer


def replace_words(
    question: Question, pairs: Sequence[Pair], replacer: Replacer
) -> tuple[Question, tuple[int, ...]]:
    """Replace the words of a question's fields; tell how often each of the pairs was used.

    A confusing fact counts twice: it stands in the context and in its field.
    """
    uses: Counter[int] = Counter()

    def new(text: str, times: int = 1) -> str:
        replaced = replacer.replace(text)
        for hit in replaced.hits:
            uses[hit.pair] += times
        return replaced.text

    replaced = Question(
        id=question.id,
        input=new(question.input),
        answers=tuple(map(new, question.answers)),
        keywords=new(question.keywords),
        confusing_facts=tuple(new(fact, times=2) for fact in question.confusing_facts),
        needle=new(question.needle),
    )
    return replaced, tuple(uses[index] for index in range(len(pairs)))
