"""How much a confusing fact is like a passage, and what leans after a boundary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

import pytest

from lvbuild.core.model import Fact, LanguageCode, Origin, Question
from lvbuild.languages.boundary import Lean
from lvbuild.mixing.confusing.surroundings import (
    FactTerms,
    PoolSurroundings,
    QuestionSurroundings,
    fact_terms,
    opening_terms,
)
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.hard_negatives import PoolTerms
from lvbuild.mixing.plan import Passage
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.text.counting import PlainCounting

FACT = {
    "en": "Ada Quint, a baker of 1887, sold rye bread in the harbour of Kent.",
    "zh": "面包师罗晚秋于1887年在青岚的码头出售黑麦面包。",
}
ENGLISH = {
    "baker": "The baker sold bread of rye. Rye grows there. He was old.",
    "harbour": "The harbour has a mole. It was built in 1887 by the town of Oldtown.",
    "sold": "The mill was sold in 1887. It was sold again, and again it was not of use to a soul.",
    "other": "Two dogs sleep beside a wall. Nobody knows why they sleep there.",
}
CHINESE = {
    "simplified": "这位面包师在码头出售面包。他的父亲是木匠，母亲在镇上教书。",
    "traditional": "這位麵包師在碼頭出售麵包。他的父親是木匠，母親在鎮上教書。",
    "other": "两只狗睡在墙边。没有人知道它们为什么睡在那里。",
}


OTHERS = [f"Field {n} lies fallow 第{n}块田在路边" for n in range(8)]


NOTHING_OWN: Mapping[str, SplitDocument] = {}


def refusing(places: Sequence[int]) -> dict[int, str]:
    return dict.fromkeys(places, "refused")


def split(name: str, text: str, language: LanguageCode) -> SplitDocument:
    return SplitDocument.of(name, text, language, PlainCounting("characters"))


def asking(language: LanguageCode, home: str = "") -> Question:
    return Question("q:1", "Who?", ("Ada",), facts=(Fact("confusing", FACT[language], home),))


def about(
    pool: Sequence[SplitDocument],
    language: LanguageCode,
    supporting: Sequence[str] = (),
    home: str = "",
) -> tuple[tuple[FactTerms, ...], PoolSurroundings]:
    """Read what the fact is about, and what a pool's passages are about."""
    facts = fact_terms(asking(language, home), supporting, language)
    terms = PoolTerms([each.text for each in pool], facts[0].own, language)
    openings = opening_terms(pool, [facts], language)
    return facts, PoolSurroundings(Pool.of(pool), terms, openings, language)


def surroundings(
    texts: Mapping[str, str], language: LanguageCode, **own: str
) -> tuple[QuestionSurroundings, dict[str, SplitDocument]]:
    pool = {name: split(name, text, language) for name, text in texts.items()}
    facts, whole_pool = about([*pool.values()], language)
    changed = {name: split(name, text, language) for name, text in own.items()}
    return QuestionSurroundings(asking(language), facts, changed, whole_pool), pool | changed


def whole(document: SplitDocument) -> Passage:
    return Passage(document.document_id, "distracting", 0, document.outline.length, whole=True)


def likenesses(
    texts: Mapping[str, str], language: LanguageCode, **own: str
) -> dict[str, float | None]:
    told, pool = surroundings(texts, language, **own)
    return {name: told.likeness(0, whole(document)) for name, document in pool.items()}


def test_a_passage_is_the_more_like_a_fact_the_more_of_its_rare_words_it_holds() -> None:
    found = likenesses(ENGLISH, "en")
    order = sorted(found, key=lambda name: -(found[name] or 0))
    assert order == ["baker", "harbour", "sold", "other"]
    assert found["other"] == 0


def test_years_alone_make_no_passage_alike() -> None:
    assert likenesses({"year": "In 1887 it rained.", **ENGLISH}, "en")["year"] == 0


def test_a_passage_in_another_script_is_none_at_all() -> None:
    found = likenesses(CHINESE, "zh")
    assert found["traditional"] is None
    assert found["simplified"] > found["other"]  # type: ignore[operator]


def test_the_home_of_a_fact_is_the_passage_of_the_pool_most_like_it_that_it_may_have() -> None:
    texts = [split(name, text, "en") for name, text in ENGLISH.items()]
    outlines = Pool([each.outline for each in texts])
    facts, surrounding = about(texts, "en")
    order = [[*ENGLISH].index(name) for name in ("baker", "harbour", "sold")]
    for refused in range(3):
        pool = PoolView(outlines, refusing(order[:refused]))
        assert surrounding.find_homes(facts, pool, [0.4]) == {order[refused]: 0.4}
    assert surrounding.find_homes(facts, PoolView(outlines, refusing(order)), [0.4]) == {}


