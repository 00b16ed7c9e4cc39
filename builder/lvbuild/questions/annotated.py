"""A question with the rows that its tables have for it, and its words under them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from lvbuild.core.model import Fact, LanguageCode, Question, Replacement
from lvbuild.languages import Language, find_language
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from lvbuild.text.pairs import NAMES, Pair
from lvbuild.text.replacing import (
    ANOTHERS,
    Match,
    Replaced,
    Replacer,
    Reworded,
    leftmost_longest,
    new_offset,
    uncovered,
)

Rows = tuple[Placed[ReplacementRow], ...]
Choice = int | None
"""The place of the alternatives that a variant takes of rows; None for their replacements."""
_WORD = re.compile(r"[^\W_]+")
_SHORT = 2
"""Characters of a Chinese name that is a part of a longer one and may be a stranger's too."""


def row_pairs(rows: Iterable[ReplacementRow], choice: Choice = None) -> tuple[Pair, ...]:
    """Return the pairs of rows under a choice; rows without alternatives keep their replacement.

    A row's `plural` is that of its replacement, not of its alternatives.
    """
    return tuple(
        Pair(row.original, row.replacement, row.kind, row.plural, row.any_case)
        if choice is None or not row.alternatives
        else Pair(row.original, row.alternatives[choice], row.kind, any_case=row.any_case)
        for row in rows
    )


def replace_words(question: Question, pairs: Sequence[Pair], replacer: Replacer) -> Question:
    """Return a question with the words of its fields and facts replaced, and how often each was.

    A confusing fact that is set into a passage counts twice, as it stands in its field too; one in
    a rival counts once, since what stands in documents is counted with these.
    """
    uses: Counter[int] = Counter()

    def new(text: str, times: int = 1) -> str:
        replaced = replacer.replace(text)
        for hit in replaced.hits:
            uses[hit.pair] += times
        return replaced.text

    def told(fact: Fact) -> Fact:
        if fact.rival is None:
            return fact._replace(text=new(fact.text, times=2 if fact.role == "confusing" else 1))
        replaced = replacer.replace(fact.rival.text)
        start = fact.rival.text.find(fact.text)
        start, stop = (new_offset(replaced.hits, at) for at in (start, start + len(fact.text)))
        uses.update(hit.pair for hit in replaced.hits if start <= hit.start < stop)
        return Fact(fact.role, replaced.text[start:stop], fact.rival._replace(text=replaced.text))

    replaced = replace(
        question,
        input=new(question.input),
        answers=tuple(map(new, question.answers)),
        keywords=new(question.keywords),
        facts=tuple(map(told, question.facts)),
    )
    used = tuple(
        Replacement(pair.original, pair.replacement, uses[index])
        for index, pair in enumerate(pairs)
    )
    return replace(replaced, replacements=used, original=question)


def leave_out(
    question: Question, parts: Collection[str], pairs: Sequence[Pair], language: LanguageCode
) -> Question:
    """Return a question as a twin asks it, which lacks some parts (`lvbuild.core.twins`).

    Its pairs are replaced again, since they are counted; without replacements it is in the words
    that it had before.
    """
    words = question.original or question
    facts = tuple(fact for fact in words.facts if fact.role != "confusing")
    kept = replace(
        words,
        keywords="" if "keywords" in parts else words.keywords,
        facts=facts if "facts" in parts else words.facts,
        selected=question.selected,
    )
    if "replacements" in parts:
        return kept
    return replace_words(kept, pairs, Replacer(pairs, language))


def naming(rows: Iterable[ReplacementRow], language: Language) -> tuple[bool, ...]:
    """Tell of each row whether what it replaces names its entity wherever it stands.

    A question's own texts are its supporting and rival passages, itself, its answers, its keywords
    and its facts: all of its rows hold there, and nowhere else. Any other passage stands as its
    corpus has it. One that names what is replaced would tell of it under its old name, or half of
    one were words replaced in it: the question does not get it. A stranger who shares a word stays,
    and so does any other thing of that year.

    Names do, but for short forms: a single word, in Chinese two characters, of a longer name of the
    same entity. Dates, numbers and terms do not. A row's `scope` says otherwise.
    """
    each = list(rows)
    families: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in each:
        if row.kind in NAMES and row.entity:
            families[row.question_id, row.entity].append(row.original)
    return tuple(
        row.scope == "everywhere"
        or (
            row.scope != "own"
            and row.kind in NAMES
            and not any(
                _is_short(row.original, other, language)
                for other in families[row.question_id, row.entity]
            )
        )
        for row in each
    )


def _is_short(name: str, long: str, language: Language) -> bool:
    """Tell whether a name is a short form of a longer one."""
    if not language.space:
        return len(name) <= _SHORT and name != long and name in long
    few, many = (_WORD.findall(each.casefold()) for each in (name, long))
    return len(few) == 1 < len(many) and few[0] in many


