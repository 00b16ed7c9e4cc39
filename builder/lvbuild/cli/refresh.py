"""`lvbuild refresh`: a release anew, as a variant of itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from lvbuild.cli.options import build_option, folders


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.option("--variant", required=True, metavar="NAME", help="What the variant is called.")
@click.option("--out", required=True, metavar="DIR", shell_complete=folders, help="Its folder.")
@build_option("corpora")
@build_option("offline")
@click.option("--workers", type=click.IntRange(1), help="Processes (default: the processors).")
@click.option("--json", "as_json", is_flag=True, help="Print what became of answers as JSON.")
def refresh(
    release: str,
    *,
    variant: str,
    out: str,
    corpora: str | None,
    offline: bool,
    workers: int | None,
    as_json: bool,
) -> None:
    """Build a release anew as a variant: the same questions in other words, elsewhere.

    Recipes, tables, levels and options are those that RELEASE was built with. Other words replace
    names, other documents distract, evidence stands elsewhere, and the canary is another. Variants
    of variants take no words that one before them had, as long as rows have alternatives.

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
            report=lambda name: shown.update(f"{name}: building"),
        )
    output = Output()
    if as_json:
        output.print_json({name: asdict(each) for name, each in found.items()}, indent=2)
        return
    for name, each in found.items():
        output.print_line(
            f"{name}: {each.kept:,} questions kept, {each.new:,} new; the answers of"
            f" {each.changed:,} of {each.replaced:,} whose words are replaced are others",
            indent="  ",
        )
        for why, count in Counter(each.unchanged.values()).most_common():
            more = ", ..." if count > 1 else ""
            named = [question for question, reason in each.unchanged.items() if reason == why]
            output.print_line(f"  the same of {count:,}: {why} ({named[0]}{more})", indent="    ")
    output.print_line(f"{Path(out)}: a variant of {release}; `lvbuild audit {out}` tests it")
