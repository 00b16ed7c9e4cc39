"""What stands around the confusing facts of a mixup: how alike it is, and whether it leans back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from lvbuild.core.model import LanguageCode, Question, Unit
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Lean
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.hard_negatives import PoolTerms, Weights, most_first
from lvbuild.mixing.plan import Passage
from lvbuild.mixing.pool import Pool, PoolView

_EMPTY = re.compile(
    r"\d|[的是在于於为為以其被及与與和了之而也等由有从從到将將一年月日时時后後中不这這那该該此他她它个個所曾並并"
    "者上下同又或但因如则則都就可能会會对對把]"
)
"""No term of what a text is about: numbers, and runs with a character that only joins words."""
_ADDS = re.compile(
    r"\b(?:also|too|other|another|not only|the company)\b|[也还還亦又另仍]|[其此之随隨][后後]"
    r"|[沿全][线線]|[同次翌]年|并入|併入",
    re.IGNORECASE,
)
"""Words of a sentence that adds to the one before it, whatever it names."""
_ANNOUNCES = re.compile(r"如下|以下|下列|\bfollowing\b|\bas follows\b", re.IGNORECASE)
"""Words of a sentence after which comes what it announces."""
_HEAD: Mapping[Unit, tuple[int, int]] = {"words": (50, 24), "characters": (16, 10)}
"""Characters of a document that name what it is about, and of a sentence that name it again."""
_RUN: Mapping[Unit, int] = {"words": 1, "characters": 2}
"""Characters of a Chinese term that names something."""


def terms_of(text: str, language: LanguageCode, lengths: Iterable[int]) -> set[str]:
    """Return what a text is about: its content words, in Chinese its runs of such lengths."""
    runs = {run for n in lengths for run in find_language(language).content(text, n)}
    return {run for run in runs if not _EMPTY.search(run)}


def names_subject(document: SplitDocument, boundary: int, language: LanguageCode) -> bool:
    """Tell whether the sentence after a boundary begins with a word of the document's own head.

    Where no sentence comes after it, there is none that could be mistaken.
    """
    start = document.outline.boundaries[boundary].offset
    unit = find_language(language).unit
    head, length = _HEAD[unit]
    beginning = document.text[start : start + length]
    run = _RUN[unit]
    said = document.text[max(start - 2 * length, 0) : start]
    if _ADDS.search(document.text[start : start + 2 * length]) or _ANNOUNCES.search(said):
        return False
    named = terms_of(document.text[:head], language, [run])
    return not beginning.strip() or not named.isdisjoint(terms_of(beginning, language, [run]))


_RUNS: Mapping[Unit, Sequence[int]] = {"words": (1,), "characters": (1, 2)}
"""Characters of a Chinese term."""
_SMALL = re.compile(r"\b[a-z]+\b")

_OPENING: Mapping[Unit, int] = {"words": 120, "characters": 60}
"""Characters at a document's beginning, which say what kind of thing it is about."""
_FEWEST = 0.02
"""Of a pool's passages: what fewer hold says no more of a kind of thing, as chance names do."""
_OF_OPENING = 2.0
"""What the likeness of openings counts, beside that of a fact to a whole passage."""


class FactTerms(NamedTuple):
    """What a confusing fact is about: its own terms, its script, and what introduces its rival.

    `opening` are the terms at the beginning of the documents that support its question, which say
    what kind of thing it tells of; `home` is the document that its row names, if any.
    """

    own: set[str]
    opening: set[str]
    script: str
    home: str = ""


def fact_terms(
    question: Question, supporting: Iterable[str], language: LanguageCode
) -> tuple[FactTerms, ...]:
    """Return what the confusing facts of a question are about, in their order.

    `supporting` are the texts of its supporting documents. Terms are content words, in Chinese
    characters and pairs of them.
    """
    opened = "\n".join(_opening(text, language) for text in supporting)
    spoken = find_language(language)
    if spoken.names_have_capitals:  # names are no kinds
        opened = " ".join(_SMALL.findall(opened))
    opening = terms_of(opened, language, _RUNS[spoken.unit][-1:])
    return tuple(
        FactTerms(terms_of(text, language, _RUNS[spoken.unit]), opening, spoken.script(text), home)
        for role, text, home in question.facts
        if role == "confusing"
    )


def opening_terms(
    documents: Iterable[SplitDocument], facts: Iterable[Iterable[FactTerms]], language: LanguageCode
) -> PoolTerms:
    """Return which openings of documents hold the terms of openings that facts have."""
    terms = {term for each in facts for fact in each for term in fact.opening}
    return PoolTerms([_opening(each.text, language) for each in documents], terms, language)


def _opening(text: str, language: LanguageCode) -> str:
    return text[: _OPENING[find_language(language).unit]]


class About(NamedTuple):
    """What a passage is about, as far as facts ask: terms of the whole, and of its opening."""

    terms: set[str]
    opening: set[str]
    script: str
    length: int


