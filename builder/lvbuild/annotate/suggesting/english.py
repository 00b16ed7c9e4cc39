"""English names: those of questions and answers, with the kind that capitals and texts tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    EnglishWords,
    given_names,
    initials,
    is_given,
    plainly,
)
from lvbuild.annotate.suggesting.entities import Entity, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

LISTS = ENGLISH
PROPOSER = EnglishWords
_SPOKEN = ENGLISH.language
_PLACED = frozenset([*ENGLISH.places, *ENGLISH.countries, *ENGLISH.of_country])
_HEADS = frozenset(ENGLISH.ends["organisation"] + ENGLISH.ends["place"])
_LINKS, _ROLES = ENGLISH.words["links"], ENGLISH.words["roles"]
_GENERIC = ENGLISH.words["passed over"] | _ROLES | ENGLISH.of_country.keys()
_NOUNS = {kind: re.compile(rf"\b{any_of(nouns)}s?\b") for kind, nouns in ENGLISH.nouns.items()}
_BEFORE = {kind: re.compile(rf"{noun.pattern}(?: of)? \Z") for kind, noun in _NOUNS.items()}
_NAME = r"[A-ZÀ-Þ](?:\.|[a-zß-ÿ][\w'’-]*)"
_MOST_OF_PERSON = 4
_MOST_OF_TITLE = 6


class _Reading:
    """Documents with what is asked of them: what stands before and after the names in them."""

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        common: Callable[[str], bool],
    ) -> None:
        self.documents, self.common = "\n".join(documents), common
        self.answers = {re.sub("^(?:The|the) ", "", bare(answer)) for _, answer in asked}
        said = "\n".join(part for pair in asked for part in pair)
        self.said = ENGLISH.patterns["nicknamed"].sub(r"\1\2 \4", said)
        self.text = f"{self.documents}\n{self.said}"
        self.folded = _folded(self.text)
        self.trained = trained_kinds([*documents, self.said], ENGLISH.code)

    def beside(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and after a name, wherever it stands as whole words."""
        for found in _finder(name).finditer(self.text):
            start, end = found.span()
            yield self.text[max(start - 24, 0) : start], self.text[end : end + 160]

    def before(self, name: str, pattern: re.Pattern[str]) -> bool:
        """Tell whether a pattern ends where a name begins."""
        return any(pattern.search(before) for before, _ in self.beside(name))

    def after(self, name: str, pattern: str) -> re.Match[str] | None:
        """Return the first match of a pattern right after a name."""
        sought = ENGLISH.patterns[pattern]
        return next((m for _, after in self.beside(name) if (m := sought.match(after))), None)

    def is_plain(self, name: str) -> bool:
        """Tell whether a name is of words of the language alone."""
        letters = name.isupper() and name.isalpha()
        return letters or all(self.common(word) or _is_generic(word) for word in name.split())

    def fuller(self, name: str) -> list[str]:
        """Return a person's name as documents have it: with other names between, before, behind."""
        first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
        if first == last:
            found = re.findall(
                rf"(?<!\w)(?:{_NAME} ){{0,2}}{re.escape(name)}(?: {_NAME}){{0,2}}(?!\w)",
                self.documents,
            )
        else:
            found = re.findall(
                rf"(?<!\w){re.escape(first[0])}[\w.]+ (?:{_NAME} ){{0,2}}{re.escape(last)}(?!\w)"
                rf"|(?<!\w){re.escape(name)} {_NAME}(?= \((?:born|[^)]*\d{{4}}))",
                self.documents,
            )
        own = [
            each
            for each in dict.fromkeys(found)
            if each != name and (is_given(each.split()[0]) or each.startswith(f"{first} "))
        ]
        return own if first != last else [max(own, key=len)] if own else []

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


