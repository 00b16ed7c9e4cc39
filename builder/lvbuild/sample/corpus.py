"""The sample corpus: the articles of an invented world, without end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import count, islice
from typing import Self

from lvbuild.core.model import Document, LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.core.seen import Seen
from lvbuild.core.spool import Spool
from lvbuild.corpora.corpus import CorpusFile
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.sample.inventing import ARTICLES, place_of, stream_provinces
from lvbuild.sample.names import Lexicon
from lvbuild.sample.telling import Article, abstract, tell
from lvbuild.sample.world import Entity, Province, World
from lvbuild.text.counting import Counting


class _Invented:
    """What all articles of invented worlds are alike in, however many there are."""

    name = "sample"
    revision = "2"
    licence = "MIT"

    def files(self) -> Sequence[CorpusFile]:
        """Return nothing: the sample corpus reads no files."""
        return ()

    def cleaned(self) -> Mapping[str, int]:
        """Return nothing: articles are written without noise."""
        return {}


_REMEMBERED = 64
"""Articles that are not read again, about as many as a province has, and so many worlds."""


class SampleCorpus(_Invented):
    """The articles of an invented world, province after province, written as they are asked for.

    Where the walk over the batches stops, the world ends: `world` has the provinces so far, which
    stand in temporary files.
    `language` is that of the articles.
    """

    def __init__(self, seed: int, language: LanguageCode) -> None:
        self.seed = seed
        self.language = language
        self._stream = stream_provinces(seed, Lexicon(language), language)
        self._worlds: Spool[World] = Spool(_REMEMBERED)
        self._articles: Spool[tuple[Entity, Article]] = Spool(_REMEMBERED)
        self._texts: Spool[tuple[str, str, str]] = Spool(_REMEMBERED)  # read many times as fast
        self._units: dict[Counting, list[int]] = {}
        self._said = Seen()

    @property
    def world(self) -> World:
        """The facts of the provinces written so far."""
        return World(self.language, [one for world in self._worlds for one in world.provinces])

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles, without end."""
        for number in count():
            yield tuple(entity.document_id for entity in self.province(number).entities)

    def _write(self, province: Province) -> None:
        world = World(self.language, [province])
        articles = {}
        for entity in world.entities:
            draws = Draws(self.seed, "sample article", self.language, entity.id)
            articles[place_of(entity.id)] = entity, tell(world, entity, draws, self._said)
        self._worlds.append(world)
        for _, (entity, article) in sorted(articles.items()):
            self._articles.append((entity, article))
            self._texts.append((entity.document_id, article.text, entity.name))

    def _find(self, document_id: str) -> tuple[Entity, Article]:
        """Return an article and what it is about."""
        self.document(document_id)
        return self._articles[_place(document_id)]

    def article(self, document_id: str) -> Article:
        """Return one of the articles written so far; BuildError where there is none of that id."""
        return self._find(document_id)[1]

    def document(self, document_id: str) -> Document:
        """Return one of the articles as a document; BuildError likewise."""
        place = _place(document_id)
        if place in range(len(self._texts)):
            document = Document(*self._texts[place])
            if document.id == document_id:
                return document
        raise BuildError(
            f"{document_id}: no such document among the {len(self._texts)} written so far"
            " of the sample corpus; walk on over its batches"
        )

    def units(self, number: int, counting: Counting) -> int:
        """Count the articles of one province, walking as far as it takes."""
        counted = self._units.setdefault(counting, [])
        for place in range(len(counted), number + 1):
            names = (entity.document_id for entity in self.province(place).entities)
            counted.append(sum(counting.count(self.document(name).text) for name in names))
        return counted[number]

    def province(self, number: int) -> World:
        """Return one province as a world of its own, walking as far as it takes."""
        while number >= len(self._worlds):
            self._write(next(self._stream))
        return self._worlds[number]

    def abstract(self, document_id: str) -> str:
        """Return a sentence on what an article is about that does not name it."""
        entity, _ = self._find(document_id)
        province = self.province(place_of(entity.id) // ARTICLES)
        return abstract(province, entity, self.draws("abstract", document_id))

    def draws(self, *purpose: str | int) -> Draws:
        """Return the draws of this corpus for a purpose: its seed and language alone set them."""
        return Draws(self.seed, "sample", *purpose, self.language)


def _place(document_id: str) -> int:
    return place_of(document_id.removeprefix("sample:"))


class SampleProse(_Invented):
    """The articles of a sample corpus as prose for haystacks, each in one paragraph.

    Their own paragraphs are of two sentences or three, too short for facts to stand within.
    """

    def __init__(self, corpus: SampleCorpus) -> None:
        self._corpus = corpus

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles, without end."""
        return self._corpus.batches()

    def document(self, document_id: str) -> Document:
        """Return one of the articles written so far; BuildError where there is none of that id."""
        document = self._corpus.document(document_id)
        space = find_language(self._corpus.language).space
        return replace(document, text=space.join(document.text.split("\n")))


SPARE = 1.5
"""How much more than a context holds is written: a question may not have every article."""


class SampleArticles(_Invented):
    """The first provinces of a sample corpus: enough for contexts of `size` units.

    Those that hold the `needed` articles are among them. More units of the same corpus hold, first,
    the same articles. Nothing is written before it is asked for.
    """

    def __init__(self, corpus: SampleCorpus, size: int, counting: Counting) -> None:
        self.size = size
        self._corpus = corpus
        self._counting = counting

    @cached_property
    def needed(self) -> AbstractSet[str]:
        """The ids of articles that are among them."""
        return frozenset()

    @cached_property
    def provinces(self) -> int:
        """How many provinces there are."""
        return self._reached(self.needed)

    def _reached(self, needed: AbstractSet[str]) -> int:
        missing, units = set(needed), 0
        for number, batch in enumerate(self._walk()):
            units += self._units(number)
            missing -= set(batch)
            if not missing and units >= SPARE * self.size:
                return number + 1
        return 0

    def reaching(self, size: int) -> Self:
        """Return the same with provinces enough for contexts of so many units."""
        needed = self.needed  # by this size, and so are the questions of the copy
        larger = copy(self)
        larger.size = size
        larger.provinces = larger._reached(needed)
        return larger

    def _walk(self) -> Iterator[Sequence[str]]:
        return self._corpus.batches()

    def _units(self, number: int) -> int:
        return self._corpus.units(number, self._counting)

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles."""
        return islice(self._walk(), self.provinces)

    def document(self, document_id: str) -> Document:
        """Return one of the articles."""
        return self._corpus.document(document_id)

    def abstracts(self, count: int) -> Mapping[str, str]:
        """Draw so many articles, or all, and return by id what describes each."""
        names = [name for batch in self.batches() for name in batch]
        drawn = self._corpus.draws("abstracts").shuffled(names)[:count]
        return {name: self._corpus.abstract(name) for name in drawn}
