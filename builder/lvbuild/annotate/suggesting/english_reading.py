"""English texts as suggestions read them: the whole names in them, and what stands beside one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from lvbuild.annotate.suggesting.english_words import ENGLISH, is_given, plainly
from lvbuild.annotate.suggesting.entities import trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.phrases import bare

TOLD = ENGLISH.patterns
"""What tells of names, by patterns."""
PLACED = frozenset([*ENGLISH.places, *ENGLISH.countries, *ENGLISH.of_country])
"""The known places and countries, and the words for what is of these."""
HEADS = frozenset(ENGLISH.ends["organisation"] + ENGLISH.ends["place"])
"""The words in which names of places and organisations end."""
_SPOKEN, _FIRMS = ENGLISH.language, ENGLISH.words["forms of firms"]
_LINKS, _ROLES = ENGLISH.words["links"], ENGLISH.words["roles"]
GENERIC = ENGLISH.words["passed over"] | _ROLES | ENGLISH.of_country.keys()
"""The words with capitals that name no one thing."""
_NAME = r"[A-ZÀ-Þ](?:\.|[a-zß-ÿ][\w'’-]*)"
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)$")


class Reading:
    """Documents with what is asked of them, and the whole names in them.

    `about` are the names that documents are about, as their titles and first sentences have them.
    """

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        common: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        self.common, self.asked = common, asked
        self.answers = {unled(_IN_BRACKETS.sub("", bare(answer))) for _, answer in asked}
        said = "\n".join(part for pair in asked for part in pair)
        self.said = TOLD["nicknamed"].sub(r"\1\2 \4", said)
        self.documents = "\n".join(documents)
        self.text = f"{self.documents}\n{self.said}"
        self.folded = _folded(self.text)
        self.trained = trained_kinds([*documents, self.said], ENGLISH.code)
        leads = (TOLD["lead"].match(document) for document in documents)
        told = [*(_IN_BRACKETS.sub("", t) for t in titles), *(m["name"] for m in leads if m)]
        self.about = dict.fromkeys(_unfirmed(name).lstrip('…."“ ') for name in told)
        unquoted = TOLD["quoted"].sub("\n", self.documents)
        self.whole = {run for line in unquoted.split("\n") for run in runs(line, self)}

    def beside(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and after a name, wherever it stands as whole words."""
        for found in _finder(name).finditer(self.text):
            start, end = found.span()
            yield self.text[max(start - 24, 0) : start], self.text[end : end + 300]

    def after(self, name: str, pattern: str) -> re.Match[str] | None:
        """Return the first match of a pattern right after a name."""
        return next(
            (m for _, after in self.beside(name) if (m := TOLD[pattern].match(after))), None
        )

    def within(self, word: str, own: Collection[str]) -> bool:
        """Tell whether a word stands beside one with a capital that is none of its name's own."""
        beside = re.findall(rf"([A-Z][\w.]*) {word}\b|\b{word}(?:['’]s)? ([A-Z]\w*)", self.text)
        return any(each.rstrip(".") not in own for pair in beside for each in pair if each)

    def is_plain(self, name: str) -> bool:
        """Tell whether a name is of words of the language alone."""
        letters = name.isupper() and name.isalpha()
        return letters or all(self.common(word) or is_generic(word) for word in name.split())

    def fuller(self, name: str) -> list[str]:
        """Return a person's name as documents have it: with other names between and behind."""
        first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
        if first == last:
            holding = sorted((run for run in self.whole if name in run.split()), key=len)
            longest = holding[-1] if holding else name
            same = all(set(run.split()) <= set(longest.split()) for run in holding)
            return [longest] if same and longest != name and is_given(longest.split()[0]) else []
        found = re.findall(
            rf"(?<!\w){re.escape(first[0])}[\w.]+ (?:{_NAME} ){{0,2}}{re.escape(last)}(?!\w)"
            rf"|(?<!\w){re.escape(name)} {_NAME}(?= \((?:born|[^)]*\d{{4}}))",
            self.documents,
        )
        return [
            each
            for each in dict.fromkeys(found)
            if each != name and (is_given(each.split()[0]) or each.startswith(f"{first} "))
        ]

    def spellings(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return forms as texts write them with other capitals or diacritics, too.

        One word alone keeps its capital: a word in small letters is no name.
        """
        every = dict.fromkeys(forms)
        for form in forms:
            for found in _finder(_folded(form)).finditer(self.folded):
                written = " ".join(self.text[slice(*found.span())].split())
                if " " in form or written[0].isupper() != written.isupper():
                    every[written] = None
        return tuple(every)


def _finder(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, name.split())) + r"(?!\w)")


def stands(name: str, texts: str) -> bool:
    """Tell whether a name stands in texts as whole words."""
    return _finder(name).search(texts) is not None


def unled(name: str) -> str:
    """Return a name without marks, without the article before it, and what makes a firm of it."""
    return re.sub("^(?:The|the) ", "", _unfirmed(bare(name)))


def _unfirmed(name: str) -> str:
    """Return a name without what says that a firm or club is one, such as Ltd and FC."""
    forms = any_of(_FIRMS)
    return re.sub(rf"\A{forms} |,? {forms}\Z", "", name)


def _folded(text: str) -> str:
    """Return a text in small letters without diacritics, each character in its place."""
    return "".join(plainly(character).lower()[:1] or character for character in text)


def is_generic(word: str) -> bool:
    """Tell whether a word with a capital names no one thing."""
    word = word.partition("-")[0] if re.search("-[a-z]", word) else word
    return word.strip(".") in GENERIC or word in GENERIC or _SPOKEN.is_of_kind(word)


def has_capitals(name: str) -> bool:
    """Tell whether the words of a name have capitals, but for small ones, and some tell of it."""
    words = [
        w for w in re.findall(r"[^\W\d_][\w'’.-]*", name) if w.lower() not in _SPOKEN.stop_words
    ]
    return bool(words) and all(word[0].isupper() or word in _LINKS for word in words)


def runs(line: str, read: Reading) -> Iterator[str]:
    """Yield the whole names of a line: runs of capitalised words, without dates and small words.

    One that a number follows is none: the number belongs to it.
    """
    for run in TOLD["run"].finditer(line):
        part: list[str] = []
        bound = re.match(r" \d", line[run.end() :])
        for word in [*run[0].split(), ""]:
            joins = word != "of" or (part and part[-1] in HEADS - {"Inc", "Ltd"})
            if word and joins:
                part.append(word)
                continue
            name = _trimmed(part)
            part = []
            if not bound:
                yield name


def _trimmed(words: list[str]) -> str:
    """Return a name without what stands before it: "the", "French", a role; and behind it."""
    while words:
        word, headed = words[0], words[-1] in HEADS and len(words) > 1
        role = len(words) > 1 and word.rstrip(".") in _ROLES and (is_given(words[1]) or not headed)
        of_country = (word in ENGLISH.of_country or word in {"U.S.", "US", "UK"}) and not headed
        of_country = of_country or (word in ENGLISH.countries and is_given(" ".join(words[1:2])))
        small = word in _LINKS | _FIRMS or (
            word.lower() in _SPOKEN.stop_words and word not in PLACED
        )
        if not (small or role or (of_country and len(words) > 1)):
            break
        words = words[1:]
    while len(words) > 1 and (
        words[-1] in _LINKS | _FIRMS or len(words[-1]) == 1 or re.search(r"\d", words[-1])
    ):
        words = words[:-1]
    name = " ".join(words)
    return name if re.search(r"[A-Z]\.$", name) else name.rstrip(".")
