"""Scoring a model's predictions on a release, one record of it in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lvbuild.core.endpoint import Endpoint
from lvbuild.core.model import Configuration, Level
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, wanted_levels
from lvbuild.recipe.keys import ALL
from lvbuild.recipe.layouts import layouts
from lvbuild.release.entry import held_keys, scored_recipe
from lvbuild.release.reading import Record, Release, open_release
from lvbuild.score.judge import Judged, judge
from lvbuild.score.metric import Metric, metric_of
from lvbuild.score.outputs import Answered, find_predictions, refuse, without_thinking
from lvbuild.score.predictions import Expected, Prediction, pair
from lvbuild.score.results import LevelScores, RecordScore


def score_release(
    release: str | Path,
    predictions: str | Path,
    *,
    only: Collection[str] | None = None,
    levels: Collection[str] | None = None,
    unverified: bool = False,
    judged_by: Endpoint | None = None,
    form: str = "auto",
    partial: bool = False,
    drop_thinking: bool = False,
    report: Callable[[str], None] = lambda configuration: None,
    note: Callable[[str], None] = lambda told: None,
) -> list[LevelScores]:
    """Score predictions by the release's own recipes, sorted by recipe and level.

    `predictions` is a folder with a file `<recipe>_<level>.jsonl` for every configuration of the
    release, or of the recipes and families in `only` and the `levels` (such as "16k"); or one such
    file, which is scored alone. Else it holds what another evaluator wrote, in the `form` of one of
    `score.outputs.READERS`. A `partial` score is that of the records that were answered;
    `drop_thinking` scores what stands behind </think>. A model that they are `judged_by` is asked
    of each prediction whether it is true to the answers; what it says stands in the details.
    `report` is told each configuration before it is scored, `note` what a partial score leaves out
    beside the records that were not answered: lines that cannot be read, whole recipes. Raises
    UsageError where a file or a prediction is missing, surplus, repeated, unknown, or made for
    other records, and VerificationError where what it scores by differs from its hashes, unless
    `unverified`.
    """
    opened = open_release(release)
    place = Path(predictions)
    files = find_predictions(place, form, note if partial else refuse)
    every = wanted = wanted_configurations(opened, only, levels)
    if place.is_file() or partial:
        wanted = [each for each in wanted if each.name in files]
    _check_files(opened, place, files, wanted)
    recipes = {
        name: scored_recipe(opened.folder, name, opened.manifest.recipes[name])
        for name in {each.recipe for each in wanted}
    }
    if partial and not place.is_file():
        for name in sorted({each.recipe for each in every} - recipes.keys()):
            note(f"{name}: no record was answered")
    scores = []
    for each in wanted:
        report(each.name)
        if not unverified:
            opened.check_recipe(each.recipe)
            opened.check(each)
        metric = metric_of(recipes[each.recipe])
        records = _records(opened, each, metric.recipe)
        told = _predictions(opened, each, files[each.name], drop_thinking)
        pairs = pair(files[each.name].path, told, records, partial=partial)
        unscored = (one for one in every if one.recipe == each.recipe and one not in wanted)
        scores.append(
            replace(
                _score(each.level, metric, pairs, judged_by),
                unanswered=len(records) - len(pairs),
                limit=files[each.name].max_new_tokens or _limit(told),
                absent=tuple(sorted(one.level for one in unscored)),
            )
        )
    return scores


def _predictions(
    release: Release, configuration: Configuration, answered: Answered, drop_thinking: bool
) -> Sequence[Prediction]:
    """Read the predictions for a configuration; UsageError where they are for another build's."""
    told = release.manifest.hashes(configuration)[configuration.data_path]
    if not told.startswith(answered.sha256):
        raise UsageError(
            f"{answered.path}: answers {configuration.name} of another build"
            f" ({answered.sha256}, not {told[: len(answered.sha256)]}); export this one anew"
        )
    found = answered.read()
    layout = held_keys(release.folder, configuration.recipe).layout
    if not layouts[layout].choices:  # they were made for the harness: their words are scored
        found = tuple(replace(one, text=one.chosen or one.text) for one in found)
    if drop_thinking:
        return [replace(one, text=without_thinking(one.text)) for one in found]
    return found


def _limit(predictions: Sequence[Prediction]) -> int:
    """Return the limit that lines say they were asked by, 0 where they do not."""
    said = [one.fields.get("max_new_tokens") for one in predictions] or [None]
    first = said[0]
    return first if type(first) is int and first > 0 and said.count(first) == len(said) else 0


def _records(release: Release, configuration: Configuration, recipe: Recipe) -> list[Expected]:
    """Read what the records of a configuration expect; UsageError where nothing can be scored."""
    records = [_expected(record, recipe) for record in release.records(configuration.name)]
    if not records:
        raise UsageError(f"{release.folder}: {configuration.name} holds no records to score")
    if not all(one["answers"] for one in records):
        raise UsageError(
            f"{release.folder}: {configuration.name} asks questions whose answers their publisher"
            " keeps; hand the predictions to it, or leave them out by --only and --levels"
        )
    return records


def _score(
    level: Level,
    metric: Metric,
    answered: Sequence[tuple[Expected, Prediction]],
    judged_by: Endpoint | None,
) -> LevelScores:
    pairs = [(record, metric.scored_part(each.text)) for record, each in answered]
    scores = [
        metric.score_record(text, one["answers"], one.get("answer_keywords", ""))
        for one, text in pairs
    ]
    asked = [Judged(one["question"], "; ".join(one["answers"]), text) for one, text in pairs]
    together = [text for _, text in pairs], [one["answers"] for one, _ in pairs], scores
    return LevelScores(
        metric.recipe,
        level,
        tuple(
            RecordScore(
                one["_id"],
                score,
                one["depths"] if level.has_distractors else (),
                one["question_id"],
            )
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
    own: dict[str, object] = {
        "_id": provenance["_id"],
        "answers": list(content.scored),
        "question": content.question,
        "depths": tuple(depths),
        "question_id": provenance["question_id"],
    }
    return {**held, **own}


def wanted_configurations(
    release: Release, only: Collection[str] | None, levels: Collection[str] | None
) -> list[Configuration]:
    """Return the configurations of some recipes or families, and levels; None stands for all.

    Raises UsageError for what is not in the release.
    """
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
            if family := held_keys(release.folder, recipe).family:
                families.setdefault(family, set()).add(recipe)
    return {each for name in names for each in ({name} & recipes or families.get(name, {name}))}


def _check_files(
    release: Release, place: Path, files: Mapping[str, Answered], wanted: Sequence[Configuration]
) -> None:
    unknown = sorted(set(files) - set(release.configurations))
    if unknown:
        others = f", nor {len(unknown) - 1} others of the files" if unknown[1:] else ""
        raise UsageError(
            f"{files[unknown[0]].path}: the release holds no {unknown[0]!r}{others}; there are"
            f" {', '.join(release.configurations)}"
        )
    missing = [each.name for each in wanted if each.name not in files]
    if missing:
        first = f"{missing[0]}.jsonl"
        first += ", which is empty" if place.joinpath(first).is_file() else ""
        raise UsageError(
            f"{place}: {len(missing)} of {len(wanted)} files of predictions are missing, the first"
            f" {first}; add them, or say with --only and --levels what is to be scored"
        )
    if not wanted:
        raise UsageError(f"{place}: is not among what --only and --levels ask for; leave them out")
