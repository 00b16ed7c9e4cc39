"""A Chinese paragraph: one sentence after another, and how each speaks of the subject."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from lvbuild.sample.chinese.material import Material
from lvbuild.sample.chinese.sentences import Sentence
from lvbuild.seeds import Draws

_FULL_STOP, _SEMICOLON = "。", "；"


class _Manner(Enum):
    """How a sentence that begins with the subject's name speaks of it."""

    NAMED = auto()
    PRONOUN = auto()
    BARE = auto()
    """Without a subject, which is that of the sentence before."""
    JOINED = auto()
    """Likewise, and as another clause of that sentence."""


_MANNERS = ((_Manner.JOINED, 0.3), (_Manner.BARE, 0.3), (_Manner.PRONOUN, 0.3))
"""How often each is drawn; else the subject is named."""
_MANNERS_ALONE = ((_Manner.JOINED, 0.75),)
"""The same of a sentence that would be nobody's without the name."""
_LEADING = 0.7
"""How often, where the subject can be left unsaid, a sentence is taken that begins with it."""


class Paragraph:
    """The sentences so far of a paragraph about one subject.

    Each names its subject or another thing of its province, so that none stands twice in a world.
    The subject is left unsaid only behind a sentence about it, and neither that nor a pronoun
    follows the name of a rival, something else that it could mean.
    """

    def __init__(self, material: Material, draws: Draws) -> None:
        self._material = material
        self._draws = draws
        self._sentences: list[str] = []
        self._last = _Manner.NAMED
        self._on_topic = False

    def add(self, slot: Sequence[Sentence]) -> None:
        """Say one of a slot's sentences for which all fields are there; nothing where none is."""
        material, draws = self._material, self._draws
        fitting = [sentence for sentence in slot if sentence.fields <= material.fields]
        if not fitting:
            return
        if self._on_topic and draws.uniform(0, 1) < _LEADING:
            fitting = [sentence for sentence in fitting if sentence.subject] or fitting
        sentence = draws.choice(fitting)
        manner = self._manner(sentence)
        text = sentence.write(material.values, draws, self._subject(manner))
        if manner is _Manner.JOINED:
            self._sentences[-1] = self._sentences[-1].removesuffix(_FULL_STOP) + _SEMICOLON + text
        else:
            self._sentences.append(text)
        self._last = manner
        self._on_topic = sentence.keeps_topic

    def text(self) -> str:
        """Return the paragraph so far."""
        return "".join(self._sentences)

    def _manner(self, sentence: Sentence) -> _Manner:
        if not (sentence.subject and self._sentences):
            return _Manner.NAMED
        last = self._sentences[-1]
        if any(rival in last for rival in self._material.rivals):
            return _Manner.NAMED
        drawn = self._draws.uniform(0, 1)
        named = self._material.distinct.isdisjoint(sentence.told)
        for manner, share in _MANNERS_ALONE if named else _MANNERS:
            if drawn < share:
                return manner if self._is_clear(manner, sentence) else _Manner.NAMED
            drawn -= share
        return _Manner.NAMED

    def _is_clear(self, manner: _Manner, sentence: Sentence) -> bool:
        """Tell whether one that speaks so reads well behind the sentences so far."""
        if manner is _Manner.PRONOUN:
            return self._last is not manner
        if manner is _Manner.JOINED and self._last is manner:
            return False
        return self._on_topic and not (manner is _Manner.BARE and sentence.needs_subject)

    def _subject(self, manner: _Manner) -> str | None:
        if manner is _Manner.NAMED:
            return None
        return self._material.pronoun if manner is _Manner.PRONOUN else ""
