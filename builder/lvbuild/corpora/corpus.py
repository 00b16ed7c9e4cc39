"""What every corpus offers, whatever its upstream layout."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple, Protocol, runtime_checkable

from lvbuild.core.controls import printable
from lvbuild.core.kept import Kept
from lvbuild.core.model import Document, FanOut, LanguageCode
from lvbuild.core.resources import file_digest
from lvbuild.errors import BuildError
from lvbuild.languages import Language
from lvbuild.text.prose import Prose, prose_of


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file a corpus was read from: its path within the corpus, with `/`, and its hash in hex."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class HubHome:
    """Where a corpus lives: a data set's repository at a full commit, its files as needed.

    `later` are patterns of the files that come after `files`, those of one pattern by name; which
    there are is asked of the Hub when the first of them is needed.
    """

    repository: str
    revision: str
    files: Sequence[str]
    later: Sequence[str] = ()


_PROSE = Kept("prose", "corpora")

CERTAIN = ("CHARACTERS", "HTML", "CONVERSION")
"""What is noise in whatever text: a corpus that no one knows is cleaned of it alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusEntry:
    """A corpus that can be looked for and opened.

    `layout` says what its folder holds, for who puts it there; `folder` is the folder's name;
    `opener` reads it, named as in `catalogue.yaml` where it is one of the modules beside.
    `cleaning` are the rules that its texts are cleaned by, as `lvbuild.text.cleaning` names them.
    Who gets one that is `gated` agrees to terms of its own, beside its licence; upstream has set a
    `canary` into the files of one that models are not to be trained on.
    Where a recipe gives a path, `path` is its folder, `beside` the same from the recipe on, and
    `files` the pattern of its files, which tells whether a folder is the one. `hub` is None where
    no data set on the Hub holds the corpus as it was published; what fetches some of its files
    from elsewhere is its `fetcher`, named like the opener. One that every recipe may name has
    a title, a language and a homepage; where it is one of many, `part_of` begins all their names.
    """

    name: str
    licence: str
    layout: str
    opener: str | Callable[[CorpusFolder], Corpus]
    folder: str
    gated: bool = False
    canary: bool = False
    cleaning: Sequence[str] = CERTAIN
    hub: HubHome | None = None
    title: str = ""
    language: LanguageCode = ""
    homepage: str = ""
    path: Path | None = None
    beside: Path | None = None
    files: str = ""
    fetcher: str = ""
    part_of: str = ""

    def open(
        self, path: Path, revision: str = "local", fetched: Iterable[Path] | None = None
    ) -> Corpus:
        """Open a folder of it, whose files lie there or are `fetched` as they are walked over."""
        opener: Any = self.opener
        if isinstance(opener, str):
            opener = resolve_name(f"{__package__}.{opener}")
        corpus: Corpus = opener(CorpusFolder(self, path, revision, fetched))
        return corpus

    def fetch(self, path: Path, report: Callable[[str], None]) -> None:
        """Fetch what its folder lacks into it, by its fetcher."""
        fetcher: Any = resolve_name(f"{__package__}.{self.fetcher}")
        fetcher(self, path, report)


@dataclass(frozen=True, slots=True)
class CorpusFolder:
    """A folder that a corpus lies in.

    `fetched` gives its files as they are fetched to it, each when it is reached; None where they
    lie there.
    """

    entry: CorpusEntry
    path: Path
    revision: str = "local"
    fetched: Iterable[Path] | None = None


@dataclass(frozen=True, slots=True)
class CorpusQuestion:
    """A question as its corpus asks it.

    `id` is `<corpus>:<upstream id>`. `supporting` are the ids of the documents that hold the
    evidence, in the corpus's order; `evidence` the passages of theirs that upstream marks, in its
    own wording, none where it marks none. `retrieved` are the ids of
    documents that upstream found for the question and does not mark as distracting: they, or what
    more there is of a supporting one, may answer it unseen; `distracting` are the ids of those that
    it does mark so.
    `why_not_asked` is what in upstream's own marks speaks against it, "" if nothing does. Where a
    table corrects the question `upstream` is a hash of it as it was, and `keywords` are those that
    the table gives. `fan_out` says how it is put together from what each document tells, where
    upstream says so; of one whose answers the publisher keeps there are none.
    """

    id: str
    input: str
    answers: tuple[str, ...]
    supporting: tuple[str, ...]
    evidence: tuple[str, ...] = ()
    retrieved: tuple[str, ...] = ()
    distracting: tuple[str, ...] = ()
    why_not_asked: str = ""
    keywords: str = ""
    upstream: str = ""
    fan_out: FanOut | None = field(default=None, repr=False, compare=False)


