from __future__ import annotations

import re

import pytest

from lvbuild.corpora.catalogue import CATALOGUE, corpus_entry
from lvbuild.corpora.corpus import CorpusEntry
from lvbuild.errors import UsageError

ENTRIES = pytest.mark.parametrize("entry", CATALOGUE.values(), ids=CATALOGUE)


@ENTRIES
def test_a_hub_home_is_a_full_commit_and_never_a_branch(entry: CorpusEntry) -> None:
    if entry.hub:
        assert re.fullmatch("[0-9a-f]{40}", entry.hub.revision)
        assert entry.hub.files


@ENTRIES
def test_an_entry_is_found_by_its_name_and_says_what_it_is(entry: CorpusEntry) -> None:
    assert corpus_entry(entry.name) is entry
    assert all((entry.title, entry.licence, entry.layout))
    assert entry.homepage.startswith("https://")


def test_the_test_split_of_pg19_comes_first() -> None:
    hub = corpus_entry("pg19").hub
    assert hub is not None
    assert hub.files[0] == "data/test-00000-of-00001-29a571947c0b5ccc.parquet"
    names = [f"data/train-000{n:02}-of-00023-0123456789abcdef.parquet" for n in range(23)]
    assert all(any(re.fullmatch(later, name) for later in hub.later) for name in names)


@pytest.mark.parametrize(
    ("name", "nearest"), [("PG-19", "pg19"), ("红楼梦", "hongloumeng"), ("hong", "hongloumeng")]
)
def test_an_unknown_name_lists_those_there_are_nearest_first(name: str, nearest: str) -> None:
    with pytest.raises(UsageError, match=f"no such corpus; expected one of {nearest}, ") as told:
        corpus_entry(name)
    assert all(known in str(told.value) for known in CATALOGUE)
