"""How far a reader of no question finds the evidence of the shipped recipes: the bounds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import lvbuild
from lvbuild.audit.telltale import telltale
from lvbuild.errors import BuildError
from lvbuild.release.manifest import Telltale
from tests.release.mixup_releases import SHORT

pytestmark = pytest.mark.slow
BOUNDS = {"text": 0.70, "place": 0.60, "length": 0.70}
LEAST_QUESTIONS = 40
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
    lvbuild.build(EVERY, folder, levels="16k", sample=True)
    return telltale(folder)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Mapping[str, Telltale]:
    """Return the figures of the mixups of real corpora, with all questions and without tables."""
    folder = tmp_path_factory.mktemp("bounds") / "release"
    for name in EVERY:
        try:
            lvbuild.build(name, folder, levels="16k", corpora=shared_corpora, tables=False)
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
