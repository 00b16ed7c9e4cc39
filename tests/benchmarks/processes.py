"""Builds in processes of their own, as benchmarks measure them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from compileall import compile_dir
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild.core.resources import shipped

ROOT = Path(__file__).parents[2]


class Took(NamedTuple):
    """What a process took: the processor's seconds, all seconds, and those to the first bytes.

    `told` is what it printed as JSON, empty where it printed none.
    """

    processor: float
    clock: float
    begun: float
    told: Mapping[str, Any]

    @property
    def megabytes(self) -> float:
        """The records that a build wrote."""
        return float(self.told["bytes"]) / 1e6

    @property
    def peak(self) -> float:
        """The megabytes of memory that one of its processes held at most."""
        return float(self.told["peak_rss_bytes"]) / 1e6


def run_python(
    arguments: Sequence[str],
    variables: Mapping[str, str],
    *,
    out: str = "",
    checkout: Path = ROOT,
) -> Took:
    """Run Python with arguments to its end; raise SystemExit where it fails.

    The package is compiled before, as where it is installed. The first bytes are those below the
    release `out`.
    """
    _compile(checkout / "builder")
    changed = {"PYTHONPATH": f"{checkout / 'builder'}:{checkout}", **variables}
    before, started, begun = os.times(), time.perf_counter(), 0.0
    process = subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, **changed},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    while out and process.poll() is None and not begun:
        if Path(out, "data").is_dir() and any(Path(out, "data").iterdir()):
            begun = time.perf_counter() - started
        time.sleep(0.01)
    printed, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed")
    clock, after = time.perf_counter() - started, os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return Took(used, clock, begun, json.loads(printed) if printed[:1] == b"{" else {})


@cache
def _compile(folder: Path) -> None:
    compile_dir(folder, quiet=2)


def run(
    arguments: Sequence[str], cache: str, out: str = "", *, size: int = 2000, checkout: Path = ROOT
) -> Took:
    """Run the command line of a checkout; `cache` is a folder, `size` its bound in megabytes."""
    kept = {"LVBUILD_CACHE": cache, "LVBUILD_CACHE_SIZE": str(size)}
    placed = ["--json", "--out", out] if out else []
    return run_python(["-m", "lvbuild", *arguments, *placed], kept, out=out, checkout=checkout)


def with_count(folder: Path, name: str, records: int) -> Path:
    """Write a shipped recipe with another count beside its tables; return its path."""
    text = (shipped("recipes") / f"{name}.yaml").read_text(encoding="utf-8")
    lines = [
        f"count: {records}" if line.startswith("count:") else line for line in text.split("\n")
    ]
    for kind in ("recipes", "annotations"):
        (folder / kind).mkdir(exist_ok=True, parents=True)
    tables = folder / "annotations" / name
    if not tables.exists() and (shipped("annotations") / name).exists():
        tables.symlink_to(shipped("annotations") / name)
    path = folder / f"recipes/{name}.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
