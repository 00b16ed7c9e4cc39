"""lic_mixup on an invented corpus of the fields it expects, and on one of others."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import lvbuild

WHO = ("石安达", "林本田", "丁慈溪", "杜格岭", "何杉木")


def text(seed: int, length: int) -> str:
    draw = random.Random(seed)
    words = "".join(chr(draw.randrange(0x4E00, 0x8000)) for _ in range(length))
    return "".join(f"{words[start : start + 15]}。" for start in range(0, length, 15))


def write(folder: Path) -> Path:
    """Write questions on two documents each, under the fields expected."""
    (folder / "long_instruction_en2zh").mkdir(parents=True)
    lines = []
    for number, who in enumerate(WHO):
        record: dict[str, Any] = {
            "question": f"谁藏了第{number}把钥匙？",
            "answer": who,
            "documents": [text(number, 300), f"{text(50 + number, 300)}{who}藏了它。"],
        }
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    path = folder / "long_instruction_en2zh/lic.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return folder


def test_its_empty_tables_give_records_without_keywords_and_facts(tmp_path: Path) -> None:
    corpora = write(tmp_path / "corpora")
    lvbuild.build("lic_mixup", tmp_path / "release", corpora=corpora, levels=["2k"], workers=1)
    release = lvbuild.open_release(tmp_path / "release")
    records = [*release.records("lic_mixup_2k")]
    assert {record.fields["answers"][0] for record in records} == {*WHO}
    for record in records:
        assert (record.fields["answer_keywords"], record.fields["confusing_facts"]) == ("", [])
        roles = [passage["role"] for passage in record.provenance["passages"]]
        assert roles.count("supporting") == 2
    tables = release.manifest.recipes["lic_mixup"].tables
    assert {name: table.rows for name, table in tables.items()} == {
        "answer_keywords": 0,
        "confusing_facts": 0,
    }
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    assert "fields that were\nexpected, not seen" in card
