"""An audit finds each kind of damage at its record, though all hashes were mended, and no other."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

import lvbuild
from lvbuild.audit.recipes import CLAIMS
from lvbuild.cli.main import program
from lvbuild.errors import VerificationError
from lvbuild.release.entry import held_recipe, input_hash
from lvbuild.release.manifest import RecipeEntry
from tests.audit.damaging import (
    RECORD,
    Damage,
    Row,
    damage,
    passage,
    put,
    recount,
    rewrite,
    set_key,
    set_origin,
    start_of,
    swap,
    text_of,
)
from tests.release.forging import forged
from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup
from tests.vocabularies import write_json


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of a mixup and of fact recall, whole."""
    folder = tmp_path_factory.mktemp("whole")
    recipes = [write_mixup(folder), write_recipe(folder, "factrecall_en", count=8)]
    lvbuild.build(recipes, folder / "release", sample=True, workers=1)
    return folder / "release"


def exchange(record: Row, told: Row, first: int, second: int) -> None:
    """Let two passages, by their places, stand in each other's place."""
    passages = told["passages"]
    starts = [0, *(each["span"][1] for each in passages)]
    seams = [
        record["context"][end : each["span"][0]]
        for end, each in zip(starts, passages, strict=False)
    ]
    texts = [text_of(record, each) for each in passages]
    inside = {
        id(f): (n, f["span"][0] - p["span"][0])
        for f in told["facts"]
        for n, p in enumerate(passages)
        if p["span"][0] <= f["span"][0] < p["span"][1]
    }
    order = [*range(len(passages))]
    order[first], order[second] = second, first
    context, spans = "", {}
    for seam, old in zip(seams, order, strict=True):
        context += seam
        spans[old] = [len(context), len(context) + len(texts[old])]
        context += texts[old]
    record["context"] = context + record["context"][starts[-1] :]
    for fact in told["facts"]:
        old, within = inside[id(fact)]
        size = fact["span"][1] - fact["span"][0]
        fact["span"] = [spans[old][0] + within, spans[old][0] + within + size]
        fact["depth"] = fact["span"][0] / (len(record["context"]) - size)
    told["passages"] = [
        {**passages[old], "span": spans[old], "number": number}
        for number, old in enumerate(order, start=1)
    ]


def neighbours_exchanged(record: Row, told: Row) -> None:
    """Let two passages that distract, one behind the other, stand the other way round."""
    roles = [each["role"] for each in told["passages"]]
    at = next(n for n in range(len(roles)) if roles[n : n + 2] == ["distracting"] * 2)
    exchange(record, told, at, at + 1)


class Case(NamedTuple):
    """Damage to record 3 of a configuration, and the claim that is untrue of it then."""

    claim: str
    damage: Damage
    configuration: str = "mixed_2k"


def cut_off(record: Row, told: Row) -> None:
    last = told["passages"].pop()
    start = record["context"].rindex("\n### ", 0, last["span"][0])
    record["context"] = record["context"][: start + 1]
    recount(record)


def another_id(record: Row, told: Row) -> None:
    record["_id"] = told["_id"] = "mixed-0123456789ab"


def over(_: Row, told: Row) -> None:
    one, other = told["facts"][:2]
    one["span"][1] = other["span"][0] + 1


def drop_key(record: Row, _: Row) -> None:
    del record["answer_keywords"]


def answer_in(role: str) -> Damage:
    def damage(record: Row, told: Row) -> None:
        swap(record, told, start_of(told, role), record["answers"][0])

    return damage


def original_in(role: str, number: int = 0) -> Damage:
    def damage(record: Row, told: Row) -> None:
        longest = max((each["original"] for each in told["replacements"]), key=len)
        swap(record, told, start_of(told, role, number), longest)

    return damage


def original_in_question(record: Row, told: Row) -> None:
    longest = max((each["original"] for each in told["replacements"]), key=len)
    record["input"] = f"{longest} {record['input'].split(maxsplit=len(longest.split()))[-1]}"
    recount(record)


def same_text(record: Row, told: Row) -> None:
    one, other = passage(told, "distracting", 2), passage(told, "distracting", 3)
    put(record, told, other["span"][0], text_of(record, one), other["span"][1] - other["span"][0])
    recount(record)


