"""Documents as the questions word them that they are evidence of: alike in every context."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from lvbuild.core.model import LanguageCode
from lvbuild.questions.shared_evidence import Owners
from lvbuild.text.replacement import Pair, Reworded


class Wording:
    """Rewrites what is evidence of questions by the pairs of all of these, each text once.

    `pairs` gives those of a question's own rows.
    """

    def __init__(
        self, owners: Owners, pairs: Callable[[str], Sequence[Pair]], language: LanguageCode
    ) -> None:
        self._owners = owners
        self._pairs = pairs
        self._language = language
        self._known: dict[str, tuple[Pair, ...]] = {}
        self._reworded: dict[tuple[str, tuple[Pair, ...]], Reworded] = {}

    @property
    def documents(self) -> Sequence[str]:
        """The documents that are evidence of questions with pairs of their own."""
        return self._owners.documents

    def reword(self, text: str, documents: Iterable[str]) -> Reworded:
        """Replace in a text what is replaced in any of some documents."""
        pairs = tuple(dict.fromkeys(chain.from_iterable(map(self._of, documents))))
        key = text, pairs
        if key not in self._reworded:
            self._reworded[key] = Reworded.of(text, pairs, self._language)
        return self._reworded[key]

    def _of(self, document: str) -> tuple[Pair, ...]:
        if document not in self._known:
            owners = self._owners.of(document)
            self._known[document] = tuple(chain.from_iterable(map(self._pairs, owners)))
        return self._known[document]
