"""Character n-grams as they stand, and the heaviest of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lvbuild.audit.areas import ngrams
from lvbuild.release.manifest import Ngram


def obvious(text: str) -> list[str]:
    """Find every part of at most four characters, the slow way."""
    parts = (text[a:b] for a in range(len(text)) for b in range(len(text) + 1))
    return sorted(part for part in parts if 1 <= len(part) <= 4)


@given(st.text("aA \n※山", max_size=30))
def test_ngrams_are_all_runs_of_one_to_four_characters(text: str) -> None:
    assert sorted(ngrams(text)) == obvious(text)


def test_an_ngram_is_shown_with_its_sign_and_what_is_not_seen_as_escapes() -> None:
    shown = {"a\n": "+'a\\n'", "\x1b[1m": "+'\\x1b[1m'", "\u202e|`": "+'\\u202e|`'"}
    assert {text: str(Ngram(text, 0.5)) for text in shown} == shown
    assert str(Ngram("\u3000山", -1.0)) == "-'\\u3000山'"
