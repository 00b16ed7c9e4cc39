"""Lists of illustrations, indexes, notes, licences, advertisements and title pages are left out."""

from __future__ import annotations

import pytest

from lvbuild.text.prose import prose_of
from tests.text.prose.contents import CHINESE, ENGLISH
from tests.text.prose.made_books import ROMAN, TITLE_PAGE, TITLES, body, led, prose

GAP = "\n\n\n\n"
CHAPTERS = [f"CHAPTER {number}" for number in ROMAN]
BODY = body(CHAPTERS)
PICTURES = (
    "The Mill by Night",
    "“Who goes there?”",
    "Tail-piece",
    "On the Bridge",
    "The Carrier’s Horse",
    "Tail-piece",
    "Heading to Chapter IV.",
    "“I never saw him again”",
    "The Harbour",
    "Tail-piece",
    "The Boat",
    "The Last Lamp",
)
ILLUSTRATIONS = {
    "titles": "ILLUSTRATIONS.\n\n" + "\n".join(f" {picture}" for picture in PICTURES),
    "titles apart": "LIST OF ILLUSTRATIONS\n\n\n" + "\n\n".join(PICTURES),
    "pages": "LIST OF PLATES.\n\n"
    + "\n\n".join(f"{p:<60}{9 * n:>4}" for n, p in enumerate(PICTURES)),
    "leaders": "List of Illustrations\n\n"
    + "\n".join(led(p, 9 * n) for n, p in enumerate(PICTURES)),
    "a caption": "[Illustration: List of Illustrations.]\n\n\n"
    + "\n\n".join(f"{p:<60}{9 * n + 1:>4}" for n, p in enumerate(PICTURES)),
    "maps": "MAPS AND PLANS\n\nThe Fen in 1850\n\nThe Mill and its Sluices\n\nThe Harbour",
}


@pytest.mark.parametrize("printed", ILLUSTRATIONS.values(), ids=ILLUSTRATIONS)
@pytest.mark.parametrize("after", [BODY, f"PREFACE\n\n\n{prose('preface')}{GAP}{BODY}"])
def test_a_list_of_illustrations_is_left_out(printed: str, after: str) -> None:
    contents = ENGLISH["capitals"].printed
    found = prose_of(GAP.join([TITLE_PAGE, contents, printed, after]))
    assert found.text == after
    assert found.left_out == {"title page": 1, "contents": 1, "list of illustrations": 1}


def test_a_motto_between_a_list_with_pages_and_the_text_stays() -> None:
    motto = "    _The mill goes round, the river runs,\n    And none shall ask for why._"
    text = f"{motto}{GAP}{BODY}"
    assert prose_of(GAP.join([TITLE_PAGE, ILLUSTRATIONS["pages"], text])).text == text.strip()


def test_contents_of_later_volumes_are_left_out_in_the_middle() -> None:
    volumes = []
    for volume, first in (("I", 0), ("II", 4)):
        entries = [f"CHAPTER {ROMAN[n]}. {TITLES[n]}" for n in range(first, first + 4)]
        contents = f"CONTENTS OF VOL. {volume}.\n\n" + "\n".join(entries)
        text = body(CHAPTERS[first : first + 4])
        volumes.append((contents, text))
    (one, first_text), (two, second_text) = volumes
    found = prose_of(GAP.join([TITLE_PAGE, one, first_text, two, second_text]))
    assert found.text == f"{first_text}{GAP}{second_text}"
    assert found.left_out == {"title page": 1, "contents": 2}


def test_chinese_contents_of_later_volumes_are_left_out_in_the_middle() -> None:
    printed, headings = CHINESE["chapters"]
    text = body(headings, "zh")
    found = prose_of(f"{printed}\n{text}\n下卷目录\n{printed[3:]}\n{text}")
    assert found.text == f"{text}\n{text}"
    assert found.left_out == {"contents": 2}


def test_an_index_is_left_out() -> None:
    names = [f"{name}, {n + 3}, {4 * n + 20}-{4 * n + 22}" for n, name in enumerate(TITLES * 3)]
    found = prose_of(f"{BODY}{GAP}INDEX\n\n\nA\n\n" + "\n".join(names))
    assert found.text == BODY
    assert found.left_out == {"index": 1}


