"""Rules about confusing facts: what they tell, what they offer, and how they are worded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.core.model import LanguageCode
from lvbuild.languages import Language, find_language
from lvbuild.languages.naming import Sort
from lvbuild.questions.annotated import AnnotatedQuestion, own_texts
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts, say_each
from lvbuild.tables.rows import ConfusingFactRow
from lvbuild.text.pairs import NAMES

_LEAST_SHARED = 2
_RUN = 2
"""The characters that count as one content word in Chinese."""
_LEAST_PARTICULARS = 2
_SHORT = 5
_WANTED: dict[Sort, str] = {
    "person": "name of a person",
    "date": "date",
    "number": "number",
    "place": "name of a place",
}


def fact_holds_answer(context: LintContext) -> Iterator[Breach]:
    """A confusing fact does not tell the answer, whatever is replaced: it is to mislead."""
    language = context.recipe.language
    told = [
        (placed, question.confusing_facts[index], answer)
        for annotated in context.annotated.values()
        for index, placed in enumerate(annotated.facts)
        for question in annotated.questions
        for answer in question.answers
        if answer.casefold() not in find_language(language).yes_no
    ]
    held = say_each((Texts([fact], language), answer) for _, fact, answer in told)
    seen = set()
    for (placed, _, answer), holds_it in zip(told, held, strict=True):
        if holds_it and id(placed) not in seen:
            seen.add(id(placed))
            yield breach(placed, f"the confusing fact holds the answer {answer!r}; change the fact")


def fact_unlike_question(context: LintContext) -> Iterator[Breach]:
    """A confusing fact is like what is asked, or it interferes with nothing."""
    content = find_language(context.recipe.language).content
    for annotated in context.annotated.values():
        wanted = content(annotated.original.input, _RUN)
        for placed in annotated.facts:
            shared = sorted(wanted & content(placed.row.fact, _RUN))
            if len(shared) < min(_LEAST_SHARED, len(wanted)):
                yield breach(
                    placed,
                    "the confusing fact shares"
                    f" {f'only {shared[0]!r}' if shared else 'no content word'} with the question;"
                    " tell of what is asked in its words",
                )


def fact_answers_question(context: LintContext) -> Iterator[Breach]:
    """A confusing fact differs from what is asked in more than its subject, or it answers it."""
    language = context.recipe.language
    for annotated in context.annotated.values():
        wanted = find_language(language).asked_content(annotated.original.input, _RUN)
        for placed in annotated.facts:
            if wanted and wanted <= find_language(language).content(placed.row.fact, _RUN):
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
        subjects = Texts([*told, *originals, *new], context.recipe.language)
        for placed in annotated.facts:
            subject = placed.row.subject
            if subjects.say(subject):
                yield breach(
                    placed, f"the subject {subject!r} is the question's own; tell of another"
                )


def home_unknown(context: LintContext) -> Iterator[Breach]:
    """A fact is at home in a distracting document: facts stand in no other."""
    for placed in context.facts:
        home, asked = placed.row.home, context.annotated.get(placed.row.question_id)
        if home and context.tables.needles is not None:
            told = f"a fact beside a needle has no home, but the row names {home!r}"
            yield breach(placed, f"{told}; leave it empty")
        elif home and home not in context.pool:
            told = f"no distracting document has the id {home!r}, the fact's home"
            yield breach(placed, f"{told}; mend it or leave it empty")
        elif home and asked is not None and home in asked.supporting:
            told = f"the fact's home {home!r} supports its own question"
            yield breach(placed, f"{told}; name another or leave it empty")


def fact_lacks_subject(context: LintContext) -> Iterator[Breach]:
    """A confusing fact names the subject that its row gives."""
    for placed in context.facts:
        if not Texts([placed.row.fact], context.recipe.language).say(placed.row.subject):
            yield breach(
                placed, f"the fact does not name its subject {placed.row.subject!r}; mend one"
            )


def other_type(context: LintContext) -> Iterator[Breach]:
    """A confusing fact offers an answer of the type that is asked for, or it misleads nobody."""
    for annotated in context.annotated.values():
        for placed in annotated.facts:
            if lacking := _lacking(annotated, placed.row):
                answer = annotated.original.answers[0]
                yield breach(
                    placed,
                    f"the fact offers no {lacking}, as the answer {answer!r} is one; tell of one",
                )


def _lacking(annotated: AnnotatedQuestion, row: ConfusingFactRow) -> str:
    """Return what a fact should offer and does not, "" where it does."""
    words, spoken = annotated.original, find_language(annotated.language)
    question, answer = words.input, words.answers[0]
    titles = spoken.titles
    if titles.fullmatch(answer):
        return "" if titles.search(row.fact) else "title"
    sort = spoken.asked_for(question)
    # The fact's subject may be who was asked for, or stands where the question's stood.
    asked_for_it = sort == "person" and not _opens_with_name(annotated)
    known = question if asked_for_it else f"{question} {row.subject}"
    if sort and spoken.is_of_sort(answer, sort):
        return "" if spoken.offers(row.fact, sort, known) else _WANTED[sort]
    if spoken.is_figure(answer):
        return "" if spoken.has_figure(row.fact) else "number or date"
    capitals = spoken.names_have_capitals
    if capitals and answer[:1].isupper() and len(answer.split()) < _SHORT:
        beside = f"{question} {row.subject}"
        if not any(name not in beside for name in spoken.names(row.fact, first=True)):
            return "name beside its subject"
        return _unnamed(answer, row.fact, spoken)
    return ""


def _opens_with_name(annotated: AnnotatedQuestion) -> bool:
    """Tell whether a question names its own subject first, and then asks about it."""
    words, language = annotated.original, annotated.language
    own = [placed.row.original for placed in annotated.rows if placed.row.kind in NAMES]
    first = next(find_language(language).names(words.input), "")
    return any(words.input.lstrip('《「“"').startswith(name) for name in (*own, first) if name)


def _unnamed(answer: str, fact: str, language: Language) -> str:
    """Return the kind of thing that an English answer names and a fact only has as "a museum"."""
    indefinite, is_of_kind = language.indefinite, language.is_of_kind
    kinds = [word for word in answer.split() if is_of_kind(word) and word[:1].isupper()]
    for kind in kinds:
        plain = re.search(rf"\b(?:{indefinite})\b[^.,;A-Z]*\b{kind.lower()}\b", fact)
        if plain and not re.search(rf"\b{kind}\b", fact):
            return f"name of its {kind.lower()}"
    return ""


def shares_no_particular(context: LintContext) -> Iterator[Breach]:
    """A confusing fact keeps something of what its question names (LV-Eval's do)."""
    language: LanguageCode = context.recipe.language
    for annotated in context.annotated.values():
        known = [placed.row.original for placed in annotated.rows if placed.row.kind in NAMES]
        question = annotated.original.input
        named = find_language(language).particulars(question, known)
        if len(named) < _LEAST_PARTICULARS:
            continue
        for placed in annotated.facts:
            each = [name for together in named for name in together]
            if not find_language(language).shares_particular(each, question, placed.row.fact):
                yield breach(
                    placed,
                    f"the fact shares none of what the question names ({', '.join(each)}), so that"
                    " any of it tells them apart; keep one",
                )


def dangling(context: LintContext) -> Iterator[Breach]:
    """A confusing fact stands by itself in any passage."""
    for placed in context.facts:
        text = placed.row.fact.replace(placed.row.subject, "_")
        if found := find_language(context.recipe.language).points_back(text):
            yield breach(
                placed,
                f"{found!r} points to what stands before the fact, where another passage will"
                " be; tell of it by itself",
            )


def tells_of_own(context: LintContext) -> Iterator[Breach]:
    """A confusing fact begins with its own subject, not with the question's."""
    for annotated in context.annotated.values():
        names = [p for p in annotated.rows if p.row.kind in {"person", "organisation", "title"}]
        own = [p.row.original for p in names] + [
            word
            for replaced in annotated.replaced
            for word, p in zip(replaced.new, annotated.rows, strict=True)
            if p in names
        ]
        for placed in annotated.facts:
            start = placed.row.fact.find(placed.row.subject)
            before = placed.row.fact[: start if start >= 0 else None]
            if found := next((name for name in own if name in before), ""):
                yield breach(
                    placed,
                    f"the fact tells of {found!r}, which is the question's own; begin with another",
                )
