"""What every harness asks of a release, and how it scores an answer: as lvbuild does itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from lvbuild.errors import UsageError
from lvbuild.release.entry import scored_recipe
from lvbuild.release.reading import Record, Release, open_release
from lvbuild.release.subsets import Subset, chosen_ids
from lvbuild.score.metric import Metric, metric_of


class Asked(TypedDict):
    """A record as it is asked, and what an answer to it is scored by."""

    _id: str
    prompt: str
    answers: list[str]
    answer_keywords: str
    max_new_tokens: int
    recipe: str


def asked(
    release: str | Path,
    configuration: str,
    sha256: str = "",
    *,
    lite: int | None = None,
    split: str | None = None,
    max_new_tokens: int | None = None,
) -> Iterator[Asked]:
    """Yield what to ask of a configuration, in the records' order, reading as it goes.

    Raises UsageError where the data file's hash does not begin with `sha256`: the release was
    built anew since that was told; VerificationError where the file differs from its hash.
    """
    opened = open_release(release)
    held = opened.configuration(configuration)
    if not data_hash(opened, configuration).startswith(sha256):
        raise UsageError(
            f"{release}: {configuration} is not the one that was exported ({sha256}); export it"
            " anew"
        )
    opened.check(held)
    subset = chosen_ids(opened, held.recipe, Subset(lite, split))
    for record in opened.records(configuration):
        if subset is None or record.provenance["_id"] in subset:
            yield asked_of(opened, record, max_new_tokens)


def asked_of(release: Release, record: Record, max_new_tokens: int | None = None) -> Asked:
    """Return a record of a release as it is asked."""
    prompt, content = release.prompt(record), record.content
    return Asked(
        _id=record.provenance["_id"],
        prompt=prompt.text,
        answers=list(content.scored),
        answer_keywords=content.keywords,
        max_new_tokens=max_new_tokens or prompt.max_new_tokens,
        recipe=record.recipe,
    )


def score_asked(release: str | Path, one: Asked, prediction: str) -> float:
    """Return the score of an answer, from 0 to 1, as `lvbuild score` gives it."""
    metric = _metric(str(release), one["recipe"])
    return metric.score_record(prediction, one["answers"], one["answer_keywords"])


def data_hash(release: Release, configuration: str) -> str:
    """Return the SHA-256 of a configuration's data file, as the manifest tells it."""
    held = release.configuration(configuration)
    return release.manifest.hashes(held).get(held.data_path, "")


@lru_cache(maxsize=64)
def _metric(release: str, recipe: str) -> Metric:
    opened = open_release(release)
    return metric_of(scored_recipe(opened.folder, recipe, opened.manifest.recipes[recipe]))
