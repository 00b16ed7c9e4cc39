"""Rules about confusing facts: what they tell, what they offer, and how they are worded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.languages.naming import Sort
from lvbuild.questions.annotated import AnnotatedQuestion, own_texts
from lvbuild.rules.context import LintContext
from lvbuild.rules.occurrences import Texts, says
from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.rows import ConfusingFactRow
from lvbuild.text.content import YES_NO, content
from lvbuild.text.names import (
    asked_for,
    has_figure,
    is_figure,
    is_of_kind,
    is_of_sort,
    names,
    offers,
    particulars,
    shared,
)
from lvbuild.text.replacement.forms import NAMES

_LEAST_SHARED = 2
_ASKING = re.compile(
    "是?谁|是?誰|什么|什麼|哪里|哪裡|哪[一-龥]|何时|何時|何[一-龥]|多少|几|幾|怎么|怎麼|吗|嗎|呢"
)
_RUN = 2
"""The characters that count as one content word in Chinese."""


def fact_holds_answer(context: LintContext) -> Iterator[Breach]:
    """A confusing fact does not tell the answer, whatever is replaced (lveval.md, b)."""
    for annotated in context.annotated.values():
        for index, placed in enumerate(annotated.facts):
            held = (
                answer
                for question in annotated.questions
                for answer in question.answers
                if answer.casefold() not in YES_NO
                and says(question.confusing_facts[index], answer, context.recipe.language)
            )
            if answer := next(held, ""):
                yield breach(
                    placed, f"the confusing fact holds the answer {answer!r}; change the fact"
                )


def fact_unlike_question(context: LintContext) -> Iterator[Breach]:
    """A confusing fact is like what is asked (lveval.md, "How it was made", a: it interferes)."""
    language = context.recipe.language
    for annotated in context.annotated.values():
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


def fact_answers_question(context: LintContext) -> Iterator[Breach]:
    """A confusing fact differs from what is asked in more than its subject (lveval.md, step c)."""
    language = context.recipe.language
    for annotated in context.annotated.values():
        wanted = _asked_by(annotated.original.input, language)
        for placed in annotated.facts:
            if wanted and wanted <= content(placed.row.fact, language, _RUN):
                yield breach(
                    placed,
                    "the fact holds every word that the question asks by, so that it answers it"
                    " too; change what it tells of",
                )


def _asked_by(question: str, language: LanguageCode) -> set[str]:
    """Return the content that a question gives, without the words that ask."""
    if language == "en":
        return content(question, language)
    runs = (content(part, language, _RUN) for part in _ASKING.split(question))
    return {run for each in runs for run in each if len(run) == _RUN}


def fact_keeps_subject(context: LintContext) -> Iterator[Breach]:
    """A confusing fact is of another subject (lveval.md, "How it was made", c)."""
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
    """A fact is at home in a distracting document (design.md, "Mixing": where facts stand)."""
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
    """A confusing fact names the subject that its row gives (design.md, "Tables")."""
    for placed in context.facts:
        if not says(placed.row.fact, placed.row.subject, context.recipe.language):
            yield breach(
                placed, f"the fact does not name its subject {placed.row.subject!r}; mend one"
            )


_LEAST_PARTICULARS = 2
_SHORT = 5
_TITLE = re.compile("《[^》]+》")
_WANTED: dict[Sort, str] = {
    "person": "name of a person",
    "date": "date",
    "number": "number",
    "place": "name of a place",
}


def other_type(context: LintContext) -> Iterator[Breach]:
    """A confusing fact offers an answer of the type that is asked for (lveval.md, step b)."""
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
    words, language = annotated.original, annotated.language
    question, answer = words.input, words.answers[0]
    if language == "zh" and _TITLE.fullmatch(answer):
        return "" if _TITLE.search(row.fact) else "title"
    sort = asked_for(question, language)
    # The fact's subject may be who was asked for, or stands where the question's stood.
    asked_for_it = sort == "person" and not _opens_with_name(annotated)
    known = question if asked_for_it else f"{question} {row.subject}"
    if sort and is_of_sort(answer, sort, language):
        return "" if offers(row.fact, sort, language, known) else _WANTED[sort]
    if is_figure(answer, language):
        return "" if has_figure(row.fact, language) else "number or date"
    if language == "en" and answer[:1].isupper() and len(answer.split()) < _SHORT:
        beside = f"{question} {row.subject}"
        if not any(name not in beside for name in names(row.fact, language, first=True)):
            return "name beside its subject"
        return _unnamed(answer, row.fact)
    return ""


def _opens_with_name(annotated: AnnotatedQuestion) -> bool:
    """Tell whether a question names its own subject first, and then asks about it."""
    words, language = annotated.original, annotated.language
    own = [placed.row.original for placed in annotated.rows if placed.row.kind in NAMES]
    first = next(names(words.input, language), "")
    return any(words.input.lstrip('《「“"').startswith(name) for name in (*own, first) if name)


def _unnamed(answer: str, fact: str) -> str:
    """Return the kind of thing that an English answer names and a fact only has as "a museum"."""
    kinds = [word for word in answer.split() if is_of_kind(word, "en") and word[:1].isupper()]
    for kind in kinds:
        plain = re.search(rf"\b(?:an?|two|three|some|several)\b[^.,;A-Z]*\b{kind.lower()}\b", fact)
        if plain and not re.search(rf"\b{kind}\b", fact):
            return f"name of its {kind.lower()}"
    return ""


def shares_no_particular(context: LintContext) -> Iterator[Breach]:
    """A confusing fact keeps something of what its question names (LV-Eval's do)."""
    language: LanguageCode = context.recipe.language
    for annotated in context.annotated.values():
        known = [placed.row.original for placed in annotated.rows if placed.row.kind in NAMES]
        question = annotated.original.input
        named = particulars(question, language, known)
        if len(named) < _LEAST_PARTICULARS:
            continue
        for placed in annotated.facts:
            each = [name for together in named for name in together]
            if not shared(each, question, placed.row.fact, language):
                yield breach(
                    placed,
                    f"the fact shares none of what the question names ({', '.join(each)}), so that"
                    " any of it tells them apart; keep one",
                )


class _Pointer(NamedTuple):
    """Words that point to something, which may stand in the same fact, before or after them."""

    words: str
    before: str = r"(?!)"
    after: str = r"(?!)"


_POINTERS: dict[LanguageCode, tuple[_Pointer, ...]] = {
    "en": (
        _Pointer(
            r"\A\W*(?:he|she|they|his|her|its|their|this|that|these|those|here|then|later|such|so"
            r"|others|both|however|moreover|therefore|instead)\b"
        ),
        _Pointer(r"\A\W*it\b", after=r".* (?:that|who|which|where|when)\b"),
        _Pointer(r"\A\W*there,"),
        _Pointer(r"\bthe (?:latter|said|aforementioned)\b"),
        _Pointer(r"\bthe former\b(?=\W*(?:[,.;:]|\Z)| (?:is|was|are|were|has|had|being)\b)"),
        _Pointer(r"\b(?:likewise|similarly|meanwhile|in turn|elsewhere|by contrast|one such)\b"),
        _Pointer(r"\bat th(?:at|e|is) time\b", after=r" (?:of|that|when)\b"),
        _Pointer(
            r"\b(?:in|at|from|of|on) (?:that|this|these|those)\b",
            after=r" (?:who|whose|which|that|of|he|she|it|they|the)\b",
        ),
        _Pointer(r"\b(?:un)?like (?:him|her|it|them)\b"),
        _Pointer(r"\b(?:another|the other)\b", before=r"\b(?:one|two|first|each|either|some)\b"),
        _Pointer(
            r"\bthe same\b",
            before=r"\b(?:and|both|two)\b",
            after=r"[^.;]* (?:as|that|who|which|where|when)\b",
        ),
        _Pointer(
            r"\b(?:neighbou?ring|nearby)\b", before=r"(?-i:\b(?:in|at|of|from|to|near) [A-Z])"
        ),
        _Pointer(
            r"\balso\b",
            before=r"\b(?:and|but|not only|both)\b[^.;]*\Z",
            after=r" (?:called|known|named|spell?ed|spelt|titled|written|\w+ (?:as|to))\b",
        ),
        _Pointer(r"\b(?:too|as well)\b(?=\W*(?:[,.;]|\Z))", before=r"\b(?:and|but|not only)\b"),
        _Pointer(r"\ba similar\b", after=r"[^.;]* to\b"),
    ),
    "zh": (
        _Pointer(
            "^(?:[他她它牠该該此这這那]|其(?!他|它)|同样|同樣|另外|当时|當時|彼时|彼時|后来|後來|此后|此後|然而|但是"
            "|因此|也|则|則)"
        ),
        _Pointer("类似地|類似地|与此同时|與此同時|[后後前]者|上述|相反，"),
        _Pointer("[和与與跟](?:[他她它牠]|其(?!他|它|余|餘|中))", before="[一-龥]{2}.*，"),
        _Pointer("[这這那該该][座个個位条條家年天]", before=r"的\Z"),
        _Pointer("另[一有外]|另(?=[两兩三四五六七八九十])", before="一[一-龥]|首"),
        _Pointer("同样|同樣", before="[与與和跟像同][^，。；]+\\Z"),
        _Pointer(
            "邻近的|鄰近的|邻国|鄰國|附近的|相[邻鄰]|不[远遠][处處]|隔壁",
            before="[与與和跟离離在][^，。；]*[^，。；一]\\Z",
        ),
        _Pointer("[区區]内|[区區]內", before="[一-龥]\\Z"),
        _Pointer("同名", before="[》」”一-龥_]"),
        _Pointer(
            "[当當][时時](?!的?[一-龥]{0,6}[皇帝王])|彼[时時]", before="[年月日世代]|[时時]候"
        ),
        _Pointer("也[是有在曾被]", before="不[仅僅但只]|[虽雖连連即既]|，"),
        _Pointer("[则則][是有在]", before="，|[若如]"),
    ),
}


def dangling(context: LintContext) -> Iterator[Breach]:
    """A confusing fact stands by itself in any passage (lveval.md, step b)."""
    for placed in context.facts:
        text = placed.row.fact.replace(placed.row.subject, "_")
        if found := points_back(text, context.recipe.language):
            yield breach(
                placed,
                f"{found!r} points to what stands before the fact, where another passage will"
                " be; tell of it by itself",
            )


def points_back(fact: str, language: LanguageCode) -> str:
    """Return words of a fact that point to something outside of it, "" where there are none."""
    flags = re.IGNORECASE if language == "en" else re.NOFLAG
    for words, before, after in _POINTERS[language]:
        for found in re.finditer(words, fact, flags):
            inside = re.search(before, fact[: found.start()], flags)
            if not inside and not re.match(after, fact[found.end() :], flags):
                return found[0].strip()
    return ""


def tells_of_own(context: LintContext) -> Iterator[Breach]:
    """A confusing fact begins with its own subject, not with the question's (lveval.md, c)."""
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
