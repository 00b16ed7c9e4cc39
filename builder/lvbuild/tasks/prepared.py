"""What is known of a recipe before its first byte is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

from lvbuild.assemble.background import Background
from lvbuild.assemble.escaped import EscapedText
from lvbuild.assemble.provenance import provenance_line
from lvbuild.assemble.record import RecordFormat, record_line
from lvbuild.assemble.schema import RecordSchema
from lvbuild.assemble.texts import SharedTexts, Texts
from lvbuild.core.model import Configuration, Level
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import Corpus, CorpusFile
from lvbuild.mixing.layout import ContextLayout
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.recipe import Recipe

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class CorpusUse:
    """A corpus as it was read, and the files that the recipe's own levels take from it.

    `cleaned` counts the noise that was mended or left out of its texts, by its kind.
    """

    name: str
    revision: str
    licence: str
    files: tuple[CorpusFile, ...]
    cleaned: Mapping[str, int]


def corpus_use(corpus: Corpus) -> CorpusUse:
    """Return a corpus as it has been read so far."""
    return CorpusUse(
        corpus.name, corpus.revision, corpus.licence, tuple(corpus.files()), corpus.cleaned()
    )


def record_format(recipe: Recipe, options: BuildOptions, layout: ContextLayout) -> RecordFormat:
    """Return what all records of a recipe have in common."""
    return RecordFormat(
        recipe=recipe.name,
        language=recipe.language,
        canary=canary(recipe.name, options),
        schema=RecordSchema.of(recipe, strict=options.strict),
        layout=layout,
    )


@dataclass(frozen=True)
class LevelText:
    """A level ready to be written: everything a worker needs, and nothing else.

    `changed` are the texts, by question, that its replacements alter. `beyond` are the corpora's
    files that it takes and the recipe's own levels do not.
    """

    plan: LevelPlan
    texts: Mapping[str, EscapedText]
    form: RecordFormat
    changed: Mapping[str, Mapping[str, EscapedText]] = field(default_factory=dict)
    beyond: tuple[CorpusFile, ...] = ()

    @property
    def configuration(self) -> Configuration:
        """The recipe and the level."""
        return Configuration(self.form.recipe, self.plan.level)

    def records(self) -> Iterator[bytes]:
        """Yield the records' lines in their order."""
        for record, background in self.grounded():
            yield record_line(record, background, self.form)

    def provenance(self) -> Iterator[bytes]:
        """Yield the provenance's lines, one a record."""
        label = self.plan.level.label
        for record, background in self.grounded():
            yield provenance_line(record, label, background, self.form)

    def grounded(self) -> Iterator[tuple[RecordPlan, Background]]:
        """Yield the plans with their passages, which those that share them join once."""
        records = self.plan.records
        uses = Counter(id(record.passages) for record in records)
        joined: dict[int, Background] = {}
        for record in records:
            key = id(record.passages)
            background = joined.get(key)
            if background is None:
                texts = Texts(self._shared, self.changed.get(record.question.id, {}))
                background = Background(record.passages, texts, self.form.layout)
                if uses[key] > 1:
                    background.join()
                    joined[key] = background
            yield record, background

    @cached_property
    def _shared(self) -> SharedTexts:
        return SharedTexts(self.texts)


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a level cannot be built, in a line.

    `missing` are the units that the corpora lack for it; None where they have enough, but no
    record comes near the level.
    """

    reason: str
    missing: int | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A recipe, read, checked and planned.

    `dropped` holds the levels that cannot be built; `refused` counts the documents
    that were not used, by reason; `asked` are the ids of the questions, whatever the `limit`,
    `left_out` those that could not be asked, each with its reason; `lacking` counts the questions
    without rows of a table that the recipe asks for, by table; `unmarked` those for which upstream
    marks no distracting document where the recipe asks for such, `homeless` the confusing facts
    whose rows name a home that their questions may not have.
    """

    levels: Mapping[Level, LevelText]
    dropped: Mapping[Level, Dropped]
    corpora: tuple[CorpusUse, ...]
    refused: Mapping[str, int]
    asked: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    lacking: Mapping[str, int] = field(default_factory=dict)
    unmarked: int = 0
    homeless: int = 0


def canary(recipe: str, options: BuildOptions) -> str:
    """Return the contamination identifier: the recipe's name and 64 base62 characters."""
    source = f"{options.seed}\n{options.variant}\n{recipe}".encode()
    number = int.from_bytes(blake2b(source, digest_size=47).digest(), "big")
    digits = []
    for _ in range(64):
        number, digit = divmod(number, 62)
        digits.append(_BASE62[digit])
    return f"{recipe}:{''.join(reversed(digits))}"
