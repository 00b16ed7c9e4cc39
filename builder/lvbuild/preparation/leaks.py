"""Leaks: documents of the pool that may answer a question themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lvbuild.model import Language, Question
from lvbuild.text.content import YES_NO, content
from lvbuild.text.phrases import bare, holds, phrase_pattern

_MOST_WORDS = 6
_MOST_CHARACTERS = 20
_COMMON_SHARE = 0.05
_COMMON_DOCUMENTS = 20
_FREE_TEXT_RUN, _QUESTION_RUN = 4, 2


@dataclass(frozen=True)
class LeakFinder:
    """Finds the places in a pool of the documents that leak a question's answer.

    `pool` holds texts by their places, `sentences` their sentences. They hide those that stand at
    the same places of the pool `beneath`: a question's own wording of some.
    """

    pool: Mapping[int, str]
    sentences: Mapping[int, Sequence[str]]
    language: Language
    beneath: LeakFinder | None = None

    @property
    def size(self) -> int:
        """How many documents there are."""
        return len(self.pool.keys() | (self.beneath.pool.keys() if self.beneath else set()))

    def leaks(self, question: Question) -> set[int]:
        """Return the places of all documents that leak.

        A document leaks where it holds an answer or the keywords, each as one phrase. What is too
        common to tell (yes, no, a single character, a phrase in over 5% of the pool and at least
        20 documents) leaks only where one sentence holds it and half of the question's content
        words; for yes and no those words alone. A free-text answer (over 6 words or 20 characters)
        leaks where one sentence holds half of its content.
        """
        found: set[int] = set()
        for phrase in _phrases(question):
            if self._is_free_text(phrase):
                found |= self._holding_half(phrase, _FREE_TEXT_RUN)
            elif phrase.casefold() in YES_NO:
                found |= self._holding_half(question.input, _QUESTION_RUN)
            else:
                holders = self._holders(phrase)
                if self._is_common(phrase, holders):
                    holders = self._holding_half(question.input, _QUESTION_RUN, holders, phrase)
                found |= holders
        return found

    def _is_common(self, phrase: str, holders: set[int]) -> bool:
        many = len(holders) > _COMMON_SHARE * self.size
        return len(phrase) == 1 or (many and len(holders) >= _COMMON_DOCUMENTS)

    def _is_free_text(self, phrase: str) -> bool:
        if self.language == "en":
            return len(phrase.split()) > _MOST_WORDS
        return len(phrase) > _MOST_CHARACTERS

    def _holders(self, phrase: str) -> set[int]:
        longest = max(phrase.casefold().split(), key=len)
        pattern = phrase_pattern(phrase, self.language)
        found = {
            place
            for place, text in self._folded.items()
            if longest in text and pattern.search(text)
        }
        if self.beneath:
            found |= self.beneath._holders(phrase) - self.pool.keys()
        return found

    def _holding_half(
        self, text: str, run: int, within: set[int] | None = None, phrase: str = ""
    ) -> set[int]:
        """Return the documents of which one sentence holds half of a text's content, and a phrase.

        In Chinese content is counted in runs of so many characters.
        """
        wanted = content(text, self.language, run)
        need = len(wanted) / 2
        counted = Counter(place for unit in wanted for place in self._index[unit])
        found = {
            place
            for place, count in counted.items()
            if count >= need
            and (within is None or place in within)
            and any(
                len(wanted & content(sentence, self.language, run)) >= need
                and (not phrase or holds(sentence, phrase, self.language))
                for sentence in self.sentences[place]
            )
        }
        if self.beneath:
            found |= self.beneath._holding_half(text, run, within, phrase) - self.pool.keys()
        return found

    @cached_property
    def _folded(self) -> dict[int, str]:
        return {place: text.casefold() for place, text in self.pool.items()}

    @cached_property
    def _index(self) -> defaultdict[str, list[int]]:
        """The documents that hold each unit of content; in Chinese, runs of both lengths."""
        index: defaultdict[str, list[int]] = defaultdict(list)
        for place, text in self.pool.items():
            for unit in content(text, self.language, _FREE_TEXT_RUN) | (
                content(text, self.language, _QUESTION_RUN) if self.language == "zh" else set()
            ):
                index[unit].append(place)
        return index


def _phrases(question: Question) -> list[str]:
    """Return the answers and the keywords without the marks at their ends, each once."""
    told = map(bare, (*question.answers, question.keywords))
    return [phrase for phrase in dict.fromkeys(told) if phrase]
