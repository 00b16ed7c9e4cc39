"""The words that the English sample world draws its terms from."""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, tuple[str, ...]] = {
    "fish": (
        "grayling", "sturgeon", "pike", "river trout", "burbot", "barbel", "smelt", "lamprey",
        "carp", "zander", "whitefish", "roach", "blue eel", "tench", "perch", "mirror bream",
    ),
    "craft": (
        "glassblowing", "lacemaking", "bell founding", "rope making", "clockmaking", "pottery",
        "bookbinding", "basket weaving", "felt making", "saddlery", "paper making", "dyeing",
        "cheese making", "barrel making", "wood carving", "sail making", "tile painting",
        "candle making", "knife grinding", "silk weaving", "brush making", "tanning",
        "organ building", "salt boiling", "honey pressing", "enamelling", "net making",
    ),
    "market_day": (
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ),
    "festival_month": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ),
    "profession": (
        "apothecary", "astronomer", "bell founder", "bookbinder", "botanist", "bridge builder",
        "cartographer", "clockmaker", "composer", "dyer", "engraver", "geologist", "glassblower",
        "goldsmith", "harbour pilot", "herbalist", "historian", "innkeeper", "instrument maker",
        "judge", "lens grinder", "lexicographer", "lighthouse keeper", "locksmith",
        "mathematician", "merchant", "midwife", "miller", "naturalist", "notary", "organ builder",
        "painter", "papermaker", "philologist", "physician", "playwright", "poet", "printer",
        "puppeteer", "schoolteacher", "sculptor", "shipwright", "stonemason", "surgeon",
        "surveyor", "translator", "weaver", "wine merchant",
    ),
    "collected": (
        "antique locks", "beetles", "brass compasses", "broken clocks", "butterflies",
        "carved spoons", "chess pieces", "clay pipes", "copper coins", "door knockers",
        "dried ferns", "drinking glasses", "feathers", "fossil shells", "hourglasses", "inkwells",
        "keys",
        "lacquer boxes", "marbles", "masks", "meteorites", "music boxes", "old maps",
        "painted fans", "paperweights", "pressed flowers", "proverbs", "riddles", "river pebbles",
        "tea bowls", "seals", "song sheets", "ship models", "snuffboxes", "sundials", "thimbles",
        "toy theatres", "walking sticks", "weather diaries", "wooden flutes",
    ),
    "treasure": (
        "amber chess set", "astronomical clock", "bronze door", "carved whale tooth",
        "celestial globe", "copper water organ", "crystal chalice", "embroidered map",
        "fossil lily", "giant tortoise shell", "glass harmonica", "gold-thread tapestry",
        "illuminated psalter", "ivory microscope", "jade ink stone", "lacquered screen",
        "marble sundial", "mechanical swan", "moon rock", "narwhal horn", "obsidian mirror",
        "orrery of silver wire", "painted ceiling", "pearl-inlaid lute", "porcelain stove",
        "rose window", "silver astrolabe", "star catalogue on vellum", "stuffed great auk",
        "tide-reckoning machine", "uncut emerald", "velvet-bound herbal",
    ),
    "institution_sort": (
        "academy of letters", "academy of music", "archive", "botanical garden", "college",
        "drawing school", "hospital", "library", "map room", "museum", "observatory",
        "printing house", "school of anatomy", "school of law", "school of navigation", "theatre",
    ),
    "work_sort": (
        "almanac", "atlas", "ballad opera", "bestiary", "book of fables", "chronicle", "comedy",
        "cookery book", "dictionary", "epic poem", "grammar", "herbal", "memoir", "novel",
        "opera", "oratorio", "satire", "song cycle", "tragedy", "travel diary", "treatise",
    ),
}  # fmt: skip


def with_article(term: str) -> str:
    """Put a or an before a term; no term begins with a silent h or a spoken you."""
    return f"{'an' if term[0].lower() in 'aeiou' else 'a'} {term}"
