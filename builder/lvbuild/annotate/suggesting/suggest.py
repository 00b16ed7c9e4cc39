"""Suggesting rows for the questions that lack them, those that share documents together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from lvbuild.annotate.suggesting.entities import Entity, UsedWords, Words, merged
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.vocabulary import any_of
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
from lvbuild.text.replacing import Match, Replacer, leftmost_longest

ANNOTATOR = "lvbuild suggest"
LEAST = 3
"""Rows that a question should have."""
_TELLING = re.compile(r"[A-ZÀ-Þ][\w.'’&-]*|\d[\d.,:%]*\w*")
_MARK = ".,;:!?。，；：！？"
_FEW = "it and its answer have no more names, dates or numbers that other words fit"
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


def find_entities(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    language: LanguageCode,
    common: Callable[[str], bool] = lambda _: False,
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions ask of, each with its answer, and the figures of all texts.

    `common` tells whether a word is one of the language, and no name; `titles` are those of the
    documents that have some.
    """
    rules = rules_of(language)
    texts = [*documents, *(part for pair in asked for part in pair)]
    names = rules.find_names(documents, asked, common, titles)
    return merged([*names, *find_figures(texts, rules.LISTS)])


def what_stays(
    entity: Entity,
    texts: Iterable[tuple[str, str]],
    language: LanguageCode,
    common: Callable[[str], bool] = lambda _: False,
) -> str:
    """Return what tells a name in what is left of texts, or explains it beside it, "" for nothing.

    `texts` are folded ones, each with what is left of it, place by place.
    """
    if entity.kind in {"date", "number"}:
        return ""
    rules = rules_of(language)
    tells, forms = rules.what_tells(entity, common), any_of(map(rules.LISTS.fold, entity.forms))
    for text, rest in texts:
        ends = (at.end() for at in re.finditer(forms, text))
        gloss = (rules.LISTS.patterns["gloss"].match(rest, end) for end in ends)
        left = re.search(tells, rest) if tells else None
        if stays := next(filter(None, (left, *gloss)), None):
            ended = re.compile("[a-zß-ɏ]*").match(rest, stays.end())  # the word that it began
            return f"{stays[0]}{ended[0] if ended else ''}"
    return ""


