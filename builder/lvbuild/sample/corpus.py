"""The sample corpus: the articles of an invented world, without end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from importlib import import_module
from itertools import count, islice
from typing import Any, Self

from lvbuild.core.model import Document, LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import CorpusFile
from lvbuild.errors import BuildError, UsageError
from lvbuild.sample.inventing import stream_provinces
from lvbuild.sample.word_files import FOLDERS, Lexicon
from lvbuild.sample.world import Entity, Province, World
from lvbuild.text.counting import Counting

_SENTENCE_ENDS: dict[LanguageCode, re.Pattern[str]] = {
    "en": re.compile(r"(?<=[.!?]) |\n"),
    "zh": re.compile(r"(?<=[。！？])(?![”’」』）])|\n"),
}
_TRIES = 200


class _Invented:
    """What all articles of invented worlds are alike in, however many there are."""

    name = "sample"
    revision = "1"
    licence = "MIT"

    def files(self) -> Sequence[CorpusFile]:
        """Return nothing: the sample corpus reads no files."""
        return ()

    def cleaned(self) -> Mapping[str, int]:
        """Return nothing: articles are written without noise."""
        return {}


class SampleCorpus(_Invented):
    """The articles of an invented world, province after province, written as they are asked for.

    Where the walk over the batches stops, the world ends: `world` holds the provinces so far. No
    sentence stands twice in all of them.
    """

    def __init__(self, seed: int, language: LanguageCode) -> None:
        self._seed = seed
        self._language = language
        self._article: Callable[[World, Entity, Draws], str] = side(language).article
        self._stream = stream_provinces(seed, lexicon(language), language)
        self._provinces: list[Province] = []
        self._batches: list[tuple[str, ...]] = []
        self._documents: dict[str, Document] = {}
        self._sentences: set[str] = set()

    @property
    def world(self) -> World:
        """The facts of the provinces written so far."""
        return World(self._language, self._provinces)

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles, without end."""
        for number in count():
            if number == len(self._batches):
                province = next(self._stream)
                world = World(self._language, [province])
                documents = [self._write(world, entity) for entity in world.entities]
                self._provinces.append(province)
                self._batches.append(tuple(document.id for document in documents))
                self._documents.update((document.id, document) for document in documents)
            yield self._batches[number]

    def document(self, document_id: str) -> Document:
        """Return one of the articles written so far; BuildError where there is none of that id."""
        try:
            return self._documents[document_id]
        except KeyError:
            raise BuildError(
                f"{document_id}: no such document among the {len(self._documents)} written so far"
                " of the sample corpus; walk on over its batches"
            ) from None

    def province(self, number: int) -> World:
        """Return one province as a world of its own, walking as far as it takes."""
        next(islice(self.batches(), number, None))
        return World(self._language, [self._provinces[number]])

    def sentences(self, document_id: str) -> list[str]:
        """Return the sentences of an article, each as it stands there."""
        return self._split(self.document(document_id).text)

    def draws(self, *purpose: str | int) -> Draws:
        """Return the draws of this corpus for a purpose: its seed and language alone set them."""
        return Draws(self._seed, "sample", *purpose, self._language)

    def _write(self, world: World, entity: Entity) -> Document:
        """Write the article on an entity, anew where it repeats a sentence."""
        for attempt in range(_TRIES):
            draws = Draws(self._seed, "sample article", self._language, entity.id, attempt)
            text = self._article(world, entity, draws)
            sentences = self._split(text)
            fresh = set(sentences)
            if len(fresh) == len(sentences) and fresh.isdisjoint(self._sentences):
                self._sentences |= fresh
                return Document(entity.document_id, text, entity.name)
        raise BuildError(f"sample: {entity.id} repeats a sentence in {_TRIES} tries; ask for less")

    def _split(self, text: str) -> list[str]:
        return [part for part in _SENTENCE_ENDS[self._language].split(text) if part]


def side(language: LanguageCode) -> Any:
    """Return the package of a language: its Lexicon, its PHRASING, how it writes an article.

    It reads its words when it is imported, so only the one that is needed is. Raises UsageError for
    a language that has no invented world.
    """
    if language not in FOLDERS:
        raise UsageError(
            f"language: {language!r} has no invented world; there are those of "
            f"{', '.join(FOLDERS)}: leave out --sample"
        )
    return import_module(f"lvbuild.sample.{FOLDERS[language]}")


def lexicon(language: LanguageCode, spare: bool = False) -> Lexicon:
    """Return the names of a language's invented worlds, or those kept back from all of them."""
    made: Lexicon = side(language).Lexicon(spare)
    return made


_SPARE = 1.5
"""How much more than a context holds is written: a question may not have every article."""


class SampleArticles(_Invented):
    """The first provinces of a sample corpus: enough for contexts of `size` units.

    Those that hold the `needed` articles are among them. More units of the same corpus hold, first,
    the same articles.
    """

    def __init__(
        self,
        corpus: SampleCorpus,
        size: int,
        counting: Counting,
        needed: AbstractSet[str] = frozenset(),
    ) -> None:
        self.size = size
        self._corpus = corpus
        self._counting = counting
        self._needed = needed
        self.provinces = self._reached()

    def _reached(self) -> int:
        missing, units = set(self._needed), 0
        for number, batch in enumerate(self._corpus.batches(), start=1):
            units += sum(self._counting.count(self.document(name).text) for name in batch)
            missing -= set(batch)
            if not missing and units >= _SPARE * self.size:
                return number
        return 0

    def reaching(self, size: int) -> Self:
        """Return the same with provinces enough for contexts of so many units."""
        larger = copy(self)
        larger.size = size
        larger.provinces = larger._reached()
        return larger

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles."""
        return islice(self._corpus.batches(), self.provinces)

    def document(self, document_id: str) -> Document:
        """Return one of the articles."""
        return self._corpus.document(document_id)


class UnopenedArticles(SampleArticles):
    """The same articles, each without its first sentence, which tells what it is about."""

    def document(self, document_id: str) -> Document:
        """Return what follows the first sentence of an article."""
        whole = self._corpus.document(document_id)
        rest = whole.text.removeprefix(self.opening(document_id)).lstrip()
        return Document(whole.id, rest, whole.title)

    def opening(self, document_id: str) -> str:
        """Return the first sentence of an article."""
        return self._corpus.sentences(document_id)[0]

    def drawn(self, count: int) -> list[str]:
        """Draw the ids of so many articles, or of all."""
        names = [name for batch in self.batches() for name in batch]
        return self._corpus.draws("abstracts").shuffled(names)[:count]
