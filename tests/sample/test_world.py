from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.errors import BuildError
from lvbuild.languages import languages
from lvbuild.sample.corpus import lexicon
from lvbuild.sample.english.words import EnglishLexicon
from lvbuild.sample.inventing import stream_provinces
from lvbuild.sample.word_files import Names, is_kept_back
from lvbuild.sample.world import Entity, Value, World
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
ADULT = 22


AGED = 75
PORT_ALTITUDE_M = 30
PORTS: dict[LanguageCode, tuple[str, ...]] = {"en": ("haven", "mouth", "port"), "zh": ("港",)}
SEEDS = range(100, 112)


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(5, "en", 40)


@pytest.fixture(scope="module", params=languages)
def worlds(request: pytest.FixtureRequest) -> list[World]:
    """Worlds of many seeds in a language."""
    language: LanguageCode = request.param
    return [make_world(seed, language, 4) for seed in SEEDS]


def make_world(seed: int, language: LanguageCode, provinces: int) -> World:
    stream = stream_provinces(seed, lexicon(language), language)
    return World(language, list(islice(stream, provinces)))


def of(world: World, kind: str) -> list[Entity]:
    return [entity for entity in world.entities if entity.kind == kind]


def year(world: World, entity: Entity, relation: str) -> int:
    value = world.value(entity, relation)
    assert isinstance(value, int)
    return value


def other(world: World, entity: Entity, relation: str) -> Entity:
    value = world.value(entity, relation)
    assert isinstance(value, Entity)
    return value


def values(world: World, entity: Entity) -> list[Value]:
    return [fact.value for fact in world.facts(entity)]


def has(world: World, entity: Entity, relation: str) -> bool:
    return any(fact.relation == relation for fact in world.facts(entity))


def alive_and_adult(world: World, person: Entity, when: int) -> bool:
    return year(world, person, "born") + ADULT <= when <= year(world, person, "died")


def told(world: World) -> list[tuple[str, str, str]]:
    return [
        (fact.subject.name, fact.relation, getattr(fact.value, "id", str(fact.value)))
        for entity in world.entities
        for fact in world.facts(entity)
    ]


def test_every_entity_has_the_relations_of_its_kind(world: World) -> None:
    assert {entity.kind for entity in world.entities} == set(ALWAYS)
    for entity in world.entities:
        relations = {fact.relation for fact in world.facts(entity)}
        assert ALWAYS[entity.kind] <= relations
        assert relations <= ALWAYS[entity.kind] | SOMETIMES.get(entity.kind, set())


def test_optional_relations_are_common_and_absent_ones_raise(world: World) -> None:
    people = of(world, "person")
    for relation in sorted(SOMETIMES["person"]):
        having = [person for person in people if has(world, person, relation)]
        assert 0.3 * len(people) < len(having) < len(people)
    unfounded = next(town for town in of(world, "town") if not has(world, town, "founded_by"))
    with pytest.raises(KeyError):
        world.value(unfounded, "founded_by")


def test_ids_are_unique_and_values_are_of_the_world(world: World) -> None:
    ids = {entity.id: entity for entity in world.entities}
    assert len(ids) == len(world.entities)
    for entity in world.entities:
        for fact in world.facts(entity):
            if isinstance(fact.value, Entity):
                assert ids[fact.value.id] == fact.value
                assert fact in world.mentions(fact.value)


def test_people_are_born_study_and_die_in_this_order(world: World) -> None:
    for person in of(world, "person"):
        born, died = year(world, person, "born"), year(world, person, "died")
        assert born >= 1400
        assert born + 40 < died <= 1990
        assert year(world, other(world, person, "born_in"), "founded") < born
        assert year(world, other(world, person, "died_in"), "founded") < died
        if has(world, person, "studied_at"):
            assert year(world, other(world, person, "studied_at"), "opened") <= born + 16
        if has(world, person, "worked_at"):
            assert year(world, other(world, person, "worked_at"), "opened") < died
        if has(world, person, "taught_by"):
            teacher = other(world, person, "taught_by")
            assert year(world, teacher, "born") + ADULT <= born + 16 < year(world, teacher, "died")


