"""`lvbuild refresh`: a release anew, as a variant of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from lvbuild.cli.options import build_option, folders
from lvbuild.core.wording import number_of


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.option("--variant", required=True, metavar="NAME", help="What the variant is called.")
@click.option("--out", required=True, metavar="DIR", shell_complete=folders, help="Its folder.")
@build_option("corpora")
@build_option("offline")
@build_option("workers")
@build_option("overwrite")
@click.option("--json", "as_json", is_flag=True, help="Print what became of answers as JSON.")
def refresh(
    release: str,
    *,
    variant: str,
    out: str,
    corpora: str | None,
    offline: bool,
    workers: int | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Build a release anew as a variant: its questions in other words, elsewhere, or other ones.

    Recipes, tables, levels and options are those that RELEASE was built with. Fact recall asks of
    another needle where its table has one. Elsewhere questions stay: other words replace
    names, other documents distract, evidence stands elsewhere, and the canary is another. Variants
    of variants take no words that one before them had: where rows have no alternatives left, words
    are drawn as by "annotate suggest" and written into the tables of the new release as drafts.

    \b
    Example:
      lvbuild refresh release --variant 2027 --out release-2027
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    with status("reading") as shown:
        found = lvbuild.refresh_release(
            release,
            variant,
            out,
            corpora=corpora,
            offline=offline,
            workers=workers,
            overwrite=overwrite,
            report=lambda name: shown.update(f"{name}: building"),
        )
    output = Output()
    if as_json:
        output.print_json({name: asdict(each) for name, each in found.items()}, indent=2)
        return
    for name, each in found.items():
        answers = f"; of {each.replaced:,} answers with words replaced {each.changed:,} are others"
        output.print_line(
            f"{name}: {number_of(each.kept, 'question')} kept, {each.new:,} new"
            f"{answers if each.kept else ''}",
            indent="  ",
        )
        for count, questions, why in (
            *_counted(each.unchanged),
            (len(each.untouched), each.untouched, "no row replaces a word of the answer"),
        ):
            if count:
                named = f"{questions[0]}{', ...' if count > 1 else ''}"
                output.print_line(f"  the same of {count:,}: {why} ({named})", indent="    ")
        if each.drawn:
            output.print_line(
                f"  {number_of(each.drawn, 'row')} had no words left: others are drawn, which stand"
                " in its tables as drafts of `lvbuild refresh`; review them",
                indent="    ",
            )
        if each.lacking:
            rows = sum(map(len, each.lacking.values()))
            question, [original, *_] = next(iter(each.lacking.items()))
            output.print_line(
                f"  {number_of(rows, 'word')} that variants before had, as no other can be drawn:"
                f" {original!r} of {question}{', ...' if rows > 1 else ''}; add alternatives",
                indent="    ",
            )
        for note in each.notes:
            output.print_line(f"  note: {note}", indent="    ")
    output.print_line(f"{Path(out)}: a variant of {release}; `lvbuild audit {out}` tests it")


def _counted(unchanged: Mapping[str, str]) -> Iterator[tuple[int, Sequence[str], str]]:
    for why, count in Counter(unchanged.values()).most_common():
        yield count, [question for question, reason in unchanged.items() if reason == why], why
