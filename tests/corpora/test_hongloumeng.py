from __future__ import annotations

import re
from pathlib import Path

import pytest

from lvbuild.corpora.hongloumeng import HEADING, book_paragraphs, mend
from lvbuild.errors import BuildError
from tests.corpora.opening import open_hongloumeng

GUTENBERG = """The Project Gutenberg eBook of 紅樓夢
Title: 紅樓夢
*** START OF THE PROJECT GUTENBERG EBOOK 紅樓夢 ***
\n第一回　甄士隱夢幻識通靈　賈雨村風塵懷閨秀
-----------------------------------------------------------------
此開卷第一回也．作者自云：因曾歷過一番夢幻之后，故將真事隱去，
而借"通靈"之說，撰此《石頭記》一書也．故曰"甄士隱"云云．但書中所記
何事何人？
　　此回中凡用“夢”用“幻”等字，是提醒閱者眼目，亦是此書立意本旨
．
　　都云作者痴，誰解其中味？
　　出則既明， 且看石上．
第三回

---------------

　　　　　　　　　　 賈雨村夤緣复舊職　林黛玉拋父進京都

　　卻說雨村忙回頭看時，不是別人．
*** END OF THE PROJECT GUTENBERG EBOOK 紅樓夢 ***
Updated editions will replace the previous one.
"""


@pytest.fixture(scope="module")
def book(shared_corpora: Path) -> str:
    return open_hongloumeng(shared_corpora / "hongloumeng").document("hongloumeng:1").text


@pytest.fixture(scope="module")
def noisy(shared_corpora: Path) -> str:
    text = (shared_corpora / "hongloumeng/红楼梦.txt").read_text("utf-8-sig").strip()
    return "\n".join(book_paragraphs(text))


def read(folder: Path, text: str, name: str = "book.txt") -> str:
    (folder / name).write_bytes(text.encode())
    return open_hongloumeng(folder).document("hongloumeng:1").text


def test_the_book_is_one_document_with_a_title(shared_corpora: Path) -> None:
    corpus = open_hongloumeng(shared_corpora / "hongloumeng")
    assert list(corpus.batches()) == [("hongloumeng:1",)]
    document = corpus.document("hongloumeng:1")
    assert (document.id, document.title) == ("hongloumeng:1", "红楼梦")
    assert [file.path for file in corpus.files()] == ["红楼梦.txt"]


def test_the_book_has_120_chapters_and_its_length(book: str) -> None:
    headings = [line for line in book.split("\n") if HEADING.fullmatch(line)]
    assert len(headings) == len(set(headings)) == 120
    assert headings[0] == "第一回 甄士隐梦幻识通灵　贾雨村风尘怀闺秀"
    assert headings[-1] == "第一二零回 甄士隐详说太虚情　贾雨村归结红楼梦"
    assert all(re.fullmatch(r"第\S+回 \S{7,8}　\S{7,8}", heading) for heading in headings)
    assert len(book) == 840_983


def test_every_line_is_a_paragraph_without_indentation(book: str) -> None:
    lines = book.split("\n")
    assert len(lines) == 2717
    assert all(line and line == line.strip() for line in lines)
    assert "\t" not in book
    assert "\r" not in book


def test_no_letter_of_another_script_is_left(book: str) -> None:
    allowed = '，。：；？！、“”‘’"`-—…《》()□ 　\n' + "㻞㾵䀉"
    assert {char for char in book if not "一" <= char <= "鿿"} == set(allowed)


def test_each_kind_of_noise_is_mended_as_often_as_it_stands(noisy: str) -> None:
    assert mend(noisy)[1] == {
        "web page": 2,
        "unreadable run": 1,
        "byte shift": 31,
        "masked word": 82,
        "half-width punctuation": 14,
        "heading": 2,
        "half-width stop": 3,
        "verse run into prose": 78,
        "closing mark": 6,
        "dash": 20,
        "tilde": 1,
        "stray letter": 17,
        "rare character": 292,
        "lost character": 66,
        "asterisk": 2,
        "inner quotation mark": 851,
        "inner quotation in hyphens": 23,
        "quotation opened by a hyphen": 10,
        "straight quotation mark": 4479,
        "full stop": 19943,
    }


def test_mending_twice_changes_nothing(book: str) -> None:
    assert mend(book)[0] == book


