"""Documents that may answer a question themselves are found, and no others."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.filters.leaks import LeakFinder
from tests.mixing.filters.leaking import FILLER, FILLER_ZH, leaks, read


def normal(pool: dict[int, str]) -> dict[int, NormalText]:
    return dict(zip(pool, find_language("en").normal_texts(list(pool.values())), strict=True))


def test_a_document_that_holds_an_answer_or_the_keywords_as_one_phrase_leaks() -> None:
    pool = ["It was Ada\nLee who came.", "Adam Lee came.", "Ada came, Lee went.", "ADA LEE!"]
    assert leaks([*FILLER, *pool], ("Ada Lee.",)) == {30, 33}
    assert leaks([*FILLER, *pool], ("nobody",), keywords="Ada came") == {32}
    zh = ["创办人是李阿达。", "李阿达生于此地", "李达"]
    assert leaks([*FILLER_ZH, *zh], ("李阿达",), "谁创办了港口学校？", language="zh") == {30, 31}


@pytest.mark.parametrize("answer", ["yes", "No.", "Yes!"])
def test_yes_and_no_leak_where_a_sentence_holds_half_of_what_is_asked(answer: str) -> None:
    pool = [
        "Yes, it is late.",
        "The harbour school was founded early.",
        "The harbour lies low. A school stands there.",
    ]
    assert leaks([*FILLER, *pool], (answer,)) == {31}


def test_a_common_answer_leaks_only_beside_half_of_what_is_asked() -> None:
    common = [f"River {n} runs through Marl." for n in range(25)]
    told = [
        "In Marl the harbour school was founded.",
        "Marl is far. The harbour school was founded.",
    ]
    assert leaks([*FILLER, *common, *told], ("Marl",)) == {55}
    assert leaks([*common[:17], *told], ("Marl",)) == set(range(19))


def test_a_free_text_answer_leaks_where_a_sentence_holds_half_of_its_content() -> None:
    answer = "The captain buried seven golden lanterns beneath the northern lighthouse stairs"
    pool = [
        "Seven golden lanterns were buried there by a captain.",
        "The captain slept. Golden lanterns burned. Lighthouse stairs creaked.",
    ]
    assert leaks([*FILLER, *pool], (answer,)) == {30}
    zh = "船长把七盏金色的灯笼埋在北边灯塔的石阶下面了吧"
    pool_zh = ["他说船长把七盏金色的灯笼埋在北边。", "船长睡了。灯笼亮着。石阶很旧。"]
    assert leaks([*FILLER_ZH, *pool_zh], (zh,), "船长做了什么？", language="zh") == {30}


def test_a_statement_leaks_where_a_passage_holds_half_of_it_and_its_label_nowhere() -> None:
    statement = "The harbour school of Marlow opened."
    pool = [
        "The harbour lies low. A school stands there. It is fully let.",
        "The harbour lies low. It is fully let.",
        "A school in Marlow. The year was 1907.",
    ]
    assert leaks([*FILLER, *pool], ("Fully",), statement, judged=True) == {30, 32}
    assert leaks([*FILLER, *pool], ("Fully",), "Of it.", judged=True) == set()
    zh = ["港口学校在山谷里。", "河流与学校。"]
    assert leaks([*FILLER_ZH, *zh], ("是",), "港口学校", language="zh", judged=True) == {30}


def test_what_is_common_is_judged_over_the_whole_pool_as_a_question_words_it() -> None:
    told = {place: f"School {place} was founded in 1888." for place in range(30)}
    pool = {**{place: text.replace("1888", "1907") for place, text in told.items()}}
    pool |= {place: f"River {place} is long." for place in range(30, 900)}
    texts = {place: read(text, "en") for place, text in pool.items()}
    whole = LeakFinder(normal(pool), texts, find_language("en"))
    own = LeakFinder(
        normal(told),
        {n: read(text, "en") for n, text in told.items()},
        find_language("en"),
        whole,
    )
    asked = Question("q", "When was the lighthouse lit?", ("1888",))
    assert own.leaks(asked) == set(range(30))
    assert whole.leaks(Question("q", "When was the lighthouse lit?", ("1907",))) == set(range(30))
    assert own.leaks(Question("q", "When was the lighthouse lit?", ("1907",))) == set()


def test_a_pool_that_is_not_told_counts_for_what_is_common_alone() -> None:
    told = {n: f"Ada Marl saw {n} ships." for n in range(1, 30)} | {
        0: "Ada Marl lit the lighthouse."
    }
    hiding = {3: told[3], 31: told[0]}
    english, found = find_language("en"), {}
    whole, own = (
        (normal(pool), {place: read(text, "en") for place, text in pool.items()}, english)
        for pool in (told, hiding)
    )
    for tells_base in (True, False):
        finder = LeakFinder(*own, LeakFinder(*whole), tells_base)
        asked = Question("q", "Who lit the lighthouse of Port Ness?", ("Ada Marl",))
        found[tells_base] = finder.leaks(asked)
        rare = finder.leaks(Question("q", asked.input, ("saw 2 ships",)))
        assert rare == ({2} if tells_base else set())
    # In 31 documents the name is too common: of those that hold it one sentence tells the rest.
    assert found == {True: {0, 31}, False: {31}}


@pytest.mark.parametrize(
    ("supporting", "found"),
    [
        ((), set()),
        (("The harbour lies to the Northeast of it.",), set()),
        (("It lies to the northeast of Marl.",), {30}),
        (("It lies to the northeast of Marl.", "See Northeast Road."), set()),
    ],
)
def test_a_capital_makes_no_name_of_what_the_supporting_documents_write_small(
    supporting: tuple[str, ...], found: set[int]
) -> None:
    pool = [*FILLER, "The wind came from the northeast."]
    assert leaks(pool, ("Northeast.",), supporting=supporting) == found


AS_READ = [
    ("twelve", "The mill had 12 wheels.", True),
    ("May 5, 1995", "He came on the fifth of May 1995.", True),
    ("Café Müller", "They met at Cafe Muller.", True),
    ("the Beatles", "He heard Beatles songs.", True),
    ("World War II", "He fell in World War 2.", True),
    ("The Who", "He heard the Who in 1970.", True),
    ("IT", "He works in IT now.", True),
    ("First boil the water. Then add salt. Stir it well. Wait for ten minutes. Serve it hot now.",
     "So it goes. First, boil the water; then add salt. Stir it well. Wait for 10 minutes. Serve it"
     " hot now.", True),
    ("May", "She may come later.", False),
    ("The Who", "A man who came late.", False),
    ("The Who", "Who founded the harbour?", False),
    ("IT", "It rained all day.", False),
    ("Polish", "Now polish the brass.", False),
    ("12", "There were 12,000 men.", False),
    ("Adam", "The Adams family came.", False),
    ("C++", "He wrote it in C.", False),
    ("3.5万人", "來了三萬五千人。", True),
    ("《红楼梦》", "他讀「紅樓夢」。", True),
    ("先把水烧开。然后放入面条。煮三分钟后捞出。加盐拌匀。趁热上桌即可。",
     "做法：先把水烧开，然后放入面条，煮3分钟后捞出；加盐拌匀，趁热上桌即可。", True),
    ("十三", "来了十三萬人。", False),
    ("李阿达", "他姓李。阿达来了。", False),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "told", "leaking"), AS_READ)
def test_what_a_reader_takes_for_the_answer_leaks_however_it_is_written(
    answer: str, told: str, leaking: bool
) -> None:
    language: LanguageCode = "en" if told.isascii() else "zh"
    filler, asked = {
        "en": (FILLER, "What did the captain paint?"),
        "zh": (FILLER_ZH, "船长画了什么？"),
    }[language]
    found = leaks([*filler, told], (answer,), asked, language=language)
    assert (len(filler) in found) == leaking
