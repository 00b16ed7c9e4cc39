"""A Chinese paragraph: one sentence after another, some joined into one by a pronoun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lvbuild.sample.chinese.sentences import Sentence
from lvbuild.seeds import Draws

_JOINED = 0.4
_FULL_STOP, _SEMICOLON = "。", "；"


class Paragraph:
    """The sentences so far of a paragraph about one subject.

    Each holds the subject's name, so that none stands twice in a world: where a second clause is
    joined on and says a pronoun instead, the name is in the first. A pronoun never follows the
    name of a rival, something else that it could mean.
    """

    def __init__(
        self,
        values: Mapping[str, str],
        pronouns: Sequence[str],
        rivals: Sequence[str],
        draws: Draws,
    ) -> None:
        self._values = values
        self._pronouns = pronouns
        self._rivals = rivals
        self._draws = draws
        self._sentences: list[str] = []
        self._joined = False
        self._named_first = False

    def add(self, slot: Sequence[Sentence]) -> None:
        """Say one of a slot's sentences for which all fields are there."""
        fitting = [sentence for sentence in slot if sentence.fields <= self._values.keys()]
        leading = [sentence for sentence in fitting if sentence.leads_with_name]
        if leading and self._may_join() and self._draws.uniform(0, 1) < _JOINED:
            clause = self._draws.choice(leading).write(
                self._values, self._draws, self._draws.choice(self._pronouns)
            )
            self._sentences[-1] = self._sentences[-1].removesuffix(_FULL_STOP) + _SEMICOLON + clause
            self._joined, self._named_first = True, False
            return
        if self._named_first:
            fitting = [sentence for sentence in fitting if sentence not in leading] or fitting
        sentence = self._draws.choice(fitting)
        self._sentences.append(sentence.write(self._values, self._draws))
        self._joined, self._named_first = False, sentence.leads_with_name

    def text(self) -> str:
        """Return the paragraph."""
        return "".join(self._sentences)

    def _may_join(self) -> bool:
        return (
            bool(self._sentences)
            and not self._joined
            and not any(rival in self._sentences[-1] for rival in self._rivals)
        )
