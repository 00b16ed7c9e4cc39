"""The invented world: what is true of it could be, and follows from its seed alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.errors import BuildError
from lvbuild.sample.inventing import ADULT, AGED, PORT_ALTITUDE_M, stream_provinces
from lvbuild.sample.names import Lexicon, Names
from lvbuild.sample.world import Entity, World
from tests.sample.asked_worlds import LANGUAGES

ORDERS = {
    "person": ("born", "portrait_year", "died", "letters_year"),
    "town": ("founded", "disaster_year", "landmark_year"),
    "institution": ("opened", "damage_year", "extended"),
    "work": ("year", "printed", "reprinted"),
}
"""The years of each kind in the order in which they must be."""
DEEDS = {
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
    ("river", "bridged_at"): "bridge_year",
}
PORTS: dict[LanguageCode, tuple[str, ...]] = {"en": ("haven", "mouth", "port"), "zh": ("港",)}


def make_world(seed: int, language: LanguageCode, provinces: int) -> World:
    stream = stream_provinces(seed, Lexicon(language), language)
    return World(language, list(islice(stream, provinces)))


@pytest.fixture(scope="module", params=LANGUAGES)
def world(request: pytest.FixtureRequest) -> World:
    return make_world(5, request.param, 24)


def of(world: World, kind: str) -> list[Entity]:
    return [entity for entity in world.entities if entity.kind == kind]


def linked(world: World, kind: str, relation: str) -> Iterator[tuple[Entity, Entity]]:
    """Yield the things of a kind that have a relation, with what it leads to."""
    for one in of(world, kind):
        if other := world.related(one, relation):
            yield one, other


def names(world: World) -> set[str]:
    return {entity.name for entity in world.entities}


def told(world: World) -> list[tuple[str, str, str]]:
    return [
        (fact.subject.name, fact.relation, getattr(fact.value, "id", str(fact.value)))
        for entity in world.entities
        for fact in world.facts(entity)
    ]


def test_the_years_of_everything_are_in_order_and_of_its_epoch(world: World) -> None:
    for kind, relations in ORDERS.items():
        for one in of(world, kind):
            years = [world.number(one, relation) for relation in relations]
            assert years == sorted(set(years)), (one, years)
            assert 1400 < years[0] < years[-1] < 2010


def test_people_do_what_they_do_as_adults_before_they_are_old(world: World) -> None:
    for (kind, by), when in DEEDS.items():
        for thing, doer in linked(world, kind, by):
            year, born = world.number(thing, when), world.number(doer, "born")
            assert year <= world.number(doer, "died")
            assert year < born + AGED
            assert year >= born + ADULT


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
        assert world.number(house, "opened") < world.number(person, "died") - 4
    for house, head in linked(world, "institution", "headed_by"):
        assert head != world.related(house, "founded_by")
        assert world.related(head, "worked_at") is None
    for work, patron in linked(world, "work", "dedicated_to"):
        assert patron != world.related(work, "made_by")
        grown = world.number(patron, "born") + 15
        assert grown < world.number(work, "year") <= world.number(patron, "died")


def test_couples_are_pairs(world: World) -> None:
    for one, other in linked(world, "person", "married"):
        assert world.related(other, "married") == one
        assert one.female != other.female


def test_trades_fit_what_people_and_institutions_do(world: World) -> None:
    lexicon = Lexicon(world.language)
    for house in of(world, "institution"):
        sort = str(world.value(house, "sort"))
        assert world.value(house, "treasure") in lexicon.terms("treasure", "institution", sort)
    for kind, relation, does in (("person", "studied_at", "teaches"), ("work", "kept_at", "keeps")):
        sorts = {world.value(house, "sort") for _, house in linked(world, kind, relation)}
        assert sorts <= {*lexicon.able(does)}
    for work, maker in linked(world, "work", "made_by"):
        writers = lexicon.terms("writers", "work", str(world.value(work, "sort")))
        assert world.value(maker, "profession") in writers
    for _, surveyor in linked(world, "river", "surveyed_by"):
        assert world.value(surveyor, "profession") in lexicon.professions["surveys"]


def test_water_flows_down(world: World) -> None:
    for river, mouth in linked(world, "river", "flows_into"):
        assert world.number(mouth, "length_km") > world.number(river, "length_km")
    for river in of(world, "river"):
        heights = [world.number(town, "altitude_m") for town in world.towns_downstream(river)]
        assert heights == sorted(set(heights), reverse=True)
        assert all(height < world.number(river, "source_altitude_m") for height in heights)
    ports = [town for town in of(world, "town") if town.name.endswith(PORTS[world.language])]
    assert ports
    assert all(world.number(town, "altitude_m") <= PORT_ALTITUDE_M for town in ports)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spare_lexicon_gives_names_that_no_world_has_and_a_usual_one_those_it_may(
    language: LanguageCode,
) -> None:
    usual, spare = (Lexicon(language, spare=kept_back) for kept_back in (False, True))
    draws = Draws("names")
    given: list[set[str]] = []
    for source in (usual, spare):
        kinds = [("river", ""), ("town", ""), ("town", "port"), ("person", "woman")]
        kinds += [(kind, next(iter(source.sorts[kind]))) for kind in ("work", "institution")]
        given.append({source.name(draws, *kind) for kind in kinds for _ in range(200)})
    assert given[0].isdisjoint(given[1])
    assert all(len(names) > 900 for names in given)


def test_a_larger_world_begins_with_the_smaller_and_another_seed_gives_another() -> None:
    smaller, larger, other = (make_world(*of) for of in ((5, "en", 2), (5, "en", 4), (6, "en", 2)))
    assert told(larger)[: len(told(smaller))] == told(smaller)
    assert not set(names(smaller)) & set(names(other))
    assert [fact[1:] for fact in told(smaller)] != [fact[1:] for fact in told(other)]


def test_no_name_stands_within_another() -> None:
    given = Names("en")
    assert given.give(lambda: "Ulo Vant", surname=True) == "Ulo Vant"
    clashing = iter(["Vant", "The Vant Road", "Ulo", "Vanto"])
    assert given.give(lambda: next(clashing)) == "Vanto"
    clashing = iter(["Ela Vanto", "Ela Vant", "Ela Vantra"])
    assert given.give(lambda: next(clashing), surname=True) == "Ela Vantra"
    chinese = Names("zh")
    chinese.give(lambda: "青石")
    clashing = iter(["青石港", "石", "石港"])
    assert chinese.give(lambda: next(clashing)) == "石港"


def test_a_lexicon_without_names_left_is_an_error() -> None:
    names = Names("en")
    names.give(lambda: "Vant")
    with pytest.raises(BuildError, match="no new en name"):
        names.give(lambda: "Vant")
