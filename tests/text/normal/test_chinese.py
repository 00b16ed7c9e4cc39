"""What a reader of Chinese takes for the same is the same in the normal form."""

from __future__ import annotations

import pytest

from lvbuild.text.normal import normalise, stands_in


@pytest.mark.parametrize(
    "alike",
    [
        ("十二", "12", "１２", "壹拾贰"),
        ("一千", "1000", "1,000", "１，０００", "1千"),
        ("三万五千", "35000", "3.5万", "35,000", "3万5千", "三萬五千"),
        ("一百零五", "105", "一百〇五"),
        ("三亿五千万", "3.5亿", "350000000", "三億五千萬", "3亿5千万"),
        ("两千三百", "2300", "二千三百", "兩千三百"),
        ("十三点五", "13.5", "13．5"),
        ("一九九五年五月五日", "1995年5月5日", "1995年05月05日", "1995-05-05", "1995/5/5",
         "一九九五年五月五號", "1995年5月5号", "１９９５年５月５日"),
        ("二〇〇八年", "2008年", "二零零八年", "二○○八年", "2008 年"),
        ("第十三届", "第13届", "第 13 屆"),
        ("廿三", "二十三", "23"),
        ("臺灣總督府", "台湾总督府"),
        ("里面", "裡面", "裏面"),
        ("《红楼梦》", "红楼梦", "「紅樓夢」", "『红楼梦』", "〈红楼梦〉", "“红楼梦”", "红 楼 梦"),
        ("约翰·史密斯", "约翰・史密斯", "约翰•史密斯", "约翰 史密斯", "约翰-史密斯", "约翰史密斯"),
        ("ＡＢＣ公司", "abc公司", "ABC 公司"),
        ("五千米", "5千米", "5000米", "5公里", "五公里", "5km", "5 km"),
        ("三公斤", "3千克", "3kg"),
        ("二十公斤", "二十千克", "20千克", "20kg"),
        ("十分之一", "1/10"),
        ("三点三十分", "3点30分", "三点30分"),
        ("百分之五十", "50%", "50％"),
        ("两个人", "2个人", "二个人"),
        ("五摄氏度", "5℃", "5°C"),
        ("先烧水。再下面。", "先烧水，再下面！", "先烧水；再下面"),
    ],
)  # fmt: skip
def test_what_reads_alike_is_alike(alike: tuple[str, ...]) -> None:
    assert len({normalise(text, "zh") for text in alike}) == 1


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("作者是曹雪芹，生于南京。", "《曹雪芹》"),
        ("共有12人。", "十二人"),
        ("秦始皇统一六国。", "六国"),
        ("他用iPhone 5拍照", "iPhone"),
        ("他是Harry Potter的朋友", "harry potter"),
        ("银子五十兩", "五十两"),
        ("一九九五年五月五日生", "1995年"),
    ],
)
def test_a_phrase_is_found_however_a_text_writes_it(text: str, phrase: str) -> None:
    assert stands_in(text, phrase, "zh")


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("有十三萬人", "十三"),
        ("有十三億人", "十三"),
        ("共十三点五米", "十三"),
        ("长25．5米", "25"),
        ("有三百一十三人", "十三"),
        ("有三四百人", "四百"),
        ("1130人", "13"),
        ("二十五月", "五月"),
        ("十二月五日", "二月五日"),
        ("1995年5月15日", "1995年5月1日"),
        ("一九九五年十五日", "5日"),
        ("iPhones", "iPhone"),
        ("A25型", "25"),
        ("他叫李。阿达来了", "李阿达"),
        ("李阿达", "，。"),
    ],
)
def test_what_only_looks_alike_is_not_found(text: str, phrase: str) -> None:
    assert not stands_in(text, phrase, "zh")


@pytest.mark.parametrize("text", ["三四百", "百度", "千万", "万里", "二三十", "十七八"])
def test_what_is_no_one_number_stays_as_it_is(text: str) -> None:
    assert normalise(text, "zh") == text
