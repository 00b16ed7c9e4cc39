"""What one pass over all documents finds is what replacing question by question does."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from lvbuild.core.options import BuildOptions
from lvbuild.rules.context import LintContext
from lvbuild.tasks.gathering import gather
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer


@cache
def sample_case(name: str) -> LintContext:
    (source,) = gather([name], BuildOptions(sample=True))
    return source.task.read_case(source)


def replaced_one_by_one(case: LintContext, question_id: str) -> Counter[tuple[int, str, int]]:
    """Count what a build replaces: the row's line, the document, how many times."""
    rows = case.annotated[question_id].rows
    pairs = [Pair(p.row.original, p.row.replacement, p.row.kind, p.row.plural) for p in rows]
    replacer = Replacer(pairs, case.recipe.language)
    counts: Counter[tuple[int, str, int]] = Counter()
    for name, text in case.texts.items():
        hits = Counter(rows[hit.pair].line for hit in replacer.replace(text).hits)
        counts.update((line, name, times) for line, times in hits.items())
    return counts


@pytest.mark.parametrize("name", ["hotpotwikiqa_mixup", "cmrc_mixup"])
def test_hits_are_what_replacing_each_question_by_itself_comes_to(name: str) -> None:
    case = sample_case(name)
    for question_id in sorted(case.annotated)[:6]:
        found = Counter(
            (placed.line, document, len(matches))
            for placed in case.annotated[question_id].rows
            for document, matches in case.hits_of(case.annotations.rows[question_id])[
                placed.line
            ].items()
        )
        assert found == replaced_one_by_one(case, question_id)
        assert found


def test_a_question_is_worded_as_each_variant_may_word_it() -> None:
    case = sample_case("hotpotwikiqa_mixup")
    for annotated in case.annotated.values():
        assert [replaced.new for replaced in annotated.replaced] == [
            tuple((p.row.replacement, *p.row.alternatives)[place] for p in annotated.rows)
            for place in range(3)
        ]
