"""Wikipedia's own markup as Markdown: what a page of a dump tells a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from lvbuild.core.extras import require

_UNSEEN = frozenset("ref references gallery style script math timeline imagemap".split())
_MARKED = {"*": "- ", "#": "- ", "hr": "", "br": " "}
_NO_TEXT = re.compile(r"\s*:?\s*(?:file|image|category|media)\s*:", re.IGNORECASE)
_ITEM = re.compile("^- +", re.MULTILINE)
_SPACES = re.compile(r"\s+")
_SAID = {"lang": 2, "nowrap": 1, "small": 1, "dts": 1, "nts": 1, "sort": 2, "flag": 1, "abbr": 1}
"""Templates that say one of their values: which."""


def markdown_of(text: str) -> str:
    """Return a page's markup as Markdown: headings, lists, links' words, a row of a table a line.

    A box of facts is a table of two columns; of other templates only measures and words of other
    languages are read. Needs the extra `wiki`.
    """
    require("reading pages of a dump", "mwparserfromhell", "wiki")
    from mwparserfromhell import parse

    return _ITEM.sub("- ", _shown(parse(text).nodes))


def _shown(nodes: Iterable[Any]) -> str:
    """Return what nodes show; comments, and parameters of templates, show nothing."""
    return "".join(_SHOWN.get(type(node).__name__, _nothing)(node) for node in nodes)


def _nothing(node: Any) -> str:
    return ""


def _link(node: Any) -> str:
    if _NO_TEXT.match(str(node.title)):
        return ""
    return _line(node.title if node.text is None else node.text)


def _line(code: Any) -> str:
    """Return what stands in a line of its own, or in a cell."""
    return _SPACES.sub(" ", _shown(code.nodes)).strip() if code is not None else ""


def _template(node: Any) -> str:
    name = str(node.name).strip().casefold()
    values = [_line(each.value) for each in node.params if not each.showkey]
    if name in {"convert", "cvt"}:
        return " ".join(values[:2])
    if name in _SAID:
        return values[_SAID[name] - 1] if len(values) >= _SAID[name] else ""
    if not name.startswith("infobox"):
        return ""
    named = [(str(each.name).strip().replace("_", " "), _line(each.value)) for each in node.params]
    told = [pair for pair in named if pair[1]]
    return _table(["", ""], told) if told else ""


def _tag(node: Any) -> str:
    name = str(node.tag).strip().casefold()
    if name == "table":
        first, *rows = [*_rows(node.contents)] or [[]]
        return _table(first, rows) if first else ""
    if name in _UNSEEN or name in {"br", "hr"}:
        return _MARKED.get(name, "")
    if name in {"li", "dd", "dt"} and node.wiki_markup:
        return _MARKED.get(str(node.wiki_markup), "")
    return _shown(node.contents.nodes) if node.contents is not None else ""


def _rows(contents: Any) -> Iterator[list[str]]:
    """Yield the cells of each row; those before the first mark of a row are one."""
    loose: list[str] = []
    for node in contents.nodes:
        name = str(getattr(node, "tag", "")).strip()
        if name in {"th", "td"}:
            loose.append(_line(node.contents))
        elif name == "tr":
            if loose:
                yield loose
                loose = []
            if cells := [*_rows(node.contents)]:
                yield cells[0]
    if loose:
        yield loose


_SHOWN: Mapping[str, Callable[[Any], str]] = {
    "Text": lambda node: str(node.value),
    "Heading": lambda node: f"\n{'#' * node.level} {_line(node.title)}\n",
    "HTMLEntity": lambda node: str(node.normalize()),
    "Wikilink": _link,
    "ExternalLink": lambda node: _line(node.title),
    "Template": _template,
    "Tag": _tag,
}


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [[*header], *map(list, rows)]
    width = max(map(len, lines))
    lines = [[*line, *[""] * (width - len(line))] for line in lines]
    lines.insert(1, ["---"] * width)
    shown = (" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines)
    return "".join(["\n\n", *(f"| {line} |\n" for line in shown), "\n"])
