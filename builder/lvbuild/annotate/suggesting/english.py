"""English names: found by their capitals and by what sentences tell of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    EnglishWords,
    given_names,
    initials,
    is_given,
    plainly,
)
from lvbuild.annotate.suggesting.entities import Entity, Gender, any_of, merged, trained_kinds
from lvbuild.tables.rows import Kind

LISTS = ENGLISH
PROPOSER = EnglishWords
_SPOKEN = ENGLISH.language
_DATED = ENGLISH.words["months"] | ENGLISH.words["weekdays"]
_PLACED = frozenset([*ENGLISH.places, *ENGLISH.countries, *ENGLISH.of_country])
_LEADS = frozenset(ENGLISH.ends["organisation"] + ENGLISH.ends["place"])
_LINKS = ENGLISH.words["links"]
_GENERIC = ENGLISH.words["passed over"] | ENGLISH.words["roles"] | ENGLISH.of_country.keys()
_NOUNS = {kind: re.compile(rf"\b{any_of(nouns)}s?\b") for kind, nouns in ENGLISH.nouns.items()}
_MOST_OF_PERSON = 4
_LONGEST_LETTERS = 6


class _Surroundings:
    """Texts, and what stands before and after the names in them."""

    def __init__(self, texts: Sequence[str], common: Callable[[str], bool]) -> None:
        self.text = "\n".join(texts)
        self.common = common
        self._found: dict[str, list[tuple[str, str]]] = {}

    def of(self, name: str) -> list[tuple[str, str]]:
        """Return what stands before and after a name, wherever it stands as whole words."""
        if name not in self._found:
            self._found[name] = [
                (self.text[max(m.start() - 24, 0) : m.start()], self.text[m.end() : m.end() + 160])
                for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)
            ]
        return self._found[name]

    def before(self, name: str, pattern: str) -> bool:
        """Tell whether a pattern ends where a name begins."""
        return any(ENGLISH.patterns[pattern].search(before) for before, _ in self.of(name))

    def after(self, name: str, pattern: str) -> re.Match[str] | None:
        """Return the first match of a pattern right after a name."""
        sought = ENGLISH.patterns[pattern]
        return next((m for _, after in self.of(name) if (m := sought.match(after))), None)

    def gender(self, name: str) -> Gender:
        """Return the gender that the pronouns behind a name agree on, else the first name's."""
        behind, given = " ".join(after for _, after in self.of(name)), name.split(maxsplit=1)[0]
        she, he = (ENGLISH.patterns[each].search(behind) is not None for each in ("she", "he"))
        if she == he:
            she, he = given in given_names("female"), given in given_names("male")
            she = she or (not he and given.endswith("a"))
        return "female" if she and not he else "male"


