"""Drafting what the replacements of a question leave, against a real server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lvbuild.annotate.drafting import drafting
from lvbuild.annotate.drafting.draft import Drafted
from lvbuild.annotate.ledger import read_ledger
from lvbuild.core.endpoint import Endpoint
from lvbuild.tables.reading import row_of
from lvbuild.tables.rows import ReplacementRow
from tests.annotate.drafting.test_draft import reply
from tests.annotate.model_server import running_model
from tests.annotate.test_workbench import replacements
from tests.annotate.worlds import workbench
from tests.rules.small_tables import pair

_STONE = [
    {**pair("Ada Stone", "Eve Orrin", "Ida Poell", kind="person"), "entity": "Ada Stone"},
    {**pair("Stone", "Orrin", "Poell", kind="person"), "entity": "Ada Stone"},
]


def test_a_question_whose_rows_leave_its_answer_lacks_one_until_the_model_wrote_it(
    tmp_path: Path,
) -> None:
    bench = workbench(tmp_path, english_replacements=[*_STONE, pair("mill", "forge")])
    tamble = pair("Tamble", "Wissel", "Orr", kind="place")
    # It may be that no row is missing.
    with running_model(reply("replacements"), reply("replacements", tamble)) as model:
        made = drafting(bench, "replacements", Endpoint("m-1", model.address))
        assert list(made.run(made.wanted(1))) == [Drafted("hotpotqa:ada", 0, 0)]
        assert list(made.run(made.wanted(1))) == [Drafted("hotpotqa:ada", 1, 0)]
        assert "hotpotqa:ada" not in {one.name for one in made.wanted()}
    for prompt in model.prompts:
        assert "no row changes the answer 'Tamble'" in prompt
        assert "Ada Stone -> Eve Orrin / Ida Poell\nStone -> Orrin / Poell\nmill ->" in prompt


def test_what_rules_suggested_may_be_written_anew_and_nothing_else(tmp_path: Path) -> None:
    by_rules = {**_STONE[0], "annotator": "lvbuild suggest"}
    decided = {**pair("Tamble", "Mine"), "annotator": "lvbuild suggest", "status": "approved"}
    bench = workbench(tmp_path, english_replacements=[by_rules, decided])
    new = [pair(each["original"], "Una Orrin", "Ina Poell", kind="person") for each in _STONE]
    with running_model(reply("replacements", *new, pair("Tamble", "Wissel"))) as model:
        made = drafting(bench, "replacements", Endpoint("m-1", model.address))
        [done] = made.run(made.wanted(1))
    assert "\n* Ada Stone -> Eve Orrin / Ida Poell\nTamble -> Mine" in model.prompts[0]
    assert (done.kept, done.rejected) == (2, 0)
    rows = {row.original: (row.replacement, row.annotator) for row in replacements(bench)}
    assert rows["Ada Stone"] == ("Una Orrin", "model m-1")
    assert rows["Tamble"] == ("Mine", "lvbuild suggest")
    assert _dumped(by_rules) in [entry.before for entry in read_ledger(bench.folder)]


def _dumped(row: Mapping[str, Any]) -> dict[str, Any]:
    return row_of(row, ReplacementRow).model_dump(mode="json", by_alias=True)


def test_replacements_are_judged_together_and_written_anew_where_a_form_is_left(
    tmp_path: Path,
) -> None:
    bench = workbench(tmp_path, english_replacements=[])
    other = [{**row, "replacement": f"Una {row['replacement'][-5:]}"[-9:]} for row in _STONE[:1]]
    tamble = pair("Tamble", "Wissel", "Orr", kind="place")
    first, second = reply("replacements", *other, tamble), reply("replacements", *_STONE, tamble)
    with running_model(first, second) as model:
        made = drafting(bench, "replacements", Endpoint("m-1", model.address))
        [done] = made.run(made.wanted(1))
    assert (done.kept, done.rejected, len(model.prompts)) == (3, 0, 2)
    assert "'Stone' of 'Ada Stone' stands" in model.prompts[1]
    rows = {row.original: row.replacement for row in replacements(bench)}
    assert rows == {"Ada Stone": "Eve Orrin", "Stone": "Orrin", "Tamble": "Wissel"}


def test_what_questions_on_one_document_name_is_drafted_for_all_of_them(tmp_path: Path) -> None:
    asked = [{"question_id": f"hotpotqa:{name}"} for name in ("ada", "mill")]
    bench = workbench(tmp_path, english_replacements=[], english_selection=asked)
    rows = [*_STONE, pair("Tamble", "Wissel", "Orr", kind="place"), pair("mill", "forge", "kiln")]
    with running_model(reply("replacements", *rows)) as model:
        made = drafting(bench, "replacements", Endpoint("m-1", model.address))
        assert list(made.run(made.wanted(1))) == [Drafted("hotpotqa:ada", 5, 0)]
    told = {
        (each.after["question_id"], each.after["original"]): each.reason
        for each in read_ledger(bench.folder)
        if each.after
    }
    assert told["hotpotqa:mill", "mill"] == "as in hotpotqa:ada"
    assert [name for name, _ in told].count("hotpotqa:mill") == 1
    # It was not asked for itself: it lacks its answer still.
    [wanted] = made.wanted()
    assert wanted.name == "hotpotqa:mill"
    assert "\nTamble -> Wissel / Orr\nmill -> forge / kiln\n" in wanted.prompt
