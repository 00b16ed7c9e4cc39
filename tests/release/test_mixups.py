"""Every record of mixups, invented and real, against the contract."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.release.mixup_releases import KINDS, LONG, QUICK, Seen, see

pytestmark = pytest.mark.usefixtures("keeping")

See = Callable[[str, str], Seen]
CASES = [
    pytest.param(
        kind,
        recipe,
        marks=() if recipe in QUICK.get(kind, ()) else pytest.mark.slow,
        id=f"{kind}-{recipe}",
    )
    for kind in KINDS
    for recipe in KINDS[kind].recipes
]
LONG_KINDS = pytest.mark.parametrize("kind", ["real, far apart", "real, drawn"])
MANY = [case for case in CASES if (KINDS[str(case.values[0])].limit or 200) >= 20]
WITHOUT_GAP = [case for case in CASES if case.values[1] not in LONG or "sample" in str(case.id)]


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> See:
    """Build a recipe, and walk over it, when a test first asks for it."""

    @cache
    def looked(kind: str, recipe: str) -> Seen:
        corpora: Path | None = None
        if not KINDS[kind].sample:
            corpora = request.getfixturevalue("shared_corpora")
        return see(KINDS[kind], recipe, tmp_path_factory.mktemp("mixup") / "release", corpora)

    return looked


@pytest.mark.parametrize(("kind", "recipe"), CASES)
def test_no_record_breaks_the_contract(seen: See, kind: str, recipe: str) -> None:
    levels = seen(kind, recipe).levels
    assert levels
    for level, walked in levels.items():
        broken = {rule: faults for rule, faults in walked.faults.items() if faults}
        assert broken == {}, f"at {level}k"


@pytest.mark.parametrize(("kind", "recipe"), WITHOUT_GAP)
def test_every_level_has_all_of_its_records(seen: See, kind: str, recipe: str) -> None:
    told = seen(kind, recipe)
    counts = {level: len(walked.ids) for level, walked in told.levels.items()}
    wanted = KINDS[kind]
    assert counts == dict.fromkeys(wanted.levels, wanted.count(recipe))
    assert told.told == ""


@pytest.mark.parametrize(("kind", "recipe"), CASES)
def test_an_audit_finds_nothing_untrue(seen: See, kind: str, recipe: str) -> None:
    assert seen(kind, recipe).untrue == []


@pytest.mark.parametrize(("kind", "recipe"), CASES)
def test_evidence_is_as_deep_at_every_level(seen: See, kind: str, recipe: str) -> None:
    levels = seen(kind, recipe).levels.values()
    for depths in zip(*(walked.depths for walked in levels), strict=True):
        assert all(max(each) - min(each) <= 0.015 for each in zip(*depths, strict=True))


@pytest.mark.parametrize(("kind", "recipe"), CASES)
def test_a_fact_stands_about_as_deep_at_every_level(seen: See, kind: str, recipe: str) -> None:
    if recipe in LONG and not KINDS[kind].sample:
        return  # of a few long documents those beside the evidence take none
    levels = seen(kind, recipe).levels.values()
    for depths in zip(*(walked.fact_depths for walked in levels), strict=True):
        assert all(max(each) - min(each) <= 0.105 for each in zip(*depths, strict=True))


@pytest.mark.parametrize(("kind", "recipe"), MANY)
def test_evidence_and_facts_are_evenly_deep_over_the_questions(
    seen: See, kind: str, recipe: str
) -> None:
    # Depths are even over all questions of a recipe. The first few are a sample of them: of a
    # hundred such samples one is less even than this (Kolmogorov), and over a dozen are looked at.
    bound = 1.63 if KINDS[kind].limit else 1.0
    for walked in seen(kind, recipe).levels.values():
        for told in (walked.depths, walked.fact_depths):
            depths = sorted(depth for each in told for depth in each)
            if n := len(depths):
                statistic = max(max((i + 1) / n - d, d - i / n) for i, d in enumerate(depths))
                assert statistic < bound / n**0.5


@pytest.mark.parametrize(("kind", "recipe"), MANY)
def test_passages_at_either_end_support_as_often_as_others(
    seen: See, kind: str, recipe: str
) -> None:
    smallest = next(iter(seen(kind, recipe).levels.values()))
    for within in (0, 0.1):
        first = last = expected = 0.0
        for places, number in smallest.places:
            few = 1 + int(within * number)
            first += sum(place < few for place in places)
            last += sum(place >= number - few for place in places)
            expected += len(places) * few / number
        for found in (first, last):
            assert abs(found - expected) <= 2 * expected**0.5 + 1


@pytest.mark.parametrize(("kind", "recipe"), CASES)
def test_tables_are_used_where_the_recipe_has_them(seen: See, kind: str, recipe: str) -> None:
    changed = sum(walked.changed for walked in seen(kind, recipe).levels.values())
    replaces = recipe in {"cmrc_mixup", "hotpotwikiqa_mixup"} or recipe.startswith("multifield")
    assert (changed > 0) == (replaces and KINDS[kind].tables)


@pytest.mark.slow
@LONG_KINDS
@pytest.mark.parametrize("recipe", LONG)
def test_long_documents_are_trimmed_to_ten_or_more_and_levels_beyond_the_corpus_told(
    seen: See, recipe: str, kind: str
) -> None:
    told = seen(kind, recipe)
    fit = [level for level in KINDS[kind].levels if level in told.levels]
    beyond = [level for level in KINDS[kind].levels if level not in told.levels]
    assert fit == list(KINDS[kind].levels[: len(fit)])
    assert len({len(walked.ids) for walked in told.levels.values()}) == 1
    assert min(number for _, number in told.levels[16].places) >= 10
    assert told.levels[16].trimmed > 0
    for level in beyond:
        found = re.search(
            rf"{recipe} at {level}k: [^;]* come to ([\d,]+) (words|characters)[ ,]", told.told
        )
        assert found is not None
        assert 0 < int(found[1].replace(",", "")) < level * 1000
        assert f"{level * 1000:,} are needed" in told.told
    assert told.told.count(" at ") == len(beyond)
