"""What a model replies, with whatever it writes around that."""

from __future__ import annotations

import json

import pytest

from lvbuild.annotate.drafting.prompts import read_reply


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Here it is: {} That is all {{really}}.",
        "```json\n{}\n```",
        "Sure!\n```\n{}\n```\nDone.",
    ],
)
def test_words_and_fences_around_a_reply_are_passed_over(around: str) -> None:
    row = {"original": "Ada  Stone", "replacement": "Joan Marr"}
    answer = around.format(json.dumps({"replacements": [{**row, "more": 1}]}))
    assert read_reply("replacements", answer) == [{**row, "original": "Ada Stone"}]
