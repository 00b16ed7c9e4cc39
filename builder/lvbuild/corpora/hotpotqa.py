"""HotpotQA: questions that take two Wikipedia paragraphs, among eight that distract."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.multi_hop import add_multi_hop
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.text.cleaning import BRACKETS, CHARACTERS, HTML, SPACING, WIKI, Cleaning

LICENCE = "CC-BY-SA-4.0"
LAYOUT = (
    "hotpot_dev_distractor_v1.json of https://hotpotqa.github.io, else hotpotqa/hotpot_qa's "
    "distractor/validation-*.parquet, else hotpot_train_v1.1.json"
)
# The fullwiki files ask the same questions of paragraphs that may lack the supporting ones.
JSON = (r"hotpot_dev_distractor[^/]*\.json", r"hotpot_train[^/]*\.json")
PARQUET = r"distractor/validation[-/][^/]+\.parquet"
CLEANING = Cleaning((CHARACTERS, HTML, WIKI, SPACING, BRACKETS))
"""Where a template was taken out, brackets were left empty and spaces before punctuation."""


def open_hotpotqa(
    folder: Path, revision: str = "local", fetched: Iterable[Path] | None = None
) -> LoadedCorpus:
    """Read the questions; sentences after the first start with their own space upstream."""
    files, loading = RecordFiles(folder, fetched, LAYOUT), Loading("hotpotqa", CLEANING)
    for path in files.require(JSON[0], PARQUET, JSON[1]):
        read = files.rows if path.suffix == ".parquet" else files.objects
        for record in read(path):
            add_multi_hop(loading, record, glue="")
        loading.end_file()
    return loading.done("hotpotqa", revision, LICENCE, files.read)
