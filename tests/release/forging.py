"""Releases changed by a forger who makes all else that a release holds agree with the change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lvbuild.core.resources import digest
from lvbuild.errors import LvbuildError
from lvbuild.release.describing import descriptions
from lvbuild.release.manifest import Manifest
from tests.builds import hashes


@contextmanager
def forged(release: Path) -> Iterator[dict[str, Any]]:
    """Let a manifest be changed, and make all else agree with it."""
    path = release / "manifest.json"
    manifest = json.loads(path.read_bytes())
    yield manifest
    path.write_text(json.dumps(manifest), encoding="utf-8")
    forge(release)


def forge(release: Path, *, card_too: bool = True) -> None:
    """Make the hashes in sums and manifest, card and figures those of what stands there."""
    path = release / "manifest.json"
    manifest = json.loads(path.read_bytes())
    for name, entry in manifest["files"].items():
        if (release / name).is_file():
            entry["bytes"] = (release / name).stat().st_size
    write_hashes(release, manifest)
    if card_too:
        with suppress(LvbuildError, ValueError):  # what is forged may have no card
            read = Manifest.model_validate(manifest)
            for name, content in descriptions(release, read).items():
                (release / name).write_bytes(content)
        write_hashes(release, manifest)


def write_hashes(release: Path, manifest: dict[str, Any]) -> None:
    """Write sums, and a manifest whose hashes, its own included, are right."""
    held = hashes(release)
    for name, entry in manifest["files"].items():
        entry["sha256"] = held.get(name, entry["sha256"])
    covered = {name: held[name] for name in held if name not in {"SHA256SUMS", "manifest.json"}}
    sums = "".join(f"{sha256}  {name}\n" for name, sha256 in sorted(covered.items()))
    (release / "SHA256SUMS").write_text(sums, encoding="utf-8")
    manifest["sums"] = digest(sums.encode())
    try:
        content = Manifest.model_validate(manifest).to_bytes()
    except ValueError:
        content = json.dumps(manifest).encode()
    (release / "manifest.json").write_bytes(content)
