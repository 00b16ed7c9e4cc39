"""What a reader takes for the answer leaks, however it is written; what only looks so does not."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from tests.mixing.filters.leaking import FILLER, FILLER_ZH, leaks

LEAKS = [
    ("twelve", "The mill had 12 wheels."),
    ("12", "The mill had twelve wheels."),
    ("twenty-five", "Some 25 boats came."),
    ("105", "One hundred and five boats came."),
    ("1,000", "It cost 1000 crowns."),
    ("1000", "It cost a thousand crowns."),
    ("12,500", "It cost 12 500 crowns."),
    ("1.5 million", "There were 1,500,000 of them."),
    ("two million", "There were 2 million of them."),
    ("$5 million", "It sold for five million dollars."),
    ("May 5, 1995", "He came on 5 May 1995."),
    ("5 May 1995", "He came on May 5th, 1995."),
    ("May 5, 1995", "He came on the 5th of May, 1995."),
    ("May 5, 1995", "He came on the fifth of May 1995."),
    ("1995-05-05", "He came on May 5, 1995."),
    ("September 3, 1939", "War came on 3 Sept. 1939."),
    ("1995", "It was nineteen ninety-five."),
    ("Café Müller", "They met at Cafe Muller."),
    ("Sao Paulo", "They met in São Paulo."),
    ("Łódź", "They met in Lodz."),
    ("O'Brien", "It was O’Brien who came."),
    ("O’Brien", "It was O'Brien who came."),
    ("Anglo-Saxon", "It is an Anglo–Saxon word."),
    ("Anglo Saxon", "It is an Anglo-Saxon word."),
    ("Spiderman", "We saw Spider-Man there."),
    ("Spider-Man", "We saw Spiderman there."),
    ("J. K. Rowling", "It was J.K. Rowling."),
    ("J.K. Rowling", "It was J. K. Rowling."),
    ("J.K. Rowling", "It was JK Rowling."),
    ("U.S. Navy", "He was in the US Navy."),
    ("lighthouses", "A lighthouse stood there."),
    ("lighthouse", "Two lighthouses stood there."),
    ("city", "The cities burned."),
    ("the Beatles", "He heard Beatles songs."),
    ("Beatles", "He heard the Beatles."),
    ("A Tale of Two Cities", "He read Tale of Two Cities."),
    ("“Blue Moon”", 'She sang "Blue Moon" again.'),
    ("'Blue Moon'", "She sang Blue Moon again."),
    ("１２ wheels", "The mill had 12 wheels."),
    ("Ada Lee", "ADA\u00a0LEE came."),
    ("World War II", "He fell in World War 2."),
    ("World War Two", "He fell in World War II."),
    ("Henry VIII", "It was Henry the Eighth."),
    ("21st century", "In the twenty-first century."),
    ("5 km", "The road is five kilometres long."),
    ("50%", "It was fifty percent."),
    ("fine arts", "He taught ﬁne arts."),
    ("The Who", "He heard the Who in 1970."),
    ("IT", "He works in IT now."),
    ("Polish", "She spoke Polish at home."),
    ("First boil the water. Then add salt. Stir it well. Wait for ten minutes. Serve it hot now.",
     "So it goes. First, boil the water; then add salt. Stir it well. Wait for 10 minutes. Serve it"
     " hot now."),
]  # fmt: skip

NO_LEAKS = [
    ("May", "She may come later."),
    ("The Who", "A man who came late."),
    ("The Who", "Who founded the harbour?"),
    ("IT", "Then it rained."),
    ("IT", "It rained all day."),
    ("US", "They told us all."),
    ("Polish", "Now polish the brass."),
    ("Turkey", "They ate turkey there."),
    ("Bill", "They paid the bill."),
    ("12", "There were 112 wheels."),
    ("12", "There were 12.5 tons."),
    ("12", "There were 12,000 men."),
    ("12", "It left at 12:30."),
    ("twelve", "It was the twelfth wheel."),
    ("twenty", "There were twenty-five wheels."),
    ("five", "There were five million wheels."),
    ("1995", "There were 19,950 men."),
    ("May 5, 1995", "He came on 15 May 1995."),
    ("May 5, 1995", "He came on May 5, 1996."),
    ("May 5, 1995", "He came on 5 March 1995."),
    ("World War I", "He fell in World War II."),
    ("Henry VIII", "It was Henry VII."),
    ("Adam", "The Adams family came."),
    ("Curie", "McCurie came."),
    ("J. K. Rowling", "It was J. R. Rowling."),
    ("Ada Lee", "Ada saw Mr Lee."),
    ("the Beatles", "He collects beetles."),
    ("5 km", "The road is 5 miles long."),
    ("50%", "There were fifty people."),
    ("C++", "He wrote it in C."),
]

LEAKS_ZH = [
    ("十二个", "磨坊有12个轮子。"),
    ("12个", "磨坊有十二个轮子。"),
    ("１２个", "磨坊有12个轮子。"),
    ("1,000元", "花了一千元。"),
    ("一千元", "花了１，０００元。"),
    ("三万五千人", "来了35000人。"),
    ("35000人", "来了3.5万人。"),
    ("3.5万人", "來了三萬五千人。"),
    ("三亿五千万", "共三億五千萬。"),
    ("3.5亿", "共3亿5千万。"),
    ("两千三百人", "来了2300人。"),
    ("一百零五人", "来了105人。"),
    ("105人", "来了一百〇五人。"),
    ("十三点五米", "高13.5米。"),
    ("13.5米", "高１３．５米。"),
    ("1995年", "建于一九九五年。"),
    ("一九九五年", "建于1995年。"),
    ("二〇〇八年", "建于2008年。"),
    ("2008年", "建于二零零八年。"),
    ("1995年5月5日", "生于一九九五年五月五日。"),
    ("一九九五年五月五日", "生于1995年05月05日。"),
    ("1995年5月5日", "生于1995-05-05。"),
    ("5月5日", "生于五月五号。"),
    ("第十三届", "这是第13届比赛。"),
    ("二十三", "有廿三辆车。"),
    ("台湾总督府", "那里是臺灣總督府。"),
    ("臺灣總督府", "那里是台湾总督府。"),
    ("里面", "他在裡面等。"),
    ("紅樓夢", "他读《红楼梦》。"),
    ("《红楼梦》", "他读红楼梦。"),
    ("《红楼梦》", "他讀「紅樓夢」。"),
    ("“红楼梦”", "他读『红楼梦』。"),
    ("约翰·史密斯", "来的是约翰・史密斯。"),
    ("约翰·史密斯", "来的是约翰史密斯。"),
    ("约翰史密斯", "来的是约翰•史密斯。"),
    ("让-雅克", "来的是让—雅克。"),
    ("Harry Potter", "他是ＨＡＲＲＹ　ＰＯＴＴＥＲ的朋友。"),
    ("iPhone 5", "他用IPHONE 5。"),
    ("Müller", "他叫Muller。"),
    ("五千米", "路长5000米。"),
    ("5千米", "路长五公里。"),
    ("5公里", "路长5km。"),
    ("三公斤", "重3千克。"),
    ("百分之五十", "占50%。"),
    ("50％", "占百分之五十。"),
    ("5℃", "气温五摄氏度。"),
    ("两个", "有2个。"),
    ("五十两", "给了五十兩银子。"),
    ("壹万贰仟元", "花了12000元。"),
    ("先把水烧开。然后放入面条。煮三分钟后捞出。加盐拌匀。趁热上桌即可。",
     "做法：先把水烧开，然后放入面条，煮3分钟后捞出；加盐拌匀，趁热上桌即可。"),
]  # fmt: skip

NO_LEAKS_ZH = [
    ("十三", "来了十三萬人。"),
    ("十三", "来了十三億人。"),
    ("十三", "高十三点五米。"),
    ("25", "长25．5米。"),
    ("十三", "有三百一十三人。"),
    ("四百", "有三四百人。"),
    ("13", "有1130人。"),
    ("13", "有13万人。"),
    ("二月", "十二月来的。"),
    ("2月5日", "生于十二月五日。"),
    ("5日", "生于五月十五日。"),
    ("1995年5月1日", "生于1995年5月15日。"),
    ("五千", "有三万五千人。"),
    ("百分之五", "占百分之五十。"),
    ("iPhone", "他有两部iPhones。"),
    ("25", "他用A25型。"),
    ("李阿达", "他姓李。阿达来了。"),
    ("乾隆十年", "乾隆二十年的事。"),
    ("五公里", "路长五里。"),
    ("两千", "有一万两千人。"),
]


def assert_leaks(answer: str, told: str, language: LanguageCode, leaking: bool) -> None:
    filler = FILLER if language == "en" else FILLER_ZH
    asked = "What did the captain paint?" if language == "en" else "船长画了什么？"
    found = leaks([*filler, told], (answer,), asked, language=language)
    assert (len(filler) in found) == leaking


@pytest.mark.parametrize(("answer", "told"), LEAKS)
def test_english_that_answers_leaks(answer: str, told: str) -> None:
    assert_leaks(answer, told, "en", True)


@pytest.mark.parametrize(("answer", "told"), NO_LEAKS)
def test_english_that_only_looks_alike_does_not_leak(answer: str, told: str) -> None:
    assert_leaks(answer, told, "en", False)


@pytest.mark.parametrize(("answer", "told"), LEAKS_ZH)
def test_chinese_that_answers_leaks(answer: str, told: str) -> None:
    assert_leaks(answer, told, "zh", True)


@pytest.mark.parametrize(("answer", "told"), NO_LEAKS_ZH)
def test_chinese_that_only_looks_alike_does_not_leak(answer: str, told: str) -> None:
    assert_leaks(answer, told, "zh", False)
