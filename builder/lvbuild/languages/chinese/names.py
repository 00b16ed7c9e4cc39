"""The names in Chinese texts, by the trained tagger that jieba ships.

`jieba/lac_small` holds the parameters of Baidu's lexical analysis, a network of two bidirectional
GRUs and a conditional random field over characters. jieba runs it with PaddlePaddle, which few
machines have; it is so small that numpy does, for many sentences at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lvbuild.core.extras import require
from lvbuild.errors import LvbuildError
from lvbuild.languages.chinese.words import chinese_tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_SENTENCE = re.compile(r"[^。！？；\n]{1,200}[。！？；]*|[。！？；]+")
_MARKS = str.maketrans(
    {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    | dict(zip("。、“”‘’「」『』〈〉・‧•･", '.,""\'\'""""《》····', strict=True))
)
"""The marks of its training for others, which it would take for parts of names."""
_AT_ONCE = 16
_WIDTH = 128
"""Numbers of a state of the network."""
_LAYERS = 2
_HEAD = 20
"""Bytes before the description of an array, the last four its length."""
_UNKNOWN = "OOV"


class Word(NamedTuple):
    """A word of a text, with its tag: PER, LOC, ORG, TIME, nr, ns, nt, nw or nz for names."""

    text: str
    tag: str
    start: int


class _Network(NamedTuple):
    parameters: Mapping[str, Floats]
    characters: Mapping[str, int]
    tags: Sequence[str]


@lru_cache(maxsize=256)
def tagged(text: str) -> Sequence[Word]:
    """Return the words of a text in simplified characters, in order, without what parts lines.

    Raise LvbuildError where jieba comes without the tagger.
    """
    require("suggesting names", "threadpoolctl", "suggest")
    from threadpoolctl import threadpool_limits

    sentences = list(_SENTENCE.finditer(text))
    tags: dict[int, Sequence[str]] = {}
    order = sorted(range(len(sentences)), key=lambda each: len(sentences[each][0]))
    for at in range(0, len(order), _AT_ONCE):
        batch = order[at : at + _AT_ONCE]
        read = [sentences[each][0].translate(_MARKS) for each in batch]
        with threadpool_limits(1):  # several take longer for arrays as small as these
            tags |= zip(batch, _tags(read), strict=True)
    return [
        word
        for place, sentence in enumerate(sentences)
        for word in _words(sentence[0], tags[place], sentence.start())
    ]


def _words(sentence: str, tags: Sequence[str], start: int) -> Iterator[Word]:
    """Yield the words whose beginnings tags tell."""
    begins = [at for at, tag in enumerate(tags) if at == 0 or not tag.endswith("-I")]
    for at, end in zip(begins, [*begins[1:], len(tags)], strict=True):
        yield Word(sentence[at:end], tags[at].partition("-")[0], start + at)


@cache
def network() -> _Network:
    """Read the network beside jieba: in each file an array stands behind its description.

    Raise LvbuildError where it is not there.
    """
    chinese_tokenizer()  # which imports jieba without its warnings
    import jieba
    import numpy as np

    folder = Path(jieba.__file__).with_name("lac_small")
    try:
        characters, tags = (
            {word: number for number, word in (line.split("\t") for line in lines if "\t" in line)}
            for name in ("word.dic", "tag.dic")
            for lines in [(folder / name).read_text("utf-8").split("\n")]
        )
        files = {path.name: path.read_bytes() for path in (folder / "model_baseline").iterdir()}
    except OSError as error:
        raise LvbuildError(
            f"{folder} lacks the tagger that finds Chinese names; jieba 0.42.1 has it"
        ) from error
    columns = {"crfw": len(tags), "fc_4.w_0": len(tags), "word_emb": _WIDTH}
    parameters = {}
    for name, data in files.items():
        start = _HEAD + int.from_bytes(data[_HEAD - 4 : _HEAD], "little")
        values = np.frombuffer(data, "<f4", offset=start)
        whole = values.reshape(-1, columns.get(name, 3 * _WIDTH)) if "b_0" not in name else values
        parameters[name] = whole
    return _Network(parameters, {char: int(place) for char, place in characters.items()}, [*tags])


def _tags(sentences: Sequence[str]) -> list[list[str]]:
    """Return the likeliest tag of each character of some sentences, the shortest first."""
    import numpy as np

    parameters, characters, tags = network()
    lengths = np.array([len(each) for each in sentences])
    codes = np.full((len(sentences), lengths[-1]), characters[_UNKNOWN])
    for row, sentence in enumerate(sentences):
        codes[row, : len(sentence)] = [characters.get(c, characters[_UNKNOWN]) for c in sentence]
    within = np.arange(lengths[-1]) < lengths[:, None]
    states = parameters["word_emb"][codes]
    for layer in range(_LAYERS):
        sides = [_gru(states, within, 2 * layer + side, parameters) for side in (0, 1)]
        states = np.concatenate(sides, axis=-1)
    scores = states @ parameters["fc_4.w_0"] + parameters["fc_4.b_0"]
    return [
        [tags[place] for place in _path(scores[row, :length], parameters["crfw"])]
        for row, length in enumerate(lengths)
    ]


def _gru(
    states: Floats, within: NDArray[Any], number: int, parameters: Mapping[str, Floats]
) -> Floats:
    """Return the states of one GRU; those with odd numbers read from the end.

    `states` are sentences by places by numbers; `within` tells which places are of a sentence.
    """
    import numpy as np

    entry = states @ parameters[f"fc_{number}.w_0"] + parameters[f"fc_{number}.b_0"]
    entry += parameters[f"gru_{number}.b_0"]
    weights = parameters[f"gru_{number}.w_0"].reshape(-1)
    gates = weights[: 2 * _WIDTH * _WIDTH].reshape(_WIDTH, 2 * _WIDTH)
    renewal = weights[2 * _WIDTH * _WIDTH :].reshape(_WIDTH, _WIDTH)
    state, found = np.zeros_like(entry[:, 0, :_WIDTH]), np.zeros_like(entry[:, :, :_WIDTH])
    places = range(entry.shape[1])
    for at in reversed(places) if number % 2 else places:
        gate = 1 / (1 + np.exp(-(entry[:, at, : 2 * _WIDTH] + state @ gates)))
        update, reset = gate[:, :_WIDTH], gate[:, _WIDTH:]
        new = np.tanh(entry[:, at, 2 * _WIDTH :] + (reset * state) @ renewal)
        state = np.where(within[:, at, None], state + update * (new - state), 0)
        found[:, at] = state
    return found


def _path(scores: Floats, field: Floats) -> list[int]:
    """Return the likeliest tags by the scores of places, and by those of tags beside others."""
    first, last, beside = field[0], field[1], field[2:]
    best, before = first + scores[0], []
    for score in scores[1:]:
        through = best[:, None] + beside
        before.append(through.argmax(0))
        best = through.max(0) + score
    path = [int((best + last).argmax())]
    for places in reversed(before):
        path.append(int(places[path[-1]]))
    return path[::-1]
