"""English names by families: a person's full name and its parts, a country and its people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from lvbuild.annotate.suggesting.english.kinds import (
    COUNTRIES,
    ENGLISH,
    LINKS,
    MONTHS,
    OF_PLACE,
    STOP_WORDS,
    Surroundings,
    gender_of,
    initials,
    is_described_work,
    is_given,
    is_name,
    is_plain,
    is_title,
    kind_of,
)
from lvbuild.annotate.suggesting.english.words import EnglishWords
from lvbuild.annotate.suggesting.entities import (
    KNOWN,
    Entity,
    FigurePatterns,
    LanguageRules,
    merged,
)
from lvbuild.annotate.suggesting.figures import AFTER_NUMBER, YEAR, YEAR_ON
from lvbuild.tables.rows import Kind

_NICKNAME = re.compile(r'\b([A-Z]\w+) ["“]([A-Z]\w+)["”] ([A-Z]\w+)')


def _people(people: Sequence[str], texts: str) -> Iterator[Entity]:
    """Yield each person with the parts of the name that stand alone, and the nickname."""
    full = sorted((name for name in people if " " in name), key=lambda name: (-len(name), name))
    passed = ENGLISH.words["passed_over"] | ENGLISH.words["roles"]
    used: set[str] = set()
    nicknames = {(m[1], m[3]): m[2] for m in _NICKNAME.finditer(texts)}
    for name in sorted(full, key=texts.find):
        if name in used:
            continue
        words = name.split()
        same = [o for o in full if o != name and _same_person(o.split(), words) and o not in used]
        forms = sorted([name, *same], key=len, reverse=True)
        rest = texts
        for form in forms:
            rest = rest.replace(form, "")
        forms += [
            word
            for word in reversed(words)
            if len(word) > 2 and word[0].isupper() and word not in passed and _stands(word, rest)
            if not ENGLISH.language.is_of_kind(word)
        ]
        if nickname := nicknames.get((words[0], words[-1])):
            forms.append(nickname)
        used.update(forms)
        yield Entity("person", tuple(forms), "", gender_of(words[0], texts))
    for name in people:
        if " " not in name and name not in used:
            yield Entity("person", (name,), "", gender_of(name, texts))


def _stands(name: str, texts: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", texts) is not None


def _same_person(a: Sequence[str], b: Sequence[str]) -> bool:
    return a[-1] == b[-1] and (a[0] == b[0] or a[0][0] == b[0][0] == a[0].rstrip("."))


def _others(
    runs: Sequence[str], every: Sequence[str], kinds: Mapping[str, Kind], texts: str
) -> Iterator[Entity]:
    """Yield places and organisations, each with the letters that stand for it.

    `every` are all names of the texts, those of which no kind is told with them.
    """
    used: set[str] = set()
    adjectives = {adjective: country for country, adjective in COUNTRIES.items()}
    for run in _with_stems(sorted(runs, key=texts.find), kinds):
        whole = next((other for other in used if other != run and _stands(run, other)), None)
        known = run in ENGLISH.places
        if run in used or (whole and " " not in run and not known):
            continue
        country = adjectives.get(run, run)
        if country in COUNTRIES and not (known and f", {run}" in texts):
            both = (country, COUNTRIES[country])
            forms = tuple(form for form in both if len(form) > 2 and _stands(form, texts))
            used.update(forms)
            yield Entity("place", forms, "country")
            continue
        letters = initials(run)
        forms = (run, *([letters] if len(letters) > 1 and letters in every else []))
        used.update(forms)
        yield Entity(kinds.get(run, "place"), forms, KNOWN if known else "")


def _with_stems(runs: Sequence[str], kinds: Mapping[str, Kind]) -> Iterator[str]:
    """Yield names, but the place that a name of several words is called after instead of it."""
    known = ENGLISH.places
    for run in runs:
        words = run.split()
        ends = [(at, end) for at in range(len(words)) for end in range(len(words), at, -1)]
        stems = (stem for at, end in ends if (stem := " ".join(words[at:end])) in known)
        yield run if run in known or kinds[run] == "title" else next(stems, run)


def _in_every_case(entity: Entity, texts: str) -> Entity | None:
    """Return an entity with its forms as texts write them with other capitals, or with ß for ss.

    Return None for what texts have in small letters too, which is a word and no name.
    """
    forms = list(entity.forms)
    of_words = entity.kind in {"organisation", "title"}
    for form in entity.forms:
        words = form.split()
        exact = len(words) == 1 and entity.subkind not in {KNOWN, "country"}
        if exact and "ss" not in form:
            continue
        pattern = r"\s+".join(map(re.escape, words)).replace("ss", "(?:ss|ß)")
        flags = re.NOFLAG if exact else re.IGNORECASE
        found = re.findall(rf"(?<![^\W_]){pattern}(?![^\W_])", texts, flags)
        others = {" ".join(each.split()) for each in found} - {form, form.upper()}
        if of_words and form.lower() in others:
            return None
        forms += sorted(others - set(forms))
    return Entity(entity.kind, tuple(forms), entity.subkind, entity.gender)


_CAPITAL = "[A-ZÀ-ÖØ-ÞŚŠŽĐ]"
_SHORT = "|".join(sorted(filter(str.istitle, ENGLISH.language.abbreviations)))
_NAME = (
    rf"(?:(?:{_SHORT}|(?:[A-Z]\.)*[A-Z])\.|{_CAPITAL}\w*(?:['’](?!s\b)\w+|&\w+|-{_CAPITAL}\w*)*)"
)
_SYLLABLE = (
    r"-(?!\w*(?:ed|ing|based|born|style|like|wide|era|run|level|owned|known|old|time)\b)"
    r"[a-z]{2,6}\b(?!-)"
)
_RUN = re.compile(
    rf"(?<!\w)(?:{_NAME} {_NAME}{_SYLLABLE}|{_NAME}(?: (?:(?:{'|'.join(LINKS)}) )*{_NAME})*)"
)
"""A run of words with capitals; one such as Chiang Kai-shek ends in a syllable in small letters."""
_IN_RUN = re.compile(rf"{_NAME}(?:{_SYLLABLE})?|\S+")
_OPENING = re.compile(r"(?:^|[.!?:\"“\n])\s?\Z")
_QUOTED = re.compile(r'["“]([A-Z0-9][^"“”\n]{1,70}?)[,.]?["”]')

_KINDS: dict[str, Kind] = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "WORK_OF_ART": "title",
}


def find_names(
    texts: Sequence[str],
    asked: Sequence[tuple[str, str]] = (),
    common: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return the names of texts, each with its forms; `asked` are questions, each with an answer.

    A name whose kind nothing tells is one only where a question or an answer names it. `common`
    tells whether a word is one of the language, and no name.
    """
    runs, kinds, opening = Counter[str](), dict[str, Kind](), Counter[str]()
    for text in texts:
        for run, opens in _runs(text):
            runs[run] += 1
            opening[run] += opens
        if trained := _trained():
            ents = trained(text).ents
            kinds.update({each.text: _KINDS[each.label_] for each in ents if each.label_ in _KINDS})
    around = Surroundings(texts)
    answers = {re.sub("^(?:The|the) ", "", answer.strip(" .")) for _, answer in asked}
    named = [
        run
        for run in runs
        if is_name(run, runs[run] - opening[run], around) or (run in answers and len(run) > 2)
    ]
    titles = dict.fromkeys(
        quoted
        for text in texts
        for quoted in map(str.strip, _QUOTED.findall(text))
        if is_title(quoted)
        and (any(quoted in answer for answer in answers) or is_described_work(quoted, around))
    )
    kept = []
    for run in named:
        kind = kinds.get(run) or kind_of(run, around, common)
        asked_for = any(run in answer for answer in answers)
        plain = kind != "person" and is_plain(run, common)
        if run in titles or ((plain or kind is None) and not asked_for):
            continue
        kept.append(run)
        unknown: Kind = "place" if around.has_before(run, OF_PLACE) else "organisation"
        kinds[run] = kind or unknown
    people = [run for run in kept if kinds[run] == "person"]
    others = [run for run in kept if kinds[run] != "person"]
    found = [
        *_people(people, around.text),
        *(Entity("title", (title,)) for title in titles),
        *_others(others, named, kinds, around.text),
    ]
    return merged([one for each in merged(found) if (one := _in_every_case(each, around.text))])


