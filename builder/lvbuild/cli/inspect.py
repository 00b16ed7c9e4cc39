"""`lvbuild inspect` and `view`: look at one record, or at several on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import configurations, files, folders
from lvbuild.core.controls import masked, printable
from lvbuild.core.wording import number_of

if TYPE_CHECKING:
    from rich.text import Text

    from lvbuild.cli.output import Output
    from lvbuild.release.reading import Place, Record

_STYLES = {"needle": "bold green", "supporting": "green", "confusing": "yellow", "decoy": "yellow"}
_MARKS = {"needle": "N", "supporting": "S", "confusing": "c", "decoy": "d"}
_BESIDE = " " * 13
"""What stands before a value's further lines."""
_OTHER_STYLE, _OTHER_MARK = "yellow", "f"
"""Of the facts of a task's own."""


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.argument("configuration", shell_complete=configurations)
@click.argument("number", type=click.IntRange(0))
@click.option(
    "--around",
    type=click.IntRange(0),
    default=160,
    show_default=True,
    help="Characters shown beside each.",
)
@click.option("--full", is_flag=True, help="Show the whole context.")
def inspect(release: str, configuration: str, number: int, around: int, full: bool) -> None:
    """Show record NUMBER (from 0) of a configuration: its evidence and facts, its replaced words.

    \b
    Example:
      lvbuild inspect release factrecall_en_16k 17
    """
    from rich.text import Text

    import lvbuild
    from lvbuild.cli.output import Output

    record = lvbuild.open_release(release).record(configuration, number)
    console = Output()
    _show_question(console, f"{configuration} {number}", record)
    _show_passages(console, record.provenance["passages"], full)
    for pair in record.provenance["replacements"]:
        text = f"{pair['original']} -> {pair['replacement']}, {number_of(pair['count'], 'time')}"
        console.print_text(_field("replaced", text), _BESIDE)
    places = record.places
    console.print(_depth_line(places))
    if full:
        console.print_text(_stretch(record, places, 0, len(record.fields["context"])))
        return
    for place in places:
        length = len(record.fields["context"])
        first, last = max(place.start - around, 0), min(place.end + around, length)
        if place.kind == "supporting":
            first, last = place.start, min(place.end, place.start + 4 * around)
        console.print()
        console.print(f"{_name(place)} at depth {place.depth:.4f}", style=_style(place.kind))
        ends = "…" if first else "", "…" if last < length else ""
        console.print_text(Text.assemble(ends[0], _stretch(record, places, first, last), ends[1]))


def _show_question(console: Output, name: str, record: Record) -> None:
    fields, content = record.fields, record.content
    console.print_text(_field(name, fields.get("_id", ""), "bold"), _BESIDE)
    console.print_text(_field("question", content.question), _BESIDE)
    console.print_text(_field("answers", " | ".join(content.answers)), _BESIDE)
    for letter, text in content.choices.items():
        right = ", the right one" if letter == content.right else ""
        console.print_text(_field(f"choice {letter}", f"{text}{right}"), _BESIDE)
    if "answer_keywords" in fields:
        console.print_text(_field("keywords", fields["answer_keywords"]), _BESIDE)
    length = f"{content.length:,}, {len(fields['context']):,} characters of context"
    console.print_text(_field("length", length), _BESIDE)


def _show_passages(
    console: Output, passages: Sequence[Mapping[str, Any]], full: bool, most: int = 6
) -> None:
    every = full or len(passages) <= most
    listed = [p for p in passages if every or p["role"] == "supporting"]
    if len(listed) < len(passages):
        console.print_text(_field("passages", f"{len(passages)}; --full tells of each"), _BESIDE)
    for passage in listed:
        first, last = passage["cut"]
        cut = f"characters {first:,} to {last:,} of it"
        text = f"{passage['document_id']} ({passage['role']}), {cut}"
        console.print_text(_field(f"passage {passage['number']}", text), _BESIDE)


def _field(name: str, value: str, style: str = "") -> Text:
    from rich.text import Text

    return Text.assemble((f"{name:<12} ", "dim"), (printable(value), style))


def _depth_line(places: Sequence[Place], width: int = 63) -> Text:
    """Draw where the facts and the evidence stand between the context's beginning and end."""
    from rich.text import Text

    line = [("·", "dim")] * width
    ranks = {kind: rank for rank, kind in enumerate(reversed(_MARKS))}
    # What matters most is drawn over the rest.
    for place in sorted(places, key=lambda place: ranks.get(place.kind, -1)):
        mark = _MARKS.get(place.kind, _OTHER_MARK), _style(place.kind)
        line[min(round(place.depth * (width - 1)), width - 1)] = mark
    return Text.assemble((f"{'depth':<12} ", "dim"), "0 ", *line, " 1")


def _name(place: Place) -> str:
    return place.kind if place.passage is None else f"supporting passage {place.passage}"


def _style(kind: str) -> str:
    return _STYLES.get(kind, _OTHER_STYLE)


def _stretch(record: Record, places: Sequence[Place], start: int, end: int) -> Text:
    from rich.text import Text

    text = Text(masked(record.fields["context"][start:end]))
    for place in places:
        text.stylize(_style(place.kind), max(place.start - start, 0), max(place.end - start, 0))
    words = {pair["replacement"] for pair in record.provenance["replacements"] if pair["count"]}
    if words:
        longest_first = sorted(words, key=lambda word: (-len(word), word))
        text.highlight_words(longest_first, "underline magenta", case_sensitive=False)
    return text


def _listed(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in (given or "").split(",") if word.strip())


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.option(
    "--records",
    metavar="ID,...",
    callback=_listed,
    help="Records by _id (at every level) or as CONFIGURATION:NUMBER, counted from 0.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    metavar="N",
    help="Draw so many, evenly over the configurations (default: 10).",
)
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    shell_complete=files,
    help="The page to be written, such as page.html.",
)
def view(release: str, *, records: tuple[str, ...], sample: int | None, out: str) -> None:
    """Write a page that shows records, their passages as bands along the context.

    It says what is evidence, what distracts and where facts stand, and each passage can be read,
    with the words that were replaced marked. It is one HTML file that a browser opens from the disk
    and that fetches nothing. It shows 100 records at most; what texts are left out to keep it small
    is said.

    \b
    Example:
      lvbuild view release --records factrecall_en_16k:17 --out page.html
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    with status("reading"):
        viewed = lvbuild.view_release(release, out, records=records, sample=sample)
    output = Output()
    size = f"{viewed.bytes / 1e6:,.2f} MB"
    output.print_line(f"{out}: {number_of(len(viewed.records), 'record')}, {size}", indent="  ")
    for problem in viewed.altered:
        output.print_line(
            f"note: {problem}: the page shows what stands there, not what was built",
            indent="  ",
        )
    if viewed.left_out:
        output.print_line(
            f"note: {viewed.left_out:,} of {viewed.stretches:,} passages, or parts of long ones,"
            " stand there without their texts, to keep it small: those farthest from evidence and"
            " facts; ask for fewer records to have them",
            indent="  ",
        )
