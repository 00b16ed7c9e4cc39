"""English texts as suggestions read them: what they call whole, and what stands beside a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from rapidfuzz import fuzz, process

from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    SUFFIXES,
    is_given,
    is_sentence,
    plainly,
)
from lvbuild.annotate.suggesting.entities import trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

TOLD = ENGLISH.patterns
"""What tells of names, by patterns."""
_SPOKEN, _WORDS = ENGLISH.language, ENGLISH.words
_LINKS, _ROLES, _FIRMS = _WORDS["links"], _WORDS["roles"], _WORDS["forms of firms"]
_KINDS: Sequence[Kind] = ("person", "place", "organisation", "title")
_NOUNS = {kind: re.compile(rf"\b{any_of(ENGLISH.nouns[kind])}s?\b") for kind in _KINDS}
ENDS = {word: kind for kind, ends in ENGLISH.ends.items() for word in ends}
"""The kinds of names by the words of kind that these end in."""
PLACED = frozenset([*ENGLISH.places, *ENGLISH.countries, *ENGLISH.of_country])
"""The known places and countries, and the words for what is of these."""
_DATES = _WORDS["months"] | _WORDS["weekdays"]
_COMMON = SUFFIXES.union(_WORDS["passed over"], _ROLES, _DATES, ENGLISH.of_country)
_DEFINED, _ENDED, _SIGN, _MOST = 5, 3, 2, 3
"""What speaks for a kind: so much a definition, a word of kind, a sign beside a name, which counts
so often at most; one sign tells a kind."""
_ALIKE = 88
_LISTED = r"(?:, and |, | and | or )"


class Reading:
    """Texts as suggestions read them: what they call whole, and what stands beside a name.

    `leads` are the documents by the names that they define first, `aliases` pairs of names of one
    thing, `runs` the names in the documents that no quotation marks hold.
    """

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        common: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        self._common, self._asked = common, asked
        said = "\n".join(part for pair in asked for part in pair)
        self.said, self.documents = TOLD["nickname"].sub(r"\1 ", said), "\n".join(documents)
        self.text = f"{self.documents}\n{said}"
        self._folded, self._folded_said = _folded(self.text), _folded(self.said)
        self._trained = trained_kinds([*documents, said], ENGLISH.code)
        self._titles = {name: told for name, _, told in (each.partition(" (") for each in titles)}
        self.leads, self.aliases = dict[str, str](), list[tuple[str, str]]()
        for document in (TOLD["nickname"].sub(r"\1 ", each) for each in documents):
            if lead := TOLD["lead"].match(document):
                self.leads |= dict.fromkeys((lead["name"], unled(lead["name"])), document)
            first = next(runs(document[:100]), "")
            if first and (also := TOLD["also"].match(document.partition(first)[2])):
                self.aliases += [(first, other) for other in runs(also["name"])]
        self._about = {*self._titles, *self.leads}
        self._answers = {name for _, answer in asked for name in _listed(answer)}
        self.marked = self._about | self._answers
        plain = TOLD["nickname"].sub(r"\1 ", self.documents)
        quoted = TOLD["quoted"].finditer(f"{plain}\n{self.said}")
        self._quoted = {(m[1] or m[2]).strip() for m in quoted}
        self.runs = dict.fromkeys(runs(TOLD["quoted"].sub("\n", plain)))

    def names(self) -> list[str]:
        """Return the names that are asked of: those that are marked as whole ones, and runs.

        No part of a longer one is among them, but where a document is called so.
        """
        told = self.marked | self._quoted
        whole = {name for name in told if self._is_asked(name) and self._is_name(name, whole=True)}
        longer = {name for run in (*whole, *runs(self.said)) for name in _inner(run)}
        first = sorted(whole - (longer - self._titles.keys()), key=lambda name: (-len(name), name))
        rest = re.sub(rf"(?<!\w){any_of(first)}(?!\w)", "\n", self.said) if first else self.said
        return list(dict.fromkeys([*first, *filter(self._is_name, runs(rest))]))

    def _is_asked(self, name: str) -> bool:
        """Tell whether a name stands in what is said; one of several words in other letters too."""
        asked = " " in unled(name) and stands(_folded(name), self._folded_said)
        return asked or stands(name, self.said)

    def _is_name(self, name: str, *, whole: bool = False) -> bool:
        """Tell whether a run, or what is marked as a `whole` name, is one that documents have.

        They may have a run as a part of a name, or nearly so.
        """
        words, about = name.split(), name in self._about
        if name in PLACED and not whole:
            return name not in _WORDS["passed over"]
        work = "title" in (self._defined(name), _noun_kind(self._titles.get(name, "")))
        there = stands(name, self.documents) or bool(not whole and self.fuller(name))
        # What ends so all the world knows, such as a war.
        left = _WORDS["left"].issuperset([word for word in words if word not in SUFFIXES][-1:])
        if len(name) < 3 or not there or (left and not work):
            return False
        if not _has_capitals(name) or re.search(r"^[a-z]|\d{4}|[\"“”]|, | and .* and ", name):
            return name in self._titles and work
        if all(word.isdecimal() or is_common(word) for word in words):
            dated = re.search(r"\d", name) or not _DATES.isdisjoint(words)
            return about or bool(whole and words[1:] and name in self._answers and not dated)
        if " and " in name:
            return about or name in self._quoted
        return " " in name or about or not stands(name.lower(), self.text)

    def fuller(self, name: str) -> list[str]:
        """Return a name as documents have it otherwise: with other given names, or nearly so."""
        words = [word for word in name.split() if word not in SUFFIXES] or [name]
        others = [run for run in self.runs if run != name and len(run.split()) > 1]
        if len(words) == 1:
            people = (run for run in others if is_given(run.split()[0]))
            holding = sorted((run for run in people if name in run.split()), key=len)
            same = all({*run.split()} <= {*holding[-1].split()} for run in holding)
            found = holding[-1:] if same and name not in self._titles else []
        else:
            alone = re.search(rf"(?<!\w){re.escape(name)}(?! [\"“]?[A-ZÀ-Þ]|\w)", self.documents)
            found = [
                run
                for run in others
                if (run[0] == name[0] and run.split()[-1] == words[-1])
                or (not alone and run.startswith(f"{name} "))
            ]
        first = words[0]
        akin = (run for run in found if words[1:] and run.startswith(first[:3]))
        given = [*akin, *(run for run in found if is_given(run.split()[0]))]
        if not given and not stands(name, self.documents):
            known = self.runs.keys()
            near = process.extractOne(name, known, score_cutoff=_ALIKE, scorer=fuzz.ratio)
            given = [near[0]] if near and not is_common(near[0]) else []
        return given

    def beside(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and after a name, wherever it stands as whole words.

        Of what a longer name is of, such as Kull in "Prince of Kull", nothing stands after it.
        """
        for found in _finder(name).finditer(self.text):
            before = self.text[max(found.start() - 40, 0) : found.start()]
            part = before.casefold().endswith(" of ")
            yield before, "" if part else self.text[found.end() : found.end() + 300]

    def kind(self, name: str, fuller: Sequence[str]) -> Kind | None:
        """Return the kind that most speaks for, None where too little tells one."""
        if name in self._trained or name in PLACED:
            return self._trained.get(name, "place")
        words, votes = name.replace("-", " ").split(), Counter[Kind | None]()
        votes[self._asked_for(name)] += _DEFINED
        quoted = len(re.findall(rf"[\"“‘]{re.escape(name)}[,.]?[\"”’]", self.documents))
        votes["title"] += _SIGN * (quoted > (f" {name}" in self.documents))
        votes["title"] += _SIGN * is_sentence(name)
        for word in {words[0], words[-1]} if len(words) > 1 else ():
            votes[ENDS.get(word)] += _ENDED
        signs = Counter[tuple[Kind, str]]()
        for form in (name, *fuller):
            votes[self._defined(form)] += _DEFINED
            for before, after in self.beside(form):
                for kind in _KINDS:
                    signs[kind, "before"] += bool(TOLD[f"before {kind}"].search(before))
                    signs[kind, "after"] += bool(TOLD[f"after {kind}"].match(after))
        for (kind, _), times in signs.items():
            votes[kind] += _SIGN * min(times, _MOST)
        votes["person"] += self._like_a_person(name, fuller)
        votes["place"] *= not name.isupper()
        best = max(_KINDS, key=lambda kind: votes[kind])
        return best if votes[best] >= _SIGN else None

    def _like_a_person(self, name: str, fuller: Sequence[str]) -> int:
        """Return how much the words of a name speak for a person: a given name does."""
        words = name.split()
        firsts = {form.split()[0] for form in (name, *fuller)}
        given = any(is_given(first) and not self._common(first) for first in firsts)
        joined = not {"of", "and", "&", "the"}.isdisjoint(words) or name.isupper()
        return -_DEFINED if joined or (words[-1] in ENDS and not given) else _SIGN * given

    def kind_beside(self, name: str, kinds: Mapping[str, Kind | None]) -> Kind | None:
        """Return the kind of a name with which one is listed."""
        known = any_of(sorted(each for each, kind in kinds.items() if kind))
        own = rf"(?<!\w){re.escape(name)}(?!\w)"
        listed = rf"({known}){_LISTED}{own}|{own}{_LISTED}({known})"
        found = re.search(listed, self.text) if " " in name else None
        return kinds.get(found[1] or found[2]) if found else None

    def _defined(self, name: str) -> Kind | None:
        """Return the kind that a sentence tells of a name: X, a band, was; X is an actor."""
        told = (TOLD["is"].match(after) for _, after in self.beside(name))
        return next((kind for m in told if m and (kind := _noun_kind(m["told"]))), None)

    def _asked_for(self, name: str) -> Kind | None:
        for question, answer in self._asked:
            asked = TOLD["asked"].search(question)
            if asked and name in _listed(answer):
                return "person" if asked["who"] else _noun_kind(asked["what"], first=True)
        return None

    def spellings(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return forms as texts write them with other capitals or diacritics, too.

        What documents have without capitals is no name.
        """
        every = dict.fromkeys(forms)
        for form in forms:
            for found in _finder(_folded(form)).finditer(self._folded):
                written = " ".join(self.text[slice(*found.span())].split())
                plain = self.is_plain(form) and stands(written, self.documents)
                if (" " in form and not plain) or (
                    _has_capitals(written) and not written.islower()
                ):
                    every[written] = None
        return tuple(every)

    def is_plain(self, name: str) -> bool:
        """Tell whether a name is of words of the language alone."""
        return all(self._common(word) or is_common(word) for word in name.split())

    def within(self, start: int, end: int, own: set[str]) -> bool:
        """Tell whether a word stands beside one with a capital that is none of its name's own."""
        before = re.search(r"([A-ZÀ-Þ](?:\.|[\w’'-]*)) \Z", self.text[max(start - 30, 0) : start])
        after = re.match(r"(?:['’]s)? ([A-ZÀ-Þ]\w*)", self.text[end : end + 30])
        beside = {found[1].rstrip(".") for found in (before, after) if found}
        return any(b not in own | _ROLES and b.lower() not in _SPOKEN.stop_words for b in beside)


def stands(name: str, texts: str) -> bool:
    """Tell whether a name stands in texts as whole words."""
    return _finder(name).search(texts) is not None


def _finder(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, name.split())) + r"(?!\w)")


