"""Drafting what the replacements of a question leave, against a real server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lvbuild.annotate.drafting import drafting
from lvbuild.annotate.drafting.draft import Drafted, Drafting
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.endpoint import Endpoint
from lvbuild.tables.reading import row_of
from lvbuild.tables.rows import ReplacementRow
from tests.annotate.drafting.test_draft import reply
from tests.annotate.model_server import ModelServer, running_model
from tests.annotate.test_workbench import replacements
from tests.annotate.worlds import workbench
from tests.rules.small_tables import pair

_STONE = [
    {
        **pair("Ada Stone", "Eve Orrin", "Ida Poell", "Una Marr", kind="person"),
        "entity": "Ada Stone",
    },
    {**pair("Stone", "Orrin", "Poell", "Marr", kind="person"), "entity": "Ada Stone"},
]


_TAMBLE = pair("Tamble", "Wissel", "Orr", "Morrick", kind="place")


def drafting_of(bench: Workbench, model: ModelServer, name: str = "m-1") -> Drafting:
    return drafting(bench, "replacements", Endpoint(name, model.address))


def originals(bench: Workbench, status: str = "draft") -> list[tuple[str, str]]:
    rows = (row for row in replacements(bench) if row.status == status)
    return [(row.question_id.removeprefix("hotpotqa:"), row.original) for row in rows]


def test_a_question_whose_rows_leave_its_answer_lacks_one_until_the_model_wrote_it(
    tmp_path: Path,
) -> None:
    bench = workbench(tmp_path, english_replacements=[*_STONE, pair("mill", "forge")])
    # It may be that no row is missing: that model is not asked again.
    with running_model(reply("replacements"), reply("replacements", _TAMBLE)) as model:
        for name, kept in (("m-1", 0), ("m-2", 1)):
            made = drafting_of(bench, model, name)
            [done] = made.run(made.wanted(1))
            assert done == Drafted("hotpotqa:ada", kept, 0)
            assert not done.failed
            assert "hotpotqa:ada" not in {one.name for one in made.wanted()}
    for prompt in model.prompts:
        assert "no row changes the answer 'Tamble'" in prompt
        assert "Ada Stone -> Eve Orrin / Ida Poell / Una Marr\nStone ->" in prompt


def test_what_a_model_was_rejected_for_it_may_write_anew(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_replacements=[])
    nowhere, bad = pair("Nobody", "Una", "Ida", "Eva"), {**_TAMBLE, "replacement": "Tamble Down"}
    with running_model(*[reply("replacements", nowhere, bad)] * 2) as model:
        made = drafting_of(bench, model)
        [done] = made.run(made.wanted(1))
    assert (done.kept, done.rejected, done.failed) == (0, 2, True)
    assert originals(bench, "rejected") == [("ada", "Nobody"), ("ada", "Tamble")]
    with running_model(reply("replacements", *_STONE, _TAMBLE)) as model:
        made = drafting_of(bench, model)
        # Others come first, so that one that fails again and again holds up nobody.
        *_, last = made.wanted()
        assert last.name == "hotpotqa:ada"
        [done] = made.run([last])
    assert (done.kept, done.rejected) == (3, 0)
    assert originals(bench, "rejected") == [("ada", "Nobody")]


def test_a_row_is_not_rejected_for_what_another_does(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_replacements=[])
    # By the last the answer would be lost, which is told of the first, then of the second.
    lost = pair("river Tamble", "brook Wissel", "brook Orr", "brook Morrick", kind="place")
    with running_model(*[reply("replacements", *_STONE, lost)] * 2) as model:
        made = drafting_of(bench, model)
        [done] = made.run(made.wanted(1))
    assert (done.kept, done.rejected) == (2, 1)
    assert originals(bench) == [("ada", "Ada Stone"), ("ada", "Stone")]
    assert originals(bench, "rejected") == [("ada", "river Tamble")]


def test_a_name_is_written_anew_in_all_of_its_forms_or_in_none(tmp_path: Path) -> None:
    by_rules = [{**each, "annotator": "lvbuild suggest"} for each in _STONE]
    bench = workbench(tmp_path, english_replacements=by_rules)
    new = [
        {**each, "replacement": each["replacement"].replace("Orrin", "Marsh")} for each in _STONE
    ]
    half = reply("replacements", new[0], _TAMBLE)
    with running_model(half, half) as model:
        made = drafting_of(bench, model)
        [done] = made.run(made.wanted(1))
    assert (
        "Ada Stone: Stone is another form and stands; write all anew, or none" in model.prompts[1]
    )
    assert (done.kept, done.rejected) == (1, 0)
    assert {row.replacement for row in replacements(bench)} == {"Eve Orrin", "Orrin", "Wissel"}


def test_rows_that_another_writes_meanwhile_stay(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_replacements=[])
    with running_model(reply("replacements", *_STONE, _TAMBLE)) as model:
        first, second = drafting_of(bench, model), drafting_of(bench, model, "m-2")
        runs = [made.run(made.wanted(1)) for made in (first, second)]
        assert [[one.kept for one in run] for run in runs] == [[3], [0]]
    assert {row.annotator for row in replacements(bench)} == {"model m-1"}


def test_what_rules_suggested_may_be_written_anew_and_nothing_else(tmp_path: Path) -> None:
    by_rules = {**_STONE[0], "annotator": "lvbuild suggest"}
    decided = {**pair("Tamble", "Mine"), "annotator": "lvbuild suggest", "status": "approved"}
    bench = workbench(tmp_path, english_replacements=[by_rules, decided])
    new = [
        pair(each["original"], "Una Orrin", "Ina Poell", "Eva Marr", kind="person")
        for each in _STONE
    ]
    with running_model(
        reply("replacements", *new, pair("Tamble", "Wissel", "Orr", "Morrick"))
    ) as model:
        made = drafting_of(bench, model)
        [done] = made.run(made.wanted(1))
    assert "\n* Ada Stone -> Eve Orrin / Ida Poell / Una Marr\nTamble -> Mine" in model.prompts[0]
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
    tamble = pair("Tamble", "Wissel", "Orr", "Morrick", kind="place")
    first, second = reply("replacements", *other, tamble), reply("replacements", *_STONE, tamble)
    with running_model(first, second) as model:
        made = drafting_of(bench, model)
        [done] = made.run(made.wanted(1))
    assert (done.kept, done.rejected, len(model.prompts)) == (3, 0, 2)
    assert "'Stone' of 'Ada Stone' stands" in model.prompts[1]
    rows = {row.original: row.replacement for row in replacements(bench)}
    assert rows == {"Ada Stone": "Eve Orrin", "Stone": "Orrin", "Tamble": "Wissel"}


def test_what_questions_on_one_document_name_is_drafted_for_all_of_them(tmp_path: Path) -> None:
    asked = [{"question_id": f"hotpotqa:{name}"} for name in ("ada", "mill")]
    bench = workbench(tmp_path, english_replacements=[], english_selection=asked)
    rows = [
        *_STONE,
        pair("Tamble", "Wissel", "Orr", "Morrick", kind="place"),
        pair("mill", "forge", "kiln", "smithy"),
    ]
    with running_model(reply("replacements", *rows)) as model:
        made = drafting_of(bench, model)
        assert list(made.run(made.wanted(1))) == [Drafted("hotpotqa:ada", 5, 0)]
    assert originals(bench)[-1] == ("mill", "mill")
    # It was not asked for itself: it lacks its answer still.
    [wanted] = made.wanted()
    assert wanted.name == "hotpotqa:mill"
    assert "\nTamble -> Wissel / Orr / Morrick\nmill -> forge / kiln / smithy\n" in wanted.prompt


def test_what_a_person_decided_on_a_document_holds_for_all_questions_on_it(tmp_path: Path) -> None:
    asked = [{"question_id": f"hotpotqa:{name}"} for name in ("ada", "mill")]
    decided = pair("mill", "barn", "byre", "shed", question_id="hotpotqa:mill")
    rows = [
        {**pair("mill", "forge", "kiln", "smithy"), "annotator": "lvbuild suggest"},
        {**decided, "annotator": "Ann Reader", "status": "approved"},
    ]
    bench = workbench(tmp_path, english_replacements=rows, english_selection=asked)
    other = pair("mill", "works", "plant", "yard")
    with running_model(reply("replacements", *_STONE, _TAMBLE, other)) as model:
        made = drafting_of(bench, model)
        [done, *_] = made.run([one for one in made.wanted() if one.name == "hotpotqa:ada"])
    assert done.kept == 3
    assert "has other words for it: barn / byre / shed; repeat these" in model.prompts[1]
    assert {row.replacement for row in replacements(bench) if row.original == "mill"} == {
        "forge",
        "barn",
    }


def test_a_form_that_a_person_decided_on_keeps_the_others(tmp_path: Path) -> None:
    whole, surname = _STONE
    rows = [
        {**whole, "annotator": "lvbuild suggest"},
        {**surname, "annotator": "Ann Reader", "status": "approved"},
    ]
    bench = workbench(tmp_path, english_replacements=rows)
    with running_model(
        reply("replacements", {**whole, "replacement": "Una Ray"}, _TAMBLE)
    ) as model:
        made = drafting_of(bench, model)
        [done] = made.run(made.wanted(1))
    assert "\nAda Stone -> Eve Orrin" in model.prompts[0]
    assert "Ada Stone: Stone is another form and stands" in model.prompts[1]
    assert done.kept == 1
    assert {row.replacement for row in replacements(bench)} == {"Eve Orrin", "Orrin", "Wissel"}
