"""Leaks: documents of the pool that may answer a question themselves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, islice

from lvbuild.core.model import Question
from lvbuild.core.processes import shared_out
from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalPhrase, NormalText, bare
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.pool import PoolChanges
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.rules.occurrences import sought_names
from lvbuild.text.counting import count
from lvbuild.text.normal import StoredShingles, holders, shingles

_COMMON_SHARE = 0.05
_COMMON_DOCUMENTS = 20
_FREE_TEXT_RUN, _QUESTION_RUN = 4, 2
_PART = re.compile(r"(?:[^\W_]|(?<=\d)[.,](?=\d))+")


@dataclass(frozen=True)
class LeakFinder:
    """Finds the places in a pool of the documents that leak a question's answer.

    `pool` holds texts of normal form by their places, `texts` the same as they stand. They hide
    those that stand at the same places of the pool `base`, as documents do that a question's
    replacements change. Where it `tells_base`, the places of those that are not hidden are found
    too, else these count for what is common alone. `common` are the phrases that were found too
    common to tell; where the pool is not all that a build had, `known_common` are those that were
    so there. Questions that are `judged` have labels for answers.
    """

    pool: Mapping[int, NormalText]
    texts: Mapping[int, SplitDocument] | Sequence[SplitDocument]
    language: Language
    base: LeakFinder | None = None
    tells_base: bool = True
    known_common: Collection[str] | None = None
    judged: bool = False
    _split: dict[int, list[NormalText]] = field(default_factory=dict)
    _shingles: dict[int, StoredShingles] = field(default_factory=dict)
    _known: dict[NormalPhrase, set[int]] = field(default_factory=dict)
    common: set[str] = field(default_factory=set)

    def leaks(self, question: Question, supporting: Sequence[str] = ()) -> set[int]:
        """Return the places of all documents that leak.

        Documents and what is looked for are compared in their normal form. A document leaks where
        it holds an answer or the keywords, each as one phrase. What is too common to tell (yes, no,
        a single character, a phrase in over 5% of the pool and at least 20 documents) leaks only
        where one sentence holds it and half of the question's content words; for yes and no those
        words alone. A free-text answer (over 6 words or 20 characters) leaks where a document holds
        it whole, and where one sentence holds half of its content. A single word with a capital is
        a name and keeps it, unless the supporting documents have it in small letters alone.

        The answer of a question that fans out is told in part where one sentence or row, read below
        its document's lead, holds a key and what the answer has of it; where it has no keys, a part
        of it and half of the question's content words. A statement to be judged may be so by what
        holds half of its content words, in whatever sentences.
        """
        if self.judged:
            return self._holding_half(question.input, _QUESTION_RUN, whole=True)
        if question.fan_out is not None:
            return self._telling_parts(question, question.fan_out.pairs, supporting)
        found: set[int] = set()
        for phrase in _phrases(question):
            if phrase.casefold() in self.language.yes_no:
                found |= self._holding_half(question.input, _QUESTION_RUN)
                continue
            wanted = self._normal(phrase, supporting)
            held = self._holders(wanted) if wanted else set()
            if self._is_free_text(phrase):
                held |= self._holding_half(phrase, _FREE_TEXT_RUN)
            elif self._is_common(phrase, held):
                held = self._holding_half(question.input, _QUESTION_RUN, held, phrase)
            found |= held
        return found if self.tells_base else found & self.pool.keys()

    def _telling_parts(
        self, question: Question, pairs: Sequence[tuple[str, str]], supporting: Sequence[str]
    ) -> set[int]:
        found: set[int] = set()
        for key, value in dict.fromkeys(pairs):
            wanted = [self._normal(text, supporting) for text in (key, value)]
            if value.casefold() in self.language.yes_no or None in wanted:
                found |= self._holding_half(question.input, _QUESTION_RUN, None, key)
                continue
            sought = [*filter(None, wanted)]
            held = set.intersection(*map(self._holders, sought))
            leads = {place: self.texts[place].lead for place in held & self.pool.keys()}
            forms = self.language.normal_texts(list(leads.values()))
            above = dict(zip(leads, forms, strict=True))
            found |= {
                place
                for place, sentences in self._sentences(above)
                if tells_together(sought, above[place], sentences)
            }
        for phrase in _phrases(question) if not pairs else ():
            wanted = [self._normal(phrase, supporting)]
            told = phrase.casefold() in self.language.yes_no or wanted == [None]
            within = None if told else self._holders(*filter(None, wanted))
            found |= self._holding_half(
                question.input, _QUESTION_RUN, within, "" if told else phrase
            )
        if self.base and self.tells_base:
            found |= self.base._telling_parts(question, pairs, supporting) - self.pool.keys()
        return found

    def contradictions(
        self, original: Question, question: Question, supporting: Sequence[str] = ()
    ) -> set[int]:
        """Return the places of all documents that tell what a question's replacements have denied.

        These hold an answer or the keywords of the `original` that the question no longer has, as
        one phrase, written in a way that was not replaced. What is too common to tell and free
        text are not looked for. `supporting` are the documents in their original words. A label
        tells nothing.
        """
        if self.judged:
            return set()
        kept = {self._normal(phrase, ()) for phrase in _phrases(question)}
        found: set[int] = set()
        for phrase in _phrases(original):
            if phrase.casefold() in self.language.yes_no or self._is_free_text(phrase):
                continue
            wanted = self._normal(phrase, supporting)
            held = self._holders(wanted) if wanted and wanted not in kept else set()
            if not self._is_common(phrase, held):
                found |= held
        return found

    def naming(self, names: Iterable[str]) -> set[int]:
        """Return the places of all documents that hold a name, in whatever way it is written.

        In small letters a single word is taken for the name as long as few documents have it.
        """
        found: set[int] = set()
        for name in names:
            wanted = self.language.normal_phrase(name, True)
            held = self._holders(wanted) if wanted else set()
            cased = self.language.normal_phrase(name) if self._is_common(name, held) else None
            found |= self._holders(cased) if cased else held
        return found

    def telling(self, question: Question) -> set[int]:
        """Return the places of all documents that hold one of a question's facts whole."""
        wanted = self.language.normal_phrases([fact.text for fact in question.facts], False)
        return set().union(*map(self._holders, filter(None, wanted)))

    def look_ahead(
        self, asked: Iterable[tuple[Question, Sequence[str]]], names: Iterable[str]
    ) -> None:
        """Find what holds names, or a question's answer, keywords or facts, in one pass."""
        in_any_case: dict[bool, list[str]] = {True: [*names], False: []}
        for question, supporting in asked:
            for phrase in _phrases(question):
                if phrase.casefold() not in self.language.yes_no:
                    in_any_case[self._in_any_case(phrase, supporting)].append(phrase)
            in_any_case[False] += [fact.text for fact in question.facts]
        wanted = (self.language.normal_phrases(each, way) for way, each in in_any_case.items())
        self._known.update(holders(filter(None, chain.from_iterable(wanted)), self.pool))

    def _normal(self, phrase: str, supporting: Sequence[str]) -> NormalPhrase | None:
        return self.language.normal_phrase(phrase, self._in_any_case(phrase, supporting))

    def _in_any_case(self, phrase: str, supporting: Sequence[str]) -> bool:
        return self.language.names_have_capitals and _written_small(phrase, supporting)

    def _is_common(self, phrase: str, holders: set[int]) -> bool:
        if self.known_common is not None:
            return len(phrase) == 1 or phrase in self.known_common
        if len(phrase) == 1 or len(holders) < _COMMON_DOCUMENTS:
            return len(phrase) == 1
        every = self.pool.keys() | (self.base.pool.keys() if self.base else set())
        if len(holders) <= _COMMON_SHARE * len(every):
            return False
        (self.base or self).common.add(phrase)
        return True

    def _is_free_text(self, phrase: str) -> bool:
        return count(phrase, self.language.unit) > self.language.free_text

    def _holders(self, wanted: NormalPhrase) -> set[int]:
        if wanted not in self._known:
            self._known[wanted] = {n for n, text in self.pool.items() if wanted.stands_in(text)}
        found = self._known[wanted]
        if self.base:
            return found | (self.base._holders(wanted) - self.pool.keys())
        return found.copy()

    def _holding_half(
        self,
        text: str,
        run: int,
        within: set[int] | None = None,
        phrase: str = "",
        *,
        whole: bool = False,
    ) -> set[int]:
        """Return the documents of which one sentence holds half of a text's content, and a phrase.

        A `whole` document may do so, where that is looked for. In Chinese content is counted in
        runs of so many characters.
        """
        # What runs over a mark is looked for by no reader.
        spaced = self.language.unit == "words"
        parts = [] if spaced else [part for part in _PART.findall(text) if len(part) >= run]
        forms = self.language.normal_texts(parts or [text])
        wanted = set().union(*(self.language.normal_content(form, run) for form in forms))
        need = len(wanted) / 2
        places = self._likely(wanted, run)
        if within is not None:
            places = [place for place in places if place in within]
        sought = self.language.normal_phrase(phrase) if phrase else None
        read = ((place, [self.pool[place]]) for place in places if wanted)
        found = {
            place
            for place, sentences in (read if whole else self._sentences(places))
            if any(
                len(wanted & self.language.normal_content(sentence, run)) >= need
                and (sought is None or sought.stands_in(sentence))
                for sentence in sentences
            )
        }
        if self.base and self.tells_base:
            base = self.base._holding_half(text, run, within, phrase, whole=whole)
            found |= base - self.pool.keys()
        return found

    def _sentences(self, places: Iterable[int]) -> Iterable[tuple[int, list[NormalText]]]:
        """Return the sentences of documents in normal form; each document's are made so once."""
        asked = list(places)
        new = {place: self.texts[place].sentences for place in asked if place not in self._split}
        normal = iter(self.language.normal_texts(list(chain.from_iterable(new.values()))))
        for place, sentences in new.items():
            self._split[place] = list(islice(normal, len(sentences)))
        return ((place, self._split[place]) for place in asked)

    def _likely(self, wanted: set[str], run: int) -> list[int]:
        """Return the documents that may hold half of the wanted content, and all that do."""
        import numpy as np

        length = 1 if self.language.unit == "words" else run
        if length not in self._shingles:
            self._shingles[length] = StoredShingles(self.pool.values(), self.language, length)
        units = shingles(list(map(NormalText, wanted)), self.language, length)
        counts = self._shingles[length].counts(units)
        places = list(self.pool)
        return [places[at] for at in np.flatnonzero(counts >= len(wanted) / 2).tolist()]


