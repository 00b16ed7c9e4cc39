"""Running prose: what of a text is kept, and where in it facts may stand."""

from __future__ import annotations

import time

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import Language, find_language
from lvbuild.text.prose import places, prose_of, unwrapped
from tests.text.prose.made_books import lines, paragraph, prose

ENGLISH, CHINESE = find_language("en"), find_language("zh")
STORY = prose("story", paragraphs=8)
TOLD = lines(STORY)
GAP = "\n\n\n\n"
NUMBERS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
VERSE = "\n".join(
    f"The {thing} goes down to the sea,\nAnd nobody waits for the {other};"
    for thing, other in (("mill", "moon"), ("man", "wind"), ("boat", "lamp"))
)
TABLE = "Wheat      1871      1872\nFen         200       310\nHill         90       120"
ENTRY = (
    "Chapter {} -- In which the miller comes to the town of Salt. Of the inn,\nand of its landlord;"
    " with a true account of what befell him there."
)
SPEECH = f"“{paragraph('said')}”"
BESIDE = {
    "a title page": "THE MILL ON THE FEN\n\nA TALE\n\nby Ann Lee\n\nLondon\nHart & Sons\n1871",
    "contents": "CONTENTS\n\n" + "\n".join(f"CHAPTER {n.upper()}. The Mill" for n in NUMBERS),
    "contents in sentences": "\n\n".join(ENTRY.format(n) for n in NUMBERS),
    "books of contents": "BOOK I -- CONTAINING TWELVE HOURS.\n\n" + ENTRY.format("i"),
    "captions": "\n\n".join(f"p{n}e.jpg ({n}K)" for n in range(20, 60)),
    "an index": "INDEX\n\n" + "\n".join(f"Mill, {n}, {n + 3}-{n + 5}" for n in range(60)),
    "a note": "Produced by Ann Lee and the Proofreaders of the Fen\n\n[Transcriber's note: the\n"
    "spelling was kept.]",
    "a poem": "\n\n".join([VERSE] * 12),
    "a play": "\n\n".join("ANN. Who comes to the mill so late?\n\nTOM. A friend." for _ in NUMBERS),
    "a tale in quotation marks": "\n\n".join([SPEECH] * 6),
    "a list of paragraphs": "\n\n".join(f"{n}. {paragraph('said')}" for n in range(1, 7)),
}


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("first", [True, False], ids=["before", "behind"])
def test_a_text_begins_and_ends_where_running_prose_does(beside: str, first: bool) -> None:
    parts = [beside, STORY] if first else [STORY, beside]
    assert prose_of(GAP.join(parts), ENGLISH) == (TOLD, 1)


@pytest.mark.parametrize("beside", ["contents in sentences", "a poem", "a tale in quotation marks"])
def test_what_is_long_and_no_prose_is_left_out_between(beside: str) -> None:
    story, told = "\n\n".join([STORY] * 3), "\n\n".join([TOLD] * 3)
    found = prose_of(GAP.join([story, *[BESIDE[beside]] * 8, story]), ENGLISH)
    assert found == (f"{told}\n\n[…]\n\n{told}", 1)


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
def test_a_text_that_is_nothing_else_has_no_prose(beside: str) -> None:
    assert prose_of(beside, ENGLISH).text == ""


@pytest.mark.parametrize(
    "within", [VERSE, TABLE, "CHAPTER II", "“Who is there?”\n\n“I,” said Ann."]
)
def test_what_is_short_stays_within_prose_on_its_own_lines(within: str) -> None:
    assert prose_of(f"{STORY}\n\n{within}\n\n{STORY}", ENGLISH) == (
        f"{TOLD}\n\n{within}\n\n{TOLD}",
        0,
    )


def test_the_licence_around_a_text_of_project_gutenberg_is_left_out() -> None:
    licence = prose("licence")
    before = f"{licence}\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\n"
    behind = f"\n\n*** END OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\n{licence}"
    assert prose_of(before + STORY + behind, ENGLISH).text == TOLD


