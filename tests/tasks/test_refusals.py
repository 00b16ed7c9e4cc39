"""Which documents a question may not have, each for the first reason there is."""

from __future__ import annotations

from typing import Any, cast

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.model import Question
from lvbuild.recipe import load_recipe
from lvbuild.tasks.asking import Asked
from lvbuild.tasks.pool import Read
from lvbuild.tasks.refusals import refuse
from lvbuild.tasks.worded import Worded
from lvbuild.text.counting import PlainCounting

GOLD = "The harbour school of Marlow was founded in 1888 by a retired captain, as its roll tells."
PAGE = "Many schools of the coast were founded by retired captains, and some of them keep a roll."
LIKE = "Many schools of the COAST were founded by retired captains – and some of them keep a roll!"
OTHER = "Rivers run through the valley past mills and farms, and no one counts the days they take."
TOLD = "In eighteen eighty-eight the bell of the chapel cracked, and for a year no hymn was heard."


def test_a_retrieved_page_is_known_by_its_text_whatever_its_id() -> None:
    recipe, counting = load_recipe("hotpotwikiqa_mixup").recipe, PlainCounting("words")
    source = CorpusQuestion("q", "When?", ("1888",), ("gold",), retrieved=("page",))
    asked = Asked(source, Question("q", "When?", ("1888",)), ())
    own = {"gold": Read.of("gold", GOLD, recipe, counting)}
    worded = Worded(asked, asked.words, (), {}, own)
    texts = {"gold": GOLD, "like": LIKE, "other": OTHER, "told": TOLD}
    pool = [Read.of(name, text, recipe, counting) for name, text in texts.items()]
    refused, counts = refuse(pool, [worded], cast(Any, texts | {"page": PAGE}), "en")
    assert refused == [{0, 1, 3}]
    assert {reason: count for reason, count in counts.items() if count} == {
        "its own supporting document": 1,
        "retrieved for it upstream": 1,
        "leaks the answer": 1,
    }
