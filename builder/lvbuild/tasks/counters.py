"""How a recipe's levels count, and the tokenizers that takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, RecipeFile
from lvbuild.tasks.prepared import Choices
from lvbuild.text.counting import Counting, PlainCounting, plain_unit

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting, TokenizerId


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
    """Opens each tokenizer once."""

    def __init__(self) -> None:
        self._opened: dict[tuple[str, Path], TokenCounting] = {}

    def open(self, named: str, folder: Path) -> TokenCounting:
        """Open a tokenizer by name or file, the latter looked for in a folder first."""
        from lvbuild.text.tokens import open_tokenizer

        if (named, folder) not in self._opened:
            self._opened[named, folder] = open_tokenizer(named, folder)
        return self._opened[named, folder]


@dataclass(frozen=True, slots=True)
class TokenizerChoices:
    """The tokenizers that options name, in place of a recipe's and in addition to it."""

    tokenizer: str | None = None
    report_tokens: str | None = None


def resolve(
    file: RecipeFile, choices: Choices, named: TokenizerChoices, tokenizers: Tokenizers
) -> tuple[RecipeFile, Choices, Counters]:
    """Return a recipe as options change it, the choices that say so in full, and what counts.

    Raises UsageError where unit and tokenizer do not go together, or where a tokenizer cannot be
    opened.
    """
    unit = choices.unit or file.recipe.unit
    tokenizer = named.tokenizer
    if tokenizer is None and unit == "tokens":
        tokenizer = file.recipe.tokenizer
    nested = file.recipe.nested if choices.nested is None else choices.nested
    changes = {"unit": unit, "tokenizer": tokenizer, "nested": nested}
    recipe = file.recipe.model_copy(update=changes)
    try:
        recipe.check_unit()
    except ValueError as error:
        raise UsageError(f"{recipe.name}: {error}") from error
    counters = Counters.plain(recipe)
    if tokenizer is not None:
        counting = tokenizers.open(tokenizer, file.path.parent)
        counters = Counters(counting, counting)
    if named.report_tokens is not None:
        reported = tokenizers.open(named.report_tokens, file.path.parent)
        counters = replace(counters, reported=reported)
    resolved = replace(
        choices,
        unit=unit,
        nested=nested,
        tokenizer=_identity(choices.tokenizer, counters.tokens),
        report_tokens=_identity(choices.report_tokens, counters.reported),
    )
    return replace(file, recipe=recipe), resolved, counters


def _identity(known: TokenizerId | None, opened: TokenCounting | None) -> TokenizerId | None:
    """Return which tokenizer it is; where a release tells, by the name it has there."""
    return known or (None if opened is None else opened.identity)


def named_again(choices: Choices, given: tuple[str, ...]) -> TokenizerChoices:
    """Name the tokenizers that a release was built with, to open them again.

    `given` are the files that may hold them. Raises UsageError where a file that it takes is not
    among these.
    """
    from lvbuild.text.tokens.opening import find_again

    again = (find_again(known, given) for known in (choices.tokenizer, choices.report_tokens))
    return TokenizerChoices(*again)
