"""A walk over a twin beside its full release, record by record, that tells where more differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import lvbuild
from lvbuild.languages import find_language
from lvbuild.release.reading import Record
from lvbuild.text.counting import count

Originals = Callable[[str], str]
_NEAR = 12
"""Units by which what stands in the place of a rival may be longer or shorter."""
_DEEPER = 0.012
"""By which evidence may stand deeper, or less deep: a needle is within 0.01 of its own depth."""
_AROUND = 1_500
"""Characters on either side of a needle that are held against each other."""


def walk(
    release: Path, name: str, level: str, parts: Sequence[str], originals: Originals
) -> Iterator[str]:
    """Yield how a twin's records differ from those of its full release in what it does not lack.

    `originals` gives the documents of the corpora by id.
    """
    opened = lvbuild.open_release(release)
    twin = f"{name}_without_{'_'.join(parts)}"
    pairs = list(zip_longest(opened.records(f"{name}_{level}"), opened.records(f"{twin}_{level}")))
    lacking = {"facts": "confusing_facts", "keywords": "answer_keywords"}
    for number, (full, other) in enumerate(pairs):
        if full is None or other is None:
            yield "there are other records"
            return
        wanted = [key for key in full.fields if key not in map(lacking.get, parts)]
        if list(other.fields) != wanted:
            yield f"{number}: its keys are {[*other.fields]}"
        if (
            other.fields["dataset"] != twin
            or other.fields["contamination_identifier"].split(":")[0] != twin
        ):
            yield f"{number}: its data set or canary is another's"
        if other.fields["_id"] != full.fields["_id"].replace(f"{name}-", f"{twin}-"):
            yield f"{number}: its id is {other.fields['_id']}"
        if other.provenance["question_id"] != full.provenance["question_id"]:
            yield f"{number}: it asks another question"
        size = float(level[:-1]) * 1_000
        if abs(other.fields["length"] - size) > 0.005 * size:
            yield f"{number}: it has {other.fields['length']} units"
        told = (*_fields(full, other, parts), *_facts(full, other, parts))
        told += (*_depths(full, other),)
        if full.provenance["evidence_depths"]:
            told += (*_passages(full, other, parts, originals),)
        else:
            told += (*_running(full, other, parts, originals),)
        yield from (f"{number}: {each}" for each in told)


def _fields(full: Record, twin: Record, parts: Collection[str]) -> Iterator[str]:
    keys = {"input", "answers", "answer_keywords", "confusing_facts"} & twin.fields.keys()
    words = full.provenance["replacements"]
    for key in sorted(keys):
        if "replacements" not in parts and twin.fields[key] != full.fields[key]:
            yield f"its {key} is another"
        if "replacements" in parts:
            # Facts as the table has them may hold a word that replaces another elsewhere.
            told = [text for text in _listed(twin.fields[key]) if text not in _tabled(full)]
            text = "\n".join(told)
            for each in words:
                if each["replacement"] in text and each["replacement"] not in each["original"]:
                    yield f"its {key} has {each['replacement']!r}"
    if ("replacements" in parts) != (twin.provenance["replacements"] == []) and words:
        yield "its replacements are told otherwise"


def _listed(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]


def _tabled(full: Record) -> set[str]:
    """Return the confusing facts of the recipe's shipped table, in their original words."""
    table = (
        Path(__file__).parents[2] / f"annotations/{full.fields['dataset']}/confusing_facts.jsonl"
    )
    lines = table.read_text(encoding="utf-8").splitlines() if table.is_file() else []
    return {json.loads(line)["fact"] for line in lines}


def _facts(full: Record, twin: Record, parts: Collection[str]) -> Iterator[str]:
    wanted = [each["kind"] for each in full.provenance["facts"]]
    if "facts" in parts:
        wanted = [kind for kind in wanted if kind != "confusing"]
    if [each["kind"] for each in twin.provenance["facts"]] != wanted:
        yield "it tells other facts"


def _depths(full: Record, twin: Record) -> Iterator[str]:
    depths = [
        [
            *each.provenance["evidence_depths"],
            *(fact["depth"] for fact in each.provenance["facts"] if fact["kind"] == "needle"),
        ]
        for each in (full, twin)
    ]
    if any(abs(one - other) > _DEEPER for one, other in zip(*depths, strict=True)):
        yield f"its depths are {depths[1]}, not {depths[0]}"


def _passages(
    full: Record, twin: Record, parts: Collection[str], originals: Originals
) -> Iterator[str]:
    both = (full.provenance["passages"], twin.provenance["passages"])
    had = {each["document_id"] for each in both[0]}
    if len(both[0]) != len(both[1]):
        yield "it has more passages, or fewer"
        return
    for one, other in zip(*both, strict=True):
        texts = [
            each.fields["context"][slice(*told["span"])]
            for each, told in ((full, one), (twin, other))
        ]
        if one["role"] == "rival" and "facts" in parts:
            if other["role"] != "distracting" or other["document_id"] in had:
                yield f"in the place of a rival stands {other['document_id']}"
            sizes = [count(text, find_language(full.fields["language"]).unit) for text in texts]
            if abs(sizes[1] - sizes[0]) > max(_NEAR, sizes[0] / 5):
                yield f"in the place of a rival of {sizes[0]} units stand {sizes[1]}"
            continue
        if any(one[key] != other[key] for key in ("number", "document_id", "role", "cut")):
            yield f"passage {one['number']} is of {other['document_id']}, not {one['document_id']}"
        if "replacements" not in parts:
            if texts[0] != texts[1]:
                yield f"passage {one['number']} has other words"
        elif one["role"] != "rival":
            upstream = originals(other["document_id"])[slice(*other["cut"])]
            if texts[1] != upstream:
                yield f"passage {one['number']} has not upstream's words"


def _running(
    full: Record, twin: Record, parts: Collection[str], originals: Originals
) -> Iterator[str]:
    (one, at), (other, place) = map(_bare, (full, twin))
    before = min(at, place, _AROUND)
    behind = min(len(one) - at, len(other) - place, _AROUND) - 1  # each ends with a line feed
    same = one[at - before : at + behind] == other[place - before : place + behind]
    if "replacements" not in parts and not same:
        yield "its needle stands elsewhere in the texts"
    for each in twin.provenance["passages"]:
        if "replacements" in parts and not twin.provenance["facts"][1:]:
            start, end = each["span"]
            told = twin.provenance["facts"][0]["span"]
            if not start <= told[0] < end:
                upstream = originals(each["document_id"])[slice(*each["cut"])]
                if twin.fields["context"][start:end] != upstream:
                    yield "its texts have not upstream's words"


def _bare(record: Record) -> tuple[str, int]:
    """Return a context without its facts and the space before them, and the needle's place."""
    context, parts, end, place = record.fields["context"], [], 0, 0
    for each in sorted(record.provenance["facts"], key=lambda each: each["span"][0]):
        start, stop = each["span"]
        parts.append(context[end:start].rstrip(" "))
        if each["kind"] == "needle":
            place = sum(map(len, parts))
        end = stop
    return "".join([*parts, context[end:]]), place
