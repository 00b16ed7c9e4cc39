"""Names in English texts, by spaCy: a trained pipeline where one is installed, else its rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from lvbuild.annotate.suggesting.entities import Entity, Gender, merged
from lvbuild.annotate.suggesting.names import countries, listed
from lvbuild.sample.word_files import read_words
from lvbuild.tables.kinds import is_of_kind
from lvbuild.tables.rows import Kind
from lvbuild.text.content import STOP_WORDS

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.tokens import Doc

_CAPITALISED = r"^(?:[A-ZÀ-ÖØ-ÞŚŠŽĐ][\w’']*\.?|(?:[A-Z]\.)+)$"
_LINKS = "of the de da del della di do dos von van der den la le du des al el bin ibn & - y".split()
_MONTHS = frozenset(
    """January February March April May June July August September October November December Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday""".split()
)
_QUOTED = re.compile(r'["“]([A-Z0-9][^"“”\n]{1,70}?)[,.]?["”]')
_NICKNAME = re.compile(r'\b([A-Z]\w+) ["“]([A-Z]\w+)["”] ([A-Z]\w+)')
_TOLD: dict[Kind, str] = {
    "title": r"film|album|song|single|novel|book|magazine|newspaper|journal|series|sitcom|show|play"
    r"|musical|opera|soundtrack|documentary|manga|anime|comic|game|poem|painting|EP|drama|comedy",
    "organisation": r"band|company|corporation|organi[sz]ation|club|team|university|college|school"
    r"|group|agency|party|network|label|airline|brand|retailer|manufacturer|army|festival|orchestra"
    r"|duo|trio|league|institution|publisher|chain|restaurant|hospital|museum|squad|franchise",
    "place": r"city|town|village|river|lake|mountain|county|district|municipality|state|country"
    r"|province|island|suburb|neighbou?rhood|commune|region|mall|park|airport|borough|capital"
    r"|building|castle|cathedral|station|road|highway|settlement|parish|census|street|stadium",
    "person": r"actor|actress|singer|songwriter|musician|politician|footballer|player|writer|author"
    r"|director|producer|composer|artist|poet|novelist|journalist|lawyer|general|officer|model|coach"
    r"|scientist|physicist|economist|architect|painter|rapper|comedian|boxer|wrestler|businessman"
    r"|businesswoman|philosopher|historian|professor|diplomat|cricketer|screenwriter|filmmaker"
    r"|guitarist|drummer|bassist|conductor|king|queen|bishop|soldier|screenwriter|cyclist|driver",
}
_KINDS: dict[str, Kind] = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "WORK_OF_ART": "title",
}


def find_names(texts: Sequence[str]) -> list[Entity]:
    """Return the names of texts, each with its forms."""
    runs, kinds, opening = Counter[str](), dict[str, Kind](), Counter[str]()
    for text in texts:
        document = _pipeline()(text)
        for run, opens in _runs(document):
            runs[run] += 1
            opening[run] += opens
        kinds.update({e.text: _KINDS[e.label_] for e in document.ents if e.label_ in _KINDS})
    joined = "\n".join(texts)
    kept = [run for run in runs if _is_name(run, runs[run] - opening[run], joined)]
    titles = dict.fromkeys(
        m[1] for text in texts for m in _QUOTED.finditer(text) if _is_title(m[1], kept)
    )
    for run in kept:
        kinds.setdefault(run, _kind(run, joined))
    kept = [run for run in kept if run not in titles]
    people = [run for run in kept if kinds[run] == "person"]
    return merged(
        [
            *_people(people, kept, joined),
            *(Entity("title", (title,)) for title in titles),
            *_others([run for run in kept if kinds[run] != "person"], kinds, joined),
        ]
    )


@cache
def _pipeline() -> Pipeline:
    """Return a trained English pipeline, the first by name that is installed, or one of rules."""
    import spacy

    trained = sorted(name for name in spacy.util.get_installed_models() if name.startswith("en_"))
    pipeline = spacy.load(trained[0]) if trained else spacy.blank("en")
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
                or token.text in _MONTHS
                or (part[-1].text.endswith(".") and token.i == document[0].i)
            )
            if parted:
                yield from _named(part)
                part = []
            if token.text not in _MONTHS and not (token.text == "-" and parted):
                part.append(token)
        yield from _named(part)


def _named(tokens: list[Any]) -> Iterator[tuple[str, bool]]:
    """Yield the names of a run: parted at "of" where that joins no name, without roles before."""
    places = [i for i, token in enumerate(tokens) if token.text == "of"]
    heads = listed("en", "places") | listed("en", "organisations")
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
        or (tokens[0].text.rstrip(".") in listed("en", "roles") and len(tokens) > 1)
        or (tokens[0].text in countries().values() and not _is_headed(tokens))
    ):
        tokens = tokens[1:]
        opens = False
    while tokens and tokens[-1].text in _LINKS:
        tokens = tokens[:-1]
    if tokens:
        text = "".join(token.text_with_ws for token in tokens).strip()
        text = re.sub(r" (?:A\.?)?F\.?C\.?$", "", text)
        single = len(tokens) == 1 and not re.search(r"[A-Z]\.$", text)
        yield text.rstrip(".") if single else text, opens and len(tokens) == 1


def _is_headed(tokens: list[Any]) -> bool:
    return len(tokens) > 1 and tokens[-1].text in listed("en", "organisations")


def _opens(token: Any) -> bool:
    before = token.doc[token.i - 1].text if token.i else "."
    return before in {".", "!", "?", ":", '"', "“", "\n"} or before.isspace()


def _is_name(run: str, inside: int, texts: str) -> bool:
    """Tell whether a run is a name: one word that only opens sentences may be any word."""
    words = run.split()
    passed = listed("en", "passed_over")
    if len(run) < 3 or all(word in passed or is_of_kind(word, "en") for word in words):
        return False
    if (
        run in countries().values()
        or (run.isupper() and len(run) > 6)
        or run in listed("en", "roles")
    ):
        return run in countries().values()
    if len(words) > 1:
        return True
    known = run in countries() or run in _women() or run in _men()
    return known or (inside > 0 and re.search(rf"\b{re.escape(run.lower())}\b", texts) is None)


def _is_title(quoted: str, names: Sequence[str]) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", quoted) if word.lower() not in STOP_WORDS]
    capitals = sum(word[0].isupper() for word in words)
    return bool(words) and 2 * capitals > len(words) and not is_of_kind(quoted, "en")


def _kind(run: str, texts: str) -> Kind:
    if run in countries() or run in countries().values() or run in listed("en", "regions"):
        return "place"
    words = run.replace("-", " ").split()
    if 1 < len(words) < 4 and words[0] in _women() | _men() and _headed(run) is None:
        return "person"
    if (kind := _told(run, texts) or _headed(run)) is not None:
        return kind
    if _is_person(run, words, texts):
        return "person"
    if re.search(rf"\b(?:in|from|near|at|to|of|between|via) {re.escape(run)}\b", texts):
        return "place"
    return "organisation"


def _headed(run: str) -> Kind | None:
    """Return the kind that the word of kind in a name tells."""
    words = run.replace("-", " ").split()
    if words[-1] in listed("en", "organisations") or words[0] in {"University", "Bank"}:
        return "organisation"
    if words[-1] in listed("en", "places") or words[0] in {"Lake", "Mount", "Fort", "Cape", "Port"}:
        return "place"
    return None


def _is_person(run: str, words: Sequence[str], texts: str) -> bool:
    given = words[0] in _women() or words[0] in _men()
    if len(words) == 1:
        placed = re.search(rf"\b(?:in|from|near|at|to) {re.escape(run)}\b", texts)
        return given and placed is None
    if "of" in words or "&" in words or len(words) > 4:
        return False
    before = "by|and|with|directors?|starring|star|actor|actress|singer|Mr\\.?|Sir|Dr\\.?"
    told = re.search(rf"\b(?:{before}) {re.escape(run)}\b", texts)
    initial = re.match(r"[A-Z]\.", words[0]) is not None
    return given or initial or (told is not None and not set(words) & _thing_words())


@cache
def _thing_words() -> frozenset[str]:
    return listed("en", "title_words") | listed("en", "organisation_words")


def _told(run: str, texts: str) -> Kind | None:
    """Return the kind that a sentence tells of a name: X (born ...) is an actor."""
    name = re.escape(run)
    if re.search(
        rf"\b{name}[^.()]{{0,20}} \((?:born|b\.|{'|'.join(sorted(_MONTHS))}|[^)]*–)", texts
    ):
        return "person"
    match = re.search(
        rf"\b{name}(?: \([^)]*\))?,? (?:is|was|are|were) (?:a|an|the|one of the)\b([^.]{{0,90}})",
        texts,
    )
    if match is None:
        return None
    found = [
        (place.start(), kind)
        for kind, nouns in _TOLD.items()
        if (place := re.search(rf"\b(?:{nouns})s?\b", match[1]))
    ]
    return min(found)[1] if found else None


def _people(people: Sequence[str], runs: Sequence[str], texts: str) -> Iterator[Entity]:
    """Yield each person with the parts of the name that stand alone, and the nickname."""
    full = sorted((name for name in people if " " in name), key=lambda name: (-len(name), name))
    used: set[str] = set()
    nicknames = {(m[1], m[3]): m[2] for m in _NICKNAME.finditer(texts)}
    for name in sorted(full, key=texts.find):
        if name in used:
            continue
        words = name.split()
        forms = [name, *(o for o in full if o != name and _same_person(o, name) and o not in used)]
        parts = [w for w in (words[-1], words[0]) if _alone(w, texts) and not is_of_kind(w, "en")]
        nickname = nicknames.get((words[0], words[-1]))
        forms = sorted(forms, key=len, reverse=True) + parts + ([nickname] if nickname else [])
        used.update(forms)
        yield Entity("person", tuple(forms), "", _gender(words[0], texts))
    for name in people:
        if " " not in name and name not in used:
            yield Entity("person", (name,), "", _gender(name, texts))


def _alone(word: str, texts: str) -> bool:
    return len(word) > 2 and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", texts) is not None


def _same_person(one: str, other: str) -> bool:
    a, b = one.split(), other.split()
    return a[-1] == b[-1] and (a[0] == b[0] or a[0][0] == b[0][0] == a[0].rstrip("."))


def _gender(given: str, texts: str) -> Gender:
    if given in _women() and given not in _men():
        return "female"
    if given in _men() and given not in _women():
        return "male"
    she, he = (
        len(re.findall(p, texts)) for p in (r"\b(?:[Ss]he|[Hh]er)\b", r"\b(?:[Hh]e|[Hh]is)\b")
    )
    return "female" if she > he else "male"


@cache
def _women() -> frozenset[str]:
    return listed("en", "women") | _sample("woman")


@cache
def _men() -> frozenset[str]:
    return listed("en", "men") | _sample("man")


def _sample(section: str) -> frozenset[str]:
    lines = read_words("en", "names", str)[section]
    return frozenset(word.strip() for line in lines for word in line.split(","))


def given_names(gender: Gender) -> list[str]:
    """Return the given names of a gender."""
    return sorted(_women() - _men() if gender == "female" else _men() - _women())


def _others(runs: Sequence[str], kinds: dict[str, Kind], texts: str) -> Iterator[Entity]:
    """Yield places and organisations, each with the letters that stand for it."""
    by_length = sorted(runs, key=lambda run: (-len(run), run))
    used: set[str] = set()
    adjectives = {adjective: country for country, adjective in countries().items()}
    for run in sorted(runs, key=texts.find):
        whole = next((o for o in by_length if o != run and _holds(o, run) and o in used), None)
        if run in used or (whole and " " not in run):
            continue
        country = adjectives.get(run, run)
        if country in countries():
            forms = tuple(f for f in (country, countries()[country]) if _alone(f, texts))
            used.update(forms)
            yield Entity("place", forms, "country")
            continue
        letters = "".join(word[0] for word in re.findall(r"\w+", run) if word[0].isupper())
        forms = (run, *([letters] if len(letters) > 1 and letters in runs else []))
        used.update(forms)
        yield Entity(kinds[run], forms)


def _holds(whole: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", whole) is not None
