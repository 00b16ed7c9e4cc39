"""Rules about a question's own texts: damaged ones, evidence shared, what confusing facts tell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.questions.annotated import (
    AnnotatedQuestion,
    ReplacedQuestion,
    own_texts,
    row_pairs,
)
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts, say_each
from lvbuild.tables.rows import SAMPLE_WORLD
from lvbuild.text.cleaning.characters import MISREAD
from lvbuild.text.counting import count
from lvbuild.text.replacing import Match, Replacer, disagreeing, leftmost_longest

_MARKUP = re.compile(r"&(?:amp|nbsp|lt|gt|quot|#\d{2,6});|\\u[0-9a-f]{4}|</?[a-z]{1,10}/?>")

_ILL_WRITTEN = re.compile(
    r"\s\s|\b(?!(?:had|that|is)\b)([A-Za-z]{2,}) \1\b|([?？。，,、;；])\2|\w [?,;.](?!\w)"
    r"|([是的吗呢])\3"
)
_RUN = 2
"""The characters that count as one content word in Chinese."""


def damaged_text(context: LintContext) -> Iterator[Breach]:
    """Questions, answers and rows are text as it was written, not as it was misread."""
    for name, annotated in context.annotated.items():
        words = annotated.original
        fields = [("question", words.input), *(("answer", answer) for answer in words.answers)]
        if found := _damaged(fields):
            yield breach(context.first_row[name], f"{found}; select another question")
    for placed in context.rows:
        row = placed.row.model_dump(exclude={"note", "annotator", "status", "question_id"})
        texts = [(key, str(value)) for key, value in row.items()]
        if found := _damaged(texts):
            yield breach(placed, f"{found}; write it anew")


def question_ill_written(context: LintContext) -> Iterator[Breach]:
    """A question has no word, space or stop twice, and no space before a stop."""
    for name, annotated in context.annotated.items():
        if found := _ILL_WRITTEN.search(annotated.original.input):
            yield breach(
                context.first_row[name],
                f"the question holds {found[0]!r}; correct it in the selection",
            )


def _damaged(fields: list[tuple[str, str]]) -> str:
    for field, text in fields:
        if found := MISREAD.search(text) or _MARKUP.search(text):
            around = text[max(found.start() - 8, 0) : found.end() + 8]
            return f"the {field} holds damaged text ({around!r})"
    return ""


class _Reading(NamedTuple):
    """A question beside a document that is its evidence, under a choice of its new words.

    `own` finds what its own rows replace, `matches` are these in the document.
    """

    asked: AnnotatedQuestion
    replaced: ReplacedQuestion
    own: Replacer
    matches: Sequence[Match]


def contradictory(context: LintContext) -> Iterator[Breach]:
    """What one question replaces goes together with others that share its evidence."""
    told: set[tuple[int, str]] = set()
    for document, asked in _shared(context).items():
        for place in (None, *range(min(len(one.replaced) for one in asked) - 1)):
            readings = []
            for each in asked:
                own = Replacer(row_pairs((p.row for p in each.own), place), each.language)
                matches = list(leftmost_longest(own.find(each.supporting[document])))
                readings.append(_Reading(each, each.under(place), own, matches))
            for one, other in combinations(readings, 2):
                found = [*_two_words(document, one, other)]
                found = found or [*_left(document, one, other), *_left(document, other, one)]
                fresh = [each for each in found if (each.line, document) not in told]
                told.update((each.line, document) for each in fresh)
                yield from fresh


def _shared(context: LintContext) -> dict[str, list[AnnotatedQuestion]]:
    """Return the questions by their documents, where there are several and one replaces words."""
    selected = context.tables.selected
    asked: dict[str, list[AnnotatedQuestion]] = defaultdict(list)
    for name, annotated in context.annotated.items():
        if selected is None or name in selected:
            for document in annotated.supporting:
                asked[document].append(annotated)
    return {
        document: questions
        for document, questions in asked.items()
        if len(questions) > 1 and context.annotations.shared.of(document)
    }


def _two_words(document: str, first: _Reading, second: _Reading) -> Iterator[Breach]:
    """Yield the rows of the second of which rows of the first make other words."""
    for match, other in disagreeing(second.matches, first.matches):
        row, earlier = second.asked.own[match.pair], first.asked.own[other.pair]
        yield breach(
            row,
            f"{row.row.original!r} becomes {match.wording!r} and, by line {earlier.line},"
            f" {earlier.row.original!r} becomes {other.wording!r} in {document}, which is"
            f" evidence of {first.asked.original.id} too; give both questions the same words",
        )


def _left(document: str, owner: _Reading, other: _Reading) -> Iterator[Breach]:
    """Yield the rows of one that change the document, and not what the other question says."""
    used = {match.pair for match in owner.matches}
    for text, match in other.replaced.unreplaced(owner.own) if used else ():
        if match.pair in used:
            yield breach(
                owner.asked.own[match.pair],
                f"{text[match.start : match.end]!r} becomes {match.wording!r} in {document}, which"
                f" is evidence of {other.asked.original.id} too, but not in {text!r}, which that"
                " question says; give it the same row",
            )


def fact_holds_answer(context: LintContext) -> Iterator[Breach]:
    """A confusing fact and its passage do not tell the answer, whatever is replaced."""
    told = [
        (placed, question.confusing_passages[index], answer)
        for annotated in context.annotated.values()
        for index, placed in enumerate(annotated.facts)
        for question in annotated.questions
        for answer in question.answers
        if answer.casefold() not in context.language.yes_no
    ]
    held = say_each((Texts([fact], context.language), answer) for _, fact, answer in told)
    seen = set()
    for (placed, _, answer), holds_it in zip(told, held, strict=True):
        if holds_it and id(placed) not in seen:
            seen.add(id(placed))
            yield breach(placed, f"the confusing fact or its passage holds the answer {answer!r}")


def fact_answers_question(context: LintContext) -> Iterator[Breach]:
    """A confusing fact differs from what is asked in more than its subject, or it answers it."""
    for annotated in context.annotated.values():
        wanted = context.language.asked_content(annotated.original.input, _RUN)
        for placed in annotated.facts:
            if wanted and wanted <= context.language.content(placed.row.fact, _RUN):
                yield breach(
                    placed,
                    "the fact holds every word that the question asks by, so that it answers it"
                    " too; change what it tells of",
                )


def fact_keeps_subject(context: LintContext) -> Iterator[Breach]:
    """A confusing fact is of another subject, so that it contradicts no evidence."""
    for annotated in context.annotated.values():
        told = [text for question in annotated.questions for text in own_texts(question)]
        originals = [placed.row.original for placed in annotated.rows]
        new = [word for replaced in annotated.replaced for word in replaced.new]
        subjects = Texts([*told, *originals, *new], context.language)
        for placed in annotated.facts:
            subject = placed.row.subject
            if subjects.say(subject):
                yield breach(
                    placed, f"the subject {subject!r} is the question's own; tell of another"
                )


def fact_not_in_passage(context: LintContext) -> Iterator[Breach]:
    """A confusing fact stands in its rival passage as the row has it, once."""
    for placed in context.facts:
        if placed.row.passage and placed.row.passage.count(placed.row.fact) != 1:
            yield breach(
                placed, "the passage does not hold the fact once, word for word; mend one of them"
            )


def rival_length(context: LintContext) -> Iterator[Breach]:
    """A rival passage is 40 to 150 words long, in Chinese 80 to 300 characters, as others are."""
    for placed in context.facts:
        made = placed.row.annotator == SAMPLE_WORLD  # whose articles are short as well
        wrong = wrong_length(placed.row.passage, context.recipe.language)
        if placed.row.passage and wrong and not made:
            yield breach(placed, wrong)


def wrong_length(passage: str, language: LanguageCode) -> str:
    """Return what is wrong with the length of a rival passage, or ""."""
    unit = find_language(language).unit
    least, most = (40, 150) if unit == "words" else (80, 300)
    length = count(passage, unit)
    fits = least <= length <= most
    return "" if fits else f"the passage has {length} {unit}; write {least} to {most}"


def fact_lacks_subject(context: LintContext) -> Iterator[Breach]:
    """A confusing fact, or the passage that it stands in, names the subject that its row gives."""
    for placed in context.facts:
        text = placed.row.passage or placed.row.fact
        if not Texts([text], context.language).say(placed.row.subject):
            yield breach(placed, f"it does not name its subject {placed.row.subject!r}; mend one")


def fact_dangling(context: LintContext) -> Iterator[Breach]:
    """A confusing fact without a passage of its own stands by itself in any."""
    for placed in context.facts:
        if placed.row.passage:
            continue
        text = placed.row.fact.replace(placed.row.subject, "_")
        if found := context.language.points_back(text):
            yield breach(
                placed,
                f"{found!r} points to what stands before the fact, where another passage will"
                " be; tell of it by itself",
            )
