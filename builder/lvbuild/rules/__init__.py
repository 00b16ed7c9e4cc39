"""The rules of the tables, which are read where a table is held against them."""

from __future__ import annotations

from lvbuild.errors import InvalidRowError
from lvbuild.rules.context import LintContext


def enforce(context: LintContext) -> None:
    """Raise InvalidRowError for the first row, by file and line, that breaks an error's rule."""
    from lvbuild.rules.every import errors

    if first := next(iter(errors(context)), None):
        raise InvalidRowError(f"{first.file}:{first.line}: {first.message}")
