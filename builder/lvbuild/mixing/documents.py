"""The documents of corpora: those that are long enough, each split and counted when asked for."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from itertools import pairwise
from typing import Any, overload

from lvbuild.core.kept import Kept
from lvbuild.core.model import Document, LanguageCode, Level, Origin
from lvbuild.core.spool import Named, Spool
from lvbuild.corpora.corpus import Corpus
from lvbuild.languages import Language, find_language
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import ContextLayout
from lvbuild.recipe import Recipe
from lvbuild.text.counting import Counting, PlainCounting, count, plain_unit
from lvbuild.text.escaped import EscapedText
from lvbuild.text.prose import Place, places
from lvbuild.text.replacing import Hit, Replaced, new_offset, original_offset
from lvbuild.text.rows import with_rows

LEAST = {"words": 20, "characters": 30}
"""What a document of a pool has at least."""
LEAST_READ = 32_000
"""Units of a haystack that are read whatever the level, so that places can be chosen."""
_CONTEXTS_READ = 2
"""Contexts of the largest level that a haystack is read for, likewise."""
_SPARE = 1.1
"""How much more of a haystack is looked at than a level takes: a build refuses some texts."""
_BOUNDARIES, _PLACES = Kept("boundaries", "mixing"), Kept("places", "mixing")


@dataclass(frozen=True)
class SplitDocument:
    """A document as it stands in contexts, split and counted when that is first asked for.

    `document_id` is an excerpt's own where it is one; `origin` says of what. `hits` are the places
    where words were replaced. It is split at the `boundaries` that are given, else at its own.
    """

    document_id: str
    text: str
    language: Language
    counting: Counting
    origin: Origin
    hits: tuple[Hit, ...] = ()
    boundaries: tuple[Boundary, ...] = ()

    @classmethod
    def of(
        cls,
        document_id: str,
        text: str,
        language: LanguageCode,
        counting: Counting,
        *,
        hits: tuple[Hit, ...] = (),
        origin: Origin | None = None,
    ) -> SplitDocument:
        """Return a text in a language by its code; without `origin` it is a whole document."""
        spoken = find_language(language)
        return cls(document_id, text, spoken, counting, origin or Origin(document_id, 0), hits)

    def reworded(self, replaced: Replaced) -> SplitDocument:
        """Return the document with words replaced."""
        return replace(self, text=replaced.text, hits=replaced.hits)

    def unreplaced(self, document: str) -> SplitDocument:
        """Return it in the words of the document that it is of, split where it is split itself."""
        if not self.hits:
            return self
        start, stop = self.original(0, len(self.text))
        marks = self.outline.boundaries
        places = (original_offset(self.hits, mark.offset) for mark in marks)
        boundaries = tuple(
            mark._replace(offset=place) for mark, place in zip(marks, places, strict=True)
        )
        return replace(self, text=document[start:stop], hits=(), boundaries=boundaries)

    @cached_property
    def outline(self) -> Outline:
        """What planning knows of the text."""
        text, name, shortest_end = self.text, self.document_id, self.language.shortest_end
        marks: Sequence[Boundary] = self.boundaries or _boundaries(self.language, text)
        counts = self.counting.at(text, [mark.offset for mark in marks])
        starts = tuple(after_space(text, mark.offset) for mark in marks[:-1])
        return Outline(name, marks, counts, shortest_end, (0, *starts))

    @cached_property
    def places(self) -> Sequence[Place]:
        """The boundaries where facts may stand in running text, ascending."""
        ends = {mark.offset for mark in self.outline.boundaries if mark.ended}
        find = partial(places, self.text, self.language)
        if self.language.is_shipped:
            kept = _PLACES.pairs((self.language.code, self.text), find)
            return [Place(*each) for each in kept if each[0] in ends]
        return [place for place in find() if place.offset in ends]

    @cached_property
    def size(self) -> int:
        """The units of the text, without splitting it."""
        return self.counting.at(self.text, [len(self.text)])[-1]

    @property
    def outlined_size(self) -> int:
        """The units that its outline has: it is split where these do not add up, as tokens."""
        return self.size if isinstance(self.counting, PlainCounting) else self.outline.size

    @property
    def lead(self) -> str:
        """What stands in it before what is its document's."""
        return self.text[: self.origin.lead]

    @property
    def is_excerpt(self) -> bool:
        """Whether it is of a document in part."""
        return self.document_id != self.origin.document_id

    @property
    def sentences(self) -> list[str]:
        """The sentences of the text."""
        ends = [0, *(mark.offset for mark in self.outline.boundaries)]
        return [self.text[a:b] for a, b in pairwise(ends)]

    def lean(self, boundary: int) -> Lean:
        """Return how much the sentence after a boundary, by its place in the outline, leans."""
        marks = self.outline.boundaries
        stop = marks[boundary + 1].offset if boundary + 1 < len(marks) else len(self.text)
        return self.language.lean(self.text, marks[boundary].offset, stop)

    def original(self, start: int, stop: int) -> tuple[int, int]:
        """Return where characters of it stand in the document before replacement."""
        first, last = (original_offset(self.hits, offset) for offset in (start, stop))
        return self.origin.place(first), self.origin.place(last)

    def worded(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return where characters of a whole document stand after replacement."""
        return new_offset(self.hits, span[0]), new_offset(self.hits, span[1])

    @cached_property
    def escaped(self) -> EscapedText:
        """The text as JSON holds it, to be cut where its sentences begin or end."""
        return self.escaped_at({*self.outline.starts, *(m.offset for m in self.outline.boundaries)})

    def escaped_at(self, edges: Iterable[int]) -> EscapedText:
        """Return the text as JSON holds it, to be cut at some characters alone."""
        of_itself = self.origin == (self.document_id, 0, 0)
        origin = None if of_itself else self.origin
        return EscapedText.of(self.text, sorted(edges), self.hits, origin)


_KNOWN = "outline", "places"
"""What is found out of a text once."""


def known_of(text: SplitDocument) -> Mapping[str, Any]:
    """Return what is to be known of a text, by the names of properties."""
    return {name: getattr(text, name) for name in _KNOWN}


class StoredDocuments(Spool[SplitDocument]):
    """Split documents in a language that stand in a temporary file, each read when asked for.

    `names` are their ids. What is `known` of one, by the name of a property, stands there too.
    """

    def __init__(
        self,
        language: LanguageCode,
        counting: Counting,
        remembered: int = 1,
        known: Sequence[str] = _KNOWN,
    ) -> None:
        super().__init__(remembered)
        self.names: list[str] = []
        self._shared = find_language(language), counting
        self._known = known

    def append(self, document: SplitDocument) -> None:
        """Put a document behind the others."""
        self.names.append(document.document_id)
        super().append(document)

    def _written(self, document: SplitDocument) -> tuple[Any, ...]:
        parts = {name: getattr(document, name) for name in self._known}
        of, start, lead = document.origin
        origin = of if document.is_excerpt else None, start, lead
        return document.text, *origin, document.hits, document.boundaries, parts

    def _made(self, number: int, written: tuple[Any, ...]) -> SplitDocument:
        text, of, start, lead, hits, boundaries, parts = written
        origin = Origin(of or self.names[number], start, lead)
        found = SplitDocument(self.names[number], text, *self._shared, origin, hits, boundaries)
        vars(found).update(parts)  # it is not split again
        return found


class PoolTexts(Sequence[SplitDocument]):
    """Stored texts in an order, some of them exchanged for others."""

    def __init__(self, stored: StoredDocuments, order: Iterable[int]) -> None:
        self._stored = stored
        self._numbers = array("I", order)

    def exchange(self, place: int, text: SplitDocument) -> None:
        """Put another text in the place of one."""
        self._stored.append(text)
        self._numbers[place] = len(self._stored) - 1

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> SplitDocument: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[SplitDocument]: ...

    def __getitem__(self, place: int | slice) -> SplitDocument | Sequence[SplitDocument]:
        if isinstance(place, slice):
            return [self._stored[number] for number in self._numbers[place]]
        return self._stored[self._numbers[place]]


def _boundaries(language: Language, text: str) -> Sequence[Boundary]:
    """Return where a text may be parted: after sentences, and never within a row of a table."""

    def find() -> Sequence[Boundary]:
        counted = partial(count, unit=language.unit)
        return with_rows(text, language.boundaries(text), language.shortest_end, counted)

    if not language.is_shipped:
        return find()
    kept = _BOUNDARIES.pairs((language.code, text), find)
    return [Boundary(offset, bool(ended)) for offset, ended in kept]


def after_space(text: str, offset: int) -> int:
    """Return where the white space at an offset ends."""
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return offset


@dataclass(frozen=True)
class PoolDocuments:
    """The documents of corpora that are long enough, each text once.

    Texts that differ by white space and marks alone are one.

    `texts` are by id, and sorted by it; they stand in a temporary file. `kept` are the ids of these
    by the id that a corpus has for the text, `corpora` the names of the corpora that hold a
    document, by the id that is kept; `unused` counts the documents that are not taken, by the
    reason.
    """

    texts: Mapping[str, str]
    kept: Mapping[str, str]
    corpora: Mapping[str, Collection[str]]
    unused: Mapping[str, int]


def pool_documents(recipe: Recipe, corpora: Iterable[Corpus]) -> PoolDocuments:
    """Gather the documents of corpora."""
    texts: Spool[str] = Spool()
    places: dict[str, int] = {}
    names: dict[bytes, str] = {}
    kept: dict[str, str] = {}
    holders: dict[str, frozenset[str]] = {}
    same: dict[frozenset[str], frozenset[str]] = {}
    unit = plain_unit(recipe.unit, recipe.language)
    heading = ContextLayout.of(recipe.heading).line
    unused: Counter[str] = Counter()
    for corpus in corpora:
        for batch in corpus.batches():
            for document in map(corpus.document, batch):
                if count(document.text, unit) < LEAST[unit]:
                    unused[f"has under {LEAST[unit]} {unit}"] += 1
                elif heading.search(document.text):
                    unused["has a line like the heading of a passage"] += 1
                else:
                    own = letters(document.text)
                    if own not in names:
                        names[own] = document.id
                        places[document.id] = len(texts)
                        texts.append(document.text)
                    name = names[own]
                    kept[document.id] = name
                    held = holders.get(name, frozenset()) | {corpus.name}
                    holders[name] = same.setdefault(held, held)
    by_name = Named({name: places[name] for name in sorted(places)}, texts)
    return PoolDocuments(by_name, kept, holders, unused)


_LETTERS = re.compile(r"\w+")
_UTF_8 = "utf-8", "surrogatepass"
_MARKS = bytes(code for code in range(128) if not _LETTERS.match(chr(code)))
_AT_ONCE = 2**19
"""Characters of which the words are found together: all of them stand in memory meanwhile."""


def letters(text: str) -> bytes:
    """Return a hash of a text's letters and digits, that of its white space and marks left out."""
    hashed = blake2b(digest_size=16)
    for at in range(0, len(text), _AT_ONCE):
        # Most texts have few marks but those of ASCII, which go at once.
        plain = text[at : at + _AT_ONCE].encode(*_UTF_8).translate(None, _MARKS)
        if not plain.isascii():
            plain = "".join(_LETTERS.findall(plain.decode(*_UTF_8))).encode()
        hashed.update(plain)
    return hashed.digest()


def units_read(level: Level) -> int:
    """Return how many units of a haystack are read for a level, where it has so many."""
    return max(_CONTEXTS_READ * level.size, LEAST_READ)


def haystack_documents(recipe: Recipe, corpus: Corpus) -> list[Document]:
    """Return a haystack's texts: as many whole batches as the largest level takes.

    These are the texts that a build draws from, whatever its seed.
    """
    documents: list[Document] = []
    unit = plain_unit(recipe.unit, recipe.language)
    units = 0
    for batch in corpus.batches():
        documents += map(corpus.document, batch)
        units += sum(count(document.text, unit) for document in documents[-len(batch) :])
        if units >= units_read(recipe.ascending_levels[-1]) * _SPARE:
            break
    return documents
