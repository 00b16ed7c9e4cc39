"""`lvbuild probe`: what a model answers without context, with it, and by distracting texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.asking import asks_model, check_sending, endpoint_of, prices_of, requests_told
from lvbuild.cli.options import build_option, folders, only_option

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.core.model import Configuration
    from lvbuild.harness.contradictions import SecondAnswer
    from lvbuild.harness.probing import Probed
    from lvbuild.harness.replies import Replies, Request
    from lvbuild.release.reading import Release


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@asks_model
@click.option("--with-context", is_flag=True, help="Ask with contexts: a check of the model.")
@click.option("--contradictions", is_flag=True, help="Find what answers questions otherwise.")
@only_option
@build_option("levels")
@click.option("--lite", type=click.IntRange(1), metavar="N", help="With contexts: N of each file.")
@click.option("--drop-thinking", is_flag=True, help="Score what stands behind </think>.")
@click.option("--max-new-tokens", type=click.IntRange(1), metavar="N", help="Longer replies.")
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
def probe(
    release: str,
    out: str,
    *,
    with_context: bool,
    contradictions: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Ask a model the questions of a release without their contexts, and score what it answers.

    Where words are replaced, the same questions are asked in their corpora's words too: what is
    answered there and not in the release is what replacing them is for. Questions that are answered
    without their context stand in DIR/errata.jsonl: a build leaves them out by --errata. Replies
    are kept as they come, and none is asked for twice. The model's endpoint speaks OpenAI's
    protocol; its key is in LVBUILD_OPENAI_API_KEY.

    --contradictions has the model read the distracting texts that have a question's words, those of
    the smallest level unless --levels names others: second answers are errata too, those in
    DIR/second_answers.jsonl.
    --with-context asks the records as they are, and writes DIR/predictions, which "lvbuild score"
    takes. --only, --levels and --lite choose for these two alone.

    \b
    Example:
      lvbuild probe release --model qwen3 --base-url http://127.0.0.1:8000/v1
    """
    from lvbuild.cli.output import Output
    from lvbuild.harness.probing import write_defects

    if with_context and contradictions:
        raise click.UsageError("--with-context and --contradictions ask other things; take one")
    choosing = [f"--{name}" for name in ("only", "levels", "lite") if given[name] is not None]
    if choosing and not (with_context or contradictions):
        raise click.UsageError(
            "only what has contexts is chosen: without --with-context or --contradictions each"
            f" question is asked once: leave out what chooses, {' and '.join(choosing)}"
        )
    given |= {"endpoint": endpoint_of(given, temperature=0), "prices": prices_of(given["price"])}
    if with_context:
        _ask_records(release, Path(out), as_json, given)
        return
    ask = _find_contradictions if contradictions else _ask_questions
    found, defects = ask(release, Path(out), given)
    errata = Path(out, "second_answers.jsonl" if contradictions else "errata.jsonl")
    write_defects(defects, errata)
    if as_json:
        Output().print_json([asdict(each) for each in found], indent=2)
        return
    if contradictions:
        _print_contradictions(found, Output())
    else:
        _print(found, Output())
    if defects:
        Output().print_line(f"leave them out of the next build by --errata {errata}", "  ")


Defects = list[tuple[str, str, str]]


def _ask_questions(release: str, out: Path, given: Mapping[str, Any]) -> tuple[list[Any], Defects]:
    from lvbuild.cli.output import status
    from lvbuild.harness.probing import Probe

    with status(f"reading {release}"):
        options = {key: given[key] for key in ("corpora", "offline", "max_new_tokens")}
        probing = Probe(release, **options)
    with _asking(out, probing.requests, given) as (replies, how):
        found = probing.run(replies, **how)
    why = f"{given['model']} answers it without its context"
    return found, [(each.recipe, name, why) for each in found for name in each.leaked]


