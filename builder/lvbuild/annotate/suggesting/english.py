"""Names in English texts, by spaCy: a trained pipeline where one is installed, else its rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from lvbuild.annotate.suggesting.english_families import in_every_case, others_of, people_of
from lvbuild.annotate.suggesting.english_kinds import (
    MONTHS,
    OF_PLACE,
    Surroundings,
    is_given,
    is_name,
    is_plain,
    is_title,
    is_told_title,
    kind_of,
)
from lvbuild.annotate.suggesting.entities import Entity, merged
from lvbuild.annotate.suggesting.names import countries, listed, read_names
from lvbuild.tables.rows import Kind
from lvbuild.text.content import STOP_WORDS

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.tokens import Doc

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
        and (any(quoted in answer for answer in answers) or is_told_title(quoted, around))
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
        *people_of(people, around.text),
        *(Entity("title", (title,)) for title in titles),
        *others_of(others, named, kinds, around.text),
    ]
    return merged([one for each in merged(found) if (one := in_every_case(each, around.text))])


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
        or (tokens[0].text in countries().values() and not _is_headed(tokens))
        or (tokens[0].text in {"U.S.", "U.K.", "US", "UK"} and len(tokens) > 1)
        or _has_role_before(tokens)
    ):
        tokens = tokens[1:]
        opens = False
    while tokens and (tokens[-1].text in _LINKS or _is_after_name(tokens)):
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
    if len(tokens) < 2 or tokens[0].text.rstrip(".") not in listed("en", "roles"):
        return False
    return is_given(tokens[1].text) or not _is_headed(tokens)


def _is_after_name(tokens: list[Any]) -> bool:
    return len(tokens) > 2 and tokens[-1].text in read_names("en", "offices")[1]


def _is_headed(tokens: list[Any]) -> bool:
    heads = listed("en", "organisations") | listed("en", "places")
    return len(tokens) > 1 and tokens[-1].text in heads


def _opens(token: Any) -> bool:
    before = token.doc[token.i - 1].text if token.i else "."
    return before in {".", "!", "?", ":", '"', "“", "\n"} or before.isspace()
