"""What a release claims of each of its records, one claim a function, and what of it is untrue.

A claim takes a record with its provenance and the tables it was built with, and yields what is
wrong with it; its docstring is the claim. Nothing but the release is looked at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from lvbuild.core.model import Level, key_values
from lvbuild.languages import Language, find_language
from lvbuild.languages.phrases import NormalPhrase, NormalText, bare
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters.leaks import tells_together
from lvbuild.mixing.plan import ContextLayout
from lvbuild.questions.annotated import naming
from lvbuild.recipe import Recipe
from lvbuild.release.records import RecordSchema
from lvbuild.rules.occurrences import Texts, sought
from lvbuild.score.metric import Metric
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from lvbuild.text.counting import PlainCounting, count
from lvbuild.text.replacing import Replacer

_DAMAGE = re.compile(
    "\N{REPLACEMENT CHARACTER}|Ã[\x80-¿]|â€[™œ\x9d]|锟斤拷|[\x00-\x08\x0b-\x1f\x7f]"
)
"""What texts hold that were read in another encoding than they were written in."""
_AROUND = 30


@dataclass(frozen=True, slots=True)
class Held:
    """What a release holds of a recipe beside its records: all that claims are tested by.

    `rows` are the replacements by question, `facts` the confusing facts, `common` the phrases that
    were too common in the pool to refuse a document by.
    """

    recipe: Recipe
    schema: RecordSchema
    metric: Metric
    rows: Mapping[str, Sequence[ReplacementRow]]
    facts: Mapping[str, Sequence[ConfusingFactRow]]
    common: Collection[str]

    @property
    def language(self) -> Language:
        """The recipe's language."""
        return find_language(self.recipe.language)


@dataclass(frozen=True)
class Told:
    """A record as its lines have it, with what it was built with."""

    held: Held
    level: Level
    fields: Mapping[str, Any]
    provenance: Mapping[str, Any]

    @property
    def context(self) -> str:
        """The context."""
        return str(self.fields["context"])

    @property
    def question_id(self) -> str:
        """The question's id."""
        return str(self.provenance["question_id"])

    @property
    def answers(self) -> Sequence[str]:
        """The answers."""
        answers: Sequence[str] = self.fields["answers"]
        return answers

    def texts(self, *roles: str) -> list[str]:
        """Return the passages of some roles."""
        told = (each for each in self.provenance["passages"] if each["role"] in roles)
        return [self.context[slice(*each["span"])] for each in told]

    def facts(self, *kinds: str) -> list[str]:
        """Return the facts of some kinds, of any where none is named."""
        told = (each for each in self.provenance["facts"] if not kinds or each["kind"] in kinds)
        return [self.context[slice(*each["span"])] for each in told]

    @cached_property
    def evidence(self) -> list[str]:
        """What answers the question: its needles, or its supporting passages."""
        return self.facts("needle") or self.texts("supporting")

    @cached_property
    def others(self) -> str:
        """All that may not answer it: distracting passages, or running text without needles."""
        if distracting := self.texts("distracting"):
            return "\n\n".join(distracting)
        spans = sorted(e["span"] for e in self.provenance["facts"] if e["kind"] == "needle")
        edges = [0, *(edge for span in spans for edge in span), len(self.context)]
        return "\n".join(self.context[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))

    @property
    def rows(self) -> list[ReplacementRow]:
        """The rows that replace words of the question."""
        rows = self.held.rows
        return [*rows.get("*", ()), *rows.get(self.question_id, ())]

    @property
    def gold(self) -> str:
        """What a model answers that knows all."""
        taken = self.answers if self.held.metric.answers == "all" else self.answers[:1]
        return ", ".join(taken)


Severity = Literal["error", "warning"]


class Claim(NamedTuple):
    """A claim on each record; `untrue` yields what is wrong, and its docstring is the claim."""

    name: str
    severity: Severity
    untrue: Callable[[Told], Iterator[str]]

    @property
    def meaning(self) -> str:
        """The claim in words."""
        return " ".join((self.untrue.__doc__ or "").split())


def keys(told: Told) -> Iterator[str]:
    """A record has its keys in their order, its recipe's name, language and canary."""
    schema = told.held.schema
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


def length(told: Told) -> Iterator[str]:
    """A record is as long as it says, within 0.5% of its level."""
    unit, level, stated = told.held.recipe.unit, told.level, told.fields["length"]
    if unit != "tokens":
        counted = sum(count(each, unit) for each in (told.fields["input"], told.context))
        counted += sum(count(each, unit) for each in told.answers)
        if counted != stated:
            yield f"it says that it has {stated:,} {unit}, and has {counted:,}"
    if abs(stated - level.size) > level.tolerance:
        yield f"it has {stated:,} {unit}, over 0.5% off {level.label}"