def find_names(
    documents: Sequence[str], asked: Sequence[tuple[str, str]], common: Callable[[str], bool]
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    `asked` are questions, each with an answer; `common` tells whether a word is one of the
    language, and no name.
    """
    read = _Reading(documents, asked, common)
    unnamed = ENGLISH.patterns["nicknamed"].sub("", read.text)
    quoted = (m[1] or m[2] for m in ENGLISH.patterns["quoted"].finditer(unnamed))
    titles = [t for t in dict.fromkeys(map(str.strip, quoted)) if _is_title(t, read)]
    said = re.sub(any_of(titles), "\n", read.said) if titles else read.said
    runs = dict.fromkeys(run for line in said.split("\n") for run in _runs(line))
    kinds = {run: _kind_of(run, read) for run in runs if _is_name(run, read)}
    people = [run for run, kind in kinds.items() if kind == "person"]
    found = [
        *(Entity("title", (title,)) for title in titles),
        *(_person(name, read) for name in sorted(people, key=lambda name: -name.count(" "))),
        *(
            each
            for run, kind in kinds.items()
            if kind != "person"
            for each in _other(run, kind, read)
        ),
    ]
    return merged(
        [Entity(e.kind, read.spellings(e.forms), e.sort, e.gender) for e in merged(found)]
    )


def _finder(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, name.split())) + r"(?!\w)")


def _stands(name: str, texts: str) -> bool:
    return _finder(name).search(texts) is not None


def _folded(text: str) -> str:
    """Return a text in small letters without diacritics, each character in its place."""
    return "".join(plainly(character).lower()[:1] or character for character in text)


def _is_generic(word: str) -> bool:
    return word.strip(".") in _GENERIC or word in _GENERIC or _SPOKEN.is_of_kind(word)


def _is_title(quoted: str, read: _Reading) -> bool:
    """Tell whether what is quoted is asked for, and a text tells that it is a work."""
    if not _stands(quoted, read.said) or not _stands(quoted, read.documents):
        return False
    if re.sub("^(?:The|the) ", "", bare(quoted)) in read.answers:
        return True
    words = [w for w in re.findall(r"[^\W\d_]+", quoted) if w.lower() not in _SPOKEN.stop_words]
    capitals = sum(word[0].isupper() for word in words)
    if 2 * capitals <= len(words) or len(words) > _MOST_OF_TITLE or all(map(_is_generic, words)):
        return False
    making, works = ENGLISH.patterns["making"], _NOUNS["title"]
    return any(
        making.search(before) or works.search(after[:60]) for before, after in read.beside(quoted)
    )


def _runs(line: str) -> Iterator[str]:
    """Yield the names of a line: runs of capitalised words, without dates and small words."""
    for run in ENGLISH.patterns["run"].finditer(line):
        part: list[str] = []
        for word in [*run[0].split(), ""]:
            joins = word != "of" or (part and part[-1] in _HEADS - {"Inc", "Ltd"})
            if word and joins:
                part.append(word)
                continue
            yield _trimmed(part)
            part = []


def _trimmed(words: list[str]) -> str:
    """Return a name without what stands before it: "the", "French", a role; and behind it."""
    while words:
        word, headed = words[0], words[-1] in _HEADS and len(words) > 1
        role = len(words) > 1 and word.rstrip(".") in _ROLES and (is_given(words[1]) or not headed)
        of_country = (word in ENGLISH.of_country or word in {"U.S.", "US", "UK"}) and not headed
        of_country = of_country or (word in ENGLISH.countries and is_given(" ".join(words[1:2])))
        small = word in _LINKS or (word.lower() in _SPOKEN.stop_words and word not in _PLACED)
        if not (small or role or (of_country and len(words) > 1)):
            break
        words = words[1:]
    while len(words) > 1 and (words[-1] in _LINKS or len(words[-1]) == 1):
        words = words[:-1]
    name = " ".join(words)
    return name if re.search(r"[A-Z]\.$", name) else name.rstrip(".")


def _is_name(run: str, read: _Reading) -> bool:
    """Tell whether documents have a run as a name: what only opens sentences may be any word."""
    words = run.split()
    none = ENGLISH.patterns["no name"].match(run)
    if len(run) < 3 or none or all(map(_is_generic, words)):
        return run in _PLACED and run not in ENGLISH.words["passed over"]
    if not _stands(run, read.documents) and not (len(words) > 1 and read.fuller(run)):
        return False
    if len(words) > 1 or run in _PLACED or run in read.answers:
        return True
    opening = ENGLISH.patterns["opening"]
    inside = any(not opening.search(before[-2:]) for before, _ in read.beside(run))
    return inside and not _stands(run.lower(), read.text)


def _kind_of(run: str, read: _Reading) -> Kind | None:
    """Return the kind of a name, None where neither its words nor the texts tell one."""
    words = run.replace("-", " ").split()
    if run in read.trained or run in _PLACED or read.after(run, "within a country"):
        return read.trained.get(run, "place")
    heads = {words[0], words[-1]} if words[0] != run else set[str]()
    kind = next((kind for kind, ends in ENGLISH.ends.items() if heads & set(ends)), None)
    told = _described(run, read) or kind
    joined = bool({"of", "and", "&", "the"} & set(words))
    joined = joined or (words[-1] in _PLACED and not is_given(words[0]))
    if len(words) > _MOST_OF_PERSON or joined:
        unknown: Kind | None = "organisation" if "&" in words else None
        return unknown if told == "person" else told or unknown
    named = (
        len(words) > 1
        and not _is_generic(words[-1])
        and (read.fuller(run) or (is_given(words[0]) and not read.common(words[-1])))
    )
    cued = (
        read.before(run, ENGLISH.patterns["before people"])
        or read.after(run, "after people") is not None
    )
    person = named or (cued and not read.is_plain(run))
    if told is None and person and words[0] not in ENGLISH.countries:
        told = "person"
    return told


def _described(run: str, read: _Reading) -> Kind | None:
    """Return the kind that a sentence tells of a name: X (born ...) is an actor; the river X."""
    if read.after(run, "born"):
        return "person"
    told = match["told"] if (match := read.after(run, "is")) else ""
    told = ENGLISH.patterns["end of noun"].split(told)[0]
    nouns = [(at.end(), kind) for kind, each in _NOUNS.items() for at in each.finditer(told)]
    if nouns:
        return max(nouns)[1]
    return next((kind for kind, noun in _BEFORE.items() if read.before(run, noun)), None)


def _person(name: str, read: _Reading) -> Entity:
    """Return a person with the fuller name, the nickname and the parts that stand alone."""
    first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
    forms = sorted({name, *read.fuller(name)}, key=lambda form: (-len(form), form))
    first = forms[0].split()[0] if first == last else first
    surnames = " ".join(form.split()[-1] for form in forms if " " in form or not is_given(form))
    rest = read.text
    for form in forms:
        rest = rest.replace(form, "")
    words = dict.fromkeys(word for form in forms for word in reversed(form.split()))
    passed = _GENERIC | _PLACED - {last}
    alone = (word for word in words if len(word) > 2 and word[0].isupper() and word not in passed)
    forms += [word for word in alone if word not in forms and _stands(word, rest)]
    for nickname in ENGLISH.patterns["nicknamed"].finditer(read.text):
        if nickname[1] == first and nickname[4] in surnames.split():
            forms.append(nickname[3])
    behind = " ".join(after for form in forms for _, after in read.beside(form))
    she, he = (len(ENGLISH.patterns[each].findall(behind)) for each in ("she", "he"))
    if she == he:
        she, he = (first in given_names(gender) for gender in ("female", "male"))
    return Entity("person", tuple(forms), surnames, "female" if she > he else "male")


def _other(run: str, kind: Kind | None, read: _Reading) -> Iterator[Entity]:
    """Yield a name that is no person's: a country with its adjective, a place within the name.

    What is of words of the language alone is a name where it is the answer.
    """
    words = run.split()
    spans = [(at, end) for at in range(len(words)) for end in range(len(words), at, -1)]
    parts = (stem for at, end in spans if (stem := " ".join(words[at:end])) in ENGLISH.places)
    stem = next(parts, run) if kind in {"place", "organisation"} else run
    country = ENGLISH.of_country.get(stem, stem)
    if country in ENGLISH.countries and not (stem in ENGLISH.places and f", {stem}" in read.text):
        both = country, ENGLISH.adjectives[country]
        yield Entity("place", tuple(form for form in both if _stands(form, read.text)), "country")
        return
    if stem in ENGLISH.places:
        yield Entity("place", (stem,))
        return
    plain, answers = read.is_plain(run), run in read.answers and not all(map(_is_generic, words))
    if answers or (not plain and (kind or not any(map(read.common, words)))):
        letters = initials(run)
        short = (letters,) if len(letters) > 1 and _stands(letters, read.text) else ()
        two = not plain and re.fullmatch(r"[A-Z]\w+[a-z] [A-Z]\w+[a-z]", run)
        unknown: Kind = "person" if two else "organisation"
        yield Entity(kind or unknown, (run, *short), "" if kind or plain else "coined")
