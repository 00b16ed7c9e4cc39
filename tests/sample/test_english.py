from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from lvbuild.sample import SampleCorpus
from lvbuild.sample.english.sentences import Table, read_tables, sentences
from lvbuild.sample.english.words import TERMS
from lvbuild.sample.world import Entity, World
from tests.sample.walking import names_of, walk

WORDS = 40_000
SENTENCE_END = re.compile(r"(?<=[.!?]) |\n")
FILES = (
    "achievements", "institution", "person", "sea", "town_ties", "town", "river", "work"
)  # fmt: skip


@pytest.fixture(scope="module")
def corpus() -> SampleCorpus:
    corpus = SampleCorpus(42, "en")
    walk(corpus, "en", WORDS)
    return corpus


@pytest.fixture(scope="module")
def articles(corpus: SampleCorpus) -> list[tuple[Entity, str]]:
    return [
        (entity, corpus.document(f"sample:{entity.id}").text) for entity in corpus.world.entities
    ]


@pytest.mark.slow
def test_an_article_states_every_fact_of_its_subject(
    corpus: SampleCorpus, articles: list[tuple[Entity, str]]
) -> None:
    for entity, text in articles:
        for fact in corpus.world.facts(entity):
            said = fact.value.name if isinstance(fact.value, Entity) else str(fact.value)
            assert re.search(rf"\b{re.escape(said)}\b", text, re.IGNORECASE), (fact, text)


def test_an_article_opens_with_its_subject_and_names_the_world_only(
    corpus: SampleCorpus, articles: list[tuple[Entity, str]]
) -> None:
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, names_of(corpus.world)))})\b")
    # What is left in capitals once the names are gone begins a sentence, or is a day or a month.
    calendar = {*TERMS["market_day"], *TERMS["festival_month"]}
    for entity, text in articles:
        assert entity.name in SENTENCE_END.split(text)[0]
        within = re.findall(r"(?<=[a-z,;:] )[A-Z]\w+", names.sub("a name", text))
        assert set(within) <= calendar, within


def test_articles_are_whole_prose(articles: list[tuple[Entity, str]]) -> None:
    slips = re.compile(
        r"[{}\[\]|]|\b[Aa] [aeiouAEIOU]|\b[Aa]n (?!hon)[^aeiouAEIOU]|\b[01] years|'s's"
        r"|\b(\w+) \1\b|\ba the\b|,[,.;]"
    )
    for _, text in articles:
        assert 120 <= len(text.split()) <= 300
        assert text.isascii()
        assert "  " not in text
        assert all(re.fullmatch(r'["A-Z].*\S[.!?]', part) for part in SENTENCE_END.split(text))
        assert text.count('"') % 2 == 0
        assert not slips.search(text), slips.search(text)


def said(world: World, entity: Entity, relation: str) -> str:
    value = world.value(entity, relation)
    return value.name if isinstance(value, Entity) else str(value)


def test_ages_follow_from_the_years(
    corpus: SampleCorpus, articles: list[tuple[Entity, str]]
) -> None:
    ages = [
        (entity, int(match[1]))
        for entity, text in articles
        if entity.kind == "person"
        for match in re.finditer(r"died in \w+ in \d+, (?:aged|at the age of) (\d+)", text)
    ]
    assert ages
    for person, age in ages:
        born, died = (int(said(corpus.world, person, what)) for what in ("born", "died"))
        assert age == died - born


def test_names_are_invented_and_apart(corpus: SampleCorpus) -> None:
    world = corpus.world
    surnames = {entity.short for entity in world.entities if entity.kind == "person"}
    others = {entity.name for entity in world.entities if entity.kind != "person"}
    assert len(surnames) == sum(entity.kind == "person" for entity in world.entities)
    assert not surnames & others
    names = set(names_of(world))
    own = {entity.name: entity.short for entity in world.entities}
    for name in names:
        assert re.fullmatch(r"[A-Za-z ,:]+", name)
        words = re.findall(r"[A-Za-z]+", name)
        within = {word for word in words if word in names and word != name}
        assert within <= {own.get(name, "")}


def _shapes(file: str) -> list[str]:
    tables: Iterable[Table] = read_tables(file).values()
    return [shape.text for table in tables for template in table for shape in template]


@pytest.mark.parametrize("file", FILES)
def test_tables_leave_no_bracket_open(file: str) -> None:
    for shape in _shapes(file):
        assert not re.search(r"[\[\]|]", shape), shape
        assert shape.endswith(".")
        assert "  " not in shape


def test_templates_spell_out_their_alternatives() -> None:
    table = sentences(
        ["{S} [ran|fell|fell over] at {born_in}.", "{S} sat by {married}."], ["married"]
    )
    assert [shape.text for shape in table[0]] == [
        "{S} ran at {born_in}.",
        "{S} fell at {born_in}.",
        "{S} fell over at {born_in}.",
    ]
    assert all(shape.names_another and not shape.leaves_doubt for shape in table[0])
    assert table[1][0].leaves_doubt
