"""Prompts of a benchmark's own program, in the files that it keeps them in.

LongBench has a JSON file, `dataset2prompt.json`, LV-Eval a mapping `DATASET_PROMPT` in its
`config.py`: each has a prompt for a data set's name, with {context} and {input}.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Formatter

from lvbuild.core.options import PromptId
from lvbuild.core.resources import digest, read_named
from lvbuild.errors import UsageError
from lvbuild.recipe.layouts import layouts

_MOST_BYTES = 2**20
_MAPPING = "DATASET_PROMPT"


def read_prompt(
    path: str | Path,
    dataset: str,
    placeholders: Sequence[str] = layouts["lveval"].placeholders,
) -> PromptId:
    """Return the prompt of a data set from a file of prompts: JSON, or Python that is not run.

    Records fill in the `placeholders`, and no others.

    Raises UsageError where the file holds no such prompts, or none of that name.
    """
    file = Path(path)
    content = read_named(file, _MOST_BYTES, "check the path")
    prompts = _prompts(file, content)
    if dataset not in prompts:
        raise UsageError(
            f"{file}: has no prompt of {dataset!r}, only of {', '.join(sorted(prompts))}; the"
            " recipe's `upstream` says what it is called there"
        )
    prompt = prompts[dataset]
    if problem := _problem(prompt, placeholders):
        raise UsageError(f"{file}: the prompt of {dataset!r} {problem}")
    return PromptId(file.name, digest(content), prompt)


def _prompts(path: Path, content: bytes) -> Mapping[str, str]:
    try:
        text = content.decode("utf-8-sig")
        found = _assigned(text) if path.suffix == ".py" else json.loads(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise UsageError(f"{path}: is no JSON, or Python in a file .py, of prompts") from error
    if not isinstance(found, dict) or not all(
        isinstance(each, str) for pair in found.items() for each in pair
    ):
        raise UsageError(
            f"{path}: holds no prompts: write a JSON mapping of data sets' names to prompts, or in"
            f" a file .py a mapping {_MAPPING} of plain texts"
        )
    return found


def _assigned(text: str) -> object:
    """Return what the Python gives the name of the mapping, if it is a literal; else None."""
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign):
            names = [name.id for name in statement.targets if isinstance(name, ast.Name)]
            if _MAPPING in names:
                return ast.literal_eval(statement.value)
    return None


def _problem(prompt: str, placeholders: Sequence[str]) -> str:
    """Say why a model cannot be asked by a prompt; "" where it can.

    One without {input} asks by itself, such as for a summary.
    """
    try:
        names = [name for _, name, _, _ in Formatter().parse(prompt) if name is not None]
    except ValueError as error:
        return f"cannot be filled in ({error})"
    if unknown := next((name for name in names if name not in placeholders), None):
        filled = " and ".join(f"{{{each}}}" for each in placeholders)
        return f"has {{{unknown}}}; records fill in {filled} alone"
    return "" if "context" in names else "has no {context}"
