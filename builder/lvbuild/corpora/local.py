"""Finding corpora: the given folder, then the cache, then the Hub."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.corpora.catalogue import CATALOGUE, CorpusEntry, corpus_entry, source_entry
from lvbuild.corpora.corpus import Corpus
from lvbuild.corpora.hub import HubFiles, NotFetchedError, is_offline
from lvbuild.errors import MissingCorpusError, UsageError

if TYPE_CHECKING:
    from lvbuild.recipe.sources import InlineSource


def open_corpora(
    sources: Iterable[str | InlineSource], folder: Path | None = None, offline: bool = False
) -> dict[str | InlineSource, Corpus]:
    """Open known corpora by name, and inline sources, each from the first place that has it.

    The places are `folder` (else LVBUILD_CORPORA) / name, then the cache, then the Hub unless
    `offline` or HF_HUB_OFFLINE forbids it. One MissingCorpusError names all that are nowhere;
    nothing is fetched before it is certain that the others can be had.
    """
    given = given_folder(folder)
    searches = {source: Search(source_entry(source), given, offline) for source in sources}
    _refuse_missing([(search, search.why_hopeless()) for search in searches.values()])
    _refuse_missing([(search, search.why_not_fetched()) for search in searches.values()])
    return {source: search.open() for source, search in searches.items()}


def find_corpus(name: str, folder: Path | None = None) -> Path | None:
    """Return the folder on this machine that a corpus would be opened from, if there is one."""
    return Search(corpus_entry(name), given_folder(folder)).found


def fetch_corpus(name: str, shards: int = 1) -> Path:
    """Fetch a corpus's first files from the Hub into the cache; return its folder there.

    Files that are there already are not fetched again; `shards` beyond the last are not missed.
    """
    search = Search(corpus_entry(name), None)
    if not search.files:
        raise MissingCorpusError(
            f"{name} has no home on the Hub: put {search.entry.layout} into a folder "
            f"{search.entry.folder} and give the folder that holds it with --corpora or "
            "LVBUILD_CORPORA"
        )
    for _ in islice(search.files, shards):
        pass
    return search.files.folder


def require_corpus(name: str, folder: Path | None = None) -> Path:
    """Return the folder on this machine that a corpus is opened from, or say that it is missing."""
    search = Search(corpus_entry(name), given_folder(folder))
    _refuse_missing([(search, "" if search.found else "not here")])
    return search.found or search.places[-1]


def given_folder(folder: Path | None = None) -> Path | None:
    """Return the folder of corpora that was given, else the one LVBUILD_CORPORA names."""
    source = "--corpora"
    if folder is None and (named := os.environ.get("LVBUILD_CORPORA")):
        folder, source = Path(named).expanduser(), "LVBUILD_CORPORA"
    if folder is not None and not folder.is_dir():
        raise UsageError(
            f"{folder}: no such folder; expected one that holds a folder per corpus: mend {source}"
        )
    return folder


def cache_folder() -> Path:
    """Return the folder of all that is kept to save fetching or asking it again."""
    cache = os.environ.get("LVBUILD_CACHE")
    if not cache:
        cache = str(Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "lvbuild")
    return Path(cache).expanduser()


class Search:
    """The search for one corpus: where it may lie, where it does, why it is nowhere.

    `places` are the folders it may lie in, first the given one, the cache last; `files` its files
    on the Hub, None where it has no home there.
    """

    def __init__(self, entry: CorpusEntry, given: Path | None, offline: bool = False) -> None:
        self.entry = entry
        self.given = given
        self.offline = offline
        cached = cache_folder() / "corpora" / entry.folder
        self.places = [given / entry.folder, cached] if given else [cached]
        self.files: HubFiles | None = None
        if entry.hub:
            fetch = f"run `lvbuild corpora fetch {entry.name}` with enough --shards"
            remedy = fetch if entry.name in CATALOGUE else "build"
            self.files = HubFiles(entry.hub, cached, remedy, offline)

    @property
    def found(self) -> Path | None:
        """The folder it lies in."""
        if self.given and self.places[0].is_dir():
            return self.places[0]
        cached = self.places[-1]
        if self.files:
            return cached if self.files.has(self.files.home.files[0]) else None
        return cached if cached.is_dir() and any(cached.iterdir()) else None

    def why_hopeless(self) -> str:
        """Say why it cannot be had without a try, "" if it is here or may be fetched."""
        if self.found:
            return ""
        if not self.files:
            return f"put {self.entry.layout} there"
        return "offline" if self.offline or is_offline() else ""

    def why_not_fetched(self) -> str:
        """Fetch its first file unless it is here; say why that failed, else ""."""
        try:
            if self.files and not self.found:
                self.files.fetch(self.files.home.files[0])
        except NotFetchedError as error:
            return error.why
        return ""

    def open(self) -> Corpus:
        """Open it where it lies."""
        folder = self.found or self.places[-1]
        if self.files and folder == self.files.folder:
            return self.entry.open(folder, self.files.home.revision, self.files)
        return self.entry.open(folder)


def _refuse_missing(searches: Sequence[tuple[Search, str]]) -> None:
    """Tell of the searches that come with a reason why they are in vain."""
    missing = [(search, reason) for search, reason in searches if reason]
    if missing:
        message = "; ".join(
            f"{search.entry.name} (looked in {', '.join(map(str, search.places))}: {reason})"
            for search, reason in missing
        )
        for search, _ in missing:
            if search.given and search.given.resolve().name == search.entry.folder:
                message += f"; give the folder that holds {search.given.name}, not itself"
                break
        names = [search.entry.name for search, _ in missing if search.files]
        fetchable = " ".join(name for name in names if name in CATALOGUE)
        fetch = f"run `lvbuild corpora fetch {fetchable}`, " if fetchable else ""
        raise MissingCorpusError(
            f"missing corpora: {message}: {fetch}give a folder of corpora with --corpora DIR or "
            "LVBUILD_CORPORA, or try invented ones with --sample"
        )
