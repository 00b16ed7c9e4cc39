"""What other people's evaluators write: their files, and the predictions in them.

Each of `READERS` finds the files of a format and reads them; what is exported for it bears the
configuration, the first digits of its file's hash and a limit other than the recipe's in its name
(`task_name`), which say here what was answered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lvbuild.core.endpoint import Completion
from lvbuild.core.extras import require
from lvbuild.core.model import Configuration
from lvbuild.errors import UsageError
from lvbuild.score.predictions import Prediction, prediction_files, read_predictions

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

DIGITS = 8
"""Of a data file's SHA-256, so many stand in names: harnesses keep things by name and path."""
_NAME = re.compile(rf"lvbuild_(?P<of>.+)_(?P<sha>[0-9a-f]{{{DIGITS}}})(?:_max(?P<most>[0-9]+))?")


def task_mark(sha256: str, max_new_tokens: int | None = None) -> str:
    """Return what says by which data file, and within how many tokens, something was asked."""
    return sha256[:DIGITS] + (f"_max{max_new_tokens}" if max_new_tokens else "")


def task_name(configuration: str, sha256: str, max_new_tokens: int | None = None) -> str:
    """Return what a configuration is called in a harness, by its data file's hash."""
    return f"lvbuild_{configuration}_{task_mark(sha256, max_new_tokens)}"


@dataclass(frozen=True, slots=True)
class Answered:
    """The predictions for a configuration: where they stand, and how they are read.

    `sha256` are the first digits of the hash of the data file that was asked, "" where nothing
    tells them; `max_new_tokens` the limit that was asked for, None for the recipe's.
    """

    path: Path
    read: Callable[[], tuple[Prediction, ...]]
    sha256: str = ""
    max_new_tokens: int | None = None


Found = Iterator[tuple[str, Answered]]
Skip = Callable[[str], None]
"""Takes in a line what is passed over, and why; or raises UsageError that says so."""


class Reader(NamedTuple):
    """How the predictions of a format are found, and what its files are called."""

    find: Callable[[Path, Skip], Found]
    files: str


def refuse(told: str) -> None:
    """Raise UsageError for what cannot be read."""
    raise UsageError(told)