def keywords_of(answer: str, language: LanguageCode) -> str:
    """Return the names and numbers of a long answer, all of a short one, "" of a yes or no."""
    plain, spoken = answer.strip(), find_language(language)
    if not plain or bare(plain).casefold() in spoken.yes_no:
        return ""
    if not spoken.space or len(plain.split()) <= spoken.free_text:
        return plain
    words = [word.strip(_MARK) for word in plain.split() if _TELLING.match(word)]
    return " ".join(word for word in words if word.casefold() not in spoken.stop_words) or plain


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of a question: its rows beside those `held`, keywords, and why it lacks more.

    `left` says of names that it asks of why a person has to find words for them.
    """

    question_id: str
    rows: tuple[ReplacementRow, ...]
    keywords: AnswerKeywordsRow | None
    held: int
    few: str
    left: Mapping[str, str] = field(default_factory=dict)


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
        """Return those of some entities that it and its documents name, the answer's first.

        Of the others figures come last. A country tells of too much else to be one of them, but
        where it is the answer.
        """
        (question, *answers), holds = self.texts, self._spoken.holds

        def held(texts: Iterable[str], entity: Entity) -> bool:
            return any(holds(text, form) for text in texts for form in entity.forms)

        def is_whole(entity: Entity) -> bool:
            return entity.sort != "country" or any(bare(each) in entity.forms for each in answers)

        told = "\n".join(self.documents)
        found = (e for e in entities if held([question, *answers], e) and held([told], e))
        return sorted(
            filter(is_whole, found),
            key=lambda one: (not held(answers, one), one.kind in {"date", "number"}),
        )

    def rows(self, proposals: dict[Entity, Words], chosen: set[Entity]) -> list[ReplacementRow]:
        """Return rows of proposals for those chosen, without those that replace nothing."""
        rows = [
            _row(self.question.question_id, entity, form, words)
            for entity in self.named(proposals)
            if entity in chosen
            for form, words in proposals[entity].items()
            if form not in self.originals
        ]
        pairs = {match.pair for _, found in self._found(rows) for match in found}
        return [row for place, row in enumerate(rows) if place in pairs]

    def rests(self, rows: Sequence[ReplacementRow]) -> Iterator[tuple[str, str]]:
        """Yield each text, and what rows leave of it, with a space for each replaced character."""
        for text, found in self._found(rows):
            rest = list(text)
            for match in found:
                rest[match.start : match.end] = " " * (match.end - match.start)
            yield text, "".join(rest)

    def _found(self, rows: Sequence[ReplacementRow]) -> Iterator[tuple[str, list[Match]]]:
        replacer = Replacer(row_pairs([*rows, *self.kept]), self._spoken.code)
        for text in (*self.texts, *self.documents):
            yield text, list(leftmost_longest(replacer.find(text)))


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

    def __init__(self, workbench: Workbench, *, most: int = 12, seed: int = 42) -> None:
        recipe = workbench.recipe
        if "replacements" not in recipe.table_names:
            raise UsageError(f"{recipe.name} takes no table 'replacements'; nothing to suggest")
        self._bench = workbench
        self._most = max(most, LEAST)
        self._seed = seed
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
        """Return what the texts of a question name, its documents' sentences too."""
        asked = _Asked(self._bench, name, [])
        told = [(text, "") for text in (*asked.texts, *asked.documents)]
        common = self._taken.is_common
        return find_entities(asked.documents, told, self._bench.language, common, asked.titles)

    def cover(self, name: str, form: str) -> list[ReplacementRow]:
        """Return rows for what has a form in a question's texts, none where there are no words."""
        asked = _Asked(self._bench, name, self._bench.rows("replacements"))
        entities = [one for one in self.named(name) if form in one.forms]
        return [
            _row(name, entity, each, words[each])
            for entity, words in self._proposals([asked], entities).items()
            for each in (words if form in words else ())
            if each not in asked.originals
        ]

    def _suggest(self, names: Sequence[str]) -> list[Suggested]:
        """Suggest rows for questions that share documents; what breaks a rule is left as it is."""
        rows = self._bench.rows("replacements")
        group = [_Asked(self._bench, name, rows) for name in names]
        documents = list(dict.fromkeys(text for one in group for text in one.documents))
        asked = [(one.question.question, each) for one in group for each in one.question.answers]
        titles = [title for one in group for title in one.titles]
        common = self._taken.is_common
        found = find_entities(documents, asked, self._bench.language, common, titles)
        proposals = self._proposals(group, found)
        why = _FEW
        held = {original for one in group for original in one.originals}
        left = {e: _UNSURE for e in found if e not in proposals and held.isdisjoint(e.forms)}
        while True:
            chosen = self._chosen(group, proposals)
            new = {
                name: one.rows(proposals, chosen) for name, one in zip(names, group, strict=True)
            }
            every = [row for each in new.values() for row in each]
            told = self._bench.errors_of([Change("replacements", None, row) for row in every])
            broken = {row.original: message for row, message in told if row in every}
            bad = {e: broken[form] for e in proposals for form in e.forms if form in broken}
            bad = bad or self._staying(group, every, [e for e in found if e in chosen])
            if not bad:
                break
            why, left = next(iter(bad.values())), left | bad
            proposals = {e: each for e, each in proposals.items() if e not in bad}
        return [
            Suggested(
                name,
                tuple(new[name]),
                self._keywords(name, new[name]),
                len(one.kept),
                why,
                {entity.forms[0]: left[entity] for entity in one.named(left)},
            )
            for name, one in zip(names, group, strict=True)
        ]

    def _chosen(self, group: Sequence[_Asked], proposals: dict[Entity, Words]) -> set[Entity]:
        """Return what questions replace: what one does is replaced in all beside it."""
        chosen: set[Entity] = set()
        for one in group:
            held = len(one.kept)
            for entity in one.named(proposals):
                if held < self._most:
                    chosen.add(entity)
                    held += 1 if entity.sort == "year" else len(proposals[entity])
        return chosen

    def _staying(
        self, group: Sequence[_Asked], rows: Sequence[ReplacementRow], chosen: Iterable[Entity]
    ) -> dict[Entity, str]:
        """Return which names something tells that stays in texts, each with what it is."""
        fold = self._rules.LISTS.fold
        held = [(fold(text), fold(rest)) for one in group for text, rest in one.rests(rows)]
        told = (
            (e, what_stays(e, held, self._bench.language, self._taken.is_common)) for e in chosen
        )
        return {
            e: f"{' '.join(each.split())!r} would stay, and tell it" for e, each in told if each
        }

    def _proposals(self, group: Sequence[_Asked], found: Sequence[Entity]) -> dict[Entity, Words]:
        """Return words for entities, for those that rows of the same documents have the same."""
        evidence = {document for one in group for document in one.question.supporting}
        known = {
            Entity(row.kind, (row.original,)): {row.original: row.words}
            for row in self._bench.rows("replacements")
            if row.status != "rejected"
            and (sharing := self._bench.questions.get(row.question_id))
            and not evidence.isdisjoint(sharing.supporting)
        }
        originals = [form for entity in known for form in entity.forms]
        asked = [text for one in group for text in one.texts]
        texts = [text for one in group for text in (*one.texts, *one.documents)]
        name = group[0].question.question_id
        seed = self._seed, self._bench.recipe.name, name, "suggest"
        proposer = self._rules.PROPOSER(texts, self._taken, *seed)
        made: dict[Entity, Words] = dict(known)
        for entity in sorted(found, key=lambda one: one.sort != "country"):
            if any(a in b or b in a for a in entity.forms for b in originals):
                continue
            if entity.kind in {"date", "number"}:
                draws = Draws(*seed, *re.findall(r"\d+", entity.forms[0]) or entity.forms[:1])
                words = figure_words(entity, texts, asked, self._rules.LISTS, draws)
            else:
                words = proposer.words(entity)
            if words:
                made[entity] = words
        return made

    def _keywords(self, name: str, rows: Sequence[ReplacementRow]) -> AnswerKeywordsRow | None:
        """Return the keywords of a question's answer, if it has none and they would do."""
        keywords = keywords_of(self._bench.questions[name].answers[0], self._bench.language)
        if not keywords or not self._lacks_keywords(name):
            return None
        by = {"question_id": name, "status": "draft", "annotator": ANNOTATOR}
        row = AnswerKeywordsRow.model_validate({"keywords": keywords, **by})
        changes = [Change("replacements", None, each) for each in rows]
        broken = self._bench.errors_of([*changes, Change("answer_keywords", None, row)])
        return None if any(each == row for each, _ in broken) else row

    def _lacks_keywords(self, name: str) -> bool:
        have = (row.question_id for row in self._bench.used("answer_keywords"))
        return "answer_keywords" in self._bench.recipe.table_names and name not in have
