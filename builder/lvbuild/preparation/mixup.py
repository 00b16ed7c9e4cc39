"""Preparing mixups: refusing documents, replacing words, planning every question's levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lvbuild.annotations.reading import Tables
from lvbuild.assemble.escaped import EscapedText
from lvbuild.assemble.record import Wording
from lvbuild.corpora.corpus import Corpus, QuestionCorpus
from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.filling import Pool
from lvbuild.mix.mixup import Form, Mixed, Mixer
from lvbuild.mix.plan import LevelPlan, RecordPlan
from lvbuild.mix.supporting import Supporting, TrimmingError, stratified_depths, trimmed
from lvbuild.model import Level, Question
from lvbuild.preparation.asking import Annotations, Asked, candidates, too_long
from lvbuild.preparation.evidence import evidence_span
from lvbuild.preparation.leaks import LeakFinder
from lvbuild.preparation.likeness import near_duplicates
from lvbuild.preparation.pool import Read, matches_by_pair, places_by_id, read_pool
from lvbuild.preparation.prepared import (
    Choices,
    LevelText,
    Prepared,
    corpus_use,
    record_format,
)
from lvbuild.preparation.words import question_draws, replace_words
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.text.replacement import Replacer

_HEADINGS = {"en": "### Passage ", "zh": "### 文章 "}


@dataclass(frozen=True)
class _Worded:
    """A question after replacement: its words, its supporting documents, and changed ones."""

    asked: Asked
    wording: Wording
    supporting: tuple[Supporting, ...]
    texts: dict[str, EscapedText]
    changed: dict[int, Read]

    @property
    def question(self) -> Question:
        return self.wording.question


@dataclass
class _Outcome:
    """What the questions came to: plans by level, and why a level has none."""

    plans: dict[Level, list[RecordPlan]] = field(default_factory=dict)
    dropped: dict[Level, LevelTooLargeError | UnevenTextError] = field(default_factory=dict)


class _Preparation:
    def __init__(
        self, recipe: Recipe, tables: Tables, corpora: Mapping[str, Corpus], choices: Choices
    ) -> None:
        self._recipe = recipe
        self._tables = tables
        self._choices = choices
        self._asking: list[QuestionCorpus] = [corpora[n] for n in recipe.asking]  # type: ignore[misc]
        self._documents = _Documents(self._asking)
        distractors = [corpora[name] for name in recipe.distracting]
        self._pool = read_pool(recipe, distractors, self._draws("-", "pool"))
        self._places = places_by_id(self._pool)
        self._form = Form(recipe.language, recipe.unit, _HEADINGS[recipe.language])
        self._escaped: dict[str, EscapedText] = {}
        self.left_out: dict[str, str] = {}

    def _draws(self, question_id: str, purpose: str) -> Draws:
        return question_draws(self._recipe, self._choices, question_id, purpose)

    def choose(self) -> list[_Worded]:
        """Take questions until the recipe's count is reached; the others are told in left_out."""
        annotations = Annotations(self._recipe, self._tables, self._choices)
        smallest = self._recipe.ascending_levels[0]
        chosen: list[_Worded] = []
        for source in candidates(self._recipe, self._asking, self._tables, self._choices):
            if len(chosen) == self._recipe.count:
                break
            if too_long(source, self._recipe):
                self.left_out[source.id] = "an answer is over the limit"
                continue
            worded = self._word(annotations.ask(source))
            try:
                share = smallest.size // 2 // max(len(worded.supporting), 1)
                for document in worded.supporting:
                    trimmed(document, share)
            except TrimmingError as error:
                self.left_out[source.id] = str(error)
                continue
            chosen.append(worded)
        for corpus in self._asking:
            selected = self._tables.selection is None
            self.left_out.update(item for item in corpus.left_out() if selected)
        return chosen

    def _word(self, asked: Asked) -> _Worded:
        """Replace a question's words in its fields and in its supporting documents."""
        replacer = Replacer(asked.pairs, self._recipe.language)
        question, uses = replace_words(asked.words, asked.pairs, replacer)
        supporting: list[Supporting] = []
        texts: dict[str, EscapedText] = {}
        marked = [replacer.replace(evidence).text for evidence in asked.source.evidence]
        for document_id in asked.source.supporting:
            text, hits = replacer.replace(self._documents[document_id])
            read = Read.of(document_id, text, self._recipe)
            here = [e for e in marked if e in text] or list(question.answers[:1])
            span = evidence_span(text, here)
            supporting.append(Supporting(read.outline, read.starts, span))
            texts[document_id] = read.escape(hits)
        wording = Wording(question, asked.pairs, uses, asked.source.supporting)
        return _Worded(asked, wording, tuple(supporting), texts, {})

    def change(self, questions: Sequence[_Worded]) -> None:
        """Find the pool's documents that a question's pairs alter, scanning each once for all."""
        pairs = [pair for worded in questions for pair in worded.asked.pairs]
        scanner = Replacer(pairs, self._recipe.language)
        found = [sorted({match.pair for match in scanner.find(read.text)}) for read in self._pool]
        holders = matches_by_pair(found)
        first = 0
        for worded in questions:
            last = first + len(worded.asked.pairs)
            places = sorted(set().union(*(holders[pair] for pair in range(first, last))))
            replacer = Replacer(worded.asked.pairs, self._recipe.language)
            for place in places:
                read = self._pool[place]
                text, hits = replacer.replace(read.text)
                if not hits:
                    continue
                new = Read.of(read.document_id, text, self._recipe)
                worded.changed[place] = new
                worded.texts[read.document_id] = new.escape(hits)
            first = last

    def refuse(self, questions: Sequence[_Worded]) -> tuple[list[set[int]], Counter[str]]:
        """Return the places in the pool that each question may not use, and counts by reason."""
        texts = {d: self._documents[d] for w in questions for d in w.asked.source.supporting}
        alike = near_duplicates(texts, [read.text for read in self._pool], self._recipe.language)
        finder = self._finder(self._pool)
        counts: Counter[str] = Counter()
        refused = []
        for worded in questions:
            source = worded.asked.source
            reasons = {
                "its own supporting document": self._known(source.supporting),
                "near-duplicate of one": set().union(*(alike[d] for d in source.supporting)),
                "retrieved for it upstream": self._known(source.retrieved),
                "leaks the answer": self._leaks(worded, finder),
            }
            taken: set[int] = set()
            for reason, places in reasons.items():
                counts[reason] += len(places - taken)
                taken |= places
            refused.append(taken)
        return refused, counts

    def _known(self, document_ids: Sequence[str]) -> set[int]:
        return {self._places[name] for name in document_ids if name in self._places}

    def _leaks(self, worded: _Worded, finder: LeakFinder) -> set[int]:
        """Test documents as the question words them."""
        places = list(worded.changed)
        changed = self._finder(list(worded.changed.values()))
        found = {places[index] for index in changed.leaks(worded.question)} if places else set()
        return found | (finder.leaks(worded.question) - worded.changed.keys())

    def _finder(self, reads: Sequence[Read]) -> LeakFinder:
        texts = [read.text for read in reads]
        return LeakFinder(texts, [read.sentences for read in reads], self._recipe.language)

    def plan(
        self, questions: Sequence[_Worded], refused: Sequence[set[int]], levels: Sequence[Level]
    ) -> _Outcome:
        """Plan all levels of the recipe's list, nested, and any other by itself."""
        outcome = _Outcome()
        own = self._recipe.ascending_levels
        runs = [own] if self._recipe.nested else [(level,) for level in own]
        runs += [(level,) for level in levels if level not in own]
        pool = Pool([read.outline for read in self._pool])
        drawn = self._draws("-", "depths")
        depths = stratified_depths([len(worded.supporting) for worded in questions], drawn)
        for run in runs:
            for worded, barred, placed in zip(questions, refused, depths, strict=True):
                draws = self._draws(worded.question.id, "offset and phase")
                mixed = Mixed(
                    worded.question,
                    worded.supporting,
                    placed,
                    barred,
                    {place: read.outline for place, read in worded.changed.items()},
                    draws.index(len(self._pool)),
                    draws.uniform(-0.25, 0.25),
                )
                mixer = Mixer(pool, mixed, self._form)
                for level in run:
                    if level in outcome.dropped:
                        break
                    try:
                        outcome.plans.setdefault(level, []).append(mixer.plan(level))
                    except (LevelTooLargeError, UnevenTextError) as error:
                        outcome.dropped[level] = error
        return outcome

    def _escape(self, read: Read) -> EscapedText:
        """Escape a document of the pool, once for all levels."""
        if read.document_id not in self._escaped:
            self._escaped[read.document_id] = read.escape()
        return self._escaped[read.document_id]

    def level_text(
        self, level: Level, plans: Sequence[RecordPlan], questions: Sequence[_Worded]
    ) -> LevelText:
        """Gather what writing a level takes."""
        limit = self._choices.limit
        records = tuple(plans if limit is None else plans[:limit])
        used = {passage.document_id for record in records for passage in record.passages}
        asked = {record.question_id for record in records}
        texts = {r.document_id: self._escape(r) for r in self._pool if r.document_id in used}
        kept = [worded for worded in questions if worded.question.id in asked]
        form = record_format(self._recipe, self._choices, self._form.heading)
        return LevelText(
            LevelPlan(level, records),
            {worded.question.id: worded.wording for worded in kept},
            texts,
            form,
            changed={worded.question.id: worded.texts for worded in kept},
        )


