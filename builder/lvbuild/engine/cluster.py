"""Running jobs on a Ray cluster: a task each, done again where the node that had it is gone."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack, redirect_stdout
from typing import Any, Self

from lvbuild.core.extras import require
from lvbuild.engine.local import Job, R, Report, attempt
from lvbuild.errors import BuildError, UsageError

_RETRIES = 5
_SETTINGS = ("LVBUILD_CORPORA", "LVBUILD_CACHE", "LVBUILD_CACHE_SIZE", "HF_ENDPOINT")
"""Variables of the caller that its jobs heed on every node."""


class Cluster:
    """A Ray cluster: that of an address, "" for RAY_ADDRESS's or one of this machine alone.

    Every node has this version of lvbuild and sees the same folders under the same paths. A caller
    that is connected already stays so. Raises UsageError where there is no such cluster.
    """

    def __init__(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a build tells nobody of itself
        require("--engine ray", "ray", "ray")
        import ray

        self._ray: Any = ray
        self._address = address
        self._connected = bool(self._ray.is_initialized())
        self._connection = ExitStack()

    def __enter__(self) -> Self:
        if not self._connected:
            settings = {name: os.environ[name] for name in _SETTINGS if name in os.environ}
            try:
                self._check_reachable()
                self._ray.init(
                    address=self._address or None,
                    runtime_env={"env_vars": settings},
                    include_dashboard=None if self._address else False,
                    log_to_driver=False,
                    logging_level="CRITICAL",
                )
            except (OSError, RuntimeError, ValueError) as error:
                cluster = self._address or os.environ.get("RAY_ADDRESS", "of this machine")
                raise UsageError(
                    f"no Ray cluster {cluster} can be reached ({error}); start one by"
                    " `ray start --head`, or mend --address"
                ) from error
            # What Ray tells of a node that is lost is no output of a command.
            self._connection.enter_context(redirect_stdout(sys.stderr))
            self._connection.callback(self._ray.shutdown)  # it ends the tasks that still run
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def _check_reachable(self) -> None:
        """Raise OSError at once where nobody listens: Ray itself tries for minutes, then exits."""
        host, _, port = self._address.rpartition(":")
        if port.isdigit():
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()

    @property
    def processors(self) -> int:
        """How many processors its nodes have."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def start(
        self, jobs: Sequence[Job[R]], report: Report, *, small: bool = False
    ) -> Future[list[R]]:
        """Have jobs done, a processor each, spread over the nodes; they are done on return.

        A job may be done more than once. `report` hears of a job when it is done.
        """
        run = self._ray.remote(max_retries=_RETRIES, scheduling_strategy="SPREAD")(_run)
        tasks = {run.remote(job): number for number, job in enumerate(jobs)}
        results: dict[int, R] = {}
        done: Future[list[R]] = Future()
        try:
            while waiting := [task for task, number in tasks.items() if number not in results]:
                [task], _ = self._ray.wait(waiting, num_returns=1)
                (kind, content), records, size = self._ray.get(task)
                if kind == "failure":
                    raise content
                report(records, size)
                results[tasks[task]] = content
            done.set_result([results[number] for number in range(len(jobs))])
        except self._ray.exceptions.RayError as error:
            told = str(error).strip().partition("\n")[0]
            failure = BuildError(f"the Ray cluster lost a job {_RETRIES} times ({told})")
            done.set_exception(failure)
        except Exception as error:
            done.set_exception(error)
        return done


def _run(job: Job[R]) -> tuple[tuple[str, Any], int, int]:
    """Do a job on a node; return what it came to, and the records and bytes that it reported."""
    reported = [0, 0]

    def add(records: int, size: int) -> None:
        reported[0] += records
        reported[1] += size

    return attempt(job, add), reported[0], reported[1]
