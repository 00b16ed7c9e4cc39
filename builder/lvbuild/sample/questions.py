"""Questions over the sample world, with all that annotators would have written for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import count as naturals
from itertools import islice
from typing import Literal

from lvbuild.model import Language
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.hop_questions import draft_multi_hop, draft_single_hop
from lvbuild.sample.multi_doc_questions import draft_multi_doc
from lvbuild.sample.phrasing import Phrasing
from lvbuild.sample.question_draft import ProvinceArticles, QuestionDraft, SampleQuestion
from lvbuild.sample.rivals import UnusedNames, confusing_facts, replacements
from lvbuild.seeds import Draws

__all__ = ["SampleQuestion", "Shape", "sample_questions"]

Shape = Literal["single_hop_qa", "multi_hop_qa", "multi_doc_qa"]

PER_PROVINCE = 12
"""How many questions of a shape are asked of each province."""

_DRAFTS: Mapping[Shape, Callable[[ProvinceArticles, Draws], Iterator[QuestionDraft]]] = {
    "single_hop_qa": draft_single_hop,
    "multi_hop_qa": draft_multi_hop,
    "multi_doc_qa": draft_multi_doc,
}
_PHRASINGS: Mapping[Language, str] = {
    "en": "lvbuild.sample.english.questions",
    "zh": "lvbuild.sample.chinese.questions",
}


def sample_questions(corpus: SampleCorpus, shape: Shape, count: int) -> list[SampleQuestion]:
    """Return so many questions of a shape; the corpus is walked as far as they need.

    The first n are the same however many are asked for and however far the corpus was walked:
    each province is asked `PER_PROVINCE` questions, with draws of its own.
    """
    return list(islice(_stream(corpus, shape), count))


def _stream(corpus: SampleCorpus, shape: Shape) -> Iterator[SampleQuestion]:
    for number in naturals():
        world = corpus.province(number)
        phrasing: Phrasing = import_module(_PHRASINGS[world.language]).PHRASING
        province = ProvinceArticles(world, corpus, phrasing)
        draws = corpus.draws("questions", shape, number)
        for draft in islice(_DRAFTS[shape](province, draws), PER_PROVINCE):
            names = UnusedNames(province, draws)
            confusing = confusing_facts(province, draft, names, draws)
            rows = replacements(province, draft, names)
            yield SampleQuestion(draft.question, draft.keywords, confusing, rows)
