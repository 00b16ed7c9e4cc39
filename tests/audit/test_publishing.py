"""Publishing on a Hub: what is sent, what is refused, what a broken upload leaves."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import yaml

import lvbuild
from lvbuild.errors import BuildError, UsageError, VerificationError
from lvbuild.release.licences import MAY_NOT
from tests.builds import hashes
from tests.cli.running import environment
from tests.cli.running import lvbuild as run
from tests.hub_store import Store, running_store
from tests.release.forging import forged
from tests.score.answering import write_predictions
from tests.tasks.needles.releases import write_recipe

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


def loaded(store: Store, folder: Path, program: str, names: Sequence[str]) -> list[list[object]]:
    """Run a program that loads configurations from the store; return what it prints."""
    online = {"HF_ENDPOINT": store.address, "HF_HOME": str(folder / "hub"), "HF_HUB_OFFLINE": "0"}
    ran = subprocess.run(
        [sys.executable, "-c", program, REPOSITORY, *names],
        env={**environment(), **online},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


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
    assert loaded(store, tmp_path, LOAD, opened.configurations) == [
        [name, 10, next(opened.records(name)).fields["input"]] for name in opened.configurations
    ]


ALIKE = """
import json, sys
from datasets import load_dataset
repository, *names = sys.argv[1:]
for name in names:
    lines = load_dataset(repository, name, split="test")
    rows = load_dataset(repository, data_files=f"parquet/{name}.parquet", split="train")
    alike = lines.features == rows.features, list(lines) == list(rows)
    print(json.dumps([name, *alike, sum(map(len, lines["answers"]))]))
"""


@pytest.mark.parametrize("hide_answers", [False, True])
def test_parquet_stands_beside_the_records_and_loads_alike(
    store: Store, release: Path, tmp_path: Path, *, hide_answers: bool
) -> None:
    lvbuild.publish_release(release, REPOSITORY, parquet=True, hide_answers=hide_answers)
    names = lvbuild.open_release(release).configurations
    assert {f"parquet/{name}.parquet" for name in names} <= {*store.files}
    rows = loaded(store, tmp_path, ALIKE, names)
    assert [row[:3] for row in rows] == [[name, True, True] for name in names]
    assert all((told == 0) == hide_answers for _, _, _, told in rows)
    if not hide_answers:  # what came from the Hub is a release still
        for path, content in store.files.items():
            (tmp_path / "down" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "down" / path).write_bytes(content)
        lvbuild.verify(tmp_path / "down")
        (tmp_path / "down/parquet/other.parquet").touch()
        with pytest.raises(VerificationError, match=r"other\.parquet is not of this release"):
            lvbuild.verify(tmp_path / "down")


def test_a_release_elsewhere_is_published(store: Store, release: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").put(f"{release}/", "/published", recursive=True)
    told = lvbuild.publish_release("memory://published", REPOSITORY)
    assert {*store.files} == {*told.files} == {*hashes(release)}


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


def test_what_tells_answers_by_itself_is_not_in_a_copy_without_them(
    store: Store, tmp_path: Path
) -> None:
    release, levels = tmp_path / "release", ["1k", "evidence", "closed"]
    recipe = write_recipe(tmp_path, "factrecall_en", levels=levels)
    lvbuild.build(recipe, release, sample=True, limit=3, workers=1)
    [record, *_] = lvbuild.open_release(release).records("factrecall_en_1k")
    lvbuild.add_erratum(release, record.fields["_id"], "the answer is told twice")
    lvbuild.publish_release(release, REPOSITORY, hide_answers=True, parquet=True)
    assert sorted(path for path in store.files if "/" in path) == [
        f"{folder}/factrecall_en_{level}.{ending}"
        for folder, ending in (("data", "jsonl"), ("parquet", "parquet"))
        for level in ("1k", "closed")
    ]
    card = store.files["README.md"].decode()
    for absent in ("told twice", "evidence", "provenance/", "manifest", "errata", "figures/"):
        assert absent not in card.partition("\n## factrecall_en")[0], absent
    front = yaml.safe_load(card.split("---")[1])
    for told in front["dataset_info"]:
        content = store.files[f"data/{told['config_name']}.jsonl"]
        assert told["splits"][0]["num_bytes"] == len(content)


@pytest.mark.parametrize(
    ("status", "told"),
    [(200, "no Hub; check HF_ENDPOINT"), (401, "hf auth login"), (403, "may write there")],
)
def test_who_may_not_publish_is_told_how(
    store: Store, release: Path, monkeypatch: pytest.MonkeyPatch, status: int, told: str
) -> None:
    store.refuses = status
    with pytest.raises(BuildError, match=told) as caught:
        lvbuild.publish_release(release, REPOSITORY)
    assert "run the same command" not in str(caught.value)
    monkeypatch.setattr("huggingface_hub.get_token", lambda: None)
    with pytest.raises(UsageError, match="nobody is logged in; log in by `hf auth login`"):
        lvbuild.publish_release(release, REPOSITORY)


@pytest.mark.parametrize("name", ["bad name", "noslash", "a b/c"])
def test_a_repositorys_name_is_checked_first(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is no repository's name, such as me/bench"):
        lvbuild.publish_release(tmp_path / "nowhere", name, dry_run=True)


def test_what_does_not_hold_or_may_not_be_passed_on_is_not_published(
    store: Store, release: Path
) -> None:
    data = next((release / "data").iterdir())
    data.write_bytes(data.read_bytes()[:-1])
    with pytest.raises(VerificationError):
        lvbuild.publish_release(release, REPOSITORY)
    with forged(release) as manifest:
        manifest["recipes"]["factrecall_en"]["warnings"] = [f"of a gated corpus: {MAY_NOT}"]
    with pytest.raises(UsageError, match=r"factrecall_en: of a gated corpus: .* is not published"):
        lvbuild.publish_release(release, REPOSITORY)
    assert not store.files
