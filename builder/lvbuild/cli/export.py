"""`lvbuild export`: a release in other people's evaluators."""

from __future__ import annotations

from typing import Literal

import click

from lvbuild.cli.options import build_option, folders, only_option
from lvbuild.harness import HARNESSES


@click.command(no_args_is_help=True)
@click.argument("harness", type=click.Choice(HARNESSES))
@click.argument("release", shell_complete=folders)
@click.option("--out", required=True, metavar="DIR", shell_complete=folders, help="A new folder.")
@only_option
@build_option("levels")
@click.option("--lite", type=click.IntRange(1), metavar="N", help="N records of each file.")
@click.option("--split", type=click.Choice(["dev", "heldout"]), help="One half of the records.")
@click.option("--max-new-tokens", type=click.IntRange(1), metavar="N", help="Another limit.")
@click.option("--model", default="", help="The model that requests name (openai-batch).")
def export(
    harness: str,
    release: str,
    *,
    out: str,
    only: list[str] | None,
    levels: str | None,
    lite: int | None,
    split: Literal["dev", "heldout"] | None,
    max_new_tokens: int | None,
    model: str,
) -> None:
    """Write what another evaluator needs to ask a release.

    It reads the release where that stands, and scores as "lvbuild score" does, which takes what it
    writes. --lite and --split ask a part of the records, spread evenly over depths and lengths, of
    which a smaller one is within a larger one. A release that is built anew is exported anew.

    \b
    Example:
      lvbuild export lm-eval release --out exported --levels 16k
    """
    import lvbuild
    from lvbuild.cli.output import Output

    done = lvbuild.export_release(
        harness,
        release,
        out,
        only=only,
        levels=levels,
        lite=lite,
        split=split,
        max_new_tokens=max_new_tokens,
        model=model,
    )
    output = Output()
    output.print_line(f"{out}: {', '.join(done.configurations)}", indent="  ")
    output.print_line(f"run: {done.run}", indent="  ")
    for trap in done.traps:
        output.print_line(f"beware: {trap}", indent="  ")
