"""Publishing a release on the Hugging Face Hub: checked before, and whole afterwards.

What stands there of it already is not sent again: a broken upload is taken up by running the same
once more. The key is the one that `hf auth login` keeps, or HF_TOKEN; it is never printed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from lvbuild.audit.audit import audit_release
from lvbuild.core.resources import file_digest
from lvbuild.corpora.hub import endpoint, root_of
from lvbuild.errors import BuildError, UsageError, VerificationError
from lvbuild.release.folder import MANIFEST, SUMS, parse_sums
from lvbuild.release.licences import MAY_NOT
from lvbuild.release.reading import Release, open_release
from lvbuild.release.withholding import write_without_answers

Gate = Literal["auto", "manual"]
"""Who may read it: whoever agrees to its terms, or whom its keeper lets in."""


@dataclass(frozen=True, slots=True)
class Published:
    """What was published, or would be: the repository, its address, the files with their bytes."""

    repository: str
    address: str
    files: Mapping[str, int]


def publish_release(
    release: str | Path,
    repository: str,
    *,
    private: bool = False,
    gated: Gate | None = None,
    hide_answers: bool = False,
    dry_run: bool = False,
    workers: int | None = None,
    report: Callable[[str], None] = lambda step: None,
) -> Published:
    """Publish a release as a data set of the Hub, once every claim of it holds.

    With `hide_answers` the public copy has records without answers and nothing that tells them; the
    keeper scores predictions on the release itself. `report` is told each step. Raises
    VerificationError where an audit finds an error, UsageError where the sources let nobody pass
    the release on, BuildError where the Hub does not take it, or holds something else afterwards.
    """
    opened = open_release(release)
    _check_licences(opened)
    report("auditing")
    if errors := audit_release(release, workers=workers).errors:
        raise VerificationError(
            f"{release}: {errors} claims do not hold, so that it is not published; see"
            f" `lvbuild audit {release}`"
        )
    with TemporaryDirectory() as temporary:
        folder = opened.folder
        if hide_answers:
            folder = Path(temporary)
            report("leaving the answers out")
            paths: Sequence[str] = write_without_answers(opened, folder)
        else:
            held = parse_sums((folder / SUMS).read_bytes())
            paths = [*map(opened.manifest.place, held), SUMS, MANIFEST]
        files = {path: (folder / path).stat().st_size for path in sorted(paths)}
        if dry_run:
            return Published(repository, "", files)
        report("uploading")
        address = _upload(folder, repository, [*files], private=private, gated=gated)
    return Published(repository, address, files)


def _check_licences(release: Release) -> None:
    """Raise UsageError where the records of a recipe may not be passed on, or are but a part."""
    if shard := release.manifest.shard:
        raise UsageError(f"{release.folder}: is shard {shard} of a release; merge all first")
    for name, entry in sorted(release.manifest.recipes.items()):
        for warning in entry.warnings:
            if MAY_NOT in warning:
                raise UsageError(f"{release.folder}: {name}: {warning}; it is not published")


def _upload(
    folder: Path, repository: str, paths: Sequence[str], *, private: bool, gated: Gate | None
) -> str:
    """Bring files into a repository, and no others; return its address once all are there."""
    from huggingface_hub import HfApi, RepoFile

    api = HfApi(endpoint=endpoint())
    with _in_one_line(repository):
        made = api.create_repo(repository, repo_type="dataset", private=private, exist_ok=True)
        if gated is not None:
            api.update_repo_settings(repository, repo_type="dataset", gated=gated)
        api.upload_folder(
            repo_id=repository,
            repo_type="dataset",
            folder_path=folder,
            allow_patterns=list(paths),
            delete_patterns="*",
            commit_message="Publish a release of lvbuild",
        )
        there = {
            entry.path: entry
            for entry in api.list_repo_tree(repository, repo_type="dataset", recursive=True)
            if isinstance(entry, RepoFile)
        }
    for path in paths:
        with (folder / path).open("rb") as file:
            expected = os.fstat(file.fileno()).st_size, file_digest(file)
        found = there.get(path)
        if (
            found is None
            or found.size != expected[0]
            or (found.lfs is not None and found.lfs.sha256 != expected[1])
        ):
            raise BuildError(
                f"{repository}: {path} does not stand there as it was sent; run the same command"
                " again"
            )
    return str(made)


@contextmanager
def _in_one_line(repository: str) -> Iterator[None]:
    """Say in a line what goes wrong on the way."""
    from huggingface_hub.errors import HFValidationError

    try:
        yield
    except HFValidationError as error:
        raise UsageError(f"{repository}: is no repository's name, such as me/bench") from error
    except Exception as error:  # each of its versions raises another HTTP library's errors
        raise BuildError(
            f"{repository}: was not published ({root_of(error)}); run the same command again: what"
            " stands there already is not sent again"
        ) from error
