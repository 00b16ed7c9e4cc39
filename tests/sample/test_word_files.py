"""Reading files of words: sections, comments, and one clear line for what breaks the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild import sample
from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError
from lvbuild.languages import languages
from lvbuild.sample import word_files
from lvbuild.sample.word_files import parse_words, read_traits, read_words

FOLDER = Path(word_files.__file__).with_name("words")


def test_lines_stand_under_their_sections_without_comments_and_blank_lines() -> None:
    text = "# how to write\n\n@one\n  a b \n\n# of two\n@two\nc\nd\n"
    assert parse_words("x.txt", text, str) == {"one": ("a b",), "two": ("c", "d")}
    assert parse_words("x.txt", "@one\n1\n20\n", int) == {"one": (1, 20)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n", "x.txt, line 1: 'a' stands in no section; open one above it: @name"),
        ("@one\na\n\n@one\nb\n", "x.txt, line 4: @one is opened twice; put its lines together"),
        ("@one\na\nb\na\n", "x.txt, line 4: 'a' stands twice in @one; remove one"),
        ("@one\n@two\na\n", "x.txt, line 1: @one is empty; remove it, or write a line below"),
        ("@one\na\n@two\n# b\n", "x.txt, line 3: @two is empty; remove it, or write"),
    ],
)
def test_what_breaks_the_form_is_named_by_file_and_line(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=f"^{message}"):
        parse_words("x.txt", text, str)


def test_a_line_that_does_not_parse_is_named_with_the_reason() -> None:
    with pytest.raises(UsageError, match=r"^x\.txt, line 3: invalid literal for int.*'b'"):
        parse_words("x.txt", "@one\n1\nb\n", int)


@pytest.fixture
def own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of Chinese words, in place of the package's."""
    monkeypatch.setattr(word_files, "files", lambda _: tmp_path)
    folder = tmp_path / "words" / "chinese"
    folder.mkdir(parents=True)
    return folder


def test_a_file_that_is_no_utf_8_is_named_with_the_line(own_words: Path) -> None:
    (own_words / "gbk.txt").write_bytes("@一\n河\n".encode() + "江\n".encode("gbk"))
    with pytest.raises(UsageError, match=r"gbk\.txt, line 3: is no UTF-8; save the file as UTF-8"):
        read_words("zh", "gbk", str)


def test_a_mark_of_the_byte_order_is_no_part_of_the_first_line(own_words: Path) -> None:
    (own_words / "marked.txt").write_bytes("@一\r\n河\r\n".encode("utf-8-sig"))
    assert read_words("zh", "marked", str) == {"一": ("河",)}


def test_a_file_that_is_not_there_is_an_error(own_words: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.txt: cannot be read \(No such file"):
        read_words("zh", "none", str)


def test_a_trait_has_a_known_key_and_words(own_words: Path) -> None:
    (own_words / "sorts.txt").write_text("@馆\nmeasure: 座\n称: 该馆\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 3: '称: 该馆' is no key and its words; the"):
        read_traits("zh", "sorts", str.split, ("measure",))


@pytest.mark.parametrize("language", languages)
def test_every_file_of_the_package_can_be_read(language: LanguageCode) -> None:
    assert FOLDER.parent == Path(sample.__file__).parent
    for path in (FOLDER / word_files.FOLDERS[language]).glob("*"):
        assert path.suffix == ".txt"
        assert read_words(language, path.stem, str)
