"""`lvbuild score`: score a model's predictions on a release."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lvbuild.cli.asking import base_url_option, endpoint_at
from lvbuild.cli.options import build_option, figures_option, files, folders, only_option
from lvbuild.harness import HARNESSES

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.core.endpoint import Endpoint
    from lvbuild.score.results import LevelScores


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.argument("predictions", shell_complete=files)
@only_option
@build_option("levels")
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", *HARNESSES, "lveval"]),
    default="auto",
    help="Who wrote PREDICTIONS (default: what is found).",
)
@click.option(
    "--against", metavar="PREDICTIONS", help="Tell how far those score from these, by question."
)
@click.option("--against-release", metavar="RELEASE", help="What they answer (default: RELEASE).")
@click.option("--partial", is_flag=True, help="Score the records that were answered.")
@click.option("--drop-thinking", is_flag=True, help="Score what stands behind </think>.")
@click.option("--unverified", is_flag=True, help="Score what differs from its hashes too.")
@click.option("--judge", metavar="MODEL", help="A model that is asked of each prediction.")
@base_url_option
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the scores as CSV.")
@figures_option("scores by depth")
def score(
    release: str,
    predictions: str,
    *,
    only: list[str] | None,
    form: str,
    against: str | None,
    against_release: str | None,
    partial: bool,
    drop_thinking: bool,
    unverified: bool,
    as_json: bool,
    as_csv: bool,
    figures: str | None,
    **asked: str | None,
) -> None:
    """Score PREDICTIONS on a release by its recipes' metrics: 100 times the mean of each level.

    PREDICTIONS is a folder with a file <recipe>_<level>.jsonl for each file of the release, or one
    such file. A line has the model's answer as "pred", and the record's "_id"; without "_id" the
    lines stand in the records' order, as LV-Eval writes them. Or it is what another evaluator wrote
    of a release that was exported to it. Refused are predictions that were
    made for another variant or for other records, and a release that was changed. With --judge a
    model says of each prediction whether it is true to the answers, which stands beside the scores;
    its endpoint speaks OpenAI's protocol, its key is in LVBUILD_OPENAI_API_KEY.

    \b
    Example:
      lvbuild score release predictions --levels 16k
    """
    import lvbuild
    from lvbuild.cli.output import Output, status
    from lvbuild.score.metric import metric_of

    if as_json and as_csv:
        raise click.UsageError("--json and --csv print the same scores; take one of them")
    if as_csv and asked["judge"] is not None:
        raise click.UsageError("--csv has the metrics' scores alone; --json has what is judged too")
    if against_release is not None and against is None:
        raise click.UsageError("--against-release is what --against answers; give both")
    judge = _judge_of(asked["judge"], asked["base_url"])
    notes: list[str] = []
    with status("reading") as shown:

        def scored(of: str, by: str) -> list[LevelScores]:
            return lvbuild.score_release(
                of,
                by,
                only=only,
                levels=asked["levels"],
                unverified=unverified,
                judged_by=judge,
                form=form,
                partial=partial,
                drop_thinking=drop_thinking,
                report=lambda name: shown.update(f"{name}: scoring"),
                note=notes.append,
            )

        scores = scored(release, predictions)
        others = None if against is None else scored(against_release or release, against)
        if figures is not None:
            from lvbuild.score.figures import draw_figures

            shown.update("drawing")
            notes += draw_figures(scores, figures)
    notes += filter(None, (metric_of(one.recipe).note for one in scores))
    for note in dict.fromkeys(notes):
        Output(stderr=True).print_line(f"note: {note}", indent="  ")
    if as_json:
        Output().print_json(_as_json(scores, others))
    else:
        _print(scores, as_csv)
        if not as_csv:
            _print_meaning(scores, others, Output())


def _judge_of(model: str | None, base_url: str | None) -> Endpoint | None:
    """Return where the model is asked that judges, None for none."""
    if model is not None:
        return endpoint_at(model, base_url, left=sys.maxsize, temperature=0)
    if base_url is not None:
        raise click.UsageError("--base-url is where a model is asked; name it by --judge")
    return None


def _print(scores: Sequence[LevelScores], as_csv: bool) -> None:
    """Print a row a recipe and a column a level; the mean is that of the row's levels.

    What the metrics tell besides stands in a table of its own, then what answers were to be cut at.
    """
    from lvbuild.cli.output import Output
    from lvbuild.score.results import by_recipe, mean_of_levels

    levels = sorted({score.level for score in scores})
    columns = ["recipe", *(level.label for level in levels), "mean"]
    absent = "" if as_csv else "-"
    rows = []
    for name, found in by_recipe(scores).items():
        shown = {each.level: f"{each.score:.2f}" if as_csv else _told(each) for each in found}
        row = (shown.get(level, absent) for level in levels)
        mean = mean_of_levels(found)
        rows.append([name, *row, absent if mean is None else f"{mean:.2f}"])
    if as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([columns, *rows])
        for each in scores:
            if each.unanswered:
                told = f"note: {each.recipe.name} at {each.level.label}: {_told(each)} are scored"
                Output(stderr=True).print_line(told, indent="  ")
    else:
        Output().print_table(columns, rows)
        _print_details(scores, Output())


def _told(one: LevelScores) -> str:
    """Say a level's score, and of how many of its records it is where some were not answered."""
    told, scored = f"{one.score:.2f}", len(one.records)
    return f"{told} ({scored:,} of {scored + one.unanswered:,})" if one.unanswered else told