def layout(told: Told) -> Iterator[str]:
    """Passages stand where provenance says, numbered from 1, with nothing between them."""
    passages = told.provenance["passages"]
    running = told.held.recipe.depths_of == "needle"
    seams = ContextLayout("" if running else told.held.language.heading).seams(len(passages))
    end = 0
    for number, (each, seam) in enumerate(zip(passages, seams, strict=True), start=1):
        start, stop = each["span"]
        if each["number"] != number:
            yield f"passage {number} is numbered {each['number']}"
        if told.context[end:start] != seam:
            yield f"before passage {number} stands {_shown(told.context[end:start])}"
        end = stop
    if told.context[end:] != "\n":
        yield f"behind the last passage stands {_shown(told.context[end:])}"


def facts(told: Told) -> Iterator[str]:
    """Each fact stands once, at the depth that provenance says, and is one of the record's."""
    named = told.fields.get("confusing_facts")
    confusing = []
    for each in told.provenance["facts"]:
        start, end = each["span"]
        text = told.context[start:end]
        if told.context.count(text) != 1:
            yield f"it stands {told.context.count(text)} times: {_shown(text)}"
        room = len(told.context) - len(text)
        if not room or abs(each["depth"] - start / room) > 1e-9:
            yield f"it is not at the depth {each['depth']}: {_shown(text)}"
        confusing += [text] * (each["kind"] == "confusing")
    if named is not None and sorted(named) != sorted(confusing):
        yield f"the confusing facts of the record are not the {len(confusing)} in its context"


def rivals(told: Told) -> Iterator[str]:
    """Among passages each confusing fact stands in a rival passage, apart from the evidence."""
    spans = [each["span"] for each in told.provenance["passages"] if each["role"] == "rival"]
    if told.held.recipe.depths_of == "needle":
        return
    for each in told.provenance["facts"]:
        start, end = each["span"]
        inside = any(first <= start < end <= last for first, last in spans)
        if each["kind"] == "confusing" and not inside:
            yield f"it stands in no rival passage: {_shown(told.context[start:end])}"


def once(told: Told) -> Iterator[str]:
    """No part of a document, and no text, stands twice among the passages."""
    if told.held.recipe.repeats_passages:
        return
    cuts: dict[str, list[Sequence[int]]] = {}
    for each in told.provenance["passages"]:
        cuts.setdefault(each["document_id"], []).append(each["cut"])
    for name, parts in cuts.items():
        if any(one[1] > other[0] for one, other in pairwise(sorted(map(list, parts)))):
            yield f"parts of {name} overlap"
    seen: set[str] = set()
    for text in told.texts("supporting", "distracting", "rival"):
        if text in seen:
            yield f"a passage stands twice: {_shown(text)}"
        seen.add(text)


def replaced(told: Told) -> Iterator[str]:
    """No word that is replaced is left in the question's own texts."""
    fields = told.fields
    own = [fields["input"], *told.answers, fields.get("answer_keywords", "")]
    own += fields.get("confusing_facts", [])
    own += told.texts("supporting", "rival") + told.facts()
    yield from _left(told, told.rows, "\n\n".join(own))


def named(told: Told) -> Iterator[str]:
    """No other passage names what is replaced."""
    rows, language = told.rows, told.held.language
    names = [row for row, is_name in zip(rows, naming(rows, language), strict=True) if is_name]
    yield from _left(told, names, "\n\n".join(told.texts("distracting", "haystack")))


def _left(told: Told, rows: Sequence[ReplacementRow], text: str) -> Iterator[str]:
    folded = text.casefold()
    # A new name may hold an old word: "River Orl" for "River Tamble".
    new = {each["replacement"] for each in told.provenance["replacements"]}
    there = [row for row in rows if row.original.casefold().split()[0] in folded]
    finder = Replacer([sought(row.original, row.kind) for row in there], told.held.language.code)
    for match in finder.find(text) if there else ():
        original = there[match.pair].original
        around = text[max(match.start - _AROUND, 0) : match.end + _AROUND]
        if not any(original in word and word in around for word in new):
            yield f"{original!r} is left: {_shown(around)}"
            return


