"""The tell-tale figures of a release, configuration by configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import mean

import numpy as np

from lvbuild.audit.areas import (
    FOLDS,
    Context,
    deal_questions,
    draw_passages,
    have_both,
    learn,
    learn_lengths,
    learn_places,
    learn_rising,
    read_contexts,
)
from lvbuild.audit.company import keep_company
from lvbuild.core.extras import require
from lvbuild.core.model import Configuration
from lvbuild.core.options import Folder, Positive
from lvbuild.core.validation import checks_arguments
from lvbuild.engine.local import Report, Workers
from lvbuild.errors import BuildError, VerificationError
from lvbuild.release.folder import locked, remove_abandoned
from lvbuild.release.manifest import read_manifest
from lvbuild.release.reading import open_release
from lvbuild.release.telltale import Figure, Ngram, Telltale
from lvbuild.release.transaction import check_folder, check_writable, put_telltales
from lvbuild.release.verify import check_files


@checks_arguments
def telltale(
    release: Folder,
    configurations: Sequence[str] | None = None,
    *,
    write: bool = False,
    workers: Positive | None = None,
    report: Report = lambda measured, of: None,
) -> dict[str, Telltale]:
    """Measure how well supporting passages are told from the others without reading a question.

    Returns the figures of each configuration, or of those named, such as "cmrc_mixup_16k", in the
    release's order; the same for the same files. With `write` they are entered into the release, in
    place of those held. Raises UsageError where scikit-learn is missing (the extra `telltale`),
    where the folder is no release, or lacks a configuration; VerificationError where a file is gone
    or differs from its hash, BuildError where one was changed meanwhile. `report` is told how many
    configurations are measured, of how many.
    """
    require("the tell-tale figure", "scikit-learn", "telltale")
    opened = open_release(release)
    if write:
        _check_release(opened.folder)
    files = opened.manifest.files
    named = {opened.configuration(name) for name in configurations or opened.configurations}
    wanted = sorted(named, key=lambda each: -files[each.data_path].bytes)
    jobs = [partial(_measure, opened.folder, each) for each in wanted]
    done = count(1)
    report(0, len(jobs))
    with Workers(workers) as pool:
        told = pool.start(jobs, lambda *_: report(next(done), len(jobs)), small=len(jobs) == 1)
        measured = dict(zip(wanted, told.result(), strict=True))
    changed = put_telltales(opened.folder, opened.manifest, measured) if write else ()
    if changed:
        raise BuildError(
            f"{opened.folder}: files of {', '.join(one.name for one in changed)} were changed"
            " while they were measured; measure them again"
        )
    return {each.name: measured[each] for each in sorted(measured)}


def _measure(folder: Path, configuration: Configuration, report: Report) -> Telltale:
    release = open_release(folder)
    release.check(configuration)
    measured = measure(read_contexts(release, configuration))
    report(1, 0)
    return measured


def measure(contexts: Sequence[Context]) -> Telltale:
    """Measure how well the passages that support are told from the others."""
    asked = deal_questions(contexts)
    choices = _learn_choices(contexts, asked)
    every = [passage for context in contexts for passage in context.passages]
    supports = np.array([passage.supports for passage in every], np.int64)
    dealt = [asked[context.question_id] for context in contexts for _ in context.passages]
    folds = np.array(dealt, np.int64)
    reason = ""
    if not supports.any():
        reason = "its contexts have no supporting passages"
    elif supports.all():
        reason = "its contexts have no distracting passages"
    elif len(asked) < FOLDS or not have_both(supports, folds):
        reason = f"{len(asked)} questions do not make five folds"
    if reason:
        return Telltale(questions=len(asked), choices=choices, reason=reason)
    place = learn_places(every, supports, folds)
    length = learn_lengths(every, supports, folds)
    order, company = _learn_company(contexts, asked)
    longest, expected = count_longest(contexts)
    drawn = draw_passages(contexts)
    supports = np.array([passage.supports for _, passage in drawn], np.int64)
    folds = np.array([fold for fold, _ in drawn], np.int64)
    texts = [passage.text for _, passage in drawn]
    text: Figure | None = None
    ngrams: tuple[Ngram, ...] = ()
    if any(texts) and have_both(supports, folds):
        text, ngrams = learn(texts, supports, folds)
    else:
        reason = "text: its documents do not make five folds with passages of both kinds"
    return Telltale(
        questions=len(asked),
        passages=len(drawn),
        supporting=int(supports.sum()),
        longest=longest,
        longest_by_chance=expected,
        place=place,
        length=length,
        order=order,
        company=company,
        text=text,
        choices=choices,
        ngrams=ngrams,
        reason=reason,
    )


def _learn_choices(contexts: Sequence[Context], asked: Mapping[str, int]) -> Figure | None:
    """Tell right choices from wrong ones by their words or by one of their signs, the best.

    None where records offer no choices, or too few questions are asked.
    """
    drawn = [(asked[context.question_id], each) for context in contexts for each in context.choices]
    right = np.array([each.right for _, each in drawn], np.int64)
    folds = np.array([fold for fold, _ in drawn], np.int64)
    if not drawn or not have_both(right, folds):
        return None
    signs = np.array([each.signs for _, each in drawn]).T
    found = [learn_rising(sign, right, folds) for sign in signs]
    found.append(learn([each.text for _, each in drawn], right, folds)[0])
    return max(found, key=lambda one: one.mean)


def _learn_company(
    contexts: Sequence[Context], asked: Mapping[str, int]
) -> tuple[Figure | None, Figure | None]:
    """Learn from the other records in which order and in what company passages stand."""
    known = keep_company(contexts)
    pairs = list(zip(contexts, known, strict=True))
    drawn = [context.passages[place].supports for context, one in pairs for place in one.places]
    supports = np.array(drawn, np.int64)
    folds = np.array([asked[c.question_id] for c, one in pairs for _ in one.places], np.int64)
    if not have_both(supports, folds):
        return None, None
    order = np.concatenate([one.order for one in known])
    company = np.concatenate([one.company for one in known])
    return learn_rising(order, supports, folds), learn_rising(company, supports, folds)


def count_longest(contexts: Sequence[Context]) -> tuple[int, float]:
    """Count the contexts whose longest passage supports, and how many would by chance."""
    found, expected = 0, 0.0
    for context in contexts:
        if context.passages:
            longest = max(context.passages, key=lambda passage: len(passage.text))
            found += longest.supports
            expected += mean(passage.supports for passage in context.passages)
    return found, round(expected, 1)


def _check_release(folder: Path) -> None:
    """Refuse a release that is damaged: entering figures writes its sums anew.

    One whose last change was not ended has none that hold; they are written when that is ended.
    """
    check_folder(folder)
    check_writable(folder)
    with locked(folder):
        remove_abandoned(folder)
        manifest = read_manifest(folder)
        if manifest.complete:
            for problem in check_files(folder, manifest, lambda path: None):
                raise VerificationError(f"{folder}: {problem}; see `lvbuild verify`")
