"""The particulars of a question: what it names, and which of these another text shares."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from lvbuild.core.model import LanguageCode
from lvbuild.tables.kinds import is_of_kind, shared_content
from lvbuild.tables.naming import names
from lvbuild.text.content import content
from lvbuild.text.phrases import holds

_FIGURES = {
    "en": re.compile(
        r"\b\d[\d,.:/]*\b|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
        r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty"
        r"|seventy|eighty|ninety|hundred|thousand|million)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("[0-9][0-9.,]*|[〇零二三四五六七八九十百千两兩]{2,}"),
}
_JOINS = re.compile(
    '[》」”"]?[,，]?\\s*(?:or|and|和|与|與|跟|及|或|还是|還是|、)\\s*[《「“"]?(?:the )?'
)


def particulars(text: str, language: LanguageCode, known: Iterable[str]) -> list[list[str]]:
    """Return the names, titles, dates and numbers of a question, each thing once.

    Those that stand side by side, as the two that a question compares, are one particular. `known`
    are names that the question may hold by its tables.
    """
    told = [name for name in known if holds(text, name, language)]
    told += names(text, language)
    kept: list[str] = []
    for name in sorted(dict.fromkeys(told), key=len, reverse=True):
        if not is_of_kind(name, language) and not any(_alike(name, one, language) for one in kept):
            kept.append(name)
    plain = text
    for name in kept:
        plain = plain.replace(name, "_" * len(name))
    kept += dict.fromkeys(found[0] for found in _FIGURES[language].finditer(plain))
    kept.sort(key=text.find)
    groups = [kept[:1]] if kept else []
    for before, name in pairwise(kept):
        between = text[text.find(before) + len(before) : text.find(name)]
        if _JOINS.fullmatch(between):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def shared(wanted: Iterable[str], question: str, text: str, language: LanguageCode) -> bool:
    """Tell whether a text shares any of a question's particulars, in English a word of one.

    What has a capital in the text may have none in the question.
    """
    asked = question.casefold()
    small = (name for name in names(text, language) if language == "en" and len(name) > 1)
    return any(_stands(one, text, language) for one in wanted) or any(
        holds(asked, name, language) for name in small if not is_of_kind(name, language)
    )


def _alike(one: str, other: str, language: LanguageCode) -> bool:
    return one in other or other in one or bool(shared_content(one, other, language))


def _stands(particular: str, text: str, language: LanguageCode) -> bool:
    if holds(text, particular, language):
        return True
    if language == "en":
        words = {word for word in content(particular, "en") if not is_of_kind(word, "en")}
        return not words.isdisjoint(content(text, "en"))
    return False
