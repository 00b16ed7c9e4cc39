"""Rules about confusing facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.core.model import Language
from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import own_texts
from lvbuild.tables.case import Case
from lvbuild.tables.occurrences import Texts, says
from lvbuild.text.content import YES_NO, content

_LEAST_SHARED = 2
_ASKING = re.compile(
    "是?谁|是?誰|什么|什麼|哪里|哪裡|哪[一-龥]|何时|何時|何[一-龥]|多少|几|幾|怎么|怎麼|吗|嗎|呢"
)
_RUN = 2
"""The characters that count as one content word in Chinese."""


def fact_holds_answer(case: Case) -> Iterator[Breach]:
    """A confusing fact does not tell the answer, whatever is replaced (lveval.md, b)."""
    for annotated in case.annotated.values():
        for index, placed in enumerate(annotated.facts):
            held = (
                answer
                for question in annotated.questions
                for answer in question.answers
                if answer.casefold() not in YES_NO
                and says(question.confusing_facts[index], answer, case.recipe.language)
            )
            if answer := next(held, ""):
                yield breach(
                    placed, f"the confusing fact holds the answer {answer!r}; change the fact"
                )


def fact_unlike_question(case: Case) -> Iterator[Breach]:
    """A confusing fact is like what is asked (lveval.md, "How it was made", a: it interferes)."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        wanted = content(annotated.original.input, language, _RUN)
        for placed in annotated.facts:
            shared = sorted(wanted & content(placed.row.fact, language, _RUN))
            if len(shared) < min(_LEAST_SHARED, len(wanted)):
                yield breach(
                    placed,
                    "the confusing fact shares"
                    f" {f'only {shared[0]!r}' if shared else 'no content word'} with the question;"
                    " tell of what is asked in its words",
                )


def fact_answers_question(case: Case) -> Iterator[Breach]:
    """A confusing fact differs from what is asked in more than its subject (lveval.md, step c)."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        wanted = _asked_by(annotated.original.input, language)
        for placed in annotated.facts:
            if wanted and wanted <= content(placed.row.fact, language, _RUN):
                yield breach(
                    placed,
                    "the fact holds every word that the question asks by, so that it answers it"
                    " too; change what it tells of",
                )


def _asked_by(question: str, language: Language) -> set[str]:
    """Return the content that a question gives, without the words that ask."""
    if language == "en":
        return content(question, language)
    runs = (content(part, language, _RUN) for part in _ASKING.split(question))
    return {run for each in runs for run in each if len(run) == _RUN}


def fact_keeps_subject(case: Case) -> Iterator[Breach]:
    """A confusing fact is of another subject (lveval.md, "How it was made", c)."""
    for annotated in case.annotated.values():
        told = [text for question in annotated.questions for text in own_texts(question)]
        originals = [placed.row.original for placed in annotated.rows]
        new = [word for replaced in annotated.replaced for word in replaced.new]
        subjects = Texts([*told, *originals, *new], case.recipe.language)
        for placed in annotated.facts:
            subject = placed.row.subject
            if subjects.say(subject):
                yield breach(
                    placed, f"the subject {subject!r} is the question's own; tell of another"
                )


def home_unknown(case: Case) -> Iterator[Breach]:
    """A fact is at home in a distracting document (design.md, "Mixing": where facts stand)."""
    for placed in case.facts:
        home, asked = placed.row.home, case.annotated.get(placed.row.question_id)
        if home and case.tables.needles is not None:
            told = f"a fact beside a needle has no home, but the row names {home!r}"
            yield breach(placed, f"{told}; leave it empty")
        elif home and home not in case.pool:
            told = f"no distracting document has the id {home!r}, the fact's home"
            yield breach(placed, f"{told}; mend it or leave it empty")
        elif home and asked is not None and home in asked.supporting:
            told = f"the fact's home {home!r} supports its own question"
            yield breach(placed, f"{told}; name another or leave it empty")


def fact_lacks_subject(case: Case) -> Iterator[Breach]:
    """A confusing fact names the subject that its row gives (design.md, "Tables")."""
    for placed in case.facts:
        if not says(placed.row.fact, placed.row.subject, case.recipe.language):
            yield breach(
                placed, f"the fact does not name its subject {placed.row.subject!r}; mend one"
            )
