"""Suggesting rows for the questions that lack them, those that share documents together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from lvbuild.annotate.suggesting.entities import Entity, UsedWords, Words, merged
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.languages.phrases import bare
from lvbuild.questions.annotated import row_pairs
from lvbuild.questions.evidence import SharedEvidence
from lvbuild.tables.rows import AnswerKeywordsRow, ReplacementRow
from lvbuild.tables.writing import Change
from lvbuild.text.replacing import Replacer, leftmost_longest

ANNOTATOR = "lvbuild suggest"
LEAST = 3
"""Rows that a question should have."""
_ATTEMPTS = 3
_ROUNDS = 13
_TELLING = re.compile(r"[A-ZÀ-Þ][\w.'’&-]*|\d[\d.,:%]*\w*")
_MARK = ".,;:!?。，；：！？"
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
IN_ANSWER, IN_QUESTION, BESIDE_ANSWER, ELSEWHERE = range(4)

OriginalRows = Mapping[str, tuple[ReplacementRow, Entity]]
"""Rows of a question by their originals, with what they are of."""


@cache
def rules_of(language: LanguageCode) -> Any:
    """Return the module that finds a language's names; raise UsageError where there is none."""
    name = find_language(language).name
    try:
        return import_module(f"lvbuild.annotate.suggesting.{name.lower()}")
    except ModuleNotFoundError as error:
        raise UsageError(
            f"no rules find names in {name} texts, so that nothing can be suggested; write the rows"
            " yourself, or draft them by a model: `lvbuild annotate draft`"
        ) from error


