"""The options of a build as a manifest records them, and back."""

from __future__ import annotations

from typing import Any

import pytest

from lvbuild.core.options import PromptId, ResolvedOptions, TokenizerId
from lvbuild.release.options import dump_options, load_options

PROMPT = PromptId("config.py", "b" * 64, "{context}\n{input}")
TOKENIZER = TokenizerId("x.tiktoken", "a" * 64, "cl100k_base")
PLAIN: dict[str, Any] = {
    "limit": None,
    "sample": False,
    "strict": False,
    "approved_only": False,
    "fill": False,
    "since": "",
    "without": "",
    "no_tables": False,
    "unit": "words",
    "nested": True,
    "tokenizer": None,
    "report_tokens": None,
    "prompts": None,
}


def resolved(**chosen: Any) -> ResolvedOptions:
    own: dict[str, Any] = {"unit": "words", "nested": True}
    own |= {"tokenizer": None, "report_tokens": None, "prompts": None, "errata": None}
    return ResolvedOptions(**(own | chosen))


def test_the_options_that_bytes_depend_on_are_recorded_beside_seed_and_variant() -> None:
    told = resolved(corpora="there", offline=True, seed=7, variant="x")
    assert dump_options(told) == PLAIN


def test_levels_are_recorded_where_they_stand_for_those_of_the_recipe() -> None:
    told = resolved(levels="0-4k,4-8k")
    assert dump_options(told) == {**PLAIN, "levels": "0-4k,4-8k"}


@pytest.mark.parametrize(
    "options",
    [
        resolved(),
        resolved(seed=7, variant="x", limit=3, strict=True, tables=False, nested=False),
        resolved(unit="tokens", tokenizer=TOKENIZER, report_tokens=TOKENIZER),
        resolved(prompts=PROMPT),
        resolved(levels="0-4k,4-8k"),
    ],
)
def test_recorded_options_are_read_again(options: ResolvedOptions) -> None:
    recorded = dump_options(options)
    assert load_options(recorded, seed=options.seed, variant=options.variant) == options


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"limit": 0}, "limit: must be 1 or more, not 0"),
        ({"unit": None}, "unit: must be 'words', 'characters' or 'tokens', not empty"),
        ({"levels": "1k"}, "levels: must be levels with a range among them"),
        ({"levels": ["0-4k"]}, "levels: must be levels with a range among them"),
        ({"levels": "0-4k,much"}, "'much' is no level"),
        ({"levels": 4}, "levels: "),
        (
            {"report_tokens": {"name": "x", "sha256": "0" * 64, "encoding": "", "more": 1}},
            "report_tokens.more: ",
        ),
        ({"prompts": "config.py"}, "prompts: "),
        ({"unit": "tokens"}, "a tokenizer goes with the unit tokens"),
    ],
)
def test_what_is_no_options_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}"):
        load_options(PLAIN | change, seed=42, variant="")


@pytest.mark.parametrize(
    "name", sorted(PLAIN.keys() - {"fill", "since", "without", "prompts"})
)  # format 4 has none such
def test_no_option_may_be_missing(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        load_options({key: PLAIN[key] for key in PLAIN if key != name}, seed=42, variant="")
