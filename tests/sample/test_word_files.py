"""Files of words: how their sections are read, and that none of them breaks the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild import sample
from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.errors import UsageError
from lvbuild.languages import languages
from lvbuild.sample import word_files
from lvbuild.sample.word_files import read_traits

FOLDER = Path(sample.__file__).with_name("words")
FILES = sorted(FOLDER.glob("*/*"))


def test_lines_stand_under_their_sections_without_comments_and_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# how to write\n\n@one\n  a b \n\n# of two\n@two\nc\nd\n")
    assert read_sections(path) == {"one": ["a b"], "two": ["c", "d"]}
    path.write_bytes("@一\r\n河\r\n".encode("utf-8-sig"))
    assert read_sections(path) == {"一": ["河"]}


def test_a_file_that_is_not_there_or_no_utf_8_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.txt: cannot be read \(.*No such file"):
        read_sections(tmp_path / "none.txt")
    (tmp_path / "gbk.txt").write_bytes("@一\n河\n".encode() + "江\n".encode("gbk"))
    with pytest.raises(UsageError, match=r"gbk\.txt: cannot be read .*install lvbuild anew"):
        read_sections(tmp_path / "gbk.txt")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_line_of_a_file_breaks_the_form(path: Path) -> None:
    """Each stands in a section, once; each section is opened once and holds a line."""
    assert path.suffix == ".txt"
    sections: dict[str, list[str]] = {}
    section = ""
    for number, line in enumerate(map(str.strip, path.read_text("utf-8").splitlines()), start=1):
        where = f"{path}, line {number}: {line}"
        if line.startswith("@"):
            section = line[1:]
            assert section not in sections, where
            sections[section] = []
        elif line and not line.startswith("#"):
            assert section, where
            assert line not in sections[section], where
            sections[section].append(line)
    assert sections
    assert all(sections.values())


def test_english_lists_have_words_on_both_sides_of_each_comma() -> None:
    for name in ("names", "terms"):
        for section, words in word_files.read_lists("en", name).items():
            assert all(words), section


@pytest.mark.parametrize(
    ("language", "names"), [("en", ["institutions"]), ("zh", ["institutions", "works", "called"])]
)
def test_a_trait_has_a_known_key_and_words(language: LanguageCode, names: list[str]) -> None:
    known = "called child does items measure place spouse style their they treasure verb whole"
    for name in names:
        for sort, traits in read_traits(language, name).items():
            assert traits.keys() <= set(known.split()), sort
            assert all(words and all(words) for words in traits.values()), sort


def test_every_language_with_a_world_has_its_folder() -> None:
    assert {path.parent.name for path in FILES} == set(word_files.FOLDERS.values())
    assert set(word_files.FOLDERS) <= set(languages)
