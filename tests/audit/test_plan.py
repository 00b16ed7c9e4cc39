"""Plans say what a build of the same then writes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import lvbuild
from lvbuild.audit.plan import PlannedRecipe, unevenness
from lvbuild.core.model import Level
from lvbuild.errors import MissingCorpusError, UsageError
from lvbuild.languages import find_language
from lvbuild.release.manifest import read_manifest
from tests.families import CHINESE, ENGLISH
from tests.release.test_inline_sources import RECIPE, write_corpora
from tests.tasks.small_world import book, write_books, write_recipe


@pytest.mark.parametrize(
    ("name", "kinds", "roles"),
    [
        (ENGLISH, {"evidence", "confusing"}, {"supporting", "distracting", "rival"}),
        (CHINESE, {"needle", "confusing"}, {"haystack"}),
        ("needle_multi_key_zh", {"needle", "decoy"}, {"haystack"}),
        ("passage_retrieval_en", {"evidence"}, {"supporting", "distracting"}),
        ("passage_count_zh", set(), {"haystack"}),
    ],
)
def test_lengths_bytes_depths_and_documents_are_those_of_the_release(
    planned: dict[str, PlannedRecipe],
    planned_release: Path,
    name: str,
    kinds: set[str],
    roles: set[str],
) -> None:
    opened = lvbuild.open_release(planned_release)
    for level in planned[name].levels:
        configuration = f"{name}_{level.level.label}"
        records = list(opened.records(configuration))
        assert len(records) == 8
        assert level.lengths == tuple(record.fields["length"] for record in records)
        assert level.bytes == (planned_release / f"data/{configuration}.jsonl").stat().st_size
        language = find_language(planned[name].recipe.language)
        sent = (len(opened.prompt(record).text) for record in records)
        assert level.tokens[0] == sum(map(language.about_tokens, sent))
        for record, asked, confusing in zip(records, level.depths, level.confusing, strict=True):
            found: dict[str, list[float]] = {kind: [] for kind in ("needle", "confusing", "decoy")}
            found["evidence"] = record.provenance["evidence_depths"]
            for fact in record.provenance["facts"]:
                found[fact["kind"]].append(fact["depth"])
            assert {kind for kind, depths in found.items() if depths} == kinds
            assert list(asked) == found["evidence"] + found["needle"]
            assert list(confusing) == found["confusing"] + found["decoy"]
        passages = [record.provenance["passages"] for record in records]
        assert set(level.documents) == roles
        for role in roles:
            counts = tuple(sum(each["role"] == role for each in of) for of in passages)
            assert level.documents[role] == counts
        assert all(
            sum(each["cut"][0] > 0 for each in of) <= cut <= len(of)
            for cut, of in zip(level.cut, passages, strict=True)
        )


def test_the_manifest_says_the_same_of_corpora_tables_and_refusals(
    planned: dict[str, PlannedRecipe], planned_release: Path
) -> None:
    entries = read_manifest(planned_release).recipes
    assert {name: each.entry for name, each in planned.items()} == entries


def test_strict_records_are_measured_as_they_are_written(tmp_path: Path) -> None:
    corpora = write_books(tmp_path / "corpora", (book(seed, 800) for seed in range(4)))
    recipe = write_recipe(tmp_path)
    [planned] = lvbuild.plan(recipe, corpora=corpora, strict=True, levels=["1k"])
    lvbuild.build(recipe, tmp_path / "out", corpora=corpora, strict=True, levels=["1k"], workers=1)
    assert planned.levels[0].bytes == (tmp_path / "out/data/mine_1k.jsonl").stat().st_size


def test_a_level_that_the_corpus_cannot_fill_tells_what_is_missing(tmp_path: Path) -> None:
    text = book(0, 1_500)
    corpora = write_books(tmp_path / "corpora", [text])
    [planned] = lvbuild.plan(write_recipe(tmp_path), corpora=corpora, levels=["1k", "64k"])
    assert [level.level.label for level in planned.levels] == ["1k"]
    dropped = planned.dropped[Level(64_000)]
    assert dropped.missing is not None
    # The question, its answer and the facts set into the context take some 30 words.
    assert 0 < 64_000 - len(text.split()) - dropped.missing < 50
    assert f"mine at 64k: pg19 has {len(text.split()):,} words" in dropped.reason


def test_a_mixup_that_cannot_be_filled_tells_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "keys.yaml").write_text(RECIPE)
    corpora = write_corpora(tmp_path / "corpora")
    [planned] = lvbuild.plan(tmp_path / "keys.yaml", corpora=corpora, levels=["16k"], tables=False)
    assert planned.levels == ()
    texts = [path.read_text().split() for path in (corpora / "prose").iterdir()]
    texts += [json.loads(line)["text"].split() for line in (corpora / "hidden/a.jsonl").open()]
    asked = len("Who hid key number 1? Ada Stone".split())
    headings = 3 * len(texts)
    have = sum(map(len, texts)) + headings + asked
    missing = planned.dropped[Level(16_000)].missing
    assert missing is not None
    # A long text that stands as several passages has more headings than one.
    assert (16_000 - have - missing) in range(0, headings + 1, 3)


def test_of_a_question_the_documents_that_it_may_not_have_are_told_by_their_ids(
    planned: dict[str, PlannedRecipe],
) -> None:
    mixup = planned[ENGLISH]
    told = [mixup.of_question(name) for name in mixup.asked]
    assert {each.left_out for each in told} == {""}
    counts = Counter(dict.fromkeys(mixup.entry.refused, 0))
    for name, each in zip(mixup.asked, told, strict=True):
        assert [name.partition("/")[0]] == each.refused["its own supporting document"]
        counts.update({reason: len(documents) for reason, documents in each.refused.items()})
    assert counts == mixup.entry.refused
    assert sum(counts.values()) > len(told)


def test_questions_left_out_are_told_one_by_one_and_counted(tmp_path: Path) -> None:
    asked = RECIPE.replace("metric:", "confusing_facts: 1\nreplacements: true\nmetric:")
    (tmp_path / "keys.yaml").write_text(asked)
    for table in ("confusing_facts", "replacements"):
        path = tmp_path / f"annotations/keys/{table}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    [planned] = lvbuild.plan(
        tmp_path / "keys.yaml", corpora=write_corpora(tmp_path / "corpora"), levels=["1k"]
    )
    assert planned.notes == (
        "1 question left out: upstream gives no answer (1)",
        "questions that lack rows of a table (6 too few confusing_facts; 6 too few replacements)",
    )
    assert planned.as_dict()["left_out"] == (
        {"question_id": "hidden:0", "reason": "upstream gives no answer"},
    )
    assert planned.as_dict()["lacking"] == {"confusing_facts": 6, "replacements": 6}


def test_what_cannot_be_planned_is_told_as_a_build_tells_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'16' is no level"):
        lvbuild.plan("factrecall_en", levels=["16"], sample=True)
    with pytest.raises(UsageError, match="no recipe is named"):
        lvbuild.plan([], sample=True)
    with pytest.raises(MissingCorpusError, match="pg19"):
        lvbuild.plan(write_recipe(tmp_path), corpora=tmp_path, offline=True)


@pytest.mark.parametrize(
    ("depths", "expected"),
    [
        ([(0.5,)], 0.5),
        ([(0.25, 0.75)], 0.25),
        ([(0.0,), (0.0,), (1.0,)], 2 / 3),
        ([(1.0,), (1.0,)], 1.0),
        ([()], 0.0),
    ],
)
def test_unevenness_is_the_greatest_distance_from_an_even_spread(
    depths: list[tuple[float, ...]], expected: float
) -> None:
    assert unevenness(tuple(depths)) == pytest.approx(expected)
