"""Variants of variants of real releases: other answers each time, as hard, and audited clean."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import lvbuild
from lvbuild.renewal.refresh import refresh_release
from tests.builds import hashes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("keeping")]
VARIANTS = ("2027", "2028", "2029")
KEPT = 0.95
"""Share of the answers with words replaced that are others, at least."""


def answers(release: Path, name: str) -> dict[str, str]:
    records = lvbuild.open_release(release).records(f"{name}_16k")
    return {each.provenance["question_id"]: each.fields["answers"][0] for each in records}


@pytest.mark.parametrize(
    "name", ["cmrc_mixup", "hotpotwikiqa_mixup", "factrecall_en", "factrecall_zh"]
)
def test_three_variants_share_no_replaced_answer(
    name: str, shared_corpora: Path, tmp_path: Path
) -> None:
    corpora, levels = shared_corpora, ["16k"]
    lvbuild.build(name, tmp_path / "v0", levels=levels, corpora=corpora, workers=1)
    before, untouched, asked = tmp_path / "v0", set[str](), []
    for variant in VARIANTS:
        out = tmp_path / variant
        became = refresh_release(before, variant, out, corpora=corpora, workers=1)[name]
        assert became.changed >= KEPT * became.replaced
        assert became.replaced + len(became.untouched) == became.kept
        untouched |= set(became.untouched)
        asked.append(answers(out, name))
        assert lvbuild.audit_release(out, workers=1).errors == 0
        found = lvbuild.compare_releases(before, out, workers=1).recipes[name]
        assert (found.freshness or 0) > 0.6
        assert not any(mark.differs for mark in found.levels["16k"].marks.values())
        before = out
    # Nothing that stands for names of old China is sure to fit, so that none is drawn.
    assert (became.drawn > 0) == (name != "factrecall_zh")
    for one, other in combinations(asked, 2):
        same = {question for question in one if one[question] == other.get(question)}
        assert same <= untouched
    lvbuild.verify(before, rebuild=True, corpora=corpora)
    parent, again = tmp_path / VARIANTS[-2], tmp_path / "again"
    refresh_release(parent, VARIANTS[-1], again, corpora=corpora, workers=1)
    assert hashes(again) == hashes(before)
