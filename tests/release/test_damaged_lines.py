"""A damaged line of records or provenance: one message with its place, in every use of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import LvbuildError, UsageError, VerificationError
from tests.release.forging import forge

DATA, PROVENANCE = "data/tiny_1k.jsonl", "provenance/tiny_1k.jsonl"


@pytest.fixture
def copy(received: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may change."""
    return shutil.copytree(received, tmp_path / "copy")


def change_line(release: Path, path: str, change: Callable[[Any], object]) -> None:
    """Change the second line of a file, as a careful forger would."""
    lines = (release / path).read_bytes().splitlines(keepends=True)
    changed = change(json.loads(lines[1]))
    lines[1] = changed if isinstance(changed, bytes) else json.dumps(changed).encode() + b"\n"
    (release / path).write_bytes(b"".join(lines))
    forge(release)


def uses(copy: Path) -> list[str]:
    """Return the messages of reading and of scoring."""
    messages = []
    for use in (
        lambda: list(lvbuild.open_release(copy / "release").records("tiny_1k")),
        lambda: lvbuild.score_release(copy / "release", copy / "tiny_1k.jsonl"),
    ):
        with pytest.raises(UsageError) as caught:
            use()
        messages.append(str(caught.value))
    return messages


def _with(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda line: line | changes


def _within(key: str, **changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda line: line | {key: [line[key][0] | changes, *line[key][1:]]}


DAMAGED: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "empty": (PROVENANCE, lambda _: {}, "_id: Field required"),
    "no JSON": (PROVENANCE, lambda _: b"\xff{\n", "it is no JSON"),
    "a kind of fact that is no word": (
        PROVENANCE,
        _within("facts", kind="\x1b"),
        "facts.0.kind: must be text that matches",
    ),
    "a span of words": (PROVENANCE, _within("facts", span="ab"), "facts.0.span: must be a list"),
    "evidence without a depth": (
        PROVENANCE,
        _within("passages", role="supporting"),
        "evidence_depths: is not",
    ),
    "a span beyond the context": (
        PROVENANCE,
        _within("passages", span=[0, 10**9]),
        "span: is none of",
    ),
    "a span that runs back": (PROVENANCE, _within("facts", span=[9, 3]), "span: is none of"),
    "an answer in parts that is none": (
        PROVENANCE,
        _with(answer={"Ada": None}),
        "answer: None is no answer",
    ),
    "a revision as text": (PROVENANCE, _with(revisions={"c:1": "x"}), "revisions.c:1: must be"),
    "another record's": (PROVENANCE, _with(_id="tiny-0"), "_id: is not that of the record"),
    "an empty record": (DATA, lambda _: {}, "input: Field required"),
    "no answer": (DATA, _with(answers=[]), "answers: must be a list that is not empty"),
    "a length as text": (DATA, _with(length="1"), "length: must be a whole number"),
    "a record that is no JSON": (DATA, lambda _: b'{"a":\n', "it is no JSON"),
}
BESIDE_THE_RECORD = "a span beyond", "a span that runs", "another"
"""What is seen where provenance is read beside its record alone."""


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_line_is_told_with_its_place(copy: Path, kind: str) -> None:
    path, change, told = DAMAGED[kind]
    change_line(copy / "release", path, change)
    messages = uses(copy)
    if path == PROVENANCE and not kind.startswith(BESIDE_THE_RECORD):
        with pytest.raises(VerificationError) as caught:
            lvbuild.verify(copy / "release")
        messages.append(str(caught.value))
    for message in messages:
        assert f"{path}:2: is damaged ({told}" in message


@pytest.mark.parametrize("path", [DATA, PROVENANCE])
@pytest.mark.parametrize("number", [0, 2])
def test_a_line_too_few_is_told(copy: Path, path: str, number: int) -> None:
    place = copy / "release" / path
    lines = place.read_bytes().splitlines(keepends=True)
    place.write_bytes(b"".join(lines[:number]))
    forge(copy / "release")
    for message in uses(copy):
        assert f"{path}:{number + 1}: is damaged (the line is missing)" in message
    with pytest.raises(VerificationError, match=f"{path} has {number} lines, 3 in manifest"):
        lvbuild.verify(copy / "release")


def test_a_release_without_records_is_told(copy: Path) -> None:
    release = copy / "release"
    manifest = json.loads((release / "manifest.json").read_bytes())
    for path in (DATA, PROVENANCE):
        (release / path).unlink()
        (release / path).parent.rmdir()
    (release / "manifest.json").write_text(json.dumps(manifest | {"files": {}}), encoding="utf-8")
    forge(release)
    with pytest.raises(VerificationError, match="tiny has no records"):
        lvbuild.verify(release)
    with pytest.raises(LvbuildError, match="there are none"):
        list(lvbuild.open_release(release).records("tiny_1k"))
