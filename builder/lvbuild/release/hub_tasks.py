"""The file by which the Hub, and Inspect through it, asks a published release: `eval.yaml`.

It scores by what Inspect brings itself, which takes one text for an answer: a letter where there
are choices, else the likeness of words or, where no spaces part these, a model's verdict. The
scores of a release are those of `lvbuild score`.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

import yaml

from lvbuild.core.resources import yaml_list
from lvbuild.languages import find_language
from lvbuild.recipe import Recipe
from lvbuild.recipe.layouts import layouts
from lvbuild.release.manifest import Manifest, RecipeEntry

_HEAD = (
    "# By scorers that Inspect brings, which are not the metrics of this release:\n"
    "# `lvbuild score` and `inspect eval lvbuild/release` score by those.\n"
)


def hub_tasks(manifest: Manifest, recipes: Mapping[str, Recipe], title: str) -> bytes:
    """Describe a task for each configuration: inspect eval hf/OWNER/NAME/CONFIGURATION."""
    tasks = [
        {
            "id": one.name,
            "config": one.name,
            "split": "test",
            **_asked(recipes[one.recipe], manifest.recipes[one.recipe]),
        }
        for one in manifest.record_files
    ]
    described = {"name": title, "evaluation_framework": "inspect-ai"}
    head = yaml.safe_dump(described, sort_keys=False, allow_unicode=True)
    return (_HEAD + head + yaml_list("tasks", tasks)).encode()


def _asked(recipe: Recipe, entry: RecipeEntry) -> dict[str, Any]:
    layout = layouts[recipe.layout]
    question, answer = ("question", "answer") if layout.choices else ("input", "answers")
    if layout.choices:
        scorer = {"name": "pattern", "args": {"pattern": rf"\b([{layout.choices}])\b"}}
    else:
        has_spaces = find_language(recipe.language).unit == "words"
        scorer = {"name": "f1" if has_spaces else "model_graded_fact"}
    limit = entry.max_new_tokens or recipe.max_new_tokens
    # Inspect calls the key that is asked `prompt`, and finds others in a sample's metadata.
    parts = Formatter().parse(entry.prompt or recipe.prompt)
    names = [(text, "prompt" if name == question else name) for text, name, _, _ in parts]
    template = "".join(
        text.replace("{", "{{").replace("}", "}}") + (f"{{{name}}}" if name else "")
        for text, name in names
    )
    return {
        "field_spec": {
            "input": question,
            "target": answer,
            "metadata": [name for name in layout.placeholders if name != question],
        },
        "solvers": [
            {"name": "prompt_template", "args": {"template": template}},
            {"name": "generate", "args": {"max_tokens": limit}},
        ],
        "scorers": [scorer],
    }
