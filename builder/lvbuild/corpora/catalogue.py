"""The corpora lvbuild knows, and finding them: the given folder, then the cache, then the Hub."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lvbuild.core.kept import cache_folder
from lvbuild.core.places import fetched, place_of
from lvbuild.core.processes import shared_out
from lvbuild.core.resources import read_yaml
from lvbuild.corpora.corpus import Corpus, CorpusEntry, HubHome, LoadedCorpus
from lvbuild.corpora.hub import HubFiles, NotFetchedError, is_offline
from lvbuild.errors import MissingCorpusError, UsageError

if TYPE_CHECKING:
    from lvbuild.recipe.sources import InlineSource


def _entry(
    name: str, folder: str = "", hub: dict[str, Any] | None = None, **described: Any
) -> CorpusEntry:
    home = HubHome(**hub) if hub else None
    return CorpusEntry(name=name, folder=folder or name, hub=home, **described)


def _parts(
    name: str, parts: Iterable[dict[str, Any]], **shared: Any
) -> Iterator[tuple[str, CorpusEntry]]:
    """Yield the corpora of a publication in parts, which have most of what is known in common."""
    title, hub = shared.pop("title"), shared.pop("hub")
    for group in parts:
        own = {**shared, **group, "part_of": name}
        ranges, passages = own.pop("ranges", False), own.pop("passages", "")
        for part, called in own.pop("parts").items():
            for file, of in ((part, title), (f"{part}_e", f"{title}-E"))[: 1 + ranges]:
                files = [each.replace("<part>", file) for each in hub["files"]]
                known = {"title": f"{of}, {called}", "hub": {**hub, "files": files}, **own}
                yield f"{name}_{file}", _entry(f"{name}_{file}", **known)
                if passages and file == part:
                    known |= {"title": f"{of}, passages of {called}", "opener": passages}
                    yield f"{name}_{file}_passages", _entry(f"{name}_{file}_passages", **known)


def _catalogue() -> Iterator[tuple[str, CorpusEntry]]:
    entries = read_yaml(Path(__file__).with_suffix(".yaml"))
    for name, entry in entries.items():
        yield from _parts(name, **entry) if "parts" in entry else [(name, _entry(name, **entry))]


CATALOGUE = dict(sorted(_catalogue()))
"""The corpora that every recipe may name, by their names and sorted by these."""


def source_entry(source: str | InlineSource) -> CorpusEntry:
    """Return the entry of a known corpus by its name, or of a recipe's own source.

    Raises UsageError for an unknown name, and for an own source with the name of a known one.
    """
    if isinstance(source, str):
        return corpus_entry(source)
    from lvbuild.corpora.mapped import mapped_entry

    if source.name in CATALOGUE:
        raise UsageError(
            f"{source.name!r}: is the name of a known corpus; expected one of its own for the "
            "recipe's inline source: name it otherwise"
        )
    return mapped_entry(source)


def corpus_entry(name: str) -> CorpusEntry:
    """Look a corpus up; an unknown name is a UsageError that lists those there are."""
    if name not in CATALOGUE:
        names = ", ".join(sorted(CATALOGUE, key=lambda known: (-_likeness(name, known), known)))
        raise UsageError(
            f"{name!r}: no such corpus; expected one of {names}: mend the name, or describe your"
            " own in the recipe (`lvbuild schema --keys`)"
        )
    return CATALOGUE[name]


def _likeness(name: str, known: str) -> float:
    names = (known, CATALOGUE[known].title.lower())
    return max(SequenceMatcher(None, name.lower(), each).ratio() for each in names)


def open_corpora(
    sources: Iterable[str | InlineSource], folder: Path | None = None, offline: bool = False
) -> dict[str | InlineSource, Corpus]:
    """Open known corpora by name, and inline sources, each from the first place that has it.

    The places are `folder` (else LVBUILD_CORPORA) / name, the path of an inline source from its
    recipe on and from `folder` on, the cache, then the Hub unless `offline` or HF_HUB_OFFLINE
    forbids it. One MissingCorpusError names all that are nowhere; nothing is fetched before it is
    certain that the others can be had.
    """
    wanted = list(sources)
    if missing := missing_corpora([wanted], folder, offline):
        raise missing_error(missing.values())
    given = given_folder(folder)
    searches = {source: Search(source_entry(source), given, offline) for source in wanted}
    read = shared_out(_read, searches.values(), worth=1)
    return {
        source: corpus or search.open()
        for (source, search), corpus in zip(searches.items(), read, strict=True)
    }


def _read(search: Search) -> Corpus | None:
    """Open a known corpus that is read whole from where it lies; None for any other."""
    if search.fetching or not isinstance(search.entry.opener, str):
        return None
    corpus = search.open()
    return corpus if isinstance(corpus, LoadedCorpus) else None


def missing_corpora(
    groups: Sequence[Collection[str | InlineSource]],
    folder: Path | None = None,
    offline: bool = False,
) -> dict[str | InlineSource, Missing]:
    """Return the corpora that are in none of the places of `open_corpora`.

    Nothing is fetched of a group, such as a recipe's, that lacks another for certain.
    """
    given = given_folder(folder)
    searches = {s: Search(source_entry(s), given, offline) for group in groups for s in group}
    found = {s: Missing(search, search.why_missing(fetch=False)) for s, search in searches.items()}
    for group in groups:
        if not any(found[source].why for source in group):
            found |= {s: Missing(searches[s], searches[s].why_missing(fetch=True)) for s in group}
    return {source: each for source, each in found.items() if each.why}


def find_corpus(name: str, folder: Path | None = None) -> Path | None:
    """Return the folder on this machine that a corpus would be opened from, if there is one."""
    return Search(corpus_entry(name), given_folder(folder)).found


def fetch_corpus(
    name: str, shards: int = 1, report: Callable[[str], None] = lambda line: None
) -> Path:
    """Fetch a corpus's first files from the Hub into the cache; return its folder there.

    Files that are there already are not fetched again; `shards` beyond the last are not missed. Of
    a corpus with a fetcher of its own that is what its folder lacks, wherever that lies; `report`
    is told how far it has come.
    """
    if (entry := corpus_entry(name)).fetcher:
        search = Search(entry, given_folder())
        if search.found is None:
            raise MissingCorpusError(
                f"{name} has no home on the Hub: put {entry.layout}, into"
                f" {' or '.join(map(str, search.places))}; pages that are missing are fetched then"
            )
        entry.fetch(search.found, report)
        return search.found
    search = Search(entry, None)
    if not search.files:
        why = "is gated, and is not fetched" if entry.gated else "has no home on the Hub"
        raise MissingCorpusError(
            f"{name} {why}: put {search.entry.layout} into a folder "
            f"{search.entry.folder} and give the folder that holds it with --corpora DIR or "
            "LVBUILD_CORPORA"
        )
    for _ in islice(search.files, shards):
        pass
    return search.files.folder


def require_corpus(name: str, folder: Path | None = None) -> Path:
    """Return the folder on this machine that a corpus is opened from, or say that it is missing."""
    search = Search(corpus_entry(name), given_folder(folder))
    if search.found is None:
        raise missing_error([Missing(search, "not here")])
    return search.found


def given_folder(folder: Path | None = None) -> Path | None:
    """Return the folder of corpora that was given, else the one LVBUILD_CORPORA names."""
    source = "--corpora"
    if folder is None and (named := os.environ.get("LVBUILD_CORPORA")):
        folder, source = place_of(os.path.expanduser(named)), "LVBUILD_CORPORA"
    if folder is not None and not folder.is_dir():
        raise UsageError(
            f"{folder}: no such folder; expected one that holds a folder per corpus: mend {source}"
        )
    return folder


class Search:
    """The search for one corpus: where it may lie, where it does, why it is nowhere.

    `places` are the folders it may lie in, the cache last, but for a recipe's own files, which are
    not kept there; `files` its files on the Hub, None where it has no home there.
    """

    def __init__(self, entry: CorpusEntry, given: Path | None, offline: bool = False) -> None:
        self.entry = entry
        self.given = given
        self.offline = offline
        kept_here = cache_folder() / "corpora"
        cached = kept_here / entry.folder
        self._named = [fetched(given / entry.folder, kept_here)] if given else []
        at_path = given and entry.path and fetched(given / entry.path, kept_here)
        paths = [entry.beside, at_path]
        self._at_path = list(filter(None, paths))
        kept = [cached] if self.is_kept else []
        self.places = list(dict.fromkeys([*self._named, *self._at_path, *kept]))
        self.files: HubFiles | None = None
        if entry.hub:
            fetch = f"run `lvbuild corpora fetch {entry.name}` with enough --shards"
            remedy = fetch if entry.name in CATALOGUE else "build"
            self.files = HubFiles(entry.hub, cached, remedy, offline)

    @property
    def is_kept(self) -> bool:
        """Whether it may lie in the cache."""
        return self.entry.path is None or self.entry.hub is not None

    @property
    def found(self) -> Path | None:
        """The folder it lies in."""
        held = (each for each in self._at_path if next(each.rglob(self.entry.files), None))
        if here := next(chain((each for each in self._named if each.is_dir()), held), None):
            return here
        if not self.is_kept:
            return None
        cached = self.places[-1]
        if self.files:
            return cached if self.files.has(self.files.home.files[0]) else None
        return cached if cached.is_dir() and any(cached.iterdir()) else None

    def why_missing(self, fetch: bool) -> str:
        """Say why it cannot be had, "" if it is here or may be fetched.

        Whether that can be done is tried with its first file, if it is to `fetch` it.
        """
        if self.found:
            return ""
        if not self.files:
            return f"put {self.entry.layout} there"
        if self.offline or is_offline():
            return "offline"
        try:
            if fetch:
                self.files.fetch(self.files.home.files[0])
        except NotFetchedError as error:
            return error.why
        return ""

    @property
    def folder(self) -> Path:
        """Where it lies, or is fetched to."""
        return self.found or self.places[-1]

    @property
    def fetching(self) -> HubFiles | None:
        """Its files where they are fetched as they are walked over."""
        return self.files if self.files and self.folder == self.files.folder else None

    def open(self) -> Corpus:
        """Open it where it lies."""
        if files := self.fetching:
            return self.entry.open(self.folder, files.home.revision, files)
        return self.entry.open(self.folder)


class Missing(NamedTuple):
    """A corpus that is nowhere: the search for it, and why that was in vain."""

    search: Search
    why: str


def missing_error(missing: Iterable[Missing]) -> MissingCorpusError:
    """Return the failure that names missing corpora, where they were looked for, and remedies."""
    searches = {each.search: each.why for each in missing}
    message = "; ".join(
        f"{search.entry.name} (looked in {', '.join(map(str, search.places))}: {why})"
        for search, why in searches.items()
    )
    for search in searches:
        if search.given and search.given.resolve().name == search.entry.folder:
            message += f"; give the folder that holds {search.given.name}, not itself"
            break
    names = [search.entry.name for search in searches if search.files]
    fetchable = " ".join(name for name in names if name in CATALOGUE)
    fetch = f"run `lvbuild corpora fetch {fetchable}`, " if fetchable else ""
    remedy = "give a folder of corpora with --corpora DIR or LVBUILD_CORPORA, or try invented ones"
    remedy += " with --sample"
    if not any(search.is_kept for search in searches):
        remedy = (
            "name the folder that the recipe's path leads on from with --corpora DIR, or mend it"
        )
    return MissingCorpusError(f"missing corpora: {message}: {fetch}{remedy}")
