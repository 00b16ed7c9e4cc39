"""The documents of corpora: which are long enough, and each split into sentences and counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from lvbuild.assemble.escaped import EscapedText
from lvbuild.corpora.corpus import Corpus
from lvbuild.mix.outline import Outline
from lvbuild.model import Document, Language
from lvbuild.recipe import Recipe
from lvbuild.text.boundaries import boundaries
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.replacement import Hit, Replaced

_LEAST = {"words": 20, "characters": 30}
_SHORTEST_END = {"en": 6, "zh": 0}
"""Units: LooGLE's headings stand between the sentences of a line, such as "Early Modern Age."."""
_SPARE = 1.1
"""How much more of a haystack is looked at than a level takes: a build refuses some texts."""


@dataclass(frozen=True)
class SplitDocument:
    """A document as it stands in contexts, in sentences that are counted.

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
        language: Language,
        counting: Counting,
        *,
        hits: tuple[Hit, ...] = (),
    ) -> SplitDocument:
        """Split a text and count it."""
        marks = boundaries(text, language)
        counts = counting.at(text, [mark.offset for mark in marks])
        paragraph_break = "\n\n" if "\n\n" in text else "\n"
        shortest_end = _SHORTEST_END[language]
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
        edges = {*self.outline.starts, *(mark.offset for mark in self.outline.boundaries)}
        return EscapedText.of(self.text, sorted(edges), self.hits)


def _after_space(text: str, offset: int) -> int:
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return offset


class CorpusDocuments:
    """The texts of the documents of several corpora, by id."""

    def __init__(self, corpora: Iterable[Corpus]) -> None:
        self._holders: dict[str, Corpus] = {}
        for corpus in corpora:
            for batch in corpus.batches():
                self._holders.update(dict.fromkeys(batch, corpus))
        self._split: dict[str, SplitDocument] = {}

    def __getitem__(self, document_id: str) -> str:
        return self._holders[document_id].document(document_id).text

    def split(
        self, document_id: str, replaced: Replaced, language: Language, counting: Counting
    ) -> SplitDocument:
        """Split and count a document as a question has it; unchanged ones once for all."""
        text, hits = replaced
        known = self._split.get(document_id)
        if known is None or (known.text, known.hits) != (text, hits):
            known = SplitDocument.of(document_id, text, language, counting, hits=hits)
            self._split[document_id] = known
        return known


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
