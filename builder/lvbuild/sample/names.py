"""Names of the invented world: put together of parts, new each time, none within another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import chain

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.core.seen import Seen
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.sample.words import Traits, read_lists, read_sorts, read_words
from lvbuild.sample.world import Entity

_TRIES = 10_000
_KEPT_BACK = 8


def is_kept_back(coined: str) -> bool:
    """Tell whether a coined name is one that no world has: one in eight, by its hash alone.

    New names for what a world has are of these, so that nothing in their shape tells them.
    """
    return blake2b(coined.encode(), digest_size=1).digest()[0] % _KEPT_BACK == 0


class Names:
    """All names given so far in one world.

    No name stands within another (English: at word borders; Chinese: at all), save a person's
    short form within that person's own name.
    """

    def __init__(self, language: LanguageCode) -> None:
        self._language = language
        self._taken, self._parts = Seen(), Seen()

    def give(self, draw: Callable[[], str], surname: bool = False) -> str:
        """Draw a name until it is new, and so is its last word if that is a `surname`; take both.

        Raises BuildError where the lexicon has no names left.
        """
        for _ in range(_TRIES):
            name = draw()
            forms = {name, name.split(" ")[-1]} if surname else {name}
            parts = {part for form in forms for part in self._parts_of(form)}
            if any(map(self._parts.__contains__, forms)) or any(
                map(self._taken.__contains__, parts)
            ):
                continue
            for form in forms:
                self._taken.add(form)
            for part in parts:
                self._parts.add(part)
            return name
        raise BuildError(f"sample: no new {self._language} name in {_TRIES} draws; ask for fewer")

    def _parts_of(self, form: str) -> Iterator[str]:
        joint = find_language(self._language).space
        return (joint.join(run) for run in _runs(form.split(" ") if joint else form))


def _runs(units: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(len(units)):
        for end in range(start + 1, len(units) + 1):
            yield units[start:end]


_SLOT = re.compile(r"\{(\w+)\}")
_MOST_PARTED = 10_000
_COINED = re.compile(r"<(.*)>")


@lru_cache(maxsize=_MOST_PARTED)
def _parts(pattern: str) -> Sequence[str]:
    """Return what stands between the slots of a pattern, and the slots in their places."""
    return _SLOT.split(pattern)


class Lexicon:
    """Names, terms and sorts of one language, as its files of words have them.

    A `spare` one gives the names that are kept back from all worlds, of the same shape as those
    that worlds have (see `is_kept_back`).
    """

    def __init__(self, language: LanguageCode, spare: bool = False) -> None:
        self.sorts: Mapping[str, Mapping[str, Traits]] = read_sorts(language)
        self.language = find_language(language)
        self._patterns = read_words(language, "patterns")
        self._words = {**read_lists(language, "names"), **self._patterns}
        self._terms = read_lists(language, "terms")
        self._spare = spare

    @cached_property
    def _real(self) -> re.Pattern[str]:
        lists = read_lists(self.language.code, "real").values()
        return re.compile("|".join(map(re.escape, chain.from_iterable(lists))))

    def name(self, draws: Draws, kind: str, sort: str = "") -> str:
        """Draw a name for a thing of a kind; an English person's ends with the surname.

        `sort` is that of an institution or a work, `woman` or `man` of a person, `port` of a town
        that lies low enough for one. A name that is taken is drawn again, so there are many.
        """
        own = f"{kind} {sort}"
        patterns = self._patterns[own if own in self._patterns else self._pattern(kind, sort)]
        pattern = draws.choice(patterns)
        before, coined, after = re.split(_COINED, pattern)
        whole = (self._fill(before, draws, sort), self._coin(coined, draws, sort))
        return "".join((*whole, self._fill(after, draws, sort)))

    def _pattern(self, kind: str, sort: str) -> str:
        style = self.sorts.get(kind, {}).get(sort, {}).get("title", ())
        return f"{kind} {style[0]}" if style else kind

    def _coin(self, pattern: str, draws: Draws, sort: str) -> str:
        """Draw a coined part until it is one that worlds have, or a spare one, and no real word."""
        while True:
            coined = self._fill(pattern, draws, sort)
            units = coined.split(" ") if self.language.space else coined
            if is_kept_back(coined) != self._spare or len(set(units)) < len(units):
                continue
            if not self._real.search(coined):
                return coined

    def _fill(self, pattern: str, draws: Draws, sort: str) -> str:
        while "{" in pattern:
            parts = [*_parts(pattern)]
            parts[1::2] = [
                sort if slot == "sort" else draws.choice(self._words[slot]) for slot in parts[1::2]
            ]
            pattern = "".join(parts)
        return pattern

    @property
    def professions(self) -> Mapping[str, Sequence[str]]:
        """The professions of those who write works, those who survey rivers, and others."""
        works = self.sorts["work"].values()
        writers = dict.fromkeys(writer for traits in works for writer in traits["writers"])
        return {
            "writes": tuple(writers),
            "surveys": self._terms["surveyors"],
            "": self._terms["makers"],
        }

    def terms(self, relation: str, kind: str = "", sort: str = "") -> Sequence[str]:
        """Return the words of a relation: those of a sort of things, else those of all."""
        if relation == "profession":
            return tuple(chain.from_iterable(self.professions.values()))
        return self.sorts[kind][sort][relation] if sort else self._terms[relation]

    def able(self, what: str) -> Sequence[str]:
        """Return the sorts of institutions that do something, such as teach."""
        sorts = self.sorts["institution"].items()
        return [sort for sort, traits in sorts if what in traits.get("does", ())]

    def stands_for(self, entity: Entity, name: str) -> bool:
        """Tell whether a name can replace an entity's: it shares no content with it.

        A Chinese place keeps its kind: a city stays one.
        """
        language = self.language
        if language.space:
            unlike = language.content(entity.name).isdisjoint(language.content(name))
        elif entity.kind in {"town", "river"}:
            unlike = entity.name[-1] == name[-1]
        else:
            unlike = entity.kind != "person" or set(entity.name).isdisjoint(name)
        return unlike and not language.shared_content(entity.name, name, listed=True)
