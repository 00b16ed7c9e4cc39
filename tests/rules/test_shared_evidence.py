"""Questions that share evidence replace words in it together; what contradicts is an error."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.options import BuildOptions
from lvbuild.errors import InvalidRowError
from lvbuild.questions.evidence import SharedEvidence
from lvbuild.rules.context import Finding
from lvbuild.tasks.gathering import gather
from tests.rules.small_tables import ENGLISH, Row, pair, row, write_world

MILL = "hotpotqa:mill"
USUAL = list(ENGLISH["replacements"])
RULE = "replacements-contradict"


def world(folder: Path, *rows: Row) -> Path:
    """Write the English recipe with a third question, about the mill that the first tells of."""
    keywords = [*ENGLISH["answer_keywords"], row(MILL, keywords="monks")]
    write_world(
        folder,
        english_selection=[*ENGLISH["selection"], {"question_id": MILL}],
        english_answer_keywords=keywords,
        english_replacements=[*USUAL, *rows],
    )
    return folder / "english.yaml"


def contradictions(folder: Path, *rows: Row) -> list[Finding]:
    path = world(folder, *rows)
    found = lvbuild.check(path, corpora=folder / "corpora")
    return [one for one in found if one.rule == RULE]


def of_mill(original: str, replacement: str, *alternatives: str, kind: str = "place") -> Row:
    return pair(original, replacement, *alternatives, kind=kind, question_id=MILL)


CONTRADICTIONS: dict[str, tuple[Sequence[Row], int, str]] = {
    "two words for one": ([of_mill("Tamble", "Orwin")], 4, "becomes 'Orwin' and, by line 3"),
    "two words for one in a variant": (
        [of_mill("Tamble", "Wissel", "Orwin")], 4, "becomes 'Orwin' and"
    ),
    "words that overlap": (
        [of_mill("river Tamble", "canal Orwin", kind="term")], 4, "becomes 'canal Orwin'"
    ),
    "an answer that another question replaces": (
        [pair("monks", "nuns")], 4, "is evidence of hotpotqa:mill too, but not in 'monks'"
    ),
    "a word of the question that another replaces": (
        [pair("Corran", "Morl", kind="place")], 4, "but not in 'Who built the old mill of Corran?'"
    ),
    "a longer name whose part alone is replaced in the question": (
        [pair("old mill", "stone barn"), of_mill("mill", "shed", kind="term")],
        5,
        "becomes 'shed' and, by line 4",
    ),
}  # fmt: skip
IN_HARMONY: dict[str, Sequence[Row]] = {
    "the same words": [of_mill("Tamble", "Wissel", "Morrick")],
    "a name within a longer one": [of_mill("river Tamble", "river Wissel", "river Morrick")],
    "a word that only one's texts have": [of_mill("abbey", "priory", kind="term")],
    "both replace the answer alike": [pair("monks", "nuns"), of_mill("monks", "nuns", kind="term")],
}


@pytest.mark.parametrize(("rows", "line", "told"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_contradiction_is_an_error_at_its_line(
    tmp_path: Path, rows: Sequence[Row], line: int, told: str
) -> None:
    (found,) = contradictions(tmp_path, *rows)
    assert (found.line, found.severity) == (line, "error")
    assert told in found.message
    assert "hotpotqa:" in found.message


@pytest.mark.parametrize("rows", IN_HARMONY.values(), ids=IN_HARMONY)
def test_rows_that_go_together_are_none(tmp_path: Path, rows: Sequence[Row]) -> None:
    assert contradictions(tmp_path, *rows) == []


def test_rows_of_a_question_that_no_build_asks_contradict_nothing(tmp_path: Path) -> None:
    write_world(tmp_path, english_replacements=[*USUAL, of_mill("Tamble", "Orwin")])
    found = lvbuild.check(tmp_path / "english.yaml", corpora=tmp_path / "corpora")
    assert RULE not in {one.rule for one in found}


def test_a_contradiction_ends_a_build(tmp_path: Path) -> None:
    path = world(tmp_path, of_mill("Tamble", "Orwin"))
    (source,) = gather(path, BuildOptions(corpora=tmp_path / "corpora"))
    with pytest.raises(InvalidRowError, match=r"replacements\.jsonl:4: 'Tamble' becomes 'Orwin'"):
        source.prepare([])


def test_rules_read_shared_evidence_in_the_words_of_all_its_questions(tmp_path: Path) -> None:
    path = world(tmp_path, pair("monks", "nuns"), of_mill("monks", "nuns", kind="term"))
    found = lvbuild.check(path, corpora=tmp_path / "corpora")
    assert {one.rule for one in found} == {"facts-too-few", "answer-unchanged"}


def test_an_answer_that_another_question_replaces_is_lost_by_its_row(tmp_path: Path) -> None:
    path = world(tmp_path, pair("monks", "nuns"))
    found = lvbuild.check(path, corpora=tmp_path / "corpora")
    assert [(one.rule, one.line) for one in found if one.severity == "error"] == [
        ("answer-lost", 4),
        (RULE, 4),
    ]


def test_questions_that_share_documents_belong_together_however_far() -> None:
    owners = SharedEvidence(
        {"c": ["3", "2"], "a": ["1", "2"], "b": ["3"], "d": ["4"], "e": ["4", "4"]}
    )
    assert owners.of("2") == ("c", "a")
    assert owners.of("4") == ("d", "e")
    assert owners.of("9") == ()
    for name in "abc":
        assert owners.together(name) == ("a", "b", "c")
    assert owners.together("e") == ("d", "e")
    assert owners.together("unknown") == ("unknown",)
    assert owners.documents == ("3", "2", "1", "4")
