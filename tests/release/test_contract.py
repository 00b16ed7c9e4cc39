"""Every record of a real release against the contract."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import pytest

import lvbuild
from tests.release.conftest import RECIPES
from tests.release.measure import LevelSeen, measure_level

pytestmark = pytest.mark.by_case("recipe")

See = Callable[[int], LevelSeen]
LV_EVAL_KEYS = (
    "input",
    "context",
    "answers",
    "length",
    "dataset",
    "language",
    "answer_keywords",
    "confusing_facts",
)
RECORDS = 200
QUESTIONS = {"factrecall_en": "needle:curie", "factrecall_zh": "needle:zuchongzhi"}
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ENDS_OF_SENTENCES = ".!?:—-*_'\"’”)] 。．！？…”’」』）\n"

LEVELS, LARGE = (16, 32), 256
EVERY = pytest.mark.parametrize(
    "levels", [LEVELS, pytest.param((*LEVELS, LARGE), marks=pytest.mark.slow)], ids=str
)


@pytest.fixture(scope="module", params=RECIPES)
def recipe(request: pytest.FixtureRequest) -> str:
    """Each of the recipes."""
    return str(request.param)


@pytest.fixture(scope="module")
def see(
    recipe: str, shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[See]:
    """Build a level, and measure its records, when it is first asked for."""
    folder = tmp_path_factory.mktemp("real") / "release"

    @cache
    def measured(level: int) -> LevelSeen:
        lvbuild.build(recipe, folder, levels=[f"{level}k"], corpora=shared_corpora)
        return measure_level(folder, recipe, level)

    yield measured
    shutil.rmtree(folder)


@pytest.fixture(params=[*LEVELS, pytest.param(LARGE, marks=pytest.mark.slow)])
def seen(request: pytest.FixtureRequest, see: See) -> LevelSeen:
    """Each level, measured."""
    return see(request.param)


def test_a_level_has_200_records(seen: LevelSeen) -> None:
    assert len(seen.records) == RECORDS


def test_lv_evals_keys_come_first_and_in_its_order(seen: LevelSeen) -> None:
    wanted = (*LV_EVAL_KEYS, "_id", "contamination_identifier")
    assert {seen_record.keys for seen_record in seen.records} == {wanted}


def test_values_have_lv_evals_types(seen: LevelSeen) -> None:
    for measured in seen.records:
        record = measured.record
        assert record["dataset"] == seen.recipe
        assert record["language"] == seen.recipe[-2:]
        assert [type(answer) for answer in record["answers"]] == [str]
        assert isinstance(record["length"], int)
        assert isinstance(record["answer_keywords"], str)
        assert record["confusing_facts"] == list(seen.words.confusing)


def test_json_is_compact_unescaped_and_nfc(seen: LevelSeen) -> None:
    assert all(measured.is_plain_json for measured in seen.records)
    assert all(measured.is_nfc for measured in seen.records)


def test_the_needle_stands_exactly_once(seen: LevelSeen) -> None:
    for measured in seen.records:
        assert measured.occurrences[seen.words.needle] == 1


def test_the_provenance_cuts_out_the_needle_verbatim(seen: LevelSeen) -> None:
    for measured in seen.records:
        assert measured.needle.text == seen.words.needle


def test_each_confusing_fact_stands_once_where_the_provenance_says(seen: LevelSeen) -> None:
    for measured in seen.records:
        assert [measured.occurrences[fact] for fact in seen.words.confusing] == [1] * 6
        assert [fact.text for fact in measured.confusing] == list(seen.words.confusing)


def test_the_answer_is_told_by_the_needle_alone(seen: LevelSeen) -> None:
    for measured in seen.records:
        [answer] = measured.record["answers"]
        assert answer in seen.words.needle
        in_needle = seen.words.needle.count(answer)
        others = 1 + measured.record["answer_keywords"].count(answer)  # as answer and keywords
        assert measured.uses[answer] == in_needle + others


def test_recorded_depths_are_those_of_the_text(seen: LevelSeen) -> None:
    for measured in seen.records:
        for fact in measured.facts:
            assert fact.depth == fact.start / (measured.context_size - len(fact.text))


def test_needles_are_evenly_spaced_from_start_to_end(seen: LevelSeen) -> None:
    depths = [m.needle.start / (m.context_size - len(m.needle.text)) for m in seen.records]
    for i, depth in enumerate(depths):
        assert depth == pytest.approx(i / (RECORDS - 1), abs=0.01)
    assert depths == sorted(depths)


def test_confusing_facts_are_evenly_spaced(seen: LevelSeen) -> None:
    for measured in seen.records:
        needle = measured.needle
        size = measured.context_size - len(needle.text)
        shift = [len(needle.text) * (needle.start < fact.start) for fact in measured.confusing]
        starts = [fact.start - s for fact, s in zip(measured.confusing, shift, strict=True)]
        places = [start / size * 7 for start in starts]
        phases = [place - (j + 1) for j, place in enumerate(places)]
        phase = sum(phases) / len(phases)
        assert -0.26 < phase < 0.26
        assert all(abs(each - phase) / 7 < 0.02 for each in phases)
        assert all(abs(right - left - 1) / 7 < 0.02 for left, right in pairwise(places))


def test_facts_stand_between_sentences(seen: LevelSeen) -> None:
    english = seen.recipe.endswith("en")
    for measured in seen.records:
        for fact in measured.facts:
            assert not fact.before or fact.before.rstrip(" ")[-1] in ENDS_OF_SENTENCES
            if english:
                assert not fact.before or fact.before[-1].isspace()
                assert fact.after[0].isspace()


def test_all_records_of_a_level_share_one_background(seen: LevelSeen) -> None:
    assert len({measured.background for measured in seen.records}) == 1


def test_passages_cover_the_context_and_no_book_stands_twice(seen: LevelSeen) -> None:
    assert [fault for measured in seen.records for fault in measured.passage_faults] == []


def test_no_original_word_is_left(seen: LevelSeen) -> None:
    assert {word for measured in seen.records for word in measured.left} == set()


def test_replacements_are_counted_over_all_fields(seen: LevelSeen) -> None:
    for measured in seen.records:
        told = {r["replacement"]: r["count"] for r in measured.provenance["replacements"]}
        assert told == {word: measured.uses.get(word, 0) for word in seen.words.pairs.values()}


def test_length_is_counted_and_near_the_level(seen: LevelSeen) -> None:
    for measured in seen.records:
        assert measured.record["length"] == measured.counted
        assert abs(measured.counted - seen.level) <= 0.005 * seen.level


def test_ids_are_hashes_of_question_and_position(seen: LevelSeen) -> None:
    question = QUESTIONS[seen.recipe]
    for i, measured in enumerate(seen.records):
        digest = blake2b(f"{question}\n{i}".encode(), digest_size=6).hexdigest()
        assert measured.record["_id"] == measured.provenance["_id"] == f"{seen.recipe}-{digest}"
        assert measured.provenance["question_id"] == question
        assert measured.provenance["level"] == f"{seen.level // 1000}k"


def test_the_contamination_identifier_follows_from_the_seed(seen: LevelSeen) -> None:
    digest = blake2b(f"42\n\n{seen.recipe}".encode(), digest_size=47).hexdigest()
    number, digits = int(digest, 16), ""
    while number:
        digits = BASE62[number % 62] + digits
        number //= 62
    wanted = f"{seen.recipe}:{digits.rjust(64, '0')}"
    assert {measured.record["contamination_identifier"] for measured in seen.records} == {wanted}


@EVERY
def test_ids_are_the_same_at_every_level(see: See, levels: tuple[int, ...]) -> None:
    first, *others = (see(level).records for level in levels)
    ids = [measured.record["_id"] for measured in first]
    assert len(set(ids)) == RECORDS
    assert all([measured.record["_id"] for measured in records] == ids for records in others)


@EVERY
def test_a_levels_text_is_the_beginning_of_the_longer_ones(
    see: See, levels: tuple[int, ...]
) -> None:
    for shorter, longer in pairwise(levels):
        text = see(shorter).bare.removesuffix("\n")
        assert len(text) > 1000
        assert see(longer).bare.startswith(text)
