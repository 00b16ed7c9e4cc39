"""Where a sentence may be inserted: what holds of any text, and of the real books."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary

ENGLISH = find_language("en")

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
LANGUAGES: list[LanguageCode] = ["en", "zh"]

PIECES = [
    *("He went home.", "“Who is there?”", "said Holmes.", "Dr. Watson", "(It rained.)", "_No._"),
    *(
        "他说：“好．”",
        "宝玉笑道：",
        "《红楼梦》",
        "正是：",
        "CHAPTER I.",
        "  The end is near",
        "1.5",
    ),
    *("...", "。", "！", "，", "……", "-", "”", '"', "“", "‘", "'", "`", "兮", "\n", "\n\n", " "),
]
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
    st.text(max_size=200),
).map(lambda text: unicodedata.normalize("NFC", text).strip())


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
def test_offsets_ascend_within_the_text_and_end_with_its_end(
    text: str, language: LanguageCode
) -> None:
    offsets = [place.offset for place in find_language(language).boundaries(text)]
    assert offsets == sorted(set(offsets))
    assert all(0 < offset <= len(text) for offset in offsets)
    assert offsets[-1:] == ([len(text)] if text else [])


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
def test_the_pieces_between_the_places_are_the_text(text: str, language: LanguageCode) -> None:
    offsets = [0, *(place.offset for place in find_language(language).boundaries(text))]
    pieces = [text[start:end] for start, end in pairwise(offsets)]
    assert "".join(pieces) == text
    assert all(piece.strip() for piece in pieces)


@given(text=TEXTS)
def test_an_english_place_is_followed_by_white_space_or_the_end(text: str) -> None:
    for place in ENGLISH.boundaries(text):
        assert text[place.offset : place.offset + 1].strip() == ""


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
def test_a_firm_place_ends_a_sentence_in_its_own_paragraph(
    text: str, language: LanguageCode
) -> None:
    closing = ")]”’\"'_*」』）】-"
    for place in find_language(language).boundaries(text):
        if place.firm:
            assert not place.paragraph
            assert text[: place.offset].rstrip().rstrip(closing)[-1] in ".!?…。．！？"


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
def test_no_place_lies_before_punctuation(text: str, language: LanguageCode) -> None:
    for place in find_language(language).boundaries(text):
        assert (
            not text[place.offset : place.offset + 1]
            or text[place.offset] not in ",.;:，。；：、》"
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("run", [".", "(", "_", "“", "”", '"', "'", "a.", "。", "：", " ", " \n"])
def test_long_runs_of_marks_are_gone_through_once(run: str, language: LanguageCode) -> None:
    text = f"A. {run * 50_000}B."
    assert find_language(language).boundaries(text)[-1].offset == len(text)


@pytest.mark.parametrize("text", ["", " ", "\n", " \n\t "], ids=repr)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blank_text_has_no_place(language: LanguageCode, text: str) -> None:
    assert find_language(language).boundaries(text) == []


@given(st.text(" .!?:\"'“”_()[]AbCIé1-—", min_size=1).filter(str.strip))
def test_a_text_of_one_line_has_the_places_it_has_after_a_line_feed(text: str) -> None:
    lower = [place._replace(offset=place.offset - 1) for place in ENGLISH.boundaries(f"\n{text}")]
    assert ENGLISH.boundaries(text) == lower


@pytest.mark.parametrize(
    ("language", "text"), [("en", "He went home."), ("zh", "他回家去了。")], ids=["en", "zh"]
)
def test_the_end_of_a_sentence_alone_is_firm(language: LanguageCode, text: str) -> None:
    assert find_language(language).boundaries(text) == [
        Boundary(len(text), firm=True, paragraph=False)
    ]


BOOKS = sorted((CORPORA / "pg19" / "test").glob("*.txt"))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_real_book_has_a_firm_place_every_few_lines(book: Path) -> None:
    text = unicodedata.normalize("NFC", book.read_text(encoding="utf-8")).strip()
    found = ENGLISH.boundaries(text)
    firm = [place for place in found if place.firm]
    assert found[-1].offset == len(text)
    assert len(firm) * 800 > len(text)  # The Time Machine is one long speech, the others have 200


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_no_firm_place_of_a_real_book_is_before_a_tag_or_an_abbreviated_name(book: Path) -> None:
    text = unicodedata.normalize("NFC", book.read_text(encoding="utf-8")).strip()
    tags = ("I said", "I asked", "I cried", "Mr. Darcy replied")
    for place in ENGLISH.boundaries(text):
        after = text[place.offset : place.offset + 30]
        spoken = text[place.offset - 1] in '”"' and not after.startswith("\n\n")
        assert not (spoken and " ".join(after.split()).startswith(tags))
        assert not text[max(0, place.offset - 6) : place.offset].endswith(
            (" Mr.", " Mrs.", " Dr.", " St.", "\nMr.", "\nMrs.")
        )


@pytest.mark.skipif(not (CORPORA / "hongloumeng").exists(), reason="needs the shared corpora")
def test_dream_of_the_red_chamber_has_a_firm_place_in_every_stretch_of_prose() -> None:
    path = CORPORA / "hongloumeng" / "红楼梦.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join(line.strip() for line in lines if line.strip())
    firm = [place.offset for place in find_language("zh").boundaries(text) if place.firm]
    assert len(firm) * 60 > len(text)
    assert max(end - start for start, end in pairwise(firm)) < 2000
