"""2WikiMultihopQA: questions over two or more Wikipedia paragraphs, and further paragraphs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.multi_hop import add_multi_hop
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.text.cleaning import BRACKETS, CHARACTERS, HTML, QUOTATION, SPACING, WIKI, Cleaning

LICENCE = "Apache-2.0"
LAYOUT = (
    "dev.json of https://github.com/Alab-NII/2wikimultihop, else train.json, and perhaps "
    "passages.json (a list of {title, text}: further documents)"
)
CLEANING = Cleaning((CHARACTERS, HTML, WIKI, QUOTATION, SPACING, BRACKETS))
"""In over half of its paragraphs a tokenizer left spaces around punctuation."""


def open_2wikimultihopqa(
    folder: Path, revision: str = "local", fetched: Iterable[Path] | None = None
) -> LoadedCorpus:
    """Read the questions, then the further paragraphs; one that stands in both is one document.

    Upstream strips its sentences, so that a space joins them.
    """
    files, loading = RecordFiles(folder, fetched, LAYOUT), Loading("2wikimultihopqa", CLEANING)
    for path in files.require(r"dev\.json", r"train\.json"):
        for record in files.objects(path):
            add_multi_hop(loading, record, glue=" ")
        loading.end_file()
    for path in files.find(r"passages\.json"):
        for record in files.objects(path):
            loading.add_document(record.where, record.text("text"), record.text("title"))
    return loading.done("2wikimultihopqa", revision, LICENCE, files.read)
