"""What differs from language to language stands in the languages' rooms."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import lvbuild

PACKAGE = Path(lvbuild.__file__).parent
ROOMS = ("languages/", "sample/")
"""Where a language's code may be written: its rooms, and the invented world's in two languages."""
WORD_LISTS = ("annotate/suggesting/english", "annotate/suggesting/chinese")
"""What proposes rows for one language, and reads texts with its tools."""
PAGES = ("annotate/page/speech", "audit/view/")
"""What pages say to their readers, in languages of the readers' own."""
ROOM = re.compile(r"lvbuild\.languages\.(?:english|chinese)\b")


@cache
def modules() -> Mapping[str, ast.Module]:
    """Return the modules of the package, parsed, by their paths in it."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def test_no_code_of_a_language_is_written_elsewhere() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in modules().items()
        if not name.startswith((*ROOMS, *WORD_LISTS, *PAGES))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in ("en", "zh")
    ]
    assert found == []


def test_no_room_is_imported_elsewhere() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in modules().items()
        if not name.startswith(("languages/", *WORD_LISTS))
        for node in ast.walk(tree)
        if (isinstance(node, ast.ImportFrom) and ROOM.match(node.module or ""))
        or (isinstance(node, ast.Import) and any(ROOM.match(each.name) for each in node.names))
    ]
    assert found == []
