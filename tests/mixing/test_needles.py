"""Planning needle tasks on invented texts: depths, shared backgrounds, twins, lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from lvbuild.core.model import Fact, LanguageCode, Level, Question, Unit
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.haystack import (
    NO_SURPLUS,
    RecordGroup,
    Surplus,
    even_depths,
    first_records,
    plan_groups,
)
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import (
    LevelPlan,
    LevelTooLargeError,
    QuestionTooLongError,
    UnevenTextError,
)
from lvbuild.mixing.running_text import HaystackTexts
from lvbuild.text.counting import PlainCounting
from tests.mixing.invented_texts import Invented, invent_several, run_together

LEVEL = Level(8_000)
SCALES: list[tuple[LanguageCode, Unit]] = [
    ("en", "words"),
    ("en", "characters"),
    ("zh", "characters"),
]


def hidden(
    records: int, facts: int = 1, words: Sequence[int] = (8,), language: LanguageCode = "en"
) -> list[RecordGroup]:
    """Return questions with facts of so many words in turn."""
    found = []
    for number in range(records):
        size = words[number % len(words)]
        space = find_language(language).space
        told = [
            Fact("decoy" if place else "needle", space.join([f"F{number}x{place}"] * size) + ".")
            for place in range(facts)
        ]
        question = Question(f"needle:{number:03}", f"What is {number}?", ("It",), facts=(*told,))
        depth = number / max(records - 1, 1)
        found.append(RecordGroup((question,), even_depths(depth, facts)))
    return found


def plan(
    texts: Sequence[Invented],
    asked: Sequence[RecordGroup],
    language: LanguageCode = "en",
    unit: Unit = "words",
    level: Level = LEVEL,
    surplus: Surplus = NO_SURPLUS,
) -> LevelPlan:
    return plan_groups(level, run_together(texts, language, unit), asked, surplus)


def backgrounds(planned: LevelPlan) -> int:
    return len({id(record.passages) for record in planned.records})


def test_records_share_one_background_unless_their_lengths_are_too_far_apart() -> None:
    texts = invent_several(1, "en", "words", size=10_000)
    assert backgrounds(plan(texts, hidden(30, 1, (5, 25)))) == 1
    planned = plan(texts, hidden(30, 1, (5, 150)))
    assert backgrounds(planned) == 2
    for one, other in zip(planned.records, planned.records[2:], strict=False):
        assert one.passages is other.passages


def test_a_surplus_of_one_record_changes_that_one_alone() -> None:
    texts = invent_several(1, "en", "words", size=10_000)
    plain = plan(texts, hidden(10))
    more = plan(texts, hidden(10), surplus={"needle:004": 7})
    changes = [b.length - a.length for a, b in zip(plain.records, more.records, strict=True)]
    assert changes[4] - changes[3] == 7
    assert len({*changes[:4], *changes[5:]}) == 1


def twins(facts: int) -> RecordGroup:
    [first] = hidden(1, facts, (12,))
    [whole] = first.questions
    silent = Question("needle:001", whole.input, ("None",), facts=whole.facts[1:])
    return RecordGroup((whole, silent), even_depths(0.5, facts))


def test_twins_too_unlike_for_a_small_level_have_the_same_text_and_one_more_of_it() -> None:
    texts = invent_several(2, "en", "words", size=3_000)
    planned = plan(texts, [twins(4)], level=Level(1_000))
    told, silent = planned.records
    assert all(abs(record.length - 1_000) <= 5 for record in planned.records)
    *same, last = told.passages
    assert (*same, last._replace(stop=silent.passages[-1].stop, whole=False)) == (
        *silent.passages[:-1],
        silent.passages[-1]._replace(whole=False),
    )
    assert silent.passages[-1].stop > last.stop
    others = [one for one in told.insertions if told.question.facts[one.fact].role != "needle"]
    assert [one._replace(fact=one.fact - 1) for one in others] == list(silent.insertions)


def test_a_limit_gives_the_first_records_and_counts_their_shared_places() -> None:
    texts = invent_several(4, "en", "words", size=10_000)
    planned = plan(texts, hidden(2_000))
    few, whole = first_records(planned, 50), first_records(planned, None)
    assert few.records == whole.records[:50]
    assert 0 < few.shared_places < whole.shared_places < 2_000
    starts = [(r.insertions[0].passage, r.insertions[0].offset) for r in whole.records]
    assert whole.shared_places == sum(one == other for one, other in pairwise(starts))


def test_what_cannot_be_planned_is_told() -> None:
    texts = invent_several(1, "en", "words", size=4_000)
    with pytest.raises(LevelTooLargeError):
        plan(texts, hidden(3))
    with pytest.raises(QuestionTooLongError):
        plan(texts, hidden(3, 10, (900,)))
    endless = invent_several(1, "en", "words", size=1)[:1]
    marks = endless[0].known.boundaries[-1:]
    known = replace(endless[0].known, boundaries=marks, counts=(9_000,), starts=(0,))
    with pytest.raises(UnevenTextError):
        plan([replace(endless[0], known=known)], hidden(2))


def test_the_nearest_length_that_was_found_is_told() -> None:
    marks = [Boundary(600 * number, ended=True) for number in range(1, 31)]
    hundreds = Outline("c:1", marks, [100 * number for number in range(1, 31)])
    # Each comes to four words more with its question and answer: 1,000 and 954 or 1,054.
    questions = hidden(2, words=(96, 350))
    places = [mark.offset for mark in marks]
    texts = HaystackTexts([hundreds], lambda name: places, "en", PlainCounting("words"))
    with pytest.raises(UnevenTextError, match="954"):
        plan_groups(Level(1_000), texts, questions)
