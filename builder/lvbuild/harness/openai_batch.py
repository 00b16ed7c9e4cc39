"""Requests in OpenAI's batch format, which vLLM's run-batch takes too."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lvbuild.errors import UsageError
from lvbuild.harness.export import Export

RUN = "vllm run-batch -i {out}/requests-000.jsonl -o replies-000.jsonl --model MODEL"
TRAPS = (
    "a batch takes 200 MB and 50,000 requests: each file is one, of one model",
    "no temperature is given, since reasoning models refuse it: the model's own is taken",
    "reasoning counts in max_completion_tokens: give such models more by --max-new-tokens",
    "replies to requests that failed are missing: `lvbuild score --partial` scores the others",
)
_MOST_BYTES = 200_000_000
_MOST_LINES = 50_000


def write(export: Export) -> None:
    """Write the requests, in as many files as they need."""
    if not export.model:
        raise UsageError("requests name the model that is asked; give --model")
    for number, lines in enumerate(_files(export)):
        export.put(f"requests-{number:03}.jsonl", "".join(lines))


def _files(export: Export) -> Iterator[list[str]]:
    held: list[str] = []
    size = 0
    for line in _requests(export):
        own = len(line.encode())
        if held and (size + own > _MOST_BYTES or len(held) == _MOST_LINES):
            yield held
            held, size = [], 0
        held.append(line)
        size += own
    if held:
        yield held


def _requests(export: Export) -> Iterator[str]:
    for name in export.configurations:
        for one in export.asked(name):
            body = {
                "model": export.model,
                "messages": [{"role": "user", "content": one["prompt"]}],
                "max_completion_tokens": one["max_new_tokens"],
            }
            request = {
                "custom_id": f"{name}/{one['_id']}/{export.mark(name)}",
                "method": "POST",
                "url": "/v1/chat/completions",
                "body": body,
            }
            yield json.dumps(request, ensure_ascii=False) + "\n"
