"""FanOutQA's own questions over pages that the tests write: what each record promises."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

import lvbuild
from lvbuild.audit.audit import audit_release
from lvbuild.core.model import answer_texts, key_values
from lvbuild.core.resources import shipped
from lvbuild.corpora.pages import markdown_page
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.release.manifest import Manifest
from lvbuild.release.reading import Record
from tests.builds import hashes
from tests.tasks.fan_out.written_pages import (
    HEADER,
    dev_questions,
    is_number,
    leaves,
    write_pages,
)

ENGLISH = find_language("en")
SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])|\n")
FEW = 40
LEVELS = ("16k", "32k")
Question = Mapping[str, Any]


class Built:
    """A release of some questions over written pages, with these and its recipe."""

    def __init__(self, folder: Path, questions: Sequence[Question], **keys: Any) -> None:
        self.folder, self.questions = folder, questions
        self.corpus = folder / "corpora/fanoutqa"
        self.corpus.mkdir(parents=True)
        (self.corpus / "fanout-final-dev.json").write_text(json.dumps(questions), "utf-8")
        write_pages(self.corpus, questions)
        text = (shipped("recipes") / "fanoutqa_mixup.yaml").read_text("utf-8")
        recipe = {**yaml.safe_load(text), "name": "fan", "levels": [*LEVELS], **keys}
        self.recipe = folder / "fan.yaml"
        self.recipe.write_text(yaml.safe_dump(recipe), "utf-8")
        self.manifest = self.build(folder / "release")

    def build(self, out: Path, **options: Any) -> Manifest:
        return lvbuild.build(
            self.recipe, out, corpora=self.folder / "corpora", **{"workers": 1, **options}
        )

    def records(self, level: str = LEVELS[0]) -> Iterator[Record]:
        return lvbuild.open_release(self.folder / "release").records(f"fan_{level}")

    def page(self, document_id: str) -> str:
        path = self.corpus / f"wikicache/{document_id.removeprefix('fanoutqa:')}-dated.md"
        return markdown_page(path.read_text("utf-8"))


def pages_of(question: Question) -> set[str]:
    return {leaf["evidence"]["title"] for leaf in leaves(question)}


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Built:
    """Build the question of most pages and some others."""
    every = sorted(dev_questions(shared_corpora), key=lambda one: -len(pages_of(one)))
    return Built(tmp_path_factory.mktemp("fan"), [every[0], *every[-FEW:]])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Built:
    """Build all questions of the development set."""
    return Built(tmp_path_factory.mktemp("whole"), dev_questions(shared_corpora))


def supporting(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the document and the text of each supporting passage."""
    for each in record.provenance["passages"]:
        if each["role"] == "supporting":
            yield each["document_id"], record.fields["context"][slice(*each["span"])]


def check(built: Built) -> None:
    """Hold each record against the question and the pages it was made of."""
    asked = {f"fanoutqa:{one['id']}": one for one in built.questions}
    for level in LEVELS:
        for record in built.records(level):
            question = asked[record.provenance["question_id"]]
            assert record.fields["answers"] == [*answer_texts(question["answer"])]
            assert record.provenance["answer"] == question["answer"]
            assert record.provenance["decomposition"] == question["decomposition"]
            _check_evidence(built, record, question)
            _check_passages(built, record)
            _check_leaks(record, question)


def _check_evidence(built: Built, record: Record, question: Question) -> None:
    held: dict[str, str] = {}
    for document, text in supporting(record):
        held[document] = f"{held.get(document, '')}\n{text}"
    named = {leaf["evidence"]["title"]: leaf["evidence"] for leaf in leaves(question)}
    ids = {f"fanoutqa:{one['pageid']}" for one in named.values() if is_number(one["pageid"])}
    assert ids <= held.keys()
    assert len(record.provenance["evidence_depths"]) == len(list(supporting(record)))
    revisions = record.provenance["revisions"]
    assert revisions.keys() == held.keys()
    for leaf in leaves(question):
        document = f"fanoutqa:{leaf['evidence']['pageid']}"
        if document not in held:
            continue
        if is_number(leaf["evidence"]["revid"]):
            assert revisions[document] == leaf["evidence"]["revid"]
        [form] = ENGLISH.normal_texts([held[document]])
        answers = [answer for answer in answer_texts(leaf["answer"]) if len(answer.split()) <= 6]
        wanted = [phrase for phrase in ENGLISH.normal_phrases(answers, True) if phrase]
        assert 2 * sum(each.stands_in(form) for each in wanted) >= len(wanted), leaf["question"]


def _check_passages(built: Built, record: Record) -> None:
    for each in record.provenance["passages"]:
        text = record.fields["context"][slice(*each["span"])]
        page = built.page(each["document_id"])
        start, stop = each["cut"]
        lead, body = text[: len(text) - (stop - start)], page[start:stop]
        assert text == lead + body
        assert lead.startswith("# ")
        assert page[start - 1 : start] in {"", "\n", " "}
        lines = set(page.split("\n"))
        rows = [line for line in text.split("\n") if line.startswith("|")]
        assert lines.issuperset(rows)
        if rows:
            assert "\n".join(rows[:2]) == HEADER


