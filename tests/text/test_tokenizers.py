"""Opening tokenizers: files and cached encodings, and what is told where they cannot be used."""

from __future__ import annotations

import json
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any

import pytest
import tiktoken_ext.openai_public as library

from lvbuild.errors import UsageError
from lvbuild.text.tokens import open_tokenizer
from tests.vocabularies import write_json, write_ranks

TEXT = "It was there.\n\n他说：“是的。”\n Then 12345 more."


def refusal(text: str) -> str:
    """Return the one line that is told of a tokenizer that cannot be opened."""
    with pytest.raises(UsageError) as caught:
        open_tokenizer(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_ranks_are_read_with_the_pattern_of_the_encoding_that_is_named(tmp_path: Path) -> None:
    path = write_ranks(tmp_path, name="mine.tiktoken")
    assert "add #encoding=NAME to the file, one of cl100k_base" in refusal(str(path))
    counts = {
        name: open_tokenizer(f"{path}#encoding={name}").count(TEXT)
        for name in ("cl100k_base", "r50k_base")
    }
    assert counts["cl100k_base"] < counts["r50k_base"]
    named = write_ranks(tmp_path, "cl100k_base")
    assert open_tokenizer(str(named)).count(TEXT) == counts["cl100k_base"]


def test_a_file_tells_its_hash_which_can_be_asked_for(tmp_path: Path) -> None:
    path = write_json(tmp_path)
    digest = sha256(path.read_bytes()).hexdigest()
    assert open_tokenizer(f"{path}#sha256={digest}").identity.sha256 == digest
    assert f"its sha256 is {digest}, not 000" in refusal(f"{path}#sha256={'0' * 64}")


def test_a_tokenizer_json_counts_without_special_tokens_truncation_and_padding(
    tmp_path: Path,
) -> None:
    path = write_json(tmp_path)
    plain = open_tokenizer(str(path)).count(TEXT)
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings["truncation"] = {
        "direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0,
    }  # fmt: skip
    settings["padding"] = {
        "strategy": {"Fixed": 500}, "direction": "Right", "pad_to_multiple_of": None,
        "pad_id": 0, "pad_type_id": 0, "pad_token": "!",
    }  # fmt: skip
    path.write_text(json.dumps(settings), encoding="utf-8")
    assert open_tokenizer(str(path)).count(TEXT) == plain > 4


def test_an_encoding_is_opened_by_name_from_the_cache_and_never_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = write_ranks(tmp_path).read_bytes()
    address = "https://nowhere.invalid/small.tiktoken"
    digest = sha256(content).hexdigest()

    def small() -> dict[str, Any]:
        ranks = library.load_tiktoken_bpe(address, expected_hash=digest)
        return {"name": "small", "pat_str": r"\w+|\W", "mergeable_ranks": ranks}

    monkeypatch.setitem(library.ENCODING_CONSTRUCTORS, "small", small)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    place = tmp_path / "cache" / sha1(address.encode()).hexdigest()
    assert f"save {address} there, set TIKTOKEN_CACHE_DIR" in refusal("small")
    place.parent.mkdir()
    place.write_bytes(content)
    counting = open_tokenizer("small")
    assert (counting.identity.name, counting.identity.sha256) == ("small", digest)
    assert counting.count("ab ab") == 2 * counting.count("ab") + 1
    place.write_bytes(content + b"\n")
    assert "its sha256 is" in refusal("small")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.tiktoken#encoding=cl100k_base", b"IQ== 0\nIg==\n", "x.tiktoken:2: is no line of"),
        ("x.tiktoken#encoding=cl100k_base", b"IQ== 0\n", "255 of the 256 bytes are no tokens"),
        ("x.json", b"\xff\x00", "x.json: is no tokenizer.json"),
        ("./no.json", None, "the tokenizer cannot be read (No such file or directory)"),
        ("x.json#md5=1", None, "write NAME or FILE"),
        ("gpt2", None, "'gpt2': no encoding of tiktoken has this name; there are cl100k_base"),
    ],
)
def test_what_cannot_be_opened_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | None, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name.partition("#")[0]).write_bytes(content)
    assert told in refusal(name)
