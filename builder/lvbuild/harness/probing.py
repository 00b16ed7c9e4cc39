"""The leak test of LV-Eval's paper: what a model answers that is shown no context.

Each question is asked by itself, and once more in the words of its corpus, which no table has
replaced: what is answered before the replacements and not behind them shows what they are for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lvbuild.core.endpoint import Endpoint
from lvbuild.core.twins import full_name
from lvbuild.engine.build import build
from lvbuild.harness.replies import Replies
from lvbuild.languages import find_language
from lvbuild.release.entry import held_keys, scored_recipe
from lvbuild.release.folder import put_file, recipe_path
from lvbuild.release.reading import Release, open_release
from lvbuild.score.metric import metric_of

_KNOWN = 0.5
"""The score from which on a question counts as answered."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is asked without a context, and what an answer is scored by."""

    prompt: str
    answers: Sequence[str]
    keywords: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Probed:
    """What came of a recipe's questions: scores from 0 to 100, and those that were answered.

    `original` is the score in the words of the corpora, None where no word is replaced. `leaked`
    are the questions that were answered without their context, each with the reply.
    """

    recipe: str
    questions: int
    score: float
    original: float | None
    leaked: Mapping[str, str]


class Probe:
    """The questions of a release, to be asked of a model without their contexts."""

    def __init__(
        self, release: str | Path, *, corpora: str | Path | None = None, offline: bool = False
    ) -> None:
        """Read the questions, and build them in their corpora's words.

        Raises UsageError (release) and MissingCorpusError where recipes replace words and their
        corpora are not there.
        """
        self._release = open_release(release)
        self._asked = {name: _questions(self._release, name) for name in self._release.recipes}
        self._plain: dict[str, dict[str, Question]] = {}
        with TemporaryDirectory() as folder:
            for name in self._release.recipes:
                entry = self._release.manifest.recipes[name]
                options = entry.build_options
                if "replacements" in entry.tables and "replacements" not in options.left_out:
                    without = ",".join([*options.left_out, "replacements"])
                    out = Path(folder, name)
                    build(
                        self._release.folder / recipe_path(name),
                        out,
                        levels=["closed"],
                        without=without,
                        corpora=corpora,
                        offline=offline,
                        workers=1,
                        **_as_built(self._release, name),
                    )
                    [twin] = open_release(out).recipes
                    self._plain[name] = _questions(open_release(out), twin)

    @property
    def prompts(self) -> list[str]:
        """All that is asked."""
        every = [*self._asked.values(), *self._plain.values()]
        return [each.prompt for of in every for each in of.values()]

    @property
    def tokens(self) -> tuple[int, int]:
        """About how many tokens are sent, and may come back."""
        sent = most = 0
        for name, of in [*self._asked.items(), *self._plain.items()]:
            language = held_keys(self._release.folder, name).language
            rate = find_language(language).characters_a_token
            sent += sum(round(len(each.prompt) / rate) for each in of.values())
            most += sum(each.tokens for each in of.values())
        return sent, most

    def run(
        self,
        endpoint: Endpoint,
        out: Path,
        *,
        at_once: int = 4,
        report: Callable[[int], None] = lambda done: None,
    ) -> list[Probed]:
        """Ask all; return what came of each recipe.

        Replies are kept in the folder `out` as they come, and `errata.jsonl` there names the
        questions that were answered. Raises SpentError, and BuildError where the endpoint fails for
        good: what was answered before is not asked again.
        """
        prompts = self.prompts
        with Replies(out / "replies.jsonl", endpoint) as replies:
            answers = dict(zip(prompts, replies.ask(prompts, at_once, report), strict=True))
        found = [self._scored(name, answers) for name in self._asked]
        lines = [
            {
                "recipe": full_name(each.recipe),
                "question_id": question,
                "reason": f"{endpoint.model} answers it without its context",
            }
            for each in found
            for question in each.leaked
        ]
        told = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        put_file(out / "errata.jsonl", told.encode())
        return found

    def _scored(self, name: str, answers: Mapping[str, str]) -> Probed:
        folder, entry = self._release.folder, self._release.manifest.recipes[name]
        metric = metric_of(scored_recipe(folder, name, entry))

        def scores(of: Mapping[str, Question]) -> dict[str, float]:
            return {
                question: metric.score_record(
                    metric.scored_part(answers[one.prompt]), one.answers, one.keywords
                )
                for question, one in of.items()
            }

        own, plain = scores(self._asked[name]), scores(self._plain.get(name, {}))
        leaked = {
            question: answers[self._asked[name][question].prompt]
            for question, score in own.items()
            if score >= _KNOWN
        }
        return Probed(name, len(own), _mean(own), _mean(plain) if plain else None, leaked)


def _mean(scores: Mapping[str, float]) -> float:
    return 100 * sum(scores.values()) / len(scores)


def _as_built(release: Release, name: str) -> dict[str, Any]:
    """Return the options by which a recipe asks the questions that it asked."""
    options = release.manifest.recipes[name].build_options
    kept = ("seed", "variant", "since", "questions_of", "sample", "limit", "fill", "approved_only")
    return {each: getattr(options, each) for each in (*kept, "errata", "prompts", "strict")}


def _questions(release: Release, name: str) -> dict[str, Question]:
    """Return the questions of a recipe by id, those of its smallest level."""
    held = [each for each in release.manifest.configurations if each.recipe == name]
    found: dict[str, Question] = {}
    for record in release.records(held[0].name):
        content, question = record.content, record.provenance["question_id"]
        if question not in found and content.answers:
            bare = replace(record, fields={**record.fields, "context": ""})
            prompt = release.prompt(bare)
            found[question] = Question(
                prompt.text,
                content.scored,
                content.keywords,
                prompt.max_new_tokens,
            )
    return found
