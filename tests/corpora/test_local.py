from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild.corpora.catalogue import Search, corpus_entry, fetch_corpus, find_corpus, open_corpora
from lvbuild.errors import MissingCorpusError, UsageError

PLACES = {"given": "给的文件夹", "named": "环境所名", "corpora": "缓存"}
"""What the books of a folder say of it."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty cache and nothing else, offline."""
    monkeypatch.delenv("LVBUILD_CORPORA", raising=False)
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return tmp_path / "cache/corpora"


def write_corpora(folder: Path, *names: str) -> Path:
    texts = {"pg19": "test/9.txt", "hongloumeng": "book.txt"}
    for name in names:
        path = folder / name / texts[name]
        path.parent.mkdir(parents=True)
        path.write_text(f"第一回 甲　乙\n{PLACES[folder.name]}\n")
    return folder


def place_of(name: str, folder: Path | None = None) -> str:
    """Tell which folder a corpus was read from, by the line its one document ends with."""
    corpus = open_corpora([name], folder)[name]
    (ids,) = corpus.batches()
    text = corpus.document(ids[0]).text
    return next(place for place, line in PLACES.items() if text.endswith(line))


def test_the_given_folder_comes_first(tmp_path: Path, cache: Path) -> None:
    write_corpora(cache, "hongloumeng")
    given = write_corpora(tmp_path / "given", "hongloumeng", "pg19")
    assert place_of("hongloumeng", given) == "given"
    assert find_corpus("pg19", given) == given / "pg19"


def test_the_environment_names_the_folder_unless_one_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LVBUILD_CORPORA", str(write_corpora(tmp_path / "named", "pg19")))
    assert place_of("pg19") == "named"
    assert place_of("pg19", write_corpora(tmp_path / "given", "pg19")) == "given"


def test_what_the_given_folder_lacks_is_sought_in_the_cache(tmp_path: Path, cache: Path) -> None:
    write_corpora(cache, "hongloumeng")
    assert place_of("hongloumeng", write_corpora(tmp_path / "given", "pg19")) == "corpora"


def test_every_missing_corpus_is_named_with_its_places_and_the_remedies(
    tmp_path: Path, cache: Path
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    with pytest.raises(MissingCorpusError) as told:
        open_corpora(["hongloumeng", "pg19"], given)
    message = str(told.value)
    assert told.value.exit_code == 3
    assert "\n" not in message
    for name in ("hongloumeng", "pg19"):
        assert f"{name} (looked in {given / name}, {cache / name}: " in message
    for remedy in ("corpora fetch pg19`", "--corpora DIR", "LVBUILD_CORPORA", "--sample", "24264"):
        assert remedy in message


def test_a_corpuss_own_folder_given_for_the_one_that_holds_it_is_told(
    tmp_path: Path, cache: Path
) -> None:
    given = tmp_path / "pg19"
    given.mkdir()
    with pytest.raises(MissingCorpusError, match="give the folder that holds pg19, not itself"):
        open_corpora(["pg19"], given, offline=True)


def test_an_unknown_corpus_may_be_described_in_the_recipe() -> None:
    with pytest.raises(UsageError, match=r"mend the name, or describe your own in the recipe"):
        open_corpora(["mine"])


def test_a_folder_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"/absent: no such folder; .* mend --corpora"):
        open_corpora(["pg19"], tmp_path / "absent")
    monkeypatch.setenv("LVBUILD_CORPORA", str(tmp_path / "gone"))
    with pytest.raises(UsageError, match=r"/gone: no such folder; .* mend LVBUILD_CORPORA"):
        open_corpora(["pg19"])


def test_a_corpus_without_a_home_on_the_hub_says_where_to_get_it() -> None:
    with pytest.raises(
        MissingCorpusError, match=r"hongloumeng has no home on the Hub: put .*24264"
    ):
        fetch_corpus("hongloumeng")


def test_the_cache_lies_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LVBUILD_CACHE", "~/mine")
    assert Search(corpus_entry("pg19"), None).places[-1] == tmp_path / "mine/corpora/pg19"
    monkeypatch.delenv("LVBUILD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert Search(corpus_entry("pg19"), None).places[-1] == tmp_path / "xdg/lvbuild/corpora/pg19"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert Search(corpus_entry("pg19"), None).places[-1] == tmp_path / ".cache/lvbuild/corpora/pg19"
