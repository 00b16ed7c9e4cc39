"""Where a sentence may be inserted: what holds of any text, of made books and of real ones."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language, languages

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"

PIECES = [
    *("He went home.", "“Who is there?”", "said Holmes.", "Dr. Watson", "(It rained.)", "_No._"),
    *("他说：“好．”", "宝玉笑道：", "《红楼梦》", "正是："),
    *("CHAPTER I.", "  The end is near", "1.5"),
    *("...", "。", "！", "，", "……", "-", "”", '"', "“", "‘", "'", "`", "兮", "\n", "\n\n", " "),
]
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
    st.text(max_size=200),
).map(lambda text: unicodedata.normalize("NFC", text).strip())


@pytest.mark.parametrize("language", languages)
@given(text=TEXTS)
def test_places_ascend_to_the_texts_end_and_sentences_end_with_a_stop(
    text: str, language: LanguageCode
) -> None:
    spoken = find_language(language)
    places = spoken.boundaries(text)
    offsets = [place.offset for place in places]
    assert offsets == sorted(set(offsets))
    assert all(text[start:end].strip() for start, end in pairwise([0, *offsets]))
    assert offsets[-1:] == ([len(text)] if text else [])
    for offset, ended in places:
        after = text[offset : offset + 1]
        assert after not in tuple(",.;:，。；：、》")
        assert not (spoken.space and after.strip())
        if ended:
            assert text[:offset].rstrip().rstrip(")]”’\"'_*」』）】-")[-1] in ".!?…。．！？"


@given(st.text(" .!?:\"'“”_()[]AbCIé1-—", min_size=1).filter(str.strip))
def test_a_text_of_one_line_has_the_places_it_has_after_a_line_feed(text: str) -> None:
    boundaries = find_language("en").boundaries
    lower = [place._replace(offset=place.offset - 1) for place in boundaries(f"\n{text}")]
    assert boundaries(text) == lower


@pytest.mark.parametrize("language", languages)
@pytest.mark.parametrize("run", [".", "(", "_", "“", '"', "'", "a.", "。", "：", " ", " \n"])
def test_long_runs_of_marks_are_gone_through_once(run: str, language: LanguageCode) -> None:
    text = f"A. {run * 50_000}B."
    assert find_language(language).boundaries(text)[-1].offset == len(text)


@pytest.mark.parametrize("text", ["", " \n\t "], ids=repr)
@pytest.mark.parametrize("language", languages)
def test_a_blank_text_has_no_place(language: LanguageCode, text: str) -> None:
    assert find_language(language).boundaries(text) == []


REAL = sorted((CORPORA / "pg19" / "test").glob("*.txt"))


@pytest.mark.parametrize("book", REAL[::2], ids=lambda book: book.stem)
def test_a_real_book_has_no_place_at_a_tag_or_an_abbreviated_name(book: Path) -> None:
    text = unicodedata.normalize("NFC", book.read_text(encoding="utf-8")).strip()
    found = [place for place in find_language("en").boundaries(text) if place.ended]
    assert len(found) * 250 > len(text)
    tags = ("I said", "I asked", "I cried", "Mr. Darcy replied")
    for place in found:
        after = text[place.offset : place.offset + 30]
        spoken = text[place.offset - 1] in '”"' and not after.startswith("\n\n")
        assert not (spoken and " ".join(after.split()).startswith(tags))
        before = text[max(0, place.offset - 6) : place.offset].replace("\n", " ")
        assert not before.endswith((" Mr.", " Mrs.", " Dr.", " St."))
