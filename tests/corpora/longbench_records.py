"""The parts of LongBench, and real records of them in its layout."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

from lvbuild.corpora.longbench import ARTICLES, PARAGRAPHS, headed

PARTS = [
    *("narrativeqa", "qasper", "multifieldqa_en", "multifieldqa_zh", "hotpotqa", "2wikimqa"),
    *("musique", "dureader", "gov_report", "qmsum", "multi_news", "vcsum", "trec", "triviaqa"),
    *("samsum", "lsht", "passage_count", "passage_retrieval_en", "passage_retrieval_zh", "lcc"),
    "repobench-p",
]
RANGES = [
    *("qasper_e", "multifieldqa_en_e", "hotpotqa_e", "2wikimqa_e", "gov_report_e", "multi_news_e"),
    *("trec_e", "triviaqa_e", "samsum_e", "passage_count_e", "passage_retrieval_en_e", "lcc_e"),
    "repobench-p_e",
]
"""What LongBench has, as its own code lists it."""


def real_record(prompts: Path, part: str, number: int) -> dict[str, Any]:
    """Return a record in LongBench's layout made of a prompt that a model was given of it."""
    line = (prompts / f"{part}.jsonl").read_text("utf-8").splitlines()[number]
    prompt, gold = (json.loads(line)[key] for key in ("origin_prompt", "gold"))
    answers, classes = gold, None
    if isinstance(gold, dict):
        answers, classes = gold["answers"], gold["all_classes"]
    # What stands before the context and behind it is the prompt's; the same in both prompts.
    chinese = part in {"multifieldqa_zh", "dureader", "vcsum", "lsht", "passage_retrieval_zh"}
    numbered = part in {*ARTICLES, *PARAGRAPHS}
    heading = headed(part, "zh" if chinese else "en")[0] if numbered else None
    start = prompt.index(f"{heading.before}1{heading.after}") if heading else 0
    stop = prompt.rindex("\n\n") if heading else len(prompt)
    context = prompt[start:stop]
    return {
        "input": prompt[stop:].strip() or "What follows?",
        "context": context,
        "answers": answers,
        "length": len(context) if chinese else len(context.split()),
        "dataset": part,
        "language": "zh" if chinese else "en",
        "all_classes": classes,
        "_id": f"{part}{number}",
    }


def visible(text: str) -> str:
    """Return the characters of a text that a reader sees."""
    unseen = {"Zs", "Zl", "Zp", "Cc", "Cf", "Co"}
    return "".join(each for each in text if unicodedata.category(each) not in unseen)
