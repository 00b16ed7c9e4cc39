"""What is kept in the cache is what was made, or is made anew."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
import tomllib
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from lvbuild.core import kept
from lvbuild.core.kept import LAYERS, LIBRARIES, Kept, bound, clear_kept, code_version, kept_files

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "1")
    return tmp_path / "cache"


def fail() -> bytes:
    raise AssertionError("it was made anew")


def keep(data: dict[str, bytes], kind: str = "things") -> list[Path]:
    """Keep some things as one process would, and return the packs there are."""
    things = Kept(kind, "core")
    for name, made in data.items():
        assert things.get([name], partial(bytes, made)) == made
    things.write()
    return [file.path for file in kept_files()]


def test_what_was_made_is_kept_for_later_processes() -> None:
    keep({"one": b"first", "two": b"", "three": bytes(100_000)})
    later = Kept("things", "core")
    assert [later.get([name], fail) for name in ("one", "two")] == [b"first", b""]
    assert len(later.get(["three"], fail)) == 100_000
    assert later.find(["four"]) is None


def test_pairs_of_numbers_are_kept() -> None:
    pairs = [(0, 1), (2**40, 0), (7, 7)]
    things = Kept("things", "core")
    assert list(things.pairs(["a"], lambda: pairs)) == pairs
    assert list(things.pairs(["none"], list)) == []
    things.write()
    later = Kept("things", "core")
    assert [tuple(pair) for pair in later.pairs(["a"], list)] == pairs
    assert list(later.pairs(["none"], lambda: pairs)) == []


def test_parts_of_what_it_was_made_from_do_not_run_together() -> None:
    things = Kept("things", "core")
    things.keep(["ab", "c"], b"one")
    assert things.find(["a", "bc"]) is None
    assert things.find(["abc"]) is None


@pytest.mark.parametrize("place", [0, 20, 30, 60, 100])
def test_a_changed_byte_is_noticed_and_made_anew(place: int) -> None:
    names = {f"name {number}": f"thing {number}".encode() * 9 for number in range(3)}
    [path] = keep(names)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    again = Kept("things", "core")
    made = [again.find([name]) for name in names]
    assert None in made
    whole = zip(names, made, strict=True)
    assert all(found is None or bytes(found) == names[name] for name, found in whole)
    keep(names)
    later = Kept("things", "core")
    assert {name: later.get([name], fail) for name in names} == names


def test_every_byte_of_a_pack_is_guarded() -> None:
    names = {"a": b"thing one", "b": b"thing two"}
    [path] = keep(names)
    whole = path.read_bytes()
    for place in range(len(whole)):
        content = bytearray(whole)
        content[place] ^= 0x40
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        found = [Kept("things", "core").find([name]) for name in names]
        assert None in found, place
        assert all(f is None or bytes(f) == names[n] for n, f in zip(names, found, strict=True))


def test_a_pack_cut_anywhere_is_taken_away_and_made_anew() -> None:
    names = {"a": b"thing one", "b": b"thing two"}
    [path] = keep(names)
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(whole[:size])
        assert Kept("things", "core").find(["a"]) is None
        assert not path.exists()
    assert keep(names) == [path]
    assert path.read_bytes() == whole


def test_another_version_of_the_code_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keep({"a": b"old"})
    monkeypatch.setattr(kept, "code_version", lambda layer: "another")
    assert Kept("things", "core").find(["a"]) is None
    assert len(keep({"a": b"new"})) == 2


def version_of(package: Path, layer: str) -> str:
    code = f"from lvbuild.core.kept import code_version; print(code_version({layer!r}))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_the_version_changes_with_the_code_of_a_layer_or_below(tmp_path: Path) -> None:
    package = tmp_path / "lvbuild"
    for name in ("core/kept.py", "core/__init__.py", "__init__.py", "errors.py"):
        copied = package / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes((CHECKOUT / "builder/lvbuild" / name).read_bytes())
    for name in ("text/words.txt", "mixing/plan.py"):
        (package / name).parent.mkdir()
        (package / name).write_text("1")
    text, mixing = version_of(package, "text"), version_of(package, "mixing")
    assert text != mixing
    (package / "mixing/plan.py").write_text("2")
    assert version_of(package, "text") == text
    assert version_of(package, "mixing") != mixing
    (package / "text/words.txt").write_text("2")
    assert version_of(package, "text") != text


def test_the_version_tells_of_layers_and_libraries_as_the_project_declares_them() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    [contract] = project["tool"]["importlinter"]["contracts"]
    lines = [re.findall(r"\w+", line) for line in reversed(contract["layers"])]
    ranks = {name: rank for rank, names in enumerate(lines) for name in names}
    assert {name for name in ranks if ranks[name] <= ranks["tasks"]} == set(LAYERS)
    assert sorted(LAYERS, key=ranks.__getitem__) == LAYERS
    needed = {re.split("[>=]", each)[0] for each in project["project"]["dependencies"]}
    unheard = {"click", "huggingface-hub", "jsonlines", "packaging", "rich"}
    assert {name.lower().replace("-", "_") for name in needed - unheard} == set(LIBRARIES)


def test_nothing_is_kept_where_a_library_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "LIBRARIES", [*LIBRARIES, "no_such_library"])
    code_version.cache_clear()
    try:
        assert keep({"a": b"one"}) == []
        assert Kept("things", "core").get(["a"], lambda: b"two") == b"two"
    finally:
        code_version.cache_clear()


WRITER = """
import sys, random
from lvbuild.core.kept import Kept
number = int(sys.argv[1])
sys.stdin.read(1)  # both begin at once
for turn in range(20):
    things = Kept("things", "core")
    for each in random.Random(number).sample(range(60), 40):
        made = things.get([f"{turn} {each}"], lambda: f"{turn} made of {each}".encode() * 50)
        assert made == f"{turn} made of {each}".encode() * 50
    things.write()
