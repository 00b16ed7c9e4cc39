"""English names of what is nowhere in the sample world.

Each kind has endings that end no name of the lexicon, so no world, however long, has such a name.
"""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.sample.english.names import is_female
from lvbuild.sample.entities import Entity
from lvbuild.seeds import Draws

_ONSETS = ("B", "Br", "C", "D", "Dr", "F", "G", "Gr", "H", "K", "L", "M", "N", "P", "R", "S", "Sk",
           "T", "Tr", "V", "W", "Y", "Z")  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "oa", "ie", "ou")
_MIDDLES = ("b", "bl", "ck", "dd", "ff", "fr", "gg", "kl", "lb", "ll", "mm", "mp", "nn", "pp", "rk",
            "rr", "ss", "tt", "x")  # fmt: skip

_PLACE_ENDS = ("bourne", "brough", "cliffe", "combe", "haven", "march", "minster", "toft")
_RIVER_ENDS = ("beck", "lisk", "mere", "quill", "ssel", "vash")
_DISTANT_ENDS = ("gash", "mesh", "qand", "tarr", "zul", "nesh", "vekh")
_SURNAME_ENDS = ("field", "gate", "gill", "mott", "rick", "sley", "stone", "water", "worth")
_HONOURED_ENDS = ("avian", "ettian", "ottian", "ovian", "uvian")
_FEMALE_ENDS = ("anth", "ette", "ilde", "ynne", "is")
_MALE_ENDS = ("amund", "ibert", "ic", "os", "us")
UNUSED_ENDS = (*_PLACE_ENDS, *_RIVER_ENDS, *_DISTANT_ENDS, *_SURNAME_ENDS, *_HONOURED_ENDS,
                *_FEMALE_ENDS, *_MALE_ENDS)  # fmt: skip

_HOUSES = ("Cabinet", "Exchange", "Guild", "Society", "Trust", "Union")
_SEAS = ("{} Strait", "{} Channel", "{} Basin")
_MANNERS = ("Amber", "Bitter", "Burning", "Careless", "Distant", "Faithful", "Gentle", "Grey",
            "Humble", "Iron", "Proud", "Restless", "Severed", "Silent", "Velvet")  # fmt: skip
_THINGS = ("Banner", "Basket", "Bottle", "Chapel", "Compass", "Drum", "Falcon", "Hammer", "Kettle",
           "Lantern", "Meadow", "Needle", "Plough", "Saddle", "Wheel")  # fmt: skip
# No thing begins with a vowel: it may stand after A.
_TITLES = ("The {manner} {thing} beyond {place}", "{place} and the {manner} {thing}",
           "The {manner} {thing} in {place}", "A {thing} out of {place}")  # fmt: skip


def stranger(entity: Entity, draws: Draws) -> tuple[str, str]:
    """Name something of the entity's kind that is nowhere in the world; also its short form."""
    match entity.kind:
        case "person":
            ends = _FEMALE_ENDS if is_female(entity.name) else _MALE_ENDS
            given, surname = _syllable(draws) + draws.choice(ends), _coined(draws, _SURNAME_ENDS)
            return f"{given} {surname}", surname
        case "sea":
            name = draws.choice(_SEAS).format(_coined(draws, _DISTANT_ENDS))
        case "river":
            name = _coined(draws, _RIVER_ENDS)
        case "town":
            name = _coined(draws, _PLACE_ENDS)
        case "institution":
            name = f"{_coined(draws, _HONOURED_ENDS)} {draws.choice(_HOUSES)}"
        case _:
            name = draws.choice(_TITLES).format(
                manner=draws.choice(_MANNERS),
                thing=draws.choice(_THINGS),
                place=_coined(draws, _DISTANT_ENDS),
            )
    return name, name


def _syllable(draws: Draws) -> str:
    return draws.choice(_ONSETS) + draws.choice(_VOWELS) + draws.choice(_MIDDLES)


def _coined(draws: Draws, ends: Sequence[str]) -> str:
    return _syllable(draws) + draws.choice("aeiou") + draws.choice(ends)
