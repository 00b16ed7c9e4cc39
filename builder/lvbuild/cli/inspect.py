"""`lvbuild inspect`: look at one record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from lvbuild.release.reading import Record

_STYLES = {"needle": "bold green", "confusing": "yellow"}
_MARKS = {"needle": "N", "confusing": "c"}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@click.command(no_args_is_help=True)
@click.argument("release")
@click.argument("configuration")
@click.argument("number", type=click.IntRange(0))
@click.option("--around", default=160, show_default=True, help="Characters shown beside a fact.")
@click.option("--full", is_flag=True, help="Show the whole context.")
def inspect(release: str, configuration: str, number: int, around: int, full: bool) -> None:
    """Show record NUMBER (from 0) of a configuration: its facts in place, its replaced words.

    \b
    Example:
      lvbuild inspect release factrecall_en_16k 17
    """
    from rich.console import Console

    import lvbuild

    record = lvbuild.open_release(release).record(configuration, number)
    console = Console(highlight=False, soft_wrap=True)
    _show_question(console, f"{configuration} {number}", record.fields)
    _show_passages(console, record.provenance["passages"], full)
    _show_replacements(console, record.provenance["replacements"])
    facts = record.provenance["facts"]
    console.print(_depth_line(facts))
    if full:
        console.print(_stretch(record, 0, len(record.fields["context"])))
        return
    for fact in facts:
        start, end = fact["span"]
        context = record.fields["context"]
        first, last = max(start - around, 0), min(end + around, len(context))
        console.print()
        console.print(f"{fact['kind']} at depth {fact['depth']:.4f}", style=_STYLES[fact["kind"]])
        shown = _stretch(record, first, last)
        console.print("…" if first else "", shown, "…" if last < len(context) else "", sep="")


def _show_question(console: Console, name: str, fields: Mapping[str, Any]) -> None:
    console.print(_field(name, fields.get("_id", ""), "bold"))
    console.print(_field("question", fields["input"]))
    console.print(_field("answers", " | ".join(fields["answers"])))
    if "answer_keywords" in fields:
        console.print(_field("keywords", fields["answer_keywords"]))
    console.print(
        _field("length", f"{fields['length']:,}, {len(fields['context']):,} characters of context")
    )


def _show_passages(
    console: Console, passages: Sequence[Mapping[str, Any]], full: bool, most: int = 6
) -> None:
    listed = [p for p in passages if full or len(passages) <= most or p["cut"] is not None]
    if len(listed) < len(passages):
        console.print(_field("passages", f"{len(passages)}; those not told of are whole"))
    for passage in listed:
        start, end = passage["span"]
        kept = "whole" if passage["cut"] is None else f"characters {passage['cut']} of it"
        told = f"{passage['document_id']} ({passage['role']}), {end - start:,} characters, {kept}"
        console.print(_field(f"passage {passage['number']}", told))


def _show_replacements(console: Console, replacements: Sequence[Mapping[str, Any]]) -> None:
    for pair in replacements:
        told = f"{pair['original']} -> {pair['replacement']}, {pair['count']} times"
        console.print(_field("replaced", told))


def _field(name: str, value: str, style: str = "") -> Text:
    from rich.text import Text

    return Text.assemble((f"{name:<12} ", "dim"), (_printable(value), style))


def _depth_line(facts: Sequence[Mapping[str, Any]], width: int = 72) -> Text:
    """Draw where the facts stand between the beginning and the end of the context."""
    from rich.text import Text

    line = ["·"] * width
    for fact in sorted(facts, key=lambda fact: fact["kind"] == "needle"):
        line[min(round(fact["depth"] * (width - 1)), width - 1)] = _MARKS[fact["kind"]]
    drawn = Text.assemble((f"{'depth':<12} ", "dim"), "0 ")
    styles = {_MARKS[kind]: style for kind, style in _STYLES.items()}
    for mark in line:
        drawn.append(mark, styles.get(mark, "dim"))
    return drawn.append(" 1")


def _stretch(record: Record, start: int, end: int) -> Text:
    """Return a stretch of the context, its facts and replaced words coloured."""
    from rich.text import Text

    text = Text(_printable(record.fields["context"][start:end]))
    for fact in record.provenance["facts"]:
        first, last = (offset - start for offset in fact["span"])
        text.stylize(_STYLES[fact["kind"]], max(first, 0), max(last, 0))
    words = {pair["replacement"] for pair in record.provenance["replacements"] if pair["count"]}
    if words:
        longest_first = sorted(words, key=lambda word: (-len(word), word))
        text.highlight_words(longest_first, "underline magenta", case_sensitive=False)
    return text


def _printable(text: str) -> str:
    """Make control characters visible, so that a text cannot steer the terminal."""
    return _CONTROL.sub("�", text)
