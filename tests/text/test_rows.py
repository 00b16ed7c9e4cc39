"""Rows of tables and items of lists are never cut, and a table's rows know their header."""

from __future__ import annotations

from lvbuild.core.model import Level
from lvbuild.core.seeds import Seeds
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.excerpts import UsualLengths, pool_texts
from lvbuild.mixing.leads import Leads
from lvbuild.text.counting import PlainCounting
from lvbuild.text.rows import header_at, rows_of

WORDS = PlainCounting("words")
HEADER = "| Year | Who led the council then |\n| --- | --- |"
ROWS = [f"| {1900 + n} | Dr. Ada Stone of Oldtown. She led it in peace. |" for n in range(40)]
ITEMS = [f"* The {n}th bridge of the town, by Mr. A. Reed." for n in range(30)]
TEXT = "\n\n".join(
    [
        "The council met in winter. It met in summer, too, and told of what it had done.",
        "\n".join([HEADER, *ROWS]),
        "Bridges were built by many people in these years, as a list tells. It is long.",
        "\n".join(ITEMS),
        "So it went on.",
    ]
)


def cut_lines(text: str, start: int, stop: int) -> list[str]:
    """Return the lines of a text that a cut [start, stop) holds in part."""
    lines, offset = [], 0
    for line in text.split("\n"):
        end = offset + len(line)
        inside = max(offset, start) < min(end, stop)
        if inside and line[:1] in "|*" and not (start <= offset and end <= stop):
            lines.append(line)
        offset = end + 1
    return lines


def test_tables_and_lists_are_found_with_their_rows() -> None:
    table, items = rows_of(TEXT)
    assert TEXT[slice(*table.header or ())] == HEADER
    assert len(table.ends) == len(ROWS)
    assert TEXT[items.start : items.ends[0]] == ITEMS[0]
    assert header_at([table, items], table.ends[3] + 1) == table.header
    assert header_at([table, items], table.start) is None
    assert header_at([table, items], items.start) is None


def test_a_text_is_parted_between_rows_and_never_within() -> None:
    document = SplitDocument.of("c:page", TEXT, "en", WORDS)
    within = {mark for sentence in (*ROWS, *ITEMS) for mark in _inside(sentence)}
    offsets = [mark.offset for mark in document.outline.boundaries]
    assert within.isdisjoint(offsets)
    ends = {TEXT.index(row) + len(row) for row in ROWS}
    assert ends <= {block.stop for block in document.outline.blocks}


def _inside(line: str) -> range:
    start = TEXT.index(line)
    return range(start + 1, start + len(line))


def test_short_rows_end_with_the_next_so_that_none_is_taken_for_a_heading() -> None:
    text = "\n".join(["| A | B |", "| --- | --- |", *(f"| {n} | x |" for n in range(20))])
    document = SplitDocument.of("c:page", text, "en", WORDS)
    assert len(document.outline.blocks) > 5
    for block in document.outline.blocks:
        held = text[block.start : block.stop]
        assert len(held.split()) >= find_language("en").shortest_end
        assert held.startswith("|")
        assert held.endswith("|")


def test_a_bar_that_begins_a_line_makes_no_table() -> None:
    text = "| This is said. It is no table.\nIt was said by him.\n\n| --- |"
    assert rows_of(text) == []


def test_numbers_that_begin_lines_make_no_list_where_nothing_says_that_it_is_markdown() -> None:
    lines = "\n".join(f"{n}. It was said in the town. It was done." for n in range(1, 9))
    assert rows_of(lines) == []
    assert len(rows_of(f"# Said in the town\n\n{lines}")) == 1


def test_excerpts_begin_with_their_title_and_with_the_header_of_a_cut_table() -> None:
    leads = Leads(lambda name: f"Title of {name}", "# ", "en", WORDS)
    usual = UsualLengths(50, [60.0], Level(1_000))
    page = {"c:page": TEXT}
    parts, _ = pool_texts(page, usual, Seeds(42, "", "r"), "en", WORDS, part=leads.passage)
    assert len(parts) > 8
    tables = 0
    for part in parts:
        start, stop = part.original(0, len(part.text))
        body = part.text[len(part.lead) :]
        assert body == TEXT[start:stop]
        assert cut_lines(TEXT, start, stop) == []
        assert part.text.startswith("# Title of c:page\n")
        if body.startswith("| 19"):
            assert part.lead == f"# Title of c:page\n{HEADER}\n"
            tables += 1
        else:
            assert part.lead == "# Title of c:page\n"
    assert tables > 3
