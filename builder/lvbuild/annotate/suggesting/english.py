"""English names: found by their capitals and by what sentences tell of them, and new ones."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from unicodedata import combining, normalize

from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    Entity,
    Figures,
    Gender,
    People,
    UsedWords,
    Vocabulary,
    Words,
    any_of,
    choose,
    merged,
    read_people,
    words_of,
)
from lvbuild.annotate.suggesting.proposing import Proposer
from lvbuild.core.seeds import Draws
from lvbuild.languages.english.words import VOCABULARY
from lvbuild.sample.words import read_lists
from lvbuild.tables.rows import Kind

ENGLISH = Vocabulary("en")
_SPOKEN = ENGLISH.language
_STOP_WORDS = _SPOKEN.stop_words
_MONTHS = frozenset([*VOCABULARY["months"], *VOCABULARY["weekdays"]])
_LINKS = "of the de da del della di do dos von van der den la le du des al el bin ibn & y".split()
"""Small words that stand within names."""
_ADJECTIVES = {of_it: country for country, of_it in ENGLISH.adjectives.items()}
_LEADS = ENGLISH.words["ends of places"] | ENGLISH.words["ends of organisations"]
_GENERIC = ENGLISH.words["passed over"] | ENGLISH.words["roles"] | _ADJECTIVES.keys()
_MOST_OF_PERSON = 4
_LONGEST_LETTERS = 6

# What stands beside a name, and tells of what kind it is.
_BORN = re.compile(rf"[^.()]{{0,20}} \((?:born|b\.|{'|'.join(sorted(_MONTHS))}|[^)]*\d{{4}} ?–)")
_IS = re.compile(
    r"(?: \([^)]*\))?,? (?:is|was|are|were) (?:a|an|the|one of the)\b"
    r"((?:[^.]|\.(?=\w|,)){0,90})"
)
_NOUNS: Mapping[Kind, re.Pattern[str]] = {
    "title": re.compile(rf"\b{any_of(ENGLISH.lists['works'])}s?\b"),
    "organisation": re.compile(rf"\b{any_of(ENGLISH.lists['bodies'])}s?\b"),
    "place": re.compile(rf"\b{any_of(ENGLISH.lists['sites'])}s?\b"),
    "person": re.compile(rf"\b{any_of(ENGLISH.lists['callings'])}s?\b"),
}
_AFTER_PERSON = re.compile(
    r"(?:,[^,.]{0,40},)? (?:was born|is born|wrote|co-wrote|directed|starred|stars|starring|married"
    r"|died|sang)\b"
)
_BEFORE_PERSON = re.compile(
    r"\b(?:by|directors?|starring|star|actor|actress|singer|Mr\.?|Mrs\.?|Sir|Dr\.?|President"
    r"|author|writer|husband|wife|son|daughter|brother|sister|father|mother|footballer|player) $"
)
_BEFORE_TITLE = re.compile(rf"\b{any_of(ENGLISH.lists['works'])} $")
_BEFORE_PLACE = re.compile(r"(?:\b(?:[Ii]n|[Ff]rom|[Nn]ear|[Aa]t)|\b(?:town|city|village) of) $")
_IN_COUNTRY = re.compile(f", {any_of({*ENGLISH.places, *ENGLISH.countries})}")
_OWNING = re.compile("['’] [A-Z]")
_OF_PLACE = re.compile(r"\b(?:of|to|between|via) $")
_MAKING = re.compile(
    r"\b(?:sang|wrote|directed|produced|recorded|published|released|composed|starred|titled|called)\b"
)
_TAXON = re.compile(r"[A-Z][a-z]+(?:aceae|idae|inae|iformes|ptera|dactyla|ceti)")
_CUT = re.compile(r'\b([A-Z][\w.]+(?: [A-Z][\w.]+)+) ["“][A-Z]\w+["”] [A-Z]')
_NICKNAME = re.compile(r'\b([A-Z]\w+) ["“]([A-Z]\w+)["”] ([A-Z]\w+)')

_CAPITAL = "[A-ZÀ-ÖØ-ÞŚŠŽĐ]"
_SHORT = "|".join(sorted(filter(str.istitle, _SPOKEN.abbreviations)))
_NAME = (
    rf"(?:(?:{_SHORT}|(?:[A-Z]\.)*[A-Z])\.|{_CAPITAL}\w*(?:['’](?!s\b)\w+|&\w+|-{_CAPITAL}\w*)*)"
)
_SYLLABLE = (
    r"-(?!\w*(?:ed|ing|based|born|style|like|wide|era|run|level|owned|known|old|time)\b)"
    r"[a-z]{2,6}\b(?!-)"
)
_RUN = re.compile(
    rf"(?<!\w)(?:{_NAME} {_NAME}{_SYLLABLE}|{_NAME}(?: (?:(?:{'|'.join(_LINKS)}) )*{_NAME})*)"
)
"""A run of words with capitals; one such as Chiang Kai-shek ends in a syllable in small letters."""
_IN_RUN = re.compile(rf"{_NAME}(?:{_SYLLABLE})?|\S+")
_OPENING = re.compile(r"(?:^|[.!?:\"“\n])\s?\Z")
_QUOTED = re.compile(r'["“]([A-Z0-9][^"“”\n]{1,70}?)[,.]?["”]')


@cache
def _known() -> People:
    """Return the names by which people are known: of many countries."""
    return read_people([*ENGLISH.lists["locales"], *ENGLISH.lists["other locales"]])


@cache
def _given(gender: Gender) -> frozenset[str]:
    """Return the given names of a gender: those of English lists tell before other ones."""
    known, others = _known().given(gender), _known().given("male" if gender == "female" else "female")
    own = {*ENGLISH.people.given(gender), *read_lists("en", "names")["woman" if gender == "female" else "man"]}
    return frozenset(own | (set(known) - set(others))) - ENGLISH.words["passed over"] - _MONTHS


def _is_given(word: str) -> bool:
    return word in _given("female") or word in _given("male")


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

    def has_before(self, name: str, pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(before) for before, _ in self.of(name))

    def after(self, name: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return next((m for _, after in self.of(name) if (m := pattern.match(after))), None)

    def gender(self, name: str) -> Gender:
        """Return the gender that the pronouns behind a name agree on, else that of the first name."""
        behind = " ".join(after for _, after in self.of(name))
        she, he = (
            re.search(p, behind) for p in (r"\b(?:[Ss]he|[Hh]ers?)\b", r"\b(?:[Hh]e|[Hh]is|him)\b")
        )
        if (she is None) == (he is None):
            given = name.split()[0]
            she, he = given in _given("female"), given in _given("male")
            return "female" if she and not he else "male"
        return "female" if she else "male"


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
    quoted = dict.fromkeys(each.strip() for text in texts for each in _QUOTED.findall(text))
    titles = [each for each in quoted if _is_title(each, answers, around)]
    kinds: dict[str, Kind] = {}
    rest = re.sub(any_of(titles), "", around.text) if titles else around.text
    for run in named:
        kind, in_answer = _kind_of(run, around), any(run in answer for answer in answers)
        plain = kind != "person" and _is_plain(run, common)
        told = kind is not None or (_stands(run, questions) and len(run) > _LONGEST_LETTERS // 2)
        left = " " in run and (run.split()[0] in _ADJECTIVES or "All-" in run)
        if _stands(run, rest) and (in_answer or (told and not plain)) and not left:
            unknown: Kind = "place" if around.has_before(run, _OF_PLACE) else "organisation"
            kinds[run] = kind or unknown
    found = [
        *_people([run for run in kinds if kinds[run] == "person"], around),
        *(Entity("title", (title,)) for title in titles),
        *_others([run for run in kinds if kinds[run] != "person"], named, kinds, around.text),
    ]
    return merged([one for each in merged(found) if (one := _in_every_case(each, around.text))])


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the runs of capitalised words, and whether each only opens a sentence."""
    for run in _RUN.finditer(text):
        part: list[re.Match[str]] = []
        for word in _IN_RUN.finditer(text, *run.span()):
            if word[0] in _MONTHS:
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
    behind = ENGLISH.words["degrees"] | _ADJECTIVES.keys()
    while words and (words[-1][0] in _LINKS or (len(words) > 2 and words[-1][0] in behind)):
        words = words[:-1]
    if len(words) > 2 and words[0][0] in ENGLISH.countries and _is_given(words[1][0]):
        yield from _named(words[:1])
        words = words[1:]
    if words:
        text, start = words[0].string, words[0].start()
        name = re.sub(r" (?:A\.?)?F\.?C\.?$", "", text[start : words[-1].end()])
        single = len(words) == 1
        opens = single and words == first and _OPENING.search(text, max(start - 2, 0), start)
        yield name.rstrip(".") if single and not re.search(r"[A-Z]\.$", name) else name, bool(opens)


