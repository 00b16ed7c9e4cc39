"""Releases from strangers: nothing outside is opened or written, what is forged is named."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.core.resources import digest
from lvbuild.errors import UsageError, VerificationError
from lvbuild.release.manifest import Manifest
from tests.builds import write_recipe
from tests.release.forging import forge, forged

DATA, PROVENANCE = "data/tiny_1k.jsonl", "provenance/tiny_1k.jsonl"
RECIPE = "inputs/tiny/tiny.yaml"


@pytest.fixture
def release(received: Path, tmp_path: Path) -> Path:
    """Return a copy of the release beside a folder of somebody else."""
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "tiny_1k.jsonl").write_text("mine", encoding="utf-8")
    return shutil.copytree(received / "release", tmp_path / "release")


def build_into(received: Path, release: Path, **options: Any) -> Manifest:
    corpora = received / "corpora"
    return lvbuild.build(received / "tiny.yaml", release, corpora=corpora, workers=1, **options)


def name_in_sums(release: Path, path: str) -> None:
    """Have the sums name one more file, as a careful forger would."""
    sums = (release / "SHA256SUMS").read_text(encoding="utf-8") + f"{'0' * 64}  {path}\n"
    (release / "SHA256SUMS").write_text(sums, encoding="utf-8")
    manifest = json.loads((release / "manifest.json").read_bytes())
    manifest["sums"] = digest(sums.encode())
    (release / "manifest.json").write_bytes(Manifest.model_validate(manifest).to_bytes())


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths that are opened from now on."""
    paths: list[str] = []
    plain = os.open

    def watched(path: Any, *arguments: Any, **options: Any) -> int:
        paths.append(os.fspath(path))
        return plain(path, *arguments, **options)

    monkeypatch.setattr(os, "open", watched)
    return paths


@pytest.mark.parametrize("path", ["/proc/kmsg", "data/../../victim/tiny_1k.jsonl", "\x1b[31m"])
def test_sums_that_lead_out_are_named_and_not_followed(
    release: Path, path: str, opened: list[str]
) -> None:
    name_in_sums(release, path)
    opened.clear()
    with pytest.raises(VerificationError, match=r"SHA256SUMS:\d+ names no file that a release can"):
        lvbuild.verify(release)
    assert set(opened) == {str(release / "manifest.json"), str(release / "SHA256SUMS")}


def link_of_data(release: Path) -> None:
    (release / DATA).rename(release.parent / "elsewhere.jsonl")
    (release / DATA).symlink_to("../../elsewhere.jsonl")


def link_of_folder(release: Path) -> None:
    (release / "data").rename(release.parent / "elsewhere")
    (release / "data").symlink_to("../elsewhere")


def link_beside(release: Path) -> None:
    (release / "data/.x.lvbuild-tmp").symlink_to(release.parent / "victim/tiny_1k.jsonl")


def pipe_of_manifest(release: Path) -> None:
    (release / "manifest.json").unlink()
    os.mkfifo(release / "manifest.json")


def socket_beside(release: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(release / "s"))


def in_the_hubs_cache(release: Path) -> None:
    blobs = shutil.copytree(release, release.parent / "blobs")
    for path in sorted(release.rglob("*")):
        if path.is_file():
            path.unlink()
            path.symlink_to(blobs / path.relative_to(release))


NOT_REGULAR = [
    link_of_data,
    link_of_folder,
    link_beside,
    pipe_of_manifest,
    socket_beside,
    in_the_hubs_cache,
]