def alike(record: Row, told: Row) -> None:
    one, other = passage(told, "supporting"), passage(told, "distracting", 3)
    text = " ".join(text_of(record, one).split()[:-4])
    put(record, told, other["span"][0], text, other["span"][1] - other["span"][0])
    recount(record)


def heading_in_a_passage(record: Row, told: Row) -> None:
    put(record, told, start_of(told, "distracting") + 1, "\n### Passage 7\n")


def in_small_letters(record: Row, told: Row) -> None:
    longest = max((each["original"] for each in told["replacements"]), key=len)
    swap(record, told, start_of(told, "distracting", 3), longest.lower())


def same_part(_: Row, told: Row) -> None:
    one, other = passage(told, "distracting", 2), passage(told, "distracting", 3)
    other["document_id"], other["cut"] = one["document_id"], one["cut"]


def renumbered(record: Row, told: Row) -> None:
    start = passage(told, "distracting", 4)["span"][0]
    heading = record["context"].rindex("### ", 0, start)
    put(record, told, heading, "### Passage 1\n", start - heading)


def glued(record: Row, told: Row) -> None:
    put(record, told, passage(told, "distracting", 4)["span"][1], "\n\n", 1)


def twice(record: Row, told: Row) -> None:
    fact = text_of(record, told["facts"][0])
    swap(record, told, start_of(told, "distracting", 1), fact)


def outside(_: Row, told: Row) -> None:
    passage(told, "rival")["role"] = "distracting"


def deeper(_: Row, told: Row) -> None:
    told["facts"][0]["depth"] /= 2


def moved(_: Row, told: Row) -> None:
    told["evidence_depths"] = [abs(depth - 0.5) for depth in told["evidence_depths"]]


def other_question(record: Row, _: Row) -> None:
    record["input"] = record["input"].replace("?", " today?").rsplit(" ", 2)[0] + " today?"
    recount(record)


def other_answer(record: Row, _: Row) -> None:
    record["answers"] = ["Nobody Atall"]
    recount(record)


def nothing_in_common(_: Row, told: Row) -> None:
    for number, each in enumerate(told["passages"]):
        if each["role"] == "distracting":
            each["document_id"] = f"other:{number}"


def misspelt(record: Row, told: Row) -> None:
    """Write a new name of the question otherwise wherever its evidence has it."""
    words = " ".join(each["replacement"] for each in told["replacements"])
    name = next(each for each in re.findall("[A-Z][a-z]{4,}", words) if each in record["input"])
    other = f"{name[:-1]}{'z' if name[-1] != 'z' else 'x'}"
    for each in told["passages"]:
        start, end = each["span"]
        if each["role"] == "supporting":
            text = record["context"][start:end].replace(name, other)
            record["context"] = record["context"][:start] + text + record["context"][end:]


def rival_beside(_: Row, told: Row) -> None:
    """Tell that the passage before the evidence is a rival."""
    place = told["passages"].index(passage(told, "supporting"))
    told["passages"][place - 1]["role"] = "rival"


def rival_elsewhere(record: Row, told: Row) -> None:
    """Let a rival and a passage two places on stand in each other's place."""
    roles = [each["role"] for each in told["passages"]]
    at = next(
        n for n, role in enumerate(roles) if roles[n : n + 3] == ["rival", *["distracting"] * 2]
    )
    exchange(record, told, at, at + 2)


def damaged(text: str) -> Damage:
    return lambda record, told: put(record, told, start_of(told, "distracting") + 1, text, 1)


def decomposed(record: Row, told: Row) -> None:
    put(record, told, start_of(told, "distracting") + 1, "e\N{COMBINING ACUTE ACCENT}", 1)


def number(count: int) -> Damage:
    return lambda _, told: passage(told, "distracting", 5).update({"number": count})


def lower_count(_: Row, told: Row) -> None:
    max(told["replacements"], key=lambda each: each["count"])["count"] -= 1


def higher_count(_: Row, told: Row) -> None:
    told["replacements"][0]["count"] += 5


def other_pair(_: Row, told: Row) -> None:
    told["replacements"][0]["replacement"] = "Nobody Atall"