def _is_before(words: Sequence[re.Match[str]]) -> bool:
    """Tell whether the first word of a run stands before the name: "the", "French", a role."""
    word, headed = words[0][0], len(words) > 1 and words[-1][0] in _LEADS
    if word in _LINKS or word.lower() in _STOP_WORDS or (word in _ADJECTIVES and not headed):
        return True
    if len(words) == 1:
        return False
    role = word.rstrip(".") in ENGLISH.words["roles"]
    return word in {"U.S.", "U.K.", "US", "UK"} or (role and (_is_given(words[1][0]) or not headed))


def _is_name(run: str, inside: bool, around: _Surroundings) -> bool:
    """Tell whether a run is a name: one word that only opens sentences may be any word."""
    words = run.split()
    if run in ENGLISH.places or run in ENGLISH.countries or run in _ADJECTIVES:
        return run not in ENGLISH.words["passed over"]
    if run.endswith(("ism", "ist")) or words[0] == "St." or around.after(run, _OWNING):
        return False
    coded = any(not word.isdecimal() and re.search(r"\d", word) for word in words)
    shouted = run.isupper() and len(run) > _LONGEST_LETTERS
    office = words[-1] in ENGLISH.words["offices"] and not _is_given(words[0])
    if len(run) < 3 or all(map(_is_generic, words)) or coded or shouted or office:
        return False
    if len(words) > 1 or _is_given(run):
        return True
    small = rf"\b{re.escape(run.lower())}\b"
    named = inside or not around.common(run)
    return named and not _TAXON.fullmatch(run) and re.search(small, around.text) is None


