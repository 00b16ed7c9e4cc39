"""Rules about confusing facts: what they tell, what they offer, and how they are worded."""

from __future__ import annotations

from collections.abc import Iterator

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.questions.annotated import own_texts
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts, say_each
from lvbuild.tables.rows import SAMPLE_WORLD
from lvbuild.text.counting import count

_RUN = 2
"""The characters that count as one content word in Chinese."""


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


def not_in_passage(context: LintContext) -> Iterator[Breach]:
    """A confusing fact stands in its rival passage as the row has it, once."""
    for placed in context.facts:
        if placed.row.passage and placed.row.passage.count(placed.row.fact) != 1:
            yield breach(
                placed, "the passage does not hold the fact once, word for word; mend one of them"
            )


def passage_length(context: LintContext) -> Iterator[Breach]:
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
    return (
        ""
        if least <= length <= most
        else f"the passage has {length} {unit}; write {least} to {most}"
    )


def fact_lacks_subject(context: LintContext) -> Iterator[Breach]:
    """A confusing fact, or the passage that it stands in, names the subject that its row gives."""
    for placed in context.facts:
        text = placed.row.passage or placed.row.fact
        if not Texts([text], context.language).say(placed.row.subject):
            yield breach(placed, f"it does not name its subject {placed.row.subject!r}; mend one")


def dangling(context: LintContext) -> Iterator[Breach]:
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