class _Documents:
    """The texts of the documents of several corpora, by id."""

    def __init__(self, corpora: Sequence[QuestionCorpus]) -> None:
        self._holders: dict[str, QuestionCorpus] = {}
        for corpus in corpora:
            for batch in corpus.batches():
                self._holders.update(dict.fromkeys(batch, corpus))

    def __getitem__(self, document_id: str) -> str:
        return self._holders[document_id].document(document_id).text


def prepare_mixup(
    recipe: Recipe,
    tables: Tables,
    corpora: Mapping[str, Corpus],
    levels: Sequence[Level],
    choices: Choices,
) -> Prepared:
    """Plan the levels of a mixup; those that the corpora cannot fill are told of in `dropped`."""
    preparation = _Preparation(recipe, tables, corpora, choices)
    questions = preparation.choose()
    preparation.change(questions)
    refused, counts = preparation.refuse(questions)
    outcome = preparation.plan(questions, refused, levels)
    ready = {
        level: preparation.level_text(level, outcome.plans[level], questions)
        for level in sorted(levels)
        if level not in outcome.dropped
    }
    dropped = {
        level: _told(recipe, level, outcome.dropped[level])
        for level in sorted(levels)
        if level in outcome.dropped
    }
    uses = tuple(corpus_use(corpora[name]) for name in recipe.corpora)
    left_out = tuple(sorted(preparation.left_out.items()))
    return Prepared(ready, dropped, uses, dict(sorted(counts.items())), left_out)


def _told(recipe: Recipe, level: Level, error: LevelTooLargeError | UnevenTextError) -> str:
    where = f"{recipe.name} at {level.label}"
    if isinstance(error, UnevenTextError):
        return f"{where}: a record can only be {error.nearest:,} {recipe.unit} long, over 0.5% off"
    return (
        f"{where}: the documents that a question may have come to {error.have:,} {recipe.unit},"
        f" {error.need:,} are needed; add distractors or ask for smaller levels"
    )
