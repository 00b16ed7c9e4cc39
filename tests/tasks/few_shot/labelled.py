"""Labelled files and recipes over them, small."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from lvbuild.corpora.trec import classes
from lvbuild.recipe import load_recipe

Pairs = Sequence[tuple[str, str]]


def real_questions(shared_corpora: Path) -> Pairs:
    """Return TREC's questions and their classes, as two prompts of LongBench's have them."""
    lines = (shared_corpora / "minilongbench/trec.jsonl").read_text("utf-8").splitlines()
    found: dict[str, str] = {}
    for line in lines:
        prompt = json.loads(line)["origin_prompt"]
        found |= dict(re.findall(r"Question: (.+)\nType: (.+)\n", prompt))
    return [*found.items()]


def write_trec(folder: Path, examples: Pairs, asked: Pairs) -> Path:
    """Write questions as TREC's files have them; return the folder of corpora."""
    codes = {name: code for code, name in classes().items()}
    codes["Lasting time of somethin"] = "NUM:period"
    (folder / "trec").mkdir(parents=True)
    for name, pairs in (("train_5500.label", examples), ("TREC_10.label", asked)):
        text = "".join(f"{codes[label]} {question}\n" for question, label in pairs)
        (folder / "trec" / name).write_bytes(text.encode("latin-1"))
    return folder


def write_trec_recipe(folder: Path, **changes: Any) -> Path:
    """Write lb_trec with some keys changed."""
    keys = yaml.safe_load(load_recipe("lb_trec").content)
    path = folder / "few.yaml"
    path.write_text(yaml.safe_dump({**keys, "name": "few", **changes}, sort_keys=False), "utf-8")
    return path


def write_rows(folder: Path, pairs: Pairs, kind: str) -> str:
    """Write texts and their classes with columns of one's own; return the file's name."""
    path = folder / f"mail/mail.{kind}"
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        if kind == "csv":
            csv.writer(file).writerows([("body", "kind"), *pairs])
        else:
            file.writelines(f"{json.dumps({'body': b, 'kind': k})}\n" for b, k in pairs)
    return path.name


def write_own_recipe(folder: Path, files: str, **changes: Any) -> Path:
    """Write a recipe over a labelled file with columns of one's own."""
    source = {
        "name": "mail",
        "licence": "CC0-1.0",
        "path": f"mail/{files}",
        "fields": {"documents": "body", "question": "body", "answers": "kind"},
    }
    keys: Mapping[str, Any] = {
        "name": "own",
        "title": "Which kind of mail it is",
        "task": "few_shot",
        "language": "en",
        "licence": "CC0-1.0",
        "examples": source,
        "questions": "mail",
        "example": "{text}\n=> {label}",
        "question": "{text}\n=>",
        "count": 10,
        "levels": ["1k", "2k"],
        "unit": "words",
        "metric": "label",
        "prompt": "{context}\n{input}",
        **changes,
    }
    path = folder / "own.yaml"
    path.write_text(yaml.safe_dump(keys, sort_keys=False), "utf-8")
    return path