class PoolSurroundings:
    """What the passages of a pool are about, as far as confusing facts ask."""

    def __init__(
        self,
        pool: Pool,
        terms: PoolTerms,
        openings: PoolTerms,
        language: LanguageCode,
    ) -> None:
        self.language = language
        self._pool = pool
        self._terms = terms
        self._openings = openings
        self._scripts: dict[int, str] = {}

    def find_homes(
        self,
        facts: Sequence[FactTerms],
        pool: PoolView,
        depths: Sequence[float],
    ) -> dict[int, float]:
        """Return the places in the pool of the passages most like a question's confusing facts.

        With them come the facts' depths; a passage is the home of the first fact it is most like.
        """
        homes: dict[int, float] = {}
        for fact, depth in zip(facts, depths, strict=True):
            home = self._find_home(fact, pool)
            if home is not None:
                homes.setdefault(home, depth)
        return homes

    def _find_home(self, fact: FactTerms, pool: PoolView) -> int | None:
        """Return the place in the pool of the passage most like a fact that it may have.

        Where its row names a document, it is that one's most like it.
        """
        whole, opening = self.weigh(fact)
        likenesses = self._terms.likenesses(whole)
        likenesses += _OF_OPENING * self._openings.likenesses(opening)
        if named := self.places_of(fact.home) - pool.refused.keys():
            return max(named, key=lambda place: (likenesses[place], -place))
        fit = (p for p in most_first(likenesses) if self._script(p) == fact.script)
        return next(iter(pool.in_turns(fit)), None)

    def places_of(self, home: str) -> set[int]:
        """Return the places in the pool of a document: several where it stands in excerpts."""
        return set(self._pool.places_of(home))

    def ids_of(self, home: str) -> set[str]:
        """Return the ids of a document's passages: its own where it stands whole."""
        return {self._pool.texts[place].document_id for place in self.places_of(home)}

    def weigh(self, fact: FactTerms) -> tuple[Weights, Weights]:
        """Return what a fact's terms weigh, and those of its opening."""
        return (
            self._terms.weigh(fact.own, _FEWEST),
            self._openings.weigh(fact.opening, _FEWEST),
        )

    def likeness(self, weights: tuple[Weights, Weights], about: About) -> float:
        """Return how alike a fact and a passage are."""
        whole, opening = weights
        likeness = self._terms.likeness(whole, about.terms, about.length)
        shown = min(about.length, _OPENING[find_language(self.language).unit])
        return likeness + _OF_OPENING * self._openings.likeness(opening, about.opening, shown)

    def document(self, document_id: str) -> SplitDocument:
        """Return a document of the pool."""
        return self._pool.texts[self._pool.places[document_id]]

    def of(self, document_id: str) -> About:
        """Return what a document of the pool is about, as a whole."""
        place = self._pool.places[document_id]
        held, opening = self._terms.held, self._openings.held
        length = len(self._pool.texts[place].text)
        return About(held[place], opening[place], self._script(place), length)

    def read(self, text: str) -> About:
        """Return what a text is about."""
        opening = self._openings.read(_opening(text, self.language))
        return About(
            self._terms.read(text), opening, find_language(self.language).script(text), len(text)
        )

    def _script(self, place: int) -> str:
        if place not in self._scripts:
            self._scripts[place] = find_language(self.language).script(self._pool.texts[place].text)
        return self._scripts[place]


class QuestionSurroundings:
    """What stands around the confusing facts of one question.

    `own` are the documents that it has in its own words; all others are the pool's.
    """

    def __init__(
        self,
        question: Question,
        facts: Sequence[FactTerms],
        own: Mapping[str, SplitDocument],
        pool: PoolSurroundings,
    ) -> None:
        self._own = own
        self._pool = pool
        numbers = [number for number, _ in question.facts_of("confusing")]
        self._facts = dict(zip(numbers, facts, strict=True))
        self._homes = {number: pool.ids_of(fact.home) for number, fact in self._facts.items()}
        self._weights = {number: pool.weigh(fact) for number, fact in self._facts.items()}
        self._passages: dict[Passage, About] = {}

    def likeness(self, fact: int, passage: Passage) -> float | None:
        """Return how much a fact is like a passage, its home beyond all measure.

        None where that is in another script.
        """
        if passage.document_id in self._homes[fact]:
            return inf
        if passage not in self._passages:
            self._passages[passage] = self._read(passage)
        about = self._passages[passage]
        if about.script != self._facts[fact].script:
            return None
        return self._pool.likeness(self._weights[fact], about)

    def _read(self, passage: Passage) -> About:
        """Return what a passage is about as it stands."""
        if passage.whole and passage.document_id not in self._own:
            return self._pool.of(passage.document_id)
        text = self._document(passage.document_id).text[passage.start : passage.stop]
        return self._pool.read(text)

    def lean(self, document_id: str, boundary: int) -> Lean:
        """Return how much the sentence after a boundary, by its place in the outline, leans.

        It names what it tells of where that is what the document begins with: another name could
        be the fact's ("Critics gave it" after a film, "The college" after a school).
        """
        document, language = self._document(document_id), self._pool.language
        found = document.lean(boundary)
        if found is Lean.NAMES and not names_subject(document, boundary, language):
            return Lean.GOES_ON
        return found

    def _document(self, name: str) -> SplitDocument:
        return self._own.get(name) or self._pool.document(name)
