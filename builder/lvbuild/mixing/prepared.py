"""What is known of a recipe before its first byte is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from lvbuild.core.model import Level
from lvbuild.corpora.corpus import Corpus, CorpusFile
from lvbuild.mixing.plan import ContextLayout, LevelPlan
from lvbuild.text.escaped import EscapedText


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


@dataclass(frozen=True, slots=True)
class LevelText:
    """A planned level with the texts it takes: all that its files follow from.

    `changed` are the texts, by question, that its replacements alter. `extra_files` are the
    corpora's files that it takes and the recipe's own levels do not.
    """

    plan: LevelPlan
    texts: Mapping[str, EscapedText]
    layout: ContextLayout
    changed: Mapping[str, Mapping[str, EscapedText]] = field(default_factory=dict)
    extra_files: tuple[CorpusFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a level cannot be built, in a line.

    `missing` are the units that the corpora lack for it; None where they have enough, but no
    record comes near the level.
    """

    reason: str
    missing: int | None


RefusedFor = Callable[[str], Mapping[str, Sequence[str]]]
"""Returns the ids of documents by reason, given that of a question."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A recipe, read, checked and planned.

    `dropped` holds the levels that cannot be built; `refused` counts the documents
    that were not used, by reason; `asked` are the ids of the questions, whatever the `limit`,
    `left_out` those that could not be asked, each with its reason; `lacking` counts the questions
    without rows of a table that the recipe asks for, by table; `unmarked` those for which upstream
    marks no distracting document where the recipe asks for such, `homeless` the confusing facts
    whose rows name a home that their questions may not have. `refused_for` returns the documents
    that a question may not have beside those that none may, by reason.
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
    refused_for: RefusedFor = lambda question_id: {}
