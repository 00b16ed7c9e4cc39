"""Inspect: a module with a task for each configuration."""

from __future__ import annotations

from lvbuild.harness.export import Export

RUN = "inspect eval {out}/tasks.py@{first} --model openai-api/NAME/MODEL"
TRAPS = (
    "a model behind an address of yours is openai-api/NAME/MODEL: set NAME_BASE_URL and"
    " NAME_API_KEY",
    "what stands in <think> is stripped from answers before they are scored: compare with scores"
    " by `lvbuild score --drop-thinking` alone",
    "`--epochs` over 1 asks each question several times: `lvbuild score` takes one answer a record",
)

_HEAD = '''"""The tasks of a release: lvbuild reads it, and scores."""

from inspect_ai import task

from lvbuild.harness.inspect_tasks import release_task

RELEASE = {place!r}
'''
_TASK = """

@task(name={name!r})
def {function}():
    return release_task(RELEASE, **{options!r})
"""


def write(export: Export) -> None:
    """Write the module."""
    text = _HEAD.format(place=export.place)
    for number, name in enumerate(export.configurations):
        options = export.options(name)
        text += _TASK.format(name=export.task(name), function=f"task_{number}", options=options)
    export.put("tasks.py", text)