"""


def test_two_processes_fill_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "100")
    command = [sys.executable, "-c", WRITER]
    writers = [
        subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        for number in range(2)
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"x")
        writer.stdin.flush()
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert (writer.returncode, errors) == (0, b"")
    later = Kept("things", "core")
    drawn = {n for number in range(2) for n in random.Random(number).sample(range(60), 40)}
    for turn, each in product(range(20), drawn):
        assert later.get([f"{turn} {each}"], fail) == f"{turn} made of {each}".encode() * 50
    assert not [file.path for file in kept_files() if file.path.suffix != ".pack"]


def test_many_packs_become_one() -> None:
    for number in range(20):
        paths = keep({f"name {number}": f"thing {number}".encode()})
    assert len(paths) < 8
    later = Kept("things", "core")
    assert all(
        later.get([f"name {number}"], fail) == f"thing {number}".encode() for number in range(20)
    )


def test_kinds_hold_little_together_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_PENDING", 1_000)
    monkeypatch.setattr(kept, "_begun", {})  # other tests of this process may have begun kinds
    kinds = [Kept(f"kind{number}", "core") for number in range(3)]
    for number, things in enumerate(kinds):
        things.keep([str(number)], bytes(400))
        assert len(kept_files()) == (3 if number == 2 else 0)


def test_what_was_used_longest_ago_goes_beyond_the_bound(cache: Path) -> None:
    for number in range(5):
        for path in keep({"a": bytes([number]) * 300_000}, f"kind{number}"):
            if path.parent.name.startswith(f"kind{number}"):
                os.utime(path, (number, number))
    first = Kept("kind3", "core")
    assert first.find(["a"])
    keep({"a": b"9" * 300_000}, "kind9")
    left = {file.path.parent.name.rpartition("-")[0] for file in kept_files()}
    assert left == {"kind3", "kind9", "kind4"}
    assert sum(file.size for file in kept_files()) <= 10**6
    assert sorted(path.name for path in (cache / "kept").iterdir()) == sorted(
        {file.path.parent.name for file in kept_files()}
    )


def test_what_killed_writers_left_goes_in_time() -> None:
    [path] = keep({"a": b"one"})
    old, new = path.parent / ".old.part", path.parent / ".new.part"
    for part in (old, new):
        part.write_bytes(b"")
    os.utime(old, (1, 1))
    bound(10**6)
    assert [each.exists() for each in (path, old, new)] == [True, False, True]
    assert new.stat().st_mtime > time.time() - 60


def test_a_cache_that_cannot_be_written_saves_nothing(cache: Path) -> None:
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("a file where the folder would be")
    things = Kept("things", "core")
    assert things.get(["a"], lambda: b"one") == b"one"
    things.write()
    assert Kept("things", "core").find(["a"]) is None
    assert cache.read_text() == "a file where the folder would be"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LVBUILD_CACHE", "~nobody-of-this-name/cache")
    things = Kept("things", "core")
    assert things.get(["a"], lambda: b"one") == b"one"
    things.write()


def test_a_pack_that_cannot_be_read_is_made_anew() -> None:
    [path] = keep({"a": b"one"})
    path.unlink()
    path.mkdir()
    assert Kept("things", "core").get(["a"], lambda: b"two") == b"two"


def test_nothing_is_kept_with_a_bound_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    keep({"a": b"one"})
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "0")
    assert Kept("things", "core").find(["a"]) is None
    assert len(keep({"b": b"two"})) == 1


def test_clearing_leaves_corpora_alone(cache: Path) -> None:
    [path] = keep({"a": b"one"})
    (cache / "corpora").mkdir()
    size = path.stat().st_size
    assert clear_kept() == size
    assert [each.name for each in cache.iterdir()] == ["corpora"]
    assert clear_kept() == 0
