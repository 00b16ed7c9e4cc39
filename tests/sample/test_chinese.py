import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import ahocorasick_rs
import pytest

from lvbuild.sample.chinese import WORDINGS, ChineseLexicon, article
from lvbuild.sample.chinese.fields import field_values
from lvbuild.sample.chinese.sentences import Sentence, Wording, parse_plans, parse_table
from lvbuild.sample.world import Entity, World, make_world
from lvbuild.seeds import Draws

CHARACTERS = 256_000
OPTIONAL = {"founded_by", "taught_by", "studied_at", "worked_at", "married"}
KINDS = sorted(WORDINGS)
SENTENCE = re.compile(r"[^。！？\n]+[。！？]?[”’》]*")


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(42, ChineseLexicon(), "zh", 20)


@pytest.fixture(scope="module")
def articles(world: World) -> dict[Entity, str]:
    """The articles of the world's beginning, 256k characters together."""
    length = 0
    written = {}
    for entity in world.entities:
        if length < CHARACTERS:
            written[entity] = article(world, entity, Draws(42, entity.id))
            length += len(written[entity])
    assert length >= CHARACTERS
    return written


@pytest.fixture(scope="module")
def sentences(articles: dict[Entity, str]) -> list[str]:
    return [sentence for text in articles.values() for sentence in SENTENCE.findall(text)]


def test_every_fact_is_stated(world: World, articles: dict[Entity, str]) -> None:
    for entity, text in articles.items():
        for fact in world.facts(entity):
            value = fact.value
            if isinstance(value, int):
                assert re.search(rf"(?<!\d){value}(?!\d)", text), (fact, text)
            else:
                assert (value.name if isinstance(value, Entity) else value) in text, (fact, text)


def test_an_article_opens_with_its_subject(articles: dict[Entity, str]) -> None:
    for entity, text in articles.items():
        assert entity.name in SENTENCE.findall(text)[0]


def test_articles_are_clean_paragraphs_of_a_readable_length(articles: dict[Entity, str]) -> None:
    for text in articles.values():
        assert 200 <= len(text) <= 500
        assert all(re.search(r"[。！？]”?$", paragraph) for paragraph in text.split("\n"))
        assert not re.search(r"[ \t\r,;:!?()\[\]{}|A-Za-z_他她]|\.(?!\d)|[，；]{2}|[，；]。", text)


def test_no_sentence_stands_twice(sentences: list[str]) -> None:
    assert [sentence for sentence, count in Counter(sentences).items() if count > 1] == []


def test_sentences_have_hundreds_of_shapes(world: World, sentences: list[str]) -> None:
    names = ahocorasick_rs.AhoCorasick(
        world.names(), matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
    )

    def shape(sentence: str) -> str:
        spans = names.find_matches_as_indexes(sentence)
        borders = [0, *(border for _, start, end in spans for border in (start, end))]
        plain = pairwise([*borders, len(sentence)])
        return re.sub(
            r"\d+", "0", "〇".join(sentence[start:end] for start, end in list(plain)[::2])
        )

    shapes = Counter(map(shape, sentences))
    assert len(shapes) >= 3000
    assert max(shapes.values()) < len(sentences) * 0.005