class Corpus(Protocol):
    """A source of documents, opened at one place; texts are read when they are asked for."""

    @property
    def name(self) -> str:
        """The corpus's name, as recipes give it."""

    @property
    def revision(self) -> str:
        """The upstream commit where one is known, else "local" (or the generator's version)."""

    @property
    def licence(self) -> str:
        """The licence of the texts, an SPDX expression or "public domain"."""

    def batches(self) -> Iterator[Sequence[str]]:
        """Walk over the documents' ids in successive groups, each in a fixed order.

        A group is fetched only when the walk reaches it, so which documents a level is built
        from depends on how many it needs and never on what happens to be on this machine.
        """

    def document(self, document_id: str) -> Document:
        """Read one document."""

    def files(self) -> Sequence[CorpusFile]:
        """Return the files that have been read so far, sorted by path."""

    def cleaned(self) -> Mapping[str, int]:
        """Return how often noise was mended or left out of the texts read so far, by its kind."""


@runtime_checkable
class FolderCorpus(Corpus, Protocol):
    """A corpus whose documents are files of a folder, read as they are asked for."""

    def state(self) -> Sequence[str]:
        """Return what changes when any of its files does, nothing where that cannot be told."""

    def holds(self, files: Iterable[CorpusFile]) -> bool:
        """Tell whether files are there as they were when they were read."""


class QuestionCorpus(Corpus, Protocol):
    """A corpus that asks questions about its documents."""

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return all questions that can be asked, in the corpus's order."""

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return the ids of the questions upstream has and `questions` lacks, each with why."""


def named_corpora(names: Sequence[str], corpora: Mapping[str, Corpus]) -> list[Corpus]:
    """Return the corpora that a recipe names, each once: the sample stands for all of them."""
    return list({corpora[name].name: corpora[name] for name in names}.values())


def path_within(folder: Path, path: Path) -> str:
    """Return a file's path within a folder, the same under every locale: its bytes as UTF-8.

    What is no UTF-8, and control characters, stand in it as escapes.
    """
    return printable(os.fsencode(path.relative_to(folder)).decode("utf-8", "backslashreplace"))


def sha256_of(path: Path) -> str:
    """Hash a file's bytes, in hex."""
    with path.open("rb") as file:
        return file_digest(file)


class Epochs(NamedTuple):
    """When the questions of a corpus were true, and when its pages were so, as upstream says it."""

    questions: str
    pages: str


@dataclass(frozen=True, slots=True)
class LoadedCorpus:
    """A corpus in memory, its documents one batch; `epochs` where its texts are of some date.

    `canaries` are those that upstream set into its files.
    """

    name: str
    revision: str
    licence: str
    _documents: dict[str, Document]
    _questions: tuple[CorpusQuestion, ...]
    _left_out: tuple[tuple[str, str], ...]
    _files: tuple[CorpusFile, ...]
    _cleaned: Mapping[str, int]
    epochs: Epochs | None = None
    canaries: tuple[str, ...] = ()

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of all documents, in the order they were read."""
        yield tuple(self._documents)

    def document(self, document_id: str) -> Document:
        """Return one document; BuildError where there is none of that id."""
        try:
            return self._documents[document_id]
        except KeyError:
            raise BuildError(
                f"{document_id}: no such document among the {len(self._documents)} of {self.name}; "
                "expected one of its ids: give the corpus that the plan was made from"
            ) from None

    def files(self) -> Sequence[CorpusFile]:
        """Return the files it was read from, sorted by path."""
        return self._files

    def cleaned(self) -> Mapping[str, int]:
        """Return how often each kind of noise was mended or left out of the texts."""
        return self._cleaned

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return all questions that can be asked, in the order they were read."""
        return self._questions

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return the ids of the questions that cannot be asked, each with why."""
        return self._left_out


class ProseCorpus:
    """A corpus whose texts are left with their running prose; ids and files are its own."""

    def __init__(self, corpus: Corpus, language: Language) -> None:
        self.name = corpus.name
        self.revision = corpus.revision
        self.licence = corpus.licence
        self._corpus = corpus
        self._language = language
        self._left_out: dict[str, int] = {}

    def batches(self) -> Iterator[Sequence[str]]:
        """Walk over the documents' ids in the corpus's groups."""
        return self._corpus.batches()

    def document(self, document_id: str) -> Document:
        """Read one document; nothing may be left of its text."""
        whole = self._corpus.document(document_id)
        prose = self._prose(whole.text)
        self._left_out[document_id] = prose.left_out
        return Document(whole.id, prose.text, whole.title)

    def _prose(self, text: str) -> Prose:
        def find() -> bytes:
            found = prose_of(text, self._language)
            return f"{found.left_out}\n{found.text}".encode("utf-8", "surrogatepass")

        if not self._language.is_shipped:
            return prose_of(text, self._language)
        kept = _PROSE.get((self._language.code, text), find).decode("utf-8", "surrogatepass")
        left_out, _, prose = kept.partition("\n")
        return Prose(prose, int(left_out))

    def files(self) -> Sequence[CorpusFile]:
        """Return the files that have been read so far, sorted by path."""
        return self._corpus.files()

    def cleaned(self) -> Mapping[str, int]:
        """Return what the corpus cleaned, and what was left out of the texts read so far."""
        counts = Counter(self._corpus.cleaned())
        counts["no running prose"] += sum(self._left_out.values())
        return dict(+counts)