def exchanged_ids(_: Row, told: Row) -> None:
    one, other = passage(told, "distracting", 2), passage(told, "distracting", 3)
    one["document_id"], other["document_id"] = other["document_id"], one["document_id"]


def longer_cut(_: Row, told: Row) -> None:
    passage(told, "distracting", 1)["cut"][1] += 40


def word_gone(record: Row, told: Row) -> None:
    start = start_of(told, "distracting", 2)
    put(record, told, start, "", record["context"].index(" ", start) + 1 - start)
    recount(record)


def rival_changed(record: Row, told: Row) -> None:
    swap(record, told, start_of(told, "rival"), "Elsewhere")


def answers_the_rivals(record: Row, told: Row) -> None:
    record["input"] = f"{record['answers'][0]}: {record['input']}"
    recount(record)


def new_name(record: Row, told: Row) -> None:
    names = [each["replacement"] for each in told["replacements"]]
    # The passage before it is evidence of another question, which may have them.
    swap(record, told, start_of(told, "distracting", 3), max(names, key=len))


def roles_exchanged(record: Row, told: Row) -> None:
    one, other = passage(told, "supporting"), passage(told, "distracting", 3)
    one["role"], other["role"] = "distracting", "supporting"


def in_a_sentence(record: Row, told: Row) -> None:
    [needle] = (each for each in told["facts"] if each["kind"] == "needle")
    start, end = needle["span"]
    text = record["context"][start:end]
    put(record, told, start, "", end + 1 - start)
    at = record["context"].index(" ", start + 25) + 1
    put(record, told, at, f"{text} ")
    needle["span"] = [at, at + len(text)]
    needle["depth"] = at / (len(record["context"]) - len(text))


def beside_another(record: Row, told: Row) -> None:
    """Put a confusing fact right behind the needle."""
    needle, other = (
        next(each for each in told["facts"] if each["kind"] == kind)
        for kind in ("needle", "confusing")
    )
    start, end = other["span"]
    text = record["context"][start:end]
    put(record, told, start, "", end + 1 - start)
    at = needle["span"][1]
    put(record, told, at, f" {text}")
    other["span"] = [at + 1, at + 1 + len(text)]
    other["depth"] = (at + 1) / (len(record["context"]) - len(text))


def elsewhere(record: Row, told: Row) -> None:
    [needle] = (each for each in told["facts"] if each["kind"] == "needle")
    needle["depth"] = min(needle["depth"] + 0.1, 1.0)


