"""What no row covers yet of a question's texts: its names, dates and numbers, and rows for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.suggesting.suggest import Suggester
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import LvbuildError, UsageError


class Covering:
    """Finds what the texts of a recipe's questions name, and words for it, as suggestions do."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self.entities = lru_cache(maxsize=1_000)(self._entities)

    @cached_property
    def _suggester(self) -> Suggester | None:
        try:
            return Suggester(self._workbench)
        except LvbuildError:  # no rules for the language, or what they need is not installed
            return None

    def _entities(self, question_id: str) -> Sequence[Entity]:
        """Return what the texts of a question name, none where nothing finds it."""
        return self._suggester.named(question_id) if self._suggester else ()

    def rows(self, question_id: str, form: str) -> list[dict[str, Any]]:
        """Return rows for what has a form in a question's texts, one for each of its forms.

        Raises UsageError where there is none such, or no words are found for it.
        """
        found = self._suggester.cover(question_id, form) if self._suggester else ()
        if not found:
            raise UsageError("no words were found for it; write a row yourself")
        return [row.model_dump() for row in found]
