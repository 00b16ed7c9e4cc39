"""Every filter tells the places of what it refuses by reason, all of its reasons each time."""

from __future__ import annotations

from typing import NamedTuple

from lvbuild.core.model import Question
from lvbuild.languages import find_language
from lvbuild.mixing.filters.filter import Filter, PooledQuestion, Replacements
from lvbuild.mixing.filters.leaks import Leaks
from lvbuild.mixing.filters.near_duplicates import NearDuplicates


class Text(NamedTuple):
    """A document of the pool, of one sentence."""

    text: str

    @property
    def sentences(self) -> list[str]:
        """The sentence."""
        return [self.text]


GOLD = "The harbour school of Marlow was founded in 1888 by Jo Dell, as its old roll still tells."
PAGE = "Many schools of the coast were founded by retired captains, and some of them keep a roll."
POOL = {
    "gold": GOLD,
    "like": GOLD.upper(),
    "page": PAGE,
    "told": "Ada Stone rang the bell.",
    "new": "Mill and mill owner alike paid Max Reed.",
    "other": "Rivers run through the valley.",
}
NORMAL = find_language("en").normal_texts(list(POOL.values()))
ASKED = PooledQuestion(
    question=Question("q", "Who was it?", ("Max Reed",)),
    original=Question("q", "Who was it?", ("Ada Stone",)),
    supporting={"gold": GOLD},
    retrieved={"page": PAGE},
    worded=[GOLD],
    changed={5: Text("Rivers run past Max Reed.")},
    clashing={4},
)
NOTHING = PooledQuestion(Question("p", "Why?", ()), Question("p", "Why?", ()), {}, {}, [], {}, {3})


def refused(one: Filter) -> tuple[object, object]:
    return one.refused(ASKED), one.refused(NOTHING)


def test_a_questions_own_documents_and_their_likes_are_refused_and_what_was_retrieved() -> None:
    reasons = "its own supporting document", "near-duplicate of one", "retrieved for it upstream"
    told, nothing = refused(
        NearDuplicates([ASKED, NOTHING], list(POOL), NORMAL, find_language("en"))
    )
    assert told == dict(zip(reasons, ({0}, {0, 1}, {2}), strict=True))
    assert nothing == {reason: set() for reason in reasons}


def test_what_holds_a_replacement_is_refused() -> None:
    assert refused(Replacements()) == ({"holds a replacement": {4}}, {"holds a replacement": {3}})


def test_what_tells_the_answer_as_the_question_words_it_or_the_replaced_one_is_refused() -> None:
    texts = [Text(text) for text in POOL.values()]
    told, nothing = refused(Leaks([ASKED, NOTHING], texts, NORMAL, find_language("en")))
    assert (told, nothing) == ({"leaks the answer": {3, 4, 5}}, {"leaks the answer": set()})
