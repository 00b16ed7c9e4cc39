"""How much an English sentence leans on the one before it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from lvbuild.languages.boundary import Lean
from lvbuild.languages.english.words import MONTHS, SENTENCE_OPENERS, VOCABULARY
from lvbuild.languages.naming import any_of

_BEFORE = 2_000
"""Characters before a sentence in which its first word may stand as a name."""
_OPENING = " \t\n\"“”‘'([_*"
_POINTS_BACK = re.compile(rf"{any_of(VOCABULARY['points back'])}\b", re.IGNORECASE)
_HATNOTE = re.compile(
    r"(?:for (?:other|the|more) [^.]*, see|not to be confused with|main article|further information"
    r"|[^.]{1,60} redirects? here\b)",
    re.IGNORECASE,
)
"""What stands between an article's title and its first sentence."""
_GOES_ON = re.compile(rf"{any_of(VOCABULARY['goes on'])}\b", re.IGNORECASE)
_PRONOUN = re.compile(rf"\b{any_of(VOCABULARY['pronouns'])}\b", re.IGNORECASE)
_ALIKE = {"i": "iIİı", "k": "kK\u212a", "s": "sSſ"}
"""Letters that are the same in any case, where there are more than two."""


def _any_case(words: Sequence[str]) -> str:
    """Return a pattern of words in any case, by their first letters.

    An alternative whose first letter is written out is passed over at once: most words of a text
    are none of these.
    """
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        groups[word[0] if word[0].isalpha() else ""].append(word)
    return any_of(
        f"[{_ALIKE.get(letter, letter + letter.upper())}](?i:{any_of(word[1:] for word in group)})"
        if letter
        else f"(?i:{any_of(group)})"
        for letter, group in groups.items()
    )


PRONOUNS = re.compile(
    rf"\b(?=\w)(?:(?P<points>{_any_case(VOCABULARY['pointing'])})\b"
    rf"|{_any_case(VOCABULARY['pronouns'])}\b"
    r"|[Tt](?i:hat\b(?! (?:I|you|he|she|it|we|they|the|an?|my|your|his|her|our|their)\b))"
    rf"|{_any_case(VOCABULARY['going on'])}\b)"
)
"""Words that may stand for what another sentence tells of, or go on with it; `points`: that do."""
_WEEKDAYS = any_of(map(str.capitalize, VOCABULARY["weekdays"]))
BEGINS_ANEW = re.compile(
    rf"(?=[A-Z])(?:(?:(?i:{any_of(VOCABULARY['before a time'])})\s){{1,5}}(?:[\w’'-]+\s)?|)"
    rf"(?:(?i:{any_of(VOCABULARY['times'])})|{_WEEKDAYS})\b"
)
"""A time, by which a new scene begins: "Next day", "It was a dull evening", "On the Monday"."""
_SETS_OUT = re.compile(
    rf"{any_of(['I', 'we', 'my', 'our', 'when', 'as', 'while', *VOCABULARY['prepositions']])}\b",
    re.IGNORECASE,
)
_OWNED = re.compile(r"(?:\S+\s){0,3}?\S+[’']s\b")
"""What is told of somebody, and may have been before: "Lydgate's advice"."""
_HEAD = 200
"""Characters of a sentence in which its subject is looked for."""
_PERSON = re.compile(r"\b(?:he|she|him|hers?|his|(?:him|her)self)\b", re.IGNORECASE)
_NO_PERSON = re.compile(r"[\"“][^\"“”]*[\"”]|\b(?:[Aa]n?|[Tt]he)\s[A-Z][\w’'-]*(?=\s[a-z])")
"""What is named in quotation marks, or names the sort of a thing: "Maxim", a Biglobe poll."""
_NEXT_LINE = re.compile(r"[^\S\n]*\n\s*")
_PARTICIPLE = re.compile(rf"{any_of(VOCABULARY['participles'])}\b(?! [A-Z])")
_DEFINITE = re.compile(r"\b[Tt]he\s(?:[a-z]|(?:CD|DVD|EP|LP|TV)\b)")
_NAME = re.compile(r"(?<![^\s(“\"'‘])[A-Z][\w’'.&-]*\w(?:\s[A-Z][\w’'.&-]*\w)*")
_DATES = frozenset([*MONTHS, *VOCABULARY["weekdays"]])
_BESIDE_SUBJECT = re.compile(
    rf"(?:\b{any_of(VOCABULARY['beside a subject'])}|\b[A-Z]\w+,)\s(?:the\s)?[“\"(]?\Z",
    re.IGNORECASE,
)
"""What makes a name no subject that a pronoun could stand for, but a place, a time or an owner."""
_REACH = 24
_WORD = re.compile(r"\w")
_CAPITAL = re.compile(r"[A-Z][\w.]*")
_WITHIN = frozenset("abcdefghijklmnopqrstuvwxyz,;(")
"""What stands before a space within a sentence, as far as that tells."""
_NAMES_ON = re.compile(r"[’']s\b|\s\d")