NOTES = {
    "a paragraph": "Transcriber’s Note:\n\nThe spelling of the first edition was kept. A few"
    " stops\nthat were lost are put back.",
    "in brackets": "[Transcriber's note: The spelling of the first edition was kept.\n\nA few stops"
    " that were lost [four in all] are put back.]",
    "items": "TRANSCRIBER'S NOTES\n\n    Page 51: precints changed to precincts.\n"
    "    Page 72: the footnote was moved to the end.",
    "in a frame": "+----------------------------------+\n| Transcriber's Note               |\n"
    "|                                  |\n| The spelling is that of 1871.    |\n"
    "+----------------------------------+",
    "original": "Original Transcriber’s Notes:\n\n\n\n\n\nThis text was made of two copies that lie"
    " in the\nlibrary of the town.",
    "in a line": "Transcriber's note: The spelling of the first edition was kept.",
    "producers": "Produced by Ann Lee and the Proofreaders of the Fen",
}


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES)
@pytest.mark.parametrize("first", [True, False], ids=["before", "behind"])
def test_a_transcribers_note_is_left_out(note: str, first: bool) -> None:
    parts = [note, BODY] if first else [BODY, note]
    found = prose_of("\n\n\n\n\n".join(parts))
    assert found.text == BODY
    assert found.left_out == {"transcriber's note": 1}


def test_a_chinese_transcribers_note_is_left_out() -> None:
    text = body(CHINESE["chapters"].headings, "zh")
    found = prose_of(f"校对说明：本文依初版录入，标点从今。\n{text}")
    assert (found.text, found.left_out) == (text, {"transcriber's note": 1})


FRAME = (
    "The Project Gutenberg eBook of The Mill\n\nThis eBook is for the use of anyone anywhere.\n\n"
    "Title: The Mill\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n",
    "\n*** END OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\nUpdated editions will replace the"
    " previous one.\n\nSTART: FULL LICENSE\n",
)


def test_project_gutenbergs_frame_is_left_out() -> None:
    before, behind = FRAME
    found = prose_of(f"{before}\n\nProduced by Ann Lee\n\n\n\n{TITLE_PAGE}{GAP}{BODY}\n\n{behind}")
    assert found.text == BODY
    assert found.left_out == {"licence": 2, "transcriber's note": 1, "title page": 1}


LICENCES = {
    "en": "LICENSE\n\nThis work may be copied under the terms of the licence named above.",
    "rights": "Copyright 2020 by Ann Lee. All rights reserved.",
    "zh": "版权声明：本书由甲乙整理制作，仅供学习。",
    "site": "更多精彩小说，请访问 http://example.org 下载",
}


@pytest.mark.parametrize("licence", LICENCES.values(), ids=LICENCES)
def test_a_licence_behind_the_text_is_left_out(licence: str) -> None:
    found = prose_of(f"{BODY}{GAP}{licence}")
    assert (found.text, found.left_out) == (BODY, {"licence": 1})


def test_advertisements_behind_the_end_are_left_out_and_the_end_stays() -> None:
    sold = "BOOKS BY THE SAME AUTHOR\n\n12mo. Cloth. Price, $1.25.\n\nTHE FEN ROAD\n\nSALT"
    found = prose_of(f"{BODY}{GAP}THE END{GAP}{sold}")
    assert (found.text, found.left_out) == (f"{BODY}{GAP}THE END", {"advertisement": 1})


def test_what_an_author_adds_behind_the_end_stays() -> None:
    text = f"{BODY}{GAP}THE END{GAP}A note on the fen. {prose('note', paragraphs=1)}"
    assert prose_of(text) == (text, {})


def test_a_title_page_is_left_out_up_to_the_first_heading_and_without_one_to_the_prose() -> None:
    assert prose_of(f"{TITLE_PAGE}{GAP}{BODY}") == (BODY, {"title page": 1})
    text = prose("short")
    assert prose_of(f"The Fen\n\nby Ann Lee\n\n\n{text}") == (text, {"title page": 1})


def test_headings_stay() -> None:
    text = body([f"CHAPTER {n}\n\n{t.upper()}" for n, t in zip(ROMAN, TITLES, strict=True)])
    assert prose_of(f"{TITLE_PAGE}{GAP}BOOK THE FIRST{GAP}{text}").text.startswith(
        "BOOK THE FIRST\n\n\n\nCHAPTER I\n\nTHE MILL"
    )


def test_a_text_that_is_nothing_else_is_left_without_prose() -> None:
    assert prose_of(FRAME[0] + FRAME[1]).text == ""


@pytest.mark.parametrize("kind", sorted(ENGLISH.keys() - {"authors"}))
def test_a_text_without_its_contents_has_no_more_to_leave_out(kind: str) -> None:
    text = body(ENGLISH[kind].headings)
    assert prose_of(text) == (text, {})
