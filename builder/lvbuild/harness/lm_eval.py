"""lm-evaluation-harness: a task for each configuration and a group of all."""

from __future__ import annotations

import yaml

from lvbuild.harness.export import Export

RUN = (
    "lm_eval run --include_path {out} --tasks lvbuild --model local-chat-completions"
    " --model_args model=MODEL,base_url=URL/chat/completions --apply_chat_template"
    " --log_samples --output_path results"
)
TRAPS = (
    "local-completions cuts prompts at 2,048 tokens and says nothing: set max_length in"
    " --model_args; hf cuts them from the left",
    "--cache_requests keeps prompts by the task's name: --limit and other options ask them again"
    " as they were; delete its cache",
    "--log_samples, which `lvbuild score` reads, writes twice the data",
    "stop strings of your own hold back what follows them: answers end at max_gen_toks alone",
)

_UTILS = '''"""The tasks' functions: lvbuild reads the release, and scores."""

import datasets

from lvbuild.harness.asking import asked, score_asked

RELEASE = {place!r}


def load(configuration, sha256, lite=None, split=None, max_new_tokens=None, **_):
    chosen = {{"lite": lite, "split": split, "max_new_tokens": max_new_tokens}}
    docs = list(asked(RELEASE, configuration, sha256, **chosen))
    return {{"test": datasets.Dataset.from_list(docs)}}


def prompt(doc):
    return doc["prompt"]


def target(doc):
    return doc["answers"][0]


def process_results(doc, results):
    return {{"lvbuild_score": score_asked(RELEASE, doc, results[0])}}
'''


def write(export: Export) -> None:
    """Write the functions, a file for each task, and the group of all."""
    export.put("utils.py", _UTILS.format(place=export.place))
    for name in export.configurations:
        task = {
            "task": export.task(name),
            "dataset_kwargs": export.options(name),
            "test_split": "test",
            "output_type": "generate_until",
            # A blank line, its own default, would end an answer.
            "generation_kwargs": {
                "until": [],
                "max_gen_toks": export.limit(name),
                "do_sample": False,
            },
            "metric_list": [
                {"metric": "lvbuild_score", "aggregation": "mean", "higher_is_better": True}
            ],
        }
        functions = {
            "custom_dataset": "load",
            "doc_to_text": "prompt",
            "doc_to_target": "target",
            "process_results": "process_results",
        }
        called = "".join(f"{key}: !function utils.{held}\n" for key, held in functions.items())
        export.put(f"{export.task(name)}.yaml", yaml.safe_dump(task, sort_keys=False) + called)
    group = {"group": "lvbuild", "task": [export.task(name) for name in export.configurations]}
    export.put("_group.yaml", yaml.safe_dump(group, sort_keys=False))
