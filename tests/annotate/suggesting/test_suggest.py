"""Suggested rows: what they are of, that they go together, and that nothing stands in their way."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.suggesting.suggest import ANNOTATOR, Suggester, rules_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.rules.every import errors
from lvbuild.tables.rows import ReplacementRow, names_program
from lvbuild.tables.writing import Change
from tests.annotate.test_workbench import replacements
from tests.annotate.worlds import workbench


def without_rows(folder: Path, name: str) -> Workbench:
    none: dict[str, list[str]] = {
        f"{language}_{table}": []
        for language in ("english", "chinese")
        for table in ("replacements", "answer_keywords", "confusing_facts")
    }
    return workbench(folder, name, **none)


@pytest.mark.parametrize("name", ["english", "chinese"])
def test_suggested_rows_are_drafts_of_a_program_that_break_no_rule(
    tmp_path: Path, name: str
) -> None:
    bench = without_rows(tmp_path, name)

    def suggested(seed: int = 42, *, write: bool = False) -> list[ReplacementRow]:
        suggesting = Suggester(bench, seed=seed)
        return [row for one in suggesting.run(suggesting.wanted(), write=write) for row in one.rows]

    first = suggested()
    assert suggested(1) != first
    assert not replacements(bench)
    rows = suggested(write=True)
    assert rows == first
    assert set(rows) == set(replacements(bench))
    assert all((row.status, row.annotator) == ("draft", ANNOTATOR) for row in rows)
    assert all(len({row.replacement, *row.alternatives}) == 3 for row in rows)
    assert names_program(ANNOTATOR)
    assert {entry.action for entry in read_ledger(bench.folder)} == {"suggest"}
    assert not errors(bench.lint_context())
    # No new name stands in the pool.
    people = [row for row in rows if row.kind in {"person", "organisation"}]
    new = {word for row in people for word in (row.replacement, *row.alternatives)}
    assert new
    assert not [word for word in new if word in "\n".join(bench.pool.values())]


def test_rows_that_are_there_stay_and_are_not_suggested_anew(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    before = replacements(bench)
    suggesting = Suggester(bench)
    list(suggesting.run(suggesting.wanted()))
    after = replacements(bench)
    assert [row for row in after if row in before] == list(before)
    keys = [(row.question_id, row.original) for row in after]
    assert len(keys) == len(set(keys))
    again = Suggester(bench).run([*bench.asked], write=False)
    own = {name: {row.original for row in after if row.question_id == name} for name in bench.asked}
    assert all(own[one.question_id].isdisjoint(one.left) for one in again)


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_what_a_person_gave_a_row_gets_no_other_whatever_its_status(
    tmp_path: Path, status: str
) -> None:
    bench = without_rows(tmp_path, "english")
    first = next(
        row
        for one in Suggester(bench).run(Suggester(bench).wanted(), write=False)
        for row in one.rows
        if row.kind == "person"
    )
    own = first.model_copy(update={"annotator": "Ann Reader", "status": status})
    bench.apply([Change("replacements", None, own)], annotator="Ann Reader", action="add")
    suggesting = Suggester(bench)
    list(suggesting.run(suggesting.wanted()))
    rows = replacements(bench)
    assert [row for row in rows if row.original == own.original] == [own]
    assert bench.used("answer_keywords")


def test_a_language_without_rules_gets_a_plain_error(monkeypatch: pytest.MonkeyPatch) -> None:
    german = SimpleNamespace(name="German")
    rules_of.cache_clear()
    monkeypatch.setattr("lvbuild.annotate.suggesting.suggest.find_language", lambda _: german)
    with pytest.raises(UsageError, match="no rules find names in German texts"):
        rules_of("de")


def test_names_of_the_question_and_its_answer_are_replaced_and_no_others(tmp_path: Path) -> None:
    bench = without_rows(tmp_path, "english")
    for one in Suggester(bench).run(Suggester(bench).wanted(), write=False):
        question = bench.questions[one.question_id]
        said = " ".join((question.question, *question.answers))
        for row in one.rows:
            family = [each for each in one.rows if each.entity and each.entity == row.entity]
            asked = any(each.original in said for each in (row, *family))
            assert asked or row.kind in {"person", "title"}


def test_few_questions_are_taken_with_all_on_their_documents(tmp_path: Path) -> None:
    bench = without_rows(tmp_path, "english")
    wanted = Suggester(bench).wanted(1)
    [first, *_] = bench.asked
    assert wanted[0] == first
    assert {*bench.sharing(first)} & {*bench.asked} <= {*wanted}
