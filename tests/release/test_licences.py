"""The licence of records follows from those of their parts; where there is none it is said."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import lvbuild
from lvbuild.cli.main import program
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.recipe.loading import load_recipe, shipped_recipes
from lvbuild.recipe.sources import UNKNOWN_LICENCE
from lvbuild.release.licences import Part, hub_licence, work_out
from tests.builds import front_matter
from tests.corpora.test_paths import write_haystack

TABLE = yaml.safe_load(
    (Path(lvbuild.__file__).parent / "release/licences.yaml").read_text(encoding="utf-8")
)
MAY_NOT = "the release may not be passed on"


def worked(*licences: str) -> str:
    return work_out(Part(f"part {n}", each) for n, each in enumerate(licences)).licence


@pytest.mark.parametrize(
    ("parts", "licence"),
    [
        (["MIT"], "MIT"),
        (["public domain", "MIT"], "MIT"),
        (["CC0-1.0", "public domain"], "CC0-1.0"),
        (["MIT", "Apache-2.0", "MIT"], "Apache-2.0"),
        (["CC-BY-SA-4.0", "Apache-2.0"], "CC-BY-SA-4.0"),
        (["cc-by-sa-4.0", "CC-BY-4.0"], "CC-BY-SA-4.0"),
        (["CC-BY-SA-3.0", "CC-BY-SA-4.0"], "CC-BY-SA-4.0"),
        (["CC-BY-SA-2.0", "MIT"], "CC-BY-SA-2.0"),
        (["CC-BY-NC-4.0", "CC-BY-4.0"], "CC-BY-NC-4.0"),
        (["CC-BY-NC-SA-4.0", "CC-BY-NC-4.0", "MIT"], "CC-BY-NC-SA-4.0"),
        (["LicenseRef-mine", "LicenseRef-mine"], "LicenseRef-mine"),
    ],
)
def test_the_strictest_of_the_parts_is_the_licence_and_share_alike_is_kept_to(
    parts: list[str], licence: str
) -> None:
    assert worked(*parts) == worked(*reversed(parts)) == licence
    assert work_out(Part("one", each) for each in parts).warnings == ()


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (
            ["CC-BY-SA-4.0", "MIT", "CC-BY-NC-SA-4.0"],
            "CC-BY-SA-4.0 (part 0) and CC-BY-NC-SA-4.0 (part 2) allow no licence for both: "
            + MAY_NOT,
        ),
        (
            ["CC-BY-SA-4.0", "CC-BY-NC-4.0"],
            "CC-BY-SA-4.0 (part 0) and CC-BY-NC-4.0 (part 1) allow no licence for both: " + MAY_NOT,
        ),
        (
            ["CC-BY-SA-4.0", "GFDL-1.3-only"],
            "CC-BY-SA-4.0 (part 0) and GFDL-1.3-only (part 1) allow no licence for both: "
            + MAY_NOT,
        ),
        (
            ["CC-BY-ND-4.0"],
            "CC-BY-ND-4.0 (part 0) lets nobody pass on what was made of the texts: " + MAY_NOT,
        ),
        (
            ["LicenseRef-unknown", "MIT", "LicenseRef-unknown"],
            f"nobody says what licence part 0, part 2 has: {MAY_NOT} until that is known",
        ),
        (
            ["LicenseRef-mine", "MIT"],
            "lvbuild does not know the terms of LicenseRef-mine (part 0): read them before you"
            " pass the release on",
        ),
    ],
)
def test_parts_without_a_licence_in_common_are_named(parts: list[str], told: str) -> None:
    found = work_out(Part(f"part {n}", each) for n, each in enumerate(parts))
    assert found == ("", (told,))


def test_who_gets_a_gated_part_agrees_to_terms_of_its_own() -> None:
    found = work_out([Part("essays", "MIT", gated=True), Part("the tables", "MIT")])
    assert found == ("MIT", (f"who gets essays agrees to terms of its own: {MAY_NOT}",))


def test_each_licence_of_the_table_is_taken_with_each_other_alike() -> None:
    asks = {"credit", "alike", "noncommercial", "unchanged"}
    for name, terms in TABLE.items():
        assert set(terms["asks"]) <= asks
        assert set(terms.get("into", ())) <= TABLE.keys()
        for other in TABLE:
            found = work_out([Part("one", name), Part("other", other)])
            assert found.licence == worked(other, name)
            assert bool(found.licence) != bool(found.warnings)
            if found.licence:
                held = set(TABLE[found.licence]["asks"])
                assert set(terms["asks"]) | set(TABLE[other]["asks"]) <= held


UNNAMED = {"trec", "trec_test"}
"""Corpora whose publisher names no licence."""


def test_every_corpus_and_recipe_that_comes_with_lvbuild_has_a_licence_of_the_table() -> None:
    recipes = [load_recipe(name).recipe for name in shipped_recipes()]
    known = {name.lower() for name in TABLE}
    for name, corpus in CATALOGUE.items():
        assert (corpus.licence == UNKNOWN_LICENCE) == (name in UNNAMED)
        assert corpus.licence.lower() in known or name in UNNAMED
    for recipe in recipes:
        sources = [
            CATALOGUE[each].licence if isinstance(each, str) else each.licence
            for each in recipe.sources.values()
        ]
        asked = [TABLE[each]["asks"] for each in sources if each in TABLE]
        may_be_changed = not any("unchanged" in each for each in asked)
        named = not UNNAMED & {*recipe.corpora}
        assert bool(worked(recipe.licence, *sources)) == (may_be_changed and named), recipe.name


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        (["MIT", "MIT"], {"license": "mit"}),
        (
            ["CC-BY-SA-4.0", "Apache-2.0", "CC-BY-SA-4.0"],
            {"license": "other", "license_name": "apache-2.0-and-cc-by-sa-4.0"},
        ),
        (["public domain"], {"license": "other", "license_name": "public-domain"}),
        (["版权所有"], {"license": "other", "license_name": "unnamed"}),
    ],
)
def test_one_licence_is_named_as_the_hub_does_and_others_are_joined(
    parts: list[str], named: dict[str, str]
) -> None:
    assert hub_licence(parts) == named


@pytest.mark.parametrize(
    ("licence", "gated", "told", "hub"),
    [
        ("CC-BY-4.0", "false", "", "cc-by-4.0"),
        ("CC-BY-4.0", "true", "agrees to terms of its own", "cc-by-4.0"),
        ("CC-BY-ND-4.0", "false", "lets nobody pass on", "other"),
        ("LicenseRef-unknown", "false", "nobody says what licence essays has", "other"),
    ],
)
def test_a_build_warns_on_stderr_in_the_manifest_and_on_the_card(
    licence: str, gated: str, told: str, hub: str, tmp_path: Path
) -> None:
    path = write_haystack(tmp_path)
    given = f"{{path: ./essays/, name: essays, licence: {licence}, gated: {gated}}}"
    path.write_text(path.read_text().replace("./essays/", given))
    options = ["--out", str(tmp_path / "release")]
    done = CliRunner().invoke(program, ["recipe", str(path), *options])
    assert done.exit_code == 0, done.stderr
    warned = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
    [entry] = lvbuild.open_release(tmp_path / "release").manifest.recipes.values()
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    assert warned == [f"warning: factrecall_en: {each}" for each in entry.warnings]
    assert len(entry.warnings) == bool(told)
    assert all(told in each and f"**factrecall_en: {each}.**" in card for each in entry.warnings)
    assert front_matter(tmp_path / "release")["license"] == hub
    assert lvbuild.verify(tmp_path / "release").complete
