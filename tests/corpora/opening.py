"""Opening known corpora, and one's own, in a folder of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from lvbuild.corpora.catalogue import corpus_entry
from lvbuild.corpora.corpus import Corpus, LoadedCorpus


def opener(name: str) -> Callable[..., LoadedCorpus]:
    """Return how a known corpus that asks questions is opened."""

    def open_corpus(
        path: Path, revision: str = "local", fetched: Iterable[Path] | None = None
    ) -> LoadedCorpus:
        corpus = corpus_entry(name).open(path, revision, fetched)
        assert isinstance(corpus, LoadedCorpus)
        return corpus

    return open_corpus


open_hotpotqa = opener("hotpotqa")
open_2wikimultihopqa = opener("2wikimultihopqa")
open_cmrc2018 = opener("cmrc2018")
open_dureader = opener("dureader")
open_loogle_sd = opener("loogle_sd")
open_loogle_cr = opener("loogle_cr")
open_loogle_mir = opener("loogle_mir")
open_multifieldqa_en = opener("longbench_multifieldqa_en")
open_multifieldqa_zh = opener("longbench_multifieldqa_zh")
open_pg19: Callable[..., Corpus] = corpus_entry("pg19").open
open_hongloumeng: Callable[..., Corpus] = corpus_entry("hongloumeng").open
