"""Tasks whose levels are in tokens: every record recounted whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.release.test_token_levels import recounted
from tests.tasks.needles.releases import build, records
from tests.vocabularies import write_json, write_merging


@pytest.mark.parametrize(
    ("name", "tokenizer"),
    [
        ("needle_chained_en", "merging.json"),
        ("passage_count_zh", "words.json"),
    ],
)
def test_every_record_has_the_tokens_that_it_says(
    tmp_path: Path, name: str, tokenizer: str
) -> None:
    write_json(tmp_path)
    write_merging(tmp_path)
    changes = {"unit": "tokens", "tokenizer": tokenizer, "count": 4}
    release = build(tmp_path, name, changes=changes, report_tokens=str(tmp_path / tokenizer))
    for record in records(release, name, "4k"):
        assert record.fields["length"] == recounted(record.fields, tmp_path / tokenizer)
        assert record.provenance["tokens"] == record.fields["length"]
        assert abs(record.fields["length"] - 4_000) <= 20
