"""Questions over the sample world, with all that annotators would have written for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import count as naturals
from itertools import islice
from typing import Literal

from lvbuild.corpora.sample.asking import Asking
from lvbuild.corpora.sample.corpus import SampleCorpus
from lvbuild.corpora.sample.drafted import Drafted, Province, SampleQuestion
from lvbuild.corpora.sample.inquiries import draft_multi_hop, draft_single_hop
from lvbuild.corpora.sample.strangers import Strangers, confuse, rename
from lvbuild.corpora.sample.surveys import draft_multi_doc
from lvbuild.model import Language
from lvbuild.seeds import Draws

__all__ = ["SampleQuestion", "Shape", "sample_questions"]

Shape = Literal["single_hop_qa", "multi_hop_qa", "multi_doc_qa"]

PER_PROVINCE = 12
"""How many questions of a shape are asked of each province."""

_DRAFTS: Mapping[Shape, Callable[[Province, Draws], Iterator[Drafted]]] = {
    "single_hop_qa": draft_single_hop,
    "multi_hop_qa": draft_multi_hop,
    "multi_doc_qa": draft_multi_doc,
}
_ASKING: Mapping[Language, str] = {
    "en": "lvbuild.corpora.sample.english.questions",
    "zh": "lvbuild.corpora.sample.chinese.questions",
}


def sample_questions(corpus: SampleCorpus, shape: Shape, count: int) -> list[SampleQuestion]:
    """Ask so many questions of a shape; the corpus is walked as far as they need.

    The first n are the same however many are asked for and however far the corpus was walked:
    each province is asked `PER_PROVINCE` questions, with draws of its own.
    """
    return list(islice(_stream(corpus, shape), count))


def _stream(corpus: SampleCorpus, shape: Shape) -> Iterator[SampleQuestion]:
    for number in naturals():
        world = corpus.province(number)
        asking: Asking = import_module(_ASKING[world.language]).ASKING
        province = Province(world, corpus, asking)
        draws = corpus.draws("questions", shape, number)
        for draft in islice(_DRAFTS[shape](province, draws), PER_PROVINCE):
            strangers = Strangers(province, draws)
            confusing = confuse(province, draft, strangers, draws)
            replacements = rename(province, draft, strangers)
            yield SampleQuestion(draft.question, draft.keywords, confusing, replacements)
