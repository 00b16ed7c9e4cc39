"""What a reader takes for the same is the same in the normal form."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalPhrase, NormalText
from lvbuild.text import normal
from lvbuild.text.normal import StoredShingles, holders, shingles

ALIKE: dict[LanguageCode, str] = {
    "en": """
twelve|12|Twelve|１２|a dozen
1,000|1000|1'000|a thousand|one thousand
105|one hundred and five|a hundred and five
1.5 million|1,500,000|1500000
$5 million|$5,000,000|five million dollars
21st century|Twenty-First Century
May 5, 1995|5th May, 1995|the 5th of May, 1995|May fifth, 1995|1995-05-05|5/5/1995|MAY 5, 1995
Sept. 3, 1939|September 3, 1939|3 Sep 1939
May 1995|May, 1995|May of 1995
July 14, 1895|14/07/1895|7/14/1895|14.7.1895|the fourteenth day of July 1895
3:30 pm|3.30pm|3.30 p.m.|3:30 PM
3 pm|3:00 p.m.|3pm|15:00
7:30 pm|19:30|7.30 P.M.|07:30pm
7:30 am|07:30|7.30am
12:15 am|0:15
No. 1|number one|#1|№ 1|No 1
3½|3.5|3 1/2|3-1/2|three and a half
Harbour|harbor
St. John|Saint John
children|child
cities|city
boxes|box
houses|house
movies|movie
potatoes|potato
the dogs' bones|the dog's bones
Café Müller|Cafe\u0301 Muller
Łódź|Lodz
Anglo-Saxon|Anglo–Saxon|Anglo Saxon
J. K. Rowling|J.K. Rowling|JK Rowling
U.S.A.|USA|U. S. A.
“Dune”|Dune|«Dune»
World War II|World War 2|World War Two
Henry VIII|Henry the Eighth
5 km|5km|five kilometres
50%|fifty per cent
AT&T|AT and T
ﬁne|fine
""",
    "zh": """
十二|12|１２|壹拾贰
三万五千|35000|3.5万|35,000|3万5千|三萬五千
三亿五千万|3.5亿|350000000|三億五千萬
十三点五|13.5|13．5
一九九五年五月五日|1995年05月05日|1995-05-05|1995/5/5|1995年5月5号|１９９５年５月５日
二〇〇八年|2008年|二○○八年|2008 年
廿三|二十三|23
里面|裡面|裏面
《红楼梦》|红楼梦|「紅樓夢」|红 楼 梦
约翰·史密斯|约翰・史密斯|约翰 史密斯|约翰-史密斯|约翰．史密斯
ＡＢＣ公司|abc公司|ABC 公司
五千米|5千米|5000米|5公里|5 km
十分之一|1/10
百分之五十|50%|50％
120元|120块钱|一百二十块|￥120|壹佰贰拾圆|￥120元
星期三|周三|礼拜三|週三
星期日|礼拜天
下午三点|下午3时|下午三点钟|15时|15:00|十五点
下午7点半|19:30|晚上七点三十分|19时30分|１９：３０
上午7点05分|7:05|七点零五分
公元前221年|前221年|西元前二二一年
公元1911年|1911年
百分之2.5|2.5%
十九世纪|19世纪
3½|3.5
零下5度|-5℃|零下五摄氏度|－5°C
先烧水。再下面。|先烧水，再下面！|先烧水；再下面
""",
}
HELD: dict[LanguageCode, str] = {
    "en": """
A Beatles album|the Beatles
a concert of the Who in 1970|The Who
PARIS, 1900|Paris
the Spider-Man film|Spiderman
the Spiderman film|Spider-Man
NASA's launch|NASA
films of the 1970's|1970s
in the U.S. of 1950|US
from 1887–1902|1887
built by Ada M. Stone|Ada Stone
built by Ada Stone|Ada M. Stone
by Ada Stone²|Ada Stone
by Ada Stone™, for|Ada Stone
by Ada Sto-⏎ne|Ada Stone
by Mrs. A. Stone|Ada Stone
Stone, Ada, a baker|Ada Stone
Stone, B. A. (1999)|Bea Ann Stone
Lady leshurr|Lady Leshurr
the shinee world|SHINee
It rained on 12 May 1940.|May 12
C++ is old|C++
""",
    "zh": """
作者是曹雪芹，生于南京。|《曹雪芹》
秦始皇统一六国。|六国
他是Harry Potter的朋友|harry potter
他用iPhone6拍照|iPhone 6
上周三开会|星期三
""",
}
NOT_HELD: dict[LanguageCode, str] = {
    "en": """
You may go.|May
films of the 1970's|1970
a friend who came|The Who
It was late|IT
polish the shoes|Polish
12.5 litres of 12,000 men at 12:30, the 12th day|12
five million people|five
15 May 1995|5 May 1995
on 6/5/1995|5 May 1995
on 32/5/1995|2 May 1995
section 1.14.7.1895|14 July 1895
at 3.30 km|3:30
built by Ada M. Stone|Ada R. Stone
a letter to Ada a stone wall|Ada Stone
a stone. A Stone Age|Ada Stone
McCurie|Curie
World War II|World War I
C is old|C++
Paris|?!
""",
    "zh": """
