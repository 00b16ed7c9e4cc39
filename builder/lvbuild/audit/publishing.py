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
from lvbuild.core.places import fetched, place_of
from lvbuild.core.resources import file_digest
from lvbuild.corpora.hub import endpoint, root_of
from lvbuild.errors import BuildError, UsageError, VerificationError
from lvbuild.release.entry import held_keys
from lvbuild.release.folder import MANIFEST, SUMS, parquet_path, parse_sums
from lvbuild.release.licences import MAY_NOT
from lvbuild.release.parquet import write_parquet
from lvbuild.release.reading import Release, open_release
from lvbuild.release.records import RecordSchema
from lvbuild.release.withholding import (
    public_configurations,
    without_answers,
    write_without_answers,
)

Gate = Literal["auto", "manual"]
"""Who may read it: whoever agrees to its terms, or whom its keeper lets in."""


_LOG_IN = "log in by `hf auth login`, or set HF_TOKEN"


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
    parquet: bool = False,
    dry_run: bool = False,
    workers: int | None = None,
    report: Callable[[str], None] = lambda step: None,
) -> Published:
    """Publish a release as a data set of the Hub, once every claim of it holds.

    With `hide_answers` the public copy has records without answers and nothing that tells them, as
    levels of evidence alone do; the keeper scores predictions on the release itself. With `parquet`
    the same records stand beside it, in `parquet/`, which is no part of the release. `report` is
    told each step. Raises VerificationError where an audit finds an error, UsageError where the
    sources let nobody pass the release on, BuildError where the Hub does not take it, or holds
    something else afterwards.
    """
    _check_name(repository)
    if not dry_run:
        _check_login(repository)
    with TemporaryDirectory() as temporary:
        opened = open_release(fetched(place_of(release), Path(temporary, "fetched")))
        _check_licences(opened)
        report("auditing")
        folder = opened.folder
        if errors := audit_release(folder, workers=workers).errors:
            raise VerificationError(
                f"{release}: {errors} claims do not hold, so that it is not published; see"
                f" `lvbuild audit {release}`"
            )
        if hide_answers:
            (folder := Path(temporary, "public")).mkdir()
            report("leaving the answers out")
            paths: Sequence[str] = write_without_answers(opened, folder)
        else:
            held = parse_sums((folder / SUMS).read_bytes())
            paths = [*map(opened.manifest.place, held), SUMS, MANIFEST]
        places = {path: folder / path for path in paths}
        if parquet:
            report("writing Parquet")
            places |= _as_parquet(opened, Path(temporary), hide_answers=hide_answers)
        files = {path: places[path].stat().st_size for path in sorted(places)}
        if dry_run:
            return Published(repository, "", files)
        report("uploading")
        address = _upload(places, repository, private=private, gated=gated)
    return Published(repository, address, files)


def _check_name(repository: str) -> None:
    """Raise UsageError for what the Hub calls no repository."""
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

    try:
        validate_repo_id(repository)
        has_owner = "/" in repository
    except HFValidationError:
        has_owner = False
    if not has_owner:
        raise UsageError(f"{repository}: is no repository's name, such as me/bench")


def _check_login(repository: str) -> None:
    """Raise UsageError where there is no key."""
    from huggingface_hub import get_token

    if get_token() is None:
        raise UsageError(f"{repository}: nobody is logged in; {_LOG_IN}")


def _check_licences(release: Release) -> None:
    """Raise UsageError where the records of a recipe may not be passed on, or are but a part."""
    if shard := release.manifest.shard:
        raise UsageError(f"{release.folder}: is shard {shard} of a release; merge all first")
    for name, entry in sorted(release.manifest.recipes.items()):
        for warning in entry.warnings:
            if MAY_NOT in warning:
                raise UsageError(f"{release.folder}: {name}: {warning}; it is not published")


def _as_parquet(release: Release, folder: Path, *, hide_answers: bool) -> dict[str, Path]:
    """Write the records of all configurations; return the files by their paths."""
    places = {}
    held = release.manifest.record_files
    for one in public_configurations(release) if hide_answers else held:
        options = release.manifest.recipes[one.recipe].build_options
        fields = RecordSchema.of(held_keys(release.folder, one.recipe), options).fields
        records = (record.fields for record in release.records(one.name))
        path = parquet_path(one.name)
        places[path] = folder / path
        write_parquet(
            places[path], fields, map(without_answers, records) if hide_answers else records
        )
    return places


def _upload(
    places: Mapping[str, Path], repository: str, *, private: bool, gated: Gate | None
) -> str:
    """Bring files into a repository, and no others; return its address once all are there."""
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, RepoFile

    api = HfApi(endpoint=endpoint())
    with _in_one_line(repository):
        made = api.create_repo(repository, repo_type="dataset", private=private, exist_ok=True)
        if gated is not None:
            api.update_repo_settings(repository, repo_type="dataset", gated=gated)
        others = {*api.list_repo_files(repository, repo_type="dataset")} - places.keys()
        api.create_commit(
            repository,
            [
                *(CommitOperationAdd(path, place) for path, place in places.items()),
                *(CommitOperationDelete(path) for path in sorted(others - {".gitattributes"})),
            ],
            repo_type="dataset",
            commit_message="Publish a release of lvbuild",
        )
        there = {
            entry.path: entry
            for entry in api.list_repo_tree(repository, repo_type="dataset", recursive=True)
            if isinstance(entry, RepoFile)
        }
    for path, place in places.items():
        with place.open("rb") as file:
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
    try:
        yield
    except Exception as error:  # each of its versions raises another HTTP library's errors
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status in {401, 403, 404}:
            remedy = f"{_LOG_IN}, with a key that may write there; check the name"
        elif isinstance(error, (LookupError, TypeError, ValueError)):
            remedy = "what answers there is no Hub; check HF_ENDPOINT"
        else:
            remedy = "run the same command again: what stands there already is not sent again"
        raise BuildError(f"{repository}: was not published ({root_of(error)}); {remedy}") from error
