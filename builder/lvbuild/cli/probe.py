"""`lvbuild probe`: what a model answers that is shown no context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.asking import asks_model, check_sending, cost_told, endpoint_of, prices_of
from lvbuild.cli.options import build_option, folders
from lvbuild.core.wording import number_of

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.harness.probing import Probed


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@asks_model
@click.option(
    "--out",
    default="probe",
    show_default=True,
    metavar="DIR",
    shell_complete=folders,
    help="Where replies are kept.",
)
@build_option("corpora")
@build_option("offline")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def probe(release: str, out: str, as_json: bool, **given: Any) -> None:
    """Ask a model the questions of a release without their contexts, and score what it answers.

    Where words are replaced, the same questions are asked in their corpora's words too: what is
    answered there and not in the release is what replacing them is for. Questions that are answered
    without their context stand in DIR/errata.jsonl: a build leaves them out by --errata. Replies
    are kept as they come, and none is asked for twice. The model's endpoint speaks OpenAI's
    protocol; its key is in LVBUILD_OPENAI_API_KEY.

    \b
    Example:
      lvbuild probe release --model qwen3 --base-url http://127.0.0.1:8000/v1
    """
    from lvbuild.cli.output import Output, status
    from lvbuild.harness.probing import Probe, write_leaked
    from lvbuild.harness.replies import Replies

    prices = prices_of(given)
    endpoint = endpoint_of(given, temperature=0)
    with status(f"reading {release}"):
        probing = Probe(release, corpora=given["corpora"], offline=given["offline"])
    with Replies(Path(out, "replies.jsonl"), endpoint) as replies:
        if missing := len(replies.missing(probing.prompts)):
            sent, most = probing.tokens
            told = f"all together of about {sent:,} tokens in and at most {most:,} out"
            cost = cost_told((sent, most), prices)
            Output(stderr=True).print_line(f"{number_of(missing, 'request')}, {told}{cost}")
            check_sending(given)
        with status("asking") as shown:
            found = probing.run(
                replies,
                at_once=given["at_once"],
                report=lambda done: shown.update(f"{done:,} of {missing:,} answered"),
            )
    errata = Path(out, "errata.jsonl")
    write_leaked(found, given["model"], errata)
    if as_json:
        Output().print_json([asdict(each) for each in found], indent=2)
    else:
        _print(found, errata, Output())


def _print(found: Sequence[Probed], errata: Path, output: Output) -> None:
    columns = ("recipe", "questions", "without context", "in the corpora's words", "answered")
    rows = [
        (
            each.recipe,
            f"{each.questions:,}",
            f"{each.score:.2f}",
            "-" if each.original is None else f"{each.original:.2f}",
            f"{len(each.leaked):,}",
        )
        for each in found
    ]
    output.print_table(columns, rows)
    for each in found:
        for question, reply in each.leaked.items():
            output.print_line(f"{each.recipe} {question}: {' '.join(reply.split())[:80]}", "  ")
    if any(each.leaked for each in found):
        output.print_line(f"leave them out of the next build by --errata {errata}", "  ")