def answered_once(told: Told) -> Iterator[str]:
    """Nothing but the evidence holds an answer or the keywords, unless any text may.

    Of an answer in parts no other sentence or row holds a key and what belongs to it.
    """
    if not told.held.recipe.answers_stand_in_texts or not told.evidence:
        return
    if "answer" in told.provenance:
        yield from _told_in_parts(told, key_values(told.provenance["answer"]))
        return
    language = told.held.language
    for phrase in _phrases(told):
        tellable = len(phrase) > 1 and phrase.casefold() not in language.yes_no
        if not (tellable and phrase not in told.held.common):
            continue
        if language.holds(told.others, phrase):  # else it is not read in its normal form
            wanted = language.normal_phrase(phrase)
            [others] = language.normal_texts([told.others])
            if wanted and wanted.stands_in(others):
                yield f"{phrase!r} stands outside of the evidence"


def _told_in_parts(told: Told, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    language, counting = told.held.language, PlainCounting(told.held.language.unit)
    texts = told.texts("distracting")
    whole = language.normal_texts(texts)
    titled, nothing = getattr(told.held.recipe, "titles", False), NormalText("")

    @cache
    def sentences(place: int) -> list[NormalText]:
        split = SplitDocument.of("", texts[place], language.code, counting)
        return language.normal_texts(split.sentences)

    def told_in(place: int, sought: Sequence[NormalPhrase]) -> bool:
        parts = sentences(place)
        return tells_together(sought, parts[0] if titled else nothing, parts)

    for key, value in dict.fromkeys(pairs):
        wanted = [language.normal_phrase(text) for text in (key, value)]
        if None in wanted or value.casefold() in language.yes_no:
            continue
        sought = [*filter(None, wanted)]
        held = (n for n, text in enumerate(whole) if all(one.stands_in(text) for one in sought))
        if any(told_in(place, sought) for place in held):
            yield f"{value!r} stands with {key!r} outside of the evidence"


def answered(told: Told) -> Iterator[str]:
    """The evidence holds the answer that is scored, in its words."""
    language = told.held.language
    if not told.held.recipe.answers_stand_in_texts or not told.evidence:
        return
    phrases = told.answers if told.held.metric.answers == "all" else told.answers[:1]
    said = Texts(told.evidence, language)
    for phrase in map(bare, phrases):
        long = count(phrase, language.unit) > language.free_text
        if (
            phrase
            and not long
            and phrase.casefold() not in language.yes_no
            and not said.say(phrase)
        ):
            yield f"the evidence does not hold {phrase!r}"


def gold(told: Told) -> Iterator[str]:
    """The right answer scores 100."""
    if not told.answers:
        return  # the publisher keeps them
    keywords = told.fields.get("answer_keywords", "")
    scored = told.held.metric.score_record(told.gold, list(told.answers), keywords)
    if scored < _WHOLE:
        yield f"{told.gold!r} scores {100 * scored:.0f}"


_WHOLE = 1 - 1e-6
"""ROUGE-L of a text and itself may be as much off."""


def rival_answers(told: Told) -> Iterator[str]:
    """What who takes a rival for the evidence answers scores nothing, or little."""
    keywords = told.fields.get("answer_keywords", "")
    for row in told.held.facts.get(told.question_id, ()):
        scored = told.held.metric.score_record(row.answer, list(told.answers), keywords)
        if row.answer and scored >= _MOST_OF_RIVALS:
            yield f"the rival's answer {row.answer!r} scores {100 * scored:.0f}"


_MOST_OF_RIVALS = 0.8


def encoding(told: Told) -> Iterator[str]:
    """Texts are in NFC, and none was damaged by a wrong encoding."""
    fields = told.fields
    for text in (fields["input"], told.context, *told.answers):
        if not unicodedata.is_normalized("NFC", text):
            yield f"it is not in NFC: {_shown(text)}"
        if found := _DAMAGE.search(text):
            yield f"it is damaged: {_shown(text[max(found.start() - _AROUND, 0) :])}"


def _phrases(told: Told) -> list[str]:
    asked = map(bare, (*told.answers, told.fields.get("answer_keywords", "")))
    return [phrase for phrase in dict.fromkeys(asked) if phrase]


def _shown(text: str) -> str:
    short = text if len(text) <= 2 * _AROUND else f"{text[: 2 * _AROUND]}…"
    return repr(short)


CLAIMS = (
    Claim("keys", "error", keys),
    Claim("length", "error", length),
    Claim("layout", "error", layout),
    Claim("facts", "error", facts),
    Claim("rivals", "error", rivals),
    Claim("once", "error", once),
    Claim("replaced", "error", replaced),
    Claim("named", "error", named),
    Claim("answered-once", "error", answered_once),
    Claim("answered", "warning", answered),
    Claim("gold", "error", gold),
    Claim("rival-answers", "warning", rival_answers),
    Claim("encoding", "error", encoding),
)
