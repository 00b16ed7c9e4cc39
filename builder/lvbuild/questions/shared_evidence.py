"""The documents of the corpora that ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import Corpus, CorpusQuestion
from lvbuild.tables.reading import Tables


class CorpusDocuments(Mapping[str, str]):
    """The texts of the documents of several corpora, by id."""

    def __init__(self, corpora: Iterable[Corpus]) -> None:
        self._holders: dict[str, Corpus] = {}
        for corpus in corpora:
            for batch in corpus.batches():
                self._holders.update(dict.fromkeys(batch, corpus))

    def document(self, document_id: str) -> Document:
        """Return a document with its title."""
        return self._holders[document_id].document(document_id)

    def __getitem__(self, document_id: str) -> str:
        return self.document(document_id).text

    def __iter__(self) -> Iterator[str]:
        return iter(self._holders)

    def __len__(self) -> int:
        return len(self._holders)


class SharedEvidence:
    """Questions by the documents that are their evidence; those that share one belong together.

    `supporting` are the documents of each question that has rows of its own.
    """

    def __init__(self, supporting: Mapping[str, Sequence[str]]) -> None:
        self._owners: dict[str, list[str]] = defaultdict(list)
        for question, documents in supporting.items():
            for document in dict.fromkeys(documents):
                self._owners[document].append(question)
        self._groups = _groups(supporting, self._owners)

    @classmethod
    def of_rows(cls, tables: Tables, sources: Iterable[CorpusQuestion]) -> Self:
        """Return what corpora's questions share: those selected that have replacements."""
        table, selection = tables.replacements, tables.selection
        names = [placed.row.question_id for placed in table.used] if table else []
        if selection is not None:
            selected = {placed.row.question_id for placed in selection.used}
            names = [name for name in names if name in selected]
        known = {source.id: source.supporting for source in sources}
        return cls({name: known[name] for name in dict.fromkeys(names) if name in known})

    @property
    def documents(self) -> Sequence[str]:
        """The documents that are evidence of any."""
        return tuple(self._owners)

    def of(self, document: str) -> Sequence[str]:
        """Return the questions that a document is evidence of, in their order."""
        return tuple(self._owners.get(document, ()))

    def together(self, question: str) -> Sequence[str]:
        """Return a question with all that share documents with it or with one another, sorted.

        A variant draws for all of them at once: a document stands in one wording.
        """
        return self._groups.get(question, (question,))


def _groups(
    supporting: Mapping[str, Sequence[str]], owners: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    groups: dict[str, tuple[str, ...]] = {}
    for question in supporting:
        if question in groups:
            continue
        found, waiting = {question}, [question]
        while waiting:
            for document in supporting[waiting.pop()]:
                fresh = set(owners[document]) - found
                found |= fresh
                waiting += sorted(fresh)
        groups.update(dict.fromkeys(found, tuple(sorted(found))))
    return groups
