"""What sort of answer a question asks for, and whether a text offers one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from lvbuild.core.model import LanguageCode
from lvbuild.tables.kinds import has_figure
from lvbuild.tables.naming import is_person, names, persons, places

Sort = Literal["person", "date", "number", "place"]

_ASKS: Mapping[LanguageCode, Mapping[Sort, str]] = {
    "en": {
        "person": (
            r"^\W*(?:(?:and|but|by|for|from|in|of|so|then|to|under|with)\s+)?who(?:m|se)?\b"
            r"|\b(?:by|for|from|of|to|was|were|with|is) who(?:m|se)?\b\W*$"
            r"|\b(?:what|which) (?:[a-z]+ )?(?:actor|actress|artist|author|composer|director"
            r"|emperor|king|man|painter|person|poet|president|queen|singer|woman|writer)\b"
        ),
        "date": r"^\W*(?:since )?when\b|\b(?:what|which) (?:century|date|day|decade|month|year)\b",
        "number": (
            r"\bhow (?:big|deep|far|fast|heavy|high|large|long|many|much|old|tall|wide)\b"
            r"|\b(?:what|which) (?:is the |was the )?(?:age|amount|area|distance|height|length"
            r"|number|percentage|population|proportion|rate|share|size|sum|weight)\b"
        ),
        "place": (
            r"^\W*(?:from )?where\b|\b(?:what|which) (?:city|continent|country|county|district"
            r"|island|place|province|region|state|town|village)\b"
        ),
    },
    "zh": {
        "person": "谁|誰|何人|什[么麼]人|哪一?[位名]|哪[个個]人",
        "date": (
            "何[时時年日月]|哪一?[年天日]|哪一?[个個]?月|[几幾][月号號]"
            "|什[么麼](?:[时時][候间間期]|年[代份]|日[子期])|哪[个個](?:[时時]期|年代|朝代)"
        ),
        "number": "多少|多[长長高大远遠重久深宽寬快]|[几幾](?![乎何月号號])",
        "place": (
            "哪[里裡裏儿兒]|何[处處地]|什[么麼]地[方点點]|在哪(?!一?[年天个個位名])"
            "|哪一?[个個座]?(?:城市|地[方区區]|[国國省市县縣区區州镇鎮村岛島])"
        ),
    },
}
_DATES: Mapping[LanguageCode, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:1\d{3}|20\d\d)s?\b|\b\d+ ?(?:BC|BCE|AD|CE)\b|\b(?:century|decade)\b"
        r"|\b(?:January|February|March|April|May|June|July|August|September|October|November"
        r"|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
    ),
    "zh": re.compile(
        "[0-9〇零一二三四五六七八九十百元]+(?:年|月|日|[号號]|世[纪紀])|年代|[时時]期|[时時]代"
        "|[初末]年|初[一二三四五六七八九十]|[唐宋元明清][初末代朝]"
    ),
}
_YEARS = re.compile(
    r"\b(?:in|since|until|during|by|year|(?:January|February|March|April|May|June|July|August"
    r"|September|October|November|December)(?: \d{1,2},?)?) (?:1\d{3}|20\d\d)\b"
    r"|\d+(?:年|月|日)"
)
_NAMELESS: Mapping[Sort, str] = {
    "person": (
        "一[位名][^，。；]|一[個个][^，。；]{0,6}[人家者师師匠员員儿女]|某[人位]|有人|[他别別]人"
    ),
    "place": "[在于於到往自从從]一[座個个處处所间間家]|某[地处處]|[当當外]地|附近|[别別][处處]",
}
"""What a Chinese fact says instead of a name, which no letters tell from other words."""


def asked_for(question: str, language: LanguageCode) -> Sort | None:
    """Return what sort of answer a question asks for, None where its words do not tell."""
    asks = _ASKS[language].items()
    return next((sort for sort, words in asks if re.search(words, question, re.IGNORECASE)), None)


def is_of_sort(answer: str, sort: Sort, language: LanguageCode) -> bool:
    """Tell whether an answer is of the sort that its question seems to ask for."""
    if sort in {"date", "number"}:
        return has_figure(answer, language) or bool(_DATES[language].search(answer))
    return language == "zh" or answer[:1].isupper()


def offers(text: str, sort: Sort, language: LanguageCode, known: str) -> bool:
    """Tell whether a text offers an answer of a sort, beside names that are known already."""
    if sort == "date":
        days = language == "zh" and has_figure(text, language)
        return days or _DATES[language].search(text) is not None
    if sort == "number":
        return has_figure(_YEARS.sub(" ", text), language)
    found = list(names(text, language, first=True))
    if sort == "person":
        found = [name for name in found if is_person(name, language)]
    if language == "en":
        return any(name not in known for name in found)
    found += persons(text) if sort == "person" else places(text)
    return any(name not in known for name in found) or not re.search(_NAMELESS[sort], text)
