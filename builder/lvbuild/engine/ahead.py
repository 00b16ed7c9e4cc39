"""Preparing recipes in processes of their own, so that several are prepared at once.

The processes are forked when all sources are gathered, so that they share these with their caller;
what goes between them are numbers of sources, paths of files, and the tables of a sample world.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple, Self
from warnings import catch_warnings

from lvbuild.core.kept import write_kept
from lvbuild.core.model import Level
from lvbuild.core.processes import LOST, at_most, can_fork, end_with_caller, peak_memory
from lvbuild.errors import BuildError
from lvbuild.mixing.plan import LevelPlan
from lvbuild.mixing.planning import LevelText, Prepared
from lvbuild.release.writer import Report, WriteLevel, Written
from lvbuild.tables.reading import Tables
from lvbuild.tasks.prepared import pack, unpacked
from lvbuild.tasks.task import Source

_WORTH = 2
"""Recipes that a process may have to prepare before one of its language goes to another."""

Wanted = tuple[Source, Sequence[Level]]
"""What a recipe is prepared from, and the levels."""


class InFile(NamedTuple):
    """A prepared recipe in a file, the seconds that it took, and the most memory meanwhile.

    `tables` are those that a sample world made for it, None where its caller has them.
    """

    path: Path
    tables: Tables | None
    seconds: float
    peak_rss_bytes: int


@dataclass(frozen=True, slots=True)
class ReadyRecipe:
    """A prepared recipe, and what it was prepared from.

    `path` is a file that holds it too, where other processes are to read it, `seconds` are those
    that it took, `peak_rss_bytes` the most memory of a process that did it.
    """

    source: Source
    prepared: Prepared
    path: Path | None
    seconds: float
    peak_rss_bytes: int


class Preparing:
    """Prepares recipes, several at once where there are workers for that; a `with` block ends it.

    Where there are more workers than recipes, those of each share out what they can.

    They are taken in their order; so many as there are workers twice over are prepared meanwhile.
    Those of a language share a sample world, and what is found out about texts: each process has
    a language of its own where there are several, and takes others where much waits for their own.
    """

    def __init__(self, wanted: Sequence[Wanted], workers: int) -> None:
        self.wanted = wanted
        self._folder = TemporaryDirectory(prefix="lvbuild-")
        self._ahead = 2 * workers
        self._processes: Sequence[Executor] = ()
        self._alive: tuple[int, int] | None = None
        self._begun: list[Future[InFile]] = []
        self._taken_by: list[int] = []
        several = max(min(workers, len(wanted)), 1) if can_fork() else 1
        self._share = workers // several
        if several > 1:
            from concurrent.futures import ProcessPoolExecutor

            self._alive = os.pipe()
            self._processes = [
                ProcessPoolExecutor(1, get_context("fork"), _begin, (self._alive, wanted))
                for _ in range(several)
            ]

    def __enter__(self) -> Self:
        # A worker inherits that interrupts are held: the caller sees to them.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            try:
                # Other threads only show how a build goes on, or wait for other such processes.
                with catch_warnings(action="ignore", category=DeprecationWarning):
                    for process in self._processes:
                        process.submit(os.getpid)  # it is forked now
                    self._begin_until(self._ahead if self._processes else 0)
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        except BaseException:  # such as an interrupt that was held
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        self._end_processes()
        self._folder.cleanup()

    def _end_processes(self) -> None:
        alive, self._alive = self._alive, None
        if alive:
            own, theirs = alive
            os.close(theirs)  # what is not done ends, also where this is interrupted
            for process in self._processes:
                process.shutdown(cancel_futures=True)
            os.close(own)

    def _begin_until(self, number: int) -> None:
        for place in range(len(self._begun), min(number, len(self.wanted))):
            process = min(range(len(self._processes)), key=partial(self._waiting, place))
            path = Path(self._folder.name, str(place))
            self._begun.append(self._processes[process].submit(_prepare, place, self._share, path))
            self._taken_by.append(process)

    def _waiting(self, place: int, process: int) -> int:
        """Return how many recipes wait for a process, more if one is not of its language."""
        begun = zip(self._taken_by, self._begun, strict=True)
        others = sum(by == process and not future.done() for by, future in begun)
        languages = list(dict.fromkeys(source.built.language for source, _ in self.wanted))
        own = languages.index(self.wanted[place][0].built.language)
        at_home = (own - process) % min(len(languages), len(self._processes)) == 0
        return others if at_home else others + _WORTH

    def take(self, number: int) -> ReadyRecipe:
        """Return a recipe by its number, prepared here where nobody else does it.

        Raises what its preparation raises, and BuildError for a process that was ended.
        """
        source, levels = self.wanted[number]
        if not self._processes:
            started = perf_counter()
            with at_most(self._share):
                prepared = source.prepare(levels)
            return ReadyRecipe(source, prepared, None, perf_counter() - started, peak_memory())
        try:
            self._begin_until(number + 1 + self._ahead)
            path, tables, seconds, peak = self._begun[number].result()
        except BrokenExecutor:
            raise BuildError(LOST.format("")) from None
        if number == len(self.wanted) - 1:
            self._end_processes()
        source = source if tables is None else source.having(tables)
        prepared = unpacked(path, partial(source.prepare, levels))
        return ReadyRecipe(source, prepared, path, seconds, peak)

    def store(self, number: int, ready: ReadyRecipe) -> Path:
        """Return the file that holds a recipe, for other processes to read."""
        if ready.path:
            return ready.path
        path = Path(self._folder.name, str(number))
        pack(ready.prepared, path)
        return path

    def forget_before(self, number: int) -> None:
        """Remove the files of the recipes before one: they are written."""
        for name in map(str, range(number)):
            Path(self._folder.name, name).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class WriteStored:
    """The work of writing a level of a recipe that a file holds."""

    path: Path
    write: WriteLevel

    @classmethod
    def of(cls, path: Path, write: WriteLevel) -> Self:
        """Return the same work without its text."""
        bare = LevelText(LevelPlan(write.text.plan.level, ()), {}, write.text.layout)
        return cls(path, replace(write, text=bare))

    def __call__(self, report: Report) -> Written:
        """Read the text, write the files and put them in place."""
        text = stored_levels(self.path)[self.write.text.plan.level]
        return replace(self.write, text=text)(report)


@lru_cache(maxsize=1)
def stored_levels(path: Path) -> Mapping[Level, LevelText]:
    """Return the levels of a prepared recipe that a file holds; the last one is remembered."""
    with path.open("rb") as file:
        prepared: Prepared = pickle.load(file)  # noqa: S301 - from our own process
    return prepared.levels


_wanted: Sequence[Wanted] = ()
"""In a worker, what recipes are prepared from."""


def _begin(alive: tuple[int, int], wanted: Sequence[Wanted]) -> None:
    global _wanted  # noqa: PLW0603 - a process that is forked has nothing else from its caller
    _wanted = wanted
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    own, theirs = alive
    os.close(theirs)
    threading.Thread(target=end_with_caller, args=(own,), daemon=True).start()


def _prepare(number: int, processes: int, path: Path) -> InFile:
    source, levels = _wanted[number]
    started = perf_counter()
    try:
        with at_most(processes):
            prepared = source.prepare(levels)
        seconds = perf_counter() - started
        pack(prepared, path)
    finally:
        write_kept()
    tables = source.tables if source.invents_tables else None
    return InFile(path, tables, seconds, peak_memory())
