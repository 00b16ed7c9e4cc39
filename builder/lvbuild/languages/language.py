"""What the rest of lvbuild asks of a language; where words stand between spaces, mostly as data."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from lvbuild.core.model import Unit
from lvbuild.languages.boundary import (
    Boundary,
    Heading,
    Lean,
    Quotation,
    plain_boundaries,
    read_quotation,
)
from lvbuild.languages.characters import PLAIN, fold, text_of
from lvbuild.languages.naming import NEVER, Naming, read_fields
from lvbuild.languages.numerals import FIGURES
from lvbuild.languages.phrases import NormalPhrase, NormalText, bare, between_spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_FOLDED_WORD = re.compile(r"[^\W_]+(?:[.,:/][0-9]+)*")
_NAME_OR_NUMBER = re.compile(r"[A-ZÀ-Þ][\w.'’&-]*|\d[\d.,:%]*\w*")
_SIGNS = str.maketrans("", "", string.punctuation)
_LEAST_STEM = 5
_OPENS = re.compile(r"(?<![^\s(\[_—-])\S(?=\S)")
_SPEECH = re.compile(r"[“”„\"«»「」『』：]")
_REACH = 400
_GOES_ON = 4
"""What it costs that nothing turns to another time or matter."""
_SINGLE = re.compile(r"[‘'‚](?=\w)(?<![^\s(\[_—-].)")
_SHARED_OF_SHORTER, _SHARED_OF_LONGER = 0.75, 0.5

LABELS = read_fields(Path(__file__).with_name("labels.txt"))


class Language(Naming):
    """A language of texts and questions: the defaults are those of words between spaces.

    A subclass names itself and brings its words; one instance of it stands for the language.
    """

    code: ClassVar[str]
    """How recipes name it, such as "en"."""
    name: ClassVar[str]
    """Its English name."""

    @property
    def is_shipped(self) -> bool:
        """Whether it is one of lvbuild's own, whose code is known by its version."""
        return type(self).__module__.startswith(f"{__package__}.")

    # How a context is made and measured.
    unit: ClassVar[Unit] = "words"
    """What LV-Eval counts: characters where no spaces stand between words."""
    space: ClassVar[str] = " "
    """What stands between two sentences of a line."""
    heading: ClassVar[str] = "### Passage "
    """What stands before the number of a passage, as LV-Eval has it."""
    article_heading: ClassVar[Heading] = Heading("Passage ", ":\n")
    paragraph_heading: ClassVar[Heading] = Heading("Paragraph ", ": ", "\n")
    """How LongBench heads passages: articles, which may have titles, and paragraphs."""
    comma: ClassVar[str] = ", "
    last_comma: ClassVar[str] = " and "
    shortest_end: ClassVar[int] = 6
    """Units: no text is cut after a shorter sentence, which may be a heading within a line."""
    sentence_end: ClassVar[re.Pattern[str]] = re.compile(
        r"[.!?](?= [A-ZÀ-Þ])(?<=[a-zà-ÿ]{2}.)(?<![A-ZÀ-Þ][a-z].)(?<![A-ZÀ-Þ][a-z]{2}.)"
    )
    """What ends a sentence within a paragraph, as a rule: boundaries tell for certain."""
    offers: ClassVar[re.Pattern[str]] = re.compile("")
    """What in a question offers several answers to choose from: any may, unless a language says."""
    pronouns: ClassVar[re.Pattern[str]] = NEVER
    """Words that may stand for what another sentence tells of; a group holds those that do."""
    begins_anew: ClassVar[re.Pattern[str]] = NEVER
    """What a paragraph begins with that turns to another time or matter."""
    short_sentence: ClassVar[int] = 45
    """Characters: a shorter one is read together with the next."""
    lost_subject: ClassVar[int] = 0
    """What it costs that a sentence does not begin with what it tells of."""
    calls: ClassVar[re.Pattern[str]] = re.compile(r"[?？!！]\Z")
    """What in a sentence calls for an answer, or for what the next one tells."""
    long_paragraph: ClassVar[int] = 150
    """Characters: a paragraph of running prose has at least so many."""
    widest_gap: ClassVar[int] = 5_000
    """Characters between two places for facts: farther apart, there is no running prose between."""
    omission: ClassVar[str] = "[…]"
    """What stands for text that is left out."""
    shingle: ClassVar[int] = 8
    """Units in a row by which near-duplicates are known."""
    free_text: ClassVar[int] = 6
    """Units: a longer answer is no phrase, but free text."""
    characters_a_token: ClassVar[float] = 4.0
    """A guess; see `about_tokens`."""
    example_recipe: ClassVar[str] = "multifieldqa_en_mixup"
    """The shipped recipe whose prompt a new one begins with."""

    # Words.
    numeral: ClassVar[re.Pattern[str]] = re.compile(f"(?P<whole>{FIGURES})")
    """What finds numerals: numbers, times and dates, each as far as a reader reads one."""
    yes_no: ClassVar[frozenset[str]] = frozenset("yes no true false".split())
    """Answers that any text may hold, in small letters."""
    abbreviations: ClassVar[frozenset[str]] = frozenset()
    """Words whose full stop ends no sentence, or too seldom."""
    prepositions: ClassVar[frozenset[str]] = frozenset()
    """In small letters; none where no spaces part them from other words."""
    names_have_capitals: ClassVar[bool] = True
    """Whether names, and no other words within a sentence, begin with a capital."""

    # Scores.
    keyword_recall: ClassVar[float] = 0.2
    """Below so much of the keywords an answer scores 0 by `f1_keywords`."""
    ignored_words: ClassVar[frozenset[str]] = frozenset()
    """Words that are no hits by `f1_keywords` and `rouge_l`."""
    answer_for_keywords: ClassVar[bool] = False
    """Whether the answer stands in for keywords where there are none."""

    # Figures.
    labels: ClassVar[Mapping[str, str]] = LABELS["English"]
    """What stands on figures; those that end with `_dot` are what a dot stands for."""
    font: ClassVar[str] = "Noto Sans"
    """A font that has its characters, to be recommended."""

    def about_tokens(self, characters: int) -> int:
        """Return about how many tokens so many characters have, to tell what a model will cost."""
        return round(characters / self.characters_a_token)

    def listed(self, words: Sequence[str]) -> str:
        """Return words as a list within a sentence: A, B and C."""
        *most, last = words
        return self.last_comma.join([self.comma.join(most), last]) if most else last

    def is_likely(self, text: str) -> bool:
        """Tell whether a text is likely in this language, and in none before it."""
        return False

    def script(self, text: str) -> str:
        """Return which of its scripts a text is in, "" where there is only one."""
        return ""

    def strays(self, phrase: str, script: str) -> str:
        """Return the characters of a phrase of another script than this one of the language."""
        return ""

    # Sentences.

    def boundaries(self, text: str) -> Sequence[Boundary]:
        """Return where a sentence may be inserted, in ascending order, the text's end last.

        `text` is NFC, with line feeds as newlines; a blank one has no places, and no other has one
        at 0. Where spaces part words, white space or the end follows each.
        """
        return plain_boundaries(text, self.abbreviations)

    def lean(self, text: str, start: int, stop: int) -> Lean:
        """Return how much the sentence [start, stop) leans on what stands before it.

        White space and opening marks may come first. What is no sentence leans on nothing.
        """
        return Lean.NAMES

    # Places for facts, in texts of running prose.

    def opens(self, text: str, offset: int, is_open: bool) -> bool:
        """Tell whether the quotation mark at an offset opens; `is_open`: one has, before it."""
        return _OPENS.match(text, offset) is not None

    def quotation(self, text: str, start: int, end: int, left_open: bool) -> Quotation:
        """Return the quotation marks of the paragraph [start, end).

        `left_open`: a paragraph before ended within speech; what goes on opens again as a rule.
        """
        found = read_quotation(text, start, end, left_open, self.opens)
        single = _SINGLE.finditer(text, start, end)
        doubtful = next((m.start() for m in single if not found.holds(m.start())), None)
        # Where an apostrophe may close and does not, all that follows may be spoken.
        return found if doubtful is None else found.doubted_from(doubtful)

    def may_part(self, text: str, place: int, start: int, end: int) -> bool:
        """Tell whether another sentence may come at a place, before the one that begins at `start`.

        That one lies in a paragraph that reaches to `end`.
        """
        return self.lean(text, start, end) < Lean.POINTS_BACK

    def has_subject(self, text: str, start: int) -> bool:
        """Tell whether the sentence at a place begins with what it tells of."""
        return True

    def taken_up(self, text: str, place: int, start: int, end: int) -> int:
        """Return how much the sentence behind such a place takes up of the one before, from 0.

        It counts words that stand for something, most of all in the first sentence, a subject that
        is none by itself, and speech, a question or a call beside it: what readers of such places
        objected to. To a sentence that turns to another time or matter they hardly did.
        """
        # No further than the sentence reaches: a paragraph may have thousands.
        stops: list[int] = []
        for mark in self.sentence_end.finditer(text, start, end):
            stops.append(mark.end())
            if stops[-1] - start >= self.short_sentence:
                break
        else:
            stops.append(end)
        stop, begin = stops[-1], max(place - _REACH, 0)
        begin = max(text.rfind("\n", begin, place) + 1, begin)
        ends = (mark.end() for mark in self.sentence_end.finditer(text, begin, place - 1))
        anew = self.begins_anew.match(text, start, end)
        told = anew.end() if anew else start
        last, first = text[max(ends, default=begin) : place], text[told:stop]
        unsaid = 0 if self.has_subject(text, start) else self.lost_subject
        reach = min(max(stop, start + self.long_paragraph), end)
        standing = sum(
            1 if found.end() > len(first) else 5 if found.lastgroup else 2
            for found in self.pronouns.finditer(text[told:reach])
        )
        if anew:
            begun = [told, *(at for at in stops if told < at <= stop)]
            leans = (self.lean(text, *sentence) for sentence in pairwise(begun))
            settled = Lean.POINTS_BACK not in leans
            return unsaid + (0 if settled else _GOES_ON + standing)
        spoken = _SPEECH.search(last) is not None or _SPEECH.search(first) is not None
        return _GOES_ON + standing + unsaid + 5 * spoken + 10 * bool(self.calls.search(last))

    # Content.

    def content(self, text: str, run: int = 4) -> set[str]:
        """Return the content words of a text, in small letters.

        Where no spaces part words, they are its runs of so many characters; a shorter text is a run
        of its own.
        """
        return {word for word in _WORD.findall(text.casefold()) if word not in self.stop_words}

    def held_terms(self, terms: set[str], text: str) -> set[str]:
        """Return those of some terms that a text holds, the quick way where they are few.

        They are content words, or without spaces characters and pairs of them.
        """
        return terms & set(_WORD.findall(text.casefold()))

    def answer_keywords(self, answer: str) -> str:
        """Return the names and numbers of a long answer, all of a short one, "" of a yes or no."""
        words = answer.split()
        if bare(answer).casefold() in {"", *self.yes_no}:
            return ""
        told = [bare(word) for word in words if _NAME_OR_NUMBER.match(word)]
        long = self.space and len(words) > self.free_text
        own = [word for word in told if long and word.casefold() not in self.stop_words]
        return " ".join(own) or answer.strip()

    @staticmethod
    def share_stem(one: str, other: str) -> bool:
        """Return whether two words, in small letters, are unlike but begin with one stem."""
        from rapidfuzz.distance import Prefix

        if one == other:
            return False
        shared = Prefix.similarity(one, other)
        short, long = sorted((len(one), len(other)))
        return (
            shared >= _LEAST_STEM
            and shared >= _SHARED_OF_SHORTER * short
            and shared >= _SHARED_OF_LONGER * long
        )

    # The normal form.

    def normal_texts(self, texts: Sequence[str]) -> list[NormalText]:
        """Return the normal forms of texts; the cost is that of reading all of them once."""
        words = [_FOLDED_WORD.findall(text_of(fold(text, PLAIN))) for text in texts]
        cased = [" ".join(["", *each, ""]) for each in words]
        return [NormalText(each.lower(), each) for each in cased]

    def normal_phrase(self, phrase: str, any_case: bool = False) -> NormalPhrase | None:
        """Return a phrase as it is looked for in normal texts, None where it is marks alone.

        With `any_case` a single word that begins with a capital is no name either.
        """
        return self.normal_phrases([phrase], any_case)[0]

    def normal_phrases(
        self, phrases: Sequence[str], any_case: bool, /
    ) -> list[NormalPhrase | None]:
        """Return several phrases at once, which costs less."""
        forms = [form.folded.strip() for form in self.normal_texts(phrases)]
        return [NormalPhrase(between_spaces([form])) if form else None for form in forms]

    def normalise(self, text: str) -> str:
        """Return a text as a reader compares it; places in it are not those of the text.

        Case, width, diacritics, quotation marks, dashes and spaces are made one, in lvbuild's own
        languages also initials, thousands, traditional characters, numbers in words, dates,
        regular plurals and Roman numerals after a name.
        """
        return self.normal_texts([text])[0].folded.strip(" ;")

    def normal_content(self, text: NormalText, run: int = 4) -> set[str]:
        """Return the content of a normal text, as `content`."""
        return set(text.folded.split()) - self.stop_words

    def normal_units(self, texts: Sequence[NormalText]) -> tuple[Numbers, Numbers]:
        """Return the units of texts as numbers, those of all in a row, and how many each has."""
        import numpy as np

        sizes: list[int] = []

        def hashes(text: NormalText) -> Iterator[int]:
            words = text.folded.split()
            sizes.append(len(words))
            return map(hash, words)

        units = np.fromiter(chain.from_iterable(map(hashes, texts)), dtype=np.int64)
        return units.view(np.uint64), np.array(sizes, dtype=np.int64)

    # Phrases and replaced words.

    def is_one_word(self, edge: str, beside: str) -> bool:
        """Tell whether two characters side by side are of one word."""
        return edge.isalnum() and beside.isalnum()

    def plural(self, phrase: str) -> str:
        """Return the regular plural of a phrase; "" for none."""
        return ""

    def article(self, wording: str) -> str:
        """Return the article that changes with what follows it, "" where none does."""
        return ""

    def article_before(self, text: str, start: int) -> tuple[int, int] | None:
        """Return where the article stands that directly precedes a word and changes with it."""
        return None

    def possessive_end(self, text: str, start: int, end: int) -> int:
        """Return where the possessive of a match ends; else `end`."""
        return end

    def possessive(self, word: str, mark: str, many: bool, capitals: bool) -> str:
        """Return a word's possessive with this apostrophe, of a plural or in capitals."""
        return word + mark

    # Scores.

    def answer_words(self, text: str) -> list[str]:
        """Return the words that F1 and keywords compare, in small letters without punctuation."""
        return text.lower().translate(_SIGNS).split()

    def rouge_words(self, text: str) -> list[str]:
        """Return the words that ROUGE compares."""
        return self.answer_words(text)

    def spaced(self, text: str) -> str:
        """Return a text with spaces between its words, otherwise as it stands."""
        return text

    def lemmas(self, text: str) -> str:
        """Return a text with its words in their basic forms, where the language has other ones."""
        return self.spaced(text)

    @property
    def lemmas_note(self) -> str:
        """What who reads scores by them has to know of the basic forms here; "" for nothing."""
        return ""

    def telling_words(self, question: str) -> frozenset[str]:
        """Return the content words of a question, case-folded."""
        return frozenset(self.content(question))

    def holds_words(self, sentence: str, words: frozenset[str]) -> bool:
        """Tell whether a case-folded sentence, which has the letters of words, has them whole."""
        return words <= self.content(sentence)
