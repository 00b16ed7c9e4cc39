"""Recipes as they were prepared, kept by all that their preparation follows from."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

from lvbuild.core.kept import Kept
from lvbuild.core.model import Level
from lvbuild.core.spool import map_file
from lvbuild.corpora.corpus import Corpus, FolderCorpus, LoadedCorpus
from lvbuild.languages import only_shipped
from lvbuild.mixing.planning import Prepared
from lvbuild.recipe import Recipe
from lvbuild.recipe.registries import metrics

if TYPE_CHECKING:
    from lvbuild.tasks.task import Source

_PREPARED = Kept("prepared", "tasks")
_MOST = 64 * 2**20
"""Bytes: what is larger is written for longer than it is prepared."""
_MODULES = {
    *("lvbuild.core.model", "lvbuild.corpora.corpus", "lvbuild.mixing.plan"),
    *("lvbuild.mixing.planning", "lvbuild.text.escaped", "lvbuild.text.replacing"),
}
"""Whose classes stand in a plan and its texts; nothing else is read, but numbers."""
_NUMBERS = {("builtins", "range"), ("array", "array"), ("array", "_array_reconstructor")}


def prepared_once(
    source: Source, levels: Sequence[Level], prepare: Callable[[], Prepared]
) -> Prepared:
    """Return a recipe as it was prepared before of the same, else prepare it."""
    if not (made_from := _made_from(source, levels)):
        return prepare()
    if (kept := _PREPARED.find(made_from)) is not None:
        found = None
        with suppress(Exception):  # what cannot be read is made anew, whatever is wrong with it
            found = unpickled(kept)
        if isinstance(found, Prepared) and _still_holds(source, found):
            return _refusing(found, prepare)
    made = prepare()
    if sum(len(one.data) for level in made.levels.values() for one in level.texts.values()) > _MOST:
        return made
    with TemporaryFile() as file, suppress(_TooLargeError):
        pickle.dump(_written(made), _Bounded(file), pickle.HIGHEST_PROTOCOL)
        _PREPARED.keep(made_from, map_file(file))
    return made


def pack(prepared: Prepared, path: Path) -> None:
    """Write a recipe as it was prepared into a file, for another process of this build."""
    with path.open("wb") as file:
        pickle.dump(_written(prepared), file, pickle.HIGHEST_PROTOCOL)


def unpacked(path: Path, prepare: Callable[[], Prepared]) -> Prepared:
    """Read what another process of this build has prepared."""
    with path.open("rb") as file:
        found: Prepared = pickle.load(file)  # noqa: S301 - from our own process
    return _refusing(found, prepare)


def _written(prepared: Prepared) -> Prepared:
    """Return what is written of it: all but what tells why a question may not have a document."""
    return replace(prepared, refused_for=None)  # type: ignore[arg-type]


def _refusing(prepared: Prepared, prepare: Callable[[], Prepared]) -> Prepared:
    """Let it tell what questions may not have, for which it is prepared again: few ask."""
    again = cache(prepare)
    return replace(prepared, refused_for=lambda question_id: again().refused_for(question_id))


def _made_from(source: Source, levels: Sequence[Level]) -> Sequence[str | bytes]:
    """Return what a preparation follows from beside lvbuild's code, nothing where more does.

    That is so of what other packages bring, and of corpora that are fetched as they are needed.
    """
    recipe, options = source.file.recipe, replace(source.options, corpora=None, offline=False)
    corpora = {
        name: (corpus.name, corpus.revision, corpus.licence, _state(corpus))
        for name, corpus in source.corpora.items()
    }
    tables = source.tables.named()
    if source.invented is None and not all(state for *_, state in corpora.values()):
        return ()
    if not is_all_shipped(recipe):
        return ()
    told = (
        *(recipe.model_dump_json(), repr(options), repr(list(levels))),
        repr([(name, *told) for name, told in corpora.items()]),
        repr([(name, table.approved_only) for name, table in tables.items()]),
    )
    rows = (
        part
        for table in tables.values()
        for part in (table.content, repr([(one.line, vars(one.row)) for one in table.placed]))
    )
    return (*told, source.file.content, *rows)


def _state(corpus: Corpus) -> Sequence[object]:
    """Return what all that a corpus has follows from, nothing where that cannot be told."""
    if isinstance(corpus, FolderCorpus):
        return corpus.state()
    return list(corpus.files()) if isinstance(corpus, LoadedCorpus) else []


def _still_holds(source: Source, prepared: Prepared) -> bool:
    """Tell whether the files that were read as they were needed are as they were then."""
    beyond = [file for text in prepared.levels.values() for file in text.extra_files]
    read = {use.name: [*use.files, *beyond] for use in prepared.corpora}
    folders = (corpus for corpus in source.corpora.values() if isinstance(corpus, FolderCorpus))
    return all(corpus.holds(read.get(corpus.name, ())) for corpus in folders)


def is_all_shipped(recipe: Recipe) -> bool:
    """Tell whether a recipe's task and metric and all languages are lvbuild's own."""
    others = (type(recipe), metrics[recipe.metric])
    return only_shipped() and all(each.__module__.startswith("lvbuild.") for each in others)


class _Unpickler(pickle.Unpickler):
    """Reads plans and texts; what is of another class is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _NUMBERS:
            return super().find_class(module, name)
        found = super().find_class(module, name) if module in _MODULES else None
        if not isinstance(found, type) or found.__module__ not in _MODULES:
            raise pickle.UnpicklingError(f"{module}.{name} is nothing that is kept")
        return found


def unpickled(data: bytes | memoryview) -> Any:
    """Read what was kept; raise UnpicklingError for anything else than plans and texts."""
    return _Unpickler(io.BytesIO(data)).load()


class _TooLargeError(Exception):
    """What is written is larger than what is kept."""


class _Bounded:
    """Writes into a file, up to what is kept at most."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, data: Any) -> int:
        """Write bytes; raises _TooLargeError where they are too many."""
        if self._file.tell() + memoryview(data).nbytes > _MOST:
            raise _TooLargeError
        return self._file.write(data)
