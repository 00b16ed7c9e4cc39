"""The walk over mixups sees what is wrong with a record: each rule finds a fault made for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.recipe import load_recipe
from tests.release.mixup_layout import LAYOUT
from tests.release.mixup_releases import read_sources
from tests.release.mixup_walk import Built, Sources, walk
from tests.release.mixup_words import WORDS
from tests.tasks.small_mixup import write_mixup

Row = dict[str, Any]
Change = Callable[[Row, Row], object]
RULES = {rule.__name__ for rule in LAYOUT + WORDS}


def says(old: str, new: str) -> Change:
    """Replace some text of the context, which keeps its length."""
    return lambda record, _: record.update(context=record["context"].replace(old, new, 1))


def put_at_the_end(text: Callable[[Row, Row], str]) -> Change:
    """Overwrite the last characters of the last distracting passage."""

    def change(record: Row, origin: Row) -> None:
        told, context = text(record, origin), record["context"]
        free = [p["span"] for p in origin["passages"] if p["role"] == "distracting"]
        end = free[-1][1] - 1
        record["context"] = f"{context[: end - len(told) - 2]}. {told}{context[end:]}"

    return change


def swap_depth(_: Row, origin: Row) -> None:
    origin["evidence_depths"] = [depth / 2 for depth in origin["evidence_depths"]]


def support_by_another(_: Row, origin: Row) -> None:
    free, own = (
        next(each for each in origin["passages"] if each["role"] == role)
        for role in ("distracting", "supporting")
    )
    own["document_id"], free["document_id"] = free["document_id"], own["document_id"]


def support_beside(_: Row, origin: Row) -> None:
    roles = [passage["role"] for passage in origin["passages"]]
    origin["passages"][roles.index("rival") - 1].update(role="supporting")


CHANGES: dict[str, Change] = {
    "records_have_their_keys_in_order_as_plain_json": lambda record, _: record.update(more=""),
    "identifiers_follow_from_question_and_seed": lambda record, _: record.update(_id="mixed-0"),
    "none_but_its_own_documents_support_a_question": support_by_another,
    "only_long_documents_stand_as_excerpts_and_few_others_are_cut": lambda _, origin: [
        passage.update(cut=[1, 5]) for passage in origin["passages"]
    ],
    "evidence_depths_are_the_shares_of_distracting_text_before": swap_depth,
    "supporting_passages_take_at_most_half_the_level": lambda _, origin: [
        passage.update(role="supporting") for passage in origin["passages"][1:]
    ],
    "no_rival_stands_beside_the_evidence": support_beside,
    "passages_are_the_documents_with_the_questions_pairs": says(". ", "! "),
    "no_record_prints_the_evidence_of_another_unreplaced": lambda record, origin: record.update(
        context=record["context"].replace(
            origin["replacements"][0]["replacement"], origin["replacements"][0]["original"]
        )
    ),
    "questions_and_answers_are_those_of_the_corpus_with_their_pairs": lambda record, _: (
        record.update(input="What?")
    ),
    "no_original_is_left_in_the_questions_own_texts": lambda record, origin: record.update(
        input=f"What of {origin['replacements'][0]['original'].upper()}?"
    ),
    "no_other_passage_names_what_is_replaced": put_at_the_end(
        lambda _, origin: str(origin["replacements"][0]["original"]).upper()
    ),
    "keywords_are_words_of_the_answer": lambda record, _: record.update(answer_keywords="Nobody"),
    "no_distracting_passage_holds_an_answer": put_at_the_end(
        lambda record, _: str(record["answers"][0])
    ),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sources]:
    """Build a small mixup."""
    folder = tmp_path_factory.mktemp("walked")
    recipe = write_mixup(folder, count=4)
    lvbuild.build(recipe, folder / "release", levels=["2k"], sample=True, workers=1)
    return folder / "release", read_sources(load_recipe(recipe).recipe, None)


def broken(release: Path, sources: Sources) -> set[str]:
    found = walk(release, Built.of(release, "mixed", sources), 2000, LAYOUT + WORDS)
    return {rule for rule, faults in found.faults.items() if faults}


def test_a_release_as_built_breaks_no_rule(built: tuple[Path, Sources]) -> None:
    assert broken(*built) == set()


@pytest.mark.parametrize("rule", CHANGES)
def test_a_record_that_breaks_a_rule_is_seen(
    built: tuple[Path, Sources], tmp_path: Path, rule: str
) -> None:
    release, sources = built
    pair: list[Row] = []
    for part in ("data", "provenance"):
        (tmp_path / part).mkdir()
        line = (release / part / "mixed_2k.jsonl").read_bytes().split(b"\n")[0]
        pair.append(json.loads(line))
    (tmp_path / "inputs").symlink_to(release / "inputs")
    CHANGES[rule](pair[0], pair[1])
    for part, row in zip(("data", "provenance"), pair, strict=True):
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        (tmp_path / part / "mixed_2k.jsonl").write_bytes(line)
    assert rule in broken(tmp_path, sources)
    assert rule in RULES
