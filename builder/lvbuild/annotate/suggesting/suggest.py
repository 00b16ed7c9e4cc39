"""Suggesting rows for the questions that lack them, those that share documents together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any

from lvbuild.annotate.suggesting.entities import Entity, Texts, UsedWords, Words, merged
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.questions.annotated import row_pairs
from lvbuild.questions.evidence import SharedEvidence
from lvbuild.rules.every import of_rows
from lvbuild.tables.rows import AnswerKeywordsRow, ReplacementRow
from lvbuild.tables.writing import Change
from lvbuild.text.pairs import FIGURES
from lvbuild.text.replacing import Replaced, Replacer

ANNOTATOR = "lvbuild suggest"
LEAST = 3
"""Rows that a question should have."""
_BY = {"status": "draft", "annotator": ANNOTATOR}
_UNSURE = "no words are sure to fit it"


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


def find_entities(texts: Texts, language: LanguageCode) -> list[Entity]:
    """Return the names that questions ask of, and the figures of all texts."""
    rules = rules_of(language)
    return merged([*rules.find_names(texts), *find_figures(texts.every, rules.LISTS)])


def what_stays(
    entity: Entity,
    words: Words,
    texts: Iterable[str],
    lists: Vocabulary,
    common: Callable[[str], bool] = lambda _: False,
) -> str:
    """Return what of texts that have its new words tells a name or explains it, "" for nothing.

    Itself does, and its own words that its new ones lack, of a person the last, in capitals where
    they are common; any two characters where no spaces part words.
    """
    spaced, new = lists.language.space, [lists.fold(first) for first, *_ in words.values()]
    part = r"\w{4,}|[A-Z]\d\w*" if spaced else r"(?=(\w\w))"
    first = -1 if spaced and entity.kind == "person" else 0
    forms = list(map(lists.fold, entity.forms))
    own = {word for form in forms for word in re.findall(part, form)[first:]}
    own = {word for word in own if not any(word in each for each in new)}
    plain = {word for word in own if common(word)}
    telling = any_of([*(own - plain), *(form for form in forms if " " in form)])
    capitals = any_of(plain if entity.kind != "title" else ())
    tells = re.compile(f"(?i:{telling}[^\\W㐀-鿿]*)|\\b{capitals}\\b")
    for text in map(lists.fold, texts):
        ends = (at.end() for at in re.finditer(any_of(new), text))
        gloss = (lists.patterns["gloss"].match(text, end) for end in ends)
        if stays := next(filter(None, (tells.search(text), *gloss)), None):
            return stays[0]
    return ""


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of a question: rows beside those `held`, keywords, and why names are `left`."""

    question_id: str
    rows: tuple[ReplacementRow, ...]
    keywords: AnswerKeywordsRow | None
    held: int
    left: Mapping[str, str]


class _Asked:
    """A question and its answers, its documents, and the rows that it has."""

    def __init__(self, bench: Workbench, name: str, rows: Sequence[ReplacementRow]) -> None:
        self.question = bench.questions[name]
        self.texts = (self.question.question, *self.question.answers)
        documents = bench.documents(name)
        self.documents, self.titles = tuple(documents.values()), tuple(map(bench.title, documents))
        own = [row for row in rows if row.question_id in {name, "*"}]
        self.originals = {row.original for row in own}
        self.kept = [row for row in own if row.status != "rejected"]
        self._spoken = find_language(bench.language)

    def named(self, entities: Iterable[Entity]) -> list[Entity]:
        """Return those of some entities that it and its documents name."""
        both, holds = ("\n".join(self.texts), "\n".join(self.documents)), self._spoken.holds
        return [e for e in entities if all(any(holds(t, f) for f in e.forms) for t in both)]

    def rows_of(self, entity: Entity, words: Words) -> list[ReplacementRow]:
        """Return the rows of an entity's words that it lacks."""
        told = {"question_id": self.question.question_id, "kind": entity.kind, **_BY}
        told |= {"entity": entity.forms[0]} if len(entity.forms) > 1 else {}
        return [
            ReplacementRow.model_validate(
                {"original": form, "replacement": new, "alternatives": others, **told}
            )
            for form, (new, *others) in words.items()
            if form not in self.originals
        ]

    def rows(self, made: Mapping[Entity, Words]) -> list[ReplacementRow]:
        """Return the rows of what it names, without those that replace nothing."""
        rows = [row for entity in self.named(made) for row in self.rows_of(entity, made[entity])]
        pairs = {hit.pair for each in self.replaced(rows) for hit in each.hits}
        return [row for place, row in enumerate(rows) if place in pairs]

    def replaced(self, rows: Sequence[ReplacementRow]) -> list[Replaced]:
        """Return its texts after replacement, by rows and those that it has."""
        replacer = Replacer(row_pairs([*rows, *self.kept]), self._spoken.code)
        return [replacer.replace(text) for text in (*self.texts, *self.documents)]


