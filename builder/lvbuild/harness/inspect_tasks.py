"""Inspect's task over a release: `inspect eval lvbuild/release -T release=... -T config=...`."""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from lvbuild.harness.asking import asked, data_hash, score_asked
from lvbuild.release.reading import open_release
from lvbuild.score.outputs import task_name


@task(name="release")
def release(
    release: str,
    config: str,
    lite: int | None = None,
    split: str | None = None,
    max_new_tokens: int | None = None,
) -> Task:
    """Return the task of a configuration of a release, such as factrecall_en_16k."""
    return release_task(release, config, lite=lite, split=split, max_new_tokens=max_new_tokens)


def release_task(release: str, configuration: str, sha256: str = "", **chosen: Any) -> Task:
    """Return the task of a configuration; `chosen` is as `asked` takes it."""
    ones = list(asked(release, configuration, sha256, **chosen))
    samples = [
        Sample(
            id=one["_id"],
            input=one["prompt"],
            target=one["answers"],
            metadata={key: one[key] for key in ("_id", "answers", "answer_keywords", "recipe")},
        )
        for one in ones
    ]
    data = data_hash(open_release(release), configuration)
    name = task_name(configuration, data, chosen.get("max_new_tokens"))
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=generate(),
        scorer=lvbuild_score(release),
        config=GenerateConfig(temperature=0, max_tokens=ones[0]["max_new_tokens"]),
    )


@scorer(metrics=[mean(), stderr()])
def lvbuild_score(release: str) -> Scorer:
    """Score an answer as `lvbuild score` does, from 0 to 1."""

    async def score(state: TaskState, target: Target) -> Score:
        one: Any = state.metadata
        said = state.output.completion
        return Score(value=score_asked(release, one, said), answer=said)

    return score
