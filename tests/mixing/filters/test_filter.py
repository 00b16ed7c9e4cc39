"""Every filter tells the places of what it refuses by reason, all of its reasons each time."""

from __future__ import annotations

from lvbuild.core.model import Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters import Filter, Replacements
from lvbuild.mixing.filters.leaks import Leaks
from lvbuild.mixing.filters.near_duplicates import NearDuplicates
from lvbuild.mixing.pool import Pool, PoolChanges
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.counting import PlainCounting
from lvbuild.text.replacing import Replaced

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
ENGLISH = find_language("en")
NORMAL = ENGLISH.normal_texts(list(POOL.values()))
COUNTING = PlainCounting("words")
READ = [SplitDocument.of(name, text, "en", COUNTING) for name, text in POOL.items()]
ASKED = MixupQuestion(
    CorpusQuestion("q", "Who was it?", ("Ada Stone",), ("gold",), retrieved=("page",)),
    Question(
        "q", "Who was it?", ("Max Reed",), original=Question("q", "Who was it?", ("Ada Stone",))
    ),
    (),
    {"gold": GOLD},
    (READ[0],),
)
REPLACED = Replaced("Rivers run past Max Reed.", ())
CHANGES = PoolChanges({5: READ[5].reworded(REPLACED)}, {4})
NOTHING = MixupQuestion(CorpusQuestion("p", "Why?", (), ()), Question("p", "Why?", ()), (), {}, ())
UNCHANGED = PoolChanges({}, {3})


def refused(one: Filter) -> tuple[object, object]:
    return one.refused(ASKED, CHANGES), one.refused(NOTHING, UNCHANGED)


def test_a_questions_own_documents_and_their_likes_are_refused_and_what_was_retrieved() -> None:
    reasons = "its own supporting document", "near-duplicate of one", "retrieved for it upstream"
    told, nothing = refused(NearDuplicates([ASKED, NOTHING], POOL, Pool.of(READ), NORMAL, ENGLISH))
    assert told == dict(zip(reasons, ({0}, {0, 1}, {2}), strict=True))
    assert nothing == {reason: set() for reason in reasons}


def test_what_holds_a_replacement_is_refused() -> None:
    assert refused(Replacements()) == ({"holds a replacement": {4}}, {"holds a replacement": {3}})


def test_what_tells_the_answer_as_the_question_words_it_or_the_replaced_one_is_refused() -> None:
    told, nothing = refused(Leaks([ASKED, NOTHING], [CHANGES, UNCHANGED], READ, NORMAL, ENGLISH))
    assert (told, nothing) == ({"leaks the answer": {3, 4, 5}}, {"leaks the answer": set()})
