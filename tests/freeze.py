"""Hold the bytes of all shipped recipes against a stored list: `python -m tests.freeze [WORD...]`.

Cases are named by their sources, their choices and their recipe, as in `sample/seed-42/cmrc_mixup`;
with words, only those cases are built whose names hold one of them. `--renew` stores what was built
in place of what was stored for these cases: the reason belongs into the CHANGELOG.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild import build
from lvbuild.errors import BuildError
from lvbuild.recipe.loading import shipped_recipes

LIST = Path(__file__).with_name("freeze.sha256")
CORPORA = Path(__file__).parents[2] / "shared/corpora"
LEVELS = "16k,64k"
CHOICES: dict[str, dict[str, Any]] = {
    "sample/seed-42": {"sample": True},
    "sample/seed-7": {"sample": True, "seed": 7},
    "sample/variant": {"sample": True, "variant": "spring"},
    "real/seed-42": {},
    "real/seed-7": {"seed": 7},
    "real/variant": {"variant": "spring"},
    "real/no-tables": {"tables": False},
}
WITHOUT_CORPUS = {
    "fanoutqa_mixup",
    "lic_mixup",
    "lb_import",
    "lb_trec",
    "reveal_attribution_mixup",
    "reveal_full_correctness",
    "reveal_logic_mixup",
    "reveal_relevance",
    "reveal_type",
}
"""Recipes whose corpora are not among the real ones at hand."""


class Case(NamedTuple):
    """A recipe with what is chosen for its build."""

    choice: str
    recipe: str

    @property
    def name(self) -> str:
        """How the list and the command line name it."""
        return f"{self.choice}/{self.recipe}"


def cases(words: list[str]) -> list[Case]:
    """List the cases whose names hold one of the words; all without words."""
    every = [
        Case(choice, recipe)
        for choice in CHOICES
        for recipe in shipped_recipes()
        if choice.startswith("sample") or (CORPORA.is_dir() and recipe not in WITHOUT_CORPUS)
    ]
    return [case for case in every if not words or any(word in case.name for word in words)]


def built(case: Case) -> dict[str, str]:
    """Build a case; return the hash of each of its files by its path under the case's name."""
    with tempfile.TemporaryDirectory() as folder:
        with suppress(BuildError):  # a level that the corpora cannot fill: the others stand
            build(
                [case.recipe],
                Path(folder) / "release",
                levels=LEVELS,
                workers=1,
                corpora=None if case.choice.startswith("sample") else CORPORA,
                **CHOICES[case.choice],
            )
        return dict(_hashes(case, Path(folder) / "release"))


def _hashes(case: Case, release: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(release.glob("data/*")) + sorted(release.glob("provenance/*")):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        yield f"{case.name}/{path.relative_to(release).as_posix()}", digest


def stored() -> dict[str, str]:
    """Read the list: hashes by case and path."""
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


def differences(chosen: list[Case]) -> tuple[dict[str, str], list[str]]:
    """Build cases; return the hashes of their files, and which differ from the list."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        found: dict[str, str] = {}
        for case, hashes in zip(chosen, pool.map(built, chosen), strict=True):
            print(f"{case.name}: {len(hashes)} files", file=sys.stderr)
            found |= hashes
    names = tuple(f"{case.name}/" for case in chosen)
    known = {path: digest for path, digest in stored().items() if path.startswith(names)}
    return found, sorted(
        path for path in known.keys() | found.keys() if known.get(path) != found.get(path)
    )


def main() -> int:
    """Compare the cases asked for with the list, or renew it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    chosen = cases(options.words)
    found, changed = differences(chosen)
    if not options.renew:
        print("\n".join([*changed, f"{len(changed)} of {len(found)} files differ"]))
        return bool(changed or not found)
    names = tuple(f"{case.name}/" for case in chosen)
    kept = {path: digest for path, digest in stored().items() if not path.startswith(names)}
    lines = [f"{digest}  {path}\n" for path, digest in sorted((kept | found).items())]
    LIST.write_text("".join(lines), encoding="utf-8")
    print(f"{len(found)} files stored, {len(changed)} of them new or changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
