"""What a release claims of each of its records, one claim a function, and what of it is untrue.

A claim yields what is wrong, and its docstring is the claim. Nothing but the release is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from lvbuild.audit.marks import plain, shown
from lvbuild.audit.order import order
from lvbuild.audit.places import places
from lvbuild.audit.tables import as_made, counted
from lvbuild.audit.told import Told
from lvbuild.core.claims import Claim
from lvbuild.languages.phrases import bare
from lvbuild.mixing.plan import ContextLayout
from lvbuild.text.counting import count


def keys(told: Told) -> Iterator[str]:
    """A record has its keys in their order, and is of its recipe, language, canary and level."""
    schema, level = told.held.schema, told.level.label
    if list(told.fields) != [field.name for field in schema.fields]:
        yield f"its keys are {', '.join(told.fields)}"
    wanted = {
        "dataset": schema.recipe,
        "language": schema.language,
        "contamination_identifier": schema.canary,
    }
    for name, value in wanted.items():
        if told.fields.get(name, value) != value:
            yield f"its {name} is {told.fields[name]!r}, not {value!r}"
    if (found := told.provenance["level"]) != level:
        yield f"its provenance is of the level {found!r}, not {level!r}"
    name, positions = told.provenance["_id"], range(told.held.recipe.count)
    if all(name != schema.record_id(told.asked.question_id, each) for each in positions):
        yield f"its _id {name!r} is none of the question {told.asked.question_id!r}"


def length(told: Told) -> Iterator[str]:
    """A record is as long as it says, within 0.5% of its level, or within its range."""
    unit, level, stated = told.held.recipe.unit, told.level, told.content.length
    if unit != "tokens":
        counted = sum(count(each, unit) for each in (told.asked.input, told.context))
        counted += sum(count(each, unit) for each in told.asked.answers)
        if counted != stated:
            yield f"it says that it has {stated:,} {unit}, and has {counted:,}"
    if not level.allows(stated):
        off = "out of" if level.span else "over 0.5% off"
        yield f"it has {stated:,} {unit}, {off} {level.label}"


def layout(told: Told) -> Iterator[str]:
    """Passages stand where provenance says, numbered from 1, with nothing between them."""
    context, passages = told.context, told.provenance["passages"]
    layout = ContextLayout() if told.held.runs else ContextLayout.of(told.held.recipe.heading)
    end = 0
    for number, (each, seam) in enumerate(
        zip(passages, layout.seams(len(passages)), strict=True), start=1
    ):
        start, stop = each["span"]
        if each["number"] != number:
            yield f"passage {number} is numbered {each['number']}"
        if context[end:start] != seam:
            yield f"before passage {number} stands {shown(context[end:start])}"
        end = stop
    if context[end:] != ("\n" if passages else ""):
        yield f"behind the last passage stands {shown(context[end:])}"
    found = sum(1 for _ in layout.line.finditer(context)) if layout.heading else len(passages)
    if found != len(passages):
        yield f"it has {found} headings for its {len(passages)} passages"
    for number, (role, text) in enumerate(told.parts, start=1):
        if role == "haystack" and not told.level.has_distractors:
            # Needles stand in an empty part of the text.
            if text:
                yield f"text stands beside the needles: {shown(text)}"
        elif not text or text[0] == "\n" or text[-1] == "\n":
            yield f"passage {number} begins or ends with an empty line"


def facts(told: Told) -> Iterator[str]:
    """Each fact stands once, at the depth that provenance says, and is one of the record's."""
    spans = sorted(each["span"] for each in told.provenance["facts"])
    if any(one[1] > other[0] for one, other in pairwise(spans)):
        where = ", ".join(f"{start:,} to {stop:,}" for start, stop in spans)
        yield f"they do not stand one after the other: from {where}"
    context, named = told.context, told.fields.get("confusing_facts")
    confusing = []
    for each in told.provenance["facts"]:
        start, end = each["span"]
        text = context[start:end]
        if context.count(text) != 1:
            yield f"it stands {context.count(text)} times: {shown(text)}"
        room = len(context) - len(text)
        if not room or abs(each["depth"] - start / room) > 1e-9:
            yield f"it is not at the depth {each['depth']}: {shown(text)}"
        confusing += [text] * (each["kind"] == "confusing")
    if named is not None and sorted(named) != sorted(confusing):
        yield f"the confusing facts of the record are not the {len(confusing)} in its context"