def test_the_same_draws_write_the_same_whatever_the_hash_seed() -> None:
    program = (
        "from lvbuild.sample.chinese import ChineseLexicon, article\n"
        "from lvbuild.sample.world import make_world\n"
        "from lvbuild.seeds import Draws\n"
        "world = make_world(1, ChineseLexicon(), 'zh', 1)\n"
        "for entity in world.entities:\n"
        "    print(ascii(article(world, entity, Draws(1, entity.id))))\n"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(written) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_holds_the_subject_s_name(kind: str) -> None:
    for slot in WORDINGS[kind].sentences.values():
        assert all("name" in sentence.always_told() for sentence in slot)


@pytest.mark.parametrize("kind", KINDS)
def test_every_plan_tells_every_relation_once(kind: str, world: World) -> None:
    wording = WORDINGS[kind]
    entity = next(entity for entity in world.entities if entity.kind == kind)
    relations = {fact.relation for fact in world.facts(entity)} - OPTIONAL
    for plan in wording.plans:
        slots = [slot for paragraph in plan for slot in paragraph]
        assert slots[0] == "opening"
        assert len(set(slots)) == len(slots)
        told = [frozenset.intersection(*map(_told, wording.sentences[slot])) for slot in slots]
        assert relations <= frozenset().union(*told)


def _told(sentence: Sentence) -> frozenset[str]:
    return sentence.always_told()


@pytest.mark.parametrize("kind", KINDS)
def test_every_template_and_slot_is_used_and_every_field_is_known(kind: str, world: World) -> None:
    wording = WORDINGS[kind]
    assert set(wording.sentences) == {
        slot for plan in wording.plans for paragraph in plan for slot in paragraph
    }
    available = [
        field_values(world, entity).keys() for entity in world.entities if entity.kind == kind
    ]
    for slot in wording.sentences.values():
        for sentence in slot:
            assert any(sentence.fields <= fields for fields in available), sentence


@pytest.mark.parametrize("relation", sorted(OPTIONAL - {"founded_by"}))
def test_an_optional_tie_is_told_by_every_sentence_of_its_slot(relation: str) -> None:
    slots = WORDINGS["person"].sentences.values()
    telling = [slot for slot in slots if any(relation in _told(sentence) for sentence in slot)]
    assert len(telling) == 1
    for sentence in telling[0]:
        assert {relation, f"no_{relation}"} & (_told(sentence) | sentence.fields)


def test_there_are_twenty_thousand_names_of_each_kind_none_within_another() -> None:
    lexicon, draws = ChineseLexicon(), Draws("names")

    def institution() -> str:
        return lexicon.institution(draws, draws.choice(lexicon.terms["institution_sort"]), "")

    def work() -> str:
        return lexicon.work(draws, draws.choice(lexicon.terms["work_sort"]))

    kinds: list[Callable[[], str]] = [
        lambda: lexicon.sea(draws),
        lambda: lexicon.river(draws),
        lambda: lexicon.town(draws),
        lambda: lexicon.person(draws)[0],
        institution,
        work,
    ]
    names: set[str] = set()
    for draw in kinds:
        kind: set[str] = set()
        tries = 0
        while len(kind) < 20_000 and tries < 400_000:
            kind.add(draw())
            tries += 1
        assert len(kind) == 20_000
        assert names.isdisjoint(kind)
        names |= kind
    search = ahocorasick_rs.AhoCorasick(sorted(names))
    for name in names:
        assert len(search.find_matches_as_indexes(name, overlapping=True)) == 1


def test_terms_of_a_relation_are_distinct_and_none_is_within_another() -> None:
    for terms in ChineseLexicon.terms.values():
        assert not [(one, other) for one in terms for other in terms if one in other != one]


def test_a_table_reads_choices_fields_and_conditions() -> None:
    table = parse_table("@a\n{name}[在|于]{town}。\n\n@b\nalive:[{age}岁|年老]的{name}。")
    assert set(table) == {"a", "b"}
    [one], [other] = table["a"], table["b"]
    assert one.leads_with_name
    assert one.always_told() == {"name", "town"}
    assert other.fields == {"alive", "age", "name"}
    assert other.always_told() == {"name"}
    written = {one.write({"name": "甲", "town": "乙"}, Draws(seed), "其") for seed in range(20)}
    assert written == {"其在乙。", "其于乙。"}


def test_plans_go_on_in_indented_lines() -> None:
    assert parse_plans("\na b / c\n  / d\na / b\n") == [[["a", "b"], ["c"], ["d"]], [["a"], ["b"]]]


def test_a_pronoun_never_follows_the_name_of_something_it_could_mean(
    world: World, articles: dict[Entity, str]
) -> None:
    for entity, text in articles.items():
        wording: Wording = WORDINGS[entity.kind]
        rivals = [
            fact.value.name
            for fact in world.facts(entity)
            if isinstance(fact.value, Entity) and fact.value.kind == entity.kind
        ]
        for sentence in SENTENCE.findall(text):
            first, joint, second = sentence.partition("；")
            if joint and second.startswith(tuple(wording.pronouns)):
                assert entity.name in first
                assert not any(rival in first for rival in rivals)
