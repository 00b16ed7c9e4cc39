"""Replacements: documents that hold a word which replaces a name tell of another by that name."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from lvbuild.mixing.filters.filter import PooledQuestion


class Replacements:
    """Refuses the documents that hold a replacement; they were found with the originals."""

    def refused(self, question: PooledQuestion) -> Mapping[str, AbstractSet[int]]:
        """Return the places of the documents, by reason."""
        return {"holds a replacement": question.clashing}
