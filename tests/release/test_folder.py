"""Files under temporary names in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild.release.folder import TemporaryFile


def test_a_file_that_cannot_be_made_is_named_as_it_was_asked_for() -> None:
    with pytest.raises(FileNotFoundError) as refused:
        TemporaryFile(Path("/proc/tables.csv"))
    assert refused.value.filename == "/proc/tables.csv"
