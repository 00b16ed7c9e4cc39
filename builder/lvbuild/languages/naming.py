"""The words of a language, as files that a linguist can edit."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from lvbuild.core.resources import read_sections
from lvbuild.languages.phrases import occurrences


def read_vocabulary(module: str) -> Mapping[str, tuple[str, ...]]:
    """Read the vocabulary beside the file of a module: the words of each section, in their order.

    Raises UsageError where the file cannot be read.
    """
    sections = read_sections(Path(module).with_name("vocabulary.txt"))
    return {name: tuple(" ".join(lines).split()) for name, lines in sections.items()}


Sort = Literal["person", "date", "number", "place"]
"""The sorts of answers that a question's words tell."""

NEVER = re.compile(r"(?!)")
_ROMAN = re.compile(r"[ivxlcdm]+")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_FIGURE_WORDS = 4
_JOINS = re.compile(
    '[》」”"]?[,，]?\\s*(?:or|and|和|与|與|跟|及|或|还是|還是|、)\\s*[《「“"]?(?:the )?'
)


class Pointer(NamedTuple):
    """Words that point to something, which may stand in the same fact, before or after them."""

    words: str
    before: str = r"(?!)"
    after: str = r"(?!)"


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
    telling_months: ClassVar[frozenset[str]] = frozenset()
    """Those of months, as they are written, that are no other words."""
    telling_numbers: ClassVar[frozenset[str]] = frozenset()
    """Those of numbers in words that tell how many."""
    about: ClassVar[frozenset[str]] = frozenset()
    """Words for "nearly" before a number."""
    ordinal: ClassVar[re.Pattern[str]] = NEVER
    """What makes a number in figures an ordinal."""
    name_pattern: ClassVar[re.Pattern[str]] = re.compile(
        r"[„“\"][^”“\"]+[”“\"]|[A-ZÀ-Þ][^\W_]*(?:['’.&-][^\W_]+)*"
        r"(?:\s[A-ZÀ-Þ0-9][^\W_]*(?:['’.&-][^\W_]+)*)*"
    )
    """What may be a name or a title in quotation marks."""
    opening_words: ClassVar[frozenset[str]] = frozenset()
    """Words that begin sentences and are of no name, in small letters."""
    no_names: ClassVar[frozenset[str]] = frozenset()
    """Words that have a capital and are no names, as they are written."""
    ranks: ClassVar[frozenset[str]] = frozenset()
    """Words of kind that a person's name may hold, in small letters."""
    asks: ClassVar[Mapping[Sort, str]] = {}
    """Patterns of the words that ask for an answer of a sort, in any case."""
    dates: ClassVar[re.Pattern[str]] = re.compile(r"\b(?:1\d{3}|20\d\d)\b")
    """What tells a date."""
    years: ClassVar[re.Pattern[str]] = NEVER
    """What is a year, and so no number."""
    figures: ClassVar[re.Pattern[str]] = re.compile(r"\b\d[\d,.:/]*\b")
    """The numbers and dates that a question is particular about."""

    titles: ClassVar[re.Pattern[str]] = NEVER
    """What is a title, where marks of its own tell."""
    indefinite: ClassVar[str] = "(?!)"
    """A pattern of the words before something that is not named ("a museum")."""
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

    def shared_content(self, original: str, replacement: str) -> list[str]:
        """Return the content words, in Chinese the characters, that both have, but words of kind.

        Initials, and the usual syllables of transcribed names of several parts, do not count.
        """
        both = self.telling(original) & self.telling(replacement)
        return sorted(word for word in both if len(word) > 1)

    def is_of_kind(self, phrase: str) -> bool:
        """Tell whether a phrase is made of words of kind alone, such as River or 大学."""
        return not self.telling(phrase)

    def has_figure(self, text: str) -> bool:
        """Tell whether a text holds a number or a date, in figures or in words."""
        if _DIGITS.search(text):
            return True
        words = {word.casefold() for word in _LETTERS.findall(text)}
        return not words.isdisjoint(self.telling_numbers) or not self.telling_months.isdisjoint(
            text.split()
        )

    def is_figure(self, phrase: str) -> bool:
        """Tell whether a phrase is a number or a date, with little beside it."""
        words = [w for w in phrase.split() if w.casefold() not in self.stop_words | self.about]
        short = len(phrase.split()) <= _FIGURE_WORDS
        return short and bool(words) and self.has_figure(words[0])

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

    # Names.

    def names(self, text: str, *, first: bool = False) -> Iterator[str]:
        """Yield the names of a text that its letters tell, without quotation marks around them.

        These are its words with capitals and its titles, with `first` also a single word that
        begins it, which may be no name; in Chinese titles and foreign names.
        """
        for found in self.name_pattern.finditer(text):
            words = found[0].strip('„“”"').split()
            begins = found.start() == 0 and found[0][0] not in '„“"'
            if words[0].lower() in self.opening_words or (begins and len(words) == 1 and not first):
                words = words[1:]
            if words and not (
                len(words) == 1 and (words[0] in self.no_names or words[0].isdecimal())
            ):
                yield " ".join(words)

    def is_person(self, name: str) -> bool:
        """Tell whether a name may be a person's: it holds no word such as River or 大学."""
        words = (word.casefold() for word in name.split())
        return not any(self.is_of_kind(word) for word in words if word not in self.ranks)

    # What is asked for.

    def asked_for(self, question: str) -> Sort | None:
        """Return what sort of answer a question asks for, None where its words do not tell."""
        asks = self.asks.items()
        return next((sort for sort, words in asks if re.search(words, question, re.I)), None)

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

    def is_of_sort(self, answer: str, sort: Sort) -> bool:
        """Tell whether an answer is of the sort that its question seems to ask for."""
        if sort in {"date", "number"}:
            return self.has_figure(answer) or bool(self.dates.search(answer))
        return self.may_be_name(answer)

    def may_be_name(self, answer: str) -> bool:
        """Tell whether an answer may be a name, by its first letter where that tells."""
        return answer[:1].isupper()

    def offers(self, text: str, sort: Sort, known: str) -> bool:
        """Tell whether a text offers an answer of a sort, beside names that are known already."""
        if sort == "date":
            return self.dates.search(text) is not None
        if sort == "number":
            return self.has_figure(self.years.sub(" ", text))
        found = self.names(text, first=True)
        return any(name not in known for name in found if sort != "person" or self.is_person(name))

    # Particulars: what a question names, and which of these another text shares.

    def particulars(self, text: str, known: Iterable[str]) -> list[list[str]]:
        """Return the names, titles, dates and numbers of a question, each thing once.

        Those that stand side by side, as the two that a question compares, are one particular.
        `known` are names that the question may hold by its tables.
        """
        named = [name for name in known if self.holds(text, name)]
        named += self.names(text)
        chosen: list[str] = []
        for name in sorted(dict.fromkeys(named), key=len, reverse=True):
            alike = (name in one or one in name or self.shared_content(name, one) for one in chosen)
            if not self.is_of_kind(name) and not any(alike):
                chosen.append(name)
        plain = text
        for name in chosen:
            plain = plain.replace(name, "_" * len(name))
        chosen += dict.fromkeys(found[0] for found in self.figures.finditer(plain))
        chosen.sort(key=text.find)
        groups = [chosen[:1]] if chosen else []
        for before, name in pairwise(chosen):
            between = text[text.find(before) + len(before) : text.find(name)]
            if _JOINS.fullmatch(between):
                groups[-1].append(name)
            else:
                groups.append([name])
        return groups

    def shares_particular(self, wanted: Iterable[str], question: str, text: str) -> bool:
        """Tell whether a text shares any of a question's particulars, or a word of one.

        What has a capital in the text may have none in the question.
        """
        asked = question.casefold()
        for one in wanted:
            words = {word for word in self.content(one) if not self.is_of_kind(word)}
            if self.holds(text, one) or not words.isdisjoint(self.content(text)):
                return True
        return any(
            self.holds(asked, name)
            for name in self.names(text)
            if len(name) > 1 and not self.is_of_kind(name)
        )
