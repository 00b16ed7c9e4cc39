"""The corpora lvbuild knows: what each is, where it lives, how a folder of it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.core.model import LanguageCode
from lvbuild.corpora import cmrc2018, dureader, hotpotqa, longbench, loogle, two_wiki
from lvbuild.corpora.corpus import Corpus
from lvbuild.corpora.hongloumeng import HongLouMeng
from lvbuild.corpora.hub import HubHome
from lvbuild.corpora.pg19 import Pg19
from lvbuild.corpora.reading.mapped import mapped_layout, open_mapped
from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from lvbuild.recipe.sources import InlineSource

Opener = Callable[[Path, str, Iterable[Path] | None], Corpus]
"""Opens a folder: the folder, its revision and, for the Hub's, the files as they are fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusEntry:
    """A corpus that can be looked for and opened.

    `layout` says what its folder holds, for who puts it there; `hub` is None where no data set on
    the Hub holds it as it was published. Corpora that upstream publishes together lie in a
    `shared_folder`.
    """

    name: str
    layout: str
    open: Opener
    hub: HubHome | None = None
    shared_folder: str = ""

    @property
    def folder(self) -> str:
        """The name of the folder it lies in."""
        return self.shared_folder or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry(CorpusEntry):
    """A corpus that every recipe may name."""

    title: str
    language: LanguageCode
    licence: str
    homepage: str


def source_entry(source: str | InlineSource) -> CorpusEntry:
    """Return the entry of a known corpus by its name, or of a recipe's own source.

    Raises UsageError for an unknown name, and for an own source with the name of a known one.
    """
    return corpus_entry(source) if isinstance(source, str) else _inline_entry(source)


def _inline_entry(source: InlineSource) -> CorpusEntry:
    if source.name in CATALOGUE:
        raise UsageError(
            f"{source.name!r}: is the name of a known corpus; expected one of its own for the "
            "recipe's inline source: name it otherwise"
        )
    hub = source.hub
    return CorpusEntry(
        name=source.name,
        layout=mapped_layout(source),
        open=partial(open_mapped, source),
        hub=HubHome(hub.repository, hub.revision, hub.files) if hub else None,
    )


def corpus_names() -> list[str]:
    """List the corpora there are, by name."""
    return sorted(CATALOGUE)


def corpus_entry(name: str) -> CatalogueEntry:
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


def _loogle(name: str, title: str, opener: Opener) -> CatalogueEntry:
    return CatalogueEntry(
        name=name,
        title=f"LooGLE, {title}",
        language="en",
        licence=loogle.LICENCE,
        homepage="https://github.com/bigai-nlco/LooGLE",
        layout=loogle.LAYOUT,
        open=opener,
        hub=HubHome(
            repository="bigai-nlco/LooGLE",
            revision="bdc356116a09a6a3d552e28a9f330878915b1696",
            files=("data.zip",),
        ),
        shared_folder="loogle",
    )


def _multifieldqa(language: LanguageCode, opener: Opener) -> CatalogueEntry:
    return CatalogueEntry(
        name=f"longbench_multifieldqa_{language}",
        title=f"LongBench, MultiFieldQA-{language}",
        language=language,
        licence=longbench.LICENCE,
        homepage="https://github.com/THUDM/LongBench",
        layout=longbench.LAYOUT,
        open=opener,
        hub=HubHome(
            repository="zai-org/LongBench",
            revision="b61c7c75f373ba2a8e2b7ef429cae36f15432574",
            files=(f"multifieldqa_{language}/test-00000-of-00001.parquet",),
        ),
        shared_folder="longbench",
    )


CATALOGUE = {
    entry.name: entry
    for entry in (
        CatalogueEntry(
            name="pg19",
            title="PG-19",
            language="en",
            licence=Pg19.licence,
            homepage="https://github.com/google-deepmind/pg19",
            layout=(
                "<gutenberg id>.txt files in any folders, or emozilla/pg19's parquet shards; "
                "optionally metadata.csv (id,title,year,url)"
            ),
            open=Pg19,
            hub=HubHome(
                repository="emozilla/pg19",
                revision="b7bca68072ef1d86348f080bbda0996648d94315",
                files=("data/test-00000-of-00001-29a571947c0b5ccc.parquet",),
                later=(
                    r"data/validation-\d{5}-of-\d{5}-[0-9a-f]+\.parquet",
                    r"data/train-\d{5}-of-00023-[0-9a-f]+\.parquet",
                ),
            ),
        ),
        CatalogueEntry(
            name="hongloumeng",
            title="Dream of the Red Chamber (红楼梦)",
            language="zh",
            licence=HongLouMeng.licence,
            homepage="https://www.gutenberg.org/ebooks/24264",
            layout=(
                "one UTF-8 text file of the book, such as the Plain Text UTF-8 of "
                "https://www.gutenberg.org/ebooks/24264"
            ),
            open=lambda folder, revision, _files: HongLouMeng(folder, revision),
        ),
        CatalogueEntry(
            name="hotpotqa",
            title="HotpotQA, distractor setting",
            language="en",
            licence=hotpotqa.LICENCE,
            homepage="https://hotpotqa.github.io",
            layout=hotpotqa.LAYOUT,
            open=hotpotqa.open_hotpotqa,
            hub=HubHome(
                repository="namlh2004/hotpotqa",
                revision="7e54db4656209750ff487f6fdf8e39a66dba136b",
                files=("hotpot_dev_distractor_v1.json",),
            ),
        ),
        CatalogueEntry(
            name="2wikimultihopqa",
            title="2WikiMultihopQA",
            language="en",
            licence=two_wiki.LICENCE,
            homepage="https://github.com/Alab-NII/2wikimultihop",
            layout=two_wiki.LAYOUT,
            open=two_wiki.open_2wikimultihopqa,
        ),
        CatalogueEntry(
            name="cmrc2018",
            title="CMRC 2018",
            language="zh",
            licence=cmrc2018.LICENCE,
            homepage="https://github.com/ymcui/cmrc2018",
            layout=cmrc2018.LAYOUT,
            open=cmrc2018.open_cmrc2018,
            hub=HubHome(
                repository="hfl/cmrc2018",
                revision="329cf38b453138e34d5b03d31500224e040d40c6",
                files=("default/validation/0000.parquet",),
            ),
        ),
        CatalogueEntry(
            name="dureader",
            title="DuReader 2.0",
            language="zh",
            licence=dureader.LICENCE,
            homepage="https://github.com/baidu/DuReader",
            layout=dureader.LAYOUT,
            open=dureader.open_dureader,
        ),
        _loogle("loogle_sd", "short dependency", loogle.open_loogle_sd),
        _loogle("loogle_cr", "comprehension and reasoning", loogle.open_loogle_cr),
        _loogle("loogle_mir", "multiple information retrieval", loogle.open_loogle_mir),
        _multifieldqa("en", longbench.open_multifieldqa_en),
        _multifieldqa("zh", longbench.open_multifieldqa_zh),
    )
}
