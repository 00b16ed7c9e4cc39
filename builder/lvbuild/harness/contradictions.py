"""Second answers: what a model finds in distracting text that answers a question otherwise, or so.

A model reads each stretch of distracting text that has words of a question, by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from lvbuild.annotate.drafting.prompts import filled, read_prompt
from lvbuild.audit.recipes import held_of
from lvbuild.audit.told import Held, Told
from lvbuild.core.model import Configuration
from lvbuild.harness.asking import Asked, asked_of, score_asked
from lvbuild.harness.probing import KNOWN
from lvbuild.harness.replies import Replies, Report, Request
from lvbuild.release.reading import Release

_WINDOW = 2_000
"""Characters that are read at once; every other half of them twice, so that nothing is cut."""
_SHARED = 1 / 3
"""The part of a question's content words that a stretch must have to be read."""
_MOST = 64
"""Tokens of a reply."""
_NONE = re.compile(r"\W*NONE\W*")


@dataclass(frozen=True, slots=True)
class SecondAnswer:
    """What a model answers a question by a distracting text, and whether that is the right answer.

    `text` is what it read.
    """

    recipe: str
    question_id: str
    question: str
    answer: str
    is_right: bool
    document_id: str
    text: str

    @property
    def reason(self) -> str:
        """What is wrong with the question, in a line."""
        how = "gives the answer too" if self.is_right else "answers it otherwise"
        return f"{self.document_id} {how}: {' '.join(self.answer.split())[:80]}"


@dataclass(frozen=True, slots=True)
class _Window:
    asked: Asked
    question_id: str
    question: str
    document_id: str
    text: str
    request: Request


class Contradictions:
    """The stretches of some configurations that share words with the question beside them."""

    def __init__(
        self,
        release: Release,
        configurations: Sequence[Configuration],
        max_new_tokens: int | None = None,
    ) -> None:
        """Read what is to be asked; each stretch stands once for a question."""
        self._release, self._limit = release, max_new_tokens or _MOST
        found = (one for each in configurations for one in self._windows(each))
        self._found = {one.request.prompt: one for one in found}

    @property
    def requests(self) -> list[Request]:
        """All that is asked."""
        return [one.request for one in self._found.values()]

    def run(
        self, replies: Replies, *, at_once: int = 4, report: Report = lambda done: None
    ) -> list[SecondAnswer]:
        """Ask all that was not answered yet, and return the answers; see `Probe.run`."""
        answers = replies.ask(self.requests, at_once, report)
        return [
            SecondAnswer(
                one.asked["recipe"],
                one.question_id,
                one.question,
                answer.strip(),
                score_asked(self._release.folder, one.asked, answer) >= KNOWN,
                one.document_id,
                one.text,
            )
            for one, answer in zip(self._found.values(), answers, strict=True)
            if answer.strip() and not _NONE.fullmatch(answer)
        ]

    def _windows(self, configuration: Configuration) -> Iterator[_Window]:
        held = held_of(self._release, configuration.recipe)
        prompt = read_prompt("second_answer", held.recipe.language)
        for record in self._release.records(configuration.name):
            told = Told(held, configuration.level, record.fields, record.provenance)
            words = held.language.content(told.asked.input, 2)
            for part, each in zip(told.parts, record.provenance["passages"], strict=True):
                if part.role in {"distracting", "haystack"}:
                    for text in _sharing(part.text, words, held):
                        given = {"passage": text, "question": told.asked.input}
                        asked = filled(prompt, given)
                        yield _Window(
                            asked_of(self._release, record),
                            told.asked.question_id,
                            told.asked.input,
                            each["document_id"],
                            text,
                            Request(asked, held.language.about_tokens(len(asked)), self._limit),
                        )


def _sharing(text: str, words: Collection[str], held: Held) -> Iterator[str]:
    for start in range(0, max(len(text) - _WINDOW // 2, 1), _WINDOW // 2):
        window = text[start : start + _WINDOW]
        if len(held.language.content(window, 2) & {*words}) >= max(_SHARED * len(words), 1):
            yield window
