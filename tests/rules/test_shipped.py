"""The tables that come with lvbuild, and those of the sample world, are free of errors."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import lvbuild
from lvbuild.recipe import families, load_recipe, shipped_recipes
from lvbuild.rules import likeness
from lvbuild.rules.context import Finding
from lvbuild.rules.every import RULES
from lvbuild.tables.reading import read_tables
from lvbuild.text.pairs import NAMES

A_WARNING_EVERY = 2
"""Rows: more warnings than this would not be read."""
UNLIKE = {rule.name for rule in RULES if rule.breaches.__module__ == likeness.__name__}
AN_UNLIKE_EVERY = 70
"""Rows: what warns of words unlike their originals and fires more often, fires on good ones."""


def errors(findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity == "error"]


WITHOUT_ROWS = {"lic_mixup", "lb_trec", *families()["reveal"]}
"""Nobody has written any for lic_mixup yet; Reveal's are judged as they stand."""
ANNOTATED = [name for name in shipped_recipes() if name not in WITHOUT_ROWS]


BY_KIND = {"multifieldqa_zh_mixup", "needle_two_hop_en"}
"""Recipes of which the quick suite reads the shipped tables: a mixup, and a task's own rows."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in BY_KIND else pytest.mark.slow) for n in ANNOTATED]
)
def test_shipped_tables_hold_no_error_and_few_warnings(shared_corpora: Path, name: str) -> None:
    file = load_recipe(name)
    tables = read_tables(file.beside(f"annotations/{name}"), file.recipe).named()
    found = lvbuild.check(name, corpora=shared_corpora, offline=True)
    assert errors(found) == []
    assert "fact-home-unknown" not in {one.rule for one in found}
    rows = sum(len(table.rows) for table in tables.values())
    assert sum(one.rule in UNLIKE for one in found) <= 1 + rows // AN_UNLIKE_EVERY
    told = {(one.rule, one.question_id) for one in found}  # of a needle's facts by one
    assert len(told) * A_WARNING_EVERY <= rows


@pytest.mark.parametrize("name", ["cmrc_mixup", "hotpotwikiqa_mixup", "multifieldqa_zh_mixup"])
def test_no_name_replaces_another_original_in_another_question(name: str) -> None:
    file = load_recipe(name)
    table = read_tables(file.beside(f"annotations/{name}"), file.recipe).replacements
    replaced: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for placed in table.used if table is not None else ():
        row = placed.row
        for word in (row.replacement, *row.alternatives) if row.kind in NAMES else ():
            replaced[word].add((row.question_id, row.original))
    for word, rows in replaced.items():
        questions, originals = map(set, zip(*rows, strict=True))
        assert len(questions) == 1 or len(originals) == 1, (word, rows)


@pytest.mark.slow
def test_sample_tables_hold_no_error_and_few_warnings() -> None:
    found = lvbuild.check(["multifieldqa_en_mixup", "cmrc_mixup", "needles"], sample=True)
    assert errors(found) == []
    warnings = [one for one in found if one.severity == "warning"]
    assert {one.rule for one in warnings} <= {"name-part-left"}
    assert len(warnings) <= 10