CASES = {
    "a key is missing": Case("keys", drop_key),
    "another data set": Case("keys", set_key("dataset", "mixt")),
    "another language": Case("keys", set_key("language", "zh")),
    "another canary": Case("keys", set_key("contamination_identifier", "mixed:0")),
    "another level in the provenance": Case("keys", set_origin("level", "4k")),
    "the place of another": Case("neighbours", set_origin("place", RECORD + 1)),
    "another id": Case("keys", another_id),
    "another length": Case("length", set_key("length", 1_999)),
    "a passage cut off": Case("length", cut_off),
    "words added": Case("length", lambda r, t: put(r, t, start_of(t, "distracting"), "One two. ")),
    "a number of a passage in the text": Case("layout", renumbered),
    "a number of a passage in the provenance": Case("layout", number(99)),
    "a line feed between passages": Case("layout", glued),
    "a heading within a passage": Case("layout", heading_in_a_passage),
    "a passage much like the evidence": Case("near-duplicates", alike),
    "a fact that stands twice": Case("facts", twice),
    "a fact at another depth": Case("facts", deeper),
    "a fact that the record does not name": Case("facts", set_key("confusing_facts", [])),
    "a needle at another depth": Case("facts", deeper, "factrecall_en_4k"),
    "a fact over another": Case("facts", over, "factrecall_en_4k"),
    "evidence at another depth": Case("depths", moved),
    "a fact in no rival passage": Case("rivals", outside),
    "a rival beside the evidence": Case("rivals", rival_beside),
    "a passage that stands twice": Case("once", same_text),
    "a part of a document twice": Case("once", same_part),
    "a new name misspelt in the evidence": Case("replaced", misspelt),
    "an original in the evidence": Case("replaced", original_in("supporting")),
    "an original in a rival": Case("replaced", original_in("rival")),
    "an original in the question": Case("replaced", original_in_question),
    "an original in another passage": Case("named", original_in("distracting", 3)),
    "an original in small letters": Case("named", in_small_letters),
    "the answer in another passage": Case("answered-once", answer_in("distracting")),
    "keywords that the answer lacks": Case("gold", set_key("answer_keywords", "nobody at all")),
    "an answer that no evidence holds": Case("answered", other_answer),
    "another encoding": Case("encoding", damaged("â€™")),
    "what could not be read": Case("encoding", damaged("\N{REPLACEMENT CHARACTER}")),
    "a control character": Case("encoding", damaged("\x0b")),
    "Chinese in another encoding": Case("encoding", damaged("ä¸\xadæ–‡")),
    "a space behind the answer": Case("encoding", lambda r, _: r["answers"].append("no ")),
    "what is not seen in a question": Case("encoding", lambda r, _: r.update(input="\u200bWho?")),
    "a text not in NFC": Case("encoding", decomposed),
    "another question at one level": Case("same-questions", other_question, "mixed_4k"),
    "no keywords at one level": Case("same-questions", set_key("answer_keywords", ""), "mixed_4k"),
    "another answer at one level": Case("same-questions", other_answer, "mixed_4k"),
    "keywords other than the table's": Case("tables", set_key("answer_keywords", "")),
    "a rival other than the table's": Case("tables", rival_changed),
    "a replacement other than the table's": Case("tables", other_pair),
    "a question marked as corrected": Case("tables", set_origin("corrected", "0" * 32)),
    "a replacement counted too seldom": Case("counted", lower_count),
    "a replacement counted too often": Case("counted", higher_count),
    "documents exchanged in the provenance": Case("stretches", exchanged_ids),
    "a cut that is longer than its text": Case("stretches", longer_cut),
    "a word gone from a passage": Case("stretches", word_gone),
    "a question that tells its answer": Case("told-apart", answers_the_rivals),
    "a new name in another passage": Case("named", new_name),
    "evidence exchanged with what distracts": Case("same-evidence", roles_exchanged, "mixed_4k"),
    "a needle within a sentence": Case("places", in_a_sentence, "factrecall_en_4k"),
    "a fact beside another": Case("places", beside_another, "factrecall_en_4k"),
    "a needle far from its depth": Case("remade", elsewhere, "factrecall_en_4k"),
    "evidence elsewhere at one level": Case("same-depths", moved, "mixed_4k"),
    "a rival elsewhere": Case("drawn", rival_elsewhere),
    "neighbours exchanged": Case("order", neighbours_exchanged, "mixed_4k"),
    "other documents at a larger level": Case("nested", nothing_in_common, "mixed_8k"),
}


def test_nothing_is_found_in_what_was_built(whole: Path) -> None:
    found = lvbuild.audit_release(whole, workers=1)
    told = [(each.claim, each.configuration, each.message) for each in found.findings]
    another = "recipe: the one that comes with lvbuild is another (count, levels)"
    assert told == [("shipped", "factrecall_en", another)]
    assert {name: each.records for name, each in found.configurations.items()} == {
        "factrecall_en_4k": 8,
        "factrecall_en_8k": 8,
        **dict.fromkeys(["mixed_2k", "mixed_4k", "mixed_8k"], 20),
    }
    assert found == lvbuild.audit_release(whole, workers=2)


def test_a_level_beside_the_recipes_own_need_not_hold_what_smaller_ones_do(tmp_path: Path) -> None:
    """It is planned by itself, in a larger world where the recipe's own does not reach it."""
    recipe = write_mixup(tmp_path)
    lvbuild.build(recipe, tmp_path / "release", sample=True, workers=1, levels="2k,16k")
    found = lvbuild.audit_release(tmp_path / "release", workers=1, rebuild=False)
    assert [one for one in found.findings if one.severity == "error"] == []


