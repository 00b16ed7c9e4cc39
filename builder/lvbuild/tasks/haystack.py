"""Preparing fact recall: choosing words, reading the haystack, planning every level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING

from lvbuild.assemble.escaped import EscapedText
from lvbuild.corpora.corpus import Corpus
from lvbuild.mix.failures import LevelTooLargeError, QuestionTooLongError, UnevenTextError
from lvbuild.mix.haystack import plan_haystack
from lvbuild.mix.layout import ContextLayout
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import LevelPlan
from lvbuild.model import Document, Level
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.tables.case import Case
from lvbuild.tables.reading import Tables
from lvbuild.tables.rules import enforce
from lvbuild.tasks.counters import Counters
from lvbuild.tasks.lengths import fitted, haystack_lengths
from lvbuild.tasks.nearby import other_levels
from lvbuild.tasks.pool import Read
from lvbuild.tasks.prepared import (
    Choices,
    Dropped,
    LevelText,
    Prepared,
    corpus_use,
    record_format,
)
from lvbuild.tasks.wording import NeedleWording, word_needle
from lvbuild.text.counting import Counting
from lvbuild.text.phrases import holds

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting

_SPARE = 2_000
"""Units beyond a level that are read at most, so that texts can be left out where none can be cut.
"""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of the haystack after replacement: for the plan, and for the bytes."""

    read: Read
    escaped: EscapedText

    @property
    def plan(self) -> Outline:
        return self.read.outline


class _Haystack:
    """The corpus's texts in the recipe's seeded order, read as far as a level needs them."""

    def __init__(
        self,
        recipe: Recipe,
        corpus: Corpus,
        needle: NeedleWording,
        choices: Choices,
        counting: Counting,
    ) -> None:
        self.texts: list[_Text] = []
        self.refused: Counter[str] = Counter()
        self._recipe = recipe
        self._needle = needle
        self._counting = counting
        self._seen: set[bytes] = set()
        self._units = 0
        self._corpus = corpus
        self._documents = self._ordered(corpus, choices)

    def originals(self) -> Mapping[str, str]:
        """Return the texts of the recipe's own levels in the original words, by id."""
        self.fill(self._recipe.ascending_levels[-1])
        ids = (text.plan.document_id for text in self.texts)
        return {name: self._corpus.document(name).text for name in ids}

    def fill(self, level: Level) -> None:
        """Read on until the texts reach past the level, or the corpus ends."""
        spare = max(level.tolerance, min(level.size / 4, _SPARE))
        while self._units < level.size + spare:
            document = next(self._documents, None)
            if document is None:
                return
            self._take(document)

    def _ordered(self, corpus: Corpus, choices: Choices) -> Iterator[Document]:
        name = self._recipe.name
        for number, batch in enumerate(corpus.batches()):
            draws = Draws(choices.seed, choices.variant, name, "-", "-", f"haystack {number}")
            yield from map(corpus.document, draws.shuffled(batch))

    def _take(self, document: Document) -> None:
        digest = blake2b(document.text.encode(), digest_size=16).digest()
        if digest in self._seen:
            self.refused["duplicate"] += 1
            return
        self._seen.add(digest)
        language = self._recipe.language
        text, hits = self._needle.replacer.replace(document.text)
        answers = self._needle.question.answers
        if any(holds(document.text, name, language) for name in self._needle.names) or any(
            holds(text, answer, language) for answer in answers
        ):
            self.refused["holds the answer or a replacement"] += 1
            return
        read = Read.of(document.id, text, self._recipe, self._counting)
        self.texts.append(_Text(read, read.escape(hits)))
        self._units += read.outline.size


def prepare_fact_recall(
    recipe: Recipe,
    tables: Tables,
    corpus: Corpus,
    levels: Sequence[Level],
    choices: Choices,
    *,
    counters: Counters,
) -> Prepared:
    """Plan the levels of a fact-recall recipe.

    The haystack is read for the recipe's own levels whatever is asked for, so that what is told of
    it (`corpora`, `refused`) is the same for every choice of levels.
    """
    needle = word_needle(recipe, tables, choices)
    haystack = _Haystack(recipe, corpus, needle, choices, counters.levels)
    enforce(Case(recipe, tables, read_pool=haystack.originals, approved_only=choices.approved_only))
    haystack.fill(recipe.ascending_levels[-1])
    use = corpus_use(corpus)
    refused = dict(sorted(haystack.refused.items()))
    form = record_format(recipe, choices, ContextLayout())
    ready: dict[Level, LevelText] = {}
    dropped: dict[Level, Dropped] = {}
    for level in sorted(levels):
        haystack.fill(level)
        plans = partial(
            _plan, recipe, texts=haystack.texts, needle=needle, choices=choices, counters=counters
        )
        try:
            plan = plans(level)
        except (LevelTooLargeError, QuestionTooLongError) as error:
            dropped[level] = _too_far(recipe, corpus, level, haystack, error)
            continue
        except UnevenTextError as error:
            reason = (
                f"{recipe.name} at {level.label}: the texts of {corpus.name} can only be laid out"
                f" to a record of {error.nearest:,} {recipe.unit}, over 0.5% off;"
                f" {other_levels(level, plans)}"
            )
            dropped[level] = Dropped(reason, None)
            continue
        taken = {passage.document_id for passage in plan.records[0].passages}
        texts = {
            t.plan.document_id: t.escaped for t in haystack.texts if t.plan.document_id in taken
        }
        beyond = tuple(file for file in corpus.files() if file not in use.files)
        ready[level] = LevelText(plan, texts, form, beyond=beyond)
    return Prepared(ready, dropped, (use,), refused, (needle.question.id,))


def _plan(
    recipe: Recipe,
    level: Level,
    *,
    texts: Sequence[_Text],
    needle: NeedleWording,
    choices: Choices,
    counters: Counters,
) -> LevelPlan:
    draws = Draws(
        choices.seed, choices.variant, recipe.name, level.label, "-", "confusing facts' places"
    )
    question = needle.question
    phase = draws.uniform(-0.25, 0.25)

    def plan(surplus: int) -> LevelPlan:
        return plan_haystack(
            level,
            [text.plan for text in texts],
            question,
            language=recipe.language,
            counting=counters.levels,
            positions=recipe.count,
            phase=phase,
            limit=choices.limit,
            surplus=surplus,
        )

    def lengths(plan: LevelPlan, tokens: TokenCounting) -> list[int]:
        return haystack_lengths(plan, reads, question, tokens)

    reads = {text.plan.document_id: text.read for text in texts}
    tokens = counters.tokens
    planned = plan(0) if tokens is None else fitted(plan, lambda plan: lengths(plan, tokens))
    if counters.reported is not None:
        planned = planned.reporting(lengths(planned, counters.reported))
    return planned


def _too_far(
    recipe: Recipe,
    corpus: Corpus,
    level: Level,
    haystack: _Haystack,
    error: LevelTooLargeError | QuestionTooLongError,
) -> Dropped:
    where = f"{recipe.name} at {level.label}"
    if isinstance(error, QuestionTooLongError):
        told = f"{error} {recipe.unit}; shorten its facts or ask for larger levels"
        return Dropped(f"{where}: {told}", None)
    refused = sum(haystack.refused.values())
    also = f" ({refused} more texts were refused)" if refused else ""
    return Dropped(
        f"{where}: {corpus.name} has {error.have:,} {recipe.unit}{also}, {error.need:,} are needed;"
        " add texts to the corpus or ask for smaller levels",
        error.need - error.have,
    )