def leaks(
    finder: LeakFinder,
    questions: Sequence[MixupQuestion],
    changes: Sequence[PoolChanges],
    upstream: LeakFinder,
) -> Iterator[Mapping[str, set[int]]]:
    """Yield for each question what may answer it, or holds a name which it replaces, by reason.

    The new name may stand in no document either, but where the question itself has put it. Each
    document is read as the question words it; those in which words are replaced also as `upstream`
    has them, where they may answer the question in its original words.
    """
    language = finder.language
    originals = [one.question.original or one.question for one in questions]
    evidence = [[*one.evidence.values()] for one in questions]
    worded = [[document.text for document in one.documents] for one in questions]
    old = [[pair.original for pair in compress(one.pairs, one.naming)] for one in questions]
    new = [[pair.original for pair in sought_names(one.pairs, language)] for one in questions]
    asked = [one.question for one in questions]
    told = [*zip(asked, worded, strict=True), *zip(originals, evidence, strict=True)]
    finder.look_ahead(told, chain(*old, *new))
    texts = dict.fromkeys(text.text for one in changes for text in one.changed.values())
    forms = dict(zip(texts, language.normal_texts(list(texts)), strict=True))

    def found_for(place: int) -> tuple[Mapping[str, set[int]], set[str]]:
        (changed, clashing), own = changes[place], finder
        if changed:
            known = {at: forms[text.text] for at, text in changed.items()}
            own = LeakFinder(known, changed, language, finder, judged=finder.judged)
        found = own.leaks(asked[place], worded[place])
        found |= own.contradictions(originals[place], asked[place], evidence[place])
        if upstream.pool:
            found |= upstream.leaks(originals[place], evidence[place])
        by_reason = {
            "holds a replacement": (own.naming(new[place]) - changed.keys()) | clashing,
            "names what is replaced": own.naming(old[place]),
            "leaks the answer": found,
            "holds a confusing fact": own.telling(asked[place]),
        }
        return by_reason, finder.common

    for by_reason, common in shared_out(found_for, range(len(changes))):
        finder.common.update(common)
        yield by_reason


def tells_together(
    wanted: Sequence[NormalPhrase], lead: NormalText, sentences: Iterable[NormalText]
) -> bool:
    """Return whether a sentence holds all of some phrases, but for those that its lead holds."""
    left = [phrase for phrase in wanted if not phrase.stands_in(lead)]
    return any(all(phrase.stands_in(sentence) for phrase in left) for sentence in sentences)


def _written_small(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether texts have a capitalised word only in small letters: it is no name then."""
    small = phrase.lower()
    if small == phrase or any(phrase in text for text in texts):
        return False
    whole = re.compile(rf"(?<!\w){re.escape(small)}(?!\w)")
    return any(whole.search(text) for text in texts)


def _phrases(question: Question) -> list[str]:
    """Return the answers and the keywords without the marks at their ends, each once."""
    phrases = map(bare, (*question.answers, question.keywords))
    return [phrase for phrase in dict.fromkeys(phrases) if phrase]
