"""Drafting against a real server that speaks the protocol, its faults included."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from lvbuild.annotate.chat_model import KEY as KEY_VARIABLE
from lvbuild.annotate.chat_model import OPENAI, Endpoint, SpentError, read_prompt
from lvbuild.annotate.draft import Drafted, Drafting
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import BuildError, UsageError
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from tests.annotate.model_server import KEY, ModelServer, running_model
from tests.annotate.worlds import workbench

GOOD = json.dumps(
    {
        "facts": [
            {
                "fact": "The miller Rosa Quint was born in a mill that stands beside the Orwell.",
                "subject": "Rosa Quint",
            }
        ]
    }
)
LEAKING = GOOD.replace("Orwell", "Tamble")
GOOD_ZH = json.dumps(
    {"facts": [{"fact": "画家罗晚秋出生在清溪镇的一间药铺里。", "subject": "罗晚秋"}]},
    ensure_ascii=False,
)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-program")


def without_facts(folder: Path, name: str = "english") -> Workbench:
    bench = workbench(folder, name, english_confusing_facts=[], chinese_confusing_facts=[])
    if name == "english":
        lines = ['{"question_id": "hotpotqa:ada"}\n']
        (bench.folder / "selection.jsonl").write_text("".join(lines))
    return bench


def draft(bench: Workbench, model: ModelServer, table: str = "confusing_facts") -> list[Drafted]:
    drafting = Drafting(bench, table, Endpoint("m-1", model.address, timeout=1.0))
    return list(drafting.run(drafting.wanted()))


def facts(bench: Workbench) -> tuple[ConfusingFactRow, ...]:
    assert bench.tables.confusing_facts is not None
    return bench.tables.confusing_facts.rows


@pytest.mark.parametrize(("name", "answer"), [("english", GOOD), ("chinese", GOOD_ZH)])
def test_a_draft_that_passes_is_a_row_of_the_models(tmp_path: Path, name: str, answer: str) -> None:
    bench = without_facts(tmp_path, name)
    with running_model(answer) as model:
        [done] = draft(bench, model)
        assert draft(bench, model) == []
    assert (done.kept, done.rejected, done.failed, len(model.prompts)) == (1, 0, "", 1)
    assert KEY.encode() not in b"".join(f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())
    [row] = facts(bench)
    assert (row.status, row.annotator) == ("draft", "model m-1")
    assert [entry.action for entry in read_ledger(bench.folder)] == ["draft"]
    question = bench.questions[row.question_id]
    assert question.question in model.prompts[0]
    assert all(text in model.prompts[0] for text in bench.documents(row.question_id).values())
    assert model.keys == [f"Bearer {KEY}"]


@pytest.mark.parametrize("address", ["", "127.0.0.1:9803/v1", "ftp://x/v1", "http:// /v1"])
def test_what_is_no_address_of_an_endpoint_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="is no address of an endpoint"):
        Endpoint("m-1", address)


def test_a_prompt_does_not_follow_to_another_address(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    with running_model(GOOD) as other, running_model(307) as model:
        model.location = f"{other.address}/chat/completions"
        with pytest.raises(BuildError, match="307"):
            draft(bench, model)
    assert other.prompts == []


@pytest.mark.parametrize("first", [429, 503, "slow"])
def test_a_failure_that_passes_is_tried_again(tmp_path: Path, first: str | int) -> None:
    bench = without_facts(tmp_path)
    with running_model(first, GOOD) as model:
        [done] = draft(bench, model)
    assert (done.kept, len(model.prompts)) == (1, 2)
    if first == 429:
        assert model.times[1] - model.times[0] >= 1


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("no JSON", "it is no JSON"),
        ('{"facts": []}', "it has no list 'facts'"),
        ('{"facts": ["One."]}', "'facts' holds what is no object"),
        ('{"facts": [{"fact": "One."}]}', "the field 'subject' is missing"),
        ("refusal", "the model refused to answer"),
        ("cut", "the answer was cut short"),
        (LEAKING, "Tamble"),
    ],
)
def test_what_cannot_be_used_is_asked_once_more_with_the_reason(
    tmp_path: Path, first: str, why: str
) -> None:
    bench = without_facts(tmp_path)
    with running_model(first, GOOD) as model:
        [done] = draft(bench, model)
    assert (done.kept, done.rejected, len(model.prompts)) == (1, 0, 2)
    assert why not in model.prompts[0].replace("Tamble", "")
    assert why in model.prompts[1].partition("Your last reply")[2]
    assert [row.status for row in facts(bench)] == ["draft"]


def test_a_draft_that_leaks_twice_is_kept_as_rejected_with_the_reason(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    with running_model(LEAKING, LEAKING, GOOD) as model:
        [done] = draft(bench, model)
        assert (done.kept, done.rejected, len(model.prompts)) == (0, 1, 2)
        [row] = facts(bench)
        assert row.status == "rejected"
        assert "Tamble" in row.note
        assert read_ledger(bench.folder)[0].reason == row.note
        # The question lacks a row still: it is asked anew.
        assert [again.kept for again in draft(bench, model)] == [1]


@pytest.mark.parametrize("answer", ["refusal", "broken"])
def test_a_question_without_a_usable_answer_is_told_and_has_no_row(
    tmp_path: Path, answer: str
) -> None:
    bench = without_facts(tmp_path)
    with running_model(answer) as model:
        [done] = draft(bench, model)
    assert (done.kept, done.rejected, bool(done.failed)) == (0, 0, True)
    assert facts(bench) == ()


def test_a_failure_for_good_ends_it_in_one_line_without_the_key(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    with running_model("leaky") as model, pytest.raises(BuildError) as caught:
        draft(bench, model)
    assert KEY not in str(caught.value)
    assert str(caught.value).startswith(model.address)
    assert "\n" not in str(caught.value)


def test_no_more_requests_are_sent_than_allowed_and_the_next_run_goes_on(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    (bench.folder / "selection.jsonl").write_text(
        '{"question_id": "hotpotqa:ada"}\n{"question_id": "hotpotqa:port"}\n'
    )
    other = GOOD.replace("Rosa Quint", "Bray").replace("Orwell", "Mossel")
    with running_model(GOOD, other) as model:
        endpoint = Endpoint("m-1", model.address, left=1)
        drafting = Drafting(bench, "confusing_facts", endpoint)
        with pytest.raises(SpentError, match="run the same command again"):
            list(drafting.run(drafting.wanted(), at_once=1))
        assert len(facts(bench)) == len(model.prompts) == 1
        done = draft(bench, model)
        assert [one.question_id for one in done] == ["hotpotqa:port"]
    assert len(facts(bench)) == 2


def test_no_more_than_so_many_are_asked_at_once(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    (bench.folder / "selection.jsonl").unlink()
    with running_model("refusal") as model:
        endpoint = Endpoint("m-1", model.address, left=99)
        drafting = Drafting(bench, "confusing_facts", endpoint)
        wanted = drafting.wanted() * 4
        list(drafting.run(wanted, at_once=3))
    assert 1 < model.most_at_once <= 3


def test_replacements_and_needles_are_drafted_too(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_replacements=[])
    pairs = [
        {"original": "Tamble", "replacement": "Wissel", "alternatives": ["Orr"], "kind": "place"},
        {"original": "nowhere to be found", "replacement": "x", "kind": "place"},
    ]
    with running_model(json.dumps({"replacements": pairs})) as model:
        done = draft(bench, model, "replacements")
    assert done[0].kept == 1
    assert bench.tables.replacements is not None
    rows = [row for row in bench.tables.replacements.rows if row.question_id == "hotpotqa:ada"]
    assert [(row.original, row.status) for row in rows] == [
        ("Tamble", "draft"),
        ("nowhere to be found", "rejected"),
    ]
    bench = workbench(tmp_path, "needles")
    needle = {
        "id": "bell",
        "fact": "In the loft Cy Marsh hid the bell of the mill.",
        "question": "Who put the chime away under the roof?",
        "answers": ["Cy Marsh"],
        "keywords": "Cy Marsh",
    }
    with running_model(json.dumps({"needles": [needle]})) as model:
        done = draft(bench, model, "needles")
    assert done[0].kept == 1
    assert bench.tables.needles is not None
    assert bench.tables.needles.rows[-1].id == "bell"


def test_prompts_of_ones_own_come_first_and_bad_folders_are_told(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    (tmp_path / "prompts/en").mkdir(parents=True)
    (tmp_path / "prompts/en/confusing_facts.txt").write_text('Mine: {question} {"a": {b}}')
    endpoint = Endpoint("m-1", "http://127.0.0.1:1/v1")
    drafting = Drafting(bench, "confusing_facts", endpoint, tmp_path / "prompts")
    prompt = drafting.wanted()[0].prompt
    assert prompt == f'Mine: {bench.questions["hotpotqa:ada"].question} {{"a": {{b}}}}'
    with pytest.raises(UsageError, match="is no folder of prompts"):
        Drafting(bench, "confusing_facts", endpoint, tmp_path / "none")
    with pytest.raises(UsageError, match="takes no table 'needles'"):
        Drafting(bench, "needles", endpoint)


def test_without_a_key_nothing_is_sent_to_openai(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    bench = without_facts(tmp_path)
    drafting = Drafting(bench, "confusing_facts", Endpoint("m-1", OPENAI))
    with pytest.raises(UsageError, match="LVBUILD_OPENAI_API_KEY is not set"):
        list(drafting.run(drafting.wanted()))


def test_the_estimate_counts_what_will_be_sent(tmp_path: Path) -> None:
    drafting = Drafting(without_facts(tmp_path), "confusing_facts", Endpoint("m-1", "http://x/v1"))
    estimate = drafting.estimate(drafting.wanted())
    assert (estimate.requests, estimate.tokens_out) == (1, 150)
    assert estimate.tokens_in > 100
    assert estimate.cost((1.0, 2.0)) == 2 * (estimate.tokens_in + 300) / 1e6


def test_rows_of_a_person_stay(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_replacements=[])
    mine = ReplacementRow(
        question_id="hotpotqa:ada",
        original="Tamble",
        replacement="Mine",
        kind="place",
        status="draft",
        annotator="Ann Reader",
    )
    path = bench.path("replacements")
    path.write_text(mine.model_dump_json() + "\n")
    pairs = [{"original": "Tamble", "replacement": "Wissel", "kind": "place"}]
    with running_model(json.dumps({"replacements": pairs})) as model:
        draft(bench, model, "replacements")
    assert bench.tables.replacements is not None
    assert bench.tables.replacements.rows[0] == mine
    own = [row for row in bench.tables.replacements.rows if row.question_id == "hotpotqa:ada"]
    assert own == [mine]


def test_a_language_without_prompts_gets_a_plain_error(monkeypatch: pytest.MonkeyPatch) -> None:
    german = SimpleNamespace(name="German")
    monkeypatch.setattr("lvbuild.annotate.chat_model.find_language", lambda _: german)
    with pytest.raises(UsageError, match="no prompt is in German; give a folder that holds de/"):
        read_prompt("needles", "de")
