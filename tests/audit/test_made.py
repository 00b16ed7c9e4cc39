"""An audit finds what records of needles and passages have otherwise than their task makes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import lvbuild
from tests.audit.damaging import RECORD, Damage, Row, damage, put, rewrite, set_key
from tests.tasks.needles.releases import write_recipe

RECIPES = (
    "needle_multi_key_en",
    "needle_chained_en",
    "needle_unanswerable_en",
    "passage_retrieval_en",
    "passage_count_en",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of each of these."""
    folder = tmp_path_factory.mktemp("made")
    recipes = [write_recipe(folder, name, levels=["4k"]) for name in RECIPES]
    lvbuild.build(recipes, folder / "release", sample=True, workers=1)
    return folder / "release"


def fact(record: Row, told: Row, kind: str) -> tuple[Row, str]:
    found = next(each for each in told["facts"] if each["kind"] == kind)
    return found, record["context"][slice(*found["span"])]


def decoy_with_the_key(record: Row, told: Row) -> None:
    _, needle = fact(record, told, "needle")
    decoy, text = fact(record, told, "decoy")
    answer = record["answers"][0]
    put(record, told, decoy["span"][0], needle.replace(answer, answer[::-1]), len(text))


def asks_for_a_decoy(record: Row, told: Row) -> None:
    _, needle = fact(record, told, "needle")
    _, decoy = fact(record, told, "decoy")
    pairs = zip(needle.split(), decoy.split(), strict=True)
    for old, new in ((a, b) for a, b in pairs if a != b and a in record["input"]):
        record["input"] = record["input"].replace(old, new)


def fewer_answers(record: Row, _: Row) -> None:
    record["answers"].pop()


def reworded_fact(record: Row, told: Row) -> None:
    needle, text = fact(record, told, "needle")
    put(record, told, needle["span"][0], "Alas, ", 0)
    needle["span"] = [needle["span"][0], needle["span"][0] + len(text) + 6]


def decoy_gone(record: Row, told: Row) -> None:
    decoy, text = fact(record, told, "decoy")
    told["facts"].remove(decoy)
    put(record, told, decoy["span"][0], "", len(text))


def one_more(record: Row, _: Row) -> None:
    record["answers"] = [str(int(record["answers"][0]) + 1)]


def roles_exchanged(_: Row, told: Row) -> None:
    roles = [each["role"] for each in told["passages"]]
    for each, role in zip(told["passages"], [roles[-1], *roles[:-1]], strict=True):
        each["role"] = role


@pytest.mark.parametrize(
    ("name", "by"),
    {
        "a decoy with the key": ("needle_multi_key_en", decoy_with_the_key),
        "a decoy's key in the question": ("needle_multi_key_en", asks_for_a_decoy),
        "another value": ("needle_multi_key_en", set_key("answers", ["1234567"])),
        "a question of no row": ("needle_multi_key_en", set_key("input", "Which is it?")),
        "a fact of no row": ("needle_multi_key_en", reworded_fact),
        "a decoy gone": ("needle_multi_key_en", decoy_gone),
        "an answer too few": ("needle_chained_en", fewer_answers),
        "an answer where nothing tells": ("needle_unanswerable_en", set_key("answers", ["7"])),
        "another passage's number": ("passage_retrieval_en", set_key("answers", ["Passage 99"])),
        "another passage's keyword": ("passage_retrieval_en", set_key("answer_keywords", "99")),
        "another passage that supports": ("passage_retrieval_en", roles_exchanged),
        "another count": ("passage_count_en", one_more),
    }.values(),
)
def test_it_is_found_at_its_record(made: Path, tmp_path: Path, name: str, by: Damage) -> None:
    release = shutil.copytree(made, tmp_path / "release")
    damage(release, f"{name}_4k", by)
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert {each.record for each in found if each.claim in {"made", "remade"}} == {RECORD}
    assert {each.configuration for each in found if each.record is not None} == {f"{name}_4k"}


def test_nothing_is_found_in_what_was_built(made: Path) -> None:
    assert lvbuild.audit_release(made, workers=1, rebuild=False).findings == ()


def test_words_of_another_record_are_found_at_the_one_that_has_them(
    made: Path, tmp_path: Path
) -> None:
    """Each word follows from the seed, though of these records alone none is out of place."""
    release = shutil.copytree(made, tmp_path / "release")

    def exchange(records: list[Row], told: list[Row]) -> None:
        decoy, text = fact(records[RECORD], told[RECORD], "decoy")
        other = fact(records[RECORD + 2], told[RECORD + 2], "needle")[1]
        pairs = zip(text.split(), other.split(), strict=False)
        own, strange = next((a, b) for a, b in pairs if a != b and a[0].isupper())
        put(records[RECORD], told[RECORD], decoy["span"][0] + text.index(own), strange, len(own))

    rewrite(release, "needle_multi_key_en_4k", exchange)
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert {each.record for each in found if each.claim == "remade"} == {RECORD}
