"""Writing a recipe for files of one's own: its file, empty tables, a card."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from lvbuild.annotate.own_files import Guess, Layout, guess_fields, recognise
from lvbuild.core.model import NAME, LanguageCode
from lvbuild.corpora.catalogue import corpus_names
from lvbuild.corpora.corpus import LoadedCorpus, QuestionCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.errors import UsageError
from lvbuild.languages import find_language, guess_language
from lvbuild.recipe import RecipeFile, load_recipe
from lvbuild.recipe.loading import parse_recipe
from lvbuild.recipe.sources import Fields, InlineSource
from lvbuild.release.folder import put_file
from lvbuild.text.counting import count as count_units
from lvbuild.text.counting import plain_unit

_LEVELS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_SHARE = 0.8
"""Of a pool a level takes at most so much: some of it is refused for each question."""
_MOST_QUESTIONS = 200
_TABLES = ("answer_keywords", "confusing_facts", "replacements")

_CARD = """\
Questions over documents of {source}. Each context mixes the passages that support the question with
distracting passages of the same corpus, up to its level.

{{{{figures}}}}

Known limits: the questions and answers are upstream's, with upstream's faults; no row of the tables
has been read by a person but those that are counted as approved.
"""


@dataclass(frozen=True, slots=True)
class SampleRecord:
    """A record as the mapping reads it: its question, answers, and the beginning of a document."""

    question: str
    answers: tuple[str, ...]
    document: str


@dataclass(frozen=True, slots=True)
class NewRecipe:
    """A recipe that can be written: its file's name and text, its source, some of its records.

    `corpora` is the folder to be given as --corpora.
    """

    name: str
    text: str
    source: InlineSource
    language: LanguageCode
    task: str
    corpora: Path
    questions: int
    documents: int
    shown: tuple[SampleRecord, ...]

    def write(self, folder: Path) -> list[Path]:
        """Write the recipe, its empty tables and its card; return where.

        Raises UsageError, and writes nothing, where one of them stands there already.
        """
        contents = {
            folder / f"{self.name}.yaml": self.text.encode(),
            **{folder / f"annotations/{self.name}/{name}.jsonl": b"" for name in _TABLES},
            folder / f"data_cards/{self.name}.md": _CARD.format(source=self.source.name).encode(),
        }
        for path in contents:
            if path.exists():
                raise UsageError(f"{path}: stands there already; take another name for the recipe")
        for path, content in contents.items():
            put_file(path, content)
        return list(contents)

    def file(self, folder: Path) -> RecipeFile:
        """Return the recipe as it is read from a folder."""
        return parse_recipe(folder / f"{self.name}.yaml", self.text.encode())


def start_recipe(
    name: str,
    path: Path,
    *,
    language: LanguageCode | None = None,
    task: str | None = None,
    licence: str = "LicenseRef-unknown",
    fields: Mapping[str, str] | None = None,
) -> NewRecipe:
    """Make a recipe for the questions of a file or of a folder's files.

    What is not given is guessed. Raises UsageError where the files ask no question, or the name or
    the folder's cannot be one.
    """
    if not re.fullmatch(NAME, name):
        raise UsageError(f"{name!r} is no name for a recipe: letters, digits, - and _ alone")
    layout = recognise(path)
    guess = guess_fields(layout, fields or {})
    source = _source(layout, guess, licence)
    corpus = open_mapped(source, layout.folder.resolve())
    questions = corpus.questions()
    if not questions:
        asks = "and answers, say where with --field question=PATH --field answers=PATH"
        raise UsageError(
            f"{path}: its records ask nothing that can be asked; if they hold questions {asks}; of"
            " texts alone a recipe of fact_recall can be made: `lvbuild show factrecall_en --yaml`"
        )
    texts = [corpus.document(each).text for batch in corpus.batches() for each in batch]
    spoken = language or guess_language("".join(texts[:50]))
    several = any(len(question.supporting) > 1 for question in questions)
    meant = task or ("multi_hop_qa" if several else "single_hop_qa")
    text = _yaml(name, source, spoken, meant, count=len(questions), levels=_levels(texts, spoken))
    return NewRecipe(
        name,
        text,
        source,
        spoken,
        meant,
        layout.folder.resolve().parent,
        len(questions),
        len(texts),
        tuple(_shown(corpus)),
    )


def _source(layout: Layout, guess: Guess, licence: str) -> InlineSource:
    name = layout.folder.resolve().name
    if not re.fullmatch(NAME, name) or name in corpus_names():
        why = "is a corpus that lvbuild knows" if name in corpus_names() else "cannot name a corpus"
        raise UsageError(
            f"{layout.folder}: the folder's name, {name!r}, {why}; rename it, or put the files into"
            " a folder of another name"
        )
    given = {key: getattr(guess.fields, key) for key in guess.fields.model_fields_set}
    said = {
        "name": name,
        "format": layout.format,
        "files": layout.files,
        "licence": licence,
        "records": layout.records if layout.format == "json" else None,
        "delimiter": layout.delimiter or None,
        "fields": Fields(**given) if given else None,
        "join": guess.join,
        "others_distract": guess.others_distract or None,
    }
    try:
        return InlineSource(**{key: value for key, value in said.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        raise UsageError(f"{layout.folder}: {where} {problem['msg']}".replace("  ", " ")) from error


def _levels(texts: Sequence[str], language: LanguageCode) -> list[str]:
    """Return the levels that the documents can fill, the largest five."""
    unit = plain_unit(find_language(language).unit, language)
    units = sum(count_units(text, unit) for text in texts)
    fitting = [size for size in _LEVELS if size * 1_000 <= units * _SHARE]
    return [f"{size}k" for size in fitting[-5:]] or ["1k"]


def _shown(corpus: QuestionCorpus | LoadedCorpus) -> list[SampleRecord]:
    return [
        SampleRecord(one.input, one.answers, corpus.document(one.supporting[0]).text[:200])
        for one in corpus.questions()[:3]
    ]


def _yaml(
    name: str,
    source: InlineSource,
    language: LanguageCode,
    task: str,
    *,
    count: int,
    levels: Sequence[str],
) -> str:
    """Return a recipe's file; strings are written as JSON, which YAML takes as it is."""
    said = source.model_dump(exclude_unset=True, exclude_defaults=True)
    spoken = find_language(language)
    prompt = load_recipe(spoken.example_recipe).recipe.prompt
    lines = [
        f"name: {name}",
        f"title: Questions over {source.name}",
        f"task: {task}",
        f"language: {language}",
        "licence: CC-BY-SA-4.0    # of the tables",
        "questions:",
        *_mapping(said, "  - ", "    "),
        f"distractors: [{source.name}]",
        f"count: {min(count, _MOST_QUESTIONS)}",
        f"levels: [{', '.join(levels)}]",
        f"unit: {spoken.unit}",
        "confusing_facts: 1       # a question, from annotations/NAME/confusing_facts.jsonl",
        "answer_keywords: true",
        "replacements: true",
        "metric: f1_keywords",
        "prompt: |-",
        *(f"  {line}".rstrip() for line in prompt.splitlines()),
    ]
    return "\n".join(lines).replace("annotations/NAME", f"annotations/{name}") + "\n"


def _mapping(said: Mapping[str, object], first: str, further: str) -> list[str]:
    lines = []
    for number, (key, value) in enumerate(said.items()):
        before = first if number == 0 else further
        if isinstance(value, dict):
            lines.append(f"{before}{key}:")
            lines += _mapping(value, f"{further}  ", f"{further}  ")
        else:
            lines.append(f"{before}{key}: {json.dumps(value, ensure_ascii=False)}")
    return lines
