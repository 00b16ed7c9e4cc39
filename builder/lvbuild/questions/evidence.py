"""The evidence of questions: the documents that several may share, and where in them it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from lvbuild.core.model import Document, LanguageCode
from lvbuild.corpora.corpus import Corpus, CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.languages.phrases import bare, occurrences
from lvbuild.tables.reading import Tables, used_rows


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

    def corpus_of(self, question: CorpusQuestion) -> str:
        """Return the name of the corpus that holds what supports a question."""
        return self._holders[question.supporting[0]].name

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
        self._supporting = supporting
        self._owners: dict[str, list[str]] = defaultdict(list)
        for question, documents in supporting.items():
            for document in dict.fromkeys(documents):
                self._owners[document].append(question)

    @classmethod
    def of_rows(cls, tables: Tables, sources: Iterable[CorpusQuestion]) -> Self:
        """Return what corpora's questions share: those selected that have replacements."""
        known = {source.id: source.supporting for source in sources}
        if (selected := tables.selected) is not None:
            known = {name: known[name] for name in known.keys() & selected.keys()}
        names = (placed.row.question_id for placed in used_rows(tables.replacements))
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
        found, waiting, documents = {question}, [question], set[str]()
        for name in waiting:  # which grows
            fresh = set(self._supporting.get(name, ())) - documents
            documents |= fresh
            owners = {owner for document in fresh for owner in self._owners[document]} - found
            found |= owners
            waiting += owners
        return tuple(sorted(found))


Span = tuple[int, int]

_QUOTES = str.maketrans("“”„‟«»「」『』‘’‚‛＂＇", '""""""""""\'\'\'\'"\'')
_FUZZY = 85.0
_SHORTEST_ALIKE = 8
"""Of fewer characters one that differs makes another number or name."""
_FREE_TEXT, _LEAST_CONTENT = 6, 4
"""Content words, in Chinese runs of four characters: of a free text, and of what tells part of it.
"""


def evidence_spans(
    texts: Sequence[str], marked: Sequence[str], answer: str, language: LanguageCode
) -> list[Sequence[Span]]:
    """Return the characters [start, end) of each document that hold its evidence, ascending.

    `marked` are the passages that upstream marks in any of the documents; where it marks none the
    answer is the evidence of each. A document has none where it has no evidence, and all have none
    where a marked passage is in none of them: what to keep of them is then unknown.
    """
    folded = [text.translate(_QUOTES) for text in texts]
    if not marked:
        sought = [
            next(_occurrences(plain, answer, language), None) or _alike(text, answer)
            for plain, text in zip(folded, texts, strict=True)
        ]
        return [[span] if span else [] for span in sought]
    spans: list[list[Span]] = [[] for _ in texts]
    for passage in marked:
        found = [next(_occurrences(text, passage, language), None) for text in folded]
        if not any(found):
            found = [_alike(text, passage) for text in texts]
        if not any(found):
            return [[] for _ in texts]
        for held, span in zip(spans, found, strict=True):
            held.extend([span] if span else [])
    return [sorted(held) for held in spans]


def answer_spans(
    sentences: Sequence[str], answer: str, sought: bool, language: LanguageCode
) -> list[Span]:
    """Return the characters, beside its evidence, by which a document may tell the answer.

    They are the sentences that a free-text answer is written from: half of their content stands in
    it, or half of its content in them; and where the evidence was `sought` by the answer alone, all
    of its occurrences.
    """
    spans: list[Span] = []
    if sought:
        spans += _occurrences("".join(sentences).translate(_QUOTES), answer, language)
    content = find_language(language).content
    wanted = content(answer)
    if len(wanted) > _FREE_TEXT:
        start = 0
        for sentence in sentences:
            told = content(sentence)
            holds = 2 * len(told & wanted)
            if holds >= len(wanted) or holds >= len(told) >= _LEAST_CONTENT:
                spans.append((start, start + len(sentence.rstrip())))
            start += len(sentence)
    return sorted(spans)


def _occurrences(text: str, wanted: str, language: LanguageCode) -> Iterator[Span]:
    """Find a passage in a text with like quotation marks, its white space folded.

    After that it is looked for without the marks at its ends. Neither time does it begin or end
    within a word or a number.
    """
    for each in (wanted, bare(wanted)):
        yield from occurrences(
            text, each.translate(_QUOTES), find_language(language).word_character
        )


def _alike(text: str, wanted: str) -> Span | None:
    """Find the most alike stretch of a text: at least 85 of 100, by rapidfuzz's partial ratio."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    if not _SHORTEST_ALIKE <= len(wanted) <= len(text):
        return None
    found = partial_ratio_alignment(wanted, text, score_cutoff=_FUZZY)
    return None if found is None else (found.dest_start, found.dest_end)
