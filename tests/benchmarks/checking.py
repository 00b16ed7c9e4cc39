"""Measure the checking of 5,000 rows against real corpora, reading them included.

    python tests/benchmarks/checking.py FOLDER_OF_CORPORA

Prints the seconds of a fresh process for each recipe. Bar: 20 s.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from lvbuild.corpora.catalogue import open_corpora
from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus
from lvbuild.recipe import load_recipe

BAR = 20
ROWS = 5_000
RECIPES = {"hotpotwikiqa_mixup": r"[A-Z][a-z]{2,}(?: [A-Z][a-z]+)?", "cmrc_mixup": r"[一-龥]{2,4}"}
KINDS = ("person", "place", "organisation", "title", "term", "term", "number")
BY = {"status": "draft", "annotator": "a benchmark"}


def main(corpora: Path) -> None:
    """Measure, and print a line a recipe."""
    for name, phrases in RECIPES.items():
        with TemporaryDirectory() as folder:
            rows = write_tables(Path(folder), name, phrases, corpora)
            command = [sys.executable, "-m", "lvbuild", "check", f"{folder}/{name}.yaml"]
            started = perf_counter()
            ran = subprocess.run(
                [*command, "--corpora", str(corpora), "--offline"],
                capture_output=True,
                text=True,
                check=False,
            )
            seconds = perf_counter() - started
            told = ran.stdout.splitlines()[-1]
            print(f"{name}: {rows:,} rows checked in {seconds:.1f} s ({told}; bar: {BAR} s)")


def write_tables(folder: Path, name: str, phrases: str, corpora: Path, wanted: int = ROWS) -> int:
    """Write the recipe and tables for its corpora's questions; return how many rows they have."""
    file = load_recipe(name)
    (folder / f"{name}.yaml").write_bytes(file.content)
    found = open_corpora(file.recipe.given("questions"), corpora, True)
    asking: list[QuestionCorpus] = list(found.values())  # type: ignore[arg-type]
    questions = [(corpus, question) for corpus in asking for question in corpus.questions()]
    questions = questions[: wanted // 6]
    each = wanted // len(questions) + 5
    draw, tables = random.Random(42), dict[str, list[dict[str, object]]]()
    for corpus, question in questions:
        text = "\n".join(corpus.document(one).text for one in question.supporting)
        for table, row in _rows(question, re.findall(phrases, text), each, draw):
            tables.setdefault(table, []).append({"question_id": question.id, **row})
    for table in ("answer_keywords", "confusing_facts", "replacements"):
        path = folder / "annotations" / name / f"{table}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in tables[table]), "utf-8")
    return sum(map(len, tables.values()))


def _rows(
    question: CorpusQuestion, phrases: Sequence[str], number: int, draw: random.Random
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield rows of a question: keywords, a fact, and pairs for phrases of its documents."""
    yield "answer_keywords", {"keywords": question.answers[0].strip() or "x", **BY}
    yield "confusing_facts", {"fact": question.input.strip(), "subject": "Nobody", **BY}
    originals = sorted(set(phrases))
    for original in draw.sample(originals, min(number, len(originals))):
        words = [original[::-1], original[1:] + original[:1], original * 2]
        pair = {"original": original, "replacement": words[0], "alternatives": words[1:]}
        yield "replacements", {**pair, "kind": draw.choice(KINDS), **BY}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