def find_names(
    texts: Sequence[str], asked: Sequence[tuple[str, str]], common: Callable[[str], bool]
) -> list[Entity]:
    """Return the names of texts, each with its forms; `asked` are questions, each with an answer.

    A name whose kind nothing tells is one only where a question or an answer names it. `common`
    tells whether a word is one of the language, and no name.
    """
    around, runs, opening = _Surroundings(texts, common), Counter[str](), Counter[str]()
    for text in texts:
        for run, opens in _runs(text):
            runs[run] += 1
            opening[run] += opens
    answers = {re.sub("^(?:The|the) ", "", answer.strip(" .")) for _, answer in asked}
    questions = "\n".join(question for question, _ in asked)
    named = [
        run
        for run in runs
        if _is_name(run, runs[run] > opening[run], around)
        or (run in answers and len(run) > 2 and not all(map(_is_generic, run.split())))
    ]
    quoted = dict.fromkeys(
        each.strip() for text in texts for each in ENGLISH.patterns["quoted"].findall(text)
    )
    titles = [each for each in quoted if _is_title(each, answers, around)]
    kinds: dict[str, Kind] = {}
    read = trained_kinds(texts, ENGLISH.code)
    rest = re.sub(any_of(titles), "", around.text) if titles else around.text
    for run in named:
        kind = read.get(run) or _kind_of(run, around)
        in_answer = any(run in answer for answer in answers)
        plain = kind != "person" and _is_plain(run, common)
        told = kind is not None or (_stands(run, questions) and len(run) > _LONGEST_LETTERS // 2)
        left = " " in run and re.split("[ -]", run)[0] in {*ENGLISH.of_country, "All"}
        if _stands(run, rest) and (in_answer or (told and not plain)) and not left:
            unknown: Kind = "place" if around.before(run, "of places") else "organisation"
            kinds[run] = kind or unknown
    found = [
        *_people([run for run in kinds if kinds[run] == "person"], around),
        *(Entity("title", (title,)) for title in titles),
        *_others([run for run in kinds if kinds[run] != "person"], named, kinds, around.text),
    ]
    found = [one for each in merged(found) if (one := _in_every_case(each, around.text))]
    held = {form for entity in found for form in entity.forms}
    alone = [
        Entity("title" if answer in quoted else "organisation", (answer,))
        for answer in sorted(answers)
        if answer[:1].isupper()
        and _is_titled(answer)
        and answer.split()[0] not in ENGLISH.of_country
        and around.of(answer)
        if not any(form in answer for form in held) and not _is_plain(answer, common)
        if not ENGLISH.patterns["no name"].match(answer)
    ]
    return merged([*found, *alone])


def _is_titled(phrase: str) -> bool:
    """Tell whether most words of a phrase have the capitals of a title, and it is no long one."""
    words = [
        word for word in re.findall(r"[^\W\d_]+", phrase) if word.lower() not in _SPOKEN.stop_words
    ]
    capitals = sum(word[0].isupper() for word in words)
    return (
        2 * capitals > len(words)
        and not all(map(_is_generic, words))
        and len(words) <= _LONGEST_LETTERS
    )


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the runs of capitalised words, and whether each only opens a sentence."""
    for run in ENGLISH.patterns["run"].finditer(text):
        part: list[re.Match[str]] = []
        for word in ENGLISH.patterns["in a run"].finditer(text, *run.span()):
            if word[0] in _DATED:
                yield from _named(part)
                part = []
            else:
                part.append(word)
        yield from _named(part)


def _named(words: Sequence[re.Match[str]]) -> Iterator[tuple[str, bool]]:
    """Yield the names of a run: parted at "of" where that joins no name, without roles before."""
    for at, word in enumerate(words):
        if word[0] == "of" and (not at or words[at - 1][0] not in _LEADS - {"Inc", "Ltd"}):
            yield from _named(words[:at])
            yield from _named(words[at + 1 :])
            return
    first = words[:1]
    while words and _is_before(words):
        words = words[1:]
    behind = ENGLISH.words["degrees"] | ENGLISH.of_country.keys()
    while words and (words[-1][0] in _LINKS or (len(words) > 2 and words[-1][0] in behind)):
        words = words[:-1]
    if len(words) > 2 and words[0][0] in ENGLISH.countries and is_given(words[1][0]):
        yield from _named(words[:1])
        words = words[1:]
    if words:
        text, start = words[0].string, words[0].start()
        name = re.sub(r" (?:A\.?)?F\.?C\.?$", "", text[start : words[-1].end()])
        single = len(words) == 1
        opens = (
            single
            and words == first
            and ENGLISH.patterns["opening"].search(text, max(start - 2, 0), start)
        )
        yield name.rstrip(".") if single and not re.search(r"[A-Z]\.$", name) else name, bool(opens)


def _is_before(words: Sequence[re.Match[str]]) -> bool:
    """Tell whether the first word of a run stands before the name: "the", "French", a role."""
    word, headed = words[0][0], len(words) > 1 and words[-1][0] in _LEADS
    if (
        word in _LINKS
        or word.lower() in _SPOKEN.stop_words
        or (word in ENGLISH.of_country and not headed)
    ):
        return True
    if len(words) == 1:
        return False
    role = word.rstrip(".") in ENGLISH.words["roles"]
    return word in {"U.S.", "U.K.", "US", "UK"} or (role and (is_given(words[1][0]) or not headed))


def _is_name(run: str, inside: bool, around: _Surroundings) -> bool:
    """Tell whether a run is a name: one word that only opens sentences may be any word."""
    words = run.split()
    if run in _PLACED:
        return run not in ENGLISH.words["passed over"]
    coded = any(not word.isdecimal() and re.search(r"\d", word) for word in words)
    shouted = run.isupper() and len(run) > _LONGEST_LETTERS
    office = words[-1] in ENGLISH.words["offices"] and not is_given(words[0])
    none = ENGLISH.patterns["no name"].match(run) or around.after(run, "owning")
    if len(run) < 3 or all(map(_is_generic, words)) or coded or shouted or office or none:
        return False
    if len(words) > 1 or is_given(run):
        return True
    small = re.search(rf"\b{re.escape(run.lower())}\b", around.text)
    return small is None and (inside or not around.common(run))


def _is_generic(word: str) -> bool:
    return word.strip(".") in _GENERIC or word in _GENERIC or _SPOKEN.is_of_kind(word)


def _is_plain(run: str, common: Callable[[str], bool]) -> bool:
    """Tell whether a name that is no known place is of words of the language, or letters."""
    letters = run.isupper() and run.isalpha()
    return run not in _PLACED and (
        letters or all(common(word) or _is_generic(word) for word in run.split())
    )


def _kind_of(run: str, around: _Surroundings) -> Kind | None:
    """Return the kind of a name, None where neither its words nor the texts tell one."""
    of = all(re.search(" [Oo]f $", before) for before, _ in around.of(run))
    if run in _PLACED or around.after(run, "within a country") or ("-" in run and of):
        return "place"
    words = run.replace("-", " ").split()
    headed = next((kind for kind, ends in ENGLISH.ends.items() if words[-1] in ends), None)
    if headed is None and words[0] in {"University", "Bank", "Lake", "Mount", "Fort"}:
        headed = "organisation" if words[0] in ENGLISH.ends["organisation"] else "place"
    joined = bool({"of", "and", "&", "the"} & set(words)) or words[-1] in ENGLISH.countries
    if 1 < len(words) <= _MOST_OF_PERSON and is_given(words[0]) and headed is None:
        return None if joined else "person"
    if (kind := _described(run, around) or headed) is not None:
        return None if kind == "person" and joined else kind
    if not joined and _is_person(run, words, around):
        kind = "person"
    elif around.before(run, "before titles"):
        kind = "title"
    elif not all(map(around.common, words)) and around.before(run, "before places"):
        kind = None if "-" in run else "place"
    return kind


def _described(run: str, around: _Surroundings) -> Kind | None:
    """Return the kind that a sentence tells of a name: X (born ...) is an actor."""
    if around.after(run, "born"):
        return "person"
    if (match := around.after(run, "is")) is None:
        return None
    found = [
        (at.start(), kind) for kind, nouns in _NOUNS.items() if (at := nouns.search(match["told"]))
    ]
    return min(found)[1] if found else None


def _is_person(run: str, words: Sequence[str], around: _Surroundings) -> bool:
    if len(words) == 1:
        return is_given(run) and not around.before(run, "before places")
    if len(words) > _MOST_OF_PERSON:
        return False
    if re.match(r"[A-Z]\.", words[0]):
        return True
    if any(around.common(word) or word in ENGLISH.words["passed over"] for word in words):
        return False
    return around.before(run, "before people") or around.after(run, "after people") is not None


def _is_title(quoted: str, answers: set[str], around: _Surroundings) -> bool:
    """Tell whether what is quoted has the capitals of a title, and an answer or a text tells so."""
    if not _is_titled(quoted):
        return False
    making = ENGLISH.patterns["making"]
    return any(quoted in answer for answer in answers) or any(
        making.search(before) or _NOUNS["title"].search(after[:60])
        for before, after in around.of(quoted)
    )


def _people(people: Sequence[str], around: _Surroundings) -> Iterator[Entity]:
    """Yield each person with the parts of the name that stand alone, and the nickname."""
    cut = {
        m[1] + m[2] for m in ENGLISH.patterns["nicknamed"].finditer(around.text)
    }  # goes on behind a nickname
    people = [name for name in people if name not in cut]
    full = sorted((name for name in people if " " in name), key=lambda name: (-len(name), name))
    passed = ENGLISH.words["passed over"] | ENGLISH.words["roles"]
    nicknames = {(m[1], m[4]): m[3] for m in ENGLISH.patterns["nicknamed"].finditer(around.text)}
    used: set[str] = set()
    for name in sorted(full, key=around.text.find):
        if name in used:
            continue
        words = name.split()
        same = [o for o in full if o != name and o not in used and _same_person(o, name)]
        forms = sorted([name, *same], key=len, reverse=True)
        rest = around.text
        for form in forms:
            rest = rest.replace(form, "")
        forms += [
            word
            for word in reversed(words)
            if len(word) > 2 and word[0].isupper() and word not in passed and _stands(word, rest)
            if not _SPOKEN.is_of_kind(word)
        ]
        if nickname := nicknames.get((words[0], words[-1])):
            forms.append(nickname)
        used.update(forms)
        yield Entity("person", tuple(forms), "", around.gender(name))
    for name in people:
        if " " not in name and name not in used:
            yield Entity("person", (name,), "", around.gender(name))


def _stands(name: str, texts: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", texts) is not None


def _same_person(one: str, other: str) -> bool:
    a, b = (plainly(name).split() for name in (one, other))
    return a[-1] == b[-1] and (a[0] == b[0] or a[0][0] == b[0][0] == a[0].rstrip("."))


def _others(
    runs: Sequence[str], every: Sequence[str], kinds: Mapping[str, Kind], texts: str
) -> Iterator[Entity]:
    """Yield places and organisations, each with the letters that stand for it.

    `every` are all names of the texts, those of which no kind is told with them.
    """
    used: set[str] = set()
    for whole in sorted(runs, key=texts.find):
        run = whole if kinds[whole] == "title" else _stem(whole)
        known = run in ENGLISH.places
        longer = any(other != run and _stands(run, other) for other in used)
        if run in used or (longer and " " not in run and not known):
            continue
        country = ENGLISH.of_country.get(run, run)
        if country in ENGLISH.countries and not (known and f", {run}" in texts):
            both = (country, ENGLISH.adjectives[country])
            forms = tuple(form for form in both if _stands(form, texts))
            used.update(forms)
            yield Entity("place", forms, "country")
            continue
        letters = initials(run)
        forms = (run, *([letters] if len(letters) > 1 and letters in every else []))
        used.update(forms)
        yield Entity(kinds.get(run, "place"), forms)


def _stem(run: str) -> str:
    """Return the known place that a name of several words is called after, else the name."""
    words = run.split()
    ends = [(at, end) for at in range(len(words)) for end in range(len(words), at, -1)]
    stems = (stem for at, end in ends if (stem := " ".join(words[at:end])) in ENGLISH.places)
    return run if run in ENGLISH.places else next(stems, run)


def _in_every_case(entity: Entity, texts: str) -> Entity | None:
    """Return an entity with its forms as texts write them with other capitals, or with ß for ss.

    Return None for what texts have in small letters too, which is a word and no name.
    """
    forms = list(entity.forms)
    for form in entity.forms:
        words = form.split()
        exact = len(words) == 1 and form not in ENGLISH.places and entity.sort != "country"
        if exact and "ss" not in form:
            continue
        pattern = r"\s+".join(map(re.escape, words)).replace("ss", "(?:ss|ß)")
        found = re.findall(
            rf"(?<![^\W_]){pattern}(?![^\W_])", texts, re.NOFLAG if exact else re.IGNORECASE
        )
        others = {" ".join(each.split()) for each in found} - {form, form.upper()}
        if entity.kind in {"organisation", "title"} and form.lower() in others:
            return None
        forms += sorted(others - set(forms))
    return Entity(entity.kind, tuple(forms), entity.sort, entity.gender)
