"""The corpora lvbuild knows: what each is, where it lives, how a folder of it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from lvbuild.core.model import LanguageCode
from lvbuild.corpora.corpus import Corpus, CorpusFolder
from lvbuild.corpora.hub import HubHome
from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from lvbuild.recipe.sources import InlineSource


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusEntry:
    """A corpus that can be looked for and opened.

    `layout` says what its folder holds, for who puts it there; `folder` is the folder's name. `hub`
    is None where no data set on the Hub holds the corpus as it was published. One that every recipe
    may name has a title, a language and a homepage.
    """

    name: str
    licence: str
    layout: str
    opener: Callable[[CorpusFolder], Corpus]
    folder: str
    hub: HubHome | None = None
    title: str = ""
    language: LanguageCode = ""
    homepage: str = ""

    def open(
        self, path: Path, revision: str = "local", fetched: Iterable[Path] | None = None
    ) -> Corpus:
        """Open a folder of it, whose files lie there or are `fetched` as they are walked over."""
        return self.opener(
            CorpusFolder(
                name=self.name,
                path=path,
                licence=self.licence,
                layout=self.layout,
                revision=revision,
                fetched=fetched,
            )
        )


def _entry(
    name: str, opener: str, folder: str = "", hub: dict[str, Any] | None = None, **described: Any
) -> CorpusEntry:
    return CorpusEntry(
        name=name,
        opener=partial(_open_by_name, opener),
        folder=folder or name,
        hub=HubHome(**hub) if hub else None,
        **described,
    )


def _open_by_name(opener: str, folder: CorpusFolder) -> Corpus:
    module, _, function = opener.partition(":")
    corpus: Corpus = getattr(import_module(f"lvbuild.corpora.{module}"), function)(folder)
    return corpus


_ENTRIES = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
CATALOGUE = {name: _entry(name, **entry) for name, entry in _ENTRIES.items()}


def source_entry(source: str | InlineSource) -> CorpusEntry:
    """Return the entry of a known corpus by its name, or of a recipe's own source.

    Raises UsageError for an unknown name, and for an own source with the name of a known one.
    """
    if isinstance(source, str):
        return corpus_entry(source)
    from lvbuild.corpora.mapped import mapped_layout, read_mapped

    if source.name in CATALOGUE:
        raise UsageError(
            f"{source.name!r}: is the name of a known corpus; expected one of its own for the "
            "recipe's inline source: name it otherwise"
        )
    hub = source.hub
    return CorpusEntry(
        name=source.name,
        licence=source.licence,
        layout=mapped_layout(source),
        opener=partial(read_mapped, source),
        folder=source.name,
        hub=HubHome(hub.repository, hub.revision, hub.files) if hub else None,
    )


def corpus_names() -> list[str]:
    """List the corpora there are, by name."""
    return sorted(CATALOGUE)


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
