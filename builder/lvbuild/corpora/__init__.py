"""Corpora: sources of documents, found on this machine or fetched from the Hub."""

from lvbuild.corpora.catalogue import CatalogueEntry, corpus_entry, corpus_names
from lvbuild.corpora.corpus import Corpus, CorpusFile
from lvbuild.corpora.local import fetch_corpus, find_corpus, open_corpora

__all__ = [
    "CatalogueEntry",
    "Corpus",
    "CorpusFile",
    "corpus_entry",
    "corpus_names",
    "fetch_corpus",
    "find_corpus",
    "open_corpora",
]
