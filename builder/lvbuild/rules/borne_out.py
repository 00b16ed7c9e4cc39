"""Whether what supports a question bears its answers out, and the question tells none of them.

It is one judgement: builds draw questions by it, and audits claim it of releases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from lvbuild.languages import Language
from lvbuild.languages.phrases import bare
from lvbuild.recipe import Recipe, metrics
from lvbuild.rules.occurrences import Texts
from lvbuild.text.counting import count

_CLAUSES = re.compile("[，；。、,;]")
"""What parts clauses and things told one by one: an answer of several is no phrase of a text."""
_SENTENCES = re.compile(r"[。！？!?；;\n]+|\.\s+")
_RUN = 2


class Support:
    """What is told of a question: its own words, and the texts that support it.

    An answer stands in a text in its words, or in others that a reader takes for it; where it is
    told `freely`, each of its sentences does, or half of what it says.
    """

    def __init__(self, question: str, texts: Iterable[str], language: Language) -> None:
        self._question = question
        self._texts = Texts(texts, language)
        self._language = language

    def lacks(self, answer: str, *, freely: bool) -> Iterator[str]:
        """Yield what of an answer is borne out by none of the texts."""
        sentences = [*filter(None, map(bare, _SENTENCES.split(bare(answer))))]
        for part in sentences if freely else [bare(answer)]:
            borne_out = freely and self._bears_out(part, concludes=len(sentences) > 1)
            if not borne_out and not self._texts.say(part):
                yield part

    def _bears_out(self, sentence: str, *, concludes: bool) -> bool:
        """Tell whether the texts hold half of what a sentence says; the first is the question.

        A short one that `concludes` what others say, as a comparison does, is of a thing asked of.
        """
        asked, *held = self._contents
        [wanted] = self._read([sentence])
        found = wanted.intersection(set().union(*held))
        is_short = len(wanted) <= self._language.free_text / 2
        return len(found) >= len(wanted) / 2 or (concludes and is_short and bool(wanted & asked))

    @cached_property
    def _contents(self) -> list[set[str]]:
        return self._read([self._question, *self._texts.each])

    def _read(self, texts: Sequence[str]) -> list[set[str]]:
        language = self._language
        return [language.normal_content(form, _RUN) for form in language.normal_texts(texts)]


def sought_answers(
    recipe: Recipe, answers: Sequence[str], language: Language, *, worked_out: bool
) -> Iterator[tuple[int, bool]]:
    """Yield the places of the answers that evidence has to bear out, and whether it may freely.

    They are those that a score may take: the first, or all; of several of which the best is taken,
    those told freely, as others may be names of the same. One that is `worked_out` from its parts
    stands nowhere in its words.
    """
    if recipe.judges or not recipe.answers_stand_in_texts:
        return
    metric = metrics[recipe.metric]
    which = recipe.answers or metric.answers
    for place, answer in enumerate(answers):
        phrase = bare(answer)
        several = bool(_CLAUSES.search(phrase))
        in_own_words = several or count(phrase, language.unit) > language.free_text / 2
        # A number alone may be counted.
        freely = metric.free_text or worked_out or phrase.isdecimal() or in_own_words
        is_scored = not place or which == "all" or (freely and which == "best")
        if is_scored and phrase.casefold() not in language.yes_no:
            yield place, freely


def told_by_question(
    recipe: Recipe, question: str, answers: Sequence[str], language: Language
) -> str:
    """Return the answer that is scored and stands in its question, "" if none does.

    Not one of several to choose from; a number may stand in a question that counts something else.
    """
    told_apart = recipe.answers_stand_in_texts and not recipe.judges
    if not told_apart or language.offers.search(question):
        return ""
    for phrase in map(bare, recipe.scored_answers(answers)):
        known = not phrase or phrase.isdecimal() or phrase.casefold() in language.yes_no
        if not known and language.holds(question, phrase):
            return phrase
    return ""
