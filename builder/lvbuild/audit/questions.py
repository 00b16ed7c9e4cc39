"""What a release claims of a question's own texts, which nested levels share: each tested once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from operator import ne

from lvbuild.audit.marks import damage, left, shown
from lvbuild.audit.tables import from_tables
from lvbuild.audit.told import Own
from lvbuild.core.claims import Claim
from lvbuild.languages.phrases import bare
from lvbuild.rules.borne_out import Support, sought_answers, told_by_question
from lvbuild.rules.occurrences import Texts


def replaced(own: Own) -> Iterator[str]:
    """No word that is replaced is left in the question's own texts, and none misspelt for it."""
    asked, rows = own.asked, own.held.rows_of(own.asked.question_id)
    texts = [asked.input, *asked.answers, asked.keywords, *own.named_facts]
    texts += [*own.beside, *(text for _, text in own.facts)]
    yield from left(own.held, rows, "\n\n".join(texts), own.new)
    words, evidence = "\n".join((own.asked.input, *own.asked.answers)), "\n".join(own.evidence)
    for name in own.new if own.held.language.space else ():
        if len(name) >= _LONG and name[0].isupper() and name in words and name not in evidence:
            for place in (one.start() for one in _WORD.finditer(evidence)):
                other = evidence[place : place + len(name)]
                alike = len(other) == len(name) and sum(map(ne, name, other)) == 1
                if alike and other not in own.new:  # which stands for an original so spelt
                    yield f"the evidence has {other!r} for {name!r}"
                    break


_WORD = re.compile(r"\b[A-Z]")
_LONG = 8
"""Letters of a name of which no other differs by one alone: Maria is not Marie misspelt."""


def answered(own: Own) -> Iterator[str]:
    """The evidence holds the answer that is scored, in its words."""
    yield from _not_borne_out(own, freely=False)


def answered_freely(own: Own) -> Iterator[str]:
    """The evidence bears out each sentence of an answer that may be scored, if in other words.

    Half of the sentence's content stands in it; where the best answer counts, each may be scored.
    """
    yield from _not_borne_out(own, freely=True)


def _not_borne_out(own: Own, *, freely: bool) -> Iterator[str]:
    asked, language = own.asked, own.held.language
    support = Support(asked.input, own.evidence, language)
    worked_out = bool(asked.structure)
    sought = sought_answers(own.held.recipe, asked.answers, language, worked_out=worked_out)
    for place, told_freely in sought if own.evidence else ():
        if told_freely == freely:
            for part in support.lacks(asked.answers[place], freely=freely):
                yield f"the evidence does not hold {part!r}"


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
    """No confusing fact or rival holds an answer, a question only one of several to choose from."""
    language, recipe = own.held.language, own.held.recipe
    if own.asked.structure or recipe.judges or not recipe.answers_stand_in_texts:
        return
    for phrase in map(bare, recipe.scored_answers(own.asked.answers)):
        if not phrase or phrase.casefold() in language.yes_no:
            continue
        for kind, text in own.facts:
            if kind != "needle" and language.holds(text, phrase):
                yield f"a fact that is {kind} holds {phrase!r}: {shown(text)}"
        for text in (text for _, text in own.rivals if Texts([text], language).say(phrase)):
            yield f"a rival passage holds {phrase!r}: {shown(text)}"
    if phrase := told_by_question(recipe, own.asked.input, own.asked.answers, language):
        yield f"it holds {phrase!r}: {shown(own.asked.input)}"


def spelled(own: Own) -> Iterator[str]:
    """Texts are in NFC, and none was damaged by a wrong encoding."""
    # Records that are passed on as they were published keep their characters.
    asked, published = own.asked, own.held.recipe.keeps_ids
    for text in (asked.input, *asked.answers, asked.keywords, *(text for _, text in own.facts)):
        yield from damage(text, published=published)
    for text in () if published else (asked.input, *asked.answers, asked.keywords):
        if text != text.strip() or any(unicodedata.category(one) == "Cf" for one in text):
            yield f"white space stands at an end, or what is not seen within: {text!r}"


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
