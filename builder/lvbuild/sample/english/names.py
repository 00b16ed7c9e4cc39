"""English names: syllables put together so that each kind has a sound of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lvbuild.sample.english.terms import TERMS, with_article
from lvbuild.seeds import Draws

_ONSETS = (
    "B", "Br", "C", "Cr", "D", "Dr", "F", "Fl", "Fr", "G", "Gl", "Gr", "H", "J", "K", "L", "M",
    "N", "P", "Pl", "Qu", "R", "S", "Sk", "St", "T", "Th", "Tr", "V", "W", "Y", "Z",
)  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "ae", "ei", "au")
_PLAIN = ("a", "e", "i", "o", "u")
_MIDDLES = (
    "d", "g", "ld", "lm", "lv", "m", "mbr", "n", "nd", "ndr", "ng", "r", "rd", "rg", "rl", "rm",
    "rn", "rv", "sk", "sp", "st", "v", "vr", "z", "zm", "lth", "rth", "nv",
)  # fmt: skip
_RIVER_ENDS = ("bre", "dra", "lune", "mnor", "nthe", "skel", "sne", "thra", "vrel", "zel")
_TOWN_ENDS = (
    "dorn", "dreth", "fell", "fleet", "gard", "garth", "holm", "lund", "mond", "mouth", "nau",
    "quay", "stead", "stow", "thal", "varn", "voe", "wold",
)  # fmt: skip
_SURNAME_ENDS = (
    "back", "bick", "brand", "croft", "dell", "fax", "garrow", "huish", "kett", "lander", "lock",
    "nell", "nock", "pole", "quell", "quist", "ridge", "shaw", "strand", "thwait", "vane", "vitt",
)  # fmt: skip
_HONOURED_ENDS = ("bessian", "biah", "drisian", "mondian", "phane", "quinian", "thenian", "vessian")
_DISTANT_ENDS = ("doon", "dzar", "khar", "lorn", "noor", "shuan", "tuan", "vaar", "zair")
_FEMALE_ENDS = ("a", "ena", "ia", "ine", "elle", "ora", "wen", "issa", "eth", "ya")
_MALE_ENDS = ("an", "ard", "o", "or", "ulf", "en", "ek", "ham", "olt", "win")

# Of all the names that these syllables make, those found in a few gigabytes of real text.
_REAL = frozenset(
    {"Beveridge", "Brudenell", "Comeback", "Demesne", "Florimond", "Florizel", "Forelock"}
    | {"Garamond", "Havelock", "Hildebrand", "Hildegard", "Holmestrand", "Homestead"}
    | {"Livelock", "Maldivane", "Mindanau", "Samudra", "Saravane", "Timelock", "Wildenau"}
)

_HOUSES = ("Court", "Foundation", "Hall", "House", "Institute", "Lodge", "Place")
_SEAS = ("{} Sea", "Gulf of {}", "{} Sound", "Bay of {}", "{} Deep")
_THINGS = (
    "Almond Tree", "Anchor", "Bell", "Bridge", "Candle", "Clock", "Comet", "Crow", "Door",
    "Ferry", "Fiddler", "Garden", "Gate", "Glass", "Harvest", "Heron", "Island", "Key", "Ladder",
    "Lamp", "Letter", "Lion", "Loom", "Mirror", "Moth", "Oar", "Orchard", "Owl", "Road", "Salt",
    "Shadow", "Ship", "Star", "Stone", "Tailor", "Thorn", "Tower", "Weaver", "Well", "Winter",
)  # fmt: skip
_MANNERS = (
    "Blind", "Borrowed", "Broken", "Copper", "Crooked", "Drowned", "Eleventh", "Empty", "False",
    "Forgotten", "Frozen", "Golden", "Green", "Hidden", "Hollow", "Honest", "Idle", "Last",
    "Little", "Lost", "Patient", "Quiet", "Red", "Second", "Silver", "Sleeping", "Stolen",
    "Unseen", "Wandering", "White",
)  # fmt: skip
_TITLES = (
    "The {manner} {thing} of {place}", "{place}, or the {manner} {thing}",
    "The {thing} and the {other}: A Tale of {place}", "{a_thing} for {place}",
    "From {place} to the {manner} {thing}", "The {manner} {thing} at {place}",
    "Seven Nights in {place}", "Letters from {place} on the {thing} and the {other}",
    "{place} under the {manner} {thing}", "On the {thing} of {place}", "The Return to {place}",
    "Notes towards the {manner} {place}",
)  # fmt: skip


class EnglishLexicon:
    """The names and terms of the English sample world.

    A given name's ending tells whether the texts say she or he: see `is_female`.
    """

    terms: Mapping[str, tuple[str, ...]] = TERMS

    def sea(self, draws: Draws) -> str:
        """Draw a sea's name, such as Gulf of Tormuan; texts put "the" before it."""
        return draws.choice(_SEAS).format(_coined(draws, _DISTANT_ENDS))

    def river(self, draws: Draws) -> str:
        """Draw a river's name; texts put "the" before it."""
        return _coined(draws, _RIVER_ENDS)

    def town(self, draws: Draws) -> str:
        """Draw a town's name."""
        return _coined(draws, _TOWN_ENDS)

    def person(self, draws: Draws) -> tuple[str, str]:
        """Draw a given name and a surname, and the surname alone."""
        ends = _FEMALE_ENDS if draws.index(2) else _MALE_ENDS
        given = _syllable(draws) + draws.choice(ends)
        surname = _coined(draws, _SURNAME_ENDS)
        return f"{given} {surname}", surname

    def institution(self, draws: Draws, kind_term: str, town: str) -> str:
        """Draw an institution's name, after nobody in the world; texts put "the" before it."""
        return f"{_coined(draws, _HONOURED_ENDS)} {draws.choice(_HOUSES)}"

    def work(self, draws: Draws, kind_term: str) -> str:
        """Draw a title with a place in it that is nowhere in the world; texts quote it."""
        thing, other = draws.shuffled(_THINGS)[:2]
        return draws.choice(_TITLES).format(
            manner=draws.choice(_MANNERS),
            thing=thing,
            other=other,
            a_thing=with_article(thing).replace("a", "A", 1),
            place=_coined(draws, _DISTANT_ENDS),
        )


def is_female(name: str) -> bool:
    """Tell from a person's full name whether the texts say she."""
    return name.split(" ", maxsplit=1)[0].endswith(_FEMALE_ENDS)


def _syllable(draws: Draws) -> str:
    return draws.choice(_ONSETS) + draws.choice(_VOWELS) + draws.choice(_MIDDLES)


def _coined(draws: Draws, ends: Sequence[str]) -> str:
    name = ""
    while not name or name in _REAL:
        name = _syllable(draws) + draws.choice(_PLAIN) + draws.choice(ends)
    return name