def english_lean(text: str, start: int, stop: int) -> Lean:
    """Return how much a sentence leans on what stands before it.

    It points back by its first words, by a pronoun before any name that could be meant, or by a
    participle without a subject. It names what it tells of where a name stands before the first
    "the" with a common noun.
    """
    sentence = text[start:stop].lstrip(_OPENING)
    if not sentence:
        return Lean.NAMES
    next_line = _NEXT_LINE.match(text, start)
    line = next_line.end() if next_line else text.rfind("\n", 0, start) + 1
    in_references = text.startswith("^", line)
    if in_references or _POINTS_BACK.match(sentence) or _HATNOTE.match(sentence):
        return Lean.POINTS_BACK
    before = text[max(start - _BEFORE, 0) : start]
    named = _first_name(sentence, before)
    persons_alone = _NO_PERSON.sub(lambda found: "-" * len(found[0]), sentence)
    person = _first_name(persons_alone, before)
    if (
        _has_no_antecedent(sentence, _PRONOUN, named)
        or _has_no_antecedent(sentence, _PERSON, person)
        or (named != 0 and _PARTICIPLE.match(sentence))
    ):
        return Lean.POINTS_BACK
    definite = _DEFINITE.search(sentence)
    if named is None or (definite and definite.start() < named) or _GOES_ON.match(sentence):
        return Lean.GOES_ON
    return Lean.NAMES


def takes_up(text: str, start: int) -> bool:
    """Tell whether a sentence begins with a word that stands for one before."""
    return _POINTS_BACK.match(text, start) is not None


def has_subject(text: str, start: int) -> bool:
    """Tell whether a sentence begins with a name, with who tells the story or with a circumstance.

    What else is told of was often told of before: "the burst", "Lydgate's advice".
    """
    sentence = text[start : start + _HEAD].lstrip(_OPENING)
    before = text[max(start - _BEFORE, 0) : start]
    return _SETS_OUT.match(sentence) is not None or (
        _first_name(sentence, before) == 0 and not _OWNED.match(sentence)
    )


def _has_no_antecedent(sentence: str, pronouns: re.Pattern[str], named: int | None) -> bool:
    """Tell whether a pronoun comes before any name that it could stand for."""
    pronoun = pronouns.search(sentence)
    return pronoun is not None and (named is None or pronoun.start() < named)


def _first_name(sentence: str, before: str) -> int | None:
    """Return where the first name of a sentence begins that may be its subject."""
    for found in _NAME.finditer(sentence):
        place = found.start()
        first, _, others = found[0].partition(" ")
        if place == 0 and first.lower() not in SENTENCE_OPENERS:
            if others or _is_name(found, before):
                return 0
            continue
        if place == 0:
            place, first = len(first) + 1, others
        if not first or first.split()[0] in _DATES:
            continue
        if not _BESIDE_SUBJECT.search(sentence, max(place - _REACH, 0), place):
            return place
    return None


def _is_name(first: re.Match[str], before: str) -> bool:
    """Tell whether the first word of a sentence is a name, as its capital does not tell."""
    if _NAMES_ON.match(first.string, first.end()) or first[0].endswith(("'s", "’s")):
        return True
    name = first[0]
    place = before.find(name)
    while place >= 0:
        if not _WORD.match(before, place + len(name)) and _stands_within(before, place):
            return True
        place = before.find(name, place + 1)
    return False


def _stands_within(text: str, place: int) -> bool:
    """Tell whether what stands at a place is within a sentence, with other names before it or not.

    It is written out, since a pattern would be compiled for each name.
    """
    while text[place - 1 : place] == " " and place > 1:
        if text[place - 2] in _WITHIN:
            return True
        start = text.rfind(" ", 0, place - 1) + 1
        if not _CAPITAL.fullmatch(text, start, place - 1):
            return False
        place = start
    return False


_SELF = re.compile(
    r"\b(?:this|these)\s+[a-z]+|\bthe\s+(?:above|aforementioned|former|latter)\b"
    r"|\bthe\s+(?:passage|text|article|paper|study|authors?|document|excerpt|paragraph)\b",
    re.IGNORECASE,
)
_HE = re.compile(r"\b(?:he|she|his|her|hers|him|it|its|they|their|them)\b", re.IGNORECASE)
_THIS_TIME = re.compile(r"this\s+(?:year|day|month|week|century|time|way|is|was)\b", re.IGNORECASE)
_FUNCTION = frozenset(VOCABULARY["function words"])
_ASKED_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def points_nowhere(question: str) -> bool:
    """Tell whether a question points to something that it does not name: "this plan"."""
    words = _ASKED_WORD.findall(question)
    names = any(word[0].isupper() and word != "I" for word in words[1:])
    if names or re.search(r"[\"“‘]|\d{3}", question):
        return False
    if any(not _THIS_TIME.match(question, found.start()) for found in _SELF.finditer(question)):
        return True
    first = next((word for word in words if word.lower() not in _FUNCTION), "")
    return _HE.fullmatch(first) is not None
