"""Setting confusing facts in: near their depths, where they are at home, before whole sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from math import inf

from lvbuild.core.model import Fact, Question
from lvbuild.core.seeds import Draws
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.mixing.confusing.facts import FactSetter
from lvbuild.mixing.confusing.homes import Guest, brought_home
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import ContextLayout, Insertion, Passage
from lvbuild.mixing.plans.depths import stratified_fact_depths
from lvbuild.mixing.pool import Pool, PoolView

LAYOUT = ContextLayout("### Passage ")
SENTENCE, SENTENCES, DOCUMENTS = 50, 6, 100
FACT = "Nobody in the house had ever seen the old grey boat."


@dataclass
class Told:
    """Surroundings as a test tells them; the rest is a little alike, and leans on nothing."""

    likenesses: Mapping[str, float | None] = field(default_factory=dict)
    leans: Mapping[tuple[str, int], Lean] = field(default_factory=dict)
    other: float | None = 0.1

    def likeness(self, fact: int, passage: Passage) -> float | None:
        return self.likenesses.get(passage.document_id, self.other)

    def lean(self, document_id: str, boundary: int) -> Lean:
        return self.leans.get((document_id, boundary), Lean.NAMES)


def document(name: str, firm: bool = True) -> Outline:
    """Six sentences of 49 characters with a space between them."""
    ends = accumulate([SENTENCE - 1] + [SENTENCE] * (SENTENCES - 1))
    marks = [Boundary(end, firm=firm, paragraph=False) for end in ends]
    starts = (0, *(mark.offset + 1 for mark in marks[:-1]))
    return Outline(name, marks, [9 * (n + 1) for n in range(SENTENCES)], "\n", starts=starts)


POOL = [document(f"d:{n}") for n in range(DOCUMENTS)]
LAID = [Passage(o.document_id, "distracting", 0, o.length, whole=True) for o in POOL]
SIZE = LAID[0].stop + 16
"""Nearly what a passage takes of the context, with its heading."""


def with_supporting(*places: int) -> list[Passage]:
    return [p._replace(role="supporting") if n in places else p for n, p in enumerate(LAID)]


def set_in(
    depths: Sequence[float],
    told: Told,
    laid: Sequence[Passage] = LAID,
    pool: Sequence[Outline] = POOL,
) -> tuple[Insertion, ...]:
    facts = tuple(Fact("confusing", FACT) for _ in depths)
    setter = FactSetter(
        Question("q:1", "Who?", ("He",), facts=facts),
        depths,
        surroundings=told,
        pool=PoolView(Pool(pool)),
        layout=LAYOUT,
        language="en",
    )
    return setter.set_in(laid)


def passages(found: Sequence[Insertion]) -> list[int]:
    return [one.passage for one in found]


def test_a_fact_goes_into_the_passage_most_like_it_within_a_twentieth_of_its_depth() -> None:
    alike = {"d:10": 9.0, "d:47": 5.0, "d:52": 6.0, "d:57": 7.0}
    assert passages(set_in([0.5], Told(alike))) == [52]
    assert passages(set_in([0.1], Told(alike))) == [10]


def brought(
    depth: float, told: Told, laid: Sequence[Passage] = LAID
) -> tuple[list[str], Sequence[Passage]]:
    """Return the passages that were moved, and all of them in their new order."""
    fact = partial(told.likeness, 0)
    moved = brought_home(laid, [Guest(depth, fact)], LAYOUT)
    assert sorted(moved) == sorted(laid)
    kept = [passage for passage in laid if passage.document_id in told.likenesses]
    others = [passage for passage in moved if passage not in kept]
    assert others == [passage for passage in laid if passage not in kept]
    places = [(moved.index(passage), laid.index(passage)) for passage in kept]
    return [laid[old].document_id for new, old in places if new != old], moved


def test_the_passage_most_like_a_fact_is_brought_to_its_depth() -> None:
    for depth in (0.0, 0.3, 0.5, 1.0):
        changed, moved = brought(depth, Told({"d:80": 6.0}))
        home = [passage.document_id for passage in moved].index("d:80")
        assert abs(home - depth * (DOCUMENTS - 1)) <= 1
        assert changed == ["d:80"]
        assert passages(set_in([depth], Told({"d:80": 6.0}), moved)) == [home]


def test_none_is_moved_where_one_nearly_as_alike_stands_near_or_none_is_alike() -> None:
    assert brought(0.5, Told({"d:80": 6.0, "d:53": 5.0}))[0] == []
    assert brought(0.5, Told(other=None))[1] == LAID
    assert brought(0.5, Told(other=0.0))[1] == LAID
    assert brought(0.5, Told({"d:20": 6.0, "d:58": 5.0}))[0] == ["d:20"]


def test_no_passage_is_brought_past_the_evidence_or_beside_it() -> None:
    laid = with_supporting(40, 60)
    changed, moved = brought(0.45, Told({"d:80": 9.0, "d:57": 6.0}), laid)
    assert changed == ["d:57"]
    assert [n for n, passage in enumerate(moved) if passage.role == "supporting"] == [40, 60]
    for depth, stretch in ((0.405, (1, 39)), (0.595, (42, 59)), (0.61, (62, 100))):
        home = {"d:20": 9.0, "d:50": 9.0, "d:80": 9.0}
        moved = brought(depth, Told(home), laid)[1]
        beside = {moved[n].document_id for n in (39, 41, 59, 61)}
        assert not beside & set(home), stretch
    assert brought(0.5, Told({"d:0": 9.0}), with_supporting(1, 2, 3)[:5])[0] == []


def test_a_known_home_is_brought_without_a_look_at_passages_that_are_far() -> None:
    seen = set()

    def likeness(passage: Passage) -> float:
        seen.add(passage.document_id)
        return 6.0 if passage.document_id == "d:80" else 0.1

    moved = brought_home(LAID, [Guest(0.3, likeness, "d:80")], LAYOUT)
    assert abs([passage.document_id for passage in moved].index("d:80") - 30) <= 1
    assert seen <= {"d:80", *(f"d:{n}" for n in range(24, 37))}
    elsewhere = brought_home(with_supporting(50), [Guest(0.3, likeness, "d:80")], LAYOUT)
    assert elsewhere[80].document_id == "d:80"


def test_a_home_on_the_far_side_of_the_evidence_is_brought_as_near_as_it_may_come() -> None:
    laid = with_supporting(30)
    alike = Told({"d:80": 6.0, "d:5": 6.0})
    for depth, home, place in ((0.28, "d:80", 32), (0.32, "d:5", 28), (0.5, "d:5", 5)):
        fact = partial(alike.likeness, 0)
        moved = brought_home(laid, [Guest(depth, fact, home)], LAYOUT)
        assert abs([each.document_id for each in moved].index(home) - place) <= 1
        assert moved[30] == laid[30]


def test_the_home_that_a_row_names_is_brought_to_the_fact_however_near_it_is() -> None:
    changed, moved = brought(0.5, Told({"d:53": inf}))
    assert changed == ["d:53"]
    assert abs([passage.document_id for passage in moved].index("d:53") - 50) <= 1


def test_homes_of_two_facts_are_two_passages() -> None:
    told = Told({"d:80": 6.0, "d:90": 6.0})
    facts = [Guest(depth, partial(told.likeness, 0)) for depth in (0.2, 0.5)]
    moved = [passage.document_id for passage in brought_home(LAID, facts, LAYOUT)]
    assert abs(moved.index("d:80") - 20) <= 1
    assert abs(moved.index("d:90") - 50) <= 1


def test_where_nothing_is_more_alike_it_goes_into_the_nearest() -> None:
    for depth in (0.0, 0.005, 0.3, 0.775, 1.0):
        [fact] = set_in([depth], Told())
        there = fact.passage * SIZE + fact.offset
        assert abs(there - depth * DOCUMENTS * SIZE) < 2 * SENTENCE


def test_inside_a_passage_nearly_as_alike_is_better_than_at_the_end_of_the_one_most_alike() -> None:
    leaning = {("d:52", n): Lean.POINTS_BACK for n in range(SENTENCES)}
    [fact] = set_in([0.5], Told({"d:52": 6.0, "d:51": 5.0}, leaning))
    assert (fact.passage, fact.offset < LAID[51].stop) == (51, True)
    [fact] = set_in([0.5], Told({"d:52": 6.0, "d:51": 4.0}, leaning))
    assert (fact.passage, fact.offset) == (52, LAID[52].stop)


def test_no_fact_comes_before_a_sentence_that_points_back() -> None:
    points = {(f"d:{n}", k): Lean.POINTS_BACK for n in range(DOCUMENTS) for k in (0, 1, 2, 4)}
    goes_on = {(f"d:{n}", 3): Lean.GOES_ON for n in range(DOCUMENTS)}
    [fact] = set_in([0.5], Told({"d:52": 6.0}, points))
    assert (fact.passage, fact.offset) == (52, POOL[0].boundaries[3].offset)
    [fact] = set_in([0.5], Told({"d:52": 6.0}, points | goes_on))
    assert (fact.passage, fact.offset) == (52, LAID[52].stop)


def test_before_one_that_goes_on_it_stands_where_no_passage_near_has_another_place() -> None:
    long = document("d:long")
    laid = [Passage("d:long", "distracting", 0, long.length - 2, whole=False)]
    leans = {("d:long", n): Lean.POINTS_BACK for n in (0, 1, 3, 4)} | {("d:long", 2): Lean.GOES_ON}
    [fact] = set_in([0.5], Told({}, leans), laid, [long])
    assert fact.offset == long.boundaries[2].offset


def test_before_what_goes_on_in_a_passage_alike_is_better_than_at_home_nowhere() -> None:
    goes_on = {("d:52", n): Lean.GOES_ON for n in range(SENTENCES - 1)}
    laid = [passage._replace(stop=passage.stop - 2, whole=False) for passage in LAID]
    mute = Told({f"d:{n}": 0.2 for n in range(DOCUMENTS)} | {"d:52": 6.0}, goes_on)
    for depth in (0.48, 0.52, 0.56):
        assert passages(set_in([depth], mute, laid)) == [52]


def test_no_fact_stands_beside_the_evidence_where_another_passage_is_left() -> None:
    alike = {"d:49": 9.0, "d:51": 9.0}
    assert passages(set_in([0.5], Told(alike), with_supporting(50)))[0] not in {49, 50, 51}
    [crowded] = set_in([0.5], Told(), with_supporting(*range(1, 100, 2)))
    assert crowded.passage % 2 == 0
    [beside] = set_in([0.5], Told(), with_supporting(1)[:3])
    assert beside.passage in {0, 2}


def test_a_passage_in_another_script_takes_no_fact_where_one_in_the_same_is_left() -> None:
    home = Told({"d:90": 0.0}, other=None)
    assert passages(set_in([0.5], home)) == [90]
    assert passages(set_in([0.5], Told(other=None))) == [49]


def test_facts_stand_apart_and_in_their_order() -> None:
    found = set_in([0.49, 0.5, 0.505, 0.51], Told({"d:52": 6.0}))
    places = [(one.passage, one.offset) for one in found]
    assert places == sorted(set(places))
    assert [one.fact for one in found] == [0, 1, 2, 3]


def test_places_outside_what_a_passage_holds_of_its_document_are_none() -> None:
    start, stop = POOL[0].starts[2], POOL[0].boundaries[3].offset
    laid = [passage._replace(start=start, stop=stop, whole=False) for passage in LAID]
    for depth in (0.0, 0.21, 0.5, 0.99):
        [fact] = set_in([depth], Told(), laid)
        assert start < fact.offset <= stop
        size = stop - start + 16
        assert abs((fact.passage * size + fact.offset - start) / (100 * size) - depth) < 0.02


def test_quoted_speech_takes_a_fact_only_where_nothing_else_is_left() -> None:
    speech = [document(o.document_id, firm=n == 80) for n, o in enumerate(POOL)]
    assert passages(set_in([0.5], Told(), pool=speech)) == [80]
    spoken = [document(o.document_id, firm=False) for o in POOL]
    assert passages(set_in([0.5], Told(), pool=spoken)) == [49]


def test_depths_of_facts_cover_the_whole_evenly_over_the_questions() -> None:
    counts = [1, 2, 3] * 40
    drawn = stratified_fact_depths(counts, Draws(1, "facts"))
    assert [len(depths) for depths in drawn] == counts
    for count, depths in zip(counts, drawn, strict=True):
        assert all(j / count <= depth < (j + 1) / count for j, depth in enumerate(depths))
    alike = sorted(
        depth for depths in stratified_fact_depths([2] * 50, Draws(1)) for depth in depths
    )
    assert all(n // 2 * 2 / 100 <= depth < (n // 2 + 1) * 2 / 100 for n, depth in enumerate(alike))
