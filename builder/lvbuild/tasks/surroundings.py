"""What stands around the confusing facts of a mixup: how alike it is, and whether it leans back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import log
from typing import NamedTuple

from lvbuild.mix.plan import Passage
from lvbuild.model import Language, Question
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.boundaries import Lean
from lvbuild.text.content import content, held_terms
from lvbuild.text.script import Script, script

_RUNS = {"en": (1,), "zh": (1, 2)}
"""Characters of a Chinese term."""
_EMPTY = re.compile(
    r"\d|[的是在于於为為以其被及与與和了之而也等由有从從到将將一年月日时時后後中不这這那该該此他她它个個所曾並并"
    "者上下同又或但因如则則都就可能会會对對把]"
)
"""No term of what a text is about: numbers, and runs with a character that only joins words."""
_K1, _B = 1.2, 0.75
"""BM25's usual constants; a term counts once a passage."""


class About(NamedTuple):
    """What a text is about, as far as facts ask: their terms that it holds, and its script."""

    terms: set[str]
    script: Script | None


class FactTerms:
    """The terms of all questions' confusing facts, and how much each says of what a text is about.

    Terms are content words, in Chinese characters and pairs of them. The fewer of the pool's
    documents hold one, the more it says; each is read once for all facts.
    """

    def __init__(
        self, pool: Sequence[SplitDocument], questions: Iterable[Question], language: Language
    ) -> None:
        self._language = language
        facts = {text for question in questions for text in question.confusing_facts}
        runs = {
            run for fact in facts for n in _RUNS[language] for run in content(fact, language, n)
        }
        self._terms = {run for run in runs if not _EMPTY.search(run)}
        self.pool = {document.document_id: document for document in pool}
        self._whole = {each.document_id: self.read(each.text) for each in pool if self._terms}
        held = Counter(chain.from_iterable(about.terms for about in self._whole.values()))
        self._weights = {term: log(1 + len(pool) / (1 + held[term])) for term in self._terms}
        self._mean = sum(document.outline.length for document in pool) / max(len(pool), 1)

    def read(self, text: str) -> About:
        """Return what a text is about."""
        written = script(text) if self._language == "zh" else None
        return About(held_terms(self._terms, text, self._language), written)

    def of(self, passage: Passage) -> About:
        """Return what a passage of the pool's is about."""
        name, _, start, stop, whole = passage
        return self._whole[name] if whole else self.read(self.pool[name].text[start:stop])

    def likeness(self, fact: About, text: About, length: int) -> float | None:
        """Return how alike a fact and a text of so many characters are, by BM25 of their terms.

        None where they are written in different scripts.
        """
        if fact.script != text.script:
            return None
        shared = sum(sorted(self._weights[term] for term in fact.terms & text.terms))
        # Rounded, so that no machine's last digit decides which of two comes first.
        return round(shared / (1 + _K1 * (1 - _B + _B * length / self._mean)), 6)


class QuestionSurroundings:
    """What stands around the confusing facts of one question.

    `own` are the documents that it has in its own words, by id; all others are the pool's.
    """

    def __init__(
        self,
        question: Question,
        own: Mapping[str, SplitDocument],
        terms: FactTerms,
        language: Language,
    ) -> None:
        self._own = own
        self._language = language
        self._terms = terms
        facts = question.facts_of("confusing")
        self._facts = {number: terms.read(text) for number, text in facts}
        self._passages: dict[Passage, About] = {}

    def likeness(self, fact: int, passage: Passage) -> float | None:
        """Return how much a fact is like a passage; None where that is in another script."""
        if passage not in self._passages:
            own = self._own.get(passage.document_id)
            text = own.text[passage.start : passage.stop] if own else None
            about = self._terms.of(passage) if text is None else self._terms.read(text)
            self._passages[passage] = about
        length = passage.stop - passage.start
        return self._terms.likeness(self._facts[fact], self._passages[passage], length)

    def lean(self, document_id: str, boundary: int) -> Lean:
        """Return how much the sentence after a boundary, by its place in the outline, leans."""
        document = self._own.get(document_id) or self._terms.pool[document_id]
        return document.lean(boundary, self._language)
