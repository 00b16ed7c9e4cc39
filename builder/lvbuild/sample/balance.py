"""Asking about the kinds of articles in the shares in which a province has them.

Were one kind asked about more than there is of it, a passage's kind alone would tell that it
supports its question.
"""

from __future__ import annotations

from collections import Counter

from lvbuild.sample.draft import COUNTS
from lvbuild.sample.question_draft import QuestionDraft, QuestionSort
from lvbuild.seeds import Draws

_OVER = 1.5
"""Articles of a kind by which questions may be ahead of its share."""

_SHARES = {kind: count / sum(COUNTS.values()) for kind, count in COUNTS.items()}


class Balance:
    """What has been asked so far: how often each sort, about how many articles of each kind."""

    def __init__(self) -> None:
        self._kinds = Counter[str]()
        self._sorts = Counter[str]()

    def ask(self, sorts: dict[str, QuestionSort], draws: Draws) -> QuestionDraft | None:
        """Take a question that keeps the kinds even, None where there are no more.

        Of those it is of the sort that was asked least; sorts that are spent are removed.
        """
        while sorts:
            ahead = {kinds: self._ahead(kinds) for kinds in {one.kinds for one in sorts.values()}}
            most = max(_OVER, min(ahead.values()))
            shuffled = draws.shuffled(list(sorts))
            fitting = [sort for sort in shuffled if ahead[sorts[sort].kinds] <= most]
            sort = min(fitting, key=lambda one: self._sorts[one])
            draft = next(sorts[sort].drafts, None)
            if draft:
                self._kinds.update(sorts[sort].kinds)
                self._sorts[sort] += 1
                return draft
            del sorts[sort]
        return None

    def _ahead(self, kinds: tuple[str, ...]) -> float:
        """Return by how many articles one of the kinds would be ahead of its share."""
        tally = self._kinds + Counter(kinds)
        total = tally.total()
        return max(tally[kind] - _SHARES[kind] * total for kind in kinds)
