"""The leak test of LV-Eval's paper: what a model answers that is shown no context.

Each question is asked by itself, and once more in the words of its corpus, which no table has
replaced: what is answered before the replacements and not behind them shows what they are for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import tee
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lvbuild.core.twins import full_name
from lvbuild.engine.build import build
from lvbuild.harness.asking import Asked, asked, asked_of, score_asked
from lvbuild.harness.replies import Replies, Report, Request
from lvbuild.languages import find_language
from lvbuild.release.folder import put_file, recipe_path
from lvbuild.release.prompts import recipe_keys
from lvbuild.release.reading import Release, open_release
from lvbuild.release.subsets import ALL, Subset
from lvbuild.tables.errata import Erratum

KNOWN = 0.5
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
        self,
        release: str | Path,
        *,
        corpora: str | Path | None = None,
        offline: bool = False,
        max_new_tokens: int | None = None,
    ) -> None:
        """Read the questions, and build them in their corpora's words.

        With `max_new_tokens` replies may have so many, whatever the recipes say.
        Raises UsageError (release) and MissingCorpusError where recipes replace words and their
        corpora are not there.
        """
        self._release, self._limit = open_release(release), max_new_tokens
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
    def requests(self) -> list[Request]:
        """All that is asked."""
        every = [*self._asked.values(), *self._plain.values()]
        return [request_of(self._release, one, self._limit) for of in every for one in of.values()]

    def run(
        self, replies: Replies, *, at_once: int = 4, report: Report = lambda done: None
    ) -> list[Probed]:
        """Ask all that was not answered yet; return what came of each recipe.

        Raises SpentError, and BuildError where the endpoint fails for good: what was answered
        before is not asked again.
        """
        requests = self.requests
        told = zip(requests, replies.ask(requests, at_once, report), strict=True)
        answers = {request.prompt: reply for request, reply in told}
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
            if score >= KNOWN
        }
        return Probed(name, len(own), _mean(own), _mean(plain) if plain else None, leaked)


def request_of(release: Release, one: Asked, limit: int | None = None) -> Request:
    """Return what is sent of a record, or of its question; `limit` stands for the recipe's."""
    name = one["recipe"]
    keys = recipe_keys(release.folder, name, release.manifest.recipes[name].input_hash)
    language = find_language(keys.language)
    return Request(
        one["prompt"], language.about_tokens(len(one["prompt"])), limit or one["max_new_tokens"]
    )


def write_defects(defects: Iterable[tuple[str, str, str]], path: Path) -> None:
    """Write recipes, questions and what is wrong with them: errata for the next build."""
    keys = tuple(Erratum.model_fields)
    told = ((full_name(name), *rest) for name, *rest in defects)
    _put_lines(path, (dict(zip(keys, each, strict=True)) for each in told))


def _put_lines(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    put_file(path, "".join(lines).encode())


def write_predictions(
    release: Release,
    configurations: Sequence[str],
    folder: Path,
    replies: Replies,
    *,
    subset: Subset = ALL,
    max_new_tokens: int | None = None,
    at_once: int = 4,
    report: Report = lambda done: None,
) -> None:
    """Ask the records of some configurations, and write what is replied as LV-Eval does.

    It raises what `Probe.run` does; the files of what is answered wholly stand then.
    """
    limit = {"max_new_tokens": max_new_tokens} if max_new_tokens else {}
    for name in configurations:
        asking, told = tee(asked(release.folder, name, **subset._asdict()))
        answers = replies.ask(
            (request_of(release, one, max_new_tokens) for one in asking), at_once, report
        )
        lines = [
            {"_id": one["_id"], "pred": answer, "answers": one["answers"], **limit}
            for one, answer in zip(told, answers, strict=True)
        ]
        _put_lines(folder / f"{name}.jsonl", lines)


def requests_of(
    release: Release,
    configurations: Sequence[str],
    subset: Subset = ALL,
    max_new_tokens: int | None = None,
) -> Iterator[Request]:
    """Yield what `write_predictions` asks."""
    for name in configurations:
        for one in asked(release.folder, name, **subset._asdict()):
            yield request_of(release, one, max_new_tokens)


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
