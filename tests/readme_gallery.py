"""What the gallery shows of each family: a record of each recipe, built from the sample world."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

import lvbuild
from lvbuild.recipe import Recipe
from lvbuild.recipe.loading import families, load_recipe
from lvbuild.release.reading import Place, Record

LEVEL = "4k"
_LANGUAGES = {"en": "English", "zh": "Chinese"}
_MOST, _AROUND = 3, 160
"""Places of a record that are shown, and characters beside each, of a passage twice as many."""


@cache
def gallery(family: str) -> str:
    """Return a section for each recipe of a family, with the first record of a sample build."""
    names = families()[family]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / family
        lvbuild.build(names, out, sample=True, levels=LEVEL, limit=1, workers=1)
        release = lvbuild.open_release(out)
        first = {one.recipe: one.name for one in release.manifest.configurations}
        records = {name: next(iter(release.records(first[name]))) for name in names}
    return "\n\n".join(_section(load_recipe(name).recipe, records[name]) for name in names)


def _section(recipe: Recipe, record: Record) -> str:
    told = (
        _LANGUAGES[recipe.language],
        f"task `{recipe.task}`",
        f"metric `{recipe.metric}`",
        f"from {', '.join(f'`{name}`' for name in recipe.corpora)}",
        f"levels {', '.join(recipe.levels)}" if recipe.levels else "as long as it is",
    )
    fields = {name: value for name, value in record.fields.items() if name != "context"}
    shown = json.dumps(fields, ensure_ascii=False, indent=2)
    parts = [f"## {recipe.name}", f"{recipe.title}. {'; '.join(told)}.", _block(shown)]
    every = [place for place in record.places if place.kind in {"supporting", "needle"}]
    if not every:
        start = record.fields["context"][: 4 * _AROUND].strip()
        parts += ["The context begins:", _block(f"{start}…")]
    for place in every[:_MOST]:
        number = "" if place.passage is None else f" passage {place.passage}"
        parts += [f"{place.kind.capitalize()}{number}, depth {place.depth:.2f}:"]
        parts += [_block(_excerpt(record, place))]
    if more := len(every) - _MOST:
        parts += [f"And {more} more."] if more > 0 else []
    return "\n\n".join(parts)


def _block(text: str) -> str:
    return f"```text\n{text}\n```"


def _excerpt(record: Record, place: Place) -> str:
    context = record.fields["context"]
    beside = _AROUND if place.passage is None else 0
    start, stop = max(place.start - beside, 0), min(place.end + beside, len(context))
    stop = min(stop, start + 4 * _AROUND)
    text = context[start:stop].strip()
    return f"{'…' if start else ''}{text}{'…' if stop < len(context) else ''}"
