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

from lvbuild.core.twins import full_name
from lvbuild.engine.build import build
from lvbuild.harness.asking import Asked, asked_of, score_asked
from lvbuild.harness.replies import Replies
from lvbuild.languages import find_language
from lvbuild.release.entry import held_keys
from lvbuild.release.folder import put_file, recipe_path
from lvbuild.release.reading import Release, open_release

_KNOWN = 0.5
"""The score from which on a question counts as answered."""


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
        self._plain: dict[str, dict[str, Asked]] = {}
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
                    plain = _questions(open_release(out), twin)
                    self._plain[name] = {each: {**plain[each], "recipe": name} for each in plain}

    @property
    def prompts(self) -> list[str]:
        """All that is asked."""
        every = [*self._asked.values(), *self._plain.values()]
        return [each["prompt"] for of in every for each in of.values()]

    @property
    def tokens(self) -> tuple[int, int]:
        """About how many tokens are sent, and may come back."""
        sent = most = 0
        for name, of in [*self._asked.items(), *self._plain.items()]:
            language = held_keys(self._release.folder, name).language
            rate = find_language(language).characters_a_token
            sent += sum(round(len(each["prompt"]) / rate) for each in of.values())
            most += sum(each["max_new_tokens"] for each in of.values())
        return sent, most

    def run(
        self,
        replies: Replies,
        *,
        at_once: int = 4,
        report: Callable[[int], None] = lambda done: None,
    ) -> list[Probed]:
        """Ask all that was not answered yet; return what came of each recipe.

        Raises SpentError, and BuildError where the endpoint fails for good: what was answered
        before is not asked again.
        """
        prompts = self.prompts
        answers = dict(zip(prompts, replies.ask(prompts, at_once, report), strict=True))
        return [self._scored(name, answers) for name in self._asked]

    def _scored(self, name: str, answers: Mapping[str, str]) -> Probed:
        folder = self._release.folder

        def scores(of: Mapping[str, Asked]) -> dict[str, float]:
            return {
                each: score_asked(folder, one, answers[one["prompt"]]) for each, one in of.items()
            }

        own, plain = scores(self._asked[name]), scores(self._plain.get(name, {}))
        leaked = {
            question: answers[self._asked[name][question]["prompt"]]
            for question, score in own.items()
            if score >= _KNOWN
        }
        return Probed(name, len(own), _mean(own), _mean(plain) if plain else None, leaked)


def write_leaked(found: Sequence[Probed], model: str, path: Path) -> None:
    """Write the questions that a model answered, as a file of errata for the next build."""
    lines = [
        {
            "recipe": full_name(each.recipe),
            "question_id": question,
            "reason": f"{model} answers it without its context",
        }
        for each in found
        for question in each.leaked
    ]
    told = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    put_file(path, told.encode())


def _mean(scores: Mapping[str, float]) -> float:
    return 100 * sum(scores.values()) / len(scores)


def _as_built(release: Release, name: str) -> dict[str, Any]:
    """Return the options by which a recipe asks the questions that it asked."""
    options = release.manifest.recipes[name].build_options
    kept = ("seed", "variant", "since", "questions_of", "sample", "limit", "fill", "approved_only")
    return {each: getattr(options, each) for each in (*kept, "errata", "prompts", "strict")}


def _questions(release: Release, name: str) -> dict[str, Asked]:
    """Return the questions of a recipe by id, without contexts: those of its smallest level."""
    held = [each for each in release.manifest.configurations if each.recipe == name]
    found: dict[str, Asked] = {}
    for record in release.records(held[0].name):
        question = record.provenance["question_id"]
        if question not in found and record.content.answers:
            bare = replace(record, fields={**record.fields, "context": ""})
            found[question] = asked_of(release, bare)
    return found
