"""The words of a language, as files that a linguist can edit."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import ClassVar, NamedTuple

from lvbuild.core.resources import read_sections
from lvbuild.languages.phrases import occurrences


def read_vocabulary(module: str) -> Mapping[str, tuple[str, ...]]:
    """Read the vocabulary beside the file of a module: the words of each section, in their order.

    Raises UsageError where the file cannot be read.
    """
    sections = read_sections(Path(module).with_name("vocabulary.txt"))
    return {name: tuple(" ".join(lines).split()) for name, lines in sections.items()}


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of some words, or of patterns, of which the first that fits is taken."""
    return f"(?:{'|'.join(words)})"


def read_fields(path: Path) -> Mapping[str, Mapping[str, str]]:
    """Read a file of sections whose lines are `name: value`; raise UsageError as above."""
    return {
        section: dict(line.split(": ", maxsplit=1) for line in lines)
        for section, lines in read_sections(path).items()
    }


NEVER = re.compile(r"(?!)")
_ROMAN = re.compile(r"[ivxlcdm]+")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_LETTERS = re.compile(r"[^\W\d_]+")


class Pointer(NamedTuple):
    """Words that point to something, which may stand in the same fact, before or after them."""

    words: str
    before: str = r"(?!)"
    after: str = r"(?!)"


def read_pointers(module: str) -> Sequence[Pointer]:
    """Read the pointers beside the file of a module."""
    sections = read_fields(Path(module).with_name("pointers.txt"))
    return tuple(Pointer(**fields) for fields in sections.values())


class Naming:
    """What is told of names and figures by words between spaces, from a language's own words."""

    word_character: ClassVar[re.Pattern[str]] = re.compile(r"[^\W_]")
    """A pattern of what no phrase that begins or ends with such has beside it."""
    stop_words: ClassVar[frozenset[str]] = frozenset()
    """Words without content, in small letters."""
    kind_words: ClassVar[frozenset[str]] = frozenset()
    """Words of kind, which a name and its replacement may share, in small letters."""
    months: ClassVar[frozenset[str]] = frozenset()
    weekdays: ClassVar[frozenset[str]] = frozenset()
    number_words: ClassVar[frozenset[str]] = frozenset()
    """In small letters, ordinals too."""
    ordinal: ClassVar[re.Pattern[str]] = NEVER
    """What makes a number in figures an ordinal."""

    pointers: ClassVar[Sequence[Pointer]] = ()
    """What points out of a sentence, in any case."""

    @abstractmethod
    def content(self, text: str, run: int = 4) -> set[str]:
        """Return the content words of a text."""

    def holds(self, text: str, phrase: str) -> bool:
        """Tell whether a phrase stands in a text as a whole, in any case.

        Where it begins or ends with what `word_character` matches, it has none of that beside it.
        White space in the phrase stands for any run of it.
        """
        return self.folded_holds(text.casefold(), phrase)

    def folded_holds(self, folded: str, phrase: str) -> bool:
        """Tell whether a phrase stands in a case-folded text."""
        return any(occurrences(folded, phrase.casefold(), self.word_character))

    # Words of kind, and figures.

    def telling(self, phrase: str) -> set[str]:
        """Return the content words of a phrase that are no words of kind, nor Roman numerals."""
        words = self.content(phrase) - self.kind_words
        return {word for word in words if not _ROMAN.fullmatch(word)}

    def shared_content(self, original: str, replacement: str, *, listed: bool = False) -> list[str]:
        """Return the content words, in Chinese the characters, that both have, but words of kind.

        Initials, and the usual syllables of transcribed names of several parts, do not count.
        """
        return self.shared_contents([(original, replacement)], listed=listed)[0]

    def shared_contents(
        self, pairs: Sequence[tuple[str, str]], *, listed: bool = False
    ) -> list[list[str]]:
        """Return the same of several pairs at once, which costs less.

        Words of kind are the listed ones alone, or in Chinese what a dictionary has as such too.
        """
        both = (self.telling(original) & self.telling(other) for original, other in pairs)
        return [sorted(word for word in words if len(word) > 1) for words in both]

    def is_of_kind(self, phrase: str) -> bool:
        """Tell whether a phrase is made of words of kind alone, such as River or 大学."""
        return not self.telling(phrase)

    def shape(self, figure: str) -> str:
        """Return what stays of a date or number when its digits, months and numerals change.

        Numbers of any length are alike, but four digits are a year's. An era's name, or whatever
        else holds no number, is "".
        """
        text = _LETTERS.sub(self._letters_shape, self.ordinal.sub("", figure.casefold()))
        text = _DIGITS.sub(lambda run: "0000" if re.fullmatch(r"\d{4}", run[0]) else "0", text)
        return text if re.search("[0〇#]", text) else ""

    def _letters_shape(self, run: re.Match[str]) -> str:
        word = run[0]
        numbers = self.number_words
        for mark, words in (("#m", self.months), ("#d", self.weekdays), ("#n", numbers)):
            if word in words:
                return mark
        return "a" if len(word) == 1 and word.isascii() else word

    def era(self, phrase: str) -> re.Pattern[str] | None:
        """Return what finds a phrase used as an era's name, None where no eras have names."""
        return None

    def is_empty(self, phrase: str) -> bool:
        """Tell whether a phrase means too little by itself to be replaced."""
        return not self.content(phrase)

    # What is asked, and what facts tell.

    asking: ClassVar[re.Pattern[str]] = NEVER
    """What in a question asks: a group is named by what it asks for, `named` holds the words that
    name it.
    """
    sorts: ClassVar[Mapping[str, frozenset[str]]] = {}
    """What may be asked for, with words that name such, in small letters."""

    def asked_for(self, question: str) -> str:
        """Return what a question asks for, such as a person, or else the word that names it.

        "" where it does not say.
        """
        if (found := self.asking.search(question.casefold())) is None:
            return ""
        if found.lastgroup != "named":
            return found.lastgroup or ""
        words = self.asked_words(found["named"])
        known = (sort for word in words for sort, own in self.sorts.items() if word in own)
        return next(known, words[-1] if words else "")

    def asked_words(self, text: str) -> Sequence[str]:
        """Return the first content words in a row."""
        words = _LETTERS.findall(text)
        beginning = dropwhile(self.stop_words.__contains__, words)
        return [*takewhile(lambda word: word not in self.stop_words, beginning)]

    def asked_content(self, question: str, run: int) -> set[str]:
        """Return the content that a question gives, without the words that ask."""
        return self.content(question)

    def points_back(self, fact: str) -> str:
        """Return words of a fact that point to something outside of it, "" for none."""
        for words, before, after in self.pointers:
            for found in re.finditer(words, fact, re.IGNORECASE):
                inside = re.search(before, fact[: found.start()], re.IGNORECASE)
                if not inside and not re.match(after, fact[found.end() :], re.IGNORECASE):
                    return found[0].strip()
        return ""

    def points_nowhere(self, question: str, documents: Iterable[tuple[str, str]]) -> bool:
        """Tell whether a question points to something that neither it names nor its subject is.

        That is what its documents, as titles and texts, are about: a question that tells of it by
        name may point to it. Where that is in doubt, the question is taken to be right.
        """
        return False
