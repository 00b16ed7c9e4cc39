"""Suggesting rows for the questions that lack them, those that share documents together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lvbuild.annotate.suggesting import chinese, english
from lvbuild.annotate.suggesting.chinese_words import ChineseWords
from lvbuild.annotate.suggesting.english_words import EnglishWords
from lvbuild.annotate.suggesting.entities import (
    ANNOTATOR,
    IN_QUESTION,
    LEAST,
    Entity,
    Suggested,
    TakenWords,
    Words,
    keywords_row,
    merged,
    new_row,
    place_in_order,
    rank,
)
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.keywords import keywords_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError
from lvbuild.questions.annotated import row_pairs
from lvbuild.questions.shared_evidence import Owners
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.writing import Change
from lvbuild.text.replacement import Replacer, leftmost_longest


@dataclass(frozen=True)
class QuestionGroup:
    """Questions that share documents, with all that their texts name.

    `fixed` are the entities that rows of the same documents replace already, with their words;
    `own` are the originals of each question's own rows, those that are rejected among them;
    `own_rows` are those that are not.
    """

    bench: Workbench
    group: Sequence[str]
    documents: Mapping[str, Mapping[str, str]]
    entities: Sequence[Entity]
    fixed: Mapping[Entity, Words]
    own: Mapping[str, Sequence[str]]
    own_rows: Mapping[str, Sequence[ReplacementRow]]
    _ranks: dict[tuple[str, Entity], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        bench: Workbench,
        group: Sequence[str],
        rows: Sequence[ReplacementRow],
        common: Callable[[str], bool],
    ) -> QuestionGroup:
        """Read the texts of questions, and find what they name.

        `common` tells whether a word is one of the language, and no name.
        """
        documents = {name: bench.documents(name) for name in group}
        held = {key for texts in documents.values() for key in texts}
        sharing = {
            row.question_id
            for row in rows
            if row.question_id in bench.questions
            and held & set(bench.questions[row.question_id].supporting)
        }
        fixed = {
            Entity(row.kind, (row.original,)): {row.original: (row.replacement, *row.alternatives)}
            for row in rows
            if row.question_id in sharing and row.status != "rejected"
        }
        every_row = {
            name: [row for row in rows if row.question_id in {name, "*"}] for name in group
        }
        own = {name: [row.original for row in every_row[name]] for name in group}
        own_rows = {
            name: [row for row in every_row[name] if row.status != "rejected"] for name in group
        }
        asked = [
            text
            for name in group
            for text in (bench.questions[name].question, *bench.questions[name].answers)
        ]
        evidence = list(
            {key: t for texts in documents.values() for key, t in texts.items()}.values()
        )
        texts = [*evidence, *asked]
        pairs = [
            (bench.questions[name].question, answer)
            for name in group
            for answer in bench.questions[name].answers
        ]
        found = find_entities(texts, pairs, bench.language, common)
        originals = [form for entity in fixed for form in entity.forms]
        free = [
            entity
            for entity in found
            if not any(_overlap(form, other) for form in entity.forms for other in originals)
        ]
        return cls(bench, group, documents, [*fixed, *free], fixed, own, own_rows)

    @property
    def texts(self) -> list[str]:
        """All texts of the questions."""
        return [
            *(text for name in self.group for text in self.documents[name].values()),
            *(self.said(name) for name in self.group),
        ]

    def said(self, name: str) -> str:
        """Return what a question asks and expects."""
        listed = self.bench.questions[name]
        return "\n".join((listed.question, *listed.answers))

    def rank(self, name: str, entity: Entity) -> int:
        """Return how far an entity is from a question's answer."""
        if (name, entity) not in self._ranks:
            listed, texts = self.bench.questions[name], list(self.documents[name].values())
            self._ranks[name, entity] = rank(
                entity, listed.question, listed.answers, texts, self.bench.language
            )
        return self._ranks[name, entity]

    def ordered(self, name: str, entities: Sequence[Entity]) -> Iterator[Entity]:
        """Return those of some entities that a question's texts name, the nearest first."""
        texts = "\n".join((self.said(name), *self.documents[name].values()))
        here = [entity for entity in entities if any(form in texts for form in entity.forms)]
        yield from sorted(
            here, key=lambda entity: place_in_order(entity, self.rank(name, entity), texts)
        )

    def used(
        self, name: str, rows: Mapping[str, tuple[ReplacementRow, Entity]]
    ) -> dict[str, tuple[ReplacementRow, Entity]]:
        """Return the rows whose originals are replaced somewhere in a question's texts."""
        words = list(rows)
        pairs = row_pairs([*(rows[word][0] for word in words), *self.own_rows[name]])
        replacer = Replacer(pairs, self.bench.language)
        texts = [*self.said(name).split("\n"), *self.documents[name].values()]
        hits = {match.pair for text in texts for match in leftmost_longest(replacer.find(text))}
        return {word: rows[word] for place, word in enumerate(words) if place in hits}


