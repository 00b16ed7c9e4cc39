"""A Chinese world and the articles of its beginning, written once for all tests of a process."""

from __future__ import annotations

import re
from functools import cache

from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.world import Entity, World

KINDS = ["institution", "person", "river", "sea", "town", "work"]
SENTENCE = re.compile(r"[^。！？\n]+[。！？]?[”’》]*")
_CHARACTERS = 80_000


@cache
def _corpus() -> SampleCorpus:
    """Return a corpus walked over 80k characters of its articles."""
    corpus, length = SampleCorpus(42, "zh"), 0
    for batch in corpus.batches():
        length += sum(len(corpus.document(name).text) for name in batch)
        if length >= _CHARACTERS:
            return corpus
    raise AssertionError("a sample corpus has no end")


@cache
def world() -> World:
    return _corpus().world


@cache
def articles() -> dict[Entity, str]:
    return {entity: _corpus().document(f"sample:{entity.id}").text for entity in world().entities}
