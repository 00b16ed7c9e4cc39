"""What a release claims of each of its records, one claim a function, and what of it is untrue.

A claim yields what is wrong, and its docstring is the claim. Those on a record take it as its lines
have it, those on a question its own texts, which nested levels share: of these each is tested once.
Nothing but the release is looked at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from operator import ne

from lvbuild.audit.areas import without_facts
from lvbuild.audit.tables import as_made, counted, from_tables
from lvbuild.audit.told import Held, Own, Told
from lvbuild.core.claims import Claim
from lvbuild.languages import Language
from lvbuild.languages.phrases import bare
from lvbuild.mixing.plan import ContextLayout
from lvbuild.rules.occurrences import Texts, sought
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.counting import count
from lvbuild.text.prose.places import placed_paragraphs, places_in
from lvbuild.text.replacing import Replacer

_AROUND = 30
_Span = Sequence[int]


def shown(text: str) -> str:
    """Return a text as a message has it: its beginning, in quotes."""
    return repr(text if len(text) <= 2 * _AROUND else f"{text[: 2 * _AROUND]}…")


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
        yield f"they do not stand one after the other: {spans}"
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


def places(told: Told) -> Iterator[str]:
    """A fact in running text stands where a build may set one, and beside no other.

    That is between sentences of a narrator, of which the second can do without the first.
    """
    context, spans = told.context, sorted(each["span"] for each in told.provenance["facts"])
    if not told.held.runs or not told.level.has_distractors:
        return
    for one, other in pairwise(spans):
        if not context[one[1] : other[0]].strip():
            yield f"it stands beside another: {shown(context[slice(*other)])}"
    for passage in told.provenance["passages"]:
        first, last = passage["span"]
        for span in (span for span in spans if first <= span[0] < last):
            reaches = ((_BEFORE, _AFTER), (last, last))  # a quotation may have begun long before
            if not any(_may_stand(told, span, (first, last), reach, spans) for reach in reaches):
                yield f"none may stand there: {shown(context[max(span[0] - _AROUND, 0) : span[1]])}"


def _may_stand(
    told: Told, span: _Span, passage: _Span, reach: _Span, spans: Sequence[_Span]
) -> bool:
    """Tell whether a build may set a fact into a passage where one is, by the text around it."""
    context, (start, end), (first, last) = told.context, span, passage
    begin = max(context.rfind("\n", first, max(start - reach[0], first)) + 1, first)
    stop = context.find("\n", min(end + reach[1], last), last)
    before = without_facts(context, begin, start, spans).rstrip()
    behind = without_facts(context, end, last if stop < 0 else stop, spans)
    language, text = told.held.language, before + behind
    found = list(placed_paragraphs(text, language))
    at_seam = before == text and any(found[-1:]) and found[-1].ends_narrated(text)
    if at_seam or len(before) in places_in(found):
        return True
    # Where a context ends, a paragraph is cut off; where no text is prose, any sentence ends well.
    is_cut = last >= len(context.rstrip()) and "\n" not in behind.strip("\n")
    ends = {mark.end() for mark in language.sentence_end.finditer(text)}
    at_end = len(before) in ends or behind[:1] in {"", "\n"}
    return at_end and (is_cut or not any(paragraph.places for paragraph in found))


_BEFORE, _AFTER = 4_000, 1_500
"""Characters of the text around a fact by which it is seen whether one may stand there."""


def choices(told: Told) -> Iterator[str]:
    """What a record offers to choose from are different answers, the right one among them."""
    offered = told.content.choices
    if not offered:
        return
    language = told.held.language
    forms = {key: language.normalise(bare(text)).casefold() for key, text in offered.items()}
    if len(set(forms.values())) < len(forms):
        yield f"it offers one answer twice: {list(offered.values())}"
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
        yield f"its evidence is at the depths {measured}, not {stated}"


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


def replaced(own: Own) -> Iterator[str]:
    """No word that is replaced is left in the question's own texts, and none misspelt for it."""
    asked, rows = own.asked, own.held.rows_of(own.asked.question_id)
    texts = [asked.input, *asked.answers, asked.keywords, *own.named_facts]
    texts += [*own.beside, *(text for _, text in own.facts)]
    yield from left(own.held, rows, "\n\n".join(texts), own.new)
    words, evidence = " ".join((own.asked.input, *own.asked.answers)), "\n".join(own.evidence)
    names, there = (set(_NAME.findall(text)) for text in (" ".join(own.new), evidence))
    for name in sorted(name for name in names - there if name in words):
        for other in sorted(one for one in there - names if len(one) == len(name)):
            if sum(map(ne, name, other)) == 1:
                yield f"the evidence has {other!r} for {name!r}"