def test_the_home_that_a_row_names_comes_before_what_is_most_like_the_fact() -> None:
    texts = [split(name, text, "en") for name, text in ENGLISH.items()]
    texts[3] = replace(texts[3], document_id="other[0:40]", origin=Origin("other", 0))
    outlines = Pool([each.outline for each in texts])
    facts, surrounding = about(texts, "en", home="other")
    assert surrounding.find_homes(facts, PoolView(outlines), [0.4]) == {3: 0.4}
    assert surrounding.find_homes(facts, PoolView(outlines, refusing([3])), [0.4]) == {0: 0.4}
    told = QuestionSurroundings(asking("en", "other"), facts, NOTHING_OWN, surrounding)
    assert [told.likeness(0, whole(each)) == inf for each in texts] == [False, False, False, True]
    unknown, surrounding = about(texts, "en", home="nowhere")
    assert surrounding.find_homes(unknown, PoolView(outlines), [0.4]) == {0: 0.4}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_fact_is_at_home_too_in_what_is_introduced_as_its_question_s_evidence_is(
    language: LanguageCode,
) -> None:
    texts = ENGLISH if language == "en" else CHINESE
    pool = [split(name, text, language) for name, text in texts.items()]
    facts, surrounding = about(pool, language, [texts["other"], "Ada ran. " * 50])
    told = QuestionSurroundings(asking(language), facts, NOTHING_OWN, surrounding)
    plain, _ = surroundings(texts, language)
    other = next(document for document in pool if document.document_id == "other")
    assert told.likeness(0, whole(other)) > (plain.likeness(0, whole(other)) or 0) + 0.5  # type: ignore[operator]
    first = next(iter(texts))
    assert told.likeness(0, whole(pool[0])) == plain.likeness(0, whole(pool[0])), first


def test_a_passage_in_another_script_is_no_fact_s_home() -> None:
    texts = [split(name, CHINESE[name], "zh") for name in ("traditional", "simplified")]
    facts, surrounding = about(texts, "zh")
    outlines = Pool([each.outline for each in texts])
    assert surrounding.find_homes(facts, PoolView(outlines), [0.4]) == {1: 0.4}
    assert surrounding.find_homes(facts, PoolView(outlines, refusing([1])), [0.4]) == {}


def test_what_a_question_changes_and_what_is_cut_is_read_as_it_stands() -> None:
    assert likenesses(ENGLISH, "en", other="A baker sold rye bread.")["other"] > 1  # type: ignore[operator]
    told, pool = surroundings(ENGLISH, "en")
    stop = pool["baker"].outline.boundaries[0].offset
    cut = Passage("baker", "distracting", stop + 1, len(ENGLISH["baker"]), whole=False)
    assert told.likeness(0, cut) < told.likeness(0, whole(pool["baker"]))  # type: ignore[operator]


def test_a_boundary_leans_as_the_sentence_after_it_does() -> None:
    told, pool = surroundings(ENGLISH, "en")
    marks = pool["baker"].outline.boundaries
    leans = [told.lean("baker", place) for place in range(len(marks))]
    assert leans == [Lean.GOES_ON, Lean.POINTS_BACK, Lean.NAMES]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Rotten Harbour is a film. Rotten Harbour was shot in Kent.", Lean.NAMES),
        ("en", "Rotten Harbour is a film. Critics of Kent gave 45 points.", Lean.GOES_ON),
        ("en", "Rotten Harbour is a film. Rotten Harbour also won a prize.", Lean.GOES_ON),
        ("en", "Rotten Harbour has the following cast. Rotten Harbour is Ed.", Lean.GOES_ON),
        ("zh", "《雾港来客》是一部影片。雾港来客在青岚拍摄。", Lean.NAMES),
        ("zh", "《雾港来客》有一条铁路。雾港来客是沿线的小站。", Lean.GOES_ON),
        ("zh", "《雾港来客》的演员如下。雾港来客由她主演。", Lean.GOES_ON),
        ("zh", "《雾港来客》是一部影片。第七十八届电影奖给了提名。", Lean.GOES_ON),
    ],
)
def test_a_sentence_names_what_it_tells_of_where_it_begins_with_the_document_s_own_head(
    language: LanguageCode, text: str, expected: Lean
) -> None:
    told, _ = surroundings({"film": text}, language)
    assert told.lean("film", 0) is expected


@pytest.mark.parametrize(
    ("language", "kindred", "worded"),
    [
        ("en", "Orwell Star is a baker. Nobody has met her in the town.",
         "The wolf of the north was seen in Kent once, near the harbour, and then never again."),
        ("zh", "罗青禾是一名面包师。镇上没有人见过她，也没有人提起。",
         "北方的狼在青岚一带曾经出现过一次，后来就再也没有被人们见到过了，只有脚印。"),
    ],
)  # fmt: skip
def test_a_fact_is_at_home_among_its_kind_rather_than_beside_a_shared_name(
    language: LanguageCode, kindred: str, worded: str
) -> None:
    evidence = {"en": "Ada Quill is a baker of rye.", "zh": "艾可是一名面包师，住在镇上。"}
    pool = [split(str(n), text, language) for n, text in enumerate([worded, kindred, *OTHERS])]
    facts, surrounding = about(pool, language, [evidence[language]])
    held = PoolView(Pool([each.outline for each in pool]))
    assert surrounding.find_homes(facts, held, [0.5]) == {1: 0.5}