def _print_details(scores: Sequence[LevelScores], output: Output) -> None:
    from lvbuild.score.results import by_recipe

    levels = sorted({score.level for score in scores if score.details})
    rows = []
    limits: dict[int, dict[str, None]] = {}
    for name, found in by_recipe(scores).items():
        for one in found:
            limits.setdefault(one.max_new_tokens, {})[name] = None
        told = {score.level: score.details for score in found}
        for figure in dict.fromkeys(each for score in found for each in score.details):
            figures = [told.get(level, {}).get(figure) for level in levels]
            rows.append([name, figure, *("-" if f is None else f"{f:.2f}" for f in figures)])
    if rows:
        output.print_line("")
        output.print_table(["recipe", "figure", *(level.label for level in levels)], rows)
    output.print_line("")
    for limit, names in sorted(limits.items()):
        output.print_line(f"max_new_tokens: {limit:,} ({', '.join(names)})", indent="  ")


def _print_meaning(
    scores: Sequence[LevelScores], others: Sequence[LevelScores] | None, output: Output
) -> None:
    """Print what length costs where evidence alone was scored, and how far others are apart."""
    from lvbuild.score.meaning import HELD, differences, interval_of, length_cost
    from lvbuild.score.results import by_recipe

    costs = {name: length_cost(found) for name, found in by_recipe(scores).items()}
    rows = [
        [
            one.recipe.name,
            one.level.label,
            _told(one),
            "{:.2f} to {:.2f}".format(*interval_of(one)),
            "-" if cost.floor is None else f"{cost.floor:.2f}",
            f"{cost.drops[one.level]:.2f}%" if one.level in cost.drops else "-",
        ]
        for one in scores
        if (cost := costs[one.recipe.name])
    ]
    if rows:
        output.print_line("")
        output.print_table(["recipe", "level", "score", "95%", "floor", "drop"], rows)
        for name, found in by_recipe(scores).items():
            if cost := costs[name]:
                longest = cost.effective.label if cost.effective else "none"
                if not cost.drops:
                    longest = "unknown" if cost.evidence else "unknown, as evidence alone scores 0"
                told = f"{name}: effective length {longest} ({HELD:.0%} of evidence alone)"
                missing = ", ".join(level.label for level in found[0].absent)
                output.print_line(told + (f"; not scored: {missing}" * bool(missing)), indent="  ")
    if others is not None:
        output.print_line("")
        apart = [
            [
                name,
                level.label,
                f"{one.points:+.2f}",
                "{:+.2f} to {:+.2f}".format(*one.interval),
                str(one.questions),
            ]
            for name, levels in differences(scores, others).items()
            for level, one in levels.items()
        ]
        output.print_table(["recipe", "level", "against", "95%", "pairs"], apart)


def _as_json(
    scores: Sequence[LevelScores], others: Sequence[LevelScores] | None
) -> dict[str, object]:
    from lvbuild.score.meaning import differences, interval_of, length_cost
    from lvbuild.score.results import by_recipe, mean_of_levels

    apart = {} if others is None else differences(scores, others)
    costs = {name: length_cost(found) for name, found in by_recipe(scores).items()}
    return {
        name: {
            "metric": found[0].recipe.metric,
            "scores": {score.level.label: score.score for score in found},
            "records": {score.level.label: len(score.records) for score in found},
            "unanswered": {score.level.label: score.unanswered for score in found},
            "absent": [level.label for level in found[0].absent],
            "mean": mean_of_levels(found),
            "details": {score.level.label: dict(score.details) for score in found},
            "max_new_tokens": {score.level.label: score.max_new_tokens for score in found},
            "intervals": {score.level.label: interval_of(score) for score in found},
            "effective_length": cost.effective.label if cost and cost.effective else None,
            "drops": {level.label: drop for level, drop in cost.drops.items()} if cost else {},
            "floor": cost.floor if cost else None,
            "against": {level.label: one._asdict() for level, one in apart.get(name, {}).items()},
        }
        for name, found in by_recipe(scores).items()
        for cost in (costs[name],)
    }