def test_short_texts_of_prose_stay_whole() -> None:
    assert prose_of(paragraph("one"), ENGLISH) == (lines(paragraph("one")), 0)
    assert prose_of("", ENGLISH) == ("", 0)
    assert prose_of("He went home.", ENGLISH).text == ""


def test_chinese_prose_begins_and_ends_likewise() -> None:
    story = prose("故事", "zh")
    contents = "目录\n" + "\n".join(f"第{n}回 甲士隐　乙生客" for n in "一二三四五六七")
    poem = "小舟横古渡，残雪压孤篷。\n不见归来客，空闻日暮钟。\n" * 150
    assert prose_of(f"红楼\n{contents}\n{story}\n{poem}{story}\n校对说明。", CHINESE) == (
        f"{story}\n[……]\n{story}",
        3,
    )


def test_paragraphs_are_joined_and_hyphens_at_line_ends_kept() -> None:
    wrapped = STORY.replace("long road to", "well-known road to")
    assert unwrapped(wrapped) == lines(wrapped)
    dashed = paragraph("x").replace(" ", "-\n", 1)
    assert "-\n" not in unwrapped(f"{STORY}\n\n{dashed}") or "-\n" in dashed
    assert unwrapped(TOLD) == TOLD


OTHER = "The miller came down the road before anybody in the village was awake."
THEN = "The ferry stood by the water until the bells of the church had rung."
MARKED = [
    f"{OTHER}| {THEN}| Old Ann carried the letters over the bridge.",
    f"{OTHER}| {THEN} He was never seen again in the meadow.",
    f"{OTHER}| {THEN} “Who is there?” Old Ann asked of the dark.",
    f"{OTHER}| {THEN}| Old Ann said, “I know. The lamp is out.”",
    f"“{OTHER} {THEN} Old Ann carried the letters over the bridge.”",
    f"{OTHER}| Dr. Lang and Mr. Low (they were old. Nobody knew how old.) stood by the old water.",
    f"‘Who is there?’ said the ferryman’s boy. {OTHER} {THEN}",
    f"“{OTHER} {THEN} Old Ann was there.\n\n{OTHER} {THEN} Old Ann carried the letters.",
]


def offsets(text: str, language: Language) -> list[int]:
    """Return where places are, but for the text's end."""
    return [place.offset for place in places(text, language) if place.offset < len(text)]


def exact_places(text: str, language: Language) -> list[int]:
    """Return the places that are ends of sentences for certain, as haystacks have them."""
    ends = {mark.offset for mark in language.boundaries(text) if mark.ended}
    return [place for place in offsets(text, language) if place in ends]


@pytest.mark.parametrize(("spoken", "placed"), [("", 1), ("“Who calls?” ", 1), ("“Enough.”", 0)])
def test_the_end_of_a_text_is_a_place_unless_it_is_speech_and_costs_less_than_within_a_paragraph(
    spoken: str, placed: int
) -> None:
    told = "The ferryman went down to the river and looked for the lamp that burned beyond it"
    text = f"{told}. {spoken}" if not placed else f"{told}. {spoken}{told}."
    found = [place.cost for place in places(text, ENGLISH) if place.offset == len(text)]
    within = [place.cost for place in places(text, ENGLISH) if place.offset < len(text)]
    assert len(found) == placed
    assert all(cost > end > 0 for cost in within for end in found)


@pytest.mark.parametrize("marked", MARKED)
def test_a_place_is_between_two_sentences_of_narration(marked: str) -> None:
    pieces = marked.split("|")
    wanted = [sum(map(len, pieces[:number])) for number in range(1, len(pieces))]
    assert exact_places("".join(pieces), ENGLISH) == wanted


