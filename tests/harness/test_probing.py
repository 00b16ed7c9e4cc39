"""What a model knows without reading: asked as replaced and in the corpus's words, and kept."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.core.endpoint import Endpoint
from lvbuild.errors import BuildError, UsageError
from lvbuild.harness.contradictions import Contradictions
from lvbuild.harness.probing import Probe, Probed, write_defects
from lvbuild.harness.replies import Replies, Request
from lvbuild.release.reading import Record
from tests.annotate.model_server import KEY, ModelServer, running_model
from tests.cli.running import lvbuild as run

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("keeping")]

RECIPE, COUNT = "hotpotwikiqa_mixup", 6
BUILD: dict[str, Any] = {"sample": True, "limit": COUNT, "workers": 1}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("probed")
    lvbuild.build(RECIPE, folder / "release", levels=["2k"], **BUILD)
    lvbuild.build(RECIPE, folder / "plain", levels=["closed"], without="replacements", **BUILD)
    return folder / "release"


@pytest.fixture
def knowing(release: Path) -> Iterator[ModelServer]:
    """Serve a model that knows the answers to the questions in the corpus's words."""
    plain = lvbuild.open_release(release.parent / "plain")
    [name] = plain.configurations
    known = {one.content.question: one.content.answers[0] for one in plain.records(name)}
    with running_model("") as model:

        def answer() -> str | int:
            if model.answers[0] != "":
                return model.answers.pop(0)
            prompt = model.prompts[-1]
            return next((told for asked, told in known.items() if asked in prompt), "Who knows?")

        model.next = answer  # type: ignore[method-assign]
        yield model


def endpoint(model: ModelServer, left: int = 1_000) -> Endpoint:
    return Endpoint("m-1", model.address, left=left, temperature=0)


def probed(release: Path, asked: Endpoint, out: Path) -> Probed:
    """Probe the one recipe of a release, as the command does."""
    with Replies(out / "replies.jsonl", asked) as replies:
        [found] = Probe(release).run(replies)
    why = f"{asked.model} answers it without its context"
    write_defects([(RECIPE, name, why) for name in found.leaked], out / "errata.jsonl")
    return found


def test_a_model_that_knows_the_corpus_scores_high_on_its_words_and_low_on_replaced_ones(
    release: Path, knowing: ModelServer, tmp_path: Path
) -> None:
    probe = Probe(release)
    assert len(probe.requests) == 2 * COUNT
    found = probed(release, endpoint(knowing), tmp_path / "probe")
    assert found.original is not None
    assert found.original > 90
    assert found.score < 30
    assert found.questions == COUNT
    records = lvbuild.open_release(release).records(f"{RECIPE}_2k")
    assert not any(record.fields["context"][:200] in "".join(knowing.prompts) for record in records)
    lines = (tmp_path / "probe/errata.jsonl").read_text().splitlines()
    assert [json.loads(line)["question_id"] for line in lines] == [*found.leaked]


def test_what_is_answered_without_context_is_left_out_by_the_next_build(
    release: Path, tmp_path: Path
) -> None:
    [first, *_] = lvbuild.open_release(release).records(f"{RECIPE}_2k")
    with running_model(first.content.answers[0]) as model:
        found = probed(release, endpoint(model), tmp_path / "probe")
    question = first.provenance["question_id"]
    assert question in found.leaked
    told = str(tmp_path / "probe/errata.jsonl")
    manifest = lvbuild.build(RECIPE, tmp_path / "mended", levels=["2k"], errata=told, **BUILD)
    left_out = {one.question_id: one.reason for one in manifest.recipes[RECIPE].left_out}
    assert left_out[question] == "known defect: m-1 answers it without its context"


