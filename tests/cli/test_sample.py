"""`--sample`: every shipped recipe runs on a fresh machine, the same each time."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import hashes, lvbuild

BUILD = ("recipe", "factrecall_en", "factrecall_zh", "--sample", "--levels", "16k", "--limit", "3")


def test_the_samples_are_built_without_a_corpus_the_same_each_time(tmp_path: Path) -> None:
    for out in ("one", "two"):
        ran = lvbuild(*BUILD, "--offline", "--out", out, cwd=tmp_path)
        assert (ran.code, ran.err) == (0, "")
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    for name, unit in (("factrecall_en", str.split), ("factrecall_zh", list)):
        lines = (tmp_path / f"one/data/{name}_16k.jsonl").read_text("utf-8").splitlines()
        assert len(lines) == 3
        for record in map(json.loads, lines):
            fields = [record["input"], record["context"], *record["answers"]]
            assert record["length"] == sum(len(unit(field)) for field in fields)
            assert abs(record["length"] - 16_000) <= 80


def test_another_variant_invents_another_world(tmp_path: Path) -> None:
    contexts = []
    for out, variant in (("one", ""), ("two", "x")):
        build = ("recipe", "factrecall_en", "--sample", "--levels", "16k", "--limit", "1")
        assert lvbuild(*build, "--variant", variant, "--out", out, cwd=tmp_path).code == 0
        line = (tmp_path / out / "data/factrecall_en_16k.jsonl").read_bytes()
        contexts.append(json.loads(line)["context"])
    shared = {s for s in contexts[0].split(". ") if s in contexts[1]}
    assert len(shared) < len(contexts[0].split(". ")) / 10