@cache
def _trained() -> Any:
    """Return a trained pipeline of spaCy's for English, the first by name, None without any."""
    try:
        import spacy
    except ImportError:
        return None
    installed = spacy.util.get_installed_models()
    names = sorted(name for name in installed if name.startswith(f"{ENGLISH.code}_"))
    return spacy.load(names[0]) if names else None


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the runs of capitalised words, and whether each only opens a sentence."""
    for run in _RUN.finditer(text):
        part: list[re.Match[str]] = []
        for word in _IN_RUN.finditer(text, *run.span()):
            if word[0] in MONTHS:
                yield from _named(part)
                part = []
            else:
                part.append(word)
        yield from _named(part)


def _named(words: Sequence[re.Match[str]]) -> Iterator[tuple[str, bool]]:
    """Yield the names of a run: parted at "of" where that joins no name, without roles before."""
    heads = ENGLISH.words["places"] | ENGLISH.words["organisations"]
    for at, word in enumerate(words):
        if word[0] == "of" and (not at or words[at - 1][0] not in heads - {"Inc", "Ltd"}):
            yield from _named(words[:at])
            yield from _named(words[at + 1 :])
            return
    first = words[:1]
    while words and (
        words[0][0] in LINKS
        or words[0][0].lower() in STOP_WORDS
        or (words[0][0] in COUNTRIES.values() and not _is_headed(words))
        or (words[0][0] in {"U.S.", "U.K.", "US", "UK"} and len(words) > 1)
        or _has_role_before(words)
    ):
        words = words[1:]
    behind = ENGLISH.parts["offices"][1]
    while words and (words[-1][0] in LINKS or (len(words) > 2 and words[-1][0] in behind)):
        words = words[:-1]
    if len(words) > 2 and words[0][0] in COUNTRIES and is_given(words[1][0]):
        yield from _named(words[:1])
        words = words[1:]
    if words:
        text, start = words[0].string, words[0].start()
        name = re.sub(r" (?:A\.?)?F\.?C\.?$", "", text[start : words[-1].end()])
        single = len(words) == 1
        opens = single and words == first and _OPENING.search(text, max(start - 2, 0), start)
        yield name.rstrip(".") if single and not re.search(r"[A-Z]\.$", name) else name, bool(opens)


def _has_role_before(words: Sequence[re.Match[str]]) -> bool:
    if len(words) < 2 or words[0][0].rstrip(".") not in ENGLISH.words["roles"]:
        return False
    return is_given(words[1][0]) or not _is_headed(words)


def _is_headed(words: Sequence[re.Match[str]]) -> bool:
    heads = ENGLISH.words["organisations"] | ENGLISH.words["places"]
    return len(words) > 1 and words[-1][0] in heads


_OTHER_WORDS = {"mar", "jan"}  # in small letters, as May is not: with a capital it is a month
_MONTHS = {month.title() for month in ENGLISH.language.months - _OTHER_WORDS}
_MONTH = f"(?:{'|'.join(sorted(_MONTHS, reverse=True))})"
_DIGITS = tuple("two three four five six seven eight nine ten eleven twelve".split())
RULES = LanguageRules(
    find_names,
    EnglishWords,
    FigurePatterns(
        years=re.compile(YEAR + rf"(?:(s)\b|({YEAR_ON})|(?![\w]|[.,:/–-]\d))"),
        decades=re.compile(r"\d{3}0s\b"),
        days=re.compile(rf"\b(?:{_MONTH} \d{{1,2}}|\d{{1,2}} {_MONTH})\b(?!,? ?\d{{4}})"),
        numbers=re.compile(
            r"(?<![\w.,:/–$£€-])\d{1,3}(?:,\d{3})+(?:\.\d+)?"
            r"|(?<![\w.,:/–-])(?:\d{2,}(?:\.\d+)?|\d\.\d+)"
        ),
        before=re.compile(f"{_MONTH} $"),
        after=re.compile(f"{AFTER_NUMBER}| {_MONTH}"),
        in_words=re.compile(rf"\b(?:{'|'.join(_DIGITS)})\b(?! (?:hundred|thousand|million))"),
        digits=_DIGITS,
    ),
)
