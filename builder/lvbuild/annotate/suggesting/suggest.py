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
_ROUNDS = 12
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
    return merged([*names, *find_figures(texts, rules.FIGURES, rules.LISTS)])


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


def rank(
    entity: Entity,
    question: str,
    answers: Sequence[str],
    documents: Sequence[str],
    language: LanguageCode,
) -> int:
    """Return how far an entity is from the answer, 0 for in it."""
    holds = find_language(language).holds

    def held(text: str, phrases: Sequence[str]) -> bool:
        return any(holds(text, phrase) for phrase in phrases)

    if any(held(answer, entity.forms) for answer in answers):
        return IN_ANSWER
    if held(question, entity.forms):
        return IN_QUESTION
    sentences = (sentence for text in documents for sentence in _SENTENCE.findall(text))
    beside = any(held(each, answers) and held(each, entity.forms) for each in sentences)
    return BESIDE_ANSWER if beside else ELSEWHERE


def place_in_order(entity: Entity, ranked: int, texts: str) -> tuple[int, bool, int]:
    """Return by what entities are ordered: their rank, figures and countries last, then place."""
    late = entity.kind in {"date", "number"} or entity.sort in {"country", "latin"}
    first = min((at for form in entity.forms if (at := texts.find(form)) >= 0), default=len(texts))
    return ranked, late and ranked > IN_ANSWER, first


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

    `names` are the questions, `texts` all that they and their documents say. `fixed` are the
    entities that rows of the same documents replace already, with their words; `own` are the
    originals of each question's own rows, those that are rejected among them; `own_rows` are those
    that are not.
    """

    def __init__(
        self,
        bench: Workbench,
        names: Sequence[str],
        rows: Sequence[ReplacementRow],
        common: Callable[[str], bool],
    ) -> None:
        self.names = names
        self._language = bench.language
        self._questions = {name: bench.questions[name] for name in names}
        self._documents = {name: bench.documents(name) for name in names}
        evidence = {key: text for each in self._documents.values() for key, text in each.items()}
        self.fixed: Mapping[Entity, Words] = {
            Entity(row.kind, (row.original,)): {row.original: (row.replacement, *row.alternatives)}
            for row in rows
            if row.status != "rejected"
            and (sharing := bench.questions.get(row.question_id))
            and not evidence.keys().isdisjoint(sharing.supporting)
        }
        every = {name: [row for row in rows if row.question_id in {name, "*"}] for name in names}
        self.own = {name: [row.original for row in every[name]] for name in names}
        self.own_rows = {
            name: [row for row in every[name] if row.status != "rejected"] for name in names
        }
        self.rank = cache(self._rank)
        listed = self._questions.values()
        self.answers = [answer for q in listed for answer in q.answers]
        self.texts = [*evidence.values()]
        self.texts += [text for q in listed for text in (q.question, *q.answers)]
        asked = [(q.question, answer) for q in listed for answer in q.answers]
        originals = [form for entity in self.fixed for form in entity.forms]
        self.entities = [*self.fixed] + [
            entity
            for entity in find_entities(self.texts, asked, self._language, common)
            if not any(a in b or b in a for a in entity.forms for b in originals)
        ]

    def asked(self, name: str) -> str:
        """Return what a question asks and expects."""
        return "\n".join((self._questions[name].question, *self._questions[name].answers))

    def is_asked(self, name: str, entity: Entity) -> bool:
        """Tell whether an answer of a question is an entity, and no more."""
        return any(bare(answer) in entity.forms for answer in self._questions[name].answers)

    def _rank(self, name: str, entity: Entity) -> int:
        listed, texts = self._questions[name], list(self._documents[name].values())
        return rank(entity, listed.question, listed.answers, texts, self._language)

    def ordered(self, name: str, entities: Sequence[Entity]) -> list[Entity]:
        """Return those of some entities that a question's texts name, the nearest first."""
        texts = "\n".join((self.asked(name), *self._documents[name].values()))
        told = "\n".join(self._documents[name].values())
        here = [entity for entity in entities if any(form in told for form in entity.forms)]
        return sorted(here, key=lambda each: place_in_order(each, self.rank(name, each), texts))

    def used(self, name: str, rows: OriginalRows) -> OriginalRows:
        """Return the rows whose originals are replaced somewhere in a question's texts."""
        words = list(rows)
        pairs = row_pairs([*(rows[word][0] for word in words), *self.own_rows[name]])
        replacer = Replacer(pairs, self._language)
        texts = [*self.asked(name).split("\n"), *self._documents[name].values()]
        hits = {match.pair for text in texts for match in leftmost_longest(replacer.find(text))}
        return {word: rows[word] for place, word in enumerate(words) if place in hits}


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

    def _suggest(self, names: Sequence[str]) -> list[Suggested]:
        """Suggest rows for questions that share documents, until none breaks a rule."""
        table = self._bench.tables.replacements
        group = QuestionGroup(
            self._bench, names, list(table.rows) if table else [], self._taken.is_common
        )
        attempts, dropped = Counter[Entity](), dict[Entity, str]()
        for last in [False] * _ROUNDS + [True]:
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
            if last:
                chosen = {name: {} for name in chosen}
        few = next(iter(dropped.values()), "it and its answer have no more names, dates or numbers")
        found = []
        for name in names:
            own, held = tuple(row for row, _ in chosen[name].values()), len(group.own_rows[name])
            found.append(Suggested(name, own, self._keywords(name, own), held, few))
        return found

    def _chosen(
        self, group: QuestionGroup, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
    ) -> dict[str, OriginalRows]:
        proposals = self._proposals(group, attempts, dropped)
        named = {name: group.ordered(name, list(proposals)) for name in group.names}
        picked = {name: self._picked(group, name, named[name], proposals) for name in group.names}
        every = {entity for own in picked.values() for entity in own}
        chosen = {}
        for name, own in picked.items():
            asked = group.asked(name)
            others = [
                each
                for each in named[name]
                if each in every and each not in own and any(form in asked for form in each.forms)
            ]
            rows: dict[str, tuple[ReplacementRow, Entity]] = {}
            for entity in [*own, *others]:
                for form, (first, *alternatives) in proposals[entity].items():
                    if form not in group.own[name]:
                        row = ReplacementRow(
                            question_id=name,
                            entity=entity.forms[0] if len(entity.forms) > 1 else "",
                            original=form,
                            replacement=first,
                            alternatives=tuple(alternatives),
                            kind=entity.kind,
                            status="draft",
                            annotator=ANNOTATOR,
                        )
                        rows[form] = row, entity
            chosen[name] = group.used(name, rows)
        return chosen

    def _picked(
        self,
        group: QuestionGroup,
        name: str,
        entities: Sequence[Entity],
        proposals: Mapping[Entity, Words],
    ) -> list[Entity]:
        """Return the entities whose rows a question gets: the nearest to its answer, at most.

        Of what neither the question nor its answer names, people and titles beside the answer make
        up the least number.
        """
        picked: list[Entity] = []
        held = len(group.own_rows[name])
        for entity in entities:
            ranked = group.rank(name, entity)
            near = ranked <= IN_QUESTION and held < self._most
            beside = ranked == BESIDE_ANSWER and entity.kind in {"person", "title"} and held < LEAST
            if (near or beside) and (entity.sort != "country" or group.is_asked(name, entity)):
                picked.append(entity)
                held += 1 if entity.sort == "year" else len(proposals[entity])
        return picked

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
                parts = *seed, entity.forms[0], attempt
                figures = self._rules.FIGURES
                words = figure_words(entity, group.texts, group.answers, figures, *parts)
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
