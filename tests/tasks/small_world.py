"""A small recipe with its tables and its books, as files and as values."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lvbuild.core.model import Document, Level
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import Corpus, CorpusFile
from lvbuild.mixing.lengths import Counters
from lvbuild.mixing.planning import Prepared
from lvbuild.recipe import Recipe, RecipeFile, load_recipe
from lvbuild.tables.reading import Tables, read_tables
from lvbuild.tasks.task import Invented, Source
from lvbuild.text.counting import PlainCounting, plain_unit

Row = dict[str, Any]

RECIPE = """\
name: mine
title: A recipe of mine
task: fact_recall
language: en
licence: MIT
haystack: pg19
count: 5
levels: [1k, 2k]
unit: words
confusing_facts: 2
answer_keywords: true
replacements: true
metric: f1
prompt: "{context} {input}"
"""


def needle(name: str, **changes: object) -> Row:
    """Return a row of needles: Ann Lee hid the salt."""
    return {
        "id": name,
        "fact": "In the cellar Ann Lee hid the salt, and Lee wept.",
        "question": "Who hid the salt in the cellar?",
        "answers": ["Ann Lee"],
        "keywords": "Ann Lee",
        "status": "draft",
        "annotator": "test",
        **changes,
    }


def fact(text: str, question_id: str = "needle:a", **changes: object) -> Row:
    """Return a row of confusing facts."""
    row = {"question_id": question_id, "fact": text, "subject": "Bob"}
    return {**row, "status": "draft", "annotator": "test", **changes}


def pair(original: str, replacement: str, **changes: object) -> Row:
    """Return a row of replacements."""
    row = {"question_id": "needle:a", "original": original, "replacement": replacement}
    return {**row, "kind": "person", "status": "draft", "annotator": "test", **changes}


TABLES: Mapping[str, Sequence[Row]] = {
    "needles": [needle("a")],
    "confusing_facts": [
        fact("In the attic Bob Ray hid the flour."),
        fact("In the barn Tom Fox hid the cellar key."),
    ],
    "replacements": [
        pair("Ann Lee", "Eve Orr", alternatives=["Ida Poe", "Una May"]),
        pair("Lee", "Orr", alternatives=["Poe", "May"]),
        pair("cellar", "vault", kind="term", alternatives=["grotto", "crypt"]),
    ],
}


def write_recipe(folder: Path, text: str = RECIPE, /, **tables: Sequence[Row]) -> Path:
    """Write `mine.yaml` and its tables beside it; the tables given replace the usual ones."""
    path = folder / "mine.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    write_tables(folder / "annotations", **tables)
    return path


def write_tables(annotations: Path, recipe: str = "mine", /, **tables: Sequence[Row]) -> None:
    """Write the tables of a recipe; those given replace the usual ones."""
    (annotations / recipe).mkdir(parents=True, exist_ok=True)
    for name, rows in {**TABLES, **tables}.items():
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
        (annotations / recipe / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


def read_recipe(folder: Path, text: str = RECIPE, **tables: Sequence[Row]) -> tuple[Recipe, Tables]:
    """Write the recipe and its tables, and read both."""
    recipe = load_recipe(write_recipe(folder, text, **tables)).recipe
    return recipe, read_tables(folder / "annotations/mine", recipe)


def prepare(
    recipe: Recipe,
    tables: Tables,
    corpus: Corpus,
    levels: Sequence[Level],
    options: BuildOptions | None = None,
) -> Prepared:
    """Prepare a recipe over one corpus, which is taken as it is."""
    counting = PlainCounting(plain_unit(recipe.unit, recipe.language))
    resolved = (options or BuildOptions()).resolved(
        levels=None,
        unit=recipe.unit,
        nested=recipe.nested,
        tokenizer=None,
        report_tokens=None,
        prompts=None,
        errata=None,
    )
    corpora = dict.fromkeys(recipe.corpora, corpus)
    source = Source(
        RecipeFile(Path("mine.yaml"), b"", recipe),
        lambda: tables,
        corpora,
        resolved,
        Counters(counting),
        Invented(corpora),
    )
    return source.task.prepare(source, levels)


WORDS = tuple(
    re.findall(r"\w+", "old boat came home again under grey rain, nobody spoke of that long river")
)


def book(seed: int, words: int) -> str:
    """Write a book of sentences of 4 to 7 words and paragraphs of 8 to 12 sentences."""
    draw, paragraphs, total = random.Random(seed), list[str](), 0
    while total < words:
        sentences = [_sentence(draw) for _ in range(draw.randint(8, 12))]
        paragraphs.append(" ".join(sentences))
        total += len(paragraphs[-1].split())
    return "\n\n".join(paragraphs)


def _sentence(draw: random.Random) -> str:
    return f"The {' '.join(draw.choices(WORDS, k=draw.randint(3, 6)))}."


def write_books(corpora: Path, books: Iterable[str]) -> Path:
    """Write books as PG-19's text files, and return the folder of corpora."""
    (corpora / "pg19").mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(books, start=1):
        (corpora / f"pg19/{number}.txt").write_text(text, encoding="utf-8")
    return corpora


@dataclass
class Shelf:
    """A corpus of books held in memory."""

    books: Sequence[str]
    name: str = "pg19"
    revision: str = "local"
    licence: str = "public domain"
    read: set[str] = field(default_factory=set)

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield one batch of all."""
        yield [f"pg19:{number}" for number in range(len(self.books))]

    def document(self, document_id: str) -> Document:
        """Return a book."""
        self.read.add(document_id)
        return Document(document_id, self.books[int(document_id.partition(":")[2])])

    def files(self) -> Sequence[CorpusFile]:
        """Tell of the books read so far."""
        return [CorpusFile(name, "0") for name in sorted(self.read)]

    def cleaned(self) -> Mapping[str, int]:
        """Tell of no noise."""
        return {}