_NAME = re.compile(r"[A-Z][^\W\d_]{4,}")
"""A name of so many letters that another is hardly like it by chance."""


def left(
    held: Held, rows: Sequence[ReplacementRow], text: str, new: Sequence[str]
) -> Iterator[str]:
    """Yield what is wrong where words that rows replace are left in a text, the first of them."""
    folded = text.casefold()
    there = [row for row in rows if row.original.casefold().split()[0] in folded]
    finder = Replacer([sought(row.original, row.kind) for row in there], held.language.code)
    for match in finder.find(text) if there else ():
        original = there[match.pair].original
        around = text[max(match.start - _AROUND, 0) : match.end + _AROUND]
        # A new name may hold an old word: "River Orl" for "River Tamble".
        if not any(original in word and word in around for word in new):
            yield f"{original!r} is left: {shown(around)}"
            return


def answered(own: Own) -> Iterator[str]:
    """The evidence holds the answer that is scored, in its words."""
    yield from _not_in_evidence(own, free=False)


def answered_freely(own: Own) -> Iterator[str]:
    """The evidence bears out each sentence of an answer that may be scored, if in other words.

    Half of the sentence's content stands in it, or in the question; where the best answer counts,
    each may be scored.
    """
    yield from _not_in_evidence(own, free=True)


_CLAUSES = re.compile("[，；。、,;]")
"""What parts clauses and things told one by one: an answer of several is no phrase of a text."""
_SENTENCES = re.compile(r"[。！？!?；;\n]+|\.\s+")
_RUN = 2


def _not_in_evidence(own: Own, *, free: bool) -> Iterator[str]:
    held, language = own.held, own.held.language
    recipe, answers = held.recipe, own.asked.answers
    if recipe.judges or not recipe.answers_stand_in_texts or not own.evidence:
        return
    which = recipe.answers or held.metric.answers
    every = which == "all" or (free and which == "best")
    said = Texts(own.evidence, language)
    told = cache(lambda: _contents([own.asked.input, *said.each], language))
    for phrase in map(bare, answers if every else answers[:1]):
        length = count(phrase, language.unit)
        # A number alone may be counted, a part of an answer worked out from the other parts.
        worked_out = bool(own.asked.structure) or phrase.isdecimal()
        in_own_words = length > language.free_text / 2 or bool(_CLAUSES.search(phrase))
        is_free = held.metric.free_text or worked_out or in_own_words
        if is_free != free or phrase.casefold() in language.yes_no:
            continue
        parts = [*filter(None, map(bare, _SENTENCES.split(phrase) if free else [phrase]))]
        for part in parts:
            concludes = len(parts) > 1 and count(part, language.unit) <= language.free_text / 2
            borne_out = free and _bears_out(part, told(), language, concludes=concludes)
            if not borne_out and not said.say(part):
                yield f"the evidence does not hold {part!r}"


def _contents(texts: Sequence[str], language: Language) -> list[set[str]]:
    return [language.normal_content(form, _RUN) for form in language.normal_texts(texts)]


def _bears_out(
    sentence: str, told: Sequence[set[str]], language: Language, *, concludes: bool
) -> bool:
    """Tell whether the question or texts hold half of what a sentence says, by what they tell.

    A short one that `concludes` what others say, as a comparison does, is of a thing asked about.
    """
    asked, *held = told
    [wanted] = _contents([sentence], language)
    found = wanted & asked.union(*held)
    return len(found) >= len(wanted) / 2 or (concludes and bool(wanted & asked))


def gold(own: Own) -> Iterator[str]:
    """The right answer scores 100."""
    yield from _short_of_whole(own) if own.held.metric.whole else ()


