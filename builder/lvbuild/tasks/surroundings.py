"""What stands around the confusing facts of a mixup: how alike it is, and whether it leans back."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import log
from typing import NamedTuple

from lvbuild.mix.plan import Passage
from lvbuild.mix.pool import QuestionPool
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
_LOOKED_AT = 100
"""Passages that hold most of what a fact is about, among which the most alike is sought."""
_FINE = 2**20
"""Weights are whole numbers of such parts, which come to the same in whatever order."""
_K1, _B = 1.2, 0.75
"""BM25's usual constants; a term counts once a passage."""


_OPENING = {"en": 120, "zh": 60}
"""Characters at a document's beginning, which say what kind of thing it is about."""
_OF_OPENING = 0.5
"""What a term of such an opening weighs, beside one of a fact."""


class About(NamedTuple):
    """What a text is about, as far as facts ask: their terms that it holds, and its script.

    Of a fact, `opening` are the terms by which what it rivals is introduced.
    """

    terms: set[str]
    script: Script | None
    opening: frozenset[str] = frozenset()


class FactTerms:
    """The terms of all questions' confusing facts, and how much each says of what a text is about.

    Terms are content words, in Chinese characters and pairs of them. The fewer of the pool's
    documents hold one, the more it says; each is read once for all facts. A fact is also about what
    the documents that support its question are: `supporting` has their texts, by the question's id.
    """

    def __init__(
        self,
        pool: Sequence[SplitDocument],
        questions: Iterable[Question],
        language: Language,
        supporting: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._language = language
        asked = [question for question in questions if question.confusing_facts]
        self._openings = {
            question.id: self._opening((supporting or {}).get(question.id, ()))
            for question in asked
        }
        facts = {text for question in asked for text in question.confusing_facts}
        self._terms = set().union(
            *self._openings.values(), *(self._split(fact, _RUNS[language]) for fact in facts)
        )
        self.pool = {document.document_id: document for document in pool}
        self._names = [*self.pool]
        self._whole = {each.document_id: self.read(each.text) for each in pool if self._terms}
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for place, about in enumerate(self._whole.values()):
            for term in about.terms:
                self._holders[term].append(place)
        self._weights = {
            term: round(_FINE * log(1 + len(pool) / (1 + len(self._holders[term]))))
            for term in self._terms
        }
        self._mean = sum(document.outline.length for document in pool) / max(len(pool), 1)

    def _opening(self, texts: Iterable[str]) -> set[str]:
        opened = "\n".join(text[: _OPENING[self._language]] for text in texts)
        return self._split(opened, _RUNS[self._language][-1:])

    def _split(self, text: str, lengths: Iterable[int]) -> set[str]:
        runs = {run for n in lengths for run in content(text, self._language, n)}
        return {run for run in runs if not _EMPTY.search(run)}

    def read(self, text: str) -> About:
        """Return what a text is about."""
        written = script(text) if self._language == "zh" else None
        return About(held_terms(self._terms, text, self._language), written)

    def fact(self, text: str, question_id: str) -> About:
        """Return what a fact of a question is about."""
        about = self.read(text)
        return about._replace(opening=frozenset(self._openings[question_id] - about.terms))

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
        shared: float = sum(map(self._weights.__getitem__, fact.terms & text.terms))
        shared += _OF_OPENING * sum(map(self._weights.__getitem__, fact.opening & text.terms))
        # Rounded, so that no machine's last digit decides which of two comes first.
        return round(shared / _FINE / (1 + _K1 * (1 - _B + _B * length / self._mean)), 6)

    def find_homes(
        self, question: Question, pool: QuestionPool, depths: Sequence[float]
    ) -> dict[int, float]:
        """Return the places in the pool of the passages most like a question's confusing facts.

        With them come the facts' depths; a passage is the home of the first fact it is most like.
        """
        homes: dict[int, float] = {}
        for text, depth in zip(question.confusing_facts, depths, strict=True):
            home = self._find_home(self.fact(text, question.id), pool)
            if home is not None:
                homes.setdefault(home, depth)
        return homes

    def _find_home(self, fact: About, pool: QuestionPool) -> int | None:
        """Return the place in the pool of the passage most like a fact that it may have."""
        import numpy as np

        held = np.zeros(len(self._names), np.int64)
        for terms, share in ((fact.terms, 2), (fact.opening, 1)):
            for term in terms:
                held[self._holders[term]] += share * self._weights[term]
        order = np.argsort(-held, kind="stable")[: np.count_nonzero(held)].tolist()
        fit = islice((place for place in order if place not in pool.refused), _LOOKED_AT)
        alike = sorted((-self._alike(fact, place), place) for place in fit)
        return next(iter(pool.in_turns(place for likeness, place in alike if likeness)), None)

    def _alike(self, fact: About, place: int) -> float:
        name = self._names[place]
        length = self.pool[name].outline.length
        return self.likeness(fact, self._whole[name], length) or 0.0


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
        self._facts = {number: terms.fact(text, question.id) for number, text in facts}
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
