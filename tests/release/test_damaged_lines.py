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
from tests.builds import write_books, write_recipe
from tests.cli.running import lvbuild as run
from tests.release.forging import forge

DATA, PROVENANCE = "data/tiny_1k.jsonl", "provenance/tiny_1k.jsonl"


@pytest.fixture(scope="module")
def received(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a release and predictions for it."""
    folder = tmp_path_factory.mktemp("received")
    recipe, corpora = write_recipe(folder, count=3), write_books(folder / "corpora")
    lvbuild.build(recipe, folder / "release", levels="1k", corpora=corpora, workers=1)
    (folder / "tiny_1k.jsonl").write_text('{"pred": "x"}\n' * 3, encoding="utf-8")
    return folder


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


ORIGINS: dict[str, tuple[Callable[[Any], object], str]] = {
    "empty": (lambda _: {}, "_id: Field required"),
    "no JSON": (lambda _: b"\xff{\n", "it is no JSON"),
    "a passage that is none": (_with(passages=[{}]), "passages.0.number: Field required"),
    "a kind of fact that is no word": (
        _within("facts", kind="\x1b"),
        "facts.0.kind: must be text that matches",
    ),
    "a span of words": (_within("facts", span="ab"), "facts.0.span: must be a list"),
    "a count of words": (
        _within("replacements", count="two"),
        "replacements.0.count: must be a who",
    ),
    "evidence without a depth": (_within("passages", role="supporting"), "evidence_depths: is not"),
}


@pytest.mark.parametrize(("change", "told"), ORIGINS.values(), ids=ORIGINS)
def test_a_damaged_line_of_provenance_is_told_with_its_place(
    copy: Path, change: Callable[[Any], object], told: str
) -> None:
    change_line(copy / "release", PROVENANCE, change)
    with pytest.raises(VerificationError) as caught:
        lvbuild.verify(copy / "release")
    for message in (*uses(copy), str(caught.value)):
        assert f"{PROVENANCE}:2: is damaged ({told}" in message


OTHERS: dict[str, tuple[Callable[[Any], object], str]] = {
    "a span beyond the context": (_within("passages", span=[0, 10**9]), "span: is none of"),
    "a span that runs back": (_within("facts", span=[9, 3]), "span: is none of"),
    "another record's": (_with(_id="tiny-0"), "_id: is not that of the record"),
}


@pytest.mark.parametrize(("change", "told"), OTHERS.values(), ids=OTHERS)
def test_provenance_of_another_record_is_told_where_the_record_is_read(
    copy: Path, change: Callable[[Any], object], told: str
) -> None:
    change_line(copy / "release", PROVENANCE, change)
    for message in uses(copy):
        assert f"{PROVENANCE}:2: is damaged ({told}" in message


RECORDS: dict[str, tuple[Callable[[Any], object], str]] = {
    "empty": (lambda _: {}, "input: Field required"),
    "no answer": (_with(answers=[]), "answers: must be a list that is not empty"),
    "a length as text": (_with(length="1"), "length: must be a whole number"),
    "no JSON": (lambda _: b'{"a":\n', "it is no JSON"),
}


@pytest.mark.parametrize(("change", "told"), RECORDS.values(), ids=RECORDS)
def test_a_damaged_record_is_told_with_its_place(
    copy: Path, change: Callable[[Any], object], told: str
) -> None:
    change_line(copy / "release", DATA, change)
    for message in uses(copy):
        assert f"{DATA}:2: is damaged ({told}" in message


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


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("inspect release tiny_1k 1", 2),
        ("score release tiny_1k.jsonl", 2),
        ("verify release", 4),
    ],
)
def test_the_command_line_tells_it_in_one_line(copy: Path, words: str, code: int) -> None:
    change_line(copy / "release", PROVENANCE, lambda _: {})
    assert f"{PROVENANCE}:2: is damaged" in run(*words.split(), cwd=copy).error(code)
