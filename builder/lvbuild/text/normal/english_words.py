"""English words in one form: lower case, singular, a number's unit apart from it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MOST_KNOWN = 500_000
_FIGURES = re.compile(r"([$£€¥]?)(\d[\d.:]*)([a-z]*|%)")
_CURRENCIES = {"$": "dollar", "£": "pound", "€": "euro", "¥": "yen"}
_AFTER_FIGURES = {
    **dict.fromkeys(("st", "nd", "rd", "th"), "th"),
    "%": " percent",
    **{unit: f" {unit}" for unit in "km m cm mm kg g mg lb ft mi mph kmh ha l ml kw mw hz".split()},
}
_IRREGULAR = (
    "children:child wolves:wolf men:man women:woman feet:foot teeth:tooth geese:goose mice:mouse"
    " knives:knife wives:wife halves:half shelves:shelf thieves:thief loaves:loaf calves:calf"
    " elves:elf oxen:ox fishermen:fisherman policemen:policeman st:saint mt:mount"
)
_OUR = (
    "col hon fav harb lab neighb rum hum behavi flav od parl vap arm sav endeav val vig clam splend"
).split()
_BRITISH = (
    "grey:gray programme:program catalogue:catalog dialogue:dialog defence:defense offence:offense"
    " licence:license jewellery:jewelry aluminium:aluminum tyre:tire plough:plow mould:mold"
    " moustache:mustache aeroplane:airplane sceptic:skeptic traveller:traveler travelled:traveled"
    " travelling:traveling cancelled:canceled labelled:labeled organise:organize"
    " organised:organized organisation:organization realise:realize realised:realized"
    " recognise:recognize recognised:recognized"
)
_UNITS = {
    f"{prefix}{name}{plural}": f"{short}{unit}"
    for names, unit in (
        (("metre", "meter"), "m"),
        (("gram", "gramme"), "g"),
        (("litre", "liter"), "l"),
    )
    for name in names
    for prefix, short in (("", ""), ("kilo", "k"), ("centi", "c"), ("milli", "m"))
    for plural in ("", "s")
}
_ALIKE = {
    **_UNITS,
    **dict(pair.split(":") for pair in _IRREGULAR.split()),
    "pct": "percent",
    "news": "news",
}
_NO_PLURAL = ("ss", "us", "is")
_HISSING_ES = ("se", "ses", "xe", "xes", "ze", "zes", "che", "ches", "she", "shes")


class _Known(dict[str, str]):
    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        self[word] = folded = _folded(word)
        return folded


_known = _Known()


def folded_words(words: Iterable[str]) -> list[str]:
    """Return words in their normal form; of a number with its unit both, a space between them."""
    return list(map(_known.__getitem__, words))


def _folded(word: str) -> str:
    lower = word.lower()
    if lower in _ALIKE:
        return _ALIKE[lower]
    if not lower.isalpha() and (figures := _FIGURES.fullmatch(lower)):
        currency, number, rest = figures.groups()
        if rest in ("am", "pm"):
            return f"{number.replace('.', ':').removesuffix(':00')} {rest}"
        money = f" {_CURRENCIES[currency]}" if currency else ""
        return number + _AFTER_FIGURES.get(rest, rest) + money
    singular = _singular(lower)
    return _SPELLED.get(singular, singular)


def _singular(word: str) -> str:
    """Return a regular plural and its singular as one word, which may be neither."""
    if len(word) < 4 or word[-1] not in "se":
        return word
    if word.endswith(_HISSING_ES):
        return word.rstrip("s").removesuffix("e") if word.endswith("s") else word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("ie") and len(word) > 4:
        return f"{word[:-2]}y"
    if word.endswith("s") and not word.endswith(_NO_PLURAL):
        word = word[:-1]
    return word[:-1] if word.endswith("oe") and len(word) > 3 else word


_AMERICAN = {
    **{f"{stem}our{end}": f"{stem}or{end}" for stem in _OUR for end in ("", "ed", "ing", "ful")},
    **{
        f"{stem}re": f"{stem}er" for stem in "theat cent fib calib spect meag lust somb sab".split()
    },
    **dict(pair.split(":") for pair in _BRITISH.split()),
}
_SPELLED = {_singular(british): _singular(word) for british, word in _AMERICAN.items()}
"""British words in the normal form, and the American ones."""
