"""The invented world: what is true of it could be, and follows from its seed alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.errors import BuildError
from lvbuild.languages import languages
from lvbuild.sample.corpus import lexicon
from lvbuild.sample.inventing import ADULT, AGED, PORT_ALTITUDE_M, stream_provinces
from lvbuild.sample.word_files import Names, is_kept_back
from lvbuild.sample.world import Entity, World
from tests.sample.walking import names_of

ALWAYS = {
    "sea": {"depth_m", "area_km2", "charted_in", "charted_by"},
    "river": {"flows_into", "length_km", "source_altitude_m", "fish", "surveyed_in", "surveyed_by"},
    "town": {"stands_on", "founded", "population", "altitude_m", "craft", "market_day",
             "festival_month", "twin"},
    "person": {"born", "born_in", "died", "died_in", "profession", "collected"},
    "institution": {"sort", "located_in", "opened", "holdings", "staff", "treasure", "founded_by",
                    "headed_by"},
    "work": {"sort", "made_by", "year", "pages", "dedicated_to", "kept_at", "about"},
}  # fmt: skip
SOMETIMES = {
    "town": {"founded_by"},
    "person": {"married", "taught_by", "studied_at", "worked_at"},
}
DEEDS = {
    ("sea", "charted_by"): "charted_in",
    ("river", "surveyed_by"): "surveyed_in",
    ("town", "founded_by"): "founded",
    ("institution", "founded_by"): "opened",
    ("institution", "headed_by"): "opened",
    ("work", "made_by"): "year",
}
BEGINS = {"town": "founded", "institution": "opened"}
PLACES = {
    ("person", "born_in"): "born",
    ("person", "died_in"): "died",
    ("institution", "located_in"): "opened",
    ("work", "about"): "year",
}
PORTS: dict[LanguageCode, tuple[str, ...]] = {"en": ("haven", "mouth", "port"), "zh": ("港",)}


def make_world(seed: int, language: LanguageCode, provinces: int) -> World:
    stream = stream_provinces(seed, lexicon(language), language)
    return World(language, list(islice(stream, provinces)))


@pytest.fixture(scope="module", params=languages)
def world(request: pytest.FixtureRequest) -> World:
    return make_world(5, request.param, 24)


def of(world: World, kind: str) -> list[Entity]:
    return [entity for entity in world.entities if entity.kind == kind]


def linked(world: World, kind: str, relation: str) -> Iterator[tuple[Entity, Entity]]:
    """Yield the things of a kind that have a relation, with what it leads to."""
    for one in of(world, kind):
        if other := world.related(one, relation):
            yield one, other


def told(world: World) -> list[tuple[str, str, str]]:
    return [
        (fact.subject.name, fact.relation, getattr(fact.value, "id", str(fact.value)))
        for entity in world.entities
        for fact in world.facts(entity)
    ]


def test_every_entity_has_the_relations_of_its_kind_to_others_of_the_world(world: World) -> None:
    ids = {entity.id: entity for entity in world.entities}
    assert len(ids) == len(world.entities)
    assert {entity.kind for entity in world.entities} == set(ALWAYS)
    for entity in world.entities:
        relations = {fact.relation for fact in world.facts(entity)}
        assert ALWAYS[entity.kind] <= relations
        assert relations <= ALWAYS[entity.kind] | SOMETIMES.get(entity.kind, set())
        for fact in world.facts(entity):
            if isinstance(fact.value, Entity):
                assert ids[fact.value.id] == fact.value
                assert fact in world.mentions(fact.value)


def test_people_do_what_they_do_as_adults_before_they_are_old(world: World) -> None:
    for (kind, by), when in DEEDS.items():
        for thing, doer in linked(world, kind, by):
            year, born = world.number(thing, when), world.number(doer, "born")
            assert year <= world.number(doer, "died")
            assert year < born + AGED
            assert year >= born + ADULT or by == "headed_by"


def test_people_places_and_works_are_of_their_time(world: World) -> None:
    for (kind, relation), when in PLACES.items():
        for thing, place in linked(world, kind, relation):
            if place.kind in BEGINS:
                assert world.number(place, BEGINS[place.kind]) < world.number(thing, when)
    for person, school in linked(world, "person", "studied_at"):
        assert world.number(school, "opened") <= world.number(person, "born") + 16
    for person, teacher in linked(world, "person", "taught_by"):
        studied = world.number(person, "born") + 16
        assert world.number(teacher, "born") + ADULT <= studied < world.number(teacher, "died")
    for person, house in linked(world, "person", "worked_at"):
        assert world.number(house, "opened") < world.number(person, "born") + AGED - 1
    for house, head in linked(world, "institution", "headed_by"):
        assert head != world.entity(house, "founded_by")
        assert world.entity(head, "worked_at") == house
    for work, patron in linked(world, "work", "dedicated_to"):
        assert patron != world.entity(work, "made_by")
        grown = world.number(patron, "born") + 15
        assert grown < world.number(work, "year") <= world.number(patron, "died")


def test_couples_and_twin_towns_are_pairs(world: World) -> None:
    for relation, kind in (("married", "person"), ("twin", "town")):
        for one, other in linked(world, kind, relation):
            assert other != one
            assert world.entity(other, relation) == one
            assert kind == "town" or one.female != other.female


def test_institutions_teach_keep_and_treasure_what_their_sort_does(world: World) -> None:
    able = lexicon(world.language)
    sorts = {house: str(world.value(house, "sort")) for house in of(world, "institution")}
    for house, sort in sorts.items():
        assert world.value(house, "treasure") in able.institutions[sort]["treasure"]
    for kind, relation, does in (
        ("person", "studied_at", "teaches"),
        ("work", "kept_at", "keeps"),
    ):
        assert {sorts[house] for _, house in linked(world, kind, relation)} <= {*able.able(does)}


def test_water_flows_down(world: World) -> None:
    for river, mouth in linked(world, "river", "flows_into"):
        assert mouth.kind in {"river", "sea"}
        if mouth.kind == "river":
            assert world.number(mouth, "length_km") > world.number(river, "length_km")
        heights = [world.number(town, "altitude_m") for town in world.towns_downstream(river)]
        assert heights == sorted(set(heights), reverse=True)
        assert all(height < world.number(river, "source_altitude_m") for height in heights)
    ports = [town for town in of(world, "town") if town.name.endswith(PORTS[world.language])]
    assert ports
    assert all(world.number(town, "altitude_m") <= PORT_ALTITUDE_M for town in ports)


@pytest.mark.parametrize("language", languages)
def test_a_spare_lexicon_gives_names_that_no_world_has_and_a_usual_one_those_it_may(
    language: LanguageCode,
) -> None:
    usual, spare = (lexicon(language, spare=kept_back) for kept_back in (False, True))
    draws = Draws("names")
    given: list[set[str]] = []
    for source in (usual, spare):
        kinds = [("sea", ""), ("river", ""), ("town", ""), ("town", "port"), ("person", "woman")]
        kinds += [("work", source.terms["work_sort"][0]), ("institution", "")]
        given.append({source.name(draws, *kind) for kind in kinds for _ in range(200)})
    assert given[0].isdisjoint(given[1])
    assert all(len(names) > 900 for names in given)


def test_one_coined_name_in_eight_is_kept_back() -> None:
    kept_back = sum(is_kept_back(f"name {number}") for number in range(8_000))
    assert 900 < kept_back < 1_100


def test_a_larger_world_begins_with_the_smaller_and_another_seed_gives_another() -> None:
    smaller, larger, other = (make_world(*of) for of in ((5, "en", 2), (5, "en", 4), (6, "en", 2)))
    assert told(larger)[: len(told(smaller))] == told(smaller)
    assert not set(names_of(smaller)) & set(names_of(other))
    assert [fact[1:] for fact in told(smaller)] != [fact[1:] for fact in told(other)]


def test_no_name_stands_within_another() -> None:
    names = Names("en")
    assert names.give(lambda: "Ulo Vant", surname=True) == "Ulo Vant"
    clashing = iter(["Vant", "The Vant Road", "Ulo", "Vanto"])
    assert names.give(lambda: next(clashing)) == "Vanto"
    clashing = iter(["Ela Vanto", "Ela Vant", "Ela Vantra"])
    assert names.give(lambda: next(clashing), surname=True) == "Ela Vantra"
    chinese = Names("zh")
    chinese.give(lambda: "青石")
    clashing = iter(["青石港", "石", "石港"])
    assert chinese.give(lambda: next(clashing)) == "石港"


def test_a_lexicon_without_names_left_is_an_error() -> None:
    names = Names("en")
    names.give(lambda: "Vant")
    with pytest.raises(BuildError, match="no new en name"):
        names.give(lambda: "Vant")
