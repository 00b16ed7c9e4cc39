"""The card: licences, what was cleaned in texts, and tell-tale figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

import lvbuild
from lvbuild.recipe import shipped_recipes
from lvbuild.release.card import telltale_section
from lvbuild.release.telltale import Figure, Ngram, Telltale
from tests.builds import front_matter


def test_the_licence_of_a_sample_release_is_the_samples(sample: Path) -> None:
    front = front_matter(sample)
    assert (front["license"], "license_name" in front) == ("mit", False)
    assert "synthetic" in front["tags"]
    card = (sample / "README.md").read_text(encoding="utf-8")
    assert "Mended or left out" not in card
    assert telltale_section({}) == []
    assert card.endswith(
        "## Licences\n\n- Texts of the corpus sample: MIT\n- Tables of factrecall_en: MIT\n"
        "- Tables of factrecall_zh: MIT\n- Records of factrecall_en: MIT\n"
        "- Records of factrecall_zh: MIT\n"
    )


def statistics_of(release: Path) -> dict[str, list[str]]:
    """Return the rows of a card's first table by their data sets, its head under its own."""
    card = (release / "README.md").read_text(encoding="utf-8")
    _, _, told = card.partition("## Statistics")
    told, _, _ = told.partition("\n## ")
    rows = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("|")]
    return {row[0]: row[1:] for row in rows}


def test_the_statistics_are_those_of_the_records(planned_release: Path) -> None:
    rows = statistics_of(planned_release)
    opened = lvbuild.open_release(planned_release)
    head = rows.pop("data set")
    del rows["---"]
    assert sorted(rows) == list(opened.recipes)
    for recipe, cells in rows.items():
        told = dict(zip(head, cells, strict=True))
        read = {n: list(opened.records(n)) for n in opened.configurations if n[:-3] == recipe}
        asked: dict[str, dict[str, int]] = {}
        for record in (record for records in read.values() for record in records):
            fields, origin = record.fields, record.provenance
            asked[origin["question_id"]] = {
                "CFI": sum(fact["kind"] == "confusing" for fact in origin["facts"]),
                "KPR": len(origin["replacements"]),
                "AK": bool(fields.get("answer_keywords")),
            }
        for key in ("CFI", "KPR", "AK"):
            assert told[key] == (str(sum(one[key] for one in asked.values()) or "-"))
        assert told["questions"] == str(len(asked))
        assert told["contexts"] == str(sum(map(len, read.values())))
        for name, records in read.items():
            mean = sum(record.fields["length"] for record in records) / len(records)
            assert float(told[name[len(recipe) + 1 :]].replace(",", "")) == pytest.approx(
                mean, abs=1
            )
    assert (rows[SMALL][0], rows[SMALL][1]) == ("single_hop_qa", "English")


SMALL = "mixed"


def test_each_recipe_says_what_it_is_made_of_who_annotated_and_how_it_is_scored(
    planned_release: Path,
) -> None:
    card = (planned_release / "README.md").read_text(encoding="utf-8")
    sections = {part.partition(":")[0]: part for part in card.split("\n## ")[2:]}
    for recipe in lvbuild.open_release(planned_release).recipes:
        headings = [line[4:] for line in sections[recipe].splitlines() if line.startswith("### ")]
        assert headings[:4] == ["Sources", "Annotation", "Scoring", "Prompt"]
        assert f"](figures/{recipe}.svg)" in sections[recipe]
    assert "- needles: 6 rows, signed by language model (6); 0 approved by a person." in card
    assert "It takes no tables: nothing of it is annotated." in sections["passage_count_zh"]


def test_who_approved_how_many_rows_is_told_by_pseudonyms(tmp_path: Path) -> None:
    from tests.builds import write_books, write_recipe

    recipe, corpora = write_recipe(tmp_path, count=3), write_books(tmp_path / "corpora")
    path = tmp_path / "annotations/tiny/replacements.jsonl"
    rows = path.read_text("utf-8").replace('"annotator": "test"', '"annotator": "Zoë Reader"')
    path.write_text(rows.replace('"draft"', '"approved"', 2), "utf-8")
    manifest = lvbuild.build(recipe, tmp_path / "release", levels="1k", corpora=corpora, workers=1)
    held = manifest.recipes["tiny"].tables["replacements"]
    assert (held.rows, held.approved) == (3, 2)
    [name] = held.annotators
    assert held.annotators == {name: 3}
    assert held.approved_by == {name: 2}
    assert name.startswith("annotator ")
    card = (tmp_path / "release/README.md").read_text("utf-8")
    assert (
        f"replacements: 3 rows, signed by {name} (3); 2 approved by a person ({name} (2))" in card
    )
    assert "Zoë" not in card