def _folded(text: str) -> str:
    """Return a text in small letters without diacritics, each character in its place."""
    return "".join(plainly(character).lower()[:1] or character for character in text)


def _listed(answer: str) -> list[str]:
    """Return the names that an answer may list, and itself, without what is in brackets."""
    parts = (answer, *re.split(r",? and |, | or ", answer))
    return [unled(re.sub(r"\s*\([^)]*\)$", "", each)) for each in parts]


def _inner(name: str) -> Iterator[str]:
    """Yield the names within a longer one that begin or end as it does."""
    words = name.split()
    for cut in range(1, len(words)):
        yield " ".join(words[:cut])
        yield " ".join(words[cut:])


def unled(name: str) -> str:
    """Return a name without marks, without the article before it, and what makes a firm of it."""
    forms = any_of(_FIRMS)
    return re.sub(rf"^(?:[Tt]he )?(?:{forms} )?|,? {forms}$", "", bare(name).lstrip('…."“ '))


def is_common(word: str) -> bool:
    """Tell whether a word with a capital names no one thing."""
    return word.strip(".") in _COMMON or word in _COMMON or _SPOKEN.is_of_kind(word)


def _has_capitals(name: str) -> bool:
    """Tell whether the words of a name have capitals, but for small ones, and some tell of it."""
    found = re.findall(r"[^\W\d_][\w'’.-]*", name)
    words = [word for word in found if word.lower() not in _SPOKEN.stop_words]
    words = words or [word for word in found if word[0].isupper()]
    return bool(words) and all(not word.islower() or word in _LINKS for word in words)


