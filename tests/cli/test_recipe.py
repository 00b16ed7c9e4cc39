"""`lvbuild recipe`: what it writes, and what it says of it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import hashes, lvbuild
from tests.cli.terminal import in_terminal
from tests.tasks.small_world import TABLES, write_tables

BUILD = ("recipe", "./mine.yaml", "--corpora", "corpora", "--out", "new")


def test_the_summary_as_json_tells_seconds_bytes_records_and_memory(copy: Path) -> None:
    ran = lvbuild(*BUILD, "--json", cwd=copy)
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert told["records"] == 10
    data = (copy / "new/data").iterdir()
    assert told["bytes"] == sum(path.stat().st_size for path in data)
    for key in ("prepare_seconds", "write_seconds", "provenance_seconds", "peak_rss_bytes"):
        assert told[key] > 0


def test_build_is_another_name_and_a_terminal_shows_what_comes_next(copy: Path) -> None:
    shown = in_terminal("build", *BUILD[1:], cwd=copy, columns=200)
    assert shown.code == 0
    assert shown.lines[-1].startswith("next: lvbuild verify new, lvbuild score new PREDICTIONS")
    assert hashes(copy / "new") == hashes(copy / "release")


def test_a_corpus_too_small_for_a_level_leaves_the_others_written(copy: Path) -> None:
    ran = lvbuild(*BUILD, "--levels", "1k,64k,2k", cwd=copy)
    have = sum(len(path.read_text().split()) for path in (copy / "corpora/pg19").iterdir())
    line = ran.error(1)
    assert f"mine at 64k: pg19 has {have:,} words, " in line
    assert "are needed" in line
    assert ran.out.startswith("new: 10 records")
    assert "\x1b" not in ran.out
    assert {path.name for path in (copy / "new/data").iterdir()} == {
        "mine_1k.jsonl",
        "mine_2k.jsonl",
    }
    assert lvbuild("verify", "new", cwd=copy).code == 0


def test_approved_only_takes_only_what_a_person_approved(copy: Path) -> None:
    assert "holds no approved row" in lvbuild(*BUILD, "--approved-only", cwd=copy).error(2)
    approved = {
        name: [{**row, "status": "approved"} for row in rows] for name, rows in TABLES.items()
    }
    write_tables(copy / "annotations", **approved)
    assert lvbuild(*BUILD, "--approved-only", cwd=copy).code == 0
    entry = json.loads((copy / "new/manifest.json").read_bytes())["recipes"]["mine"]
    assert entry["options"]["approved_only"] is True
    assert {name: (t["rows"], t["approved"]) for name, t in entry["tables"].items()} == {
        name: (len(rows), len(rows)) for name, rows in TABLES.items()
    }
    told = "Only rows that a person approved were taken (`--approved-only`)."
    assert told in (copy / "new/README.md").read_text("utf-8")
    assert lvbuild(*BUILD, "--overwrite", cwd=copy).code == 0
    assert told not in (copy / "new/README.md").read_text("utf-8")
