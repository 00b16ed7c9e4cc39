"""Which documents a question may not have, each for the first reason there is."""

from __future__ import annotations

import pytest

from lvbuild.core.model import Fact, LanguageCode, Question, Rival
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters import refuse
from lvbuild.mixing.mixup import change_pool
from lvbuild.mixing.pool import Pool, PoolChanges
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.counting import PlainCounting
from lvbuild.text.normal import NormalTexts
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer

ENGLISH = find_language("en")
GOLD = "The harbour school of Marlow was founded in 1888 by a retired captain, as its roll tells."
PAGE = "Many schools of the coast were founded by retired captains, and some of them keep a roll."
LIKE = "Many schools of the COAST were founded by retired captains – and some of them keep a roll!"
OTHER = "Rivers run through the valley past mills and farms, and no one counts the days they take."
TOLD = "In eighteen eighty-eight the bell of the chapel cracked, and for a year no hymn was heard."


def test_a_retrieved_page_is_known_by_its_text_whatever_its_id() -> None:
    language: LanguageCode = "en"
    counting = PlainCounting("words")
    source = CorpusQuestion("q", "When?", ("1888",), ("gold",), retrieved=("page",))
    words = Question("q", "When?", ("1888",))
    gold = SplitDocument.of("gold", GOLD, language, counting)
    question = MixupQuestion(source, words, (), (), {"gold": GOLD}, (gold,))
    texts = {"gold": GOLD, "like": LIKE, "other": OTHER, "told": TOLD}
    pool = [SplitDocument.of(name, text, language, counting) for name, text in texts.items()]
    [view], counts, _ = refuse(
        Pool.of(pool),
        [question],
        [PoolChanges({}, set())],
        {"page": PAGE},
        ENGLISH,
        asking={"q": "x"},
        found=NormalTexts(list(texts.values()), ENGLISH),
    )
    reasons = "its own supporting document", "retrieved for it upstream", "leaks the answer"
    assert view.refused == dict(zip((0, 1, 3), reasons, strict=True))
    assert {reason: count for reason, count in counts.items() if count} == {
        "its own supporting document": 1,
        "retrieved for it upstream": 1,
        "leaks the answer": 1,
    }


def left(
    told: str, pair: Pair, language: LanguageCode, original: str = "", new: str = "", spare: int = 0
) -> bool:
    """Tell whether a pool's document stays beside a question whose answer is replaced."""
    english = language == "en"
    counting = PlainCounting("words" if english else "characters")
    words = Question("q", "Who painted the mill?", (original or pair.original,))
    answers = (new or pair.replacement,)
    replaced = Question("q", "Who painted the mill?", answers, original=words)
    gold = f"The gold says {pair.original}." if english else f"原文写明是{pair.original}。"
    source = CorpusQuestion("q", "Who painted the mill?", words.answers, ("gold",))
    own_text = Replacer([pair], language).replace(gold).text
    supporting = SplitDocument.of("gold", own_text, language, counting)
    question = MixupQuestion(source, replaced, (pair,), (False,), {"gold": gold}, (supporting,))
    texts = [told, *[f"{told} {n}" for n in range(spare)]]
    pool = [SplitDocument.of(f"d{n}", text, language, counting) for n, text in enumerate(texts)]
    changes = change_pool(pool, [question], find_language(language), {})
    found = NormalTexts(texts, find_language(language))
    asking = {"q": "x"}
    [view], _, _ = refuse(
        Pool.of(pool), [question], changes, {}, find_language(language), asking=asking, found=found
    )
    return 0 not in view.refused


@pytest.mark.parametrize(
    ("original", "replacement", "told"),
    [
        ("苏锦梁", "林若溪", "画这幅画的人是蘇錦梁。"),
        ("Ada Stone", "Max Reed", "The bridge was built by Adá Stone."),
        ("5 May 1995", "7 June 1996", "He came on the fifth of May, 1995."),
    ],
)
def test_a_document_that_tells_the_replaced_answer_in_another_form_is_refused(
    original: str, replacement: str, told: str
) -> None:
    language: LanguageCode = "en" if original.isascii() else "zh"
    assert not left(told, Pair(original, replacement), language)


def test_a_document_that_only_seems_to_tell_the_replaced_answer_stays() -> None:
    pair = Pair("Ada Stone", "Max Reed")
    assert left("The village has a stone bridge by Ada Stoneham.", pair, "en")
    assert left("湖上一共有一百五十二隻船。", Pair("五十二只", "四十一只"), "zh")


def test_replaced_answers_too_common_to_tell_and_free_text_refuse_nothing() -> None:
    told = "The mill had twelve wheels."
    assert not left(told, Pair("12", "9"), "en", spare=18)
    assert left(told, Pair("12", "9"), "en", spare=25)
    free = "the long white bridge that Ada Stone built"
    new = "a short red tower which nobody remembers any more"
    told = "It is the long white bridge that Adá Stone built."
    assert left(told, Pair("Ada Stone", "Max Reed"), "en", free, new)
    assert left("Yes, it is so.", Pair("harbour", "lake"), "en", "yes", "no")


def test_a_document_that_answers_in_upstreams_words_alone_is_refused_for_the_twin() -> None:
    language: LanguageCode = "en"
    counting = PlainCounting("words")
    asked = Question("q", "Who painted the mill?", ("Ada Stone",))
    told = "The mill of the valley was painted by Ada Stone before the war."
    gold = SplitDocument.of(
        "gold",
        "Of all mills the old one was the work of Ada Stone, paid in corn.",
        language,
        counting,
    )
    source = CorpusQuestion("q", asked.input, asked.answers, ("gold",))
    question = MixupQuestion(source, asked, (), (), {"gold": gold.text}, (gold,))
    # It is evidence of another question, which replaces the painter.
    upstream = SplitDocument.of("other", told, language, counting)
    reworded = upstream.reworded(Replacer([Pair("Ada Stone", "Max Reed")], language).replace(told))
    [view], _, _ = refuse(
        Pool.of([reworded]),
        [question],
        [PoolChanges({}, set())],
        {"other": told},
        ENGLISH,
        asking={"q": "x"},
        found=NormalTexts([told], ENGLISH),
    )
    assert "Ada Stone" not in reworded.text
    assert view.refused == {0: "leaks the answer"}


@pytest.mark.parametrize(
    ("told", "stays"), [("体长可达38公分。", False), ("体长可达3公分。", True)]
)
def test_a_document_that_holds_a_confusing_fact_is_refused(told: str, stays: bool) -> None:
    language: LanguageCode = "zh"
    counting = PlainCounting("characters")
    fact = Fact(
        "confusing", "体长可达38公分。", Rival("r", "黑边大眼鲷栖息于深水。体长可达38公分。")
    )
    asked = Question("q", "疏棘礁鲙最大的体长是多少？", ("七十四厘米",), facts=(fact,))
    gold = SplitDocument.of("gold", "疏棘礁鲙长七十四厘米。", language, counting)
    source = CorpusQuestion("q", asked.input, asked.answers, ("gold",))
    question = MixupQuestion(source, asked, (), (), {"gold": gold.text}, (gold,))
    texts = [f"眼斑拟石首鱼生活在近岸的沙底。{told}"]
    pool = [SplitDocument.of("other", text, language, counting) for text in texts]
    chinese = find_language("zh")
    [view], _, _ = refuse(
        Pool.of(pool),
        [question],
        [PoolChanges({}, set())],
        {},
        chinese,
        asking={"q": "x"},
        found=NormalTexts(texts, chinese),
    )
    assert view.refused == ({} if stays else {0: "holds a confusing fact"})
