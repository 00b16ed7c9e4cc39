"""Questions about one sample world, of every shape in both languages, asked once for all tests."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import get_args

from lvbuild.core.model import LanguageCode
from lvbuild.languages import languages
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.questions import SampleQuestion, Shape, sample_questions
from lvbuild.sample.world import Entity

COUNT = 60
PROVINCES = 8
SHAPES: tuple[Shape, ...] = get_args(Shape)
FREE_TEXT: Shape = "multi_doc_qa"
SEED = 7

Case = tuple[LanguageCode, Shape]
CASES: list[Case] = [(language, shape) for language in languages for shape in SHAPES]
SHORT = [case for case in CASES if case[1] != FREE_TEXT]


@cache
def walked(language: LanguageCode) -> SampleCorpus:
    corpus = SampleCorpus(SEED, language)
    corpus.province(PROVINCES - 1)
    return corpus


@cache
def asked(case: Case) -> list[SampleQuestion]:
    return sample_questions(walked(case[0]), case[1], COUNT, PROVINCES)


@cache
def texts(language: LanguageCode) -> list[str]:
    corpus = walked(language)
    return [
        corpus.document(one).text for batch in islice(corpus.batches(), PROVINCES) for one in batch
    ]


@cache
def all_text(language: LanguageCode) -> str:
    return "\n".join(texts(language))


@cache
def entities(language: LanguageCode) -> dict[str, Entity]:
    return {f"sample:{entity.id}": entity for entity in walked(language).world.entities}


def supporting_texts(case: Case, asking: SampleQuestion) -> list[str]:
    return [walked(case[0]).document(one).text for one in asking.question.supporting]
