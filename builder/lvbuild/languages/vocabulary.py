"""The words of a language, as files that a linguist can edit."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from lvbuild.errors import UsageError

NAME = "vocabulary.txt"


def read_vocabulary(module: str) -> Mapping[str, tuple[str, ...]]:
    """Read the vocabulary beside the file of a module: the words of each section, in their order.

    `@` opens a section; a line that begins with # is a comment. Raises UsageError where the file
    cannot be read.
    """
    path = Path(module).with_name(NAME)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read ({error}); install lvbuild anew") from error
    sections: dict[str, list[str]] = {}
    section: list[str] = []
    for line in map(str.strip, lines):
        if line.startswith("@"):
            section = sections.setdefault(line[1:], [])
        elif not line.startswith("#"):
            section += line.split()
    return {name: tuple(words) for name, words in sections.items()}


def hash_words(kind: type) -> str:
    """Return the SHA-256 of the words of a language's class: its room's data, else its module."""
    module = Path(str(sys.modules[kind.__module__].__file__))
    files = sorted(path for path in module.parent.glob("*.txt") if module.stem == "__init__")
    digest = sha256()
    for path in files or [module]:
        digest.update(path.read_bytes())
    return digest.hexdigest()
