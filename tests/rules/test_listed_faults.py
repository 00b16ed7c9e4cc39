"""Faults of names, figures, keywords, facts and texts: each is found at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.one_question import CHINESE, ENGLISH, Asked, Told, fact, keywords, pair, told

APPROVED = {"status": "approved"}
REPLACEMENTS, KEYWORDS, FACTS = "replacements", "answer_keywords", "confusing_facts"


def english(old: str, new: str) -> Asked:
    """Return the English question, its supporting text changed."""
    assert old in ENGLISH.text
    return ENGLISH._replace(text=ENGLISH.text.replace(old, new))


def chinese(old: str, new: str) -> Asked:
    assert old in CHINESE.text
    return CHINESE._replace(text=CHINESE.text.replace(old, new))


def years(text: str, *rows: dict[str, object]) -> Asked:
    """Return a question for the year of a mill."""
    return ENGLISH._replace(
        question="In which year did the baker Ada Stone open the mill?",
        answer="1887",
        text=f"Ada Stone was a baker of Kent. Her mill {text} stands beside the river Tamble and"
        " was built by monks for the abbey of the town, far off.",
        rows={
            KEYWORDS: [keywords("1887")],
            FACTS: [fact("The baker Rosa Quint opened the mill in the year 1851.", "Rosa Quint")],
            REPLACEMENTS: [pair("Ada Stone", "Eve Orrin"), *rows],
        },
    )


WHO = ENGLISH._replace(
    question="Who taught the baker Ada Stone?",
    answer="Tim Vann",
    text="Ada Stone was a baker of Kent. Tim Vann taught her at an old mill, which stands beside"
    " the river Tamble and was built by monks for the abbey of the town.",
    rows={REPLACEMENTS: [pair("Ada Stone", "Eve Orrin", "Ida Poell")]},
)
SAYS = "Rosa Quint was born in a mill beside the river"
CASES: dict[str, tuple[Asked, str, int, str]] = {
    "a year of the answer in a range": (
        years("(1887–1902)", pair("1887", "1871", kind="date")),
        REPLACEMENTS,
        2,
        "answer-lost",
    ),
    "a figure that stays in a range": (
        years("of 1887 (1887–1902)", pair("1887", "1871", kind="date")),
        REPLACEMENTS,
        2,
        "original-left",
    ),
    "an answer that stays in the evidence in other words": (
        ENGLISH._replace(
            question="How many sails had the mill of the baker Ada Stone?",
            answer="12",
            text="Ada Stone was a baker of Kent. Her mill had twelve sails, 12 by the old count,"
            " and stood far off from the town that it was built for.",
            rows={
                KEYWORDS: [keywords("12")],
                FACTS: [fact("The mill of the baker Rosa Quint had 7 sails.", "Rosa Quint")],
                REPLACEMENTS: [pair("Ada Stone", "Eve Orrin"), pair("12", "9", kind="number")],
            },
        ),
        REPLACEMENTS,
        2,
        "answer-left",
    ),
    "a Chinese answer that stays in traditional characters": (
        chinese("一家人后来", "齊木生的白石鎮上，一家人后来"),
        REPLACEMENTS,
        2,
        "answer-left",
    ),
    "a question that comes to hold its answer": (
        english("the river Tamble", "the river Tamble by Tom Ash").given(
            REPLACEMENTS, pair("Ada Stone", "Wissel"), pair("Tamble", "Wissel", kind="place")
        ),
        REPLACEMENTS,
        2,
        "question-gains-answer",
    ),
    "a Chinese question that comes to hold its answer": (
        CHINESE.given(
            REPLACEMENTS, pair("齐木生", "卢岫云"), pair("白石镇", "卢岫云", kind="place")
        ),
        REPLACEMENTS,
        2,
        "question-gains-answer",
    ),
    "a fact that answers the question too": (
        ENGLISH.given(
            FACTS,
            fact(
                "The mill where the baker Ada Stone was born stands beside the river Orwell, and"
                " so does that of Rosa Quint.",
                "Rosa Quint",
            ),
        ),
        FACTS,
        1,
        "fact-answers-question",
    ),
    "a Chinese fact that answers the question too": (
        CHINESE.given(FACTS, fact("画家齐木生出生在清溪镇，罗晚秋也这样说。", "罗晚秋")),
        FACTS,
        1,
        "fact-answers-question",
    ),
    "an answer that another row replaces in the text alone": (
        english("the river Tamble", "the river Tamble Water").added(
            REPLACEMENTS, pair("Tamble Water", "Orl Stream", kind="place")
        ),
        REPLACEMENTS,
        2,
        "answer-lost",
    ),
    "a Chinese answer that a longer row replaces in the text alone": (
        chinese("白石镇的", "白石镇外的").added(
            REPLACEMENTS, pair("白石镇外", "沅浦", kind="place")
        ),
        REPLACEMENTS,
        2,
        "answer-lost",
    ),
    "another spelling that stays": (
        english("She was", "ADÄ STONE was"),
        REPLACEMENTS,
        1,
        "original-left",
    ),
    "traditional characters that stay": (
        chinese("一家人", "畫家齊木生一家人"),
        REPLACEMENTS,
        1,
        "original-left",
    ),
    "a surname left alone": (english("She was", "Stone was"), REPLACEMENTS, 1, "name-part-left"),
    "a given name left alone": (english("She was", "Ada was"), REPLACEMENTS, 1, "name-part-left"),
    "a Chinese given name left alone": (
        chinese("一家人", "木生一家人"),
        REPLACEMENTS,
        1,
        "name-part-left",
    ),
    "a surname of another family": (
        english("She was", "Stone was").added(REPLACEMENTS, pair("Stone", "Brandt", "Poell")),
        REPLACEMENTS,
        3,
        "name-part-unlike-whole",
    ),
    "a surname of another family in a variant": (
        english("She was", "Stone was").added(REPLACEMENTS, pair("Stone", "Orrin", "Brandt")),
        REPLACEMENTS,
        3,
        "name-part-unlike-whole",
    ),
    "alternatives of a part are lacking": (
        english("She was", "Stone was").added(REPLACEMENTS, pair("Stone", "Orrin")),
        REPLACEMENTS,
        3,
        "name-part-unlike-whole",
    ),
    "a Chinese given name of another": (
        chinese("一家人", "木生一家人").added(REPLACEMENTS, pair("木生", "观潮", "砚秋")),
        REPLACEMENTS,
        3,
        "name-part-unlike-whole",
    ),
    "a bare surname of strangers": (
        english("She was", "Stone was")
        ._replace(pool=["In the port Artie Stone sold nets to all who asked for them. " * 4])
        .added(REPLACEMENTS, pair("Stone", "Orrin", "Poell")),
        REPLACEMENTS,
        3,
        "name-of-strangers",
    ),
    "a Chinese part of a stranger's name": (
        chinese("一家人", "史密斯一家人")
        ._replace(
            pool=[
                "经济学家亚当·史密斯写过一本很有名的书，讲的是各个国家的财富从哪里来，又到哪里去。"
            ]
        )
        .added(REPLACEMENTS, pair("史密斯", "哈洛特", "维兰德")),
        REPLACEMENTS,
        3,
        "name-of-strangers",
    ),
    "a stem left over": (
        english("by monks", "by galvanic monks of Galvani").added(
            REPLACEMENTS, pair("Galvani", "Tolmer", "Brask")
        ),
        REPLACEMENTS,
        3,
        "stem-left",
    ),
    "a name called a date": (
        ENGLISH.given(
            REPLACEMENTS,
            pair("Ada Stone", "Eve Orrin", kind="date"),
            ENGLISH.rows[REPLACEMENTS][1],
        ),
        REPLACEMENTS,
        1,
        "figure-without-number",
    ),
    "a Chinese name called a date": (
        CHINESE.given(
            REPLACEMENTS, pair("齐木生", "卢岫云", kind="date"), CHINESE.rows[REPLACEMENTS][1]
        ),
        REPLACEMENTS,
        1,
        "figure-without-number",
    ),
    "of as a term": (
        ENGLISH.added(REPLACEMENTS, pair("of", "ov", kind="term")),
        REPLACEMENTS,
        3,
        "original-without-content",
    ),
    "的 as a term": (
        CHINESE.added(REPLACEMENTS, pair("的", "底", kind="term")),
        REPLACEMENTS,
        3,
        "original-without-content",
    ),
    **{
        f"a replacement {word!r}": (
            ENGLISH.given(
                REPLACEMENTS,
                pair("Ada Stone", "Eve Orrin"),
                pair("Tamble", word, kind="place"),
            ),
            REPLACEMENTS,
            2,
            "replacement-ill-written",
        )
        for word in ("Wissel.", "The Wissel", "the Wissel", "Wis  sel", "Wissel,", "(Wissel")
    },
    **{
        f"a Chinese replacement {word!r}": (
            CHINESE.given(
                REPLACEMENTS, pair("齐木生", "卢岫云"), pair("白石镇", word, kind="place")
            ),
            REPLACEMENTS,
            2,
            "replacement-ill-written",
        )
        for word in ("翠岚镇。", "翠岚  镇", "翠岚镇，")
    },
    "keywords in another case": (
        ENGLISH.given(KEYWORDS, keywords("tamble")),
        KEYWORDS,
        1,
        "keywords-score-nothing",
    ),
    "keywords that are all blacklisted": (
        ENGLISH._replace(answer="Who", rows={**ENGLISH.rows, KEYWORDS: [keywords("Who")]}),
        KEYWORDS,
        1,
        "keywords-score-nothing",
    ),
    "Chinese keywords that are all blacklisted": (
        CHINESE._replace(answer="的", rows={**CHINESE.rows, KEYWORDS: [keywords("的")]}),
        KEYWORDS,
        1,
        "keywords-score-nothing",
    ),
    "keywords that say no": (
        ENGLISH._replace(answer="No", rows={**ENGLISH.rows, KEYWORDS: [keywords("No.")]}),
        KEYWORDS,
        1,
        "keywords-yes-or-no",
    ),
    "Chinese keywords that say no": (
        CHINESE._replace(answer="不是", rows={**CHINESE.rows, KEYWORDS: [keywords("不是")]}),
        KEYWORDS,
        1,
        "keywords-yes-or-no",
    ),
    "keywords that the evidence lacks": (
        ENGLISH._replace(
            answer="Beside the Tamble brook",
            rows={**ENGLISH.rows, KEYWORDS: [keywords("Tamble brook")]},
        ),
        KEYWORDS,
        1,
        "keywords-not-in-evidence",
    ),
    "Chinese keywords that the evidence lacks": (
        CHINESE._replace(
            answer="白石镇（广西）", rows={**CHINESE.rows, KEYWORDS: [keywords("白石镇 广西")]}
        ),
        KEYWORDS,
        1,
        "keywords-not-in-evidence",
    ),
    "an answer in figures": (
        ENGLISH._replace(
            answer="twelve", rows={**ENGLISH.rows, KEYWORDS: []}, text=f"{ENGLISH.text} Twelve."
        ).given(FACTS, fact("The baker Rosa Quint was born in a mill, one of 12.", "Rosa Quint")),
        FACTS,
        1,
        "fact-holds-answer",
    ),
    "a Chinese answer in figures": (
        CHINESE._replace(answer="十二间", rows={**CHINESE.rows, KEYWORDS: []}).given(
            FACTS, fact("画家罗晚秋出生在清溪镇，家有12间药铺。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-holds-answer",
    ),
    "an answer in traditional characters": (
        CHINESE._replace(answer="东京湾").given(
            FACTS, fact("画家罗晚秋出生在東京灣的一个镇。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-holds-answer",
    ),
    "a fact about the replaced subject": (
        ENGLISH.given(
            FACTS, fact("The baker Eve Orrin was born in a mill beside the Orwell.", "Eve Orrin")
        ),
        FACTS,
        1,
        "fact-keeps-subject",
    ),
    "a Chinese fact about the replaced subject": (
        CHINESE.given(FACTS, fact("画家阮砚秋出生在清溪镇的药铺里。", "阮砚秋")),
        FACTS,
        1,
        "fact-keeps-subject",
    ),
    "a fact that tells of the question's own": (
        ENGLISH.given(FACTS, fact(f"The baker Ada Stone, and not {SAYS} Orwell.", "Rosa Quint")),
        FACTS,
        1,
        "fact-of-own",
    ),
    "a Chinese fact that tells of the question's own": (
        CHINESE.given(FACTS, fact("画家齐木生和罗晚秋出生在清溪镇。", "罗晚秋")),
        FACTS,
        1,
        "fact-of-own",
    ),
    "a fact that offers no name": (
        ENGLISH.given(FACTS, fact("The baker Rosa Quint was born in a small mill.", "Rosa Quint")),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that offers no year": (
        years("of 1887", pair("1887", "1871", kind="date")).given(
            FACTS, fact("The baker Rosa Quint opened the mill with Bob Ray.", "Rosa Quint")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that offers no person": (
        WHO.given(FACTS, fact("The old bakers were taught in 1851 by two monks.", "old bakers")),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that offers no person but its subject": (
        WHO._replace(question="Ada Stone was taught to bake in Kent by whom?").given(
            FACTS, fact("Rosa Quint was taught to bake in Kent by two monks.", "Rosa Quint")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that offers no number but a year": (
        WHO._replace(
            question="How many sails had the mill of the baker Ada Stone?", answer="12"
        ).given(FACTS, fact("The mill of the baker Rosa Quint had sails in 1851.", "Rosa Quint")),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that offers no place": (
        WHO._replace(question="Where was the baker Ada Stone born?", answer="Oldtown").given(
            FACTS, fact("The baker Rosa Quint was born in a small mill.", "Rosa Quint")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that offers a museum without its name": (
        WHO._replace(
            question="At which museum was bread by Ada Stone shown?", answer="Oldtown Museum"
        ).given(FACTS, fact("Bread by Rosa Quint was shown at a museum in Bray.", "Rosa Quint")),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a Chinese fact that offers no person": (
        CHINESE._replace(question="画家齐木生是谁的学生？").given(
            FACTS, fact("画家罗晚秋是一位木匠的学生。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a Chinese fact that offers no date": (
        CHINESE._replace(question="画家齐木生在哪一年出生？", answer="1911年").given(
            FACTS, fact("画家罗晚秋出生在一间药铺里。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a Chinese fact that offers no number": (
        CHINESE._replace(question="画家齐木生画了多少幅画？", answer="300幅").given(
            FACTS, fact("画家罗晚秋在1911年画了许多幅画。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a Chinese fact that offers no place": (
        CHINESE._replace(question="画家齐木生出生在哪里？").given(
            FACTS, fact("画家罗晚秋出生在一间药铺里。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    "a fact that shares nothing else that the question names": (
        WHO._replace(question="Who taught Ada Stone to bake in the town of Kent in 1887?").given(
            FACTS, fact("Rosa Quint was taught to bake by Tom Ray.", "Rosa Quint")
        ),
        FACTS,
        1,
        "fact-shares-no-particular",
    ),
    "a Chinese fact that shares nothing else that the question names": (
        CHINESE._replace(question="1911年画家齐木生搬到了哪个镇？").given(
            FACTS, fact("画家罗晚秋搬到了清溪镇。", "罗晚秋")
        ),
        FACTS,
        1,
        "fact-shares-no-particular",
    ),
    "a Chinese fact that offers no title": (
        CHINESE._replace(answer="《白石镇》", text=CHINESE.text.replace("白石镇", "《白石镇》")),
        FACTS,
        1,
        "fact-of-other-type",
    ),
    **{
        f"a fact with {word!r}": (
            ENGLISH.given(
                FACTS, fact(f"{word} baker Rosa Quint was born in a mill at Orwell.", "Rosa Quint")
            ),
            FACTS,
            1,
            "fact-dangling",
        )
        for word in (
            "Another",
            "The other",
            "Nearby the",
            "Likewise the",
            "This",
            "In that town the",
            "However, the",
            "A similar",
            "In turn the",
            "Also the",
        )
    },
    **{
        f"a Chinese fact with {word!r}": (
            CHINESE.given(FACTS, fact(f"{word}画家罗晚秋出生在清溪镇的药铺里。", "罗晚秋")),
            FACTS,
            1,
            "fact-dangling",
        )
        for word in (
            "邻近的",
            "在另一起",
            "邻国王储",
            "另一端",
            "同样，",
            "区内另一家",
            "该",
            "他和",
            "后来，",
            "附近的",
            "在同样的日子，",
            "相邻的镇上，",
        )
    },
    "no fact": (ENGLISH.given(FACTS), "selection", 1, "facts-too-few"),
    "an answer that was misread": (
        ENGLISH._replace(answer="Erdo?an Tamble"),
        "selection",
        1,
        "damaged-text",
    ),
    "a Chinese answer that was misread": (
        CHINESE._replace(answer="白石�"),
        "selection",
        1,
        "damaged-text",
    ),
    "a row that was misread": (
        ENGLISH.given(KEYWORDS, keywords("TambleÃ©")),
        KEYWORDS,
        1,
        "damaged-text",
    ),
    "a question that rests on a figure": (
        ENGLISH._replace(
            question="As the table 2 tells, beside which river was the baker Ada Stone born?"
        ),
        "selection",
        1,
        "doubtful-question",
    ),
    "a Chinese question that points to what it does not name": (
        CHINESE._replace(question="这次聚会时，画家出生在哪个镇？"),
        "selection",
        1,
        "doubtful-question",
    ),
    "two dates in the evidence": (
        years("of 1887 and of 1902", pair("1887", "1871", kind="date")),
        "selection",
        1,
        "two-dates",
    ),
    "approved by a model": (
        ENGLISH.given(KEYWORDS, {**keywords("Tamble"), **APPROVED, "annotator": "GPT-4o"}),
        KEYWORDS,
        1,
        "approved-by-program",
    ),
}


@pytest.mark.parametrize("asked", [ENGLISH, CHINESE], ids=["english", "chinese"])
def test_a_question_without_a_fault_is_clean(tmp_path: Path, asked: Asked) -> None:
    assert told(tmp_path, asked) == []


@pytest.mark.parametrize(("asked", "table", "line", "rule"), CASES.values(), ids=CASES)
def test_a_fault_is_found_at_its_line(
    tmp_path: Path, asked: Asked, table: str, line: int, rule: str
) -> None:
    assert (table, line, rule) in {(one.table, one.line, one.rule) for one in told(tmp_path, asked)}


CLEAN: dict[str, Asked] = {
    "an apostrophe of another kind": english("Kent.", "Kent and of O’Brien.").added(
        REPLACEMENTS, pair("O'Brien", "Tarn", "Holt")
    ),
    "台 for 臺": chinese("一家人", "台北縣政府").added(
        REPLACEMENTS, pair("臺北縣", "沅浦縣", "溆川縣", kind="place")
    ),
    **{
        f"the ending {end}": chinese("一家人", f"澧崒{end}").added(
            REPLACEMENTS, pair(f"澧崒{end}", f"沅浦{end}", f"溆川{end}", kind="place")
        )
        for end in "縣國鄉莊號處廳宮議镇鎮"
    },
    **{
        f"the fact {told!r}": ENGLISH.given(FACTS, fact(told, "Rosa Quint"))
        for told in (
            "The baker Rosa Quint was born in one mill and another, both beside the river Orwell.",
            "The baker Rosa Quint was born in a mill near Bray, and lived in nearby Orwell.",
            "The baker Rosa Quint, also known as Ro, was born in a mill beside the Orwell.",
            "The baker Rosa Quint was born in the same year as the mill beside the river Orwell.",
            "The baker Rosa Quint was born in a mill too small for the river Orwell.",
            "The baker Rosa Quint and Tom Ray were born in the same mill beside the river Orwell.",
        )
    },
    **{
        f"the Chinese fact {told}": CHINESE.given(FACTS, fact(told, "罗晚秋"))
        for told in (
            "画家罗晚秋出生在与青岚相邻的清溪镇。",
            "画家罗晚秋出生的那天，清溪镇下着雪。",
            "画家罗晚秋出生在清溪镇，一手画画，另一手写字。",
            "画家罗晚秋与父亲同样出生在清溪镇。",
            "画家罗晚秋不仅画画，也是出生在清溪镇的塾师。",
            "1911年画家罗晚秋出生在清溪镇，当时河水大涨。",
        )
    },
    "a fact that shares a year": WHO._replace(
        question="Who taught Ada Stone to bake in Kent in 1887?"
    ).given(FACTS, fact("In 1887 Rosa Quint was taught to bake by Tom Ray.", "Rosa Quint")),
    "a fact that shares a name": WHO._replace(
        question="Who taught Ada Stone to bake in Kent in 1887?"
    ).given(FACTS, fact("Rosa Quint was taught to bake in Kent by Tom Ray.", "Rosa Quint")),
    "a question that compares two": WHO._replace(
        question="Who was born earlier, Ada Stone or Tim Vann?"
    ).given(FACTS, fact("Rosa Quint was born earlier than Tom Ray.", "Rosa Quint")),
    "a question that names its subject alone": WHO.given(
        FACTS, fact("Tom Ray taught the baker Rosa Quint.", "Rosa Quint")
    ),
    "a Chinese fact that shares a year": CHINESE._replace(
        question="1911年画家齐木生搬到了哪个镇？"
    ).given(FACTS, fact("1911年画家罗晚秋搬到了清溪镇。", "罗晚秋")),
    "a Chinese fact with a name that no list knows": CHINESE._replace(
        question="画家齐木生是谁的学生？"
    ).given(FACTS, fact("画家罗晚秋是禚翂的学生。", "罗晚秋")),
    "a whole year": years("of 1887", pair("1887", "1871", kind="date")),
    "an era": chinese("一家人", "一家人于天禧三年").added(
        REPLACEMENTS, pair("天禧", "景祚", "延安", kind="date")
    ),
    "approved by a person": ENGLISH.given(
        KEYWORDS, {**keywords("Tamble"), **APPROVED, "annotator": "Claudia Aiken"}
    ),
    "a surname of the same family": english("She was", "Stone was").added(
        REPLACEMENTS, pair("Stone", "Orrin", "Poell")
    ),
}


@pytest.mark.parametrize("asked", CLEAN.values(), ids=CLEAN)
def test_rows_as_they_should_be_raise_no_alarm(tmp_path: Path, asked: Asked) -> None:
    assert told(tmp_path, asked) == []


def test_errors_are_what_would_make_a_record_false(tmp_path: Path) -> None:
    found = {
        name: [one for one in told(tmp_path, asked) if one.rule == rule]
        for name, (asked, _, _, rule) in CASES.items()
        if rule in {"answer-lost", "keywords-score-nothing"}
    }
    assert all(one.severity == "error" for each in found.values() for one in each)
    assert (
        Told("answer_keywords", 1, "keywords-score-nothing", "error")
        in found["keywords in another case"]
    )
