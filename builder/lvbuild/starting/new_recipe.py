"""Writing a recipe for files of one's own: its file, empty tables, a card."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template
from textwrap import indent

import yaml

from lvbuild.annotate.page.speech import GUIDELINE, Speech, language_tag, wanted_speech
from lvbuild.core.model import NAME, LanguageCode, Unit
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.errors import UsageError
from lvbuild.languages import find_language, guess_language
from lvbuild.recipe import load_recipe
from lvbuild.recipe.sources import UNKNOWN_LICENCE, InlineSource
from lvbuild.release.folder import put_file
from lvbuild.starting.recognising import guess_fields, recognise
from lvbuild.tables.reading import LEDGER, row_of
from lvbuild.tables.reference import in_markdown, known_tables
from lvbuild.text.counting import count as count_units
from lvbuild.text.counting import plain_unit

_LEVELS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_SHARE = 1 / 1.5
"""Of a pool a level takes at most so much: some of it is refused for each question."""
_MOST_QUESTIONS = 200
_EXTRACTIVE = 0.8
"""Where so many of the answers are words of the texts, all are held to be."""
_TABLES = ("answer_keywords", "confusing_facts", "replacements")
_OPTIONAL_TABLES = ("selection", "questions")
_MERGED = f"{LEDGER} merge=union\n"
"""What git is told: lines that two branches add to a ledger are kept, all of them."""


@dataclass(frozen=True, slots=True)
class NewRecipe:
    """A recipe that can be written: its file's name and content, its source, some of its records.

    `corpora` is the folder to be given as --corpora, `speech` what annotators of such texts read.
    `shown` are the question, the answers and the beginning of a document of each record, as the
    mapping reads them.
    """

    name: str
    content: bytes
    source: InlineSource
    language: LanguageCode
    task: str
    corpora: Path
    questions: int
    documents: int
    speech: Speech
    shown: tuple[Mapping[str, str], ...]

    def write(self, folder: Path) -> list[Path]:
        """Write the recipe, its empty tables with what a team needs beside them, and its card.

        Returns where. Raises UsageError, and writes nothing, where one stands there already.
        """
        known, tables = known_tables(), folder / "annotations" / self.name
        told = in_markdown({name: known[name] for name in (*_TABLES, *_OPTIONAL_TABLES)})
        contents = {
            folder / f"{self.name}.yaml": self.content,
            **{tables / f"{name}.jsonl": b"" for name in _TABLES},
            tables / "README.md": _fill(self.speech.tables, name=self.name, tables=told),
            tables / GUIDELINE: self.speech.guideline.encode(),
            tables / ".gitattributes": _MERGED.encode(),
            folder / f"data_cards/{self.name}.md": _filled("card.md", source=self.source.name),
        }
        for path in contents:
            if path.exists():
                raise UsageError(f"{path}: stands there already; take another name for the recipe")
        for path, content in contents.items():
            put_file(path, content)
        return list(contents)


def start_recipe(
    name: str,
    path: Path,
    *,
    language: LanguageCode | None = None,
    task: str | None = None,
    licence: str = UNKNOWN_LICENCE,
    fields: Mapping[str, str] | None = None,
) -> NewRecipe:
    """Make a recipe for the questions of a file or of a folder's files.

    What is not given is guessed. Raises UsageError where the files ask no question, or the name or
    the folder's cannot be one.
    """
    if not re.fullmatch(NAME, name):
        raise UsageError(f"{name!r} is no name for a recipe: letters, digits, - and _ alone")
    source = _source(path, fields or {}, licence)
    folder = (path.parent if path.is_file() else path).resolve()
    corpus = open_mapped(source, folder)
    if _mostly_extractive(corpus):
        source = source.model_copy(update={"extractive": True})
        corpus = open_mapped(source, folder)
    if not (questions := corpus.questions()):
        asks = "and answers, say where with --field question=PATH --field answers=PATH"
        raise UsageError(
            f"{path}: its records ask nothing that can be asked; if they hold questions {asks}; of"
            " texts alone a recipe of fact_recall can be made: `lvbuild show factrecall_en --yaml`"
        )
    texts = [corpus.document(each).text for batch in corpus.batches() for each in batch]
    spoken = find_language(language or guess_language("".join(texts[:50])))
    several = any(len(question.supporting) > 1 for question in questions)
    meant = task or ("multi_hop_qa" if several else "single_hop_qa")
    levels, too_few = _levels(corpus, texts, plain_unit(spoken.unit, spoken.code))
    keys = {"name": "", **source.model_dump(exclude_unset=True, exclude_defaults=True)}
    asking = yaml.safe_dump([keys], allow_unicode=True, sort_keys=False)
    content = _filled(
        "recipe.yaml",
        name=name,
        source=source.name,
        task=meant,
        language=spoken.code,
        questions=indent(asking, "  ").rstrip(),
        count=str(min(len(questions), _MOST_QUESTIONS)),
        levels=levels,
        too_few=too_few,
        unit=spoken.unit,
        prompt=indent(load_recipe(spoken.example_recipe).recipe.prompt, "  "),
    )
    speech = wanted_speech("", spoken.code, language_tag(spoken.code, "".join(texts[:50])))
    return NewRecipe(
        name,
        content,
        source,
        spoken.code,
        meant,
        folder.parent,
        len(questions),
        len(texts),
        speech,
        _shown(corpus),
    )


def _shown(corpus: LoadedCorpus) -> tuple[Mapping[str, str], ...]:
    return tuple(
        {
            "question": one.input,
            "answers": " | ".join(one.answers),
            "document": corpus.document(one.supporting[0]).text[:200],
        }
        for one in corpus.questions()[:3]
    )


def _mostly_extractive(corpus: LoadedCorpus) -> bool:
    """Tell whether answers are words of the texts, so that one which is none is a mistake."""
    stand = [
        any(answer in corpus.document(name).text for name in one.supporting)
        for one in corpus.questions()
        for answer in one.answers
    ]
    return sum(stand) >= _EXTRACTIVE * len(stand) > 0


def _levels(corpus: LoadedCorpus, texts: Sequence[str], unit: Unit) -> tuple[str, str]:
    """Return the levels that a corpus fills for each question; a comment where it fills none."""
    sizes = {text: count_units(text, unit) for text in dict.fromkeys(texts)}
    own = ({corpus.document(each).text for each in one.supporting} for one in corpus.questions())
    units = sum(sizes.values()) - max(sum(map(sizes.__getitem__, each)) for each in own)
    if fitting := [f"{size}k" for size in _LEVELS if size * 1_000 <= units * _SHARE]:
        return ", ".join(fitting[-5:]), ""
    told = f"{units:,} {unit} beside a question's own fill none: name further distractors"
    return "1k", f"    # {told}"


def _source(path: Path, fields: Mapping[str, str], licence: str) -> InlineSource:
    """Return the source that the files of a path are, where nothing else is known of them."""
    layout = recognise(path)
    name = layout.folder.resolve().name
    if not re.fullmatch(NAME, name) or name in CATALOGUE:
        why = "is a corpus that lvbuild knows" if name in CATALOGUE else "cannot name a corpus"
        raise UsageError(
            f"{layout.folder}: the folder's name, {name!r}, {why}; rename it, or put the files into"
            " a folder of another name"
        )
    keys = {
        "name": name,
        "format": layout.format,
        "files": layout.files,
        "licence": licence,
        "records": layout.records if layout.format == "json" else None,
        "delimiter": layout.delimiter or None,
        **guess_fields(layout, fields),
    }
    try:
        return row_of({k: v for k, v in keys.items() if v is not None}, InlineSource)
    except ValueError as error:
        raise UsageError(f"{layout.folder}: {error}") from error


def _filled(template: str, **values: str) -> bytes:
    file = files("lvbuild.starting").joinpath("templates", template)
    return _fill(file.read_text(encoding="utf-8"), **values)


def _fill(template: str, **values: str) -> bytes:
    return Template(template).substitute(values).encode()
