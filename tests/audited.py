"""What an audit finds untrue of a release: what walks over records need not test by themselves."""

from __future__ import annotations

from pathlib import Path

import lvbuild


def untrue(release: Path) -> list[str]:
    """Return the errors that an audit finds, each with its configuration and record."""
    return [
        f"{one.configuration} {one.record}: {one.claim}: {one.message}"
        for one in lvbuild.audit_release(release, workers=1, rebuild=False).findings
        if one.severity == "error"
    ]
