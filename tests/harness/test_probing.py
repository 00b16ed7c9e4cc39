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
from lvbuild.harness.probing import Probe, Probed, write_leaked
from lvbuild.harness.replies import Replies
from tests.annotate.model_server import KEY, ModelServer, running_model
from tests.cli.running import lvbuild as run

pytestmark = pytest.mark.slow

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
    write_leaked([found], asked.model, out / "errata.jsonl")
    return found


def test_a_model_that_knows_the_corpus_scores_high_on_its_words_and_low_on_replaced_ones(
    release: Path, knowing: ModelServer, tmp_path: Path
) -> None:
    probe = Probe(release)
    assert len(probe.prompts) == 2 * COUNT
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
    hurried = Endpoint("m-1", knowing.address, temperature=0, timeout=2)
    first = probed(release, hurried, out)
    sent = len(knowing.prompts)
    assert sent == 2 * COUNT + 3
    again = probed(release, endpoint(knowing), out)
    assert again == first
    assert len(knowing.prompts) == sent


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
            assert [*replies.ask(["Why?", "Why?"], 2, lambda _: None)] == ["Who knows?"] * 2
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