CHINESE_MARKED = [
    "村中老人走到桥前，便问众人这几日有何事体。老船夫只看那河边的灯火，把多年的旧书都送到城里去了，半日方才回过头来答道无事。",
    "村中老人在风雪里等了整整三日才见有一个人来。|老船夫带着两个孩子慢慢走到桥前看那河边的灯火，把多年的旧书都送到城里去了，不见回头。",
    "村中老人在风雪里等了整整三日才见有一个人来。忽信步走到桥前看那河边的灯火，把多年的旧书都送到城里去了，不见回头。",
    "村中老人笑道：“风雪里等了整整三日才见有一个人来。老船夫慢慢走到桥前看灯火，把多年的旧书都送到城里去了，不见回头。”",
    "村中老人在风雪里等了整整三日才见有一个人来。“老船夫在哪里？”他走到桥前看那河边的灯火，把多年的旧书都送到城里去了。",
]


@pytest.mark.parametrize("marked", CHINESE_MARKED)
def test_chinese_places_are_likewise(marked: str) -> None:
    wanted = [marked.index("|")] if "|" in marked else []
    assert offsets(marked.replace("|", ""), CHINESE) == wanted


def test_the_end_of_a_paragraph_is_a_place_where_prose_follows_prose() -> None:
    one, other = lines(paragraph("one")), lines(paragraph("other"))
    assert len(one) in offsets(f"{one}\n\n{other}", ENGLISH)
    assert len(one) not in offsets(f"{one}\n\nCHAPTER II\n\n{other}", ENGLISH)
    assert len(one) not in offsets(f"{one}\n\n“{other}”", ENGLISH)


PARTED = {
    "en": [
        "The miller came down the long road to the harbour.\n\nEvery boat in the bay had left"
        " before the sun rose on the far side.",
        "The miller came down the long road to the harbour. Every boat in the bay had left before"
        " the sun rose on the far side.",
        "The miller came down the long road to the harbour. Every boat in the bay had left for the"
        " herring grounds before his first cup.",
        "The miller came down the long road to the harbour. Every boat that he had seen there had"
        " left for the herring grounds.",
        "The miller came down the long road to the harbour. Every boat that he had seen there, the"
        " miller said: “Gone!” and his sons, who heard him, had left it.",
    ],
    "zh": [
        "老船夫把多年积下的旧书都送到城里去了。\n村中有一座石桥，桥下终年流水，桥头种着两行垂柳。",
        "老船夫把多年积下的旧书都送到城里去了。村中有一座石桥，桥下终年流水，桥头种着两行垂柳。",
        "老船夫把多年积下的旧书都送到城里去了。村中有一座石桥，桥下终年流水，桥头是他种的两行垂柳。",
        "老船夫把多年积下的旧书都送到城里去了。旧书铺的人见他来，便又问起那两个孩子，说他们走了。",
    ],
}


@pytest.mark.parametrize(("language", "texts"), PARTED.items())
def test_a_place_costs_the_more_the_second_sentence_takes_up_of_the_first(
    language: LanguageCode, texts: list[str]
) -> None:
    long = {"en": " " + paragraph("on").replace("\n", " "), "zh": paragraph("on", "zh")}[language]
    before = {"en": paragraph("before").replace("\n", " ") + " ", "zh": paragraph("b", "zh")}[
        language
    ]
    costs = []
    for text in texts:
        end = len(before) + text.index("." if language == "en" else "。") + 1
        found = {p.offset: p.cost for p in places(before + text + long, find_language(language))}
        costs.append(found[end])
    assert costs == sorted(set(costs))


DEARER = {
    "a word that points, rather than one that may": (
        "en",
        "They left for the harbour at dawn.",
        "The miller and the two old ferrymen had gone to the harbour with her sons.",
        "The miller and the two old ferrymen had gone to the harbour with those sons.",
    ),
    "a word that points, though it comes in the second sentence": (
        "en",
        "They left for the harbour at dawn.",
        "The miller of the town had gone to the harbour. The sun was up.",
        "The miller of the town had gone to the harbour. He was up.",
    ),
    "what somebody saw, as the sentence before tells": (
        "zh",
        "老船夫把多年积下的旧书都送到城里去了。",
        "凤姐那日吃过了早饭，昭儿回到院里，把箱子放在廊下。",
        "凤姐那日吃过了早饭，昭儿看见了，把箱子放在廊下。",
    ),
}


