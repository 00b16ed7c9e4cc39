"""A process that has lvbuild loaded, and runs each command in a fork of itself.

Loading takes most of the time of a short command. What a command changes ends with its fork; it has
a folder, an environment and streams of its own, as a process has that is started anew.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from subprocess import PIPE, Popen

from lvbuild.cli.main import main

HEAVY = {"telltale": "sklearn.linear_model", "--figures": "matplotlib.figure"}
"""What a word of a command has it load, which is then loaded for all such commands."""


class Server:
    """The process that forks; it ends with this one."""

    def __init__(self) -> None:
        self._process = Popen(
            [sys.executable, "-m", "tests.cli.forked"],
            cwd=Path(__file__).parents[2],
            stdin=PIPE,
            stdout=PIPE,
            text=True,
        )

    def run(self, words: list[str], folder: Path, variables: dict[str, str], *told: str) -> int:
        """Run a command, its two streams written to the files named; return its code."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = [words, str(folder.absolute()), variables, *told]
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@cache
def server() -> Server:
    """Start the process when it is first asked for."""
    return Server()


def _serve() -> None:
    import lvbuild.audit.plan
    import lvbuild.audit.telltale
    import lvbuild.engine.build
    import lvbuild.release.scoring
    import lvbuild.release.verify  # noqa: F401

    for line in sys.stdin:
        asked = json.loads(line)
        for word in set(HEAVY).intersection(asked[0]):
            import_module(HEAVY[word])
        child = os.fork()
        if not child:
            _become(*asked)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become(words: list[str], folder: str, variables: dict[str, str], *told: str) -> None:
    code: object = 1
    try:
        for number, name in enumerate((os.devnull, *told)):
            opened = os.open(name, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT, 0o600)
            os.dup2(opened, number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        sys.argv = ["lvbuild", *words]
        main()
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    _serve()
