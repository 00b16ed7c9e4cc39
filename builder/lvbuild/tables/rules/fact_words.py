"""Rules about the wording of confusing facts: what they offer, and what they leave dangling."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.model import Language
from lvbuild.tables.case import Case
from lvbuild.tables.kinds import has_figure, is_figure
from lvbuild.tables.rules.rule import Breach, breach

_DANGLING: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\A(?:he|she|they|his|her|its|their|this|that|these|those|here|then|later)\b"
        r"|\Ait\b(?!.* (?:that|who|which|where|when)\b)|\Athere,"
        r"|\b(?:another|the other|the latter|the former|likewise|similarly|also|too|as well"
        r"|meanwhile|neighbou?ring|nearby|the same|the said|in turn|elsewhere|by contrast|one such"
        r"|at th(?:e|at|is) time|(?:in|at|from|of) (?:that|this|these|those)"
        r"|(?:un)?like (?:him|her|it|them))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "^[他她它这那其该此]|邻近的|邻国|另一|同样|另外|区内|附近的|类似地|与此同时|后者|前者"
        "|相邻|相鄰|不远处|不遠處|当时|當時|彼时|彼時|隔壁|另有|同名|相反|[与和跟][他她它其]|[这那該该][座个位条]"
        "|也[是有在曾]|则[是有在]|上述|鄰近的|鄰國|同樣|附近的|與此同時|後者"
    ),
}
_NAME = re.compile(r"[A-Z0-9][^\W_]*(?:[\s-][A-Z0-9][^\W_]*)*|[“\"《「][^”\"》」]+[”\"》」]")
_ASKS_WHO = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)
_NAMES_OF_TEXTS = re.compile("《[^》]+》")


def dangling(case: Case) -> Iterator[Breach]:
    """A confusing fact stands by itself in any passage (lveval.md, step b)."""
    for placed in case.facts:
        text = placed.row.fact.replace(placed.row.subject, "_")
        if found := _DANGLING[case.recipe.language].search(text):
            yield breach(
                placed,
                f"{found[0]!r} points to what stands before the fact, where another passage will"
                " be; tell of it by itself",
            )


def other_type(case: Case) -> Iterator[Breach]:
    """A confusing fact offers an answer of the type that is asked for (lveval.md, step b)."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        question, answer = annotated.original.input, annotated.original.answers[0]
        for placed in annotated.facts:
            row = placed.row
            if is_figure(answer, language):
                if not has_figure(row.fact, language):
                    yield breach(
                        placed,
                        f"the fact offers no number or date, as the answer {answer!r} is one; tell"
                        " of one",
                    )
            elif language == "zh":
                if _NAMES_OF_TEXTS.fullmatch(answer) and not _NAMES_OF_TEXTS.search(row.fact):
                    yield breach(placed, f"the fact offers no title, as {answer!r} is; name one")
            elif answer[:1].isupper() and len(answer.split()) < 5:
                known = question if _ASKS_WHO.search(question) else f"{question} {row.subject}"
                if not any(name not in known for name in _names(row.fact)):
                    yield breach(
                        placed,
                        f"the fact offers no name beside its subject, as the answer {answer!r} is"
                        " one; name one",
                    )


def tells_of_own(case: Case) -> Iterator[Breach]:
    """A confusing fact begins with its own subject, not with the question's (lveval.md, c)."""
    for annotated in case.annotated.values():
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


def _names(text: str) -> Iterator[str]:
    """Yield the names and figures of a text, but the word that begins it."""
    for found in _NAME.finditer(text):
        words = found[0].split()
        if found.start() == 0:
            words = words[1:]
        if words:
            yield " ".join(words).strip("“”\"'")
