"""Looking through texts that may hold a phrase finds what looking through all of them finds."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.rules.occurrences import stand_elsewhere, that_may_hold
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer

ENGLISH = ["Ada", "Stone", "Ada's", "O’Brien", "O'Brien", "1,000", "10", "the", "mill", "臺", "-"]
CHINESE = ["王", "建国", "王建国", "台北", "臺北", "10", "年", "Ada", "·", "　", "河"]


def texts(words: list[str]) -> st.SearchStrategy[dict[str, str]]:
    text = st.lists(st.sampled_from([*words, " ", "\n", ". "]), max_size=12).map("".join)
    return st.lists(text, max_size=8).map(lambda each: {f"t{n}": one for n, one in enumerate(each)})


def phrases(words: list[str]) -> st.SearchStrategy[list[Pair]]:
    phrase = (
        st.lists(st.sampled_from(words), min_size=1, max_size=3).map(" ".join).filter(str.strip)
    )
    kinds: list[Literal["person", "place", "term", "number"]] = [
        "person",
        "place",
        "term",
        "number",
    ]
    pair = st.builds(Pair, phrase, st.just("x"), st.sampled_from(kinds))
    return st.lists(pair, max_size=5)


@given(st.data(), st.sampled_from(["en", "zh"]))
def test_it_finds_what_looking_through_all_texts_finds(
    data: st.DataObject, language: Literal["en", "zh"]
) -> None:
    words = ENGLISH if language == "en" else CHINESE
    pool = data.draw(texts(words))
    wanted = data.draw(phrases(words))
    own = st.sets(st.sampled_from(sorted(pool))) if pool else st.just(set[str]())
    asked = [(phrase, data.draw(own)) for phrase in wanted]
    slow = [
        any(Replacer([phrase], language).find(pool[name]) for name in pool.keys() - apart)
        for phrase, apart in asked
    ]
    assert stand_elsewhere(asked, pool, language) == slow


@pytest.mark.parametrize(("text", "phrase"), [("at Ada Mill", "Ada Mill"), ("在王家河", "王家河")])
def test_texts_without_a_phrases_words_are_not_looked_through(text: str, phrase: str) -> None:
    pool = {"other": "nothing of it. 别的", "this": text}
    assert dict(that_may_hold(pool, [phrase])) == {"this": text}
    assert not dict(that_may_hold(pool, ["absent 没有"]))
