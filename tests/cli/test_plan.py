"""`lvbuild plan`: what it prints, what it exits with, and that it writes figures alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lvbuild as lvbuild_library
from tests.cli.running import hashes, lvbuild
from tests.tasks.needles.releases import write_recipe as write_needle
from tests.tasks.small_mixup import write_mixup

PLAN = ("plan", "./mine.yaml", "--corpora", "corpora")
SAMPLE = ("--sample", "--levels", "4k", "--limit", "3")


NO_DEPTHS = "passage_count_en"


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("mixed", ["words", "supporting", "distracting", "rivals", "cut", "evidence at"]),
        ("needle_chained_zh", ["characters", "texts", "cut", "needle at"]),
    ],
)
def test_a_sample_is_told_and_nothing_is_written(
    tmp_path: Path, name: str, columns: list[str]
) -> None:
    write_mixup(tmp_path) if name == "mixed" else write_needle(tmp_path, name)
    before = hashes(tmp_path)
    ran = lvbuild("plan", f"{name}.yaml", *SAMPLE, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert hashes(tmp_path) == before
    title, corpus, *told, head, row, cost = ran.out.splitlines()
    assert title.startswith(f"{name}: ")
    assert corpus == "  corpus   sample, MIT, revision 2"
    assert all(line.startswith(("  table ", "  refused ", "  note ")) for line in told)
    assert any("0 approved by a person" in line for line in told)
    others = "decoys at" if name.startswith("needle") else "confusing facts at"
    shown = ["level", "records", *columns, "uneven", others, "bytes"]
    assert " ".join(head.split()) == " ".join(shown)
    assert row.split()[:2] == ["4k", "3"]
    assert cost.startswith("  3 requests of about ")


def test_the_table_tells_what_the_release_then_holds(copy: Path) -> None:
    ran = lvbuild(*PLAN, cwd=copy)
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()[-3:-1]]
    for row, level in zip(rows, ("1k", "2k"), strict=True):
        records = (copy / f"release/data/mine_{level}.jsonl").read_bytes()
        lengths = [json.loads(record)["length"] for record in records.splitlines()]
        assert row[:5] == [level, "5", f"{min(lengths):,}", "to", f"{max(lengths):,},"]
        assert row[-1] == f"{len(records):,}"


@pytest.mark.parametrize(("price", "each"), [("2.5", (2.5, 0)), ("2.5,10", (2.5, 10))])
def test_it_tells_what_asking_a_model_costs(
    copy: Path, price: str, each: tuple[float, float]
) -> None:
    opened = lvbuild_library.open_release(copy / "release")
    prompts = [opened.prompt(r) for name in opened.configurations for r in opened.records(name)]
    sent = sum(round(len(prompt.text) / 4) for prompt in prompts)
    most = sum(prompt.max_new_tokens for prompt in prompts)
    told = json.loads(lvbuild(*PLAN, "--json", cwd=copy).out)["mine"]["levels"].values()
    found = [level["tokens"] for level in told]
    assert [sum(one[key] for one in found) for key in ("in", "out")] == [sent, most]
    cents = -(-(sent * each[0] + most * each[1]) // 10_000)  # rounded up
    last = lvbuild(*PLAN, "--price", price, cwd=copy).out.splitlines()[-1]
    tokens = f"about {sent:,} tokens in and at most {most:,} out"
    of = "" if "," in price else ", for those in"
    assert last == f"  10 requests of {tokens}; at most {cents / 100:,.2f} at these prices{of}"


def test_json_tells_depths_by_record_and_the_rest_in_figures(copy: Path) -> None:
    ran = lvbuild(*PLAN, "--json", cwd=copy)
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)["mine"]
    assert list(told["levels"]) == ["1k", "2k"]
    provenance = (copy / "release/provenance/mine_1k.jsonl").read_text().splitlines()
    facts = [json.loads(line)["facts"] for line in provenance]
    level = told["levels"]["1k"]
    for kind, key in (("needle", "depths"), ("confusing", "confusing_depths")):
        assert level[key] == [
            [fact["depth"] for fact in each if fact["kind"] == kind] for each in facts
        ]
    assert level["records"] == 5
    assert level["length"].keys() == level["documents"]["haystack"].keys() == {"min", "mean", "max"}
    corpus = {"name": "pg19", "revision": "local", "licence": "public domain", "cleaned": {}}
    assert told["corpora"] == [corpus]
    assert told["tables"]["replacements"]["rows"] == 3
    assert (told["dropped"], told["left_out"], told["lacking"]) == ({}, [], {})
    assert (told["shortfalls"], told["notes"]) == ([], [])


@pytest.mark.parametrize("name", [NO_DEPTHS, "mine"])
def test_figures_alone_are_written_and_none_of_depths_where_there_are_none(
    copy: Path, name: str
) -> None:
    write_needle(copy, NO_DEPTHS)
    before = hashes(copy)
    words = SAMPLE if name == NO_DEPTHS else PLAN[2:]
    ran = lvbuild("plan", f"{name}.yaml", *words, "--figures", "out/figures", cwd=copy)
    assert (ran.code, ran.err) == (0, "")
    after = hashes(copy)
    kinds = ["lengths"] if name == NO_DEPTHS else ["depths", "lengths"]
    figures = {f"out/figures/{name}_plan_{kind}.{end}" for kind in kinds for end in ("png", "svg")}
    assert after.keys() - before.keys() == {"out", "out/figures", *figures}
    assert {path: after[path] for path in before} == before
    assert (ran.out.splitlines()[-2].split()[-4:-1] == ["-"] * 3) == (name == NO_DEPTHS)


def test_a_level_too_large_is_told_and_ends_as_the_build_would(copy: Path) -> None:
    asked = ("--levels", "1k,64k")
    ran = lvbuild(*PLAN, *asked, cwd=copy)
    built = lvbuild("recipe", *PLAN[1:], *asked, "--out", "new", cwd=copy)
    assert ran.error(1) == built.error(1)
    [line] = [line for line in ran.out.splitlines() if "unfilled" in line]
    dropped = json.loads(lvbuild(*PLAN, *asked, "--json", cwd=copy).out)["mine"]["dropped"]["64k"]
    assert line == f"  unfilled 64k: {dropped['missing']:,} words are missing"
    assert dropped["reason"] in ran.err
    assert ran.out.splitlines()[-2].split()[0] == "1k"


def test_a_question_is_told_by_its_id(copy: Path) -> None:
    ran = lvbuild(*PLAN, "--question", "needle:a", cwd=copy)
    assert (ran.code, ran.out) == (0, "mine: needle:a: asked\n")
    told = json.loads(lvbuild(*PLAN, "--question", "needle:a", "--json", cwd=copy).out)
    assert told == {"mine": {"left_out": "", "refused": {}}}


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("plan", "factrecall_en", "--corpora", "annotations", "--offline"), 3, "pg19"),
        ((*PLAN, "--question", "needle:z"), 2, "mine: it knows no question 'needle:z', or does n"),
        ((*PLAN, "--question", "a"), 2, "is 'needle:a' meant?"),
        ((*PLAN, "--price", "-1"), 2, "prices of 0 or more, such as 0.5 or 0.5,1.5, not '-1'"),
        ((*PLAN, "--price", "1,2,3"), 2, "prices of 0 or more"),
        ((*PLAN, "--figures", "mine.yaml"), 2, "mine.yaml: is no folder for figures"),
    ],
)
def test_bad_input_is_one_line(copy: Path, words: tuple[str, ...], code: int, told: str) -> None:
    assert told in lvbuild(*words, cwd=copy).error(code)
