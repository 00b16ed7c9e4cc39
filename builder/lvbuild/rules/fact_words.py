"""Rules about the wording of confusing facts: what they begin with, and leave dangling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lvbuild.core.model import Language
from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.case import Case


class _Pointer(NamedTuple):
    """Words that point to something, which may stand in the same fact, before or after them."""

    words: str
    before: str = r"(?!)"
    after: str = r"(?!)"


_POINTERS: dict[Language, tuple[_Pointer, ...]] = {
    "en": (
        _Pointer(
            r"\A\W*(?:he|she|they|his|her|its|their|this|that|these|those|here|then|later|such|so"
            r"|others|both|however|moreover|therefore|instead)\b"
        ),
        _Pointer(r"\A\W*it\b", after=r".* (?:that|who|which|where|when)\b"),
        _Pointer(r"\A\W*there,"),
        _Pointer(r"\bthe (?:latter|said|aforementioned)\b"),
        _Pointer(r"\bthe former\b(?=\W*(?:[,.;:]|\Z)| (?:is|was|are|were|has|had|being)\b)"),
        _Pointer(r"\b(?:likewise|similarly|meanwhile|in turn|elsewhere|by contrast|one such)\b"),
        _Pointer(r"\bat th(?:at|e|is) time\b", after=r" (?:of|that|when)\b"),
        _Pointer(
            r"\b(?:in|at|from|of|on) (?:that|this|these|those)\b",
            after=r" (?:who|whose|which|that|of|he|she|it|they|the)\b",
        ),
        _Pointer(r"\b(?:un)?like (?:him|her|it|them)\b"),
        _Pointer(r"\b(?:another|the other)\b", before=r"\b(?:one|two|first|each|either|some)\b"),
        _Pointer(
            r"\bthe same\b",
            before=r"\b(?:and|both|two)\b",
            after=r"[^.;]* (?:as|that|who|which|where|when)\b",
        ),
        _Pointer(
            r"\b(?:neighbou?ring|nearby)\b", before=r"(?-i:\b(?:in|at|of|from|to|near) [A-Z])"
        ),
        _Pointer(
            r"\balso\b",
            before=r"\b(?:and|but|not only|both)\b[^.;]*\Z",
            after=r" (?:called|known|named|spell?ed|spelt|titled|written|\w+ (?:as|to))\b",
        ),
        _Pointer(r"\b(?:too|as well)\b(?=\W*(?:[,.;]|\Z))", before=r"\b(?:and|but|not only)\b"),
        _Pointer(r"\ba similar\b", after=r"[^.;]* to\b"),
    ),
    "zh": (
        _Pointer(
            "^(?:[他她它牠该該此这這那]|其(?!他|它)|同样|同樣|另外|当时|當時|彼时|彼時|后来|後來|此后|此後|然而|但是"
            "|因此|也|则|則)"
        ),
        _Pointer("类似地|類似地|与此同时|與此同時|[后後前]者|上述|相反，"),
        _Pointer("[和与與跟](?:[他她它牠]|其(?!他|它|余|餘|中))", before="[一-龥]{2}.*，"),
        _Pointer("[这這那該该][座个個位条條家年天]", before=r"的\Z"),
        _Pointer("另[一有外]|另(?=[两兩三四五六七八九十])", before="一[一-龥]|首"),
        _Pointer("同样|同樣", before="[与與和跟像同][^，。；]+\\Z"),
        _Pointer(
            "邻近的|鄰近的|邻国|鄰國|附近的|相[邻鄰]|不[远遠][处處]|隔壁",
            before="[与與和跟离離在][^，。；]*[^，。；一]\\Z",
        ),
        _Pointer("[区區]内|[区區]內", before="[一-龥]\\Z"),
        _Pointer("同名", before="[》」”一-龥_]"),
        _Pointer(
            "[当當][时時](?!的?[一-龥]{0,6}[皇帝王])|彼[时時]", before="[年月日世代]|[时時]候"
        ),
        _Pointer("也[是有在曾被]", before="不[仅僅但只]|[虽雖连連即既]|，"),
        _Pointer("[则則][是有在]", before="，|[若如]"),
    ),
}


def dangling(case: Case) -> Iterator[Breach]:
    """A confusing fact stands by itself in any passage (lveval.md, step b)."""
    for placed in case.facts:
        text = placed.row.fact.replace(placed.row.subject, "_")
        if found := points_back(text, case.recipe.language):
            yield breach(
                placed,
                f"{found!r} points to what stands before the fact, where another passage will"
                " be; tell of it by itself",
            )


def points_back(fact: str, language: Language) -> str:
    """Return words of a fact that point to something outside of it, "" where there are none."""
    flags = re.IGNORECASE if language == "en" else re.NOFLAG
    for words, before, after in _POINTERS[language]:
        for found in re.finditer(words, fact, flags):
            inside = re.search(before, fact[: found.start()], flags)
            if not inside and not re.match(after, fact[found.end() :], flags):
                return found[0].strip()
    return ""


def tells_of_own(case: Case) -> Iterator[Breach]:
    """A confusing fact begins with its own subject, not with the question's (lveval.md, c)."""
    for annotated in case.annotated.values():
        names = [p for p in annotated.rows if p.row.kind in {"person", "organisation", "title"}]
        own = [p.row.original for p in names] + [
            word
            for replaced in annotated.replaced
            for word, p in zip(replaced.new, annotated.rows, strict=True)
            if p in names
        ]
        for placed in annotated.facts:
            start = placed.row.fact.find(placed.row.subject)
            before = placed.row.fact[: start if start >= 0 else None]
            if found := next((name for name in own if name in before), ""):
                yield breach(
                    placed,
                    f"the fact tells of {found!r}, which is the question's own; begin with another",
                )
