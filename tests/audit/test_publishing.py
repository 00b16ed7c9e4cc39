"""Publishing on a Hub: what is sent, what is refused, what a broken upload leaves."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import BuildError, UsageError, VerificationError
from lvbuild.release.licences import MAY_NOT
from tests.builds import hashes
from tests.cli.running import environment
from tests.cli.running import lvbuild as run
from tests.hub_store import Store, running_store
from tests.release.forging import forged
from tests.score.answering import write_predictions

REPOSITORY = "me/bench"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Store]:
    with running_store() as running:
        monkeypatch.setenv("HF_ENDPOINT", running.address)
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
        monkeypatch.setattr("huggingface_hub.utils._http.time.sleep", lambda _: None)
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", running.address)
        yield running


@pytest.fixture
def release(sample: Path, tmp_path: Path) -> Path:
    shutil.copytree(sample, tmp_path / "release")
    return tmp_path / "release"


LOAD = """
import json, sys
from datasets import load_dataset
for name in sys.argv[2:]:
    rows = load_dataset(sys.argv[1], name, split="test")
    print(json.dumps([name, len(rows), rows[0]["input"]]))
"""


def test_what_is_published_is_the_release_and_loads_config_by_config(
    store: Store, release: Path, tmp_path: Path
) -> None:
    store.files |= {"data/old_1k.jsonl": b"{}\n", ".gitattributes": b""}
    told = lvbuild.publish_release(release, REPOSITORY, private=True, gated="manual")
    assert told.address == f"{store.address}/datasets/{REPOSITORY}"
    del store.files[".gitattributes"]
    assert {path: len(content) for path, content in store.files.items()} == told.files
    for path, content in store.files.items():
        assert content == (release / path).read_bytes(), path
    assert {*store.files} == {*hashes(release)}
    assert (store.settings["visibility"], store.settings["gated"]) == ("private", "manual")
    assert store.keys == {"Bearer hf_secret"}
    opened = lvbuild.open_release(release)
    online = {"HF_ENDPOINT": store.address, "HF_HOME": str(tmp_path / "hub"), "HF_HUB_OFFLINE": "0"}
    ran = subprocess.run(
        [sys.executable, "-c", LOAD, REPOSITORY, *opened.configurations],
        env={**environment(), **online},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert rows == [
        [name, 10, next(opened.records(name)).fields["input"]] for name in opened.configurations
    ]


def test_a_broken_upload_is_taken_up_and_sends_only_what_is_missing(
    store: Store, release: Path
) -> None:
    data = len(lvbuild.open_release(release).configurations) * 2
    store.cut = 50
    with pytest.raises(BuildError, match="run the same command again") as caught:
        lvbuild.publish_release(release, REPOSITORY)
    assert "hf_secret" not in str(caught.value)
    assert not store.files
    store.cut = 0
    kept, before = len(store.objects), store.uploads
    lvbuild.publish_release(release, REPOSITORY)
    sent = store.uploads - before
    assert kept + sent == len(store.objects) >= data
    lvbuild.publish_release(release, REPOSITORY)
    assert store.uploads - before == sent


def test_what_the_hub_holds_otherwise_is_told(store: Store, release: Path) -> None:
    store.spoil = "manifest.json"
    with pytest.raises(BuildError, match=r"me/bench: manifest\.json does not stand there"):
        lvbuild.publish_release(release, REPOSITORY)


def test_a_dry_run_sends_nothing_and_lists_all(store: Store, release: Path) -> None:
    ran = run("publish", "release", REPOSITORY, "--dry-run", cwd=release.parent)
    assert (ran.code, ran.err) == (0, "")
    printed = ran.out
    assert "would be published, nothing was sent" in printed
    assert all(path in printed for path in hashes(release))
    assert not store.files
    assert not store.keys


def test_answers_that_are_hidden_stand_nowhere_and_predictions_are_scored_by_the_keeper(
    store: Store, release: Path, tmp_path: Path
) -> None:
    lvbuild.publish_release(release, REPOSITORY, hide_answers=True)
    assert {path.partition("/")[0] for path in store.files} == {"README.md", "SHA256SUMS", "data"}
    write_predictions(release, tmp_path / "predictions")
    for name in lvbuild.open_release(release).configurations:
        records = [*lvbuild.open_release(release).records(name)]
        shown = [json.loads(line) for line in store.files[f"data/{name}.jsonl"].splitlines()]
        assert [each["_id"] for each in shown] == [each.fields["_id"] for each in records]
        path = tmp_path / f"predictions/{name}.jsonl"
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert len(lines) == len(shown)
        for line, record, full in zip(lines, shown, records, strict=True):
            assert record["context"] == full.fields["context"]
            hidden = (record["answers"], record["answer_keywords"], record["confusing_facts"])
            assert hidden == ([], "", [])
            line |= {"answers": record["answers"], "_id": record["_id"]}
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    scores = lvbuild.score_release(release, tmp_path / "predictions")
    assert scores


def test_what_does_not_hold_or_may_not_be_passed_on_is_not_published(
    store: Store, release: Path, sample: Path
) -> None:
    data = next((release / "data").iterdir())
    data.write_bytes(data.read_bytes()[:-1])
    with pytest.raises(VerificationError):
        lvbuild.publish_release(release, REPOSITORY)
    with forged(release) as manifest:
        manifest["recipes"]["factrecall_en"]["warnings"] = [f"of a gated corpus: {MAY_NOT}"]
    with pytest.raises(UsageError, match=r"factrecall_en: of a gated corpus: .* is not published"):
        lvbuild.publish_release(release, REPOSITORY)
    with pytest.raises(UsageError, match="is no repository's name"):
        lvbuild.publish_release(sample, "a b/c")
    assert not store.files
