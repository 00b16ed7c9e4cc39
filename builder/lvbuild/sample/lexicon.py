"""What a language brings to the invented world: its names and its terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from lvbuild.seeds import Draws


class Lexicon(Protocol):
    """Names and terms of one language.

    A name that is taken, or that holds or stands in another name, is drawn again: so there must
    be many, and no institution or work may be named with the name of a town, river or person.
    """

    @property
    def terms(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words of each term relation.

        Its keys: fish, craft, market_day, festival_month, profession, collected, treasure,
        institution_sort and work_sort (the last two are told as `sort`).
        """

    def sea(self, draws: Draws) -> str:
        """Draw a sea's name."""

    def river(self, draws: Draws) -> str:
        """Draw a river's name."""

    def town(self, draws: Draws) -> str:
        """Draw a town's name."""

    def person(self, draws: Draws) -> tuple[str, str]:
        """Draw a person's full name and its short form."""

    def institution(self, draws: Draws, kind_term: str, town: str) -> str:
        """Draw an institution's name, given its sort and the town it stands in."""

    def work(self, draws: Draws, kind_term: str) -> str:
        """Draw a work's title, given its sort."""