有十三萬人，三百一十三人，共十三点五米|十三
长25．5米，A25型|25
有三四百人|四百
二十五月|五月
1995年5月15日|1995年5月1日
他有iPhone 61|iPhone6
他叫李。阿达来了|李阿达
李阿达|，。
买了三块石头|3元
一周三次|星期三
三小时|三点
版本2.5|25
""",
}


def rows(table: dict[LanguageCode, str]) -> list[tuple[LanguageCode, list[str]]]:
    return [
        (code, row.replace("⏎", "\n").split("|"))
        for code, text in table.items()
        for row in text.split("\n")[1:-1]
    ]


def stands_in(text: str, phrase: str, language: LanguageCode) -> bool:
    """Look for a phrase in a text by their normal forms."""
    spoken = find_language(language)
    wanted = spoken.normal_phrase(phrase)
    return wanted is not None and wanted.stands_in(spoken.normal_texts([text])[0])


@pytest.mark.parametrize(("language", "alike"), rows(ALIKE))
def test_what_reads_alike_is_alike(language: LanguageCode, alike: list[str]) -> None:
    assert len({find_language(language).normalise(text) for text in alike}) == 1


@pytest.mark.parametrize(("language", "row"), rows(HELD))
def test_a_phrase_is_found_however_a_text_writes_it(language: LanguageCode, row: list[str]) -> None:
    assert stands_in(row[0], row[1], language)


@pytest.mark.parametrize(("language", "row"), rows(NOT_HELD))
def test_what_only_looks_alike_is_not_found(language: LanguageCode, row: list[str]) -> None:
    assert not stands_in(row[0], row[1], language)


@pytest.mark.parametrize("text", ["三四百", "百度", "千万", "二三十"])
def test_what_is_no_one_number_stays_as_it_is(text: str) -> None:
    assert find_language("zh").normalise(text) == text


WORDS = st.sampled_from(
    "\x03|I|a|the|May|5|1995|,|five|hundred|and|million|J.|K.|'s|’|-|–|«|½|ﬁ|1,000|$|%|:30|II|War"
    "|十|三|萬|两|百分之|点|《|·|年|月|5km|公里|，|。|臺|１|\n|\u0301|\U0001f600|\ud800".split("|")
)
TEXTS = st.lists(st.lists(WORDS).map(" ".join) | st.lists(WORDS).map("".join) | st.text())


@pytest.mark.parametrize("language", ["en", "zh"])
@given(texts=TEXTS)
def test_texts_at_once_are_as_each_by_itself_and_hold_themselves(
    texts: list[str], language: LanguageCode
) -> None:
    spoken = find_language(language)
    normal = spoken.normal_texts(texts)
    assert normal == [spoken.normal_texts([each])[0] for each in texts]
    phrases = [spoken.normal_phrase(each) for each in texts]
    assert all(p is None or p.stands_in(text) for p, text in zip(phrases, normal, strict=True))
    pool = dict(enumerate(normal))
    sought: set[NormalPhrase] = {phrase for phrase in phrases if phrase}
    held = {phrase: {n for n, text in pool.items() if phrase.stands_in(text)} for phrase in sought}
    assert holders(sought, pool) == held


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("5 " + "million " * 20_000, "en"),
        ("9" * 50_000 + " million", "en"),
        ("May 5 " * 20_000, "en"),
        ("A. " * 50_000, "en"),
        ("twenty-" * 20_000, "en"),
        ("一亿" * 50_000, "zh"),
        ("9" * 50_000 + "万", "zh"),
        ("- " * 50_000 + "x", "zh"),
    ],
    ids=lambda each: each[:9],
)
def test_the_longest_runs_are_read_quickly(text: str, language: LanguageCode) -> None:
    assert find_language(language).normalise(text)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_shingles_that_are_stored_part_by_part_are_counted_once_for_each_text(
    language: LanguageCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = find_language(language)
    texts = spoken.normal_texts(["a b c 天地玄黄", "a b", "", "c a b 玄黄", "a b c 天地玄黄"])
    for length in (1, 2):
        own = [{*shingles([text], spoken, length).hashes.tolist()} for text in texts]
        for at_once in (1, 2, 5):
            monkeypatch.setattr(normal, "_AT_ONCE", at_once)
            stored = StoredShingles(texts, spoken, length)
            for place, text in enumerate(texts):
                wanted = shingles([text], spoken, length).distinct()
                counts = [len(own[place] & each) for each in own]
                assert stored.counts(wanted).tolist() == counts
    assert StoredShingles([], spoken, 1).counts(wanted).tolist() == []


def test_stored_shingles_are_not_held_in_memory() -> None:
    spoken = find_language("en")
    words = [f"word{number}" for number in range(50_000)]
    texts = [NormalText(" ".join(words[at : at + 500]), "", "") for at in range(0, 50_000, 10)]
    wanted = shingles(texts[:1], spoken, 1).distinct()
    tracemalloc.start()
    stored = StoredShingles(texts, spoken, 1)
    assert stored.counts(wanted).max() == 500
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 1_000_000
    assert most < 120_000_000
