"""The words of a language by which names are found and made."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.languages import find_language
from lvbuild.languages.naming import NEVER


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of one of some words, the longest that fits, which of none fits nothing."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, longest)) or '(?!)'})"


class Vocabulary:
    """The words of a language, from the file beside this one, and what is made of them.

    `lists` are its sections, `patterns` those that are patterns, which name others in braces: all
    of a group, such as "lands: ", together, and of pairs the first words.
    """

    def __init__(self, code: LanguageCode, fold: Callable[[str], str] = str) -> None:
        self.code, self.language, self.fold = code, find_language(code), fold
        read = read_sections(Path(__file__).with_name(f"{self.language.name.lower()}.txt"))
        self.lists = {
            name: tuple(word.replace("_", " ") for word in " ".join(lines).split())
            for name, lines in read.items()
        }
        self.words = {name: frozenset(words) for name, words in self.lists.items()}
        named = defaultdict[str, list[str]](list)
        for name, words in self.lists.items():
            named[name.partition(":")[0]] += [word.partition(":")[0] for word in words]
        stop = self.language.stop_words
        named["stop words"] = [*stop, *map(str.capitalize, stop)]
        named["abbreviations"] = sorted(filter(str.istitle, self.language.abbreviations))
        sources = {name: any_of(words) for name, words in named.items()}
        self.patterns: dict[str, re.Pattern[str]] = defaultdict(lambda: NEVER)
        for section, lines in read.items():
            if section.startswith("pattern "):
                name = section.removeprefix("pattern ")
                source = re.sub(r"\{([a-z ]+)\}", lambda place: sources[place[1]], lines[0])
                self.patterns[name] = re.compile(source)
                sources.setdefault(name, source)

    def sections(self, prefix: str) -> dict[str, Sequence[str]]:
        """Return the words of the sections that begin so, by the rest of their names."""
        lists = self.lists.items()
        return {n.removeprefix(prefix): each for n, each in lists if n.startswith(prefix)}

    def pairs(self, name: str) -> dict[str, str]:
        """Return a section of words that have another after a colon."""
        return dict(word.split(":") for word in self.lists[name])