def _is_generic(word: str) -> bool:
    return word.strip(".") in _GENERIC or word in _GENERIC or _SPOKEN.is_of_kind(word)


def _is_plain(run: str, common: Callable[[str], bool]) -> bool:
    """Tell whether a name that is no known place is of words of the language, or letters."""
    if run in ENGLISH.places or run in ENGLISH.countries or run in _ADJECTIVES:
        return False
    letters = run.isupper() and run.isalpha()
    return letters or all(common(word) or _is_generic(word) for word in run.split())


def _kind_of(run: str, around: _Surroundings) -> Kind | None:
    """Return the kind of a name, None where neither its words nor the texts tell one."""
    if run in ENGLISH.places or run in ENGLISH.countries or run in _ADJECTIVES:
        return "place"
    words = run.replace("-", " ").split()
    headed: Kind | None = None
    if words[-1] in ENGLISH.words["ends of organisations"] or words[0] in {"University", "Bank"}:
        headed = "organisation"
    elif words[-1] in ENGLISH.words["ends of places"] or words[0] in {"Lake", "Mount", "Fort"}:
        headed = "place"
    joined = bool({"of", "and", "&", "the"} & set(words)) or words[-1] in ENGLISH.countries
    if 1 < len(words) <= _MOST_OF_PERSON and _is_given(words[0]) and headed is None:
        return None if joined else "person"
    of = all(re.search(" [Oo]f $", before) for before, _ in around.of(run))
    if around.after(run, _IN_COUNTRY) or ("-" in run and of):
        return "place"
    if (kind := _described(run, around) or headed) is not None:
        return None if kind == "person" and joined else kind
    if not joined and _is_person(run, words, around):
        kind = "person"
    elif around.has_before(run, _BEFORE_TITLE):
        kind = "title"
    elif not all(map(around.common, words)) and around.has_before(run, _BEFORE_PLACE):
        kind = None if "-" in run else "place"
    return kind


def _described(run: str, around: _Surroundings) -> Kind | None:
    """Return the kind that a sentence tells of a name: X (born ...) is an actor."""
    if around.after(run, _BORN):
        return "person"
    if (match := around.after(run, _IS)) is None:
        return None
    found = [(at.start(), kind) for kind, nouns in _NOUNS.items() if (at := nouns.search(match[1]))]
    return min(found)[1] if found else None


def _is_person(run: str, words: Sequence[str], around: _Surroundings) -> bool:
    if len(words) == 1:
        return _is_given(run) and not around.has_before(run, _BEFORE_PLACE)
    if len(words) > _MOST_OF_PERSON:
        return False
    if re.match(r"[A-Z]\.", words[0]):
        return True
    if any(around.common(word) or word in ENGLISH.words["passed over"] for word in words):
        return False
    return around.has_before(run, _BEFORE_PERSON) or around.after(run, _AFTER_PERSON) is not None


