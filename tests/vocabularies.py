"""Small vocabularies for tests, trained on the sample world's articles in both languages."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

from lvbuild.sample import SampleCorpus
from lvbuild.text.tokenizer import describe

_SIZE = 3_000


@cache
def sample_texts(articles: int = 80) -> tuple[str, ...]:
    """Return articles, English ones and then as many Chinese ones."""
    texts = []
    for corpus in (SampleCorpus(7, "en"), SampleCorpus(7, "zh")):
        names = (name for batch in corpus.batches() for name in batch)
        texts += [corpus.document(name).text for name in islice(names, articles)]
    return tuple(texts)


def write_json(folder: Path, name: str = "words.json") -> Path:
    """Write a byte-level BPE that breaks as GPT-2 does."""
    return _write(folder / name, _byte_level(None))


def write_merging(folder: Path, name: str = "merging.json") -> Path:
    """Write a BPE without pieces: its tokens reach over spaces and line feeds."""
    return _write(folder / name, _merging())


def write_ranks(folder: Path, encoding: str = "cl100k_base", name: str = "") -> Path:
    """Write a file of ranks for an encoding's pattern; its tokens reach over full stops' lines."""
    tokenizer = json.loads(_byte_level(describe("o200k_base").pattern))
    ranks = {
        bytes(map(_values().__getitem__, token)): rank
        for token, rank in tokenizer["model"]["vocab"].items()
    }
    lines = (b"%b %d\n" % (b64encode(token), rank) for token, rank in ranks.items())
    path = folder / (name or f"{encoding}.tiktoken")
    path.write_bytes(b"".join(lines))
    return path


def write_other_models(folder: Path) -> list[str]:
    """Write tokenizers of other models than BPE; return their files' names.

    wordpiece.json breaks at white space, unigram.json has pieces that reach over line feeds, and
    fixed.json parts a text every seven characters, so that all depends on where it begins.
    """
    unigram = Tokenizer(models.Unigram())
    unigram.pre_tokenizer = pre_tokenizers.Metaspace()
    special: dict[str, Any] = {"special_tokens": ["<unk>"], "show_progress": False}
    trainer: Any = trainers.UnigramTrainer(vocab_size=_SIZE // 2, unk_token="<unk>", **special)
    unigram.train_from_iterator(sample_texts(20), trainer)
    wordpiece = Tokenizer(models.WordPiece(unk_token="<unk>"))
    wordpiece.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=_SIZE // 2, **special)
    wordpiece.train_from_iterator(sample_texts(20), trainer)
    fixed = Tokenizer(models.WordLevel({"<unk>": 0}, unk_token="<unk>"))
    fixed.pre_tokenizer = pre_tokenizers.FixedLength(length=7)
    made = {"unigram.json": unigram, "wordpiece.json": wordpiece, "fixed.json": fixed}
    for name, tokenizer in made.items():
        _write(folder / name, tokenizer.to_str())
    return list(made)


def write_one_token(folder: Path) -> Path:
    """Write a tokenizer that makes one token of whatever text."""
    tokenizer = Tokenizer(models.WordLevel({"<unk>": 0}, unk_token="<unk>"))
    return _write(folder / "one.json", tokenizer.to_str())


def _write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


@cache
def _byte_level(pattern: str | None) -> str:
    tokenizer = Tokenizer(models.BPE())
    bytes_only = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=pattern is None)
    tokenizer.pre_tokenizer = bytes_only
    if pattern is not None:
        split = pre_tokenizers.Split(Regex(pattern), "isolated")
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, bytes_only])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    parted = [text.replace("\n", "\n\n") for text in sample_texts()]
    _train(tokenizer, [*sample_texts(), *parted], initial_alphabet=alphabet)
    return tokenizer.to_str()


@cache
def _merging() -> str:
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    texts = sample_texts()
    # What stands around headings too, so that there are tokens that reach over them.
    around = [
        f"{one[-12:]}\n### {'Passage' if n < 80 else '文章'} {n + 1}\n{other[:12]}"
        for n, (one, other) in enumerate(pairwise(texts))
    ]
    lines = [text[start : start + 400] for text in texts for start in range(0, len(text), 400)]
    _train(tokenizer, [*lines, *around * 2], special_tokens=["[UNK]"], max_token_length=16)
    return tokenizer.to_str()


def _train(tokenizer: Tokenizer, texts: Iterable[str], **settings: Any) -> None:
    trainer = trainers.BpeTrainer(vocab_size=_SIZE, show_progress=False, **settings)
    tokenizer.train_from_iterator(texts, trainer)


@cache
def _values() -> dict[str, int]:
    """Return the byte that each character of a byte-level token stands for."""
    shown = [value for value in range(256) if chr(value).isprintable() and chr(value) != " "]
    hidden = [value for value in range(256) if value not in shown]
    table = {chr(value): value for value in shown}
    return table | {chr(256 + number): value for number, value in enumerate(hidden)}