def find_predictions(path: Path, form: str = "auto", skip: Skip = refuse) -> dict[str, Answered]:
    """Return the predictions at a path by the configurations they are of.

    "auto" takes the one format that has any files there. Where `skip` takes a line that cannot be
    read, the others are. Raises UsageError where there are none, where there are several formats,
    and where several runs of a configuration are.
    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder of predictions; check the path")
    forms = READERS if form == "auto" else [form]
    kinds = {each: held for each in forms if (held := _runs(each, path, skip))}
    if own := kinds.pop("lveval", None):  # what bears another format's name is of that alone
        used = {each.path for held in kinds.values() for each in held.values()}
        own = {name: each for name, each in own.items() if each.path not in used}
        if own and (not kinds or any(map(_is_configuration, own))):
            kinds["lveval"] = own
    if len(kinds) > 1:
        raise UsageError(
            f"{path}: holds predictions of {' and of '.join(kinds)}; name the file or the folder"
            " of one, or give --format"
        )
    if not kinds:
        if form == "auto":
            named = "; name a file <recipe>_<level>.jsonl for each level"
        else:
            named = f" of {form}; its files are {READERS[form].files}"
        raise UsageError(f"{path}: holds no predictions{named}")
    return next(iter(kinds.values()))


def _runs(form: str, path: Path, skip: Skip) -> dict[str, Answered]:
    found: dict[str, Answered] = {}
    for name, answered in READERS[form].find(path, skip):
        if name in found:
            raise UsageError(
                f"{path}: holds two runs of {name}, {found[name].path} and {answered.path};"
                " name the file or the folder of one"
            )
        found[name] = answered
    return found


def _is_configuration(name: str) -> bool:
    held = Configuration.parse(name)
    return held is not None and not held.level.passages


def without_thinking(text: str) -> str:
    """Return an answer without what a model thinks before it, between <think> and </think>.

    Where a prompt opened the first of them the second alone is there; a thought without an end has
    no answer.
    """
    return text.rpartition("</think>")[2].partition("<think>")[0].lstrip()


def _lveval(path: Path, _: Skip) -> Found:
    for name, file in prediction_files(path).items():
        # LV-Eval's program writes a file for each level that it knows, most of them empty.
        if path.is_file() or file.stat().st_size:
            yield name, Answered(file, partial(read_predictions, file))


def _lm_eval(path: Path, skip: Skip) -> Found:
    for file in _files(path, "samples_lvbuild_*.jsonl"):
        name = file.stem.removeprefix("samples_").rpartition("_")[0]
        yield from _named(name, file, partial(_rows, file, _sample, skip))


def _sample(row: Any) -> tuple[str, str]:
    return row["doc"]["_id"], row["filtered_resps"][0]


def _inspect(path: Path, _: Skip) -> Found:
    for file in _files(path, "*.eval"):
        head = _log(file, header_only=True)
        if (head.eval.config.epochs or 1) > 1:
            raise UsageError(f"{file}: asks each question {head.eval.config.epochs} times; once is")
        yield from _named(head.eval.dataset.name or "", file, partial(_logged, file))


def _log(file: Path, *, header_only: bool = False) -> EvalLog:
    require("a log of Inspect", "inspect_ai", "harness")
    from inspect_ai.log import read_eval_log

    try:
        return read_eval_log(str(file), header_only=header_only)
    except Exception as error:  # its readers of zip files and JSON raise errors of their own
        raise UsageError(
            f"{file}: is damaged, or no log of Inspect; run it again, or take the file away"
        ) from error


def _logged(file: Path) -> tuple[Prediction, ...]:
    return tuple(
        Prediction(number, each.output.completion, str(each.id), {})
        for number, each in enumerate(_log(file).samples or [], 1)
        if each.output.choices and not each.error
    )


def _opencompass(path: Path, _: Skip) -> Found:
    for file in _files(path, "lvbuild_*.json"):
        if "predictions" in file.parent.parts[-3:]:
            yield from _named(file.stem, file, partial(_by_position, file))


def _by_position(file: Path) -> tuple[Prediction, ...]:
    with _reading(str(file)):
        held = json.loads(file.read_text("utf-8"))
        texts = [held[str(number)]["prediction"] for number in range(len(held))]
        return tuple(Prediction(n, text, None, {}) for n, text in enumerate(texts, 1))


def _longbench_v2(path: Path, skip: Skip) -> Found:
    for file in _files(path, "*.jsonl"):
        if file.parent.name == "results":
            read = partial(_rows, file, _letter, skip)
            yield from _named(file.parent.parent.name, file, read)


def _letter(row: Any) -> tuple[str, str, str]:
    letter = row["pred"] or ""
    return row["_id"], letter, row.get(f"choice_{letter}", "")


def _batch(path: Path, skip: Skip) -> Found:
    """Find the replies of a batch, of which a file may hold several configurations."""
    found: dict[str, list[Prediction]] = {}
    files: dict[str, Path] = {}
    for file in _files(path, "*.jsonl"):
        with file.open("rb") as lines:
            if b'"custom_id"' not in lines.readline():
                continue
        for one in _rows(file, _reply, skip):
            name, _, rest = (one.id or "").partition("/")
            identifier, _, mark = rest.rpartition("/")
            key = f"lvbuild_{name}_{mark}"
            if not _NAME.fullmatch(key):
                skip(f"{file}:{one.line}: answers {one.id!r}, which no export asks")
                continue
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
    return row["custom_id"], Completion.model_validate(answered).text


READERS: Mapping[str, Reader] = {
    "lm-eval": Reader(_lm_eval, "samples_lvbuild_*.jsonl, as --log_samples writes them"),
    "inspect": Reader(_inspect, "*.eval, of the tasks that were exported"),
    "opencompass": Reader(_opencompass, "predictions/*/lvbuild_*.json"),
    "longbench-v2": Reader(_longbench_v2, "lvbuild_*/results/*.jsonl"),
    "openai-batch": Reader(_batch, "*.jsonl with a custom_id in each line"),
    "lveval": Reader(_lveval, "<recipe>_<level>.jsonl"),
}
"""The formats by their names; what bears no other format's name is LV-Eval's."""


def _files(path: Path, pattern: str) -> list[Path]:
    """Return the files of a pattern at or under a path, sorted."""
    return [path] if path.is_file() and path.match(pattern) else sorted(path.rglob(pattern))


def _named(name: str, file: Path, read: Callable[[], tuple[Prediction, ...]]) -> Found:
    """Yield what was asked under a name of `task_name`, and nothing for another's."""
    if match := _NAME.fullmatch(name):
        most = int(match["most"]) if match["most"] else None
        yield match["of"], Answered(file, read, match["sha"], most)


@contextmanager
def _reading(at: str) -> Iterator[None]:
    """Turn what damage raises into an error that says where it is."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{at}: {error}") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OSError) as error:
        raise _DamagedError(f"{at}: is damaged, or not what its name says") from error


class _DamagedError(UsageError):
    """What stands there cannot be read."""


def _rows(
    file: Path, taken: Callable[[Any], tuple[str, ...] | None], skip: Skip
) -> tuple[Prediction, ...]:
    """Return what is taken of each line: the record's id, the answer, and of a letter its text."""
    found = []
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                with _reading(f"{file}:{number}"):
                    one = taken(json.loads(line.decode())) if line.strip() else None
            except _DamagedError as error:
                skip(str(error))
                continue
            if one:
                name, text, *chosen = map(str, one)
                found.append(Prediction(number, text, name, {}, *chosen))
    return tuple(found)
