"""How far a reader of no question finds the evidence of the shipped recipes: the bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, log
from pathlib import Path

import pytest

import lvbuild
from lvbuild.audit.areas import Context, read_contexts
from lvbuild.audit.telltale import count_longest, telltale
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.release.reading import Record
from lvbuild.release.telltale import Telltale
from tests.release.mixup_releases import SHORT
from tests.tasks.test_at_length import FILLING

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("keeping")]
BOUNDS = {"text": 0.70, "place": 0.60, "length": 0.70, "order": 0.60, "company": 0.60}
LEAST_QUESTIONS = 40
MOST_QUESTIONS = 100
"""More make a figure little surer, and take long to learn from."""
# One of long documents, of which passages are excerpts; the others are cut alike.
LONG = ("loogle_SD_mixup",)
EVERY = (*SHORT, *LONG)


def faults(measured: Mapping[str, Telltale]) -> list[str]:
    """Return the figures beyond their bounds, of configurations that ask enough questions."""
    return [
        f"{name}: {figure} {found}"
        for name, each in measured.items()
        for figure, most in BOUNDS.items()
        if each.questions >= LEAST_QUESTIONS
        and (found := getattr(each, figure)) is not None
        and found.mean > most
    ]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Telltale]:
    """Return the figures of mixups of the sample."""
    folder = tmp_path_factory.mktemp("bounds") / "release"
    lvbuild.build(EVERY, folder, levels="16k", sample=True, limit=MOST_QUESTIONS)
    return telltale(folder)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Mapping[str, Telltale]:
    """Return the figures of the mixups of real corpora, without tables."""
    folder = tmp_path_factory.mktemp("bounds") / "release"
    for name in EVERY:
        try:
            lvbuild.build(
                name,
                folder,
                levels="16k",
                corpora=shared_corpora,
                tables=False,
                limit=MOST_QUESTIONS,
            )
        except BuildError as error:  # too few documents for one of them is told by its own walk
            print(f"{name}: {error}")
    return telltale(folder)


def test_no_mark_tells_the_evidence_of_the_sample(sample: Mapping[str, Telltale]) -> None:
    assert set(sample) == {f"{name}_16k" for name in EVERY}
    assert all(each.text and each.place and each.length for each in sample.values())
    assert faults(sample) == []


def test_no_mark_tells_the_evidence_of_real_corpora(real: Mapping[str, Telltale]) -> None:
    assert {f"{name}_16k" for name in SHORT} <= set(real)
    assert all(real[f"{name}_16k"].text for name in SHORT)
    assert faults(real) == []


def test_no_mark_tells_the_evidence_of_the_other_seeds(tmp_path: Path) -> None:
    lvbuild.build(FILLING, tmp_path / "release", levels="16k", sample=True, limit=MOST_QUESTIONS)
    measured = telltale(tmp_path / "release")
    assert all(each.questions >= LEAST_QUESTIONS for each in measured.values())
    untold = [name for name, each in measured.items() if not each.text]
    assert untold == ["lb_trec_16k"]  # its examples support nothing
    assert faults(measured) == []


SUBJECTS = (
    "loogle_SD_mixup",
    "loogle_CR_mixup",
    "loogle_MIR_mixup",
    "multifieldqa_en_mixup",
    "multifieldqa_zh_mixup",
    "dureader_mixup",
)
MIXUPS = (*dict.fromkeys((*EVERY, *SUBJECTS)),)


@pytest.fixture(scope="module")
def mixups(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Sequence[Path]:
    """Return releases of all mixups, of the sample and of real corpora."""
    folder = tmp_path_factory.mktemp("mixups")
    sample, real = folder / "sample", folder / "real"
    lvbuild.build(MIXUPS, sample, levels="16k", sample=True)
    for name in MIXUPS:
        try:
            lvbuild.build(name, real, levels="16k", corpora=shared_corpora)
        except BuildError as error:  # as above
            print(f"{name}: {error}")
    return sample, real


def test_over_all_mixups_what_supports_is_the_longest_no_more_often_than_chance(
    mixups: Sequence[Path],
) -> None:
    contexts: list[Context] = []
    for folder in mixups:
        release = lvbuild.open_release(folder)
        for name in release.configurations:
            contexts += read_contexts(release, release.configuration(name))
    found, expected = count_longest(contexts)
    number, share = len(contexts), expected / len(contexts)
    chances = (comb(number, k) * share**k * (1 - share) ** (number - k) for k in range(found))
    assert 1 - sum(chances) > 0.05, f"{found} of {number}, {expected} by chance"


def competing(records: Sequence[Record], language: str) -> Iterator[tuple[str, int]]:
    """Yield of each record how many passages are of its documents or near to its question.

    Near are those that share as many rare words with it as the fiftieth of all records' passages:
    the made world has hundreds of passages that share the same ones.
    """
    spoken = find_language(language)
    told = {
        record.fields["context"][slice(*passage["span"])]: passage["document_id"]
        for record in records
        for passage in record.provenance["passages"]
        if passage["role"] == "distracting"
    }
    held = {text: spoken.content(text, 2) for text in told}
    for record in records:
        asked = spoken.content(record.fields["input"], 2)
        rare = {
            word: log(len(held) / (1 + sum(word in of for of in held.values()))) for word in asked
        }
        likeness = {text: sum(rare[word] for word in asked & of) for text, of in held.items()}
        least = sorted(likeness.values(), reverse=True)[:50][-1]
        near = {text for text, shared in likeness.items() if shared >= least and shared > 0}
        passages = record.provenance["passages"]
        own = {p["document_id"] for p in passages if p["role"] == "supporting"}
        texts = [
            record.fields["context"][slice(*p["span"])]
            for p in passages
            if p["role"] == "distracting"
        ]
        found = sum(text in near or told[text] in own for text in texts)
        yield record.provenance["question_id"], found


def test_two_passages_at_least_compete_with_what_supports(mixups: Sequence[Path]) -> None:
    for folder in mixups:
        release = lvbuild.open_release(folder)
        for name in release.configurations:
            records = list(release.records(name))
            if name.removesuffix("_16k") in SUBJECTS:
                language = records[0].fields["language"]
                few = [question for question, n in competing(records, language) if n < 2]
                assert few == [], f"{name} of {folder.name}"
