from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from lvbuild.sample import SampleCorpus
from lvbuild.sample.english.sentences import Table, listed, read_tables, sentences, years
from lvbuild.sample.english.words import TERMS, EnglishLexicon, with_article
from lvbuild.sample.world import Entity, World
from tests.sample.walking import names_of, walk

WORDS = 128_000
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


def all_sentences(articles: list[tuple[Entity, str]]) -> list[str]:
    return [sentence for _, text in articles for sentence in SENTENCE_END.split(text)]


def shapes(corpus: SampleCorpus, articles: list[tuple[Entity, str]]) -> Counter[str]:
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, names_of(corpus.world)))})\b")
    masked = (names.sub("NAME", sentence) for sentence in all_sentences(articles))
    return Counter(re.sub(r"\d+", "0", sentence) for sentence in masked)


def test_no_sentence_stands_twice(articles: list[tuple[Entity, str]]) -> None:
    counts = Counter(all_sentences(articles))
    assert [sentence for sentence, count in counts.items() if count > 1] == []


def test_sentences_have_many_shapes_and_none_is_common(
    corpus: SampleCorpus, articles: list[tuple[Entity, str]]
) -> None:
    counted = shapes(corpus, articles)
    assert len(counted) >= 600
    assert max(counted.values()) < 0.01 * counted.total()


def test_every_sentence_holds_a_name_of_the_world(
    corpus: SampleCorpus, articles: list[tuple[Entity, str]]
) -> None:
    assert [shape for shape in shapes(corpus, articles) if "NAME" not in shape] == []


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


def test_openings_of_articles_vary(articles: list[tuple[Entity, str]]) -> None:
    first_words = Counter(" ".join(text.split()[:2]) for _, text in articles)
    assert first_words.most_common(1)[0][1] < 0.15 * len(articles)


@pytest.mark.parametrize(
    ("pattern", "kind", "relations"),
    [
        (r"died in (?P<died_in>\w+) in (?P<died>\d+)", "person", ("died_in", "died")),
        (r"married to (?P<married>\w+ \w+)", "person", ("married",)),
        (r"has (?P<population>\d+) inhabitants", "town", ("population",)),
        (r"market every (?P<market_day>\w+)", "town", ("market_day",)),
        (r"is (?P<length_km>\d+) km long and rises", "river", ("length_km",)),
        (r"runs to (?P<pages>\d+) pages", "work", ("pages",)),
        (r"has a staff of (?P<staff>\d+)", "institution", ("staff",)),
        (r"an area of (?P<area_km2>\d+) square", "sea", ("area_km2",)),
    ],
)
def test_what_is_read_back_is_what_the_world_holds(
    corpus: SampleCorpus,
    articles: list[tuple[Entity, str]],
    pattern: str,
    kind: str,
    relations: tuple[str, ...],
) -> None:
    found = [
        (entity, match)
        for entity, text in articles
        if entity.kind == kind
        for match in re.finditer(pattern, text)
    ]
    assert found
    for entity, match in found:
        for relation in relations:
            assert match[relation] == said(corpus.world, entity, relation)


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


def test_single_words_that_name_something_are_not_english_words(corpus: SampleCorpus) -> None:
    ordinary = {word.lower() for word in _words_of_tables()}
    single = {name.lower() for name in names_of(corpus.world) if " " not in name}
    assert not single & ordinary


def _words_of_tables() -> Iterator[str]:
    for file in FILES:
        for shape in _shapes(file):
            yield from re.findall(r"[A-Za-z]+", re.sub(r"\{\w+\}", "", shape))


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


@pytest.mark.parametrize(
    ("term", "expected"),
    [("opera", "an opera"), ("dyer", "a dyer"), ("uncut emerald", "an uncut emerald")],
)
def test_terms_take_a_or_an(term: str, expected: str) -> None:
    assert with_article(term) == expected


def test_lists_and_years_read_as_english() -> None:
    assert [listed(list("abc")[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert (years(1), years(2)) == ("one year", "2 years")


def test_given_names_tell_she_from_he(corpus: SampleCorpus) -> None:
    people = [entity for entity in corpus.world.entities if entity.kind == "person"]
    women = sum(person.female for person in people)
    assert 0.35 < women / len(people) < 0.65


def test_terms_are_many_and_distinct() -> None:
    assert set(EnglishLexicon.terms) == {
        "fish", "craft", "market_day", "festival_month", "profession", "collected",
        "institution_sort", "work_sort",
    }  # fmt: skip
    for terms in TERMS.values():
        assert len(terms) == len(set(terms)) >= 7
