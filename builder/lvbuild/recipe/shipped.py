"""The recipes that come with lvbuild: each by its name, a family of them, or all."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path

import yaml

from lvbuild.core.model import LONGEST_NAME
from lvbuild.core.resources import shipped
from lvbuild.errors import UsageError

ALL = "all"
"""Stands for every recipe that comes with lvbuild, wherever recipes are named."""

_ENDINGS = (".yaml", ".yml")


def is_path(text: str) -> bool:
    """Tell whether a recipe is named by its file's path."""
    return "/" in text or Path(text).suffix in _ENDINGS


def shipped_recipes() -> tuple[str, ...]:
    """Return the names of the recipes that come with lvbuild, sorted."""
    return tuple(sorted(path.stem for path in shipped("recipes").glob("*.yaml")))


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Return the families of the recipes that come with lvbuild, each with its recipes' names."""
    found: dict[str, list[str]] = {}
    for name in shipped_recipes():
        found.setdefault(_family(shipped("recipes") / f"{name}.yaml"), []).append(name)
    return {family: tuple(names) for family, names in sorted(found.items()) if family}


def _family(path: Path) -> str:
    """Read the family alone: a shell that completes a name does not wait for all the rest."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("family:"):
            return str(yaml.safe_load(line)["family"])
    return ""


def meant_by(name: str) -> tuple[str, ...]:
    """Return the recipes that a name stands for: all, a family's, or the one itself.

    A path is a file's alone, and the name of a recipe comes before a family's.
    """
    if name == ALL:
        return shipped_recipes()
    if is_path(name) or name in shipped_recipes():
        return (name,)
    return families().get(name, (name,))


def unknown(name: str) -> UsageError:
    """Return the failure of a name that is no recipe's; it says what may be meant."""
    if name == ALL or name in families():
        several = f"{name!r} stands for {len(meant_by(name))} recipes"
        return UsageError(f"{several}: name one of them, such as {meant_by(name)[0]}")
    own = [f"{name}{ending}" for ending in _ENDINGS]
    known = (*shipped_recipes(), *families(), ALL)
    near = [path for path in own if len(path) <= LONGEST_NAME and Path(path).is_file()]
    near = near or get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
    return UsageError(
        f"no recipe is called {name!r}: {hint} (a file of your own is named by its path)"
    )
