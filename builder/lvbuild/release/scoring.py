"""Scoring a model's predictions on a release, one record of it in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from lvbuild.core.endpoint import Endpoint
from lvbuild.core.model import Configuration
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, wanted_levels
from lvbuild.recipe.keys import ALL
from lvbuild.release.entry import held_keys, scored_recipe
from lvbuild.release.reading import Record, Release, open_release
from lvbuild.score.judge import Judged, judge
from lvbuild.score.metric import Metric, metric_of
from lvbuild.score.predictions import Expected, pair, prediction_files, read_predictions
from lvbuild.score.results import LevelScores, RecordScore


def score_release(
    release: str | Path,
    predictions: str | Path,
    *,
    only: Collection[str] | None = None,
    levels: Collection[str] | None = None,
    unverified: bool = False,
    judged_by: Endpoint | None = None,
    report: Callable[[str], None] = lambda configuration: None,
) -> list[LevelScores]:
    """Score predictions by the release's own recipes, sorted by recipe and level.

    `predictions` is a folder with a file `<recipe>_<level>.jsonl` for every configuration of the
    release, or of the recipes and families in `only` and the `levels` (such as "16k"); or one such
    file, which is scored alone. A model that they are `judged_by` is asked of each prediction
    whether it is true to the answers; what it says stands in the details. `report` is told each
    configuration before it is scored. Raises
    UsageError where a file or a prediction is missing, surplus, repeated, unknown, or made for
    other records, and VerificationError where what it scores by differs from its hashes, unless
    `unverified`.
    """
    opened = open_release(release)
    place = Path(predictions)
    files = prediction_files(place)
    wanted = _wanted(opened, only, levels)
    if place.is_file():
        wanted = [each for each in wanted if each.name in files]
    _check_files(opened, place, files, wanted)
    recipes = {
        name: scored_recipe(opened.folder, name, opened.manifest.recipes[name])
        for name in {each.recipe for each in wanted}
    }
    scores = []
    for each in wanted:
        report(each.name)
        if not unverified:
            opened.check_recipe(each.recipe)
            opened.check(each)
        metric = metric_of(recipes[each.recipe])
        scores.append(_score(opened, each, metric, files[each.name], judged_by))
    return scores


def _score(
    release: Release,
    configuration: Configuration,
    metric: Metric,
    path: Path,
    judged_by: Endpoint | None,
) -> LevelScores:
    predictions = read_predictions(path)
    records = [_expected(record, metric.recipe) for record in release.records(configuration.name)]
    if not records:
        raise UsageError(f"{release.folder}: {configuration.name} holds no records to score")
    if not all(one["answers"] for one in records):
        raise UsageError(
            f"{release.folder}: {configuration.name} asks questions whose answers their publisher"
            " keeps; hand the predictions to it, or leave them out by --only and --levels"
        )
    pairs = [
        (record, metric.scored_part(each.text)) for record, each in pair(path, predictions, records)
    ]
    scores = [
        metric.score_record(text, one["answers"], one.get("answer_keywords", ""))
        for one, text in pairs
    ]
    asked = [Judged(one["question"], "; ".join(one["answers"]), text) for one, text in pairs]
    together = [text for _, text in pairs], [one["answers"] for one, _ in pairs], scores
    level = configuration.level
    return LevelScores(
        metric.recipe,
        level,
        tuple(
            RecordScore(one["_id"], score, one["depths"] if level.has_distractors else ())
            for (one, _), score in zip(pairs, scores, strict=True)
        ),
        metric.score_records(*together),
        {**metric.details(*together), **(judge(judged_by, asked) if judged_by else {})},
    )


def _expected(record: Record, recipe: Recipe) -> Expected:
    """Take from a record all but its context; a strict release has its id in the provenance only.

    With it come the depths of its needle, or of its evidence.
    """
    provenance = record.provenance
    needles = [fact["depth"] for fact in provenance["facts"] if fact["kind"] == "needle"]
    depths = needles if recipe.depths_of == "needle" else provenance["evidence_depths"]
    held = {key: value for key, value in record.fields.items() if key != "context"}
    content = record.content
    own = {"_id": provenance["_id"], "answers": list(content.scored), "question": content.question}
    return {**held, **own, "depths": tuple(depths)}


def _wanted(
    release: Release, only: Collection[str] | None, levels: Collection[str] | None
) -> list[Configuration]:
    """Return the configurations to score; all that is asked for must be in the release."""
    held = release.manifest.configurations
    recipes = {each.recipe for each in held}
    labels = {each.level.label for each in held}
    asked = labels if levels is None else {level.label for level in wanted_levels(levels)}
    named = recipes if only is None else _meant(release, only, recipes)
    for what, wanted, there in (("recipe", named, recipes), ("level", asked, labels)):
        if absent := sorted(wanted - there):
            raise UsageError(
                f"{release.folder}: holds no {what} {absent[0]!r};"
                f" there are {', '.join(sorted(there))}"
            )
    return [each for each in held if each.level.label in asked and each.recipe in named]


def _meant(release: Release, names: Collection[str], recipes: set[str]) -> set[str]:
    """Return the recipes that names stand for: those of a release that are of a family, or all."""
    families: dict[str, set[str]] = {ALL: recipes}
    if not recipes.issuperset(names):
        for recipe in recipes:
            family = held_keys(release.folder, recipe).family
            families.setdefault(family, set()).add(recipe)
    return {each for name in names for each in ({name} & recipes or families.get(name, {name}))}


def _check_files(
    release: Release, place: Path, files: Mapping[str, Path], wanted: Sequence[Configuration]
) -> None:
    unknown = sorted(set(files) - set(release.configurations))
    if unknown:
        others = f", nor {len(unknown) - 1} others of the files" if unknown[1:] else ""
        raise UsageError(
            f"{files[unknown[0]]}: the release holds no {unknown[0]!r}{others}; there are"
            f" {', '.join(release.configurations)}"
        )
    missing = [each.name for each in wanted if each.name not in files]
    if missing:
        raise UsageError(
            f"{place}: {len(missing)} of {len(wanted)} files of predictions are missing, the first"
            f" {missing[0]}.jsonl; add them, or say with --only and --levels what is to be scored"
        )
    if not wanted:
        raise UsageError(f"{place}: is not among what --only and --levels ask for; leave them out")
