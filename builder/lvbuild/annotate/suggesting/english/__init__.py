"""English names by families: a person's full name and its parts, a country and its people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from lvbuild.annotate.suggesting.english.kinds import (
    ENGLISH,
    MONTHS,
    OF_PLACE,
    STOP_WORDS,
    Surroundings,
    countries,
    gender_of,
    is_described_work,
    is_given,
    is_name,
    is_plain,
    is_title,
    kind_of,
)
from lvbuild.annotate.suggesting.english.words import EnglishWords
from lvbuild.annotate.suggesting.entities import Entity, FigurePatterns, LanguageRules, merged
from lvbuild.annotate.suggesting.figures import AFTER_NUMBER, YEAR
from lvbuild.annotate.suggesting.names import KNOWN
from lvbuild.tables.rows import Kind

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.tokens import Doc


_NICKNAME = re.compile(r'\b([A-Z]\w+) ["“]([A-Z]\w+)["”] ([A-Z]\w+)')


def _people(people: Sequence[str], texts: str) -> Iterator[Entity]:
    """Yield each person with the parts of the name that stand alone, and the nickname."""
    full = sorted((name for name in people if " " in name), key=lambda name: (-len(name), name))
    used: set[str] = set()
    nicknames = {(m[1], m[3]): m[2] for m in _NICKNAME.finditer(texts)}
    for name in sorted(full, key=texts.find):
        if name in used:
            continue
        words = name.split()
        forms = [name, *(o for o in full if o != name and _same_person(o, name) and o not in used)]
        rest = texts
        for form in sorted(forms, key=len, reverse=True):
            rest = rest.replace(form, "")
        parts = [w for w in (*words[::-1],) if _is_part(w) and len(w) > 2 and _stands(w, rest)]
        nickname = nicknames.get((words[0], words[-1]))
        forms = sorted(forms, key=len, reverse=True) + parts + ([nickname] if nickname else [])
        used.update(forms)
        yield Entity("person", tuple(forms), "", gender_of(words[0], texts))
    for name in people:
        if " " not in name and name not in used:
            yield Entity("person", (name,), "", gender_of(name, texts))


def _is_part(word: str) -> bool:
    """Tell whether a word of a person's name may stand for all of it."""
    passed = ENGLISH.words("passed_over") | ENGLISH.words("roles")
    return word[0].isupper() and word not in passed and not ENGLISH.language.is_of_kind(word)


