"""LongBench v2: its data file, where its `pred.py` finds it instead of the Hub's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import orjson

from lvbuild.audit.recipes import held_of
from lvbuild.audit.told import Held, Told
from lvbuild.core.model import Fact, Level
from lvbuild.errors import UsageError
from lvbuild.harness.export import Export
from lvbuild.mixing.choices import Chooser
from lvbuild.mixing.plan import ContextLayout, LevelPlan, Passage, RecordPlan
from lvbuild.mixing.planning import LevelText, Prepared
from lvbuild.recipe.layouts import layouts, offers_choices
from lvbuild.release.reading import Record, Release
from lvbuild.release.records import record_values

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
    "where records offer no choices, questions without three others of their answer's kind are left"
    " out: `lvbuild score --partial` scores the text of the choice that was taken",
)


def write(export: Export) -> None:
    """Write a folder for each configuration: pred.py asks an id once."""
    if export.max_new_tokens:
        raise UsageError("LongBench v2 asks by a limit of its own; leave out --max-new-tokens")
    for name in export.configurations:
        wanted = {one["_id"] for one in export.asked(name)}
        # Those that are wanted first: of every four of these each letter is right once.
        records = sorted(export.release.records(name), key=lambda one: _id(one) not in wanted)
        if not all(offers_choices(record.fields) for record in records):
            records = list(_with_choices(export.release, name, records))
        told = [dict(record.fields) for record in records if _id(record) in wanted]
        path = f"{export.task(name)}/THUDM/LongBench-v2/data.json"
        export.put(path, orjson.dumps(told).decode())


def _id(record: Record) -> str:
    return str(record.provenance["_id"])


def _with_choices(release: Release, name: str, records: Sequence[Record]) -> Iterator[Record]:
    """Yield records with choices, as a build in this layout has them; some have none."""
    one = release.configuration(name)
    held, level = held_of(release, one.recipe), one.level
    plans = tuple(_plan(held, level, place, record) for place, record in enumerate(records))
    text = LevelText(LevelPlan(level, plans), {}, ContextLayout())
    asked = tuple(dict.fromkeys(plan.question.id for plan in plans))
    prepared = Prepared({level: text}, {}, (), {}, asked)
    chosen = Chooser(held.recipe, held.tables, held.seeds).choose(prepared)
    for plan in chosen.levels[level].plan.records:
        record = records[plan.position]
        values = record_values(plan, held.schema)
        values |= {"_id": _id(record), "context": record.fields["context"]}
        fields = {field.name: values[field.name] for field in layouts["longbench_v2"].fields}
        yield replace(record, fields=fields)


def _plan(held: Held, level: Level, place: int, record: Record) -> RecordPlan:
    """Return what choices follow from: a record's question, and how many passages it has."""
    told = Told(held, level, record.fields, record.provenance)
    facts = tuple(
        Fact(each["kind"], told.context[slice(*each["span"])]) for each in told.provenance["facts"]
    )
    passages = tuple(
        Passage(each["document_id"], each["role"], each["cut"][0], each["cut"][1], False)
        for each in told.provenance["passages"]
    )
    question = replace(told.asked.question, facts=facts)
    return RecordPlan(question, place, told.content.length, passages, ())
