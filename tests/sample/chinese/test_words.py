"""The files of Chinese words, read whole: templates, plans, terms, and what marks a statement."""

from __future__ import annotations

import re
from itertools import product

import pytest

from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.sample.chinese.articles import Sentence, material_for, templates_of
from lvbuild.sample.chinese.words import (
    PHRASING,
    UNITS,
)
from lvbuild.sample.word_files import read_words
from tests.sample.chinese.written import KINDS, world

OPTIONAL = {"founded_by", "taught_by", "studied_at", "worked_at", "married"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_names_its_subject_or_another_thing(kind: str) -> None:
    for slot in templates_of(kind).sentences.values():
        assert all("name" in sentence.stated for sentence in slot)


@pytest.mark.parametrize("kind", KINDS)
def test_every_plan_tells_every_relation(kind: str) -> None:
    wording = templates_of(kind)
    entity = next(entity for entity in world().entities if entity.kind == kind)
    relations = {fact.relation for fact in world().facts(entity)} - OPTIONAL
    for plan in wording.plans:
        slots = [slot for paragraph in plan for slot, optional in paragraph if not optional]
        assert slots[0] == "opening"
        told = [
            frozenset.intersection(*(sentence.stated for sentence in wording.sentences[slot]))
            for slot in slots
        ]
        assert relations <= frozenset().union(*told)


@pytest.mark.parametrize("kind", KINDS)
def test_every_slot_is_used_and_every_template_can_be(kind: str) -> None:
    wording = templates_of(kind)
    planned = [{slot for paragraph in plan for slot, _ in paragraph} for plan in wording.plans]
    assert set(wording.sentences) == set().union(*planned)
    available = [
        material_for(world(), entity).values.keys()
        for entity in world().entities
        if entity.kind == kind
    ]
    for slot in wording.sentences.values():
        for sentence in slot:
            assert any(sentence.fields <= fields for fields in available), sentence


@pytest.mark.parametrize("relation", sorted(OPTIONAL))
def test_an_optional_tie_is_told_wherever_there_is_one(relation: str) -> None:
    kind = "town" if relation == "founded_by" else "person"
    wording = templates_of(kind)
    telling = {
        name
        for name, slot in wording.sentences.items()
        if all({relation, f"no_{relation}"} & (one.stated | one.fields) for one in slot)
    }
    for plan in wording.plans:
        required = {slot for paragraph in plan for slot, optional in paragraph if not optional}
        assert telling & required


@pytest.mark.parametrize("kind", KINDS)
def test_the_sentences_that_state_a_fact_have_the_mark_by_which_it_is_found(kind: str) -> None:
    wording = templates_of(kind)
    required = {
        slot for plan in wording.plans for part in plan for slot, optional in part if not optional
    }
    for relation in {
        name.partition(".")[2] for name in PHRASING.relations if name.startswith(kind)
    }:
        stated = PHRASING.relations[f"{kind}.{relation}"].stated
        for slot in required:
            stating = [one for one in wording.sentences[slot] if relation in one.stated]
            if len(stating) * 2 < len(wording.sentences[slot]):
                continue
            for sentence, seed in product(stating, range(8)):
                values = dict.fromkeys(sentence.fields, "〇") | {"spouse": "妻子"}
                text = sentence.write(values, Draws(seed))
                assert stated.search(text), (relation, text)


def test_a_template_reads_choices_fields_and_conditions() -> None:
    one = Sentence.parse("{name}[在|于]{town}。")
    other = Sentence.parse("alive,old:[{age}岁|年老]的{name}。")
    assert one.subject == "{name}"
    assert one.stated == {"name", "town"}
    assert not other.subject
    assert other.stated == {"name"}
    assert other.fields == {"alive", "old", "age", "name"}
    values = {"name": "甲", "town": "乙"}
    assert {one.write(values, Draws(seed), "他") for seed in range(20)} == {"他在乙。", "他于乙。"}
    assert one.keeps_topic
    assert not one.needs_subject


@pytest.mark.parametrize("kind", KINDS)
def test_no_template_breaks_the_form(kind: str) -> None:
    for lines in read_words("zh", kind).values():
        for line in lines:
            template = re.sub(r"^[a-z_]+(?:,[a-z_]+)*:", "", line)
            assert not re.search(r"\s", template), line
            assert template.endswith("。"), line
            for choice in re.findall(r"\[([^\[\]]*)\]", template):
                assert len(set(choice.split("|"))) == max(len(choice.split("|")), 2), line
            rest = re.sub(r"\{\w+\}|\[[^\[\]]*\]", "", template)
            assert not re.search(r"[\[\]|{}]", rest), line
            assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", template)), line


def _said(relation: str, statement: str) -> str:
    """Return a statement about nobody, with a number where the relation has one."""
    unit = UNITS.get(relation.partition(".")[2])
    return statement.format(s="/", v=f"9876{unit}" if unit else "/")


def test_a_statement_of_a_stranger_stands_by_itself_and_is_found_by_its_own_mark() -> None:
    for relation, words in PHRASING.relations.items():
        for statement in words.statements:
            text = _said(relation, statement)
            assert words.stated.search(text), (relation, statement)
            assert not find_language("zh").points_back(text), statement
