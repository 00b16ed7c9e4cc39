"""Suggesting rows for the questions that lack them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lvbuild.annotate.suggesting.around import Around
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
    new_row,
)
from lvbuild.annotate.suggesting.figures import figure_words
from lvbuild.annotate.suggesting.keywords import keywords_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.questions.shared_evidence import Owners
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.writing import Change

_ATTEMPTS = 3
_ROUNDS = 12


class Suggesting:
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
        around = Around.of(self._bench, group, self._every_row(), self._taken.is_common)
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
        self, around: Around, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
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
        around: Around,
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
        self, around: Around, attempts: Mapping[Entity, int], dropped: Mapping[Entity, str]
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
        around: Around,
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