def test_marriages_and_twin_towns_are_mutual(world: World) -> None:
    for relation, kind in (("married", "person"), ("twin", "town")):
        pairs = [entity for entity in of(world, kind) if has(world, entity, relation)]
        for entity in pairs:
            partner = other(world, entity, relation)
            assert partner != entity
            assert other(world, partner, relation) == entity


def test_spouses_were_adults_together(world: World) -> None:
    for person in of(world, "person"):
        if has(world, person, "married"):
            spouse = other(world, person, "married")
            later = max(year(world, person, "born"), year(world, spouse, "born"))
            earlier = min(year(world, person, "died"), year(world, spouse, "died"))
            assert later + ADULT < earlier


def test_who_founds_heads_surveys_or_makes_is_alive_and_adult(world: World) -> None:
    deeds = {
        "sea": ("charted_by", "charted_in"),
        "river": ("surveyed_by", "surveyed_in"),
        "town": ("founded_by", "founded"),
        "institution": ("founded_by", "opened"),
        "work": ("made_by", "year"),
    }
    for entity in world.entities:
        by, when = deeds.get(entity.kind, ("", ""))
        if by and has(world, entity, by):
            assert alive_and_adult(world, other(world, entity, by), year(world, entity, when))


def test_an_institution_stands_in_a_town_of_its_time_and_its_head_outlives_its_opening(
    world: World,
) -> None:
    for house in of(world, "institution"):
        opened = year(world, house, "opened")
        assert year(world, other(world, house, "located_in"), "founded") < opened
        head = other(world, house, "headed_by")
        assert head != other(world, house, "founded_by")
        assert year(world, head, "died") > opened
        assert other(world, head, "worked_at") == house


def test_works_are_dedicated_to_somebody_else_who_is_grown_and_alive(worlds: list[World]) -> None:
    for world in worlds:
        for work in of(world, "work"):
            patron = other(world, work, "dedicated_to")
            assert patron != other(world, work, "made_by")
            grown = year(world, patron, "born") + 15
            assert grown < year(world, work, "year") <= year(world, patron, "died")


def test_a_work_is_about_a_river_or_a_town_of_its_time(worlds: list[World]) -> None:
    for world in worlds:
        for work in of(world, "work"):
            about = other(world, work, "about")
            assert about.kind in ("town", "river")
            if about.kind == "town":
                assert year(world, about, "founded") < year(world, work, "year")


def test_institutions_teach_keep_and_treasure_what_their_sort_does(worlds: list[World]) -> None:
    for world in worlds:
        able = lexicon(world.language)
        sorts = {house: world.value(house, "sort") for house in of(world, "institution")}
        for house, sort in sorts.items():
            assert world.value(house, "treasure") in able.institutions[str(sort)]["treasure"]
        for person in of(world, "person"):
            if has(world, person, "studied_at"):
                assert sorts[other(world, person, "studied_at")] in able.able("teaches")
        for work in of(world, "work"):
            assert sorts[other(world, work, "kept_at")] in able.able("keeps")


def test_nobody_begins_anything_new_in_old_age(worlds: list[World]) -> None:
    begun = {
        ("charted_by", "charted_in"), ("surveyed_by", "surveyed_in"), ("founded_by", "founded"),
        ("founded_by", "opened"), ("made_by", "year"), ("headed_by", "opened"),
    }  # fmt: skip
    for world in worlds:
        for entity in world.entities:
            for by, when in begun:
                if has(world, entity, by) and has(world, entity, when):
                    doer = other(world, entity, by)
                    assert year(world, entity, when) < year(world, doer, "born") + AGED
        for person in of(world, "person"):
            if has(world, person, "worked_at"):
                house = other(world, person, "worked_at")
                assert year(world, house, "opened") < year(world, person, "born") + AGED - 1