def _noun_kind(told: str, *, first: bool = False) -> Kind | None:
    """Return the kind that the last noun of a phrase tells, or the first one."""
    phrase = TOLD["end of noun"].split(told)[0]
    found = [(m.end(), -m.start(), kind) for kind, n in _NOUNS.items() for m in n.finditer(phrase)]
    return sorted(found)[0 if first else -1][2] if found else None


def runs(text: str) -> Iterator[str]:
    """Yield the runs of capitalised words in a text, without what only stands before a name.

    One that a number follows is none: the number belongs to it.
    """
    for run in TOLD["run"].finditer(text):
        bound, part = re.match(r" \d", text[run.end() : run.end() + 2]), list[str]()
        for word in [*run[0].split(), ""]:
            if word and (word != "of" or (part and ENDS.get(part[-1]))):
                part.append(word)
                continue
            if (name := _trimmed(part)) and not bound:
                yield name
            part = []


def _trimmed(words: list[str]) -> str:
    """Return a name without what stands before it: "the", "French", a role; and behind it."""
    while words:
        word, headed = words[0], words[-1] in ENDS
        small = word in _LINKS | _FIRMS or (
            word.lower() in _SPOKEN.stop_words and word not in PLACED
        )
        role = word.rstrip(".") in _ROLES or (word in ENGLISH.of_country and not headed)
        if not (small or (role and len(words) > 1)):
            break
        words = words[1:]
    # Behind a person stand honours: OBE.
    while len(words) > 1 and (
        words[-1] in (_LINKS | _FIRMS) - SUFFIXES
        or (words[-1] not in SUFFIXES and words[-1].isupper() and is_given(words[0]))
    ):
        words = words[:-1]
    name = " ".join(words)
    return name if re.search(r"[A-Z]\.$|\b[JS]r\.$", name) else name.rstrip(".")
