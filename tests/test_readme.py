"""The README and the pages of docs/ run from top to bottom, and show what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import lvbuild
from lvbuild.recipe.loading import families
from tests.readme_commands import (
    ABRIDGED,
    CHINESE,
    GALLERY,
    PAGES,
    README,
    Block,
    blocks,
    is_shown,
    marked,
)
from tests.readme_pictures import are_alike, drawn, titled
from tests.readme_tour import SHARED, Tour, regenerated, unmeasured

PROJECT = README.parent
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
RUN = [
    (page, block)
    for page, text in TEXTS.items()
    for block in blocks(text)
    if block.kind != "text" or block.file
]


@pytest.fixture(scope="module")
def tours(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Tour]:
    folder = tmp_path_factory.mktemp("pages")
    return {page: Tour(folder, page) for page in PAGES}


def named(page: Path, block: Block) -> str:
    return f"{page.stem}: {block.mark or block.file or block.body.splitlines()[0]}"


@pytest.mark.slow
@pytest.mark.parametrize(("page", "block"), RUN, ids=[named(*each) for each in RUN])
def test_every_block_runs_in_its_order_and_prints_what_is_shown(
    tours: dict[Path, Tour], page: Path, block: Block
) -> None:
    tour = tours[page]
    if why := tour.missing(block):
        pytest.skip(why)
    for command, shown, printed in tour.run(block):
        if block.kind == "console":
            assert is_shown(unmeasured(shown), unmeasured(printed)), (command, printed)
        elif block.kind == "python":
            assert printed


def test_every_block_is_run_or_saved_or_says_what_it_needs() -> None:
    for page, text in TEXTS.items():
        for block in blocks(text):
            assert block.kind in {"sh", "console", "python", "yaml", "json", "csv", "text"}, page
            assert block.file or block.kind not in {"yaml", "json", "csv"}, block
            if "../shared" in block.body and block.kind != "text":
                assert "`../shared/corpora`" in block.needs, block
        assert not re.search(r"^ *```", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M), re.M)
    assert SHARED.parts[-2:] == ("shared", "corpora")
    unrun = [block for page, block in RUN if block.is_for_people and page not in CHINESE]
    assert len(unrun) <= 5


def test_the_first_two_commands_are_one_line_each() -> None:
    build = "lvbuild recipe factrecall_en --levels 16k,256k --sample --out first"
    assert marked("try") == [f"pip install . && {build}"]
    assert marked("test") == ["pip install '.[test]' && pytest"]


def test_the_readme_has_at_most_200_lines() -> None:
    assert len(TEXTS[README].splitlines()) <= 200


@pytest.mark.usefixtures("keeping")
@pytest.mark.parametrize(
    "page",
    # The gallery's records are built.
    [pytest.param(page, marks=[pytest.mark.slow] * (page in GALLERY)) for page in PAGES],
    ids=[page.stem for page in PAGES],
)
def test_what_is_made_from_the_code_is_as_the_code_is(page: Path) -> None:
    assert TEXTS[page] == regenerated(TEXTS[page]), "run `python -m tests.readme_tour`"


def test_the_gallery_has_a_page_for_each_family() -> None:
    shown = {page: f"<!-- generated: gallery_{page.stem} -->" for page in GALLERY}
    assert sorted(page.stem for page in shown) == sorted(families())
    assert all(mark in TEXTS[page] for page, mark in shown.items())


def test_the_site_leads_to_every_page() -> None:
    site = (PROJECT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in PAGES:
        assert page == README or re.search(rf"\b{page.name}$", site, re.M), page


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_what_is_linked_in_the_project_is_there(page: Path) -> None:
    for name in re.findall(r"\]\((?!https?:)([^)#\s]+)", TEXTS[page]):
        assert (page.parent / name).exists(), name


@pytest.mark.parametrize(
    ("shown", "printed", "right"),
    [
        ("a b", "a b", True),
        ("a b", "a c", False),
        ("a [] c", "a b b c", True),
        ("a [] c", "b c", False),
        ("a [] c", "a c d", False),
        ("[] c [] e", "a c d e", True),
        ("a []", "a", True),
    ],
)
def test_abridged_output_is_held_to_what_it_shows(shown: str, printed: str, right: bool) -> None:
    lines = [ABRIDGED if line == "[]" else line for line in shown.split()]
    assert is_shown(lines, printed.split()) == right


def test_each_row_of_the_comparison_names_tests_that_are_there() -> None:
    rows = re.findall(r"^\|(.+)\|$", TEXTS[PROJECT / "docs/compared.md"], re.M)
    claims = [row for row in rows if not re.search(r"---|shown by", row)]
    assert len(claims) > 20
    for row in claims:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row)
        assert named, row
        for path, name in named:
            assert re.search(rf"^def {name}\(", (PROJECT / path).read_text("utf-8"), re.M), name


def test_the_citation_file_is_cff_1_2_0_and_of_this_version() -> None:
    cited = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["version"] == lvbuild.__version__
    assert (cited["title"], cited["type"], cited["license"]) == ("lvbuild", "software", "MIT")
    for each in (cited, *cited["references"]):
        assert {"type", "title", "authors"} <= set(each)
    assert "`CITATION.cff`" in TEXTS[README]


ILLUSTRATED = [page for page in PAGES if titled(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", ILLUSTRATED, ids=[page.stem for page in ILLUSTRATED])
def test_pictures_show_what_the_commands_make(tours: dict[Path, Tour], page: Path) -> None:
    for shown, made in drawn(page, tours[page].folder):
        assert are_alike(shown.read_bytes(), made), shown


def test_pictures_of_other_things_are_not_alike() -> None:
    assert README in ILLUSTRATED
    assert not are_alike(b"<svg/>", b"<svg />")
    record, review = ((PROJECT / f"docs/{name}.png").read_bytes() for name in ("record", "review"))
    assert are_alike(record, record)
    assert not are_alike(record, review)
    assert not are_alike(review, (PROJECT / "docs/zh/review.png").read_bytes())


@pytest.mark.slow
def test_nothing_is_left_beside_the_folders_of_the_pages(tours: dict[Path, Tour]) -> None:
    folder = tours[README].folder
    beside = {path.name for path in folder.parent.iterdir()}
    folders = {tour.folder.name for tour in tours.values()}
    assert beside <= {*folders, "shared", "cache", "hub"}
    assert (folder / "first").is_dir()