def _is_title(quoted: str, answers: set[str], around: _Surroundings) -> bool:
    """Tell whether what is quoted has the capitals of a title, and an answer or a text tells so."""
    words = [word for word in re.findall(r"[^\W\d_]+", quoted) if word.lower() not in _STOP_WORDS]
    capitals = sum(word[0].isupper() for word in words)
    if 2 * capitals <= len(words) or all(map(_is_generic, words)):
        return False
    nouns = _NOUNS["title"]
    return any(quoted in answer for answer in answers) or any(
        _MAKING.search(before) or nouns.search(before) or nouns.search(after[:60])
        for before, after in around.of(quoted)
    )


def _people(people: Sequence[str], around: _Surroundings) -> Iterator[Entity]:
    """Yield each person with the parts of the name that stand alone, and the nickname."""
    cut = {m[1] for m in _CUT.finditer(around.text)}  # goes on behind a nickname
    people = [name for name in people if name not in cut]
    full = sorted((name for name in people if " " in name), key=lambda name: (-len(name), name))
    passed = ENGLISH.words["passed over"] | ENGLISH.words["roles"]
    nicknames = {(m[1], m[3]): m[2] for m in _NICKNAME.finditer(around.text)}
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


def _plainly(name: str) -> str:
    """Return a name without its diacritics."""
    return "".join(c for c in normalize("NFD", name) if not combining(c))


def _same_person(one: str, other: str) -> bool:
    a, b = (_plainly(name).split() for name in (one, other))
    return a[-1] == b[-1] and (a[0] == b[0] or a[0][0] == b[0][0] == a[0].rstrip("."))


def _initials(name: str) -> str:
    """Return the letters that may stand for a name: the first of its capitalised words."""
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper())


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
        country = _ADJECTIVES.get(run, run)
        if country in ENGLISH.countries and not (known and f", {run}" in texts):
            both = (country, ENGLISH.adjectives[country])
            forms = tuple(form for form in both if _stands(form, texts))
            used.update(forms)
            yield Entity("place", forms, "country")
            continue
        letters = _initials(run)
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


_NAMED = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL = frozenset("a an the of and in on for to with from at by".split())
_OTHER_KINDS = dict(pair.split(":") for pair in ENGLISH.lists["other kinds"])
_PATTERNS = ("Under the {}", "The {} and the {}", "The {} {} and the {}", "The {} {} of the {} {}")
_TRIES = 400
_INVENTED = 0.6


