"""Counting in tokens: what is counted by windows is what a plain recount of the whole finds."""

from __future__ import annotations

import random
from math import inf
from pathlib import Path

import pytest

from lvbuild.core import kept
from lvbuild.core.kept import Kept, code_version
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.text import tokens
from lvbuild.text.tokens import REACH, Seams, TokenCounting, open_tokenizer
from tests.vocabularies import sample_texts, write_one_token

OF_PIECES = ("cl100k_base.tiktoken", "o200k_base.tiktoken", "r50k_base.tiktoken", "words.json")
ALL = (*OF_PIECES, "merging.json")
OF_LINES = (*OF_PIECES, "wordpiece.json")
HEADING = "### Passage "
AWKWARD = (
    '"Is it?" he said.\n\n"It is!"\n\n\n(1) 1234567 things...\r\n  In: o\'clock\'s 12,000.\n\nEnd.',
    "他说：“是的。”\n“不是！”\n\n《书》第12回……了。\n　　空格之后。结束",
    "One.\u00a0Two\u3000three…\n— four; it's\tfive\n\n\n\nsix 𝔘𝔫 café naïve. Seven",
)


@pytest.fixture(params=ALL)
def counting(request: pytest.FixtureRequest, vocabularies: Path) -> TokenCounting:
    """Each tokenizer in turn."""
    return open_tokenizer(str(vocabularies / request.param))


def texts() -> list[str]:
    """Articles in both languages, and awkward ones."""
    return [*sample_texts()[:5], *sample_texts()[-5:], *AWKWARD]


def test_only_a_tokenizer_of_pieces_breaks_at_lines(vocabularies: Path) -> None:
    opened = {name: open_tokenizer(str(vocabularies / name)) for name in ALL}
    assert {name: each.breaks for name, each in opened.items()} == {
        name: name in OF_PIECES for name in ALL
    }
    assert opened["cl100k_base.tiktoken"].count(".\n\n") == 1
    merging = opened["merging.json"].count
    assert merging("on.\n### Passage ") < merging("on.\n") + merging("### Passage ")


@pytest.mark.parametrize("name", OF_PIECES)
def test_passages_and_headings_add_up_to_the_context(name: str, vocabularies: Path) -> None:
    counting = open_tokenizer(str(vocabularies / name))
    context, added = "", 0
    for number, text in enumerate(texts(), start=1):
        heading = f"{HEADING}{number}\n"
        context += f"{heading}{text}\n"
        added += counting.lines(heading) + counting.at(text, [len(text)])[-1]
    assert added == counting.count(context)


def test_seams_make_up_for_tokens_that_reach_over_them(counting: TokenCounting) -> None:
    context = "".join(f"{HEADING}{n}\n{text}\n" for n, text in enumerate(texts(), start=1))
    own = sum(counting.at(text, [len(text)])[-1] for text in texts())
    passages = [
        (f"{HEADING}{n}\n", (text[:REACH], text[-REACH:]))
        for n, text in enumerate(texts(), start=1)
    ]
    assert own + Seams(counting).around(passages) == counting.count(context)


def test_counts_before_offsets_are_those_of_the_tokens_that_start_there(vocabularies: Path) -> None:
    from tokenizers import Tokenizer

    counting = open_tokenizer(str(vocabularies / "words.json"))
    plain = Tokenizer.from_file(str(vocabularies / "words.json"))
    for text in texts():
        starts = [start for start, _ in plain.encode(text).offsets]
        offsets = sorted(random.Random(1).sample(range(1, len(text)), min(20, len(text) - 1)))
        told = counting.at(text, offsets)
        assert list(told) == [sum(start < offset for start in starts) for offset in offsets]


def test_an_insertion_adds_what_a_recount_finds(counting: TokenCounting) -> None:
    for number, text in enumerate(texts()):
        for mark in find_language("en" if number < 5 else "zh").boundaries(text):
            for insertion in (" A fact.", "\n\nA fact.", "某人吃了面包。", " “Yes,” he said.\n"):
                both = text[: mark.offset] + insertion + text[mark.offset :]
                added = counting.inserted(text, mark.offset, insertion)
                assert added == counting.count(both) - counting.count(text)


def test_a_window_grows_until_the_tokens_at_its_ends_are_untouched(vocabularies: Path) -> None:
    counting = open_tokenizer(str(vocabularies / "cl100k_base.tiktoken"))
    text = "了" * 300 + "-" * 600 + "了" * 300
    for offset in (300, 301, 450, 899, 900):
        both = text[:offset] + "-" + text[offset:]
        assert counting.inserted(text, offset, "-") == counting.count(both) - counting.count(text)


@pytest.mark.parametrize("name", OF_LINES)
def test_whatever_is_set_in_anywhere_adds_what_a_recount_finds(
    name: str, vocabularies: Path
) -> None:
    counting = open_tokenizer(str(vocabularies / name))
    draw = random.Random(3)
    for text in (*AWKWARD, *sample_texts()[:3], "a\n\n \n b\n\nc" * 9):
        for _ in range(40):
            offset = draw.randrange(len(text) + 1)
            insertion = "".join(draw.choices("\n .aZ了”1", k=draw.randrange(1, 5)))
            both = text[:offset] + insertion + text[offset:]
            added = counting.inserted(text, offset, insertion)
            assert added == counting.count(both) - counting.count(text), (text, offset, insertion)


def test_texts_are_read_by_a_tokenizer_once(
    vocabularies: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path))
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "100")
    monkeypatch.setattr(kept, "_LOADED", inf)  # whoever mends the package while this runs
    monkeypatch.setattr(tokens, "_STARTS", Kept("tokens", "text"))
    code_version.cache_clear()
    text, offsets = sample_texts()[0], [10, 200, len(sample_texts()[0])]
    first, second = (open_tokenizer(str(vocabularies / "words.json")) for _ in range(2))
    found = first.at(text, offsets)
    monkeypatch.setattr(second._tokenizer, "starts", None)  # it is not asked
    assert second.at(text, offsets) == found
    other = open_tokenizer(str(vocabularies / "merging.json"))
    assert other.at(text, offsets) != found


def test_a_tokenizer_that_counts_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="makes one token of whatever text"):
        open_tokenizer(str(write_one_token(tmp_path)))


@pytest.mark.parametrize("name", OF_LINES)
def test_a_cut_text_takes_what_a_recount_finds(name: str, vocabularies: Path) -> None:
    counting = open_tokenizer(str(vocabularies / name))
    for number, text in enumerate(texts()):
        offsets = [
            mark.offset for mark in find_language("en" if number < 5 else "zh").boundaries(text)
        ]
        counts = counting.at(text, offsets)
        for place, offset in enumerate(offsets[:-1]):
            start = offset + len(text[offset:]) - len(text[offset:].lstrip())
            head = counts[place] + counting.ended(text, offset)
            tail = counts[-1] - counts[place] + counting.begun(text, offset, start)
            assert head == counting.lines(text[:offset] + "\n")
            assert tail == counting.lines(text[start:] + "\n")