class Suggester:
    """Suggests the rows of a recipe's questions, those that share documents together."""

    def __init__(self, workbench: Workbench, *, seed: int = 42) -> None:
        recipe = workbench.recipe
        if "replacements" not in recipe.table_names:
            raise UsageError(f"{recipe.name} takes no table 'replacements'; nothing to suggest")
        self._bench, self._seed = workbench, seed
        self._rules = rules_of(workbench.language)
        pool = UsedWords("\n".join(workbench.pool.values()), workbench.language)
        self._taken = pool.with_rows(workbench.used("replacements"))

    def over(self, workbench: Workbench) -> Suggester:
        """Return one that knows the same texts, and of rows those alone of another workbench."""
        other = copy(self)
        other._bench, rows = workbench, workbench.used("replacements")
        other._taken = self._taken.with_rows(rows)
        return other

    def wanted(self, limit: int | None = None) -> list[str]:
        """Return the first questions that lack rows or keywords, with those on their documents."""
        own = Counter(row.question_id for row in self._bench.used("replacements"))
        asked, lacks = self._bench.asked, self._lacks_keywords
        few = [each for each in asked if own[each] + own["*"] < LEAST or lacks(each)]
        owners = SharedEvidence({name: self._bench.questions[name].supporting for name in few})
        wanted = {each for name in few[:limit] for each in owners.together(name)}
        return [name for name in few if name in wanted]

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
                self._taken.add(rows)
                changes = [Change("replacements", None, row) for row in rows]
                keywords = filter(None, (each.keywords for each in found))
                changes += [Change("answer_keywords", None, each) for each in keywords]
                if write:
                    self._bench.apply(changes, annotator=ANNOTATOR, action="suggest")
            yield done[name]

    def named(self, name: str) -> Sequence[Entity]:
        """Return what the texts of a question name, its documents' sentences too."""
        texts = self._texts([_Asked(self._bench, name, [])])
        told = [(text, "") for text in texts.every]
        return find_entities(replace(texts, asked=told), self._bench.language)

    def cover(self, name: str, form: str) -> list[ReplacementRow]:
        """Return rows for what has a form in a question's texts, none where there are no words."""
        asked = _Asked(self._bench, name, self._bench.rows("replacements"))
        made = self._proposals([asked], [one for one in self.named(name) if form in one.forms])
        return [row for e, w in made.items() if form in w for row in asked.rows_of(e, w)]

    def _texts(self, group: Sequence[_Asked]) -> Texts:
        documents = list(dict.fromkeys(text for one in group for text in one.documents))
        asked = [(one.question.question, each) for one in group for each in one.question.answers]
        titles = [title for one in group for title in one.titles]
        return Texts(documents, asked, titles, self._taken.is_common)

    def _suggest(self, names: Sequence[str]) -> list[Suggested]:
        """Suggest rows for questions that share documents; what breaks a rule is left as it is."""
        rows = self._bench.rows("replacements")
        group = [_Asked(self._bench, name, rows) for name in names]
        found = find_entities(self._texts(group), self._bench.language)
        made = self._proposals(group, found)
        held = {original for one in group for original in one.originals}
        left = {e: _UNSURE for e in found if e not in made and held.isdisjoint(e.forms)}
        new = {one: one.rows(made) for one in group}
        while bad := self._bad(new, made):
            left |= bad
            made = {entity: words for entity, words in made.items() if entity not in bad}
            new = {one: one.rows(made) for one in group}
        return [self._suggested(one, rows, left) for one, rows in new.items()]

    def _bad(
        self, new: Mapping[_Asked, Sequence[ReplacementRow]], made: Mapping[Entity, Words]
    ) -> dict[Entity, str]:
        """Return which names break a rule, else those told by what stays, each with why."""
        every = [row for rows in new.values() for row in rows]
        told = self._bench.broken_by([Change("replacements", None, row) for row in every], of_rows)
        broken = {row.original: why for row, why in told if row in every}
        if bad := {e: broken[form] for e in made for form in e.forms if form in broken}:
            return bad
        for one, rows in new.items():
            texts = [each.text for each in one.replaced(rows)]
            names = {row.original for row in rows if row.kind not in FIGURES}
            for entity in (each for each in made if not names.isdisjoint(each.forms)):
                lists, common = self._rules.LISTS, self._taken.is_common
                stays = what_stays(entity, made[entity], texts, lists, common)
                bad |= {entity: f"{' '.join(stays.split())!r} stays, and tells it"} if stays else {}
        return bad

    def _proposals(self, group: Sequence[_Asked], found: Sequence[Entity]) -> dict[Entity, Words]:
        """Return words for entities, for those that rows of the same documents have the same."""
        evidence = {document for one in group for document in one.question.supporting}
        made = {
            Entity(row.kind, (row.original,)): {row.original: row.words}
            for row in self._bench.rows("replacements")
            if row.status != "rejected"
            and (sharing := self._bench.questions.get(row.question_id))
            and not evidence.isdisjoint(sharing.supporting)
        }
        texts, originals = self._texts(group), [form for entity in made for form in entity.forms]
        seed = self._seed, self._bench.recipe.name, group[0].question.question_id, "suggest"
        proposer = self._rules.PROPOSER(texts, self._taken, *seed)
        for entity in found:
            if any(a in b or b in a for a in entity.forms for b in originals):
                continue
            if entity.kind in FIGURES:
                draws = Draws(*seed, *re.findall(r"\d+", entity.forms[0]) or entity.forms[:1])
                words = figure_words(entity, texts, self._rules.LISTS, draws)
            else:
                words = proposer.words(entity)
            made |= {entity: words} if words else {}
        return made

    def _suggested(
        self, asked: _Asked, rows: Sequence[ReplacementRow], left: Mapping[Entity, str]
    ) -> Suggested:
        """Return what came of a question, with keywords of its answer that break no rule."""
        name, [answer, *_] = asked.question.question_id, asked.question.answers
        words = find_language(self._bench.language).answer_keywords(answer)
        keywords = None
        if words and self._lacks_keywords(name):
            keywords = AnswerKeywordsRow.model_validate(
                {"question_id": name, "keywords": words, **_BY}
            )
            changes = [Change("replacements", None, row) for row in rows]
            told = self._bench.errors_of([*changes, Change("answer_keywords", None, keywords)])
            keywords = None if any(row == keywords for row, _ in told) else keywords
        why = {entity.forms[0]: left[entity] for entity in asked.named(left)}
        return Suggested(name, tuple(rows), keywords, len(asked.kept), why)

    def _lacks_keywords(self, name: str) -> bool:
        have = (row.question_id for row in self._bench.used("answer_keywords"))
        return "answer_keywords" in self._bench.recipe.table_names and name not in have