def find_entities(
    texts: Sequence[str],
    asked: Sequence[tuple[str, str]],
    language: LanguageCode,
    common: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return what texts name; `asked` are the questions, each with an answer.

    `common` tells whether a word is one of the language, and no name.
    """
    rules = rules_of(language)
    names = rules.find_names(texts, asked, common)
    return merged([*names, *find_figures(texts, rules.LISTS)])


def keywords_of(answer: str, language: LanguageCode) -> str:
    """Return the names and numbers of a long answer, all of a short one, "" of a yes or no."""
    plain, spoken = answer.strip(), find_language(language)
    if not plain or bare(plain).casefold() in spoken.yes_no:
        return ""
    if not spoken.space or len(plain.split()) <= spoken.free_text:
        return plain
    words = [
        word.strip(_MARK)
        for word in plain.split()
        if _TELLING.match(word) and word.strip(_MARK).casefold() not in spoken.stop_words
    ]
    return " ".join(words) or plain


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of a question: its rows beside those `held`, keywords, and why it lacks more."""

    question_id: str
    rows: tuple[ReplacementRow, ...]
    keywords: AnswerKeywordsRow | None
    held: int
    few: str


class QuestionGroup:
    """Questions that share documents, with all that their texts name.

    `fixed` are the entities that rows of the same documents replace already, with their words;
    `own` are the originals of each question's own rows, those that are rejected among them, and
    `held` says how many are not.
    """

    def __init__(
        self,
        bench: Workbench,
        names: Sequence[str],
        rows: Sequence[ReplacementRow],
        common: Callable[[str], bool],
    ) -> None:
        self.names = names
        self._spoken = find_language(bench.language)
        self._questions = {name: bench.questions[name] for name in names}
        self._documents = {name: list(bench.documents(name).values()) for name in names}
        evidence = {document for one in self._questions.values() for document in one.supporting}
        self.fixed: Mapping[Entity, Words] = {
            Entity(row.kind, (row.original,)): {row.original: (row.replacement, *row.alternatives)}
            for row in rows
            if row.status != "rejected"
            and (sharing := bench.questions.get(row.question_id))
            and not evidence.isdisjoint(sharing.supporting)
        }
        every = {name: [row for row in rows if row.question_id in {name, "*"}] for name in names}
        self.own = {name: {row.original for row in every[name]} for name in names}
        self._kept = {n: [row for row in every[n] if row.status != "rejected"] for n in names}
        self.held = {name: len(self._kept[name]) for name in names}
        self.answers = [answer for one in self._questions.values() for answer in one.answers]
        self.asked = {n: "\n".join((q.question, *q.answers)) for n, q in self._questions.items()}
        texts = dict.fromkeys(text for each in self._documents.values() for text in each)
        self.texts = [*texts, *(part for text in self.asked.values() for part in text.split("\n"))]
        asked = [(q.question, answer) for q in self._questions.values() for answer in q.answers]
        originals = [form for entity in self.fixed for form in entity.forms]
        self.entities = [*self.fixed] + [
            entity
            for entity in find_entities(self.texts, asked, bench.language, common)
            if not any(a in b or b in a for a in entity.forms for b in originals)
        ]
        self.nearness = cache(self._nearness)

    def _nearness(self, name: str, entity: Entity) -> int:
        """Tell how far an entity is from the answer, which is IN_ANSWER where it is in one."""
        question, documents = self._questions[name], self._documents[name]

        def held(text: str, phrases: Sequence[str]) -> bool:
            return any(self._spoken.holds(text, phrase) for phrase in phrases)

        if any(held(answer, entity.forms) for answer in question.answers):
            return IN_ANSWER
        if held(question.question, entity.forms):
            return IN_QUESTION
        sentences = (sentence for text in documents for sentence in _SENTENCE.findall(text))
        beside = any(held(s, question.answers) and held(s, entity.forms) for s in sentences)
        return BESIDE_ANSWER if beside else ELSEWHERE

    def ordered(self, name: str, entities: Sequence[Entity]) -> list[Entity]:
        """Return those of some entities that a question's documents name, the nearest first.

        Those of the answer come first; of the others figures come last.
        """
        told, holds = "\n".join(self._documents[name]), self._spoken.holds

        def place(entity: Entity) -> tuple[int, bool, int]:
            near = self.nearness(name, entity)
            first = min((at for f in entity.forms if (at := told.find(f)) >= 0), default=0)
            return near, entity.kind in {"date", "number"} and near > IN_ANSWER, first

        return sorted((e for e in entities if any(holds(told, f) for f in e.forms)), key=place)

    def may_change(self, name: str, entity: Entity, held: int, most: int) -> bool:
        """Tell whether a question that has so many rows should get those of an entity.

        It does for what it or its answer names; a country alone where it is the answer. People and
        titles beside the answer make up the least number.
        """
        near = self.nearness(name, entity)
        if entity.sort == "country":
            return any(bare(each) in entity.forms for each in self._questions[name].answers)
        beside = near == BESIDE_ANSWER and entity.kind in {"person", "title"}
        return held < most if near <= IN_QUESTION else beside and held < LEAST

    def used(self, name: str, rows: OriginalRows) -> OriginalRows:
        """Return the rows whose originals are replaced somewhere in a question's texts."""
        pairs = row_pairs([*(row for row, _ in rows.values()), *self._kept[name]])
        replacer = Replacer(pairs, self._spoken.code)
        texts = [*self.asked[name].split("\n"), *self._documents[name]]
        hits = {match.pair for text in texts for match in leftmost_longest(replacer.find(text))}
        return {word: rows[word] for place, word in enumerate(rows) if place in hits}


def _row(name: str, entity: Entity, form: str, words: Sequence[str]) -> ReplacementRow:
    return ReplacementRow(
        question_id=name,
        entity=entity.forms[0] if len(entity.forms) > 1 else "",
        original=form,
        replacement=words[0],
        alternatives=tuple(words[1:]),
        kind=entity.kind,
        status="draft",
        annotator=ANNOTATOR,
    )


class Suggester:
    """Suggests the rows of a recipe's questions, those that share documents together."""

    def __init__(self, workbench: Workbench, *, most: int = 8, seed: int = 42) -> None:
        recipe = workbench.recipe
        if "replacements" not in recipe.table_names:
            raise UsageError(f"{recipe.name} takes no table 'replacements'; nothing to suggest")
        self._bench = workbench
        self._most = max(most, LEAST)
        self._seed = seed
        self._rules = rules_of(workbench.language)
        self._taken = UsedWords("\n".join(workbench.pool.values()), workbench.language)
        for row in workbench.used("replacements"):
            self._taken.add(row)

    def wanted(self, limit: int | None = None) -> list[str]:
        """Return the questions that lack rows or keywords, in order, at most so many."""
        own = Counter(row.question_id for row in self._bench.used("replacements"))
        lacking = [
            name
            for name in self._bench.asked
            if own[name] + own["*"] < LEAST or self._lacks_keywords(name)
        ]
        return lacking[:limit]

    def run(self, wanted: Sequence[str], *, write: bool = True) -> Iterator[Suggested]:
        """Suggest rows for each question; yield what came of each, in order.

        The rows of a question stand in the tables before it is yielded, unless nothing is written.
        """
        supporting = {name: self._bench.questions[name].supporting for name in wanted}
        owners, done = SharedEvidence(supporting), dict[str, Suggested]()
        for name in wanted:
            if name not in done:
                together = set(owners.together(name))
                found = self._suggest([each for each in wanted if each in together])
                done.update({each.question_id: each for each in found})
                rows = [row for each in found for row in each.rows]
                for row in rows:
                    self._taken.add(row)
                changes = [Change("replacements", None, row) for row in rows]
                keywords = filter(None, (each.keywords for each in found))
                changes += [Change("answer_keywords", None, each) for each in keywords]
                if write:
                    self._bench.apply(changes, annotator=ANNOTATOR, action="suggest")
            yield done[name]

    def named(self, name: str) -> Sequence[Entity]:
        """Return what the texts of a question name."""
        return QuestionGroup(self._bench, [name], [], self._taken.is_common).entities

    def cover(self, name: str, form: str) -> list[ReplacementRow]:
        """Return rows for what has a form in a question's texts, none where there are no words."""
        table = self._bench.tables.replacements
        rows = list(table.rows) if table else []
        group = QuestionGroup(self._bench, [name], rows, self._taken.is_common)
        for entity, words in self._proposals(group, {}, {}).items():
            if form in entity.forms:
                forms = {each: words[each] for each in words if each not in group.own[name]}
                return [_row(name, entity, each, told) for each, told in forms.items()]
        return []

    def _suggest(self, names: Sequence[str]) -> list[Suggested]:
        """Suggest rows for questions that share documents, until none breaks a rule."""
        table = self._bench.tables.replacements
        group = QuestionGroup(
            self._bench, names, list(table.rows) if table else [], self._taken.is_common
        )
        attempts, dropped = Counter[Entity](), dict[Entity, str]()
        for _ in range(_ROUNDS):
            chosen = self._chosen(group, attempts, dropped)
            rows = [row for own in chosen.values() for row, _ in own.values()]
            changes = [Change("replacements", None, row) for row in rows]
            bad = {
                (row.question_id, row.original): why
                for row, why in (self._bench.errors_of(changes) if changes else ())
                if isinstance(row, ReplacementRow)
                and row.original in chosen.get(row.question_id, {})
            }
            if not bad:
                break
            for (name, original), why in bad.items():
                entity = chosen[name][original][1]
                attempts[entity] += 1
                if attempts[entity] >= _ATTEMPTS or entity in group.fixed:
                    dropped[entity] = why
        else:
            chosen = {name: {} for name in names}
        few = next(iter(dropped.values()), "it and its answer have no more names, dates or numbers")
        own = {name: tuple(row for row, _ in chosen[name].values()) for name in names}
        return [
            Suggested(name, own[name], self._keywords(name, own[name]), group.held[name], few)
            for name in names
        ]

    def _chosen(
        self, group: QuestionGroup, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
    ) -> dict[str, OriginalRows]:
        """Return the rows of each question; what two of them ask of is replaced in both."""
        proposals = self._proposals(group, attempts, dropped)
        named = {name: group.ordered(name, list(proposals)) for name in group.names}
        picked: dict[str, list[Entity]] = {}
        for name in group.names:
            own, held = picked.setdefault(name, []), group.held[name]
            for entity in named[name]:
                if group.may_change(name, entity, held, self._most):
                    own.append(entity)
                    held += 1 if entity.sort == "year" else len(proposals[entity])
        every = {entity for own in picked.values() for entity in own}
        chosen = {}
        for name in group.names:
            rows: dict[str, tuple[ReplacementRow, Entity]] = {}
            for entity in named[name]:
                asked = any(form in group.asked[name] for form in entity.forms)
                if entity in picked[name] or (asked and entity in every):
                    for form, words in proposals[entity].items():
                        if form not in group.own[name]:
                            rows[form] = _row(name, entity, form, words), entity
            chosen[name] = group.used(name, rows)
        return chosen

    def _proposals(
        self, group: QuestionGroup, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
    ) -> dict[Entity, Words]:
        seed = self._seed, self._bench.recipe.name, group.names[0], "suggest"
        proposer = self._rules.PROPOSER(group.texts, self._taken, *seed)
        found: dict[Entity, Words] = {}
        for entity in sorted(group.entities, key=lambda one: one.sort != "country"):
            if entity in dropped:
                continue
            words, attempt = group.fixed.get(entity), attempts.get(entity, 0)
            if words is None and entity.kind in {"date", "number"}:
                draws = Draws(*seed, entity.forms[0], attempt)
                words = figure_words(entity, group.texts, group.answers, self._rules.LISTS, draws)
            elif words is None:
                words = proposer.words(entity, attempt)
            if words:
                found[entity] = words
        return found

    def _keywords(self, name: str, rows: Sequence[ReplacementRow]) -> AnswerKeywordsRow | None:
        """Return the keywords of a question's answer, if it has none and they would do."""
        keywords = keywords_of(self._bench.questions[name].answers[0], self._bench.language)
        if not keywords or not self._lacks_keywords(name):
            return None
        row = AnswerKeywordsRow(
            question_id=name, keywords=keywords, status="draft", annotator=ANNOTATOR
        )
        changes = [Change("replacements", None, each) for each in rows]
        changes.append(Change("answer_keywords", None, row))
        broken = [each for each, _ in self._bench.errors_of(changes)]
        return None if row in broken else row

    def _lacks_keywords(self, name: str) -> bool:
        have = (row.question_id for row in self._bench.used("answer_keywords"))
        return "answer_keywords" in self._bench.recipe.table_names and name not in have
