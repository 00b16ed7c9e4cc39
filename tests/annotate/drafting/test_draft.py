"""Drafting against a real server that speaks the protocol, its faults included."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from lvbuild.annotate.drafting import drafting as drafting_of
from lvbuild.annotate.drafting.draft import Drafted, Drafting
from lvbuild.annotate.drafting.prompts import read_prompt
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.endpoint import KEY as KEY_VARIABLE
from lvbuild.core.endpoint import OPENAI, Endpoint, SpentError, UnusableError
from lvbuild.core.resources import shipped
from lvbuild.errors import BuildError, UsageError
from lvbuild.tables.rows import ConfusingFactRow
from tests.annotate.model_server import KEY, ModelServer, running_model
from tests.annotate.test_workbench import replacements
from tests.annotate.worlds import workbench
from tests.rules.small_tables import pair, write_world


def reply(table: str, *rows: Mapping[str, object]) -> str:
    return json.dumps({table: rows}, ensure_ascii=False)


FACT = {
    "fact": "The miller Rosa Quint was born in a mill that stands beside the Orwell.",
    "subject": "Rosa Quint",
    "passage": "Quint ground oats for the villages of the plain. The miller Rosa Quint was born in"
    " a mill that stands beside the Orwell. She kept geese, wrote two books on the care of"
    " millstones and was twice fined for selling flour on a Sunday.",
    "answer": "Orwell",
}
FACT_ZH = {
    "fact": "画家罗晚秋出生在清溪镇的一间药铺里。",
    "subject": "罗晚秋",
    "passage": "罗晚秋少年时随叔父学医，后来改学山水，尤其喜欢画雪后的竹林。"
    "画家罗晚秋出生在清溪镇的一间药铺里。她晚年住在江边，每年春天都要回乡一次，"
    "带回几筐茶叶和新纸，分送给学画的孩子们，从不收钱。",
    "answer": "清溪镇",
}
GOOD, GOOD_ZH = reply("facts", FACT), reply("facts", FACT_ZH)
LEAKING = GOOD.replace("Orwell", "Tamble")
OTHERWISE = reply("facts", {**FACT, "fact": "Rosa Quint was born beside the Orwell."})


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-program")


def without_facts(folder: Path, name: str = "english", *selected: str) -> Workbench:
    bench = workbench(folder, name, english_confusing_facts=[], chinese_confusing_facts=[])
    if name == "english":
        lines = [json.dumps({"question_id": f"hotpotqa:{each}"}) for each in selected or ("ada",)]
        (bench.folder / "selection.jsonl").write_text("\n".join([*lines, ""]))
    return bench


def drafting(bench: Workbench, address: str, left: int = 99, **given: Any) -> Drafting:
    return Drafting(bench, "confusing_facts", Endpoint("m-1", address, 1.0, left), **given)


def draft(bench: Workbench, model: ModelServer, table: str = "confusing_facts") -> list[Drafted]:
    made = drafting_of(bench, table, Endpoint("m-1", model.address, timeout=5.0))
    return list(made.run(made.wanted()))


def facts(bench: Workbench) -> tuple[ConfusingFactRow, ...]:
    assert bench.tables.confusing_facts is not None
    return bench.tables.confusing_facts.rows


@pytest.mark.parametrize(("name", "answer"), [("english", GOOD), ("chinese", GOOD_ZH)])
def test_a_draft_that_passes_is_a_row_of_the_models(tmp_path: Path, name: str, answer: str) -> None:
    bench = without_facts(tmp_path, name)
    with running_model(answer) as model:
        [done] = draft(bench, model)
        assert draft(bench, model) == []
    assert (done.kept, done.rejected, done.why, len(model.prompts)) == (1, 0, "", 1)
    [row] = facts(bench)
    assert (row.status, row.annotator) == ("draft", "model m-1")
    given = FACT if name == "english" else FACT_ZH
    assert {field: getattr(row, field) for field in given} == given
    assert [entry.action for entry in read_ledger(bench.folder)] == ["draft"]
    shown = (bench.questions[row.question_id].question, *bench.documents(row.question_id).values())
    assert all(text in model.prompts[0] for text in shown)
    pool = (
        text for name, text in bench.pool.items() if name not in bench.documents(row.question_id)
    )
    assert sum(text[:600] in model.prompts[0] for text in pool) in {1, 2}
    assert [sent["authorization"] for sent in model.headers] == [f"Bearer {KEY}"]
    assert KEY.encode() not in b"".join(f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())


def test_a_prompt_does_not_follow_to_another_address(tmp_path: Path) -> None:
    with running_model(GOOD) as other, running_model(307) as model:
        model.location = f"{other.address}/chat/completions"
        with pytest.raises(BuildError, match="307"):
            draft(without_facts(tmp_path), model)
    assert other.prompts == []


@pytest.mark.parametrize("first", [429, 503, "slow"])
def test_a_failure_that_passes_is_tried_again(tmp_path: Path, first: str | int) -> None:
    with running_model(first, GOOD) as model:
        [done] = draft(without_facts(tmp_path), model)
    assert (done.kept, len(model.prompts)) == (1, 2)
    if first == 429:
        assert model.times[1] - model.times[0] >= 1


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("no JSON", "it is no JSON"),
        (reply("facts"), "it has no list 'facts'"),
        ('{"facts": ["One."]}', "'facts' holds what is no object"),
        (reply("facts", {"fact": "One."}), "the field 'subject' is missing"),
        ("refusal", "the model refused to answer"),
        ("cut", "the answer was cut short"),
        (LEAKING, "Tamble"),
        (OTHERWISE, "does not hold the fact once"),
        (reply("facts", {**FACT, "passage": FACT["fact"]}), "the passage has 14 words; write 40"),
        (GOOD.replace("passage", "text"), "the passage has 0 words; write 40 to 150"),
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
        assert (row.status, "Tamble" in row.note) == ("rejected", True)
        assert read_ledger(bench.folder)[0].reason == row.note
        # The question lacks a row still: it is asked anew.
        assert [again.kept for again in draft(bench, model)] == [1]


def test_a_fact_for_a_book_is_a_sentence_by_itself(tmp_path: Path) -> None:
    bench = workbench(tmp_path, "needles", needles_confusing_facts=[])
    told = {"fact": "In the attic Bob Ray hid the flour of the abbey.", "subject": "Bob Ray"}
    with running_model(reply("facts", told)) as model:
        assert [one.kept for one in draft(bench, model)] == [1]
    assert "20 to 60 words" in model.prompts[0]
    assert facts(bench)[0].passage == ""


@pytest.mark.parametrize("answer", ["refusal", "broken"])
def test_a_question_without_a_usable_answer_is_told_and_has_no_row(
    tmp_path: Path, answer: str
) -> None:
    bench = without_facts(tmp_path)
    with running_model(answer) as model:
        [done] = draft(bench, model)
    assert (done.kept, done.rejected, done.failed) == (0, 0, True)
    assert facts(bench) == ()


def test_nothing_of_other_programs_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-another-program")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-another-program")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: of-another-program")
    with running_model(GOOD) as model:
        draft(without_facts(tmp_path), model)
        monkeypatch.delenv(KEY_VARIABLE)
        Endpoint("m-1", model.address).ask("Who is it?")
    usual = {"host", "accept", "accept-encoding", "connection", "user-agent"}
    usual |= {"content-length", "content-type"}
    first, second = model.headers
    assert (set(first), set(second)) == (usual | {"authorization"}, usual)
    assert "another-program" not in str(model.headers)


@pytest.mark.parametrize("answer", ["slow", "trickle", "trickling head"])
def test_a_reply_is_whole_in_time_or_none_however_slowly_it_goes_on(answer: str) -> None:
    with running_model(answer) as model, pytest.raises(BuildError) as caught:
        Endpoint("m-1", model.address, timeout=0.4).ask("Who is it?")
    assert str(caught.value) == f"{model.address}: no whole reply came within 0.4 seconds"
    assert len(model.prompts) == 2


def test_an_endless_reply_is_not_read_on() -> None:
    with running_model("endless") as model, pytest.raises(BuildError, match="has over 8 MB"):
        Endpoint("m-1", model.address).ask("Who is it?")
    assert model.sent < 32 * 2**20


def test_a_reply_that_is_compressed_though_nobody_asked_is_not_unpacked() -> None:
    with running_model("packed") as model, pytest.raises(UnusableError, match="no chat completion"):
        Endpoint("m-1", model.address).ask("Who is it?")


def test_a_failure_for_good_ends_it_in_one_line_without_the_key(tmp_path: Path) -> None:
    with running_model("leaky") as model, pytest.raises(BuildError) as caught:
        draft(without_facts(tmp_path), model)
    assert str(caught.value).startswith(model.address)
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_more_requests_are_sent_than_allowed_and_the_next_run_goes_on(tmp_path: Path) -> None:
    bench = without_facts(tmp_path, "english", "ada", "port")
    other = GOOD.replace("Rosa Quint", "Bray").replace("Orwell", "Mossel")
    with running_model(GOOD, other) as model:
        short = drafting(bench, model.address, left=1, at_once=1)
        with pytest.raises(SpentError):
            list(short.run(short.wanted()))
        assert len(facts(bench)) == len(model.prompts) == 1
        assert [one.name for one in draft(bench, model)] == ["hotpotqa:port"]
    assert len(facts(bench)) == 2


def test_no_more_than_so_many_are_asked_at_once(tmp_path: Path) -> None:
    with running_model("refusal") as model:
        model.held_until = 3
        made = drafting(without_facts(tmp_path, "english", "ada", "port"), model.address, at_once=3)
        list(made.run(made.wanted() * 4))
    assert model.most_at_once == 3


def test_replacements_and_needles_are_drafted_too_and_a_persons_rows_stay(tmp_path: Path) -> None:
    mine = pair("Stone", "Mine", kind="person") | {"annotator": "Ann Reader"}
    bench = workbench(tmp_path, english_replacements=[mine])
    pairs = [
        pair("Stone", "Other", "Another", "Third", kind="person"),
        pair("Tamble", "Wissel", "Orr", "Morrick", kind="place"),
        pair("nowhere to be found", "x", "y", "z", kind="place"),
    ]
    with running_model(reply("replacements", *pairs)) as model:
        assert draft(bench, model, "replacements")[0].kept == 1
    rows = [row for row in replacements(bench) if row.question_id == "hotpotqa:ada"]
    assert [(row.original, row.replacement, row.status) for row in rows] == [
        ("Stone", "Mine", "draft"),
        ("Tamble", "Wissel", "draft"),
        ("nowhere to be found", "x", "rejected"),
    ]
    bench = workbench(tmp_path, "needles")
    needle = {
        "id": "bell",
        "fact": "In the loft Cy Marsh hid the bell of the mill.",
        "question": "Who put the chime away under the roof?",
        "answers": ["Cy Marsh"],
        "keywords": "Cy Marsh",
    }
    with running_model(reply("needles", needle)) as model:
        assert draft(bench, model, "needles")[0].kept == 1
    assert bench.tables.needles is not None
    assert bench.tables.needles.rows[-1].id == "bell"


QUESTION = {
    "question": "How many fairs are held in Quillan's town each year?",
    "answers": ["Seven"],
    "evidence": ["Seven fairs are held in the town each year."],
}


def test_questions_are_drafted_on_documents_that_nothing_is_asked_of(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    with running_model(reply("questions", QUESTION)) as model:
        done = draft(bench, model, "questions")
        assert draft(bench, model, "questions") == []
    # The other document does not hold the evidence: asked once more, then kept as rejected.
    asked = {name: text for name, text in bench.pool.items() if "airs" in text}
    assert len(asked) == 2
    assert {one.name for one in done} == set(asked)
    assert sorted((one.kept, one.rejected) for one in done) == [(0, 1), (1, 0)]
    assert len(model.prompts) == 3
    assert bench.tables.questions is not None
    kept, rejected = sorted(bench.tables.questions.rows, key=lambda row: row.status)
    assert {name: getattr(kept, name) for name in ("question", "annotator", "status")} == {
        "question": QUESTION["question"],
        "annotator": "model m-1",
        "status": "draft",
    }
    assert asked[kept.document_id].startswith("Seven fairs")
    assert "does not hold 'Seven fairs" in rejected.note
    assert bench.pool[kept.document_id] in "".join(model.prompts)


def test_abstracts_are_drafted_of_other_documents_until_the_recipe_has_its_count(
    tmp_path: Path,
) -> None:
    bench = passage_bench(tmp_path)
    abstract = {"abstract": "A place of the sea trade, the biggest of an isle, is told of."}
    with running_model("no JSON", reply("abstracts", abstract)) as model:
        made = Drafting(bench, "abstracts", Endpoint("m-1", model.address))
        [first, *_] = done = list(made.run(made.wanted(2)))
        assert len(done) == 2
        assert first.kept == 1
        assert sum("it is no JSON" in prompt for prompt in model.prompts) == 1
        rest = draft(bench, model, "abstracts")
    assert {one.name for one in (*done, *rest)} < set(bench.pool)
    rows = bench.tables.own["abstracts"].rows
    assert [row.abstract for row in rows] == [abstract["abstract"]] * 3
    assert len({row.id for row in rows}) == bench.recipe.count == 3
    written = (bench.folder / "abstracts.jsonl").read_text().splitlines()
    assert [json.loads(line)["document_id"] for line in written] == [row.id for row in rows]


def passage_bench(folder: Path) -> Workbench:
    """Open a recipe of passage_retrieval over the small corpora, without a row."""
    write_world(folder)
    keys = yaml.safe_load((shipped("recipes") / "passage_retrieval_en.yaml").read_text())
    keys |= {"name": "mine", "count": 3, "levels": ["1k"], "haystack": "hotpotqa"}
    (folder / "mine.yaml").write_text(yaml.safe_dump(keys))
    return workbench(folder, "mine")


def test_prompts_of_ones_own_come_first_and_bad_folders_are_told(tmp_path: Path) -> None:
    bench = without_facts(tmp_path)
    (tmp_path / "prompts/en").mkdir(parents=True)
    (tmp_path / "prompts/en/confusing_facts.txt").write_text('Mine: {question} {"a": {b}}')
    [wanted] = drafting(bench, OPENAI, prompts=tmp_path / "prompts").wanted()
    assert wanted.prompt == f'Mine: {bench.questions["hotpotqa:ada"].question} {{"a": {{b}}}}'
    with pytest.raises(UsageError, match="is no folder of prompts"):
        drafting(bench, OPENAI, prompts=tmp_path / "none")
    with pytest.raises(UsageError, match="takes no table 'needles'"):
        Drafting(bench, "needles", Endpoint("m-1"))


def test_nothing_is_sent_without_a_key_an_address_or_a_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in (
        *("", "127.0.0.1:9803/v1", "ftp://x/v1", "http:// /v1", "https://", "http://[::1"),
        *("http://x/v1\n", "http://x\nhost: y/v1", "http://x y/v1", "http://x:b", "http://x:99999"),
    ):
        with pytest.raises(UsageError, match="is no address of an endpoint"):
            Endpoint("m-1", address)
    monkeypatch.setenv(KEY_VARIABLE, "sk-one\nsk-two")
    with pytest.raises(UsageError, match="LVBUILD_OPENAI_API_KEY holds a space") as caught:
        Endpoint("m-1").ask("Who is it?")
    assert "sk-" not in str(caught.value)
    monkeypatch.delenv(KEY_VARIABLE)
    made = drafting(without_facts(tmp_path), OPENAI)
    with pytest.raises(UsageError, match="LVBUILD_OPENAI_API_KEY is not set"):
        list(made.run(made.wanted()))
    german = SimpleNamespace(name="German")
    monkeypatch.setattr("lvbuild.annotate.drafting.prompts.find_language", lambda _: german)
    with pytest.raises(UsageError, match="no prompt is in German; give a folder that holds de/"):
        read_prompt("needles", "de")


def test_the_estimate_counts_what_will_be_sent(tmp_path: Path) -> None:
    made = drafting(without_facts(tmp_path), OPENAI)
    sent, back = made.tokens(made.wanted())
    assert sent > 100
    assert back == 300


@pytest.mark.parametrize("name", ["", " ", "m ", "a\nb"])
def test_a_model_without_a_name_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is no model's name"):
        Endpoint(name, "http://127.0.0.1:1")


@pytest.mark.parametrize(
    ("status", "told"), [(400, "too long"), (401, "LVBUILD_OPENAI_API_KEY"), (404, "model's name")]
)
def test_what_a_server_refuses_for_good_has_a_remedy(status: int, told: str) -> None:
    with (
        running_model(status) as model,
        pytest.raises(BuildError, match=rf"{status}: .*; .*{told}"),
    ):
        Endpoint("m", model.address).ask("Why?")
