"""The Croissant description of a release, as the format's own library reads it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import mlcroissant
import pytest

import lvbuild
from tests.builds import front_matter


def plain(value: Any) -> Any:
    """Return what the library read as JSON has it: bytes are texts, what is not there is null."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [plain(each) for each in value]
    return None if value != value else value


@pytest.fixture(scope="module")
def described(planned_release: Path) -> mlcroissant.Dataset:
    return mlcroissant.Dataset(jsonld=planned_release / "croissant.json")


def test_the_description_is_valid_and_tells_each_configuration(
    described: mlcroissant.Dataset, planned_release: Path
) -> None:
    assert not described.metadata.issues.errors
    recommended = {"citeAs", "datePublished"}  # who publishes a release knows these
    for told in described.metadata.issues.warnings:
        assert any(name in told for name in recommended), told
    release = lvbuild.open_release(planned_release)
    named = {one.name for one in release.manifest.record_files}
    assert {each.id for each in described.metadata.record_sets} == named
    hashes = {each.content_url: each.sha256 for each in described.metadata.distribution}
    files = release.manifest.record_files.items()
    assert hashes == {one.data_path: file.sha256 for one, file in files}


def test_the_first_ten_records_of_every_configuration_are_read_as_they_stand(
    described: mlcroissant.Dataset, planned_release: Path
) -> None:
    release = lvbuild.open_release(planned_release)
    for configuration in release.manifest.configurations:
        name = configuration.name
        read = [
            {key.removeprefix(f"{name}/"): plain(value) for key, value in record.items()}
            for record in islice(described.records(name), 10)
        ]
        assert read == [each.fields for each in islice(release.records(name), 10)]
        assert read


def test_the_card_names_who_annotated_and_the_sources_in_the_hubs_words(
    sample: Path, shared_corpora: Path, tmp_path: Path
) -> None:
    front = front_matter(sample)
    assert front["annotations_creators"] == ["machine-generated"]
    assert front["source_datasets"] == ["original"]
    lvbuild.build("cmrc_mixup", tmp_path / "real", levels=["2k"], limit=2, corpora=shared_corpora)
    assert front_matter(tmp_path / "real")["source_datasets"] == ["extended|cmrc2018"]
