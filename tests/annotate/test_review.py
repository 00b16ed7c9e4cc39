"""What annotators see and decide: each for himself what is compared, once what is the same."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from lvbuild.annotate.agreement import agreement
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.review import Review, Reviewer, UnacceptedError
from lvbuild.annotate.rows import Card, ReviewRow, read_controls
from lvbuild.annotate.suggesting.suggest import Suggester
from lvbuild.annotate.view import GoneError, RowFilter
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.tables.writing import ConflictError
from tests.annotate.worlds import workbench
from tests.rules.small_tables import ENGLISH, Row, pair

ADA, PORT, MILL = "hotpotqa:ada", "hotpotqa:port", "hotpotqa:mill"
CORPORA = Path(__file__).parents[3] / "shared/corpora"


def reviewed(folder: Path, *rows: Row, share: float = 0, planted: Iterable[Row] = ()) -> Review:
    bench = workbench(folder, english_replacements=rows or ENGLISH["replacements"])
    lines = [{"table": "replacements", "row": row, "right": "reject"} for row in planted]
    return Review(bench, share, read_controls(lines, bench))


def row(review: Review, original: str, annotator: str = "Ann", name: str = ADA) -> ReviewRow:
    [found] = [
        each
        for each in review.view(annotator).rows(name)
        if each.table == "replacements" and vars(each.row)["original"] == original
    ]
    return found


def stored(review: Review) -> dict[str, tuple[str, str]]:
    rows = review.workbench.tables.replacements
    assert rows is not None
    return {each.original: (each.replacement, each.status) for each in rows.rows}


def accept(review: Review, annotator: str, *originals: str) -> None:
    versions = [row(review, original, annotator).version for original in originals]
    Reviewer(review, annotator).decide(versions, "accept")


def test_a_second_annotator_decides_for_himself_and_the_table_keeps_the_first(
    tmp_path: Path,
) -> None:
    review = reviewed(tmp_path, share=1)

    def seen() -> object:
        view = review.view("Bo")
        return [each.row for each in view.rows(ADA)], view.questions

    before = seen()
    accept(review, "Ann", "Ada Stone", "Stone")
    Reviewer(review, "Ann").edit(row(review, "Tamble").version, {"replacement": "Orwin"})
    assert seen() == before
    bo = row(review, "Tamble", "Bo")
    Reviewer(review, "Bo").edit(bo.version, {"replacement": "Wessick"}, accept=True)
    Reviewer(review, "Bo").decide([row(review, "Stone", "Bo").version], "reject", "no")
    assert stored(review)["Tamble"] == ("Orwin", "draft")
    assert stored(review)["Stone"] == ("Orrin", "approved")
    assert row(review, "Tamble", "Bo").fields["replacement"] == "Wessick"
    assert (row(review, "Stone", "Bo").status, row(review, "Stone").status) == (
        "rejected",
        "approved",
    )
    # What is kept in the ledger alone is taken back as anything else.
    assert [change.before is not None for change in Reviewer(review, "Bo").undo()] == [True]
    assert row(review, "Stone", "Bo").status == "draft"
    assert len(Reviewer(review, "Bo").undo()) == 2
    assert row(review, "Tamble", "Bo").row == bo.row


def test_without_a_share_all_see_what_stands_in_the_table(tmp_path: Path) -> None:
    review = reviewed(tmp_path)
    accept(review, "Ann", "Tamble")
    assert row(review, "Tamble", "Bo").status == "approved"
    assert [entry.annotator for entry in row(review, "Tamble", "Bo").told] == ["Ann"]


def test_a_row_that_was_changed_by_hand_is_shown_as_it_stands(tmp_path: Path) -> None:
    review = reviewed(tmp_path, share=1)
    accept(review, "Ann", "Tamble")
    path = review.workbench.folder / "replacements.jsonl"
    path.write_text(path.read_text("utf-8").replace("Wissel", "Hissel"), "utf-8")
    assert row(review, "Tamble", "Bo").fields["replacement"] == "Hissel"


def test_of_a_dispute_a_third_sees_both_sides_and_rules(tmp_path: Path) -> None:
    review = reviewed(tmp_path, share=1)
    accept(review, "Ann", "Tamble")
    assert not row(review, "Tamble", "Cy").disputed
    version = row(review, "Tamble", "Bo").version
    Reviewer(review, "Bo").decide([version], "reject", "pair-wrong-kind")
    assert not row(review, "Tamble").disputed
    assert not row(review, "Tamble", "Bo").disputed
    disputed = row(review, "Tamble", "Cy")
    assert (disputed.disputed, disputed.status) == (True, "draft")
    assert [(e.annotator, e.decision) for e in disputed.told] == [
        ("Ann", "accept"),
        ("Bo", "reject"),
    ]
    wanted = RowFilter(state="disputed")
    assert [one.question_id for one in review.view("Cy").chosen(wanted)] == [ADA]
    assert review.view("Bo").chosen(wanted) == []
    Reviewer(review, "Cy").decide([disputed.version], "reject", "pair-wrong-kind")
    assert stored(review)["Tamble"][1] == "rejected"
    assert read_ledger(review.workbench.folder)[-1].action == "rule"
    assert review.view("Dee").chosen(wanted) == []
    Reviewer(review, "Cy").undo()
    assert row(review, "Tamble", "Cy").disputed


def test_who_adds_what_another_added_unseen_knows_of_nothing_and_meets_him_in_agreement(
    tmp_path: Path,
) -> None:
    def add(review: Review, annotator: str, replacement: str) -> None:
        fields = pair("rye", replacement, kind="term")
        Reviewer(review, annotator).add(ADA, [("replacements", fields)])

    def seen(review: Review) -> object:
        shown = row(review, "rye", "Bo")
        told = [(entry.annotator, entry.told) for entry in shown.told]
        return shown.version, shown.row, told, review.view("Bo").questions

    def added_by_bo(review: Review) -> list[object]:
        found = []
        add(review, "Bo", "oats")
        found.append(seen(review))
        with pytest.raises(ConflictError):
            add(review, "Bo", "barley")
        version = row(review, "rye", "Bo").version
        Reviewer(review, "Bo").edit(version, {"replacement": "millet"})
        accept(review, "Bo", "rye")
        found.append(seen(review))
        for _ in range(3):
            Reviewer(review, "Bo").undo()
        found.append([each.row for each in review.view("Bo").rows(ADA)])
        add(review, "Bo", "oats")
        accept(review, "Bo", "rye")
        return found

    (tmp_path / "alone").mkdir()
    (tmp_path / "second").mkdir()
    alone, second = (reviewed(tmp_path / name, share=1) for name in ("alone", "second"))
    add(second, "Ann", "spelt")
    accept(second, "Ann", "rye")
    assert added_by_bo(second) == added_by_bo(alone)
    assert stored(second)["rye"] == ("spelt", "approved")
    assert row(second, "rye", "Bo").fields["replacement"] == "oats"
    shared = agreement(read_ledger(second.workbench.folder)).overall
    assert (shared.rows, shared.observed and shared.observed.value) == (1, 1)
    # What Ann takes back is not taken from Bo, whom she then meets again.
    for replacement in ("spelt", "emmer"):
        before = seen(second)
        while Reviewer(second, "Ann").undo():
            pass
        assert "rye" not in stored(second)
        assert seen(second) == before
        add(second, "Ann", replacement)
        assert seen(second) == before


def test_a_row_that_was_taken_back_is_gone_for_all_who_changed_it(tmp_path: Path) -> None:
    review = reviewed(tmp_path)
    Reviewer(review, "Ann").add(ADA, [("replacements", pair("rye", "oats", kind="term"))])
    Reviewer(review, "Bo").edit(row(review, "rye", "Bo").version, {"replacement": "millet"})
    Reviewer(review, "Bo").undo()
    Reviewer(review, "Ann").undo()
    for annotator in ("Ann", "Bo"):
        assert "rye" not in {vars(e.row).get("original") for e in review.view(annotator).rows(ADA)}


def test_a_row_may_be_added_that_another_made_of_one_unseen(tmp_path: Path) -> None:
    review = reviewed(tmp_path, share=1)
    Reviewer(review, "Ann").edit(row(review, "Tamble").version, {"original": "rye"})
    for replacement in ("oats", "millet"):
        fields = pair("rye", replacement, kind="term")
        Reviewer(review, "Bo").add(ADA, [("replacements", fields)])
        assert row(review, "Tamble", "Bo").fields["replacement"] == "Wissel"
        assert row(review, "rye", "Bo").fields["replacement"] == replacement
        assert row(review, "rye").fields["replacement"] == "Wissel"
        Reviewer(review, "Bo").undo()


def test_planted_rows_are_treated_as_any_others_and_never_enter_the_table(tmp_path: Path) -> None:
    planted = [pair("Corran", "Beck", "Reed", kind="place"), pair("Nowhere", "Else")]
    review = reviewed(tmp_path, planted=planted)
    before = stored(review)
    shown = row(review, "Corran")
    Reviewer(review, "Ann").take_alternative([shown.version], "1")
    assert row(review, "Corran").fields["replacement"] == "Reed"
    Reviewer(review, "Ann").undo()
    Reviewer(review, "Ann").flag(row(review, "Corran").version, "which?")
    assert row(review, "Corran").is_flagged
    with pytest.raises(UnacceptedError):
        accept(review, "Ann", "Nowhere")
    accept(review, "Ann", "Tamble")
    Reviewer(review, "Ann").decide([row(review, "Corran").version], "reject", "no")
    assert row(review, "Corran").status == "rejected"
    assert {**stored(review), "Tamble": before["Tamble"]} == before
    # Where all see that Ann decided, only this one would wait for Bo.
    assert "Corran" not in {each.fields.get("original") for each in review.view("Bo").rows(ADA)}


def test_a_row_with_an_error_is_not_accepted_and_warnings_are_told_first(tmp_path: Path) -> None:
    review = reviewed(tmp_path, pair("Nowhere", "Else"), pair("rye", "oats"), pair("bread", "oats"))
    with pytest.raises(UnacceptedError, match="stands by itself neither") as caught:
        Reviewer(review, "Ann").decide([row(review, "Nowhere").version], "accept", despite=True)
    assert caught.value.is_final
    version = row(review, "rye").version
    with pytest.raises(UnacceptedError, match="give each a word of its own") as caught:
        Reviewer(review, "Ann").decide([version], "accept")
    assert not caught.value.is_final
    picked = review.view("Ann").picked(RowFilter(kind="term"))
    assert [one.fields["original"] for one in picked] == ["bread"]
    assert {status for _, status in stored(review).values()} == {"draft"}
    Reviewer(review, "Ann").decide([version], "accept", despite=True)
    assert stored(review)["rye"][1] == "approved"


def test_what_is_wrong_with_a_question_stands_by_it_and_holds_up_no_row(tmp_path: Path) -> None:
    review = reviewed(tmp_path, pair("Tamble", "Wissel", kind="place"))
    found = review.view("Ann").findings([ADA])
    assert "name-without-row" in {each.rule for each in found[ADA]}
    assert row(review, "Tamble").name not in found
    warned = review.view("Ann").chosen(RowFilter(state="warned"))
    assert ADA in {one.question_id for one in warned}
    accept(review, "Ann", "Tamble")
    assert stored(review)["Tamble"][1] == "approved"


def test_an_edited_row_is_saved_and_accepted_in_one_unless_a_rule_is_broken(tmp_path: Path) -> None:
    review = reviewed(tmp_path)
    version, broken = row(review, "Tamble").version, {"original": "Nowhere"}
    with pytest.raises(UnacceptedError):
        Reviewer(review, "Ann").edit(version, broken, accept=True)
    assert stored(review)["Nowhere"] == ("Wissel", "draft")
    mended = {"original": "Tamble", "replacement": "Orwin"}
    Reviewer(review, "Ann").edit(row(review, "Nowhere").version, mended, accept=True)
    assert stored(review)["Tamble"] == ("Orwin", "approved")
    Reviewer(review, "Ann").undo()
    assert stored(review)["Nowhere"] == ("Wissel", "draft")


def test_flags_ask_for_a_word_until_somebody_decides(tmp_path: Path) -> None:
    review = reviewed(tmp_path)
    Reviewer(review, "Ann").flag(row(review, "Tamble").version, "a river?")
    assert row(review, "Tamble", "Bo").is_flagged
    assert stored(review)["Tamble"] == ("Wissel", "draft")
    wanted = RowFilter(state="flagged")
    assert len(review.view("Bo").chosen(wanted)) == 1
    accept(review, "Bo", "Tamble")
    assert not row(review, "Tamble", "Ann").is_flagged


def test_an_alternative_and_the_replacement_change_places_in_all_forms(tmp_path: Path) -> None:
    review = reviewed(tmp_path)
    versions = [row(review, original).version for original in ("Ada Stone", "Stone")]
    Reviewer(review, "Ann").take_alternative(versions, "1")
    assert stored(review)["Ada Stone"] == ("Ida Poell", "draft")
    assert row(review, "Stone").fields["alternatives"] == ["Orrin"]
    with pytest.raises(UsageError, match="no alternative 2"):
        Reviewer(review, "Ann").take_alternative([row(review, "Stone").version], "2")


def test_a_row_that_is_no_more_is_told(tmp_path: Path) -> None:
    review = reviewed(tmp_path)
    old = row(review, "Tamble").version
    accept(review, "Bo", "Tamble")
    with pytest.raises(GoneError, match="changed by somebody else"):
        Reviewer(review, "Ann").decide([old], "accept")


def cards(review: Review, name: str) -> list[tuple[list[str], int]]:
    return [
        ([each.fields["original"] for each in card.lines], len(card.equal))
        for card in review.view("Ann").cards(name)
        if card.table == "replacements"
    ]


def test_forms_of_a_name_years_of_one_shift_and_equal_rows_are_decided_on_once(
    tmp_path: Path,
) -> None:
    def year(old: str, new: str, *others: str, name: str = ADA) -> Row:
        return pair(old, new, *others, kind="date", question_id=name)

    rows = [
        *ENGLISH["replacements"],
        year("May 1887", "May 1891", "May 1880"),
        year("1402", "1406", "1395"),
        year("1403", "1410", "1396"),
        pair("Corran", "Beck", kind="place"),
        pair("Corran", "Beck", kind="place", question_id=MILL),
        pair("monks", "nuns", question_id=MILL),
    ]
    review = reviewed(tmp_path, *rows)
    found = cards(review, ADA)
    assert (["Ada Stone", "Stone"], 0) in found
    assert (["1402", "May 1887"], 0) in found
    assert (["1403"], 0) in found
    assert (["Corran"], 1) in found
    [card] = [each for each in review.view("Ann").cards(MILL) if each.equal]
    versions = [each.version for each in card.waiting]
    Reviewer(review, "Ann").decide(versions, "reject", "no")
    assert {row(review, "Corran", name=name).status for name in (ADA, MILL)} == {"rejected"}
    assert len(Reviewer(review, "Ann").undo()) == 2


def decisions_needed(review: Review) -> int:
    """Return on how many cards one decides who goes through all questions."""
    done, needed = set[str](), 0
    for name in review.view("Ann").questions:
        for card in review.view("Ann").cards(name):
            if any(line.version not in done for line in card.lines):
                needed += 1
                done |= {each.version for each in card.waiting}
    return needed


def questions_with_suggestions(folder: Path, name: str, count: int) -> Workbench:
    recipe = Path(__file__).parents[2] / f"recipes/{name}.yaml"
    (folder / f"{name}.yaml").write_text(recipe.read_text("utf-8"), "utf-8")
    tables = folder / "annotations" / name
    tables.mkdir(parents=True)
    bench = Workbench.open(folder / f"{name}.yaml", corpora=CORPORA, offline=True)
    asked = [json.dumps({"question_id": each}) + "\n" for each in [*bench.questions][:count]]
    (tables / "selection.jsonl").write_text("".join(asked), "utf-8")
    suggester = Suggester(bench)
    assert len(list(suggester.run(suggester.wanted()))) == count
    return bench


@pytest.mark.slow
@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora beside the checkout are not there")
@pytest.mark.parametrize(
    ("name", "count", "most"), [("cmrc_mixup", 25, 60), ("hotpotwikiqa_mixup", 40, 240)]
)
def test_the_rows_of_real_questions_take_few_decisions(
    tmp_path: Path, name: str, count: int, most: int
) -> None:
    bench = questions_with_suggestions(tmp_path, name, count)
    assert bench.tables.replacements is not None
    rows = len(bench.tables.replacements.rows)
    needed = decisions_needed(Review(bench))
    assert count / 3 <= rows
    assert needed <= most


def test_what_is_decided_on_as_one_is_a_draft_while_a_line_of_it_is(tmp_path: Path) -> None:
    review = reviewed(tmp_path)

    def card() -> Card:
        return next(each for each in review.view("Ann").cards(ADA) if len(each.lines) == 2)

    accept(review, "Ann", "Stone")
    assert card().status == "draft"
    accept(review, "Ann", "Ada Stone")
    assert card().status == "approved"