def find_entities(
    texts: Sequence[str],
    asked: Sequence[tuple[str, str]],
    language: LanguageCode,
    common: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return what texts name; `asked` are the questions, each with an answer.

    `common` tells whether a word is one of the language, and no name.
    """
    zh = language == "zh"
    names = chinese.find_names(texts, asked) if zh else english.find_names(texts, asked, common)
    return merged([*names, *find_figures(texts, language)])


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


_ATTEMPTS = 3
_ROUNDS = 12


class Suggester:
    """Suggests the rows of a recipe's questions, those that share documents together."""

    def __init__(self, workbench: Workbench, *, most: int = 8, seed: int = 42) -> None:
        recipe = workbench.recipe
        if "replacements" not in recipe.table_names:
            raise UsageError(f"{recipe.name} takes no table 'replacements'; nothing to suggest")
        self._bench = workbench
        self._most = max(most, LEAST)
        self._seed = seed
        self._language = workbench.language
        self._taken = TakenWords("\n".join(workbench.pool.values()), workbench.language)
        for row in self._rows():
            self._taken.take(row)

    def wanted(self, limit: int | None = None) -> list[str]:
        """Return the questions that lack rows or keywords, in order, at most so many."""
        lacking = [
            name
            for name in self._bench.asked
            if len(self._own(name)) < LEAST or self._lacks_keywords(name)
        ]
        return lacking[:limit]

    def run(self, wanted: Sequence[str], *, write: bool = True) -> Iterator[Suggested]:
        """Suggest rows for each question; yield what came of each, in order.

        The rows of a question stand in the tables before it is yielded, unless nothing is written.
        """
        supporting = {name: self._bench.questions[name].supporting for name in wanted}
        owners, done = Owners(supporting), dict[str, Suggested]()
        for name in wanted:
            if name not in done:
                group = [each for each in wanted if each in set(owners.together(name))]
                found = self._suggest(group)
                done.update({each.question_id: each for each in found})
                for each in found:
                    for row in each.rows:
                        self._taken.take(row)
                if write:
                    self._apply(found)
            yield done[name]

    def _apply(self, found: Sequence[Suggested]) -> None:
        changes = [Change("replacements", None, row) for each in found for row in each.rows]
        changes += [
            Change("answer_keywords", None, keywords_row(each.question_id, each.keywords))
            for each in found
            if each.keywords
        ]
        self._bench.store.apply(changes, annotator=ANNOTATOR, action="suggest")

    def _suggest(self, group: Sequence[str]) -> list[Suggested]:
        """Suggest rows for questions that share documents, until none breaks a rule."""
        around = QuestionGroup.of(self._bench, group, self._every_row(), self._taken.is_common)
        attempts, dropped = Counter[Entity](), dict[Entity, str]()
        for last in [False] * _ROUNDS + [True]:
            chosen = self._chosen(around, attempts, dropped)
            bad = self._bad(chosen)
            if not bad:
                break
            for (name, original), why in bad.items():
                entity = chosen[name][original][1]
                attempts[entity] += 1
                if attempts[entity] >= _ATTEMPTS or entity in around.fixed:
                    dropped[entity] = why
            if last:
                chosen = {name: {} for name in chosen}
        return [self._suggested(name, chosen[name], around, dropped) for name in group]

    def _chosen(
        self, around: QuestionGroup, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
    ) -> dict[str, dict[str, tuple[ReplacementRow, Entity]]]:
        """Return the rows of each question by their originals, with what they are of."""
        proposals = self._proposals(around, attempts, dropped)
        taken = {
            name: list(around.ordered(name, [e for e in proposals if e not in dropped]))
            for name in around.group
        }
        picked = {name: self._picked(around, name, taken[name], proposals) for name in around.group}
        every = {entity for own in picked.values() for entity in own}
        chosen = {}
        for name, own in picked.items():
            said = around.said(name)
            entities = [
                *own,
                *(
                    e
                    for e in taken[name]
                    if e in every and e not in own and any(form in said for form in e.forms)
                ),
            ]
            rows = {
                form: (new_row(name, form, entity, proposals[entity]), entity)
                for entity in entities
                for form in proposals[entity]
                if form not in around.own[name]
            }
            chosen[name] = around.used(name, rows)
        return chosen

    def _picked(
        self,
        around: QuestionGroup,
        name: str,
        entities: Sequence[Entity],
        proposals: Mapping[Entity, Words],
    ) -> list[Entity]:
        """Return the entities whose rows a question gets: the nearest to its answer, at most."""
        picked: list[Entity] = []
        held = len(around.own_rows[name])
        for entity in entities:
            forms = 1 if entity.subkind == "year" else len(proposals[entity])
            near = around.rank(name, entity) <= IN_QUESTION
            if held + forms <= self._most or (near and held < self._most):
                picked.append(entity)
                held += forms
        return picked

    def _proposals(
        self, around: QuestionGroup, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
    ) -> dict[Entity, Words]:
        seed = self._seed, self._bench.recipe.name, around.group[0], "suggest"
        make = (ChineseWords if self._language == "zh" else EnglishWords)(
            around.texts, self._taken, *seed
        )
        found: dict[Entity, Words] = {}
        for entity in sorted(around.entities, key=lambda one: one.subkind != "country"):
            if entity in dropped:
                continue
            words: Words | None
            if entity in around.fixed:
                words = around.fixed[entity]
            elif entity.kind in {"date", "number"}:
                parts = *seed, entity.forms[0], attempts.get(entity, 0)
                words = figure_words(entity, around.texts, self._language, *parts)
            else:
                words = make.words(entity, attempts.get(entity, 0))
            if words:
                found[entity] = words
        return found

    def _bad(
        self, chosen: Mapping[str, Mapping[str, tuple[ReplacementRow, Entity]]]
    ) -> dict[tuple[str, str], str]:
        """Return the rows that break an error's rule, by question and original, with why."""
        rows = [row for own in chosen.values() for row, _ in own.values()]
        changes = [Change("replacements", None, row) for row in rows]
        if not changes:
            return {}
        found = {}
        for row, why in self._bench.errors_of_rows(changes, list(chosen)):
            if isinstance(row, ReplacementRow) and row.original in chosen.get(row.question_id, {}):
                found[row.question_id, row.original] = why
        return found

    def _suggested(
        self,
        name: str,
        chosen: Mapping[str, tuple[ReplacementRow, Entity]],
        around: QuestionGroup,
        dropped: Mapping[Entity, str],
    ) -> Suggested:
        rows = tuple(row for row, _ in chosen.values())
        keywords = self._keywords(name, rows)
        few = ""
        if len(around.own_rows[name]) + len(rows) < LEAST:
            few = next(iter(dropped.values()), "its texts hold no more names, dates or numbers")
        return Suggested(name, rows, keywords, len(around.own_rows[name]), few)

    def _keywords(self, name: str, rows: Sequence[ReplacementRow]) -> str:
        """Return the keywords of a question's answer, "" where it has some or they would not do."""
        if not self._lacks_keywords(name):
            return ""
        keywords = keywords_of(self._bench.questions[name].answers[0], self._language)
        if not keywords:
            return ""
        row = keywords_row(name, keywords)
        changes = [Change("replacements", None, each) for each in rows]
        changes.append(Change("answer_keywords", None, row))
        broken = [each for each, _ in self._bench.errors_of_rows(changes, [name])]
        return "" if row in broken else keywords

    def _rows(self) -> list[ReplacementRow]:
        table = self._bench.tables.replacements
        return [placed.row for placed in table.used] if table else []

    def _every_row(self) -> list[ReplacementRow]:
        table = self._bench.tables.replacements
        return list(table.rows) if table else []

    def _own(self, name: str) -> list[ReplacementRow]:
        return [row for row in self._rows() if row.question_id in {name, "*"}]

    def _lacks_keywords(self, name: str) -> bool:
        if "answer_keywords" not in self._bench.recipe.table_names:
            return False
        table = self._bench.tables.answer_keywords
        return not (table and any(placed.row.question_id == name for placed in table.used))
