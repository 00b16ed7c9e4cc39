"""The lists of names that proposals are made of, and by which names are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import chain

from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError
from lvbuild.languages import find_language

KNOWN = "known"
"""The subkind of entities that are known places."""


class WordLists:
    """The lists of a language by name, in `names/` under its English name.

    `lines` are those of a list without comments, `parts` its words, which lines of three marks
    divide, and `words` the words of all parts. Raises UsageError where one cannot be read.
    """

    def __init__(self, code: LanguageCode) -> None:
        self.code, self.language = code, find_language(code)
        self.lines: dict[str, list[str]] = {}
        self.parts: dict[str, list[tuple[str, ...]]] = {}
        folder = files("lvbuild.annotate.suggesting") / "names" / self.language.name.lower()
        for path in folder.iterdir():
            try:
                lines = path.read_text(encoding="utf-8").splitlines()
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(
                    f"{path}: cannot be read ({error}); install lvbuild anew"
                ) from error
            name = path.name.removesuffix(".txt")
            self.lines[name] = [each.strip() for each in lines if each and not each.startswith("#")]
            parts = " ".join(self.lines[name]).split("---")
            self.parts[name] = [tuple(dict.fromkeys(part.split())) for part in parts]
        self.words = {name: frozenset(chain(*parts)) for name, parts in self.parts.items()}

    @cached_property
    def places(self) -> Mapping[str, Sequence[str]]:
        """The known places, each with the others of its first sort, but those with a star."""
        found: dict[str, Sequence[str]] = {}
        for part in self.parts["known_places"]:
            names = [name.replace("_", " ") for name in part]
            others = [name for name in names if not name.endswith("*")]
            for name in names:
                plain = name.removesuffix("*")
                found.setdefault(plain, [other for other in others if other != plain])
        return found
