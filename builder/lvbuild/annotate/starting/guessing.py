"""Which fields of records hold what, guessed from their names and from what stands in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lvbuild.annotate.starting.layout import Layout
from lvbuild.core.model import Language
from lvbuild.errors import UsageError
from lvbuild.recipe.sources import Fields

_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "_id", "qid", "question_id", "query_id", "uid", "编号"),
    "question": ("question", "query", "input", "prompt", "question_text", "q", "问题"),
    "answers": ("answers", "answer", "outputs", "output", "target", "gold", "label", "答案"),
    "documents": (
        *("documents", "docs", "contexts", "context", "passages", "passage", "paragraphs"),
        *("paragraph", "pages", "articles", "article", "text", "content", "body", "文章", "段落"),
    ),
    "text": ("text", "content", "body", "paragraph_text", "passage", "context", "paragraph"),
    "titles": ("title", "titles", "name", "标题"),
    "supporting": ("is_supporting", "supporting", "is_selected", "is_gold", "relevant"),
}
_CHINESE = 0.2
"""Of so many of a text's characters Chinese ones, it is Chinese."""


class Guess(NamedTuple):
    """Where records hold what, and how their source has to be read.

    `join` stands between the parts of a document that is a list of sentences, None where the usual
    does; `others_distract`: documents that do not support their question are known not to answer.
    """

    fields: Fields
    join: str | None = None
    others_distract: bool = False


def guess_fields(layout: Layout, given: Mapping[str, str]) -> Guess:
    """Guess where the records of a layout hold what; what is given is taken as it is.

    Raises UsageError where no field looks like a text.
    """
    if layout.format == "text":
        return Guess(Fields())
    if layout.format == "squad":
        return Guess(Fields(**given))
    if _is_hotpotqa(layout.samples):
        return Guess(_HOTPOTQA.model_copy(update=dict(given)), "", others_distract=True)
    found: dict[str, str] = {}
    for key in ("id", "question", "answers"):
        if path := _first(layout.samples, key):
            found[key] = path
    if "answers" in found and _items(layout.samples, found["answers"]):
        found["answers"] += _within(layout.samples, found["answers"])
    taken = set(found.values())
    found |= _documents(layout.samples, taken)
    if "question" not in found or "answers" not in found:
        found = {key: path for key, path in found.items() if key in {"documents", "titles"}}
    fields = {**found, **given}
    if "documents" not in fields:
        there = ", ".join(map(repr, layout.samples[0])) if layout.samples else "none"
        raise UsageError(
            f"{layout.folder}: no field looks like a text, among {there}; say which it is with"
            " --field documents=PATH"
        )
    return Guess(Fields(**fields))


def guess_language(texts: Sequence[str]) -> Language:
    """Return the language that texts are in, by the share of their characters."""
    characters = "".join(texts)
    chinese = sum("一" <= character <= "鿿" for character in characters)
    return "zh" if chinese > _CHINESE * max(len(characters), 1) else "en"


_HOTPOTQA = Fields(
    documents="context[].1",
    titles="context[].0",
    id="_id",
    question="question",
    answers="answer",
    supporting="supporting_facts[].0",
)


def _is_hotpotqa(samples: Sequence[Mapping[str, Any]]) -> bool:
    first = next(iter(samples), {})
    if not {"_id", "question", "answer", "supporting_facts", "context"} <= first.keys():
        return False
    context = first["context"]
    return isinstance(context, list) and bool(context) and isinstance(context[0], list)


def _first(samples: Sequence[Mapping[str, Any]], key: str) -> str:
    """Return the first of a key's usual names that every sample has, and not all empty."""
    for name in _NAMES[key]:
        for spelt in (name, name.title(), name.upper()):
            values = [sample.get(spelt) for sample in samples]
            if values and any(value not in (None, "", []) for value in values):
                return spelt
    return ""


def _items(samples: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    """Return what stands in the lists of a field, "" of one that holds none."""
    return [
        item for sample in samples if isinstance(sample.get(name), list) for item in sample[name]
    ]


def _within(samples: Sequence[Mapping[str, Any]], name: str) -> str:
    """Return the path from a list to the texts that it holds."""
    items = _items(samples, name)
    if items and isinstance(items[0], dict):
        for inner in _NAMES["text"]:
            if inner in items[0]:
                return f"[].{inner}"
    return "[]"


def _documents(samples: Sequence[Mapping[str, Any]], taken: set[str]) -> dict[str, str]:
    """Return where the texts are, with their titles and what says that they support."""
    for name in _candidates(samples, taken):
        items = _items(samples, name)
        if not items:
            title = _first(samples, "titles")
            return {"documents": name, **({"titles": title} if title else {})}
        if not isinstance(items[0], dict):
            return {"documents": f"{name}[]"}
        inner = next((each for each in _NAMES["text"] if each in items[0]), "")
        if not inner:
            continue
        found = {"documents": f"{name}[].{inner}"}
        for key in ("titles", "supporting"):
            if other := next((each for each in _NAMES[key] if each in items[0]), ""):
                found[key] = f"{name}[].{other}"
        return found
    return {}


def _candidates(samples: Sequence[Mapping[str, Any]], taken: set[str]) -> Iterator[str]:
    for name in _NAMES["documents"]:
        for spelt in (name, name.title()):
            if spelt not in taken and any(sample.get(spelt) for sample in samples):
                yield spelt