@pytest.mark.parametrize("recipe", shipped_recipes())
def test_every_shipped_recipe_has_a_data_card_with_its_limits(recipe: str) -> None:
    folder = Path(__file__).parents[2] / "data_cards"
    text = (folder / f"{recipe}.md").read_text(encoding="utf-8")
    for name in re.findall(r"^\{\{(shared/\w+)\}\}$", text, re.M):
        shared = (folder / f"{name}.md").read_text(encoding="utf-8")
        text = text.replace(f"{{{{{name}}}}}", shared)
    made, _, limits = text.partition("{{figures}}")
    assert len(made.split("\n\n")[0]) > 100
    assert "\n### Known limits\n" in limits
    assert {line[:4] for line in text.splitlines() if line.startswith("#")} == {"### "}


SENTENCES = "话说甲在城外走了一日．乙在家中等了一夜．次日两人在桥上相见，各自叹了一回．"


def test_manifest_and_card_count_what_was_mended_in_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "corpora/hongloumeng").mkdir(parents=True)
    page = 3 * f"{4 * SENTENCES}\n"
    book = "".join(f"第{n}回 甲乙丙丁　戊己庚辛\n{page}" for n in "一二三四五六七八九")
    noise = "甲穿了窄?袄．乙穿了大?袄～，念道：>>．\n"
    (tmp_path / "corpora/hongloumeng/红楼梦.txt").write_text(book + noise, encoding="utf-8")
    manifest = lvbuild.build(
        "factrecall_zh",
        tmp_path / "release",
        levels=["2k"],
        limit=2,
        corpora=tmp_path / "corpora",
        workers=1,
    )
    [corpus] = manifest.recipes["factrecall_zh"].corpora
    mended = {"closing mark": 1, "full stop": 326, "lost character": 2}
    assert corpus.cleaned.items() >= mended.items()
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    _, told = card.split("- Mended or left out of the texts of hongloumeng, with how often:")
    counts = " ".join(told.split("\n- ")[0].split("\n\n")[0].split())
    assert "closing mark 1; full stop 326; lost character 2" in counts


FIGURE = Figure(mean=0.5, low=0.25, high=0.75)
FOUND = Telltale(questions=1200, passages=9000, supporting=1500, text=FIGURE, place=FIGURE)


def ngrams(*characters: str) -> Telltale:
    return FOUND.model_copy(update={"ngrams": tuple(Ngram(each, 1.0) for each in characters)})


def rows(found: Telltale) -> list[str]:
    [section] = telltale_section({"a_1k": found})
    return [line for line in section.splitlines() if line.startswith("| a_1k ")]


def test_a_configuration_is_a_row_and_what_is_not_measured_a_dash() -> None:
    interval = "0.500 (0.250 to 0.750)"
    measured = f"{interval} | {interval} | - | - | - | 0 (0.0) |"
    assert rows(FOUND) == [f"| a_1k | 1,200 | 9,000 (1,500) | {measured}  |"]


def test_reasons_are_told_once_with_the_names_they_hold_for() -> None:
    reason = Telltale(questions=3, reason="too few")
    [section] = telltale_section({"a_1k": reason, "b_1k": FOUND, "c_1k": reason})
    assert section.endswith("|\n\n- not measured (too few): a_1k, c_1k.\n")
    [section] = telltale_section({"a_1k": reason})
    assert "|" not in section


@pytest.mark.parametrize(
    ("characters", "shown"),
    [
        ("\x1b[1m", r"`+'\x1b[1m'`"),
        ("a|b", r"`+'a\|b'`"),
        ("`a`", "`` +'`a`' ``"),
        ("<b>", "`+'<b>'`"),
    ],
)
def test_ngrams_break_neither_the_table_nor_their_quotes(characters: str, shown: str) -> None:
    assert rows(ngrams(characters))[0].endswith(f"| 0 (0.0) | {shown} |")


@pytest.mark.parametrize("characters", ["", "five5"])
def test_what_is_no_ngram_is_refused(characters: str) -> None:
    with pytest.raises(ValidationError):
        Telltale.model_validate(ngrams(characters).model_dump())
