"""What contexts of numbered passages are planned from, whatever is asked about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lvbuild.core.options import ResolvedOptions
from lvbuild.mixing.layout import NUMBERED, ContextLayout
from lvbuild.recipe import Recipe
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.passage_lengths import PassageLengths
from lvbuild.tasks.task import Source
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting


@dataclass(frozen=True)
class NumberedInputs:
    """A recipe over numbered passages, as it was gathered."""

    source: Source

    @property
    def recipe(self) -> Recipe:
        """The recipe."""
        return self.source.file.recipe

    @property
    def options(self) -> ResolvedOptions:
        """What a user chooses."""
        return self.source.options

    @property
    def counting(self) -> Counting:
        """How its levels count."""
        return self.source.counters.levels

    @property
    def layout(self) -> ContextLayout:
        """What stands between passages."""
        return NUMBERED[self.recipe.language]

    def count_in(
        self,
        tokens: TokenCounting,
        documents: Sequence[SplitDocument],
        own: Mapping[str, Mapping[str, SplitDocument]] | None = None,
    ) -> PassageLengths:
        """Return what counts records in tokens; `own` are the documents of each question."""
        counted = tokens is self.counting
        return PassageLengths(tokens, documents, own or {}, self.layout, counted=counted)
