"""LongBench v2: its data file, where its `pred.py` finds it instead of the Hub's."""

from __future__ import annotations

import orjson

from lvbuild.errors import UsageError
from lvbuild.harness.export import Export
from lvbuild.recipe.layouts import offers_choices

RUN = (
    "copy pred.py, result.py, config/ and prompts/ of LongBench v2 into {out}/{first}, run pred.py"
    " there"
)
TRAPS = (
    "result.py divides by zero unless easy, hard, short, medium and long all occur: score by"
    " `lvbuild score`",
    "pred.py passes over the ids that its results hold: delete these for another run",
    "pred.py cuts prompts in the middle, at what its config/model2maxlen.json says",
    "it asks by its own prompt and output limit, not by the recipe's",
)


def write(export: Export) -> None:
    """Write a folder for each configuration: pred.py asks an id once."""
    for name in export.configurations:
        wanted = {one["_id"] for one in export.asked(name)}
        records = [
            record.fields
            for record in export.release.records(name)
            if record.provenance["_id"] in wanted
        ]
        if not all(map(offers_choices, records)):
            raise UsageError(
                f"{name}: its records offer no choices; build a recipe with `layout: longbench_v2`"
            )
        path = f"{export.task(name)}/THUDM/LongBench-v2/data.json"
        export.put(path, orjson.dumps([dict(each) for each in records]).decode())