@pytest.mark.parametrize("change", NOT_REGULAR)
def test_links_pipes_and_sockets_are_named_and_never_opened(
    received: Path, release: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(release)
    change(release)
    with pytest.raises((VerificationError, UsageError), match=r"is a link|pipe or a socket"):
        lvbuild.verify(release, rebuild=True, corpora=received / "corpora")
    if change in (link_of_data, link_of_folder, pipe_of_manifest):
        with pytest.raises(UsageError, match=r"is a link|pipe or a socket"):
            list(lvbuild.open_release(release).records("tiny_1k"))


@pytest.mark.parametrize("change", NOT_REGULAR)
def test_nothing_is_built_into_a_release_with_links_or_pipes(
    received: Path, release: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(release)
    change(release)
    kept = {path for path in release.parent.rglob("*") if not path.is_relative_to(release)}
    with pytest.raises(UsageError, match=r"is a link|pipe or a socket"):
        build_into(received, release, levels="1k,2k", seed=7, overwrite=True)
    assert kept == {p for p in release.parent.rglob("*") if not p.is_relative_to(release)}
    assert (release.parent / "victim/tiny_1k.jsonl").read_text(encoding="utf-8") == "mine"


def test_a_release_in_the_hubs_cache_is_told_how_to_be_downloaded(release: Path) -> None:
    in_the_hubs_cache(release)
    with pytest.raises(UsageError, match="with local_dir"):
        lvbuild.open_release(release)


def test_a_release_downloaded_by_local_dir_is_right(release: Path) -> None:
    (release / ".cache/huggingface/download").mkdir(parents=True)
    (release / ".cache/huggingface/download/README.md.metadata").write_text("1\n")
    (release / ".gitattributes").write_text("*.jsonl filter=lfs\n")
    assert lvbuild.verify(release).complete


STRAY = ["tiny.py", "data/.x.lvbuild-tmp", "inputs/other/other.yaml", "\x1b[2J\nx", "data/more/"]


@pytest.mark.parametrize("path", STRAY)
def test_what_does_not_belong_is_named_wherever_it_stands(release: Path, path: str) -> None:
    (release / path).parent.mkdir(parents=True, exist_ok=True)
    if path.endswith("/"):
        (release / path).mkdir()
    else:
        (release / path).write_text("print()", encoding="utf-8")
    with pytest.raises(VerificationError) as caught:
        lvbuild.verify(release)
    assert f"{path.rstrip('/')} is not of this release" in str(caught.value)


def test_very_many_problems_are_told_in_one_message_of_bounded_length(release: Path) -> None:
    for number in range(200):
        (release / f"{number}").touch()
    with pytest.raises(VerificationError, match="and 150 more") as caught:
        lvbuild.verify(release)
    assert len(str(caught.value)) < 3_000


PLAINLY: dict[str, tuple[str, str]] = {
    "the seed": ('"seed": 42', '"seed": 43'),
    "a field that stands twice": ('"format": 5,', '"format": 5, "format": 5,'),
}


@pytest.mark.parametrize(("old", "new"), PLAINLY.values(), ids=PLAINLY)
def test_a_manifest_that_is_changed_differs_from_its_own_hash(
    release: Path, old: str, new: str
) -> None:
    path = release / "manifest.json"
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(VerificationError, match=r"manifest\.json differs from its own hash"):
        lvbuild.verify(release)


def _of_recipe(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda manifest: manifest["recipes"]["tiny"].update(changes)


FORGED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "the seed": (_of_recipe(seed=43), "its input_hash is not that of its inputs"),
    "the canary": (_of_recipe(canary="tiny:x"), "its canary is not that of its seed and variant"),
    "approved rows": (
        lambda m: m["recipes"]["tiny"]["tables"]["needles"].update(approved=1),
        "needles has other rows than it says",
    ),
    "records": (lambda m: m["files"][DATA].update(records=4), "has 3 lines, 4 in manifest.json"),
    "a file that is begun": (lambda m: m.update(pending=[DATA]), "it is not complete"),
}


@pytest.mark.parametrize(("change", "told"), FORGED.values(), ids=FORGED)
def test_a_forged_manifest_contradicts_the_files(
    release: Path, change: Callable[[dict[str, Any]], None], told: str
) -> None:
    with forged(release) as manifest:
        change(manifest)
    with pytest.raises(VerificationError, match=told):
        lvbuild.verify(release)


NO_MANIFEST: dict[str, Callable[[dict[str, Any]], None]] = {
    "a recipe that leads out": lambda m: m["recipes"].update({"../x": m["recipes"]["tiny"]}),
    "a file of no recipe": lambda m: m["files"].update({"data/x_1k.jsonl": m["files"][DATA]}),
    "a seed of 65 bits": _of_recipe(seed=2**64),
    "a hash that is none": lambda m: m["files"][DATA].update(sha256="x"),
}


@pytest.mark.parametrize("change", NO_MANIFEST.values(), ids=NO_MANIFEST)
def test_a_manifest_with_a_hostile_value_is_none(
    release: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    path = release / "manifest.json"
    manifest = json.loads(path.read_bytes())
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")
    for use in (lvbuild.verify, lvbuild.open_release):
        with pytest.raises(UsageError, match="is no manifest of format"):
            use(release)


@pytest.mark.parametrize("content", [b"[" * 10**6, b'{"format": "\xff"}', b"{}"])
def test_a_file_that_is_no_manifest_is_told(release: Path, content: bytes) -> None:
    (release / "manifest.json").write_bytes(content)
    with pytest.raises(UsageError, match="is no manifest of format"):
        lvbuild.open_release(release)


@pytest.mark.parametrize("path", ["manifest.json", "README.md", PROVENANCE])
def test_a_file_of_a_terabyte_is_not_read(release: Path, path: str) -> None:
    os.truncate(release / path, 2**40)
    with pytest.raises((VerificationError, UsageError), match=path):
        lvbuild.verify(release)
    if path == PROVENANCE:
        with pytest.raises(UsageError, match=f"{path}:4: is damaged"):
            list(lvbuild.open_release(release).records("tiny_1k"))


def test_a_forged_card_is_found(release: Path) -> None:
    (release / "README.md").write_text("Trust me.\n", encoding="utf-8")
    forge(release, card_too=False)
    with pytest.raises(VerificationError, match=r"README\.md is not that of what the manifest"):
        lvbuild.verify(release)


INPUTS: dict[str, tuple[str, bytes, str]] = {
    "a recipe of another name": (RECIPE, b"name: other", "tiny.yaml"),
    "a row that is none": ("inputs/tiny/annotations/tiny/needles.jsonl", b"{}\n", "needles"),
    "a data card that is no text": ("inputs/tiny/data_cards/tiny.md", b"\xff", "is no UTF-8 text"),
    "a table that it has not": ("inputs/tiny/annotations/tiny/selection.jsonl", b"", "selection"),
}


@pytest.mark.parametrize(("path", "content", "told"), INPUTS.values(), ids=INPUTS)
def test_a_hostile_input_is_named(release: Path, path: str, content: bytes, told: str) -> None:
    (release / path).parent.mkdir(exist_ok=True)
    if content.startswith(b"name:"):
        content = (release / path).read_bytes().replace(b"name: tiny", content)
    (release / path).write_bytes(content)
    forge(release)
    with pytest.raises(VerificationError, match=told):
        lvbuild.verify(release)


def test_a_data_card_is_text_whose_control_characters_are_shown_and_goes_with_its_file(
    received: Path, tmp_path: Path
) -> None:
    (tmp_path / "data_cards").mkdir()
    given, out = tmp_path / "data_cards/tiny.md", tmp_path / "out"
    recipe = write_recipe(tmp_path, count=3)
    options: dict[str, Any] = {"levels": "1k", "corpora": received / "corpora", "workers": 1}
    given.write_bytes(b"\xff")
    with pytest.raises(UsageError, match=r"data_cards/tiny\.md: is no UTF-8 text"):
        lvbuild.build(recipe, out, **options)
    given.write_bytes(b"Books\r\nof \x1b[31m mine\n\n{{figures}}\n")
    for shown in (True, False):
        lvbuild.build(recipe, out, **options)
        card = (out / "README.md").read_text(encoding="utf-8")
        assert ("Books\nof \\x1b[31m mine\n" in card) == shown
        assert ("data_cards" in {path.name for path in (out / "inputs/tiny").iterdir()}) == shown
        assert lvbuild.verify(out).complete
        given.unlink(missing_ok=True)
