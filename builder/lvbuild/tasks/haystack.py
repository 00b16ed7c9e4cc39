"""The texts of a haystack, read as far as levels need them, and the levels planned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from lvbuild.core.model import Document, Level
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import Corpus
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.layout import ContextLayout
from lvbuild.mixing.plan import LevelPlan, LevelTooLargeError, QuestionTooLongError, UnevenTextError
from lvbuild.mixing.planning import other_levels
from lvbuild.mixing.prepared import Dropped, LevelText, Prepared, corpus_use
from lvbuild.questions.variant import draws_for
from lvbuild.recipe import Recipe
from lvbuild.text.counting import Counting
from lvbuild.text.escaped import EscapedText
from lvbuild.text.replacement import Hit

_SPARE = 2_000
"""Units beyond a level that are read at most, so that texts can be left out where none can be cut.
"""


class Taken(NamedTuple):
    """A text as contexts have it, and where words were replaced; `refused` says why they do not."""

    text: str
    hits: tuple[Hit, ...] = ()
    refused: str = ""


class Haystack:
    """The corpus's texts in the recipe's seeded order, read as far as a level needs them.

    `take` says of each text how contexts have it.
    """

    def __init__(
        self,
        recipe: Recipe,
        corpus: Corpus,
        options: BuildOptions,
        counting: Counting,
        take: Callable[[str], Taken],
    ) -> None:
        self.texts: list[SplitDocument] = []
        self.refused: Counter[str] = Counter()
        self.corpus = corpus
        self._recipe = recipe
        self._counting = counting
        self._take = take
        self._seen: set[bytes] = set()
        self._units = 0
        self._documents = self._ordered(corpus, options)

    def originals(self) -> Mapping[str, str]:
        """Return the texts of the recipe's own levels in the original words, by id."""
        self.fill(self._recipe.ascending_levels[-1])
        ids = (text.document_id for text in self.texts)
        return {name: self.corpus.document(name).text for name in ids}

    def fill(self, level: Level) -> None:
        """Read on until the texts reach past the level, or the corpus ends."""
        spare = max(level.tolerance, min(level.size / 4, _SPARE))
        while self._units < level.size + spare:
            document = next(self._documents, None)
            if document is None:
                return
            self._read(document)

    def _ordered(self, corpus: Corpus, options: BuildOptions) -> Iterator[Document]:
        for number, batch in enumerate(corpus.batches()):
            draws = draws_for(self._recipe, options, f"haystack {number}")
            yield from map(corpus.document, draws.shuffled(batch))

    def _read(self, document: Document) -> None:
        if not document.text:
            self.refused["no prose"] += 1
            return
        digest = blake2b(document.text.encode(), digest_size=16).digest()
        if digest in self._seen:
            self.refused["duplicate"] += 1
            return
        self._seen.add(digest)
        text, hits, refused = self._take(document.text)
        if refused:
            self.refused[refused] += 1
            return
        language, counting = self._recipe.language, self._counting
        split = SplitDocument.of(document.id, text, language, counting, hits=hits)
        self.texts.append(split)
        self._units += split.outline.size


def prepare_haystack(
    recipe: Recipe,
    haystack: Haystack,
    levels: Sequence[Level],
    options: BuildOptions,
    *,
    plan: Callable[[Level], LevelPlan],
    asked: tuple[str, ...],
    left_out: tuple[tuple[str, str], ...] = (),
) -> Prepared:
    """Plan levels by `plan`; those that cannot be met are in `dropped`, with why.

    The haystack is read for the recipe's own levels whatever is asked for, so that what is
    said of it (`corpora`, `refused`) is the same for every choice of levels.
    """
    haystack.fill(recipe.ascending_levels[-1])
    corpus = haystack.corpus
    use = corpus_use(corpus)
    refused = dict(sorted(haystack.refused.items()))
    ready: dict[Level, LevelText] = {}
    dropped: dict[Level, Dropped] = {}
    for level in sorted(levels):
        haystack.fill(level)
        try:
            planned = plan(level)
        except (LevelTooLargeError, QuestionTooLongError) as error:
            dropped[level] = _too_far(recipe, level, haystack, error)
            continue
        except UnevenTextError as error:
            why = "have no end of a sentence near it"
            if error.nearest:
                nearest = f"{error.nearest:,} {recipe.unit}"
                why = f"can only be laid out to a record of {nearest}, over 0.5% off"
            told = f"{recipe.name} at {level.label}: the texts of {corpus.name} {why}"
            dropped[level] = Dropped(f"{told}; {other_levels(level, plan)}", None)
            continue
        beyond = tuple(file for file in corpus.files() if file not in use.files)
        ready[level] = LevelText(
            planned, _escaped(planned, haystack), ContextLayout(), extra_files=beyond
        )
    return Prepared(ready, dropped, (use,), refused, asked, left_out)


def _escaped(plan: LevelPlan, haystack: Haystack) -> dict[str, EscapedText]:
    """Return the texts that a level takes; many records share their passages."""
    shared = {id(record.passages): record.passages for record in plan.records}
    taken = {passage.document_id for passages in shared.values() for passage in passages}
    return {text.document_id: text.escaped for text in haystack.texts if text.document_id in taken}


def _too_far(
    recipe: Recipe,
    level: Level,
    haystack: Haystack,
    error: LevelTooLargeError | QuestionTooLongError,
) -> Dropped:
    where = f"{recipe.name} at {level.label}"
    if isinstance(error, QuestionTooLongError):
        reason = f"{error} {recipe.unit}; shorten its facts or ask for larger levels"
        return Dropped(f"{where}: {reason}", None)
    refused = sum(haystack.refused.values())
    also = f" ({refused} more texts were refused)" if refused else ""
    name = haystack.corpus.name
    return Dropped(
        f"{where}: {name} has {error.have:,} {recipe.unit}{also}, {error.need:,} are needed;"
        " add texts to the corpus or ask for smaller levels",
        error.need - error.have,
    )
