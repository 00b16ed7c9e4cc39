"""Where the shipped recipes, tables and cards are: beside the package, or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """Return the folder `recipes`, `annotations` or `data_cards`.

    An installed wheel carries them within the package; an editable install reads the checkout's.
    """
    beside = _PACKAGE / "_data" / folder
    return beside if beside.is_dir() else _PACKAGE.parents[1] / folder
