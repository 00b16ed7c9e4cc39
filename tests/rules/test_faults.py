"""Every fault that is planted in tables without one is found, at its line and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import lvbuild
from lvbuild.rules.context import Finding
from lvbuild.rules.every import RULES
from tests.rules.small_tables import TABLES, Row, fact, needle, pair, row, write_world, written
from tests.rules.test_listed_faults import CASES

SEVERITIES = {rule.name: rule.severity for rule in RULES}


class Fault(NamedTuple):
    """Rows put at the end of a table, and the rules that they break, by row."""

    recipe: str
    table: str
    rows: Sequence[Row | str]
    broken: Sequence[Sequence[str]]


def planted(table: str, broken: Sequence[str], *rows: Row | str, recipe: str = "english") -> Fault:
    """Return rows of which each breaks these rules."""
    return Fault(recipe, table, rows, [broken] * len(rows))


def without(full: Row, field: str) -> Row:
    return {key: value for key, value in full.items() if key != field}


def pairs(broken: Sequence[str], *rows: Row, recipe: str = "english") -> Fault:
    return planted("replacements", broken, *rows, recipe=recipe)


def facts(broken: Sequence[str], *rows: Row) -> Fault:
    return planted("confusing_facts", broken, *rows)


MORE = " Her loaves of barley were sold from a cart at the fair, and she lived to be very old." * 2
LIKE_THE_QUESTION = "The baker Rosa Quint was born in a mill"
ZH = {"question_id": "cmrc2018:Q"}
SALT = {"question_id": "needle:salt"}
SAID = pair("bread", "glimm")

FAULTS = {
    "no JSON": planted("replacements", ["broken-row"], '{"question_id": "hotpotqa:ada"'),
    "an unknown field": planted("replacements", ["broken-row"], {**SAID, "kindd": "term"}),
    "several broken rows": planted(
        "replacements", ["broken-row"], "{", "[]", without(SAID, "original"), "}"
    ),
    "an unknown question selected": planted(
        "selection", ["unknown-question"], {"question_id": "hotpotqa:adb"}
    ),
    "a pair for an unknown question": pairs(
        ["unknown-question"], {**SAID, "question_id": "hotpotqa:adb"}
    ),
    "a question that cannot be asked": planted(
        "selection", ["unasked-question"], {"question_id": "hotpotqa:lost"}
    ),
    "rows for a question that is not selected": planted(
        "answer_keywords", ["unselected-question"], row("hotpotqa:mill", keywords="monks")
    ),
    "a question written on a document that no corpus has": planted(
        "questions", ["written-on-nothing"], written(document_id="hotpotqa:Corran")
    ),
    "a question whose evidence its document does not hold": planted(
        "questions", ["written-on-nothing"], written(evidence=["the abbey of Orwell"])
    ),
    "a question written twice": Fault(
        "english", "questions", [written(), written()], [[], ["needle-twice"]]
    ),
    "a question selected twice": planted(
        "selection", ["selected-twice"], {"question_id": "hotpotqa:ada"}
    ),
    "the same pair twice": Fault("english", "replacements", [SAID, SAID], [[], ["row-twice"]]),
    "the same fact twice, by two annotators": planted(
        "confusing_facts",
        ["row-twice"],
        {**TABLES["english"]["confusing_facts"][0], "annotator": "another"},
    ),
    "an original twice": Fault(
        "english", "replacements", [SAID, pair("bread", "dross")], [[], ["original-twice"]]
    ),
    "an original that every question has too": Fault(
        "english",
        "replacements",
        [pair("bread", "glimm"), pair("bread", "dross", question_id="*")],
        [["original-twice"], []],
    ),
    "keywords twice": planted("answer_keywords", ["keywords-twice"], row(keywords="Tamble Tamble")),
    "an original that stands nowhere": pairs(["original-never-occurs"], pair("Zanzibar", "Morl")),
    "a term with a capital, which stands in the middle of a sentence": pairs(
        ["original-never-occurs"], pair("Wool", "Flax", "Hemp", kind="term")
    ),
    "an original that only longer ones hold": pairs(
        ["original-never-occurs"], pair("Ada", "Eve", "Ida", kind="person")
    ),
    "an original inside other words": pairs(
        ["original-inside-words"], pair("Kent", "Morl", kind="place")
    ),
    "three pairs in a ring": pairs(
        ["replacement-cycle"], pair("bread", "rye"), pair("rye", "monks"), pair("monks", "bread")
    ),
    "two originals to one replacement": Fault(
        "english",
        "replacements",
        [pair("bread", "glimm"), pair("rye", "Glimm")],
        [[], ["replacement-twice"]],
    ),
    "a replacement in the question's own documents": pairs(
        ["replacement-in-evidence"], pair("Corran", "Kent", kind="place")
    ),
    "a replacement in the question": pairs(
        [
            "answer-lost",
            "name-part-left",
            "replacement-in-evidence",
        ],
        pair("Port Harrow", "Mell", kind="place", question_id="hotpotqa:port"),
    ),
    "shared words": pairs(
        ["replacement-shares-content"], pair("Corran Mill", "Corran Foss", kind="place")
    ),
    "shared characters": pairs(
        ["replacement-shares-content"],
        pair("木匠", "木工", kind="organisation", **ZH),
        pair("米铺", "布店", "米店", kind="organisation", **ZH),
        recipe="chinese",
    ),
    "a number of another shape": pairs(
        ["figure-changes-shape"], pair("1911年", "20世纪", kind="date", **ZH), recipe="chinese"
    ),
    "a date of the evidence": pairs(["figure-in-evidence"], pair("1887", "1402", kind="date")),
    "keywords of no answer": Fault(
        "english",
        "answer_keywords",
        [row("hotpotqa:mill", keywords="old mill")],
        [["keywords-not-in-answer", "keywords-score-nothing", "unselected-question"]],
    ),
    "a fact that holds the answer of a variant": facts(
        ["fact-holds-answer"], fact(f"{LIKE_THE_QUESTION} beside the river Morrick.")
    ),
    "a fact that keeps the subject": facts(
        ["fact-keeps-subject"],
        fact("The baker Ada Stone was born in a mill at Orwell.", "Ada Stone"),
    ),
    "a fact without its subject": facts(
        ["fact-lacks-subject"], fact("The baker was born in a mill in Ely.")
    ),
    "a passage that holds its fact in other words": facts(
        ["fact-not-in-passage"],
        fact(
            f"{LIKE_THE_QUESTION} beside the Orwell.", passage=f"{LIKE_THE_QUESTION} in Ely.{MORE}"
        ),
    ),
    "a passage that holds the answer beside its fact": facts(
        ["fact-holds-answer"],
        fact(
            f"{LIKE_THE_QUESTION} beside the Orwell.",
            passage=f"{LIKE_THE_QUESTION} beside the Orwell. It turned on the Tamble.{MORE}",
        ),
    ),
    "a needle's id twice": planted(
        "needles", ["needle-twice"], needle(keywords="Lee"), recipe="needles"
    ),
    "a needle without its answer": planted(
        "needles",
        ["facts-too-few", "needle-lacks-answer"],
        needle("x", answers=["Tom Fox"], keywords="Fox"),
        recipe="needles",
    ),
    "a question that holds its answer": planted(
        "needles",
        ["facts-too-few", "question-holds-answer"],
        needle("x", question="Did Ann Lee hide the salt of the abbey?"),
        recipe="needles",
    ),
    "keywords that are not the needle's": planted(
        "needles",
        ["facts-too-few", "keywords-not-in-answer", "keywords-score-nothing"],
        needle("x", keywords="Fox"),
        recipe="needles",
    ),
}


def checked(folder: Path, recipe: str) -> list[Finding]:
    found = lvbuild.check(folder / f"{recipe}.yaml", corpora=folder / "corpora")
    return [one for one in found if one.severity != "note"]


def plant(folder: Path, *faults: Fault) -> None:
    tables: dict[str, list[Row | str]] = {}
    for recipe, table, rows, _ in faults:
        tables.setdefault(f"{recipe}_{table}", [*TABLES[recipe][table]]).extend(rows)
    write_world(folder, **tables)


@pytest.mark.parametrize("recipe", TABLES)
def test_nothing_is_found_in_tables_without_a_fault(tmp_path: Path, recipe: str) -> None:
    write_world(tmp_path)
    assert checked(tmp_path, recipe) == []


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_found_at_its_line_and_nothing_else(
    tmp_path: Path, fault: Fault
) -> None:
    plant(tmp_path, fault)
    first = len(TABLES[fault.recipe][fault.table]) + 1
    file = str(tmp_path / "annotations" / fault.recipe / f"{fault.table}.jsonl")
    expected = [
        (file, line, rule, SEVERITIES[rule])
        for line, rules in enumerate(fault.broken, start=first)
        for rule in sorted(rules, key=lambda rule: (SEVERITIES[rule], rule))
    ]
    found = checked(tmp_path, fault.recipe)
    assert [(one.file, one.line, one.rule, one.severity) for one in found] == expected
    assert all(one.recipe == fault.recipe and "\n" not in one.message for one in found)


def test_every_rule_is_broken_by_a_planted_fault() -> None:
    broken = {rule for fault in FAULTS.values() for rules in fault.broken for rule in rules}
    broken |= {"no-row", "replacements-contradict", *(rule for rule, *_ in CASES.values())}
    assert broken == set(SEVERITIES)
    assert len(FAULTS) >= 20


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "no row; add one"),
        ([{**needle("a"), "status": "rejected"}], "no row but rejected ones"),
    ],
)
def test_a_table_of_what_is_asked_needs_a_row_that_builds_take(
    tmp_path: Path, rows: Sequence[Row], told: str
) -> None:
    write_world(tmp_path, needles_needles=rows, needles_confusing_facts=[], needles_replacements=[])
    (found,) = checked(tmp_path, "needles")
    assert (found.rule, found.severity, found.line) == ("no-row", "error", 1)
    assert found.file.endswith("needles.jsonl")
    assert told in found.message


def test_faults_planted_together_are_all_found(tmp_path: Path) -> None:
    together = [
        FAULTS[name]
        for name in (
            "no JSON",
            "an unknown field",
            "shared words",
            "an original inside other words",
        )
    ]
    plant(tmp_path, *together)
    line = len(TABLES["english"]["replacements"])
    expected = []
    for fault in together:
        for rules in fault.broken:
            line += 1
            expected += [(line, rule) for rule in rules]
    assert [(one.line, one.rule) for one in checked(tmp_path, "english")] == expected


def test_rejected_rows_are_not_checked_unless_they_are_broken(tmp_path: Path) -> None:
    rejected = {**pair("Zanzibar", "Morl"), "status": "rejected"}
    plant(tmp_path, planted("replacements", [], rejected, {**rejected, "kind": "thing"}))
    assert [(one.line, one.rule) for one in checked(tmp_path, "english")] == [(5, "broken-row")]
