"""The pool of a mixup: its distracting documents, read, split and looked through once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from lvbuild.assemble.escaped import EscapedText
from lvbuild.corpora.corpus import Corpus
from lvbuild.mix.outline import Outline
from lvbuild.model import Document
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.tables.occurrences import sought_names
from lvbuild.text.boundaries import boundaries
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.replacement import Hit, Match, Pair, Replaced, Replacer, rewrite

_LEAST = {"words": 20, "characters": 30}
_SHORTEST_END = {"en": 6, "zh": 0}
"""Units: LooGLE's headings stand between the sentences of a line, such as "Early Modern Age."."""
_SPARE = 1.1
"""How much more of a haystack is looked at than a level takes: a build refuses some texts."""


@dataclass(frozen=True)
class Read:
    """A text as it stands in contexts: what planning, leaks and assembly know of it.

    `hits` are the places where words were replaced.
    """

    document_id: str
    text: str
    outline: Outline
    hits: tuple[Hit, ...] = ()

    @classmethod
    def of(
        cls,
        document_id: str,
        text: str,
        recipe: Recipe,
        counting: Counting,
        *,
        hits: tuple[Hit, ...] = (),
    ) -> Read:
        """Split and count a text."""
        marks = boundaries(text, recipe.language)
        counts = counting.at(text, [mark.offset for mark in marks])
        paragraph_break = "\n\n" if "\n\n" in text else "\n"
        shortest_end = _SHORTEST_END[recipe.language]
        starts = tuple(_after_space(text, mark.offset) for mark in marks[:-1])
        outline = Outline(document_id, marks, counts, paragraph_break, shortest_end, (0, *starts))
        return cls(document_id, text, outline, hits)

    @property
    def sentences(self) -> list[str]:
        """The sentences of the text."""
        ends = [0, *(mark.offset for mark in self.outline.boundaries)]
        return [self.text[a:b] for a, b in pairwise(ends)]

    @cached_property
    def escaped(self) -> EscapedText:
        """The text as JSON holds it, to be cut where its sentences begin or end."""
        return self.escape(self.hits)

    def escape(self, hits: tuple[Hit, ...] = ()) -> EscapedText:
        """Return the text as JSON holds it."""
        edges = {*self.outline.starts, *(mark.offset for mark in self.outline.boundaries)}
        return EscapedText.of(self.text, sorted(edges), hits)


def _after_space(text: str, offset: int) -> int:
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return offset


class Documents:
    """The texts of the documents of several corpora, by id."""

    def __init__(self, corpora: Iterable[Corpus]) -> None:
        self._holders: dict[str, Corpus] = {}
        for corpus in corpora:
            for batch in corpus.batches():
                self._holders.update(dict.fromkeys(batch, corpus))
        self._read: dict[str, Read] = {}

    def __getitem__(self, document_id: str) -> str:
        return self._holders[document_id].document(document_id).text

    def read(
        self, document_id: str, replaced: Replaced, recipe: Recipe, counting: Counting
    ) -> Read:
        """Split and count a document as a question has it; unchanged ones once for all."""
        text, hits = replaced
        known = self._read.get(document_id)
        if known is None or (known.text, known.hits) != (text, hits):
            known = Read.of(document_id, text, recipe, counting, hits=hits)
            self._read[document_id] = known
        return known


class PoolChanges(NamedTuple):
    """What a question's pairs find in the pool.

    `changed` are the documents that they alter, as these then are, by their places; `clashing` the
    places of those that hold a word which replaces a name.
    """

    changed: Mapping[int, Read]
    clashing: frozenset[int]


def change_pool(
    pool: Sequence[Read], pairs: Sequence[Sequence[Pair]], recipe: Recipe, counting: Counting
) -> list[PoolChanges]:
    """Return what the pairs of each question find in the pool.

    Each document is looked through once, for the pairs of all questions together.
    """
    owners = [owner for owner, own in enumerate(pairs) for _ in own]
    firsts = list(accumulate(map(len, pairs), initial=0))
    names = [sought_names(own, recipe.language) for own in pairs]
    namers = [owner for owner, own in enumerate(names) for _ in own]
    replacer = Replacer([*chain.from_iterable(pairs), *chain.from_iterable(names)], recipe.language)
    changed: list[dict[int, Read]] = [{} for _ in pairs]
    clashing: list[set[int]] = [set() for _ in pairs]
    for place, read in enumerate(pool):
        matches: defaultdict[int, list[Match]] = defaultdict(list)
        for match in replacer.find(read.text):
            if match.pair >= len(owners):
                clashing[namers[match.pair - len(owners)]].add(place)
            else:
                owner = owners[match.pair]
                matches[owner].append(match._replace(pair=match.pair - firsts[owner]))
        for owner, own in matches.items():
            text, hits = rewrite(read.text, own)
            changed[owner][place] = Read.of(read.document_id, text, recipe, counting, hits=hits)
    return list(map(PoolChanges, changed, map(frozenset, clashing)))


def pool_documents(
    recipe: Recipe, corpora: Iterable[Corpus]
) -> tuple[list[Document], dict[str, int]]:
    """Return the documents of corpora that are long enough, each text once, sorted by id.

    With them come the numbers of the others, by the reason why they are not taken.
    """
    documents: dict[str, Document] = {}
    unit = plain_unit(recipe.unit, recipe.language)
    short = 0
    for corpus in corpora:
        for batch in corpus.batches():
            for document in map(corpus.document, batch):
                if count(document.text, unit) >= _LEAST[unit]:
                    documents.setdefault(document.text, document)
                else:
                    short += 1
    reasons = {f"has under {_LEAST[unit]} {unit}": short} if short else {}
    return sorted(documents.values(), key=lambda document: document.id), reasons


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
        if units >= recipe.ascending_levels[-1].size * _SPARE:
            break
    return documents


def read_pool(
    recipe: Recipe, documents: Sequence[Document], draws: Draws, counting: Counting
) -> list[Read]:
    """Read the documents of the pool in a seeded order."""
    order = draws.shuffled(documents)
    return [Read.of(document.id, document.text, recipe, counting) for document in order]