def test_a_release_is_held_to_the_options_that_it_was_built_with(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, levels="[8k, 16k]", count=8)
    tokenizer = str(write_json(tmp_path))
    changes: list[Row] = [{"nested": False}, {"unit": "tokens", "tokenizer": tokenizer}]
    for number, options in enumerate(changes):
        out = tmp_path / str(number)
        lvbuild.build(recipe, out, sample=True, workers=1, **options)
        assert lvbuild.audit_release(out, workers=1, rebuild=False).errors == 0


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_damage_is_found_at_its_record(whole: Path, tmp_path: Path, case: Case) -> None:
    release = shutil.copytree(whole, tmp_path / "release")
    damage(release, case.configuration, case.damage)
    found = lvbuild.audit_release(release, workers=1, rebuild=False)
    told = {each.claim for each in found.findings if each.record in {RECORD, None}}
    assert case.claim in told
    assert {each.record for each in found.findings if each.claim == case.claim} <= {RECORD, None}
    named = [each for each in found.findings if each.claim == case.claim]
    assert {each.configuration for each in named} & {case.configuration, "mixed_8k", "mixed_4k"}


def test_every_claim_was_made_untrue() -> None:
    elsewhere = {"ids", "siblings", "rival-answers", "telltale", "licences", "gold-in-part"}
    elsewhere |= {
        "answered-freely",
        "made",
        "figures",
        "inputs",
        "left-out",
        "readable",
        "shortfalls",
        "counts",
        "rules",
    }
    elsewhere |= {"source-canaries", "alone", "even"}
    elsewhere |= {"choices", "letters"}  # in tests/release/test_layouts.py
    assert {each.name for each in CLAIMS} - elsewhere == {each.claim for each in CASES.values()}
    assert len(CASES) >= 30


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of ranges and of levels without distracting text."""
    folder = tmp_path_factory.mktemp("bare")
    recipe = write_mixup(folder, levels="[0-4k, 4-8k, evidence, closed]", count=10)
    lvbuild.build(recipe, folder / "release", sample=True, workers=1)
    return folder / "release"


def another_passage(record: Row, told: Row) -> None:
    passage(told, "supporting", 1)["role"] = "distracting"
    told["evidence_depths"] = told["evidence_depths"][:1]


def told_in_closed(record: Row, _: Row) -> None:
    record["context"] = record["answers"][0]
    recount(record)


def beyond(record: Row, told: Row) -> None:
    put(record, told, start_of(told, "distracting"), "One two three. " * 1_500)
    recount(record)


@pytest.mark.parametrize(
    "case",
    [
        Case("alone", another_passage, "mixed_evidence"),
        Case("alone", told_in_closed, "mixed_closed"),
        Case("length", beyond, "mixed_0-4k"),
        Case("same-questions", other_question, "mixed_0-4k"),
        Case("same-questions", other_answer, "mixed_evidence"),
    ],
    ids=lambda case: f"{case.claim} {case.configuration} {case.damage.__name__}",
)
def test_damage_to_ranges_and_to_evidence_alone_is_found(
    bare: Path, tmp_path: Path, case: Case
) -> None:
    assert lvbuild.audit_release(bare, workers=1, rebuild=False).findings == ()
    release = shutil.copytree(bare, tmp_path / "release")
    damage(release, case.configuration, case.damage)
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    told = {(each.claim, each.configuration, each.record) for each in found}
    assert (case.claim, case.configuration, RECORD) in told


def test_a_record_that_stands_twice_is_found(whole: Path, tmp_path: Path) -> None:
    release = shutil.copytree(whole, tmp_path / "release")
    rewrite(release, "mixed_8k", lambda *both: [rows.append(rows[0]) for rows in both])
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert ("ids", 20) in {(each.claim, each.record) for each in found}
    assert any(each.message.endswith("is asked 2 times") for each in found)


def test_what_undoes_the_words_of_another_record_is_found(whole: Path, tmp_path: Path) -> None:
    """A distracting passage that is evidence of another record prints what that one replaced."""
    release = shutil.copytree(whole, tmp_path / "release")
    places: list[int] = []

    def undo(records: list[Row], told: list[Row]) -> None:
        pairs = {
            part["document_id"]: origin["replacements"]
            for origin in told
            for part in origin["passages"]
            if part["role"] == "supporting"
        }
        for place, (record, origin) in enumerate(zip(records, told, strict=True)):
            for part in origin["passages"]:
                replaced = pairs.get(part["document_id"], [])
                if part["role"] == "distracting" and replaced and not places:
                    longest = max((each["original"] for each in replaced), key=len)
                    swap(record, origin, part["span"][0], longest)
                    places.append(place)

    rewrite(release, "mixed_8k", undo)
    [at] = places
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert ("siblings", "mixed_8k", at) in {(e.claim, e.configuration, e.record) for e in found}


def test_parts_that_may_not_be_passed_on_are_told(whole: Path, tmp_path: Path) -> None:
    release = shutil.copytree(whole, tmp_path / "release")
    with forged(release) as manifest:
        for entry in manifest["recipes"].values():
            entry["licence"] = ""
            for corpus in entry["corpora"]:
                corpus["licence"] = "CC-BY-NC-ND-4.0"
    found = lvbuild.audit_release(release, workers=1)
    told = {(each.claim, each.severity) for each in found.findings}
    assert told == {("licences", "warning"), ("rebuilt", "error"), ("shipped", "warning")}
    assert {each.configuration for each in found.findings} == {"mixed", "factrecall_en"}


def test_levels_that_are_nested_are_not_said_to_be_otherwise(whole: Path, tmp_path: Path) -> None:
    release = shutil.copytree(whole, tmp_path / "release")
    with forged(release) as manifest:
        entry = manifest["recipes"]["mixed"]
        entry["options"]["nested"] = False
        read = RecipeEntry.model_validate(entry)
        entry["input_hash"] = input_hash(read, held_recipe(release, "mixed"))
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert {(each.claim, each.configuration) for each in found} == {
        ("nested", "mixed_4k"),
        ("nested", "mixed_8k"),
    }


def test_figures_that_give_the_evidence_away_are_an_error(whole: Path, tmp_path: Path) -> None:
    release = shutil.copytree(whole, tmp_path / "release")
    with forged(release) as manifest:
        figure = {"mean": 0.9, "low": 0.85, "high": 0.95}
        manifest["files"]["data/mixed_2k.jsonl"]["telltale"] = {"questions": 60, "text": figure}
    every = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert {each.claim for each in every} == {"telltale", "figures"}
    [found] = (each for each in every if each.claim == "telltale")
    assert found.configuration == "mixed_2k"
    assert "0.900" in found.message


def test_needles_at_one_depth_are_told(whole: Path, tmp_path: Path) -> None:
    release = shutil.copytree(whole, tmp_path / "release")

    def at_one_depth(records: list[Row], told: list[Row]) -> None:
        records *= 3
        told *= 3
        for number, (record, row) in enumerate(zip(records, told, strict=True)):
            depths = [0.5 for _ in row["evidence_depths"]]
            told[number] = {**row, "_id": f"mixed-{number:012x}", "evidence_depths": depths}
            records[number] = {**record, "_id": f"mixed-{number:012x}"}

    rewrite(release, "mixed_2k", at_one_depth)
    found = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert "even" in {each.claim for each in found}


def test_a_release_that_differs_from_its_hashes_is_not_audited(whole: Path, tmp_path: Path) -> None:
    release = shutil.copytree(whole, tmp_path / "release")
    with (release / "data/mixed_2k.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(VerificationError, match="differs from its hash"):
        lvbuild.audit_release(release)


@pytest.fixture
def reported(whole: Path, tmp_path: Path) -> tuple[str, Any]:
    release = shutil.copytree(whole, tmp_path / "release")
    damage(release, "mixed_2k", damaged("<script>\x0b"))
    page = tmp_path / "audit.html"
    ran = CliRunner().invoke(program, ["audit", str(release), "--html", str(page)])
    return page.read_text(encoding="utf-8"), ran


def test_the_command_names_what_is_untrue_and_fails(reported: tuple[str, Any]) -> None:
    _, ran = reported
    assert ran.exit_code != 0
    assert "error encoding: 1" in ran.output
    assert "mixed_2k 3: it is damaged" in ran.output
    assert "another record's answer" in ran.output


def test_the_report_needs_nothing_else_and_escapes_texts(reported: tuple[str, Any]) -> None:
    page, _ = reported
    assert "&lt;script&gt;" in page
    assert not re.search(r"<script|src=|href=|url\(|@import", page)
    for claim in CLAIMS:
        assert f"<td>{claim.name}</td>" in page
    assert page.count("<svg") == 5
