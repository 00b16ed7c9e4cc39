"""A sample world of each language and the questions about it, made once for all tests."""

from __future__ import annotations

from functools import cache
from itertools import islice

from lvbuild.core.model import LanguageCode
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import SampleQuestion, sample_questions
from lvbuild.sample.world import Entity

COUNT = 60
PROVINCES = 8
SHAPES = ("single_hop_qa", "multi_hop_qa", "multi_doc_qa")
"""Those of one answer: `test_fanning_out.py` holds the questions whose answers have parts."""
FREE_TEXT = "multi_doc_qa"
SEED = 7
LANGUAGES: tuple[LanguageCode, ...] = ("en", "zh")

Case = tuple[LanguageCode, str]
CASES: list[Case] = [(language, shape) for language in LANGUAGES for shape in SHAPES]
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
def texts(language: LanguageCode) -> dict[Entity, str]:
    corpus = walked(language)
    held = {name for batch in islice(corpus.batches(), PROVINCES) for name in batch}
    world = corpus.world
    return {
        one: corpus.document(one.document_id).text
        for one in world.entities
        if one.document_id in held
    }


@cache
def entities(language: LanguageCode) -> dict[str, Entity]:
    return {entity.document_id: entity for entity in texts(language)}


def supporting_texts(case: Case, asking: SampleQuestion) -> list[str]:
    return [walked(case[0]).document(one).text for one in asking.question.supporting]