@pytest.mark.parametrize(
    "mended",
    [
        "第三十八回 林潇湘魁夺菊花诗　薛蘅芜讽和螃蟹咏\n话说宝钗湘云二人计议已妥",
        "如今等奶奶的示下。”凤姐道",
        "若只管叫妹妹为我操心",
        "杯上镌着“□瓟斝”三个隶字",
        "刘姥姥听了心下敁敠道",
        "‘美中不足，好事多魔’八个字",
        "故曰“甄士隐”云云",
        "只听见些‘好’‘了’‘好’‘了’",
        "点了一折《西游记》。贾母自是欢喜",
        "蟠听见如此说了，要知端的——\n第四十八回",
        "“老爷说了：‘连日身上不好",
        "\n好防佳节元宵后，便是烟消火灭时。\n士隐听得明白",
    ],
)
def test_known_places_read_as_they_should(book: str, mended: str) -> None:
    assert book.count(mended) >= 1


def test_of_the_quotation_marks_only_few_are_left_as_they_were(book: str) -> None:
    """Some openings and closings are lost: what stands alone stays, and is no mark of a pair."""
    assert {mark: book.count(mark) for mark in '"`-'} == {'"': 25, "`": 8, "-": 28}
    assert (book.count("“"), book.count("”")) == (11_412, 11_413)
    assert (book.count("‘"), book.count("’")) == (956, 955)


def test_half_width_punctuation_is_mended_only_where_a_paragraph_has_no_other() -> None:
    text = '雨村道:"谢罪的本上了去没有?"说着,走了.\n宝玉道：“好,很好。”\n他说?了'
    assert (
        mend(text)[0] == "雨村道：“谢罪的本上了去没有？”说着，走了。\n宝玉道：“好,很好。”\n他说□了"
    )


@pytest.mark.parametrize("name", ["pg24264-images.html.utf8.txt", "24264-0.txt"])
def test_project_gutenbergs_layout_is_undone(tmp_path: Path, name: str) -> None:
    (tmp_path / "readme.txt").write_text("not a book")
    assert read(tmp_path, GUTENBERG.replace("\n", "\r\n"), name).split("\n") == [
        "第一回 甄士隱夢幻識通靈　賈雨村風塵懷閨秀",
        "此開卷第一回也。作者自云：因曾歷過一番夢幻之后，故將真事隱去，"
        "而借“通靈”之說，撰此《石頭記》一書也。故曰“甄士隱”云云。但書中所記何事何人？",
        "此回中凡用“夢”用“幻”等字，是提醒閱者眼目，亦是此書立意本旨。",
        "都云作者痴，誰解其中味？",
        "出則既明，且看石上。",
        "第三回 賈雨村夤緣复舊職　林黛玉拋父進京都",
        "卻說雨村忙回頭看時，不是別人。",
    ]


def test_a_plain_file_keeps_a_line_as_a_paragraph(tmp_path: Path) -> None:
    text = "红楼梦\n第一回 甲　乙\n话说甲。\n话说乙。\n第二回\n丙丁 戊己\n却说丙。\n"
    expected = "第一回 甲　乙\n话说甲。\n话说乙。\n第二回 丙丁　戊己\n却说丙。"
    assert read(tmp_path, text) == expected


def test_a_sentence_that_begins_like_a_heading_is_none(tmp_path: Path) -> None:
    text = read(tmp_path, "第一回 甲　乙\n第四回中既将薛家母子在荣府内寄居。")
    assert len([line for line in text.split("\n") if HEADING.fullmatch(line)]) == 1


def test_books_in_folders_below_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old/红楼梦.txt").write_text("第一回 旧")
    assert read(tmp_path, "第一回 甲　乙\n话说甲。", "红楼梦.txt") == "第一回 甲　乙\n话说甲。"


def test_a_file_without_chapters_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"book\.txt: no chapter heading; expected lines such as"):
        read(tmp_path, "某书\n某文。")


@pytest.mark.parametrize("names", [[], ["a.txt", "b.txt"]])
def test_a_folder_must_hold_one_book(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("第一回 甲")
    with pytest.raises(BuildError, match=f"found {', '.join(names) or 'none'}: leave one book"):
        open_hongloumeng(tmp_path)