class EnglishWords(Proposer):
    """Proposes words for English names; a word has the same new ones in all names."""

    vocabulary = ENGLISH

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        self._words = words_of("\n".join(texts))

    def is_free(self, word: str) -> bool:
        """Tell whether no word of a name is in the texts, or stands for another."""
        return self._words.isdisjoint(words_of(word)) and not self.used & {word, *word.split()}

    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return a name whose words are new, but those of kind and the small ones between."""
        same = [new for old, new in made.items() if old.casefold() == form.casefold()]
        if same:
            return tuple(_cased(each, form) for each in same[0])
        if form.isupper() and form.isalpha() and made:
            return choose(map(_initials, made[entity.forms[0]]))
        words = list(_NAMED.finditer(form))
        if entity.kind == "title" and any(
            (small := word[0].casefold()) in _STOP_WORDS and small not in _SMALL for word in words
        ):
            return self._title(form, draws)
        new = [form] * CHOICES
        for place in reversed(range(len(words))):
            word = words[place][0]
            small = word.lower() in _STOP_WORDS or word.lower() in {*_LINKS, "et"}
            if _SPOKEN.is_of_kind(word) or (small and len(words) > 1):
                continue
            last = 0 < place == len(words) - 1 and entity.kind not in {"person", "title"}
            fixed = _OTHER_KINDS.get(word) if last else None
            each_new = (fixed,) * CHOICES if fixed else self._word(word, place, len(words), entity, draws)
            if each_new is None:
                return None
            start, end = words[place].span()
            new = [old[:start] + each + old[end:] for old, each in zip(new, each_new, strict=True)]
        return tuple(new) if len({form, *new}) == CHOICES + 1 else None

    def _title(self, form: str, draws: Draws) -> tuple[str, ...] | None:
        """Return new titles of as many content words as a sentence has, at most four."""
        count = min(max(len(_SPOKEN.content(form)), 1), 4)
        drawn = ([draws.choice(ENGLISH.lists["title words"]) for _ in range(count)] for _ in range(_TRIES))
        return choose(
            _PATTERNS[count - 1].format(*words)
            for words in drawn
            if len(set(words)) == count and all(map(self.is_free, words)) and self.taken.is_new(words[-1])
        )

    def _word(
        self, word: str, place: int, of: int, entity: Entity, draws: Draws
    ) -> tuple[str, ...] | None:
        if (key := _plainly(word)) not in self.known:
            short = len(word) == 1 or word.isdecimal()
            new = choose(
                each
                for tried in range(_TRIES)
                if (each := self._draw(word, place, of, entity, draws)) != word
                and self.is_free(each)
                and (short or tried > _TRIES // 2 or self.taken.is_new(each))
            )
            if new is None:
                return None
            self.keep(key, new)
            self.used.difference_update(new if short else ())
        return self.known[key]

    def _draw(self, word: str, place: int, of: int, entity: Entity, draws: Draws) -> str:
        if word.isdecimal():
            return "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) < 4):
            return "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        person, common = entity.kind == "person", self.taken.is_common(word)
        whole = entity.forms[0].split()
        last = place == of - 1 if of > 1 else word == whole[-1] and (len(whole) > 1 or not _is_given(word))
        if entity.kind == "title":
            before = place == 0 and of > 1 and draws.uniform(0, 1) < 0.5
            new = draws.choice(ENGLISH.lists["title words before" if before else "title words"])
        elif person and not last and (not place or _is_given(word) or f"-{word}" in entity.forms[0]):
            return draws.choice(ENGLISH.people.given(entity.gender))
        elif person:
            return self._surname(draws)
        elif not common and not word.isupper():
            return _joined("ends of towns", draws)
        else:
            new = draws.choice(ENGLISH.lists["organisation words"])
        return new.lower() if word.islower() else new.upper() if word.isupper() else new

    @staticmethod
    def _surname(draws: Draws) -> str:
        if draws.uniform(0, 1) < _INVENTED:
            return _joined("ends of families", draws)
        return draws.choice(ENGLISH.people.surnames)


def _joined(ends: str, draws: Draws) -> str:
    beginning = draws.choice(ENGLISH.lists["beginnings"])
    return beginning + draws.choice(ENGLISH.lists[ends]).removeprefix(beginning[-1])


def _cased(new: str, like: str) -> str:
    """Return new words, in small letters where the words of another phrase are."""
    words, others = new.split(), like.split()
    if like.islower() or len(words) != len(others):
        return new.lower() if like.islower() else new
    return " ".join(
        word.lower() if other.islower() else word for word, other in zip(words, others, strict=True)
    )


_COUNTS = tuple("two three four five six seven eight nine ten eleven twelve".split())


def _is_year(whole: str, before: str, after: str) -> bool:
    if not re.fullmatch(r"(?:1\d|20)\d\d(?:[-–/](?:\d\d)?\d\d)?", whole):
        return False
    return re.match(r" (?!in |and |to |by |after |as )[a-z]+s\b|[.,]\d|%", after) is None


def _number(whole: str, before: str, after: str) -> str:
    """Return what of a numeral is a number that another may stand for."""
    unclear = re.search(r"(?:[$£€#]|\bNo\. |[A-Za-z]-?|[.,:/–-]|(?<![.!?] )\b[A-Z]\w* )$", before)
    if unclear or re.match(r"(?:[-–/:]|[.,]\d|\w|['’]s| ?(?:BC|AD|CE|am|pm)\b)", after):
        return ""
    plain = whole in _COUNTS or re.fullmatch(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: [mbt]illion)?", whole)
    return whole if plain else ""


FIGURES = Figures(
    year=_is_year,
    behind=re.compile(r"s\b"),
    day=re.compile(rf"{any_of(VOCABULARY['months'])} \d{{1,2}}|\d{{1,2}} {any_of(VOCABULARY['months'])}"),
    fixed=re.compile(r"\b(?:BCE?|A\.?D\.?|CE)\b"),
    century=re.compile(r"\bcentur(?:y|ies)\b"),
    number=_number,
    words=_COUNTS,
    listing=re.compile(r":|(?:, [^,.]{2,40}){1,9},? (?:and|or) "),
    events=re.compile(any_of(ENGLISH.lists["events"])),
)
LISTS = ENGLISH
PROPOSER = EnglishWords