def _find_contradictions(
    release: str, out: Path, given: Mapping[str, Any]
) -> tuple[list[Any], Defects]:
    from lvbuild.cli.output import status
    from lvbuild.harness.contradictions import Contradictions

    with status(f"reading {release}"):
        opened, wanted = _wanted(release, given)
        if not given["levels"]:
            smallest: dict[str, Configuration] = {}
            for one in (one for one in wanted if one.level.has_distractors):
                smallest.setdefault(one.recipe, one)
            wanted = [*smallest.values()]
        probing = Contradictions(opened, wanted, given["max_new_tokens"])
    if not probing.requests:
        raise click.UsageError(
            "no distracting text has a third of a question's words: none is read"
        )
    with _asking(out, probing.requests, given) as (replies, how):
        found = probing.run(replies, **how)
    reasons = dict[tuple[str, str], str]()
    for each in found:
        reasons.setdefault((each.recipe, each.question_id), f"{given['model']}: {each.reason}")
    return found, [(*question, why) for question, why in reasons.items()]


def _ask_records(release: str, out: Path, as_json: bool, given: Mapping[str, Any]) -> None:
    from lvbuild.cli.output import Output
    from lvbuild.harness.probing import requests_of, write_predictions
    from lvbuild.release.scoring import score_release
    from lvbuild.release.subsets import Subset

    opened, wanted = _wanted(release, given)
    names, subset = [one.name for one in wanted], Subset(given["lite"])
    folder, limit = out / "predictions", given["max_new_tokens"]
    with _asking(out, requests_of(opened, names, subset, limit), given) as (replies, how):
        write_predictions(
            opened, names, folder, replies, subset=subset, max_new_tokens=limit, **how
        )
    found = [
        (name, len(scores.records), scores.score)
        for name in names
        for scores in score_release(release, folder / f"{name}.jsonl", partial=True)
    ]
    if as_json:
        keys = ("configuration", "records", "score")
        Output().print_json([dict(zip(keys, each, strict=True)) for each in found], indent=2)
        return
    rows = [(name, f"{records:,}", f"{score:.2f}") for name, records, score in found]
    Output().print_table(("configuration", "records", "score"), rows)
    Output().print_line(f"predictions: {folder}, which lvbuild score takes (--partial)", "  ")


def _wanted(release: str, given: Mapping[str, Any]) -> tuple[Release, list[Configuration]]:
    from lvbuild.release.reading import open_release
    from lvbuild.release.scoring import wanted_configurations

    opened = open_release(release)
    return opened, wanted_configurations(opened, given["only"], given["levels"])


@contextmanager
def _asking(
    out: Path, requests: Iterable[Request], given: Mapping[str, Any]
) -> Iterator[tuple[Replies, dict[str, Any]]]:
    """Open the replies, say what the missing ones cost, and yield how the others are asked for.

    Raises UsageError where nobody says that they may be.
    """
    from lvbuild.cli.output import Output, status
    from lvbuild.core.wording import number_of
    from lvbuild.harness.replies import Replies

    drop, prices = given["drop_thinking"], given["prices"]
    with Replies(out / "replies.jsonl", given["endpoint"], drop_thinking=drop) as replies:
        missing, tokens = replies.missing(requests)
        if missing:
            Output(stderr=True).print_line(requests_told(missing, tokens, prices))
            check_sending(given)
        with status("asking") as shown:

            def report(done: int) -> None:
                shown.update(f"{done:,} of {missing:,} answered")

            yield replies, {"at_once": given["at_once"], "report": report}
        if replies.empty:
            said = number_of(replies.empty, "answer")
            Output(stderr=True).print_line(
                f"note: {said} empty, refused by the model or cut before its first word"
            )


def _print_contradictions(found: Sequence[SecondAnswer], output: Output) -> None:
    for each in found:
        output.print_line(f"{each.recipe} {each.question_id}: {each.question}", "  ")
        output.print_line(f"  {each.reason}", "  ")
    if not found:
        output.print_line("no second answer was found")


def _print(found: Sequence[Probed], output: Output) -> None:
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