def gold_falls_short(own: Own) -> Iterator[str]:
    """The right answer scores 100 by a metric that may not find all of it, as upstream has it."""
    yield from () if own.held.metric.whole else _short_of_whole(own)


def _short_of_whole(own: Own) -> Iterator[str]:
    # Some publishers keep the answers of a part of their questions.
    if own.asked.answers and (scored := own.score(own.gold())) < _WHOLE:
        yield f"{own.gold()!r} scores {100 * scored:.0f}"


_WHOLE = 1 - 1e-6
"""ROUGE-L of a text and itself may be as much off."""


def rival_answers(own: Own) -> Iterator[str]:
    """What who takes a rival for the evidence answers scores nothing, or little."""
    for row in own.held.facts_of(own.asked.question_id) if not own.asked.right else ():
        if row.answer and (scored := own.score(row.answer)) >= _MOST_OF_RIVALS:
            yield f"the rival's answer {row.answer!r} scores {100 * scored:.0f}"


_MOST_OF_RIVALS = 0.8


def told_apart(own: Own) -> Iterator[str]:
    """No confusing fact holds an answer, and a question only one of several to choose from."""
    language, recipe = own.held.language, own.held.recipe
    if own.asked.structure or recipe.judges or not recipe.answers_stand_in_texts:
        return
    for phrase in map(bare, recipe.scored_answers(own.asked.answers)):
        if not phrase or phrase.casefold() in language.yes_no:
            continue
        for kind, text in own.facts:
            if kind != "needle" and language.holds(text, phrase):
                yield f"a fact that is {kind} holds {phrase!r}: {shown(text)}"
        # A number may stand in a question that counts something else.
        offered = phrase.isdecimal() or language.offers.search(own.asked.input)
        if not offered and language.holds(own.asked.input, phrase):
            yield f"it holds {phrase!r}: {shown(own.asked.input)}"


def spelled(own: Own) -> Iterator[str]:
    """Texts are in NFC, and none was damaged by a wrong encoding."""
    asked = own.asked
    for text in (asked.input, *asked.answers, asked.keywords, *(text for _, text in own.facts)):
        yield from damage(text)
    # Records that are passed on as they were published keep their white space.
    published = own.held.recipe.keeps_ids
    for text in () if published else (asked.input, *asked.answers, asked.keywords):
        if text != text.strip() or any(unicodedata.category(one) == "Cf" for one in text):
            yield f"white space stands at an end, or what is not seen within: {text!r}"


_BEHIND = "[\x80-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_DAMAGE = re.compile(
    rf"\ufffd|[ÃÂ][\x80-¿]|â€{_BEHIND}|(?:[ã-é]{_BEHIND}{{2}}){{2}}|ï»¿|ï¿½"
    r"|锟斤拷|[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]"
)
"""What texts hold that were read in another encoding than they were written in."""


def damage(text: str) -> Iterator[str]:
    """Yield what is wrong with the characters of a text."""
    if not unicodedata.is_normalized("NFC", text):
        yield f"it is not in NFC: {shown(text)}"
    if found := _DAMAGE.search(text):
        yield f"it is damaged: {shown(text[max(found.start() - _AROUND, 0) :])}"


RECORDS: tuple[Claim[Told, str], ...] = (
    Claim("keys", "error", keys),
    Claim("length", "error", length),
    Claim("layout", "error", layout),
    Claim("facts", "error", facts),
    Claim("places", "error", places),
    Claim("depths", "error", depths),
    Claim("alone", "error", alone),
    Claim("rivals", "error", rivals),
    Claim("once", "error", once),
    Claim("counted", "error", counted),
    Claim("made", "error", as_made),
    Claim("choices", "error", choices),
)
QUESTIONS: tuple[Claim[Own, str], ...] = (
    Claim("replaced", "error", replaced),
    Claim("tables", "error", from_tables),
    Claim("answered", "error", answered),
    Claim("answered-freely", "warning", answered_freely),
    Claim("told-apart", "error", told_apart),
    Claim("gold", "error", gold),
    Claim("gold-in-part", "warning", gold_falls_short),
    Claim("rival-answers", "warning", rival_answers),
    Claim("encoding", "error", spelled),
)
