"""What one pass over all documents finds is what replacing question by question does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lvbuild.core.options import BuildOptions
from lvbuild.rules.context import LintContext
from lvbuild.tasks.gathering import gather
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer
from tests.rules.small_tables import write_world


def small_case(folder: Path, name: str) -> LintContext:
    write_world(folder)
    (source,) = gather(folder / f"{name}.yaml", BuildOptions(corpora=folder / "corpora"))
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


@pytest.mark.parametrize("name", ["english", "chinese"])
def test_hits_are_what_replacing_each_question_by_itself_comes_to(
    tmp_path: Path, name: str
) -> None:
    case = small_case(tmp_path, name)
    for question_id in case.annotated:
        rows = case.annotated[question_id].rows
        found = Counter(
            (line, document, len(matches))
            for line, hits in case.hits_of(rows).items()
            for document, matches in hits.items()
        )
        assert found == replaced_one_by_one(case, question_id)
        assert found or not rows


def test_a_question_is_worded_as_each_variant_may_word_it(tmp_path: Path) -> None:
    case = small_case(tmp_path, "english")
    assert [replaced.new for replaced in case.annotated["hotpotqa:ada"].replaced] == [
        ("Eve Orrin", "Orrin", "Wissel"),
        ("Ida Poell", "Poell", "Morrick"),
    ]
