"""The licence that a card names: the parts' own, as the Hub spells it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
from lvbuild.release.card import hub_licence
from tests.builds import front_matter


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        (["MIT", "MIT"], {"license": "mit"}),
        (["CC-BY-SA-4.0"], {"license": "cc-by-sa-4.0"}),
        (["CC0-1.0"], {"license": "cc0-1.0"}),
        (["ODC-By-1.0"], {"license": "odc-by"}),
        (["public domain"], {"license": "other", "license_name": "public-domain"}),
        (
            ["public domain", "MIT"],
            {"license": "other", "license_name": "mit-and-public-domain"},
        ),
        (
            ["CC-BY-SA-4.0", "Apache-2.0", "CC-BY-SA-4.0"],
            {"license": "other", "license_name": "apache-2.0-and-cc-by-sa-4.0"},
        ),
        (["Our own: ask us!"], {"license": "other", "license_name": "our-own-ask-us"}),
        (["版权所有"], {"license": "other", "license_name": "unnamed"}),
    ],
)
def test_one_known_licence_is_named_and_others_are_joined(
    parts: list[str], named: dict[str, str]
) -> None:
    assert hub_licence(parts) == named


def test_no_software_licence_stands_for_texts_in_the_public_domain() -> None:
    assert "unlicense" not in str(hub_licence(["public domain"]))


def test_the_licence_of_a_sample_release_is_the_samples(tmp_path: Path) -> None:
    names = ["hotpotwikiqa_mixup", "cmrc_mixup", "factrecall_en"]
    lvbuild.build(names, tmp_path / "release", levels=["2k"], limit=3, sample=True, workers=1)
    front = front_matter(tmp_path / "release")
    assert (front["license"], "license_name" in front) == ("mit", False)
    assert "synthetic" in front["tags"]
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    assert card.endswith(
        "## Licences\n\n- Texts of the corpus sample: MIT\n- Tables of cmrc_mixup: MIT\n"
        "- Tables of factrecall_en: MIT\n- Tables of hotpotwikiqa_mixup: MIT\n"
    )
