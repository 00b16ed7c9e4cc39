"""Files of the Hub, fetched into a folder of the cache that remembers what it has of them."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from lvbuild.corpora.corpus import HubHome, sha256_of
from lvbuild.errors import BuildError, MissingCorpusError

NAME = ".lvbuild-source.json"


class HubSource(BaseModel):
    """A data set's repository, its full commit, the sha256 of every file fetched whole.

    `later` holds the names of the files that follow those of the catalogue, once asked for.
    """

    repository: str
    revision: str
    files: dict[str, str] = {}
    later: tuple[str, ...] = ()

    @classmethod
    def recall(cls, folder: Path, repository: str, revision: str) -> HubSource:
        """Read what a folder remembers of this commit: nothing, if it is of another."""
        with suppress(OSError, ValueError):  # at worst a file is fetched again
            source = cls.model_validate_json((folder / NAME).read_bytes())
            if (source.repository, source.revision) == (repository, revision):
                return source
        return cls(repository=repository, revision=revision)

    def keep(self, folder: Path) -> None:
        """Write the source file, whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f"{NAME}.{os.getpid()}"
        temporary.write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")
        temporary.replace(folder / NAME)


MORE = "the list of the further files"
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR)
"""What keeps a folder from being written to: a full disk, its permissions, a file in its place."""


class NotFetchedError(MissingCorpusError):
    """A file could not be had from the Hub; `why` is the message without its remedy."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(
            f"{why}; expected it there or at the Hub: {remedy} when the Hub can be reached"
        )
        self.why = why


def is_offline() -> bool:
    """Tell whether HF_HUB_OFFLINE forbids the network, read anew each time.

    huggingface_hub reads it, and HF_ENDPOINT, once, when it is first imported, and takes the same
    for true.
    """
    return os.environ.get("HF_HUB_OFFLINE", "").strip().lower() in {"1", "true", "yes", "on"}


@dataclass(slots=True)
class HubFiles:
    """The files of a corpus in a folder of the cache, fetched when they are reached.

    Only what the folder remembers, with the sha256 it remembers, counts as fetched: what an
    interrupted download left behind is never read. `remedy` is what to do when the Hub can be
    reached.
    """

    home: HubHome
    folder: Path
    remedy: str
    offline: bool = False
    _whole: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[Path]:
        """Yield the files' paths in order; each is fetched just before."""
        yield from map(self.fetch, self.home.files)
        yield from map(self.fetch, self._later())

    def has(self, name: str) -> bool:
        """Tell whether a file is here, whole."""
        if name not in self._whole:
            path, expected = self.folder / name, self._source().files.get(name)
            if expected and path.is_file() and sha256_of(path) == expected:
                self._whole.add(name)
        return name in self._whole

    def fetch(self, name: str) -> Path:
        """Return the path of a file of the repository, fetched if it is not here.

        Raises NotFetchedError where the Hub does not give it, BuildError where what came is not
        what the Hub states, or the disk is full.
        """
        path = self.folder / name
        if self.has(name):
            return path
        self._require_network(name)
        with self._in_one_line(name):
            self._source().keep(self.folder)  # marks the folder as the Hub's, whatever comes next
            path.unlink(missing_ok=True)  # not whole, but huggingface_hub might take it as it is
            stated = self._download(name)
            sha256 = sha256_of(path)
            if not re.fullmatch("[0-9a-f]{64}", stated) or sha256 == stated:
                source = self._source()
                source.files[name] = sha256
                source.keep(self.folder)
                self._whole.add(name)
                return path
            path.unlink()
        raise BuildError(
            f"{path}: came with sha256 {sha256}, expected {stated} as the Hub states; removed: "
            "fetch it again, or set HF_ENDPOINT to another mirror"
        )

    def _source(self) -> HubSource:
        return HubSource.recall(self.folder, self.home.repository, self.home.revision)

    def _later(self) -> tuple[str, ...]:
        names = self._source().later
        if self.home.later and not names:
            self._require_network(MORE)
            with self._in_one_line(MORE):
                from huggingface_hub import HfApi

                listing = HfApi(endpoint=endpoint()).list_repo_files(
                    self.home.repository, revision=self.home.revision, repo_type="dataset"
                )
                names = tuple(
                    name
                    for later in self.home.later
                    for name in sorted(listing)
                    if re.fullmatch(later, name)
                )
                self._source().model_copy(update={"later": names}).keep(self.folder)
        return names

    def _download(self, name: str) -> str:
        """Fetch a file into the folder; return the hash that the Hub states."""
        from huggingface_hub import get_hf_file_metadata, hf_hub_download, hf_hub_url
        from huggingface_hub.utils.tqdm import disable_progress_bars

        if not sys.stderr.isatty():
            disable_progress_bars()
        repository, hub = self.home.repository, endpoint()
        commit: dict[str, Any] = {"repo_type": "dataset", "revision": self.home.revision}
        url = hf_hub_url(repository, name, **commit, endpoint=hub)
        stated = get_hf_file_metadata(url, endpoint=hub)
        hf_hub_download(repository, name, **commit, local_dir=self.folder, endpoint=hub)
        return stated.etag or ""

    def _require_network(self, what: str) -> None:
        if self.offline or is_offline():
            raise NotFetchedError(
                f"{what} of {self.home.repository} is not in {self.folder} and this run is offline",
                self.remedy,
            )

    @contextmanager
    def _in_one_line(self, what: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # each of its versions raises another HTTP library's errors
            if isinstance(error, OSError) and error.errno in UNWRITABLE:
                raise BuildError(
                    f"{self.folder}: cannot be written to ({error.strerror}); expected room for "
                    f"{what}: mend that, or set LVBUILD_CACHE to another folder"
                ) from error
            raise NotFetchedError(
                f"{what} of {self.home.repository} could not be fetched ({root_of(error)})",
                self.remedy,
            ) from error


def endpoint() -> str | None:
    """Return the address of the Hub that HF_ENDPOINT names, None for its own."""
    return os.environ.get("HF_ENDPOINT") or None


def root_of(error: BaseException) -> str:
    """Say in a line what a failure comes from."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return (str(error).strip() or type(error).__name__).split("\n")[0].rstrip(".")
