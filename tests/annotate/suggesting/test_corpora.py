"""Suggestions on real corpora: how many answers they change, and what they leave."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from lvbuild.annotate.preview import preview_question
from lvbuild.annotate.suggesting.entities import Texts
from lvbuild.annotate.suggesting.suggest import Suggester, find_entities
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.resources import shipped
from lvbuild.errors import MissingCorpusError
from lvbuild.languages import find_language
from lvbuild.recipe.loading import load_recipe
from lvbuild.rules.every import errors
from tests.annotate.test_workbench import replacements

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
MIXUPS = [
    path.stem
    for path in sorted(shipped("recipes").glob("*_mixup.yaml"))
    if load_recipe(path.stem).recipe.replacements
]
ASKED = 100
READ = 25

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CORPORA.exists(), reason="the shared corpora are not there"),
]


def empty(folder: Path, name: str) -> Workbench:
    """Open a shipped recipe without the tables that come with it."""
    for each in ("recipes", f"annotations/{name}"):
        (folder / each).mkdir(parents=True)
    path = shutil.copy(shipped("recipes") / f"{name}.yaml", folder / "recipes")
    return Workbench.open(path, corpora=CORPORA, offline=True)


@pytest.mark.parametrize("name", MIXUPS)
def test_every_shipped_mixup_gets_rows_from_an_empty_table_or_is_told_what_is_left(
    tmp_path: Path, name: str
) -> None:
    try:
        bench = empty(tmp_path, name)
    except MissingCorpusError:
        pytest.skip("its corpus is not among the shared ones")
    suggesting = Suggester(bench)
    found = list(suggesting.run(suggesting.wanted()))
    rows = [row for one in found for row in one.rows]
    assert rows or any(one.left for one in found)
    assert set(rows) == set(replacements(bench))
    assert not errors(bench.lint_context())


@pytest.mark.parametrize("name", ["hotpotwikiqa_mixup", "cmrc_mixup"])
def test_most_answers_that_are_figures_change_and_no_form_is_left(
    tmp_path: Path, name: str
) -> None:
    bench = empty(tmp_path, name)
    suggesting = Suggester(bench)
    wanted = suggesting.wanted(ASKED)
    list(suggesting.run(wanted))
    rows = replacements(bench)
    assert not errors(bench.lint_context())
    assert not [each for each in wanted[:READ] if _forms_left(bench, each)]
    dated = [each for each in wanted if _is_dated(bench.questions[each].answers[0])]
    changed = [each for each in dated if _changes(bench, each)]
    assert len(changed) >= 0.6 * len(dated) > 0
    named = {(row.original.casefold(), row.replacement, row.alternatives): row for row in rows}
    used = Counter(
        word
        for row in named.values()
        if row.kind == "person" and row.entity in {"", row.original}
        for word in {row.replacement, *row.alternatives}
        if len(word) > 2 and (" " in word or bench.language == "zh")
    )
    assert not [word for word, count in used.items() if count > 1]


def _is_dated(answer: str) -> bool:
    return re.fullmatch(r"(?:1[5-9]|20)\d\d年?", answer) is not None


def _changes(bench: Workbench, name: str) -> bool:
    own = {row.original for row in replacements(bench) if row.question_id == name}
    return bench.questions[name].answers[0] in own


def _forms_left(bench: Workbench, name: str) -> list[str]:
    """Return the forms of replaced names, dates and numbers that stay in a question's texts."""
    rows = [row for row in replacements(bench) if row.question_id == name]
    originals, new = {row.original for row in rows}, " ".join(row.replacement for row in rows)
    listed, holds = bench.questions[name], find_language(bench.language).holds
    texts = [*bench.documents(name).values(), listed.question, *listed.answers]
    asked = [(listed.question, answer) for answer in listed.answers]
    replaced = "\n".join(text.replaced for text in preview_question(bench, name))
    return [
        form
        for entity in find_entities(Texts(texts, asked), bench.language)
        if originals & set(entity.forms) and entity.kind != "date"
        for form in entity.forms
        if holds(replaced, form) and not holds(new, form)
    ]
