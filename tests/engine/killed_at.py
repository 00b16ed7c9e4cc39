"""A build that kills itself at one of its steps: run as a script, with a moment and a command.

`killed_at.py NUMBER ENDING ARGUMENTS...` runs `lvbuild ARGUMENTS` and ends it with SIGKILL just
before it gives a file its final name or removes one for the NUMBERth time, counting the files
whose names end with ENDING.
"""

from __future__ import annotations

import os
import signal
import sys

from lvbuild.cli.main import main

_LEFT = [int(sys.argv[1])]
_ENDING = sys.argv[2]
_CHANGED = {"os.rename": 1, "os.remove": 0}
_REMOVED_AFTER_RENAMING = ".lvbuild-tmp"


def _count(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _CHANGED:
        return
    name = str(arguments[_CHANGED[event]])
    if name.endswith(_ENDING) and not name.endswith(_REMOVED_AFTER_RENAMING):
        _LEFT[0] -= 1
        if _LEFT[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    sys.argv[1:] = sys.argv[3:]
    sys.addaudithook(_count)
    main()
