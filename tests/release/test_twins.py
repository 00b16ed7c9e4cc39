"""A twin is its full release but for what it lacks, from the sample world and real corpora."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import lvbuild
from lvbuild.audit.audit import audit_release
from lvbuild.cli.main import program
from lvbuild.core.options import BuildOptions
from lvbuild.errors import UsageError
from lvbuild.release.scoring import score_release
from lvbuild.renewal.refresh import refresh_release
from lvbuild.tasks.gathering import gather
from tests.builds import hashes
from tests.release.twin_walk import walk
from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup

CHOICES = [("facts",), ("replacements",), ("keywords",), ("facts", "replacements", "keywords")]
SMALL: Mapping[str, Sequence[tuple[str, ...]]] = {
    "mixed": CHOICES,
    "factrecall_en": [CHOICES[0], CHOICES[-1]],
    "factrecall_zh": [CHOICES[0]],
}
LEVELS = ("4k", "8k")
REAL = {
    "cmrc_mixup": [("replacements",), ("facts", "replacements")],
    "hotpotwikiqa_mixup": CHOICES,
    "factrecall_en": [CHOICES[0], CHOICES[-1]],
    "factrecall_zh": [CHOICES[0], CHOICES[-1]],
}


@cache
def originals(recipe: str | Path, **options: Any) -> Callable[[str], str]:
    """Return what gives the texts of a recipe's corpora by id, as they are read."""
    [source] = gather(recipe, BuildOptions(**options))
    prose = getattr(source.task, "prose", None)
    corpora = (
        [prose(source)]
        if prose
        else list({each.name: each for each in source.corpora.values()}.values())
    )
    walked = ((name, corpus) for corpus in corpora for batch in corpus.batches() for name in batch)
    found: dict[str, Any] = {}

    def text(name: str) -> str:
        # A haystack of the sample world has no end.
        while name not in found:
            found.update([next(walked)])
        return str(found[name].document(name).text)

    return text


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("recipes")
    small = {
        name: write_recipe(folder, name, count=12) for name in ("factrecall_en", "factrecall_zh")
    }
    return {"mixed": write_mixup(folder, levels="[4k, 8k]"), **small}