def test_a_boat_going_down_a_river_passes_ever_lower_towns(worlds: list[World]) -> None:
    for world in worlds:
        for river in of(world, "river"):
            towns = world.towns_downstream(river)
            assert {
                town for town in of(world, "town") if other(world, town, "stands_on") == river
            } == {*towns}
            heights = [year(world, town, "altitude_m") for town in towns]
            assert heights == sorted(set(heights), reverse=True)


def test_ports_lie_low_and_there_are_some(worlds: list[World]) -> None:
    ports = [
        (world, town)
        for world in worlds
        for town in of(world, "town")
        if town.name.endswith(PORTS[world.language])
    ]
    assert len(ports) > len(worlds)
    assert all(year(world, town, "altitude_m") <= PORT_ALTITUDE_M for world, town in ports)


def test_couples_are_a_woman_and_a_man(worlds: list[World]) -> None:
    for world in worlds:
        for person in of(world, "person"):
            if has(world, person, "married"):
                assert other(world, person, "married").female != person.female


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


def test_rivers_flow_into_longer_rivers_or_the_sea_and_towns_lie_below_sources(
    world: World,
) -> None:
    for river in of(world, "river"):
        mouth = other(world, river, "flows_into")
        if mouth.kind == "river":
            assert year(world, mouth, "length_km") > year(world, river, "length_km")
        else:
            assert mouth.kind == "sea"
    for town in of(world, "town"):
        source = year(world, other(world, town, "stands_on"), "source_altitude_m")
        assert year(world, town, "altitude_m") < source


def test_terms_come_from_the_lexicon(world: World) -> None:
    terms = EnglishLexicon.terms
    for entity in world.entities:
        for fact in world.facts(entity):
            if isinstance(fact.value, str) and fact.relation != "treasure":
                sort = f"{entity.kind}_sort" if fact.relation == "sort" else fact.relation
                assert fact.value in terms[sort]


def test_a_larger_world_begins_with_the_smaller(world: World) -> None:
    smaller = make_world(5, "en", 7)
    assert told(world)[: len(told(smaller))] == told(smaller)
    assert len(smaller.entities) * 40 == len(world.entities) * 7


def test_another_seed_gives_other_names_and_facts() -> None:
    one, two = (make_world(seed, "en", 2) for seed in (5, 6))
    assert not set(names_of(one)) & set(names_of(two))
    assert [fact[1:] for fact in told(one)] != [fact[1:] for fact in told(two)]


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_world_does_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_world import fingerprint; print(fingerprint())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == fingerprint()


def fingerprint() -> str:
    everything = repr(told(make_world(3, "en", 3)))
    return blake2b(everything.encode(), digest_size=16).hexdigest()


def test_names_are_listed_longest_first(world: World) -> None:
    names = names_of(world)
    assert names == sorted(names, key=lambda name: (-len(name), name))
    assert {entity.name for entity in world.entities} <= set(names)


def test_no_name_stands_within_another() -> None:
    names = Names("en")
    assert names.give(lambda: "Ulo Vant", surname=True) == "Ulo Vant"
    clashing = iter(["Vant", "The Vant Road", "Ulo", "Vanto"])
    assert names.give(lambda: next(clashing)) == "Vanto"
    clashing = iter(["Ela Vanto", "Ela Vant", "Ela Vantra"])
    assert names.give(lambda: next(clashing), surname=True) == "Ela Vantra"


def test_chinese_names_are_compared_by_characters() -> None:
    names = Names("zh")
    names.give(lambda: "青石")
    clashing = iter(["青石港", "石", "石港"])
    assert names.give(lambda: next(clashing)) == "石港"


def test_a_lexicon_without_names_left_is_an_error() -> None:
    names = Names("en")
    names.give(lambda: "Vant")
    with pytest.raises(BuildError, match="no new en name"):
        names.give(lambda: "Vant")
