"""Records without distracting text keep of another what answers, in its order, and ask the same."""

from __future__ import annotations

from lvbuild.core.model import Fact, Level, Question
from lvbuild.mixing.bare import bare_level, bare_record
from lvbuild.mixing.plan import ContextLayout, Insertion, Passage, RecordPlan
from lvbuild.text.counting import PlainCounting

TEXTS = {
    "a": "Ada sailed. She came back.",
    "b": "Nothing of it.",
    "c": "It was May.",
    "rival:1": "Bob sailed.",
}
ASKED = Question("q:1", "When did Ada sail?", ("May",), facts=(Fact("confusing", "Bob sailed."),))
MIXED = RecordPlan(
    ASKED,
    0,
    4_000,
    (
        Passage("b", "distracting", 0, 14, True),
        Passage("c", "supporting", 0, 11, True),
        Passage("rival:1", "rival", 0, 11, True),
        Passage("a", "supporting", 12, 26, False),
    ),
    (),
    astray=True,
)
HIDDEN = RecordPlan(
    Question(
        "needle:0",
        "Who hid the key?",
        ("Ada",),
        facts=(
            Fact("needle", "Ada hid the key."),
            Fact("decoy", "Bob hid the cup."),
            Fact("needle", "Ada is a diver."),
        ),
    ),
    3,
    4_000,
    (Passage("a", "haystack", 12, 26, False), Passage("b", "haystack", 0, 14, True)),
    (
        Insertion(1, 0, 26, " ", ""),
        Insertion(2, 1, 14, " ", ""),
        Insertion(0, 1, 14, " ", ""),
    ),
)
LAYOUT = ContextLayout("### Passage ")
WORDS = PlainCounting("words")


def lengths(record: RecordPlan, level: Level, layout: ContextLayout) -> tuple[int, int | None]:
    made = bare_level(
        level,
        [record],
        lambda _: TEXTS,
        layout,
        counting=WORDS,
        reported=PlainCounting("characters"),
    )
    [one] = made.records
    return one.length, one.tokens


def test_supporting_passages_are_left_in_the_order_of_the_record_and_no_rival() -> None:
    made = bare_record(MIXED, evidence=True)
    assert made.passages == (MIXED.passages[1], MIXED.passages[3])
    assert made.question.facts == ()
    assert (made.question.input, made.question.answers) == (ASKED.input, ASKED.answers)
    assert not made.astray
    context = "### Passage 1\nIt was May.\n### Passage 2\nShe came back.\n"
    asked = "When did Ada sail?", "May"
    words = sum(len(text.split()) for text in (*asked, context))
    assert lengths(MIXED, Level(0, evidence=True), LAYOUT) == (
        words,
        len("".join(asked)) + len(context),
    )


def test_needles_are_left_in_the_order_of_the_record_in_an_empty_part_of_its_text() -> None:
    made = bare_record(HIDDEN, evidence=True)
    assert made.position == 3
    assert made.passages == (Passage("a", "haystack", 12, 12, False),)
    assert "".join(map(made.inserted, made.insertions)) == "Ada is a diver. Ada hid the key."
    assert {each.offset for each in made.insertions} == {12}
    context = "Ada is a diver. Ada hid the key.\n"
    told = len("Who hid the key?") + len("Ada") + len(context)
    assert lengths(HIDDEN, Level(0, evidence=True), ContextLayout()) == (4 + 1 + 8, told)


def test_a_closed_record_asks_the_same_over_nothing() -> None:
    for record in (MIXED, HIDDEN):
        made = bare_record(record, evidence=False)
        assert (made.passages, made.insertions, made.question.facts) == ((), (), ())
        assert made.question.id == record.question.id
    assert lengths(MIXED, Level(0), LAYOUT) == (5, len("When did Ada sail?May"))
