"""What contexts of numbered passages are planned from, whatever is asked about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lvbuild.core.options import ResolvedOptions
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.layout import ContextLayout
from lvbuild.mixing.lengths import PassageLengths
from lvbuild.recipe import Recipe
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
        return ContextLayout(find_language(self.recipe.language).heading)

    def count_in(
        self, tokens: TokenCounting | None, documents: Iterable[SplitDocument]
    ) -> PassageLengths | None:
        """Return what counts records in tokens, where that is asked for."""
        if tokens is None:
            return None
        return PassageLengths(tokens, documents, self.layout, counted=tokens is self.counting)
