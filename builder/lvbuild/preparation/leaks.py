"""Leaks: documents of the pool that may answer a question themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lvbuild.model import Language, Question
from lvbuild.text.content import content
from lvbuild.text.phrases import holds, phrase_pattern

_END_MARKS = " \t\n.,;:!?。．，、；：！？…\"'”’"
_YES_NO = {
    "yes",
    "no",
    "true",
    "false",
    "是",
    "否",
    "不是",
    "对",
    "不对",
    "有",
    "没有",
    "能",
    "不能",
}
_MOST_WORDS = 6
_MOST_CHARACTERS = 20
_COMMON_SHARE = 0.05
_COMMON_DOCUMENTS = 20
_FREE_TEXT_RUN, _QUESTION_RUN = 4, 2


Text = tuple[str, Sequence[str]]
"""A document's text, and its sentences."""


@dataclass(frozen=True)
class LeakFinder:
    """Finds the places in a pool of the documents that leak a question's answer.

    `sentences` gives the sentences of the document at a place.
    """

    pool: Sequence[str]
    sentences: Sequence[Sequence[str]]
    language: Language

    def leaks(self, question: Question, changed: Mapping[int, Text] | None = None) -> set[int]:
        """Return the places of all documents that leak, as the question words them.

        `changed` are the documents, by place, whose words the question replaces. A document leaks
        where it holds an answer or the keywords, each as one phrase. What is too common to tell
        (yes, no, a single character, a phrase in over 5% of the pool and at least 20 documents)
        leaks only where one sentence holds it and half of the question's content words; for yes
        and no those words alone. A free-text answer (over 6 words or 20 characters) leaks where one
        sentence holds half of its content.
        """
        places, new = tuple(changed or ()), tuple((changed or {}).values())
        texts, sentences = [text for text, _ in new], [each for _, each in new]
        finder = LeakFinder(texts, sentences, self.language)

        def everywhere(find: Callable[..., set[int]], *wanted: object) -> set[int]:
            return find(self, *wanted).difference(places) | {
                places[index] for index in find(finder, *wanted)
            }

        half = LeakFinder._holding_half
        found: set[int] = set()
        for phrase in _phrases(question):
            if self._is_free_text(phrase):
                found |= everywhere(half, phrase, _FREE_TEXT_RUN)
            elif phrase.casefold() in _YES_NO:
                found |= everywhere(half, question.input, _QUESTION_RUN)
            else:
                holders = everywhere(LeakFinder._holders, phrase)
                if self._is_common(phrase, holders):
                    holders = everywhere(half, question.input, _QUESTION_RUN, phrase)
                found |= holders
        return found

    def _is_common(self, phrase: str, holders: set[int]) -> bool:
        many = len(holders) > _COMMON_SHARE * len(self.pool)
        return len(phrase) == 1 or (many and len(holders) >= _COMMON_DOCUMENTS)

    def _is_free_text(self, phrase: str) -> bool:
        if self.language == "en":
            return len(phrase.split()) > _MOST_WORDS
        return len(phrase) > _MOST_CHARACTERS

    def _holders(self, phrase: str) -> set[int]:
        longest = max(phrase.casefold().split(), key=len)
        pattern = phrase_pattern(phrase, self.language)
        return {
            place
            for place, text in enumerate(self._folded)
            if longest in text and pattern.search(text)
        }

    def _holding_half(self, text: str, run: int, phrase: str = "") -> set[int]:
        """Return the documents of which one sentence holds half of a text's content, and a phrase.

        In Chinese content is counted in runs of so many characters.
        """
        wanted = content(text, self.language, run)
        need = len(wanted) / 2
        counted = Counter(place for unit in wanted for place in self._index[unit])
        return {
            place
            for place, count in counted.items()
            if count >= need
            and any(
                len(wanted & content(sentence, self.language, run)) >= need
                and (not phrase or holds(sentence, phrase, self.language))
                for sentence in self.sentences[place]
            )
        }

    @cached_property
    def _folded(self) -> list[str]:
        return [text.casefold() for text in self.pool]

    @cached_property
    def _index(self) -> defaultdict[str, list[int]]:
        """The documents that hold each unit of content; in Chinese, runs of both lengths."""
        index: defaultdict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(self.pool):
            for unit in content(text, self.language, _FREE_TEXT_RUN) | (
                content(text, self.language, _QUESTION_RUN) if self.language == "zh" else set()
            ):
                index[unit].append(place)
        return index


def _phrases(question: Question) -> list[str]:
    """Return the answers and the keywords without the marks at their ends, each once."""
    told = (phrase.strip(_END_MARKS) for phrase in (*question.answers, question.keywords))
    return [phrase for phrase in dict.fromkeys(told) if phrase]
