"""Each record over numbered passages keeps what its task promises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.seeds import child_seed
from lvbuild.recipe import load_recipe
from lvbuild.sample import SampleCorpus
from tests.audited import untrue
from tests.release.mixup_walk import LV_EVAL_KEYS
from tests.tasks.needles.releases import Seen, records
from tests.tasks.passages.releases import COUNTS, NAMES, RETRIEVALS, check, passages

Released = Callable[[str], Path]
LEVELS = ("4k", "8k")
OWN_KEYS = ["_id", "contamination_identifier"]


def every(released: Released, name: str) -> Iterator[Seen]:
    for level in LEVELS:
        found = records(released(name), name, level)
        assert len(found) == 20
        yield from found


@pytest.mark.parametrize("name", NAMES)
def test_a_record_keeps_what_its_task_promises(released: Released, name: str) -> None:
    keywords = ["answer_keywords"] if name in RETRIEVALS else []
    asked = []
    for record in every(released, name):
        check(record, name)
        assert list(record.fields) == [*LV_EVAL_KEYS[:6], *keywords, *OWN_KEYS]
        asked.append((record.fields["_id"], record.input))
    assert len(set(asked)) == 20
    assert untrue(released(name)) == []


@pytest.mark.parametrize("name", COUNTS)
def test_repeats_are_strewn(released: Released, name: str) -> None:
    places: list[float] = []
    together = apart = 0
    for record in every(released, name):
        texts = list(passages(record).values())
        for text, following in pairwise(texts):
            together += text == following
        seen: set[str] = set()
        for place, text in enumerate(texts):
            if text in seen:
                apart += 1
                places.append(place / len(texts))
            seen.add(text)
    assert together < apart / 4
    assert min(places) < 0.2
    assert max(places) > 0.95


@pytest.mark.parametrize("name", COUNTS)
def test_passages_of_a_level_stand_in_the_longer_one(released: Released, name: str) -> None:
    few, many = (records(released(name), name, level) for level in LEVELS)
    for one, other in zip(few, many, strict=True):
        longer = iter(passages(other).values())
        assert all(text in longer for text in passages(one).values())  # in their order


@pytest.mark.parametrize("name", RETRIEVALS)
def test_the_answer_is_the_passage_whose_article_the_abstract_describes(
    released: Released, name: str
) -> None:
    world = SampleCorpus(child_seed("sample world", ""), name[-2:])
    articles = {
        world.abstract(each): " ".join(world.document(each).text.split())
        for batch in islice(world.batches(), 4)
        for each in batch
    }
    question = load_recipe(name).recipe.model_dump()["question"]
    for record in every(released, name):
        abstract = record.input.removeprefix(question.replace("{abstract}", ""))
        assert record.input == question.replace("{abstract}", abstract)
        described = [
            called
            for called, text in passages(record).items()
            if " ".join(text.split()) == articles[abstract]
        ]
        assert record.fields["answers"] == described
        assert abstract not in record.context


@pytest.mark.parametrize("name", RETRIEVALS)
def test_described_passages_stand_evenly_among_others_as_deep_at_every_level(
    released: Released, name: str
) -> None:
    few, many = (
        [record.provenance["evidence_depths"][0] for record in records(released(name), name, level)]
        for level in LEVELS
    )
    assert few == pytest.approx(many, abs=0.015)
    told = [record.provenance["passages"] for record in records(released(name), name, "4k")]
    roles = [[passage["role"] for passage in passages] for passages in told]
    places = sorted((each.index("supporting") + 0.5) / len(each) for each in roles)
    for number, place in enumerate(places):  # as near as one of so many passages can be
        near = 0.025 + 0.5 / min(map(len, roles))
        assert place == pytest.approx((number + 0.5) / 20, abs=near)


@pytest.mark.parametrize(
    ("name", "answer", "wrong"),
    [
        ("passage_retrieval_en", "Passage 17", ["Passage 117", "Passage 7", "1, 7", "Passage"]),
        ("passage_retrieval_zh", "文章 17", ["文章 117", "文章 7", "文章117", "文章"]),
        ("passage_count_en", "17", ["117", "7", "There are 7 passages."]),
        ("passage_count_zh", "17", ["117", "7", "共有7篇"]),
    ],
)
def test_another_number_scores_nothing(name: str, answer: str, wrong: list[str]) -> None:
    score = lvbuild.score.score_answer
    number = answer.rsplit(maxsplit=1)[-1]
    assert score(name, answer, answer, number) == 1
    assert score(name, answer.replace(" ", "  "), answer, number) == 1
    assert score(name, number, answer, number) >= 0.65
    assert [score(name, each, answer, number) for each in wrong] == [0] * len(wrong)


@pytest.mark.parametrize("name", COUNTS)
def test_parts_of_different_passages_are_spread_from_the_least_to_all(
    released: Released, name: str
) -> None:
    for level in LEVELS:
        parts = []
        for record in records(released(name), name, level):
            texts = list(passages(record).values())
            parts.append(len(set(texts)) / len(texts))
        for place, part in enumerate(sorted(parts)):
            # Of so few passages one is much, and those that end a context are different ones.
            assert part == pytest.approx(0.3 + 0.7 * (place + 0.5) / 20, abs=0.15)
