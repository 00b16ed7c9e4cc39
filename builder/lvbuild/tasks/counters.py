"""How a recipe's levels count, and the tokenizers that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.core.options import BuildOptions, ResolvedOptions, TokenizerId
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, RecipeFile
from lvbuild.text.counting import Counting, PlainCounting, plain_unit

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting


@dataclass(frozen=True, slots=True)
class Counters:
    """What levels count, and what is reported in addition.

    `tokens` is the first where that counts tokens, so that its counts need windows to be exact.
    """

    levels: Counting
    tokens: TokenCounting | None = None
    reported: TokenCounting | None = None

    @classmethod
    def plain(cls, recipe: Recipe) -> Counters:
        """Return those of a recipe in words or characters."""
        return cls(PlainCounting(plain_unit(recipe.unit, recipe.language)))


class Tokenizers:
    """Opens each tokenizer once; those that a release tells of are looked for among `files`."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._files = files
        self._opened: dict[tuple[str | TokenizerId, Path], TokenCounting] = {}

    def open(self, named: str | TokenizerId | None, folder: Path) -> TokenCounting | None:
        """Open a tokenizer by name or file, the latter looked for in a folder first."""
        if named is None:
            return None
        if (named, folder) not in self._opened:
            self._opened[named, folder] = self._open(named, folder)
        return self._opened[named, folder]

    def _open(self, named: str | TokenizerId, folder: Path) -> TokenCounting:
        from lvbuild.text.tokens import find_again, open_tokenizer

        if isinstance(named, str):
            return open_tokenizer(named, folder)
        try:
            counting = open_tokenizer(find_again(named, self._files), folder)
        except UsageError as error:
            raise UsageError(f"{folder}: {error}") from error
        counting.identity = named  # by the name that it has in the release
        return counting


def resolve(
    file: RecipeFile, options: BuildOptions, tokenizers: Tokenizers
) -> tuple[RecipeFile, ResolvedOptions, Counters]:
    """Return a recipe as options change it, the options with what it says, and what counts.

    Raises UsageError where unit and tokenizer do not go together, or where a tokenizer cannot be
    opened.
    """
    unit = options.unit or file.recipe.unit
    tokenizer = options.tokenizer
    if tokenizer is None and unit == "tokens":
        tokenizer = file.recipe.tokenizer
    nested = file.recipe.nested if options.nested is None else options.nested
    changes = {"unit": unit, "tokenizer": tokenizer, "nested": nested}
    recipe = file.recipe.model_copy(update=changes)
    try:
        recipe.check_unit()
    except ValueError as error:
        raise UsageError(f"{recipe.name}: {error}") from error
    tokens = tokenizers.open(tokenizer, file.path.parent)
    reported = tokenizers.open(options.report_tokens, file.path.parent)
    resolved = options.resolved(
        unit=unit,
        nested=nested,
        tokenizer=tokens.identity if tokens else None,
        report_tokens=reported.identity if reported else None,
    )
    levels = tokens or PlainCounting(plain_unit(unit, recipe.language))
    return replace(file, recipe=recipe), resolved, Counters(levels, tokens, reported)
