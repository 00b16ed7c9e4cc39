"""Suggestions on real corpora: how many questions and answers they cover, and what they leave."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lvbuild.annotate.preview import preview_question
from lvbuild.annotate.suggesting.suggest import LEAST, Suggester, find_entities
from lvbuild.annotate.workbench import Workbench
from lvbuild.languages import find_language
from lvbuild.rules import errors
from tests.annotate.test_workbench import replacements

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
RECIPE = """\
name: mine
title: A recipe without tables
task: {task}
language: {language}
licence: MIT
questions: [{corpus}]
distractors: [{corpus}]
count: 200
levels: [16k]
unit: {unit}
confusing_facts: 0
answer_keywords: false
replacements: true
metric: f1_keywords
prompt: "{{context}} {{input}}"
"""
ASKED = 100
READ = 25

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CORPORA.exists(), reason="the shared corpora are not there"),
]


@pytest.mark.parametrize(
    ("task", "language", "corpus", "unit"),
    [
        ("multi_hop_qa", "en", "hotpotqa", "words"),
        ("single_hop_qa", "zh", "cmrc2018", "characters"),
    ],
)
def test_most_questions_of_real_corpora_get_rows_that_break_no_rule_and_leave_no_form(
    tmp_path: Path, task: str, language: str, corpus: str, unit: str
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(RECIPE.format(task=task, language=language, corpus=corpus, unit=unit))
    bench = Workbench.open(path, corpora=CORPORA, offline=True)
    suggesting = Suggester(bench)
    wanted = suggesting.wanted(ASKED)
    list(suggesting.run(wanted))
    rows = replacements(bench)
    counts = Counter(row.question_id for row in rows)
    assert sum(counts[name] >= LEAST for name in wanted) >= 0.95 * len(wanted)
    assert not errors(bench.lint_context(bench.tables))
    left = [name for name in wanted[:READ] if _forms_left(bench, name)]
    assert not left
    named = {(row.original.casefold(), row.replacement, row.alternatives): row for row in rows}
    used = Counter(
        word
        for row in named.values()
        if row.kind == "person"
        for word in {row.replacement, *row.alternatives}
        if len(word) > 2 and (" " in word or language == "zh")
    )
    assert not [word for word, count in used.items() if count > 1]


def _forms_left(bench: Workbench, name: str) -> list[str]:
    """Return the forms of replaced names, dates and numbers that stay in a question's texts."""
    rows = [row for row in replacements(bench) if row.question_id == name]
    originals, new = {row.original for row in rows}, " ".join(row.replacement for row in rows)
    listed = bench.questions[name]
    texts = [*bench.documents(name).values(), listed.question, *listed.answers]
    asked = [(listed.question, answer) for answer in listed.answers]
    replaced = "\n".join(text.replaced for text in preview_question(bench, name))
    return [
        form
        for entity in find_entities(texts, asked, bench.language)
        if originals & set(entity.forms)
        for form in entity.forms
        if find_language(bench.language).holds(replaced, form)
        and not find_language(bench.language).holds(new, form)
    ]