def _check_leaks(record: Record, question: Question) -> None:
    """No sentence or row of a distracting passage holds a key of the answer and its value."""
    pairs = [
        pair for pair in key_values(question["answer"]) if pair[1].casefold() not in ENGLISH.yes_no
    ]
    wanted = [[one for one in ENGLISH.normal_phrases(pair, False) if one] for pair in pairs]
    for each in record.provenance["passages"]:
        if each["role"] != "distracting":
            continue
        text = record.fields["context"][slice(*each["span"])]
        [form] = ENGLISH.normal_texts([text])
        likely = [pair for pair in wanted if all(one.stands_in(form) for one in pair)]
        if not likely:
            continue
        sentences = ENGLISH.normal_texts(SENTENCE_END.split(text))
        for pair in likely:
            assert not any(all(one.stands_in(said) for one in pair) for said in sentences)


def test_each_record_holds_all_evidence_in_titled_passages_of_whole_rows(few: Built) -> None:
    check(few)


def test_a_question_of_46_pages_has_them_all_at_every_level(few: Built) -> None:
    most = max(few.questions, key=lambda one: len(pages_of(one)))
    assert len(pages_of(most)) == 46
    for level in LEVELS:
        [record] = [
            one
            for one in few.records(level)
            if one.provenance["question_id"] == f"fanoutqa:{most['id']}"
        ]
        held = dict(supporting(record))
        assert len(held) == 46
        words = [len(text.split()) for text in held.values()]
        assert sum(words) <= 0.55 * 16_000
        # Its share is some 170; sentences and rows are not cut.
        assert min(words) >= 0.85 * 150
        assert any(each["role"] == "distracting" for each in record.provenance["passages"])


def test_where_pages_would_keep_too_little_a_question_is_left_out_of_all_levels(
    few: Built, tmp_path: Path
) -> None:
    recipe = few.recipe.read_text("utf-8").replace("- 16k", "- 8k")
    (tmp_path / "fan.yaml").write_text(recipe, "utf-8")
    manifest = lvbuild.build(
        tmp_path / "fan.yaml", tmp_path / "out", corpora=few.folder / "corpora", workers=1, limit=1
    )
    most = max(few.questions, key=lambda one: len(pages_of(one)))
    reasons = {one.question_id: one.reason for one in manifest.recipes["fan"].left_out}
    assert reasons[f"fanoutqa:{most['id']}"] == "its passages would have under 150 units each"


def test_a_title_without_an_id_leaves_its_question_out_and_the_epochs_are_told(few: Built) -> None:
    entry = few.manifest.recipes["fan"]
    ids: dict[str, set[bool]] = {}
    for leaf in (leaf for one in few.questions for leaf in leaves(one)):
        ids.setdefault(leaf["evidence"]["title"], set()).add(is_number(leaf["evidence"]["pageid"]))
    lost = {
        f"fanoutqa:{one['id']}"
        for one in few.questions
        if any(ids[title] == {False} for title in pages_of(one))
    }
    why = "a page has no id and no other reference to its title has one"
    assert {one.question_id for one in entry.left_out if one.reason == why} == lost
    assert entry.corpora[0].epochs == {"questions": "2023-09", "pages": "2023-11-20"}
    assert any("of 2023-09, its pages of 2023-11-20" in line for line in entry.shortfalls)


def test_the_same_bytes_come_out_again_of_more_workers(few: Built, tmp_path: Path) -> None:
    few.build(tmp_path / "again", workers=2)
    assert hashes(tmp_path / "again") == hashes(few.folder / "release")


def test_its_audit_is_clean_and_gold_answers_score_full_marks(few: Built) -> None:
    audit = audit_release(few.folder / "release", workers=1)
    assert not [finding for finding in audit.findings if finding.severity == "error"]


def test_questions_of_the_test_set_have_contexts_and_no_score(few: Built, tmp_path: Path) -> None:
    corpus = tmp_path / "corpora/fanoutqa"
    shutil.copytree(few.corpus, corpus)
    asked = [
        {
            **{key: one[key] for key in ("id", "question", "categories")},
            "necessary_evidence": [leaf["evidence"] for leaf in leaves(one)],
        }
        for one in few.questions
    ]
    (corpus / "fanout-final-test.json").write_text(json.dumps(asked), "utf-8")
    recipe = few.recipe.read_text("utf-8").replace("- fanoutqa\n", "- fanoutqa_test\n")
    (tmp_path / "fan.yaml").write_text(recipe, "utf-8")
    release = tmp_path / "release"
    lvbuild.build(
        tmp_path / "fan.yaml", release, corpora=tmp_path / "corpora", levels="16k", workers=1
    )
    records = [*lvbuild.open_release(release).records("fan_16k")]
    assert len(records) > FEW / 2
    assert {tuple(one.fields["answers"]) for one in records} == {()}
    assert all(one.provenance["answer"] is None for one in records)
    most = max(len({document for document, _ in supporting(one)}) for one in records)
    assert most == 46
    assert not [each for each in audit_release(release).findings if each.severity == "error"]
    predictions = tmp_path / "predictions"
    predictions.mkdir()
    lines = [json.dumps({"_id": one.fields["_id"], "pred": "yes"}) for one in records]
    (predictions / "fan_16k.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(UsageError, match="fan_16k asks questions whose answers their publisher"):
        lvbuild.score_release(release, predictions)


@pytest.mark.slow
def test_all_questions_of_the_development_set_are_built_or_counted(whole: Built) -> None:
    check(whole)
    entry = whole.manifest.recipes["fan"]
    built = len([*whole.records()])
    assert built + len(entry.left_out) == 310
    assert built >= 280
    kinds = Counter(type(one.provenance["answer"]).__name__ for one in whole.records())
    assert {"dict", "list", "str", "int"} <= kinds.keys()
    audit = audit_release(whole.folder / "release")
    assert not [finding for finding in audit.findings if finding.severity == "error"]
