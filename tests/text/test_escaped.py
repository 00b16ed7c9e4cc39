"""Escaping: as the standard library's JSON does it, once, cut by characters."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.text.escaped import EscapedText, escape

TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from('"\\/\b\f\n\r\t\x00\x1b\x1f\x7f\x80\u2028\u2029\ufeff😀é第'),
    )
)


def slowly(text: str) -> bytes:
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()


def test_every_character_is_escaped_as_json_dumps_does() -> None:
    every = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
    assert escape(every) == slowly(every)


@given(TEXTS, st.data())
def test_a_cut_is_the_escaped_slice(text: str, data: st.DataObject) -> None:
    inner = st.sets(st.integers(0, len(text)))
    offsets = sorted({0, len(text), *data.draw(inner, label="offsets")})
    escaped = EscapedText.of(text, offsets)
    start, stop = sorted(data.draw(st.tuples(st.sampled_from(offsets), st.sampled_from(offsets))))
    assert escaped.cut(start, stop) == slowly(text[start:stop])
    assert escaped.data == slowly(text)


@pytest.mark.parametrize("at", [1, 4, 7])
def test_a_cut_elsewhere_is_refused(at: int) -> None:
    with pytest.raises((ValueError, IndexError)):
        EscapedText.of("abcdef", [2, 6]).cut(0, at)
