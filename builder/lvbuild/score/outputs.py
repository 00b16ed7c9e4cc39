"""What other people's evaluators write: their files, and the predictions in them.

Each of `READERS` finds the files of a format and reads them; what is exported for it bears the
configuration and the first digits of its file's hash in its name (`task_name`), which say here what
was answered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lvbuild.core.extras import require
from lvbuild.errors import UsageError
from lvbuild.score.predictions import Prediction, prediction_files, read_predictions

DIGITS = 8
"""Of a data file's SHA-256, so many stand in names: harnesses keep things by name and path."""
_NAME = re.compile(rf"lvbuild_(?P<of>.+)_(?P<sha>[0-9a-f]{{{DIGITS}}})")


def task_name(configuration: str, sha256: str) -> str:
    """Return what a configuration is called in a harness, by its data file's hash."""
    return f"lvbuild_{configuration}_{sha256[:DIGITS]}"


@dataclass(frozen=True, slots=True)
class Answered:
    """The predictions for a configuration: where they stand, and how they are read.

    `sha256` are the first digits of the hash of the data file that was asked, "" where nothing
    tells them.
    """

    path: Path
    read: Callable[[], tuple[Prediction, ...]]
    sha256: str = ""


Found = Iterator[tuple[str, Answered]]


def find_predictions(path: Path, form: str = "auto") -> dict[str, Answered]:
    """Return the predictions at a path by the configurations they are of.

    "auto" takes the first of the formats that has any files there; LV-Eval's come last. Raises
    UsageError where there are none, and where several runs of a configuration are.
    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder of predictions; check the path")
    found: dict[str, Answered] = {}
    for reader in READERS.values() if form == "auto" else [READERS[form]]:
        for name, answered in reader(path):
            if name in found:
                raise UsageError(
                    f"{path}: holds two runs of {name}, {found[name].path} and {answered.path};"
                    " name the file or the folder of one"
                )
            found[name] = answered
        if found:
            return found
    raise UsageError(f"{path}: holds no predictions" + ("" if form == "auto" else f" of {form}"))


def without_thinking(text: str) -> str:
    """Return an answer without what a model thinks before it, between <think> and </think>.

    Where a prompt opened the first of them the second alone is there; a thought without an end has
    no answer.
    """
    return text.rpartition("</think>")[2].partition("<think>")[0].lstrip()


def _lveval(path: Path) -> Found:
    for name, file in prediction_files(path).items():
        # LV-Eval's program writes a file for each level that it knows, most of them empty.
        if path.is_file() or file.stat().st_size:
            yield name, Answered(file, partial(read_predictions, file))


def _lm_eval(path: Path) -> Found:
    for file in _files(path, "samples_lvbuild_*.jsonl"):
        name = file.stem.removeprefix("samples_").rpartition("_")[0]
        yield from _named(name, file, partial(_rows, file, _sample))


def _sample(row: Any) -> tuple[str, str]:
    return row["doc"]["_id"], row["filtered_resps"][0]


def _inspect(path: Path) -> Found:
    files = _files(path, "*.eval")
    if not files:
        return
    require("a log of Inspect", "inspect_ai", "harness")
    from inspect_ai.log import read_eval_log

    for file in files:
        head = read_eval_log(str(file), header_only=True)
        if (head.eval.config.epochs or 1) > 1:
            raise UsageError(f"{file}: asks each question {head.eval.config.epochs} times; once is")
        yield from _named(head.eval.dataset.name or "", file, partial(_logged, file))


def _logged(file: Path) -> tuple[Prediction, ...]:
    from inspect_ai.log import read_eval_log

    samples = read_eval_log(str(file)).samples or []
    return tuple(
        Prediction(number, each.output.completion, str(each.id), {})
        for number, each in enumerate(samples, 1)
        if each.output.choices and not each.error
    )


def _opencompass(path: Path) -> Found:
    for file in _files(path, "lvbuild_*.json"):
        if "predictions" in file.parent.parts[-3:]:
            yield from _named(file.stem, file, partial(_by_position, file))


def _by_position(file: Path) -> tuple[Prediction, ...]:
    with _reading(file):
        held = json.loads(file.read_text("utf-8"))
        texts = [held[str(number)]["prediction"] for number in range(len(held))]
        return tuple(Prediction(n, text, None, {}) for n, text in enumerate(texts, 1))


def _longbench_v2(path: Path) -> Found:
    for file in _files(path, "*.jsonl"):
        if file.parent.name == "results":
            read = partial(_rows, file, lambda row: (row["_id"], row["pred"] or ""))
            yield from _named(file.parent.parent.name, file, read)


def _batch(path: Path) -> Found:
    """Find the replies of a batch, of which a file may hold several configurations."""
    found: dict[str, list[Prediction]] = {}
    files: dict[str, Path] = {}
    for file in _files(path, "*.jsonl"):
        with file.open("rb") as lines:
            if b'"custom_id"' not in lines.readline():
                continue
        for one in _rows(file, _reply):
            name, _, rest = (one.id or "").partition("/")
            identifier, _, sha256 = rest.rpartition("/")
            key = f"lvbuild_{name}_{sha256}"
            files.setdefault(key, file)
            found.setdefault(key, []).append(Prediction(one.line, one.text, identifier, {}))
    for key, held in found.items():
        yield from _named(key, files[key], partial(tuple, held))


def _reply(row: Any) -> tuple[str, str] | None:
    if "body" in row:
        raise UsageError("they are requests, not the replies to them")
    answered = (row.get("response") or {}).get("body")
    if not answered or "choices" not in answered:
        return None  # a request that failed
    return row["custom_id"], answered["choices"][0]["message"]["content"] or ""


READERS: Mapping[str, Callable[[Path], Found]] = {
    "lm-eval": _lm_eval,
    "inspect": _inspect,
    "opencompass": _opencompass,
    "longbench-v2": _longbench_v2,
    "openai-batch": _batch,
    "lveval": _lveval,
}
"""How the predictions of each format are found."""


def _files(path: Path, pattern: str) -> list[Path]:
    """Return the files of a pattern at or under a path, sorted."""
    return [path] if path.is_file() and path.match(pattern) else sorted(path.rglob(pattern))


def _named(name: str, file: Path, read: Callable[[], tuple[Prediction, ...]]) -> Found:
    """Yield what was asked under a name of `task_name`, and nothing for another's."""
    if match := _NAME.fullmatch(name):
        yield match["of"], Answered(file, read, match["sha"])


class _reading:  # noqa: N801 - it is used as a function
    """Turns what a damaged file raises into an error that names it."""

    def __init__(self, file: Path) -> None:
        self.at = str(file)

    def __enter__(self) -> _reading:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, UsageError):
            raise UsageError(f"{self.at}: {error}") from error
        if isinstance(error, (ValueError, LookupError, TypeError, AttributeError, OSError)):
            raise UsageError(f"{self.at}: is damaged, or not what its name says") from error


def _rows(file: Path, taken: Callable[[Any], tuple[str, str] | None]) -> tuple[Prediction, ...]:
    """Return what is taken of each line: the record's id and the answer."""
    found = []
    with _reading(file) as reading, file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            reading.at = f"{file}:{number}"
            if line.strip() and (one := taken(json.loads(line))):
                name, text = one
                found.append(Prediction(number, str(text), str(name), {}))
    return tuple(found)