def choices(told: Told) -> Iterator[str]:
    """What a record offers to choose from are different answers, the right one among them."""
    offered = told.content.choices
    if not offered:
        return
    language = told.held.language
    forms = {key: language.normalise(bare(text)).casefold() for key, text in offered.items()}
    if len(set(forms.values())) < len(forms):
        yield f"it offers one answer twice: {plain(offered.values())}"
    answers = told.asked.answers
    if offered[told.content.right] not in {*answers, ", ".join(answers)}:
        yield f"its right choice, {offered[told.content.right]!r}, is none of its answers"


def depths(told: Told) -> Iterator[str]:
    """Evidence stands as deep as provenance says, by the text before it that does not support."""
    before, start, found = 0, 0, []
    for (role, text), each in zip(told.parts, told.provenance["passages"], strict=True):
        stop = each["span"][1] + 1
        if role == "supporting":
            found.append(before)
        else:
            set_in = each["span"][1] - each["span"][0] - len(text)
            before += stop - start - set_in
        start = stop
    stated = sorted(told.provenance["evidence_depths"])
    measured = [each / max(before, 1) for each in found]
    if any(abs(one - other) > 1e-9 for one, other in zip(stated, measured, strict=True)):
        yield f"its evidence is at the depths {plain(measured)}, not {plain(stated)}"


def alone(told: Told) -> Iterator[str]:
    """Evidence stands alone in its level, and in a closed one nothing."""
    level, context = told.level, told.context
    if level.has_distractors:
        return
    if any(each.role in {"distracting", "rival"} for each in told.parts):
        yield f"passages that do not support stand in {level.label}"
    if bool(context) != level.evidence:
        yield f"its context is {shown(context)} in {level.label}"


def rivals(told: Told) -> Iterator[str]:
    """Each confusing fact stands in a rival passage, which parts from the evidence what distracts.

    In running text there is none, nor where no passage distracts.
    """
    passages = told.provenance["passages"]
    spans = [each["span"] for each in passages if each["role"] == "rival"]
    if told.held.runs:
        return
    for each in told.provenance["facts"]:
        start, end = each["span"]
        inside = any(first <= start < end <= last for first, last in spans)
        if each["kind"] == "confusing" and not inside:
            yield f"it stands in no rival passage: {shown(told.context[start:end])}"
    roles = [each["role"] for each in passages]
    if roles.count("distracting") > roles.count("supporting"):
        for number, pair in enumerate(pairwise(roles), start=1):
            if {*pair} == {"rival", "supporting"}:
                yield f"passages {number} and {number + 1} are its evidence and a rival"


def once(told: Told) -> Iterator[str]:
    """No part of a document, and no text, stands twice among the passages."""
    if told.held.recipe.repeats_passages:
        return
    cuts: dict[str, list[Sequence[int]]] = {}
    for each in told.provenance["passages"]:
        cuts.setdefault(each["document_id"], []).append(each["cut"])
    for name, parts in cuts.items():
        if len(parts) > 1 and any(a[1] > b[0] for a, b in pairwise(sorted(map(list, parts)))):
            yield f"parts of {name} overlap"
    seen: set[str] = set()
    for role, text in told.parts:
        if role != "haystack" and text in seen:
            yield f"a passage stands twice: {shown(text)}"
        seen.add(text)


RECORDS: tuple[Claim[Told, str], ...] = (
    Claim("keys", "error", keys),
    Claim("length", "error", length),
    Claim("layout", "error", layout),
    Claim("facts", "error", facts),
    Claim("places", "error", places, made_again=True),
    Claim("depths", "error", depths),
    Claim("alone", "error", alone),
    Claim("rivals", "error", rivals),
    Claim("order", "error", order, made_again=True),
    Claim("once", "error", once),
    Claim("counted", "error", counted),
    Claim("made", "error", as_made),
    Claim("choices", "error", choices),
)
