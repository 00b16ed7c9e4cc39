"""Faults of names, figures, keywords, facts and texts: each is found at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.one_question import CHINESE, ENGLISH, Asked, fact, keywords, pair, told

REPLACEMENTS, KEYWORDS, FACTS = "replacements", "answer_keywords", "confusing_facts"


def english(old: str, new: str) -> Asked:
    """Return the English question, its supporting text changed."""
    assert old in ENGLISH.text
    return ENGLISH._replace(text=ENGLISH.text.replace(old, new))


def chinese(old: str, new: str) -> Asked:
    assert old in CHINESE.text
    return CHINESE._replace(text=CHINESE.text.replace(old, new))


def told_of(text: str, subject: str = "Rosa Quint") -> Asked:
    """Return the English question with one confusing fact."""
    return ENGLISH.given(FACTS, fact(text, subject))


def passage(words: int) -> Asked:
    """Return the English question with a rival passage of so many words."""
    text = "The baker Rosa Quint was born in a mill beside the river Orwell."
    rest = " ".join(["far"] * (words - len(text.split())))
    return ENGLISH.given(FACTS, {**fact(text, "Rosa Quint"), "passage": f"{text} {rest}"})


def years(text: str) -> Asked:
    """Return a question for the year of a mill, which a row replaces."""
    return ENGLISH._replace(
        question="In which year did the baker Ada Stone open the mill?",
        answer="1887",
        text=f"Ada Stone was a baker of Kent. Her mill {text} stands beside the river Tamble and"
        " was built by monks for the abbey of the town, far off.",
        rows={
            KEYWORDS: [keywords("1887")],
            FACTS: [fact("The baker Rosa Quint opened the mill in the year 1851.", "Rosa Quint")],
            REPLACEMENTS: [pair("Ada Stone", "Eve Orrin"), pair("1887", "1871", kind="date")],
        },
    )


TAIWANESE = CHINESE._replace(
    question="畫家齊木生出生在哪個鎮？",
    answer="白石鎮",
    text="畫家齊木生出生在白石鎮的一間米鋪裡，他的父親是一名木匠，母親在鎮上教書，一家人後來搬到省城居住。",
)
STONE = english("She was", "Stone was")
SAILS = ENGLISH._replace(
    question="How many sails had the mill of the baker Ada Stone?",
    answer="12",
    text="Ada Stone was a baker of Kent. Her mill had twelve sails, 12 by the old count,"
    " and stood far off from the town that it was built for.",
    rows={
        KEYWORDS: [keywords("12")],
        FACTS: [fact("The mill of the baker Rosa Quint had 7 sails.", "Rosa Quint")],
        REPLACEMENTS: [pair("Ada Stone", "Eve Orrin"), pair("12", "9", kind="number")],
    },
)
TOLD = ENGLISH.rows[FACTS][0]
APPROVED = {**keywords("Tamble"), "status": "approved"}
ERA = "一家人于天禧三年"

CASES: dict[str, tuple[str, str, Asked]] = {
    "a year of the answer in a range": ("answer-lost", "replacements:2", years("(1887–1902)")),
    "an answer that another row replaces in the text alone": (
        "answer-lost",
        "replacements:2",
        english("the river Tamble", "the river Tamble Water").added(
            REPLACEMENTS, pair("Tamble Water", "Orl Stream", kind="place")
        ),
    ),
    "a replacement in a rival passage": (
        "replacement-in-evidence",
        "replacements:2",
        ENGLISH.given(FACTS, {**TOLD, "passage": f"{TOLD['fact']} It runs past Wissel."}),
    ),
    "an answer that no document holds": (
        "answer-without-evidence",
        "replacements:2",
        english("the river Tamble", "a river")._replace(answer="The Tamble"),
    ),
    "an answer whose number no document tells": (
        "answer-not-borne-out",
        "selection:1",
        SAILS._replace(answer="It was built with 12 sails in the year 1790, of white linen."),
    ),
    "an answer that a document spells otherwise": (
        "answer-not-borne-out",
        "selection:1",
        ENGLISH._replace(answer="Tambel"),
    ),
    "an answer that no row changes": (
        "answer-unchanged",
        "selection:1",
        ENGLISH._replace(answer="Kent"),
    ),
    **{
        f"a question with {found!r}": (
            "question-ill-written",
            "selection:1",
            ENGLISH.given(
                "selection",
                {"question": ENGLISH.question.replace("river stands", found), "reason": "typing"},
            ),
        )
        for found in ("river  stands", "river river stands", "river , stands", "river,, stands")
    },
    "a Chinese question with two stops": (
        "question-ill-written",
        "selection:1",
        CHINESE._replace(question="画家齐木生出生在哪个镇？？"),
    ),
    **{
        f"an original {original!r}": (
            "original-ill-cut",
            "replacements:3",
            ENGLISH.added(REPLACEMENTS, pair(original, "Evert", kind=kind)),
        )
        for original, kind in (
            ("Kent.", "place"),
            ("Kent!", "place"),
            (", Kent", "place"),
            ("'Kent\"", "place"),
            ("(Kent", "title"),
            ("Kent.", "title"),
            ("of Kent", "place"),
            ("baker of", "term"),
        )
    },
    "a Chinese original with half a bracket": (
        "original-ill-cut",
        "replacements:3",
        CHINESE.added(REPLACEMENTS, pair("《木匠", "瓦工", kind="title")),
    ),
    "a short passage": ("passage-length", "confusing_facts:1", passage(39)),
    "a long passage": ("passage-length", "confusing_facts:1", passage(151)),
    "an answer of yes or no": (
        "answer-without-evidence",
        "replacements:3",
        ENGLISH._replace(answer="Yes").added(REPLACEMENTS, pair("Yes", "No", kind="term")),
    ),
    "an answer that stays in other words": ("answer-left", "replacements:2", SAILS),
    "a Chinese answer that stays in traditional characters": (
        "answer-left",
        "replacements:2",
        chinese("一家人后来", "齊木生的白石鎮上，一家人后来"),
    ),
    "a question that comes to hold its answer": (
        "question-gains-answer",
        "replacements:2",
        ENGLISH.given(
            REPLACEMENTS, pair("Ada Stone", "Wissel"), pair("Tamble", "Wissel", kind="place")
        ),
    ),
    "a fact that answers the question too": (
        "fact-answers-question",
        "confusing_facts:1",
        told_of(
            "The mill where the baker Ada Stone was born stands beside the river Orwell, and"
            " so does that of Rosa Quint."
        ),
    ),
    "a Chinese fact that answers the question too": (
        "fact-answers-question",
        "confusing_facts:1",
        CHINESE.given(FACTS, fact("画家齐木生出生在清溪镇，罗晚秋也这样说。", "罗晚秋")),
    ),
    "a figure that stays in a range": (
        "original-left",
        "replacements:2",
        years("of 1887 (1887–1902)"),
    ),
    "traditional characters that stay": (
        "original-left",
        "replacements:1",
        chinese("一家人", "畫家齊木生一家人"),
    ),
    "a surname left alone": ("name-part-left", "replacements:1", STONE),
    "a Chinese given name left alone": (
        "name-part-left",
        "replacements:1",
        chinese("一家人", "木生一家人"),
    ),
    "a surname of another family in a variant": (
        "name-part-unlike-whole",
        "replacements:3",
        STONE.added(REPLACEMENTS, pair("Stone", "Orrin", "Brandt")),
    ),
    "alternatives of a part are lacking": (
        "name-part-unlike-whole",
        "replacements:3",
        STONE.added(REPLACEMENTS, pair("Stone", "Orrin")),
    ),
    "a Chinese given name of another": (
        "name-part-unlike-whole",
        "replacements:3",
        chinese("一家人", "木生一家人").added(REPLACEMENTS, pair("木生", "观潮", "砚秋")),
    ),
    "a name called a date": (
        "figure-without-number",
        "replacements:1",
        ENGLISH.given(REPLACEMENTS, pair("Ada Stone", "Eve Orrin", kind="date")),
    ),
    "of as a term": (
        "original-without-content",
        "replacements:3",
        ENGLISH.added(REPLACEMENTS, pair("of", "ov", kind="term")),
    ),
    "的 as a term": (
        "original-without-content",
        "replacements:3",
        CHINESE.added(REPLACEMENTS, pair("的", "底", kind="term")),
    ),
    **{
        f"a replacement {word!r}": (
            "replacement-ill-written",
            "replacements:1",
            ENGLISH.given(REPLACEMENTS, pair("Tamble", word, kind="place")),
        )
        for word in ("Wissel.", "the Wissel", "Wis  sel", "(Wissel")
    },
    **{
        f"a woman who becomes {word}": (
            "replacement-of-another-gender",
            "replacements:1",
            ENGLISH.given(REPLACEMENTS, pair("Ada Stone", word)),
        )
        for word in ("Walter Orrin", "Arthur Poell")
    },
    **{
        f"{row['replacement']}, in other characters": (
            "replacement-in-another-script",
            "replacements:1",
            asked.given(REPLACEMENTS, row),
        )
        for asked, row in (
            (CHINESE, pair("齐木生", "Lu Xiuyun")),
            (CHINESE, pair("齐木生", "盧秀雲")),
            (ENGLISH, pair("Ada Stone", "卢岫云")),
            (TAIWANESE, pair("齊木生", "卢岫云")),
        )
    },
    **{
        f"a person who becomes {word}": (
            "replacement-of-another-kind",
            "replacements:1",
            asked.given(REPLACEMENTS, pair(original, word)),
        )
        for asked, original, word in (
            (ENGLISH, "Ada Stone", "Orrin University"),
            (CHINESE, "齐木生", "岫云大学"),
        )
    },
    "a life that grows longer than the age": (
        "years-break-a-span",
        "replacements:3",
        years("was built in 1887, and she died in 1931, 44 years after,").added(
            REPLACEMENTS, pair("1931", "1934", kind="date")
        ),
    ),
    "alternatives that part years": (
        "years-break-a-span",
        "replacements:3",
        years("was built in 1887, and she died in 1931, 44 years after,").given(
            REPLACEMENTS,
            pair("Ada Stone", "Eve Orrin", "Amy Lundt"),
            pair("1887", "1871", "1875", kind="date"),
            pair("1931", "1915", "1920", kind="date"),
        ),
    ),
    "a name of the question that stays": (
        "name-without-row",
        "replacements:1",
        ENGLISH.given(REPLACEMENTS, pair("Tamble", "Wissel", kind="place")),
    ),
    "keywords in another case": (
        "keywords-score-nothing",
        "answer_keywords:1",
        ENGLISH.given(KEYWORDS, keywords("tamble")),
    ),
    "Chinese keywords that are all blacklisted": (
        "keywords-score-nothing",
        "answer_keywords:1",
        CHINESE._replace(answer="的").given(KEYWORDS, keywords("的")),
    ),
    "keywords that say no": (
        "keywords-yes-or-no",
        "answer_keywords:1",
        ENGLISH._replace(answer="No").given(KEYWORDS, keywords("No.")),
    ),
    "an answer in figures": (
        "fact-holds-answer",
        "confusing_facts:1",
        told_of("The baker Rosa Quint was born in a mill, one of 12.")._replace(answer="twelve"),
    ),
    "an answer in traditional characters": (
        "fact-holds-answer",
        "confusing_facts:1",
        CHINESE._replace(answer="东京湾").given(
            FACTS, fact("画家罗晚秋出生在東京灣的一个镇。", "罗晚秋")
        ),
    ),
    "a fact about the replaced subject": (
        "fact-keeps-subject",
        "confusing_facts:1",
        told_of("The baker Eve Orrin was born in a mill beside the Orwell.", "Eve Orrin"),
    ),
    **{
        f"a fact that points elsewhere: {text}": (
            "fact-dangling",
            "confusing_facts:1",
            told_of(text),
        )
        for text in (
            "Another baker, Rosa Quint, was born in a mill at Orwell.",
            "Of the two mills at Orwell the former was Rosa Quint's.",
            "The former, a mill of 1871, was Rosa Quint's.",
            "The baker Rosa Quint wed the latter in 1871.",
        )
    },
    "no fact": ("facts-too-few", "selection:1", ENGLISH.given(FACTS)),
    "an answer that was misread": (
        "damaged-text",
        "selection:1",
        ENGLISH._replace(answer="Erdo?an Tamble"),
    ),
    "a row that was misread": (
        "damaged-text",
        "answer_keywords:1",
        ENGLISH.given(KEYWORDS, keywords("TambleÃ©")),
    ),
    "a question that rests on a figure": (
        "doubtful-question",
        "selection:1",
        ENGLISH._replace(question="As the table 2 tells, beside which river was Ada Stone born?"),
    ),
    "approved by a model": (
        "approved-by-program",
        "answer_keywords:1",
        ENGLISH.given(KEYWORDS, {**APPROVED, "annotator": "GPT-4o"}),
    ),
}


@pytest.mark.parametrize(("rule", "place", "asked"), CASES.values(), ids=CASES)
def test_a_fault_is_found_at_its_line(tmp_path: Path, rule: str, place: str, asked: Asked) -> None:
    assert (place, rule) in {(f"{one.table}:{one.line}", one.rule) for one in told(tmp_path, asked)}


CLEAN: dict[str, Asked] = {
    "an English question": ENGLISH,
    "a Chinese question": CHINESE,
    "an apostrophe of another kind": english("Kent.", "Kent and of O’Brien.").added(
        REPLACEMENTS, pair("O'Brien", "Tarn", "Holt")
    ),
    "台 for 臺": chinese("一家人", "台北縣政府").added(
        REPLACEMENTS, pair("臺北縣", "沅浦縣", "溆川縣", kind="place")
    ),
    **{
        f"a fact that points within itself: {text}": told_of(text)
        for text in (
            "The baker Rosa Quint was born in a mill near Bray, and lived in nearby Orwell.",
            "The baker Rosa Quint is married to the former miller of Orwell.",
            "Orwell, once the former capital's port, has a mill of Rosa Quint's.",
        )
    },
    "years that move together": years(
        "was built in 1887, and she died in 1931, 44 years after,"
    ).added(REPLACEMENTS, pair("1931", "1915", kind="date")),
    "a woman who stays one": ENGLISH.given(
        REPLACEMENTS, pair("Ada Stone", "Clara Orrin"), pair("Tamble", "Wissel", kind="place")
    ),
    "a whole year": years("of 1887"),
    "the shortest passage": passage(40),
    "the longest passage": passage(150),
    "a question that repeats what it may": ENGLISH._replace(
        question="Beside which river that had had mills, or in St. Ives, was Ada Stone born?"
    ),
    **{
        f"an original {original!r}": english("Kent.", f"{original} of Kent.").added(
            REPLACEMENTS, pair(original, "Evert", kind=kind)
        )
        for original, kind in (
            ("Go, Go!", "title"),
            ("On the Bus", "title"),
            ("Ox (Remix)", "title"),
            ("Bread Inc.", "organisation"),
            ("'N Rye", "organisation"),
            (".hack", "title"),
            ("Lee W.", "person"),
            ('"Big" Lee', "person"),
        )
    },
    "an era": chinese("一家人", ERA).added(REPLACEMENTS, pair("天禧", "景祚", "延安", kind="date")),
    "approved by a person": ENGLISH.given(KEYWORDS, {**APPROVED, "annotator": "Claudia Aiken"}),
    "a surname of the same family": STONE.added(REPLACEMENTS, pair("Stone", "Orrin", "Poell")),
}


@pytest.mark.parametrize("asked", CLEAN.values(), ids=CLEAN)
def test_rows_as_they_should_be_raise_no_alarm(tmp_path: Path, asked: Asked) -> None:
    assert told(tmp_path, asked) == []