@pytest.mark.parametrize(("language", "last", "cheap", "dear"), DEARER.values(), ids=DEARER)
def test_between_two_paragraphs_it_costs_more(
    language: LanguageCode, last: str, cheap: str, dear: str
) -> None:
    spoken = find_language(language)
    before, behind = (lines(paragraph(seed, language)) for seed in ("before", "on"))
    costs = []
    for first in (cheap, dear):
        text = spoken.space.join([before, f"{last}\n\n{first}", behind])
        start = text.index(first)
        costs.append(spoken.taken_up(text, start - 2, start, len(text)))
    assert costs[0] < costs[1]


ANEW = {
    "en": {
        "Next morning the miller went to the town.": "Next the miller went to the town.",
        "On the Monday the miller went to the town.": "The boat of the miller went to the town.",
        "It was a dull evening, and the miller slept.": "It was a dull house, and nobody slept.",
    },
    "zh": {
        "且说凤姐吃过早饭，到园中来。": "凤姐吃过早饭，到园中来。",
        "次日，凤姐到园中来，看了一回花。": "次后凤姐到园中来，看了一回花。",
        "过了几日，凤姐到园中来，看了一回花。": "凤姐到园中来，看了一回花。",
    },
}


@pytest.mark.parametrize("language", ANEW)
@pytest.mark.parametrize("spoken", [False, True], ids=["narration", "speech"])
def test_nothing_costs_less_than_that_the_next_paragraph_turns_to_another_time(
    language: LanguageCode, spoken: bool
) -> None:
    last = {"en": "The sun was up by then.", "zh": "老船夫把旧书都送到城里去了。"}[language]
    before, behind = (lines(paragraph(seed, language)) for seed in ("before", "on"))
    space = find_language(language).space
    for anew, on in ANEW[language].items():
        costs = []
        for first in (anew, on):
            text = space.join([before, f"“{last}”" if spoken else last])
            found = {
                p.offset: p.cost
                for p in places(f"{text}\n\n{first}{space}{behind}", find_language(language))
            }
            costs.append(found.get(len(text)))
        assert costs[0] is not None
        assert costs[1] is None if spoken else costs[1] is None or costs[0] < costs[1]


@pytest.mark.parametrize(
    ("between", "ends"),
    [
        ("\n\n\n\n\nCHAPTER II\n\n\n", True),
        ("\n\n\n\n\n[Illustration: the mill]\n\n\n", False),
        ("\n\nCHAPTER II\n\n", False),
    ],
)
def test_the_end_of_a_chapter_is_a_place_and_its_heading_is_none(between: str, ends: bool) -> None:
    one, other = (lines(paragraph(seed)) for seed in ("one", "other"))
    found = offsets(one + between + other, ENGLISH)
    assert (len(one) in found) == ends
    assert not set(range(len(one) + 1, len(one + between) + 1)) & set(found)


def test_in_chinese_it_costs_more_where_somebody_is_sent_for() -> None:
    spoken = find_language("zh")
    costs = []
    for last in ("凤姐那日吃过了早饭。", "凤姐急命唤进来。"):
        text = (
            f"{paragraph('b', 'zh')}{last}\n昭儿回到院里，把箱子放在廊下。{paragraph('on', 'zh')}"
        )
        start = text.index("昭儿")
        costs.append(spoken.taken_up(text, start - 1, start, len(text)))
    assert costs[0] < costs[1]


@pytest.mark.parametrize("run", ["“", "A b. ", "x\n", "* * *\n\n", "‘", "(", "\n"])
def test_long_runs_are_gone_through_once(run: str) -> None:
    started = time.process_time()
    prose_of(f"{STORY}\n\n{run * 50_000}", ENGLISH)
    assert time.process_time() - started < 5
