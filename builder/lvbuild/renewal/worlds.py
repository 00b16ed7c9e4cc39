"""Versions of texts that belong together: what stands for what in all of their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from lvbuild.annotate.suggesting.entities import Entity, Proposer, UsedWords
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import OF_LATIN_LETTERS, find_language
from lvbuild.tables.rows import Kind

_TRIES = 12
"""How often words are drawn for what has none that are new."""
OVERLAP = 2
"""Characters, where no spaces part words, that tell one name in another."""
_LISTED = re.compile(r"(\s*、\s*|,\s+)")
_APART = re.compile(r"[·・‧•･．\s]")
_LATIN, _WIDE = re.compile("[A-Za-zÀ-ɏ]"), re.compile(r"[\u3400-\u9fff]")

Known = dict[LanguageCode, dict[str, str]]
"""What stands for the parts of names, by the language of whose words they are made."""


def fullest(form: str) -> tuple[bool, bool, int, str]:
    """Return how forms are ordered: Chinese ones, those in Latin letters, the longest first."""
    return _WIDE.search(form) is None, _LATIN.search(form) is None, -len(form), form


def _is_latin(form: str) -> bool:
    return _LATIN.search(form) is not None and _WIDE.search(form) is None


class Reading:
    """What texts tell of the names that rows replace, as suggestions read them.

    A name in Latin letters alone is an English one, whatever is written around it.
    """

    def __init__(
        self,
        texts: tuple[Sequence[str], Sequence[tuple[str, str]], Sequence[str]],
        language: LanguageCode,
        taken: UsedWords,
        *seed: str | int,
    ) -> None:
        """Read `texts`: documents, what is asked of them with its answers, and both together."""
        self._documents, self._asked, self._texts = texts
        self.language, self._taken, self._seed = language, taken, seed
        self._read, self._proposers = dict[str, Any](), dict[str, Proposer]()

    def code(self, entity: Entity) -> LanguageCode:
        """Return the language of whose words a name is made."""
        return OF_LATIN_LETTERS if _is_latin(entity.forms[0]) else self.language

    def proposer(self, code: LanguageCode) -> Proposer:
        """Return what proposes words of a language, and none twice."""
        if code not in self._proposers:
            made = rules_of(code).PROPOSER(self._texts, self._taken, *self._seed)
            self._proposers[code] = made
        return self._proposers[code]

    def described(self, entity: Entity, had: Collection[str]) -> Entity:
        """Return a name with the sort and gender that texts tell, else its words that it had."""
        code = self.code(entity)
        rules = rules_of(code)
        if code not in self._read:
            common = self._taken.is_common
            self._read[code] = rules.READING(self._documents, self._asked, common, ())
        found: Entity = rules.described(entity, had, self._read[code])
        return found


class World:
    """One version of texts: what stands for their names, and for the parts of these."""

    def __init__(self, reading: Reading, made: Mapping[str, str], *seed: str | int) -> None:
        self._reading, self._seed = reading, seed
        self._known: Known = {}
        self._made: dict[str, str] = {}
        self.keep(made, {})

    def keep(self, new: Mapping[str, str], known: Known) -> None:
        """Keep what stands for forms of a name and their parts: it does in other names too.

        Where no space parts words, so do stems: what comes before the same ending.
        """
        self._known |= known
        if find_language(self._reading.language).space:
            return
        own = self._known.setdefault(self._reading.language, {})
        for old, word in new.items():
            both = zip(reversed(old), reversed(word), strict=False)
            end = len([*takewhile(lambda pair: pair[0] == pair[1], both)])
            stem, made = old[: len(old) - end], word[: len(word) - end]
            if min(len(stem), len(made)) >= OVERLAP:
                own.setdefault(stem, made)
        self._made |= {old: word for old, word in (own | {**new}).items() if len(old) >= OVERLAP}

    def versions(
        self, entity: Entity, had: Collection[str]
    ) -> Iterator[tuple[dict[str, str], Known]]:
        """Yield words for the forms of a name, each with what stands for their parts.

        `had` are the words that it had. In English texts forms in other letters have none.
        """
        spaced = find_language(self._reading.language).space
        own = [form for form in entity.forms if _is_latin(form) or not spaced]
        forms = {form: self._parts(form, entity.kind) for form in own}
        whole = [form for form, parts in forms.items() if len(parts) == 1]
        # The English name of a Chinese organisation is of words, and none of syllables.
        apart = entity.kind == "organisation" and any(
            " " in form for form in filter(_is_latin, whole)
        )
        sets = [[f for f in whole if (apart and _is_latin(f)) == latin] for latin in (False, True)]
        for number in range(_TRIES if forms else 0):
            known = {code: dict(each) for code, each in self._known.items()}
            new: dict[str, str] = {}
            for each in filter(None, sets):
                new |= self._drawn(entity, each, had, known, number)
            for form, parts in forms.items():
                if form not in whole:
                    made = [
                        self._made.get(part)
                        or (
                            self._drawn(entity, [part], had, known, number)[part]
                            if is_name
                            else part
                        )
                        for part, is_name in parts
                    ]
                    new[form] = "".join(made) if all(made) else ""
                elif not new[form] and _is_latin(form):
                    new |= self._drawn(entity, [form], had, known, number)
            if all(map(_is_good, new, new.values())) and self._is_apart(known):
                yield new, known

    def _drawn(
        self,
        entity: Entity,
        forms: Sequence[str],
        had: Collection[str],
        known: Known,
        number: int,
    ) -> dict[str, str]:
        """Return words for some forms, or parts of them, alone; "" where nothing can stand."""
        own = self._reading.described(replace(entity, forms=tuple(forms)), had)
        code = self._reading.code(own)
        draws = Draws(*self._seed, number, forms[0])
        made = self._reading.proposer(code).version(own, known.setdefault(code, {}), draws)
        return {form: made.get(form, "") for form in forms}

    def _is_apart(self, known: Known) -> bool:
        """Tell whether longer parts of names that are new stand for one thing each."""
        code = self._reading.language
        before, after = self._known.get(code, {}), known.get(code, {})
        new = {word for old, word in after.items() if old not in before and len(old) >= OVERLAP}
        spaced = bool(find_language(code).space)
        return spaced or new.isdisjoint(word for word in before.values() if len(word) >= OVERLAP)

    def _parts(self, form: str, kind: Kind) -> list[tuple[str, bool]]:
        """Return the parts of a form, and whether each is a name: those of a list, and others.

        Where no space parts words, it parts at the names that have new words.
        """
        finder, spoken = _LISTED.pattern, find_language(self._reading.language)
        if spoken.space and kind != "place":
            return [(form, True)]
        if not spoken.space and not (kind == "person" and _APART.search(form)):
            held = sorted((o for o in self._made if o in form and o != form), key=len, reverse=True)
            finder = "|".join([finder, *(f"({re.escape(old)})" for old in held)])
        pieces = [piece for piece in re.split(finder, form) if piece]
        names = [
            p in self._made
            or not (len(p) < OVERLAP or _LISTED.fullmatch(p) or spoken.is_of_kind(p))
            for p in pieces
        ]
        several = sum(names) > 1 or any(len(piece) >= OVERLAP for piece in pieces[1:])
        return list(zip(pieces, names, strict=True)) if several else [(form, True)]


def _is_good(form: str, word: str) -> bool:
    """Tell whether a new word is another, and has no part twice where the old one has none."""
    twice = [len(parts) > len({*parts}) for parts in map(_APART.split, (form, word))]
    return bool(word) and word != form and twice[0] >= twice[1]