@pytest.fixture(scope="module")
def release(recipes: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of small recipes with all of their twins, in one folder."""
    out = tmp_path_factory.mktemp("twins") / "release"
    for parts in ((), *CHOICES):
        names = [name for name in recipes if not parts or parts in SMALL[name]]
        built = [recipes[name] for name in names]
        lvbuild.build(built, out, sample=True, without=parts, workers=1)
    return out


@pytest.mark.parametrize(
    ("name", "parts"), [(name, parts) for name, choices in SMALL.items() for parts in choices]
)
def test_only_what_a_twin_lacks_differs(
    release: Path, recipes: Mapping[str, Path], name: str, parts: Sequence[str]
) -> None:
    documents = originals(recipes[name], sample=True)
    for level in LEVELS:
        assert [*walk(release, name, level, parts, documents)] == []


def test_the_walk_tells_where_more_differs(release: Path, recipes: Mapping[str, Path]) -> None:
    documents = originals(recipes["mixed"], sample=True)
    every = ("facts", "replacements", "keywords")
    told = [*walk(release, "mixed", "4k", every, lambda name: documents(name).upper())]
    assert any("has not upstream's words" in each for each in told)


def test_a_twin_verifies_audits_clean_and_is_built_again_from_the_release(release: Path) -> None:
    assert lvbuild.verify(release, rebuild=True).complete
    found = audit_release(release, workers=1, rebuild=False)
    assert [each for each in found.findings if each.severity == "error"] == []
    assert len(found.configurations) == 2 * sum(1 + len(choices) for choices in SMALL.values())


def test_a_twin_is_the_same_alone_and_whatever_its_levels(
    release: Path, recipes: Mapping[str, Path], tmp_path: Path
) -> None:
    for name in ("mixed", "factrecall_en"):
        parts = ["replacements", "facts", "keywords"]
        out = tmp_path / name
        lvbuild.build(recipes[name], out, sample=True, without=parts, levels="8k", workers=2)
        twin = {path: told for path, told in hashes(out).items() if path.startswith("data/")}
        assert len(twin) == 1
        assert twin.items() <= hashes(release).items()


def test_a_twins_right_answers_score_100_and_the_full_releases_are_another_releases(
    release: Path, tmp_path: Path
) -> None:
    twin = "mixed_without_keywords_4k"
    records = [record.fields for record in lvbuild.open_release(release).records(twin)]
    path = tmp_path / f"{twin}.jsonl"

    def write(rename: str) -> None:
        lines = [
            {"_id": record["_id"].replace("mixed_without_keywords", rename), "pred": gold}
            for record in records
            for gold in record["answers"][:1]
        ]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    write("mixed_without_keywords")
    [scored] = score_release(release, path)
    assert (scored.recipe.name, scored.score) == ("mixed_without_keywords", 100)
    write("mixed")
    with pytest.raises(UsageError, match="mixed-"):
        score_release(release, path)


def test_the_card_says_of_what_a_twin_is_one_and_what_it_lacks(release: Path) -> None:
    card = (release / "README.md").read_text(encoding="utf-8")
    section = card.split("## factrecall_en_without_facts:")[1].split("\n## ")[0]
    assert "The twin of `factrecall_en`:" in section
    assert "It has no confusing facts" in section
    assert "No words are replaced" not in section
    assert "config_name: factrecall_en_without_facts_4k" in card
    options = lvbuild.open_release(release).manifest.recipes["mixed_without_keywords"].options
    assert options["without"] == "keywords"


def test_a_twin_is_refreshed_as_a_twin(release: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    recipe = write_recipe(tmp_path, "factrecall_en", levels=["2k"])
    lvbuild.build(recipe, alone, limit=3, sample=True, without="facts")
    refresh_release(alone, "spring", tmp_path / "spring", workers=1)
    [name] = lvbuild.open_release(tmp_path / "spring").recipes
    assert name == "factrecall_en_without_facts"


def test_predictions_of_a_twin_are_scored_as_its_recipe_says() -> None:
    scores = [
        lvbuild.score.score_answer(name, "a ship", "ship")
        for name in ("factrecall_en_without_facts", "factrecall_en")
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("needle_single_en --without facts", "needle_single_en: the recipe has no confusing_facts"),
        ("factrecall_en --without facts --no-tables", "--without leaves out of tables' rows"),
        ("factrecall_en --without fact", "'fact' cannot be left out; name some of facts, "),
    ],
)
def test_what_cannot_be_left_out_is_refused(words: str, told: str, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "release"), "--sample"]
    done = CliRunner().invoke(program, ["recipe", *words.split(), *out])
    assert isinstance(done.exception, UsageError)
    assert told in str(done.exception)
    assert not (tmp_path / "release").exists()


def test_a_recipe_has_no_twins_name(tmp_path: Path) -> None:
    path = write_mixup(tmp_path, name="mixed_without_facts")
    with pytest.raises(UsageError, match="is what the twin of mixed is called"):
        lvbuild.load_recipe(path)


@pytest.mark.slow
@pytest.mark.usefixtures("keeping")
@pytest.mark.parametrize("name", REAL)
def test_twins_of_real_releases_differ_in_what_they_lack_alone(
    shared_corpora: Path, tmp_path: Path, name: str
) -> None:
    given: dict[str, Any] = {"corpora": shared_corpora, "offline": True}
    for without in ((), *REAL[name]):
        lvbuild.build(name, tmp_path / "release", levels="16k", without=without, **given)
    documents = originals(name, **given)
    for parts in REAL[name]:
        assert [*walk(tmp_path / "release", name, "16k", parts, documents)] == [], parts
    lvbuild.verify(tmp_path / "release")
    assert audit_release(tmp_path / "release").errors == 0
