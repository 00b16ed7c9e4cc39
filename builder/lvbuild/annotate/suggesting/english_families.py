"""English names by families: a person's full name and its parts, a country and its people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from lvbuild.annotate.suggesting.english_kinds import gender_of
from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.suggesting.names import countries, listed
from lvbuild.annotate.suggesting.places import KNOWN, sorts_of_places
from lvbuild.tables.kinds import is_of_kind
from lvbuild.tables.rows import Kind

_NICKNAME = re.compile(r'\b([A-Z]\w+) ["“]([A-Z]\w+)["”] ([A-Z]\w+)')


def people_of(people: Sequence[str], texts: str) -> Iterator[Entity]:
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
        parts = [w for w in (*words[::-1],) if _is_part(w) and _alone(w, rest)]
        nickname = nicknames.get((words[0], words[-1]))
        forms = sorted(forms, key=len, reverse=True) + parts + ([nickname] if nickname else [])
        used.update(forms)
        yield Entity("person", tuple(forms), "", gender_of(words[0], texts))
    for name in people:
        if " " not in name and name not in used:
            yield Entity("person", (name,), "", gender_of(name, texts))


def _is_part(word: str) -> bool:
    """Tell whether a word of a person's name may stand for all of it."""
    passed = listed("en", "passed_over") | listed("en", "roles")
    return word[0].isupper() and word not in passed and not is_of_kind(word, "en")


def _alone(word: str, texts: str) -> bool:
    return len(word) > 2 and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", texts) is not None


def _same_person(one: str, other: str) -> bool:
    a, b = one.split(), other.split()
    return a[-1] == b[-1] and (a[0] == b[0] or a[0][0] == b[0][0] == a[0].rstrip("."))


def others_of(
    runs: Sequence[str], every: Sequence[str], kinds: Mapping[str, Kind], texts: str
) -> Iterator[Entity]:
    """Yield places and organisations, each with the letters that stand for it.

    `every` are all names of the texts, those of which no kind is told with them.
    """
    used: set[str] = set()
    adjectives = {adjective: country for country, adjective in countries().items()}
    for run in _with_stems(sorted(runs, key=texts.find), kinds):
        whole = next((other for other in used if other != run and _holds(other, run)), None)
        known = run in sorts_of_places("en")
        if run in used or (whole and " " not in run and not known):
            continue
        country = adjectives.get(run, run)
        if country in countries() and not (known and f", {run}" in texts):
            forms = tuple(f for f in (country, countries()[country]) if _alone(f, texts))
            used.update(forms)
            yield Entity("place", forms, "country")
            continue
        letters = "".join(word[0] for word in re.findall(r"\w+", run) if word[0].isupper())
        forms = (run, *([letters] if len(letters) > 1 and letters in every else []))
        used.update(forms)
        yield Entity(kinds.get(run, "place"), forms, KNOWN if known else "")


def _with_stems(runs: Sequence[str], kinds: Mapping[str, Kind]) -> Iterator[str]:
    """Yield names, but the place that a name of several words is called after instead of it."""
    known = sorts_of_places("en")
    for run in runs:
        words = run.split()
        parts = [
            " ".join(words[start:end])
            for start in range(len(words))
            for end in range(len(words), start, -1)
        ]
        stem = next((part for part in parts if part in known and part != run), None)
        yield run if stem is None or run in known or kinds[run] == "title" else stem


def in_every_case(entity: Entity, texts: str) -> Entity | None:
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


def _holds(whole: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", whole) is not None