def test_failures_that_pass_lose_nothing_and_no_reply_is_asked_for_twice(
    release: Path, knowing: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lvbuild.core.endpoint.sleep", lambda _: None)
    knowing.answers[:0] = [429, 500, "slow"]
    out = tmp_path / "probe"
    hurried = Endpoint("m-1", knowing.address, temperature=0, timeout=30)
    first = probed(release, hurried, out)
    sent = len(knowing.prompts)
    assert sent == 2 * COUNT + 3
    again = probed(release, endpoint(knowing), out)
    assert again == first
    assert len(knowing.prompts) == sent


def test_what_is_no_reply_is_never_kept_and_asked_for_again(
    release: Path, knowing: ModelServer, tmp_path: Path
) -> None:
    knowing.answers[:0] = ["broken"]
    out = tmp_path / "probe"
    with pytest.raises(BuildError, match="1 answer cannot be used"):
        probed(release, endpoint(knowing), out)
    kept = (out / "replies.jsonl").read_text().splitlines()
    assert len(kept) == 2 * COUNT - 1
    probed(release, endpoint(knowing), out)
    assert len(knowing.prompts) == 2 * COUNT + 1


def test_a_model_that_says_nothing_is_told_and_its_parts_and_thoughts_are_read(
    tmp_path: Path,
) -> None:
    asking = [Request(str(number), 1, 8) for number in range(3)]
    with running_model("refusal", "parts: Ada", "<think>Ada?</think>\nGrace") as model:
        one = Endpoint("m-1", model.address, temperature=0)
        with Replies(tmp_path / "replies.jsonl", one, drop_thinking=True) as replies:
            assert [*replies.ask(asking, at_once=1)] == ["", "parts: Ada", "Grace"]
            assert replies.empty == 1
    assert "<think>" in (tmp_path / "replies.jsonl").read_text()


@pytest.mark.parametrize(
    ("out", "told"), [("release", "is a release, or stands in"), ("file", "exists")]
)
def test_replies_stand_in_no_release_and_no_file(
    release: Path, tmp_path: Path, out: str, told: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "release").symlink_to(release)
    before = (release / "SHA256SUMS").read_bytes(), sorted(release.iterdir())
    given = ("--model", "m", "--base-url", "http://127.0.0.1:1", "--out", out)
    assert told in run("probe", str(release), *given, cwd=tmp_path).error(2)
    assert before == ((release / "SHA256SUMS").read_bytes(), sorted(release.iterdir()))


def test_a_run_that_is_stopped_goes_on_with_what_is_missing(
    release: Path, knowing: ModelServer, tmp_path: Path
) -> None:
    out = tmp_path / "probe"
    with pytest.raises(BuildError, match="max-requests"):
        probed(release, endpoint(knowing, left=5), out)
    kept = (out / "replies.jsonl").read_bytes()
    assert kept.count(b"\n") == 5
    (out / "replies.jsonl").write_bytes(kept[:-7])  # it was ended while it wrote
    probed(release, endpoint(knowing), out)
    assert len(knowing.prompts) == 2 * COUNT + 1
    lines = (out / "replies.jsonl").read_bytes().splitlines()
    assert sum(line.endswith(b"}") for line in lines) == 2 * COUNT


def test_another_model_is_asked_anew(knowing: ModelServer, tmp_path: Path) -> None:
    for name in ("m-1", "m-2", "m-1"):
        asked = Endpoint(name, knowing.address, temperature=0)
        with Replies(tmp_path / "replies.jsonl", asked) as replies:
            assert [*replies.ask([Request("Why?", 1, 9)] * 2)] == ["Who knows?"] * 2
    assert len(knowing.prompts) == 2
    assert threading.active_count() < 50


def test_the_command_says_what_it_costs_before_it_sends_and_prints_what_came(
    release: Path, knowing: ModelServer, tmp_path: Path
) -> None:
    where = ("--model", "m-1", "--base-url", knowing.address, "--price", "1,2")
    ran = run("probe", str(release), *where, cwd=tmp_path, LVBUILD_OPENAI_API_KEY=KEY)
    assert ran.code == 2
    assert f"{2 * COUNT} requests" in ran.err
    assert "at these prices" in ran.err
    assert not knowing.prompts
    ran = run("probe", str(release), *where, "--yes", cwd=tmp_path, LVBUILD_OPENAI_API_KEY=KEY)
    assert ran.code == 0
    assert RECIPE in ran.out
    assert KEY not in ran.out + ran.err
    assert KEY.encode() not in (tmp_path / "probe/replies.jsonl").read_bytes()


def test_where_no_release_is_or_no_reply_can_be_kept_a_line_says_so(
    knowing: ModelServer, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="is no release"):
        Probe(tmp_path)
    (tmp_path / "replies.jsonl").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        Replies(tmp_path / "replies.jsonl", endpoint(knowing))


def test_records_are_asked_as_they_are_and_scored_and_nothing_is_asked_for_twice(
    release: Path, tmp_path: Path
) -> None:
    opened = lvbuild.open_release(release)
    gold = {opened.prompt(one).text: one.content.answers[0] for one in every(release)}
    with running_model("") as model:
        model.next = lambda: gold.get(model.prompts[-1], "?")  # type: ignore[method-assign]
        where = ("--model", "m-1", "--base-url", model.address, "--yes", "--with-context")
        few = run("probe", str(release), *where, "--lite", "2", cwd=tmp_path)
        assert few.code == 0, few.err
        assert f"{RECIPE}_2k  2        100.00" in few.out
        ran = run("probe", str(release), *where, "--json", cwd=tmp_path)
        assert json.loads(ran.out) == [
            {"configuration": f"{RECIPE}_2k", "records": COUNT, "score": 100}
        ]
        assert sorted(model.prompts) == sorted(gold)
    [scores] = lvbuild.score_release(release, tmp_path / "probe/predictions")
    assert scores.score == 100


@pytest.mark.parametrize("found", ["another", "gold"])
def test_a_second_answer_in_a_distracting_text_is_listed_and_makes_an_erratum(
    release: Path, tmp_path: Path, found: str
) -> None:
    records, opened = every(release), lvbuild.open_release(release)
    asked = Contradictions(opened, opened.manifest.configurations).requests
    record = next(one for one in records if one.content.question in asked[0].prompt)
    first = record.content
    supports = [
        one.fields["context"][slice(*each["span"])]
        for one in records
        for each in one.provenance["passages"]
        if each["role"] != "distracting"
    ]
    with running_model("") as model:

        def read() -> str:
            is_first = first.question in model.prompts[-1]
            return "NONE." if not is_first else first.answers[0] if found == "gold" else "Ann Poe"

        model.next = read  # type: ignore[method-assign]
        where = ("--model", "m-1", "--base-url", model.address, "--yes", "--contradictions")
        ran = run("probe", str(release), *where, cwd=tmp_path)
        assert ran.code == 0, ran.err
        sent = len(model.prompts)
        again = run("probe", str(release), *where, "--json", cwd=tmp_path)
        assert len(model.prompts) == sent == len({*model.prompts}) == len(asked) > 10
        assert not any(text in prompt for text in supports for prompt in model.prompts)
    told = json.loads(again.out)
    assert {each["question_id"] for each in told} == {record.provenance["question_id"]}
    assert {each["is_right"] for each in told} == {found == "gold"}
    how = "gives the answer too" if found == "gold" else "answers it otherwise: Ann Poe"
    assert how in ran.out
    [line] = (tmp_path / "probe/second_answers.jsonl").read_text().splitlines()
    assert json.loads(line)["reason"].startswith("m-1: ")
    errata = str(tmp_path / "probe/second_answers.jsonl")
    manifest = lvbuild.build(RECIPE, tmp_path / "mended", levels=["2k"], errata=errata, **BUILD)
    out = {one.question_id for one in manifest.recipes[RECIPE].left_out}
    assert record.provenance["question_id"] in out


def test_running_text_is_read_without_what_is_hidden_in_it(tmp_path: Path) -> None:
    name = "needle_multi_key_zh"
    lvbuild.build(name, tmp_path / "release", levels=["4k"], sample=True, limit=3, workers=1)
    opened = lvbuild.open_release(tmp_path / "release")
    found = Contradictions(opened, opened.manifest.configurations)
    facts = [
        record.fields["context"][slice(*fact["span"])]
        for record in opened.records(f"{name}_4k")
        for fact in record.provenance["facts"]
    ]
    assert facts
    assert not any(fact in one.prompt for fact in facts for one in found.requests)


def every(release: Path) -> list[Record]:
    opened = lvbuild.open_release(release)
    return [one for name in opened.configurations for one in opened.records(name)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--with-context", "--contradictions"), "take one"),
        (("--lite", "2"), "leave out what chooses"),
        (("--with-context", "--levels", "9k"), "holds no level '9k'"),
    ],
)
def test_what_does_not_go_together_is_a_line(
    release: Path, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    given = ("probe", str(release), "--model", "m", "--base-url", "http://127.0.0.1:1", *words)
    assert told in run(*given, cwd=tmp_path).error(2)


def test_what_chooses_among_contexts_is_named_where_there_are_none(tmp_path: Path) -> None:
    given = ("--model", "m", "--levels", "2k", "--only", RECIPE)
    told = run("probe", "release", *given, cwd=tmp_path).error(2)
    assert told.endswith("leave out what chooses, --only and --levels")
    told = run("probe", "release", "--model", "", cwd=tmp_path).error(2)
    assert "'' is no model's name" in told  # before the release, which is not there, is read
