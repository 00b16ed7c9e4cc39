"""Saying now and then that a long command lives: on stderr, in lines where it is no terminal."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from time import monotonic
from typing import Protocol, Self

EVERY = 5.0
"""Seconds from one line to the next, and before the first: short commands say nothing."""


class Status(AbstractContextManager["Status"], Protocol):
    """Shows what is being done."""

    def update(self, status: str) -> None:
        """Show something else."""


class Heartbeat:
    """Prints what is being done, and for how long the command has run, every few seconds."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._began = monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Say nothing more."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def update(self, text: str) -> None:
        """Say something else from now on."""
        self._text = text

    def _beat(self) -> None:
        from lvbuild.cli.output import Output

        output = Output(stderr=True)
        while not self._ended.wait(EVERY):
            try:
                output.print_line(f"[{monotonic() - self._began:.0f} s] {self._text}")
            except OSError:
                return  # nobody reads stderr any more: the work goes on


def status(text: str) -> Status:
    """Return what shows what is being done: a spinner on a terminal, else a line now and then."""
    from lvbuild.cli.output import Output

    output = Output(stderr=True)
    return output.status(text) if output.is_terminal else Heartbeat(text)