def _stands(name: str, texts: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", texts) is not None


def _same_person(one: str, other: str) -> bool:
    a, b = one.split(), other.split()
    return a[-1] == b[-1] and (a[0] == b[0] or a[0][0] == b[0][0] == a[0].rstrip("."))


def _others(
    runs: Sequence[str], every: Sequence[str], kinds: Mapping[str, Kind], texts: str
) -> Iterator[Entity]:
    """Yield places and organisations, each with the letters that stand for it.

    `every` are all names of the texts, those of which no kind is told with them.
    """
    used: set[str] = set()
    adjectives = {adjective: country for country, adjective in countries().items()}
    for run in _with_stems(sorted(runs, key=texts.find), kinds):
        whole = next((other for other in used if other != run and _stands(run, other)), None)
        known = run in ENGLISH.places
        if run in used or (whole and " " not in run and not known):
            continue
        country = adjectives.get(run, run)
        if country in countries() and not (known and f", {run}" in texts):
            both = (country, countries()[country])
            forms = tuple(form for form in both if len(form) > 2 and _stands(form, texts))
            used.update(forms)
            yield Entity("place", forms, "country")
            continue
        letters = "".join(word[0] for word in re.findall(r"\w+", run) if word[0].isupper())
        forms = (run, *([letters] if len(letters) > 1 and letters in every else []))
        used.update(forms)
        yield Entity(kinds.get(run, "place"), forms, KNOWN if known else "")


def _with_stems(runs: Sequence[str], kinds: Mapping[str, Kind]) -> Iterator[str]:
    """Yield names, but the place that a name of several words is called after instead of it."""
    known = ENGLISH.places
    for run in runs:
        words = run.split()
        parts = [
            " ".join(words[start:end])
            for start in range(len(words))
            for end in range(len(words), start, -1)
        ]
        stem = next((part for part in parts if part in known and part != run), None)
        yield run if stem is None or run in known or kinds[run] == "title" else stem


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


_CAPITALISED = r"^(?:[A-ZÀ-ÖØ-ÞŚŠŽĐ][\w’']*\.?|(?:[A-Z]\.)+)$"
_LINKS = "of the de da del della di do dos von van der den la le du des al el bin ibn & - y".split()
_WORDS_OF_ASIAN = 2
_SYLLABLE = re.compile("[a-z]{2,6}")
_NO_SYLLABLE = re.compile("ed$|ing$|based|born|style|like|wide|era|run|level|owned|known|old|time")
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
        document = _pipeline()(text)
        for run, opens in _runs(document):
            runs[run] += 1
            opening[run] += opens
        kinds.update({e.text: _KINDS[e.label_] for e in document.ents if e.label_ in _KINDS})
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
def _pipeline() -> Pipeline:
    """Return a trained English pipeline, the first by name that is installed, or one of rules."""
    import spacy

    trained = sorted(
        name for name in spacy.util.get_installed_models() if name.startswith(f"{ENGLISH.code}_")
    )
    pipeline = spacy.load(trained[0]) if trained else spacy.blank(ENGLISH.code)
    ruler: Any = pipeline.add_pipe("span_ruler", config={"annotate_ents": False})
    name = {"TEXT": {"REGEX": _CAPITALISED}}
    within = {"TEXT": {"REGEX": f"{_CAPITALISED}|^(?:{'|'.join(_LINKS)})$"}, "OP": "*"}
    ruler.add_patterns([{"label": "NAME", "pattern": [name, within]}])
    return pipeline


def _runs(document: Doc) -> Iterator[tuple[str, bool]]:
    """Yield the runs of capitalised words, and whether each only opens a sentence."""
    spans = sorted(document.spans.get("ruler", ()), key=lambda span: (span.start, -span.end))
    end = 0
    for span in spans:
        if span.start < end:
            continue
        end = span.end
        part: list[Any] = []
        for token in span:
            parted = part and (
                (token.text == "-" and (part[-1].whitespace_ or token.whitespace_))
                or token.text in MONTHS
                or (part[-1].text.endswith(".") and token.i == document[0].i)
            )
            if parted:
                yield from _named(part)
                part = []
            if token.text not in MONTHS and not (token.text == "-" and parted):
                part.append(token)
        part += _joined_behind(part)
        yield from _named(part)


def _joined_behind(tokens: list[Any]) -> list[Any]:
    """Return the hyphen and the small letters that end a given name of two syllables: Kai-shek."""
    if len(tokens) != _WORDS_OF_ASIAN or tokens[-1].whitespace_:
        return []
    behind = list(tokens[-1].doc[tokens[-1].i + 1 : tokens[-1].i + 3])
    texts = [token.text for token in behind]
    if len(texts) < 2 or texts[0] != "-" or behind[0].whitespace_:
        return []
    return behind if _SYLLABLE.fullmatch(texts[1]) and not _NO_SYLLABLE.search(texts[1]) else []


def _named(tokens: list[Any]) -> Iterator[tuple[str, bool]]:
    """Yield the names of a run: parted at "of" where that joins no name, without roles before."""
    places = [i for i, token in enumerate(tokens) if token.text == "of"]
    heads = ENGLISH.words("places") | ENGLISH.words("organisations")
    for at in places:
        left = tokens[:at]
        if not left or left[-1].text not in heads - {"Inc", "Ltd"}:
            yield from _named(left)
            yield from _named(tokens[at + 1 :])
            return
    opens = bool(tokens) and _opens(tokens[0])
    while tokens and (
        tokens[0].text in _LINKS
        or tokens[0].lower_ in STOP_WORDS
        or (tokens[0].text in countries().values() and not _is_headed(tokens))
        or (tokens[0].text in {"U.S.", "U.K.", "US", "UK"} and len(tokens) > 1)
        or _has_role_before(tokens)
    ):
        tokens = tokens[1:]
        opens = False
    behind = ENGLISH.parts("offices")[1]
    while tokens and (tokens[-1].text in _LINKS or (len(tokens) > 2 and tokens[-1].text in behind)):
        tokens = tokens[:-1]
    if len(tokens) > 2 and tokens[0].text in countries() and is_given(tokens[1].text):
        yield from _named(tokens[:1])
        tokens = tokens[1:]
    if tokens:
        text = "".join(token.text_with_ws for token in tokens).strip()
        text = re.sub(r" (?:A\.?)?F\.?C\.?$", "", text)
        single = len(tokens) == 1 and not re.search(r"[A-Z]\.$", text)
        yield text.rstrip(".") if single else text, opens and len(tokens) == 1


def _has_role_before(tokens: list[Any]) -> bool:
    if len(tokens) < 2 or tokens[0].text.rstrip(".") not in ENGLISH.words("roles"):
        return False
    return is_given(tokens[1].text) or not _is_headed(tokens)


def _is_headed(tokens: list[Any]) -> bool:
    heads = ENGLISH.words("organisations") | ENGLISH.words("places")
    return len(tokens) > 1 and tokens[-1].text in heads


def _opens(token: Any) -> bool:
    before = token.doc[token.i - 1].text if token.i else "."
    return before in {".", "!", "?", ":", '"', "“", "\n"} or before.isspace()


_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DIGITS = tuple("two three four five six seven eight nine ten eleven twelve".split())
RULES = LanguageRules(
    find_names,
    EnglishWords,
    FigurePatterns(
        years=re.compile(YEAR + r"(?:(s)\b|([–/]\d{2}(?:\d{2})?)(?!\d)|(?![\w]|[.,:/–]\d))"),
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