@dataclass(frozen=True)
class ReplacedQuestion:
    """A question under one choice of its replacements, `question` in the new words.

    `pairs` are those of its rows, first those of every question; `naming` are those of names.
    `evidence` are its supporting documents by id, as all questions word them that they are evidence
    of, `documents` the same with what this one replaces beside that. `uses` are how often each pair
    replaces words in fields and documents.
    """

    question: Question
    pairs: tuple[Pair, ...]
    replacer: Replacer
    evidence: Mapping[str, Reworded]
    documents: Mapping[str, Replaced]
    uses: tuple[int, ...]
    language: LanguageCode
    naming: tuple[bool, ...]

    @property
    def new(self) -> list[str]:
        """The words that replace each row's original."""
        return [pair.replacement for pair in self.pairs]

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its supporting documents, in their order."""
        return tuple(document.text for document in self.documents.values())

    def reword(self, passage: str) -> str:
        """Return a passage of its documents with all replaced that is in any of them."""
        shared = tuple(dict.fromkeys(chain.from_iterable(e.pairs for e in self.evidence.values())))
        reworded = Reworded.of(passage, shared, self.language)
        return reworded.under(self.pairs, self.replacer.find(reworded.replaced.text)).text

    def unreplaced(self, finder: Replacer) -> Iterator[tuple[str, Match]]:
        """Yield what a replacer would replace in its fields, and its own rows do not alike."""
        asked = self.question.original or self.question
        for text in dict.fromkeys((asked.input, *asked.answers, asked.keywords)):
            if found := finder.find(text):
                own = list(leftmost_longest(self.replacer.find(text)))
                yield from ((text, match) for match in uncovered(leftmost_longest(found), own))

    def said_otherwise(self) -> str:
        """Return words of the question that others alone replace in its evidence, or ""."""
        for evidence in self.evidence.values():
            unknown = evidence.used - set(self.pairs)
            others = [pair for pair in evidence.pairs if pair in unknown]
            for text, match in self.unreplaced(Replacer(others, self.language)):
                return text[match.start : match.end]
        return ""


@dataclass(frozen=True)
class AnnotatedQuestion:
    """A question in the original words, with its own rows and those of every question.

    `supporting` are its documents by id; `facts` stand in the order of `original`. `shared` are the
    rows of all questions that a document is evidence of, by its id: they replace words in it first.
    Without `alternatives` those of rows are not looked at: only variants take them.
    """

    original: Question
    own: Rows
    every: Rows
    facts: tuple[Placed[ConfusingFactRow], ...]
    language: LanguageCode
    supporting: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, Rows] = field(default_factory=dict)
    alternatives: bool = True
    _known: dict[tuple[Choice, ...], ReplacedQuestion] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def rows(self) -> Rows:
        """Its rows in the order of its pairs: first those of every question."""
        return *self.every, *self.own

    @property
    def texts(self) -> list[str]:
        """The question's fields and supporting documents."""
        return [*self.original.texts, *self.supporting.values()]

    @cached_property
    def replaced(self) -> Sequence[ReplacedQuestion]:
        """The question under its replacements, then under each place of their alternatives."""
        rows = [*self.rows, *chain.from_iterable(self.shared.values())]
        given = [len(placed.row.alternatives) for placed in rows if placed.row.alternatives]
        most = min(given, default=0) if self.alternatives else 0
        return [self.under(choice) for choice in (None, *range(most))]

    def replaced_in(self, text: str) -> list[Placed[ReplacementRow]]:
        """Return the rows that replace words of a text, one for each place in it."""
        matches = leftmost_longest(self.replaced[0].replacer.find(text))
        return [self.rows[match.pair] for match in matches]

    @property
    def questions(self) -> list[Question]:
        """The question in its original words, then under each choice of its replacements."""
        return [self.original, *(each.question for each in self.replaced)]

    def under(self, choice: Choice, shared: Mapping[str, Choice] | None = None) -> ReplacedQuestion:
        """Return the question under a choice, which is read once.

        `shared` are the choices of the rows that others share, by document, where they differ.
        """
        choices = [choice if shared is None else shared[name] for name in self.supporting]
        key = choice, *choices
        if key not in self._known:
            self._known[key] = self._replace(choice, choices)
        return self._known[key]

    def _replace(self, choice: Choice, choices: Sequence[Choice]) -> ReplacedQuestion:
        pairs = row_pairs((placed.row for placed in self.rows), choice)
        replacer = Replacer(pairs, self.language)
        question = replace_words(self.original, pairs, replacer)
        counts = [used.uses for used in question.replacements]
        evidence, documents = {}, {}
        for (name, text), own in zip(self.supporting.items(), choices, strict=True):
            sharing = self.shared.get(name, ())
            shared = tuple(dict.fromkeys(row_pairs((placed.row for placed in sharing), own)))
            finder = replacer if shared == pairs else Replacer(shared, self.language)
            matches = tuple(leftmost_longest(finder.find(text)))
            evidence[name] = reworded = Reworded(text, shared, matches)
            found = () if finder is replacer else replacer.find(reworded.replaced.text)
            documents[name] = reworded.under(pairs, found)
            for hit in documents[name].hits:
                if hit.pair != ANOTHERS:
                    counts[hit.pair] += 1
        return ReplacedQuestion(
            question,
            pairs,
            replacer,
            evidence,
            documents,
            tuple(counts),
            self.language,
            naming((placed.row for placed in self.rows), find_language(self.language)),
        )


def own_texts(question: Question) -> list[str]:
    """Return what a question asks and expects, and its needle: all but its confusing facts."""
    return [question.input, *question.answers, *(text for _, text in question.facts_of("needle"))]
