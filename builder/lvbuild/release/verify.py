"""Verifying a release: every hash, and on request every byte built anew from its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lvbuild.errors import VerificationError
from lvbuild.release.checks import Report, check_files, check_statements
from lvbuild.release.manifest import Manifest, parse_manifest, read_manifest_bytes
from lvbuild.release.rebuild import rebuild_differences

_MOST = 50
"""Problems told in one message."""


def verify(
    path: str | Path,
    *,
    rebuild: bool = False,
    corpora: str | Path | None = None,
    offline: bool = False,
    tokenizers: Sequence[str] = (),
    report: Report = lambda path: None,
) -> Manifest:
    """Check every file of a release against its hash; return the manifest when all are right.

    What the files say of each other is checked too: manifest, sums, card, inputs and provenance.
    Who forges all of them alike is found by `rebuild` alone: every recipe is built again from
    `inputs/` and the corpora, and compared byte by byte; nothing is written. `tokenizers` are the
    files of those it was built with. Raises VerificationError that names the files that differ,
    UsageError where the folder is no release, MissingCorpusError for a rebuild without corpora.
    """
    folder = Path(path)
    content = read_manifest_bytes(folder)
    manifest = parse_manifest(folder, content)
    problems = list(check_files(folder, manifest, report))
    if not problems:
        problems = list(check_statements(folder, manifest, content))
    if not problems and rebuild:
        where = None if corpora is None else Path(corpora)
        problems = list(
            rebuild_differences(
                folder,
                manifest,
                corpora=where,
                offline=offline,
                tokenizers=tuple(tokenizers),
                report=report,
            )
        )
    if problems:
        more = [f"and {len(problems) - _MOST:,} more"] if len(problems) > _MOST else []
        raise VerificationError(f"{folder}: {'; '.join([*problems[:_MOST], *more])}")
    return manifest
