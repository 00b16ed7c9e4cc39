"""The questions of a mixup: read with their evidence, and where in it that stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf

from lvbuild.core.model import FanOut, Leaf, Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.fan_out import LeafFinder
from lvbuild.mixing.leads import Leads
from lvbuild.mixing.plan import Passage, QuestionTooLongError, TrimmingError
from lvbuild.mixing.plans.mixer import without_others
from lvbuild.mixing.plans.supporting import (
    LONG,
    TRIMMED,
    Share,
    Span,
    Supporting,
    parted,
    trimmed,
    units_between,
)
from lvbuild.questions.annotations import VariantWords
from lvbuild.questions.evidence import answer_spans, evidence_spans
from lvbuild.recipe import Recipe
from lvbuild.recipe.schema import label_form
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replaced


@dataclass(frozen=True)
class MixupQuestion:
    """A question of a mixup: as upstream has it, and as annotated, with its pairs' words replaced.

    `naming` tells of each pair whether what it replaces names something wherever it stands.

    `evidence` are its supporting documents by id in the original words, `documents` the same after
    replacement, `supporting` their outlines, and `passages` what of them stands in its contexts.
    `rivals` are the documents of its confusing facts, in their order.
    """

    source: CorpusQuestion
    question: Question
    pairs: tuple[Pair, ...]
    naming: tuple[bool, ...]
    evidence: Mapping[str, str]
    documents: tuple[SplitDocument, ...]
    supporting: tuple[Supporting, ...] = ()
    passages: tuple[Passage, ...] = ()
    rivals: tuple[SplitDocument, ...] = ()

    @property
    def windows(self) -> Iterator[tuple[str, Span]]:
        """Yield what of each trimmed document stands in contexts, in characters of the original."""
        documents = {document.document_id: document for document in self.documents}
        for name, _, start, stop, whole in self.passages:
            document = documents[name]
            if not whole or document.is_excerpt:
                yield document.origin.document_id, document.original(start, stop)

    @property
    def texts(self) -> list[str]:
        """What of its documents stands in contexts."""
        documents = {document.document_id: document.text for document in self.documents}
        return [documents[name][start:stop] for name, _, start, stop, _ in self.passages]

    @property
    def sizes(self) -> Iterator[tuple[int, bool]]:
        """Yield the units of each passage behind its lead, and whether it is a whole document."""
        documents = {document.document_id: document for document in self.documents}
        for one, (name, _, start, stop, whole) in zip(self.supporting, self.passages, strict=True):
            document = documents[name]
            units = units_between(one.outline, max(start, document.origin.lead), stop)
            yield units, whole and not document.is_excerpt


_LEAST = 0.75
"""Of its length a passage keeps that gives way to another question's."""
_PLACES = 3
"""In so many places of a document its answer may be told."""


Part = tuple[SplitDocument, Span | None, Span | None]
"""A passage to be: its document, its evidence there, and within what it may stand."""


class UnfitError(Exception):
    """A question cannot be asked, and why."""


@dataclass(frozen=True)
class QuestionReader:
    """Reads the questions of a mixup as a variant words them, with their supporting documents.

    Questions with an answer of more than `answer_limit` units cannot be asked. Of one that fans out
    each passage has at least so many units as `least`. Where there are `leads`, each stands behind
    its own.
    """

    recipe: Recipe
    words: VariantWords
    counting: Counting
    answer_limit: int | None
    least: int = 0
    leads: Leads | None = None
    _split: dict[str, SplitDocument] = field(default_factory=dict, repr=False)
    _windows: dict[str, list[Span]] = field(default_factory=dict, repr=False)

    def read(self, source: CorpusQuestion) -> MixupQuestion:
        """Return a question with all that its contexts have of it.

        Raises UnfitError where no context of the smallest level can support it.
        """
        unit = plain_unit(self.recipe.unit, self.recipe.language)
        if self.recipe.judges:
            known = set(map(label_form, self.recipe.labels or ()))
            if other := [each for each in source.answers if label_form(each) not in known]:
                raise UnfitError(f"its answer {other[0][:40]!r} is none of the recipe's labels")
        limit = self.answer_limit
        if limit is not None and any(count(answer, unit) > limit for answer in source.answers):
            raise UnfitError("an answer is over the limit")
        found = self.words.replaced(source)
        if words := found.said_otherwise():
            why = "rows of another question replace it in the evidence, and none in this one"
            raise UnfitError(f"it says {words!r}, but {why}")
        marked = [found.reword(passage) for passage in source.evidence]
        documents = tuple(map(self._split_document, found.documents.items()))
        smallest = self.recipe.ascending_levels[0]
        try:
            supporting = self._supporting(source, documents, marked, found.question.answers)
            documents, supporting = self._led(documents, supporting)
            passages, _ = without_others(
                found.question, supporting, smallest, smallest, self.counting
            )
        except (TrimmingError, QuestionTooLongError) as error:
            raise UnfitError(str(error)) from error
        evidence = {name: reworded.original for name, reworded in found.evidence.items()}
        asked = found.question.original or found.question
        told = (fact.rival for fact in asked.facts if fact.rival)
        rivals = tuple(
            self._split_document((rival.document_id, found.replacer.replace(rival.text)))
            for rival in told
        )
        return MixupQuestion(
            source,
            found.question,
            found.pairs,
            found.naming,
            evidence,
            documents,
            supporting,
            tuple(passages),
            rivals,
        )

    def take(self, read: MixupQuestion) -> MixupQuestion:
        """Return a question that is asked: what supports it is one passage for others too."""
        for document, window in read.windows:
            others = self._windows.setdefault(document, [])
            if all(window[1] <= start or stop <= window[0] for start, stop in others):
                others.append(window)
        return read

    def _supporting(
        self,
        source: CorpusQuestion,
        documents: Sequence[SplitDocument],
        marked: Sequence[str],
        answers: Sequence[str],
    ) -> tuple[Supporting, ...]:
        """Return the passages that support a question, several of a document where it takes them.

        Raises TrimmingError where a document cannot be trimmed.
        """
        lengths = self.words.seeds.draws("lengths", question_id=source.id)
        smallest = self.recipe.ascending_levels[0]
        if source.fan_out is not None:
            found = self._fanned_out(source, source.fan_out, documents)
            least = self.least
        else:
            found = self._marked(documents, marked, answers[0])
            least = 0
        supporting = []
        for document, evidence, within in found:
            length = lengths.uniform(*TRIMMED) * smallest.size
            one = Supporting(document.outline, evidence, length, document.lean, within)
            supporting.append((document, one))
        share = Share.of(smallest, smallest, max(len(supporting), 1), least)
        longest = share.most if source.fan_out else inf
        return tuple(
            replace(one, window=self._window(document, one, share, longest))
            for document, one in supporting
        )

    def _fanned_out(
        self, source: CorpusQuestion, fan_out: FanOut, documents: Sequence[SplitDocument]
    ) -> list[Part]:
        """Return the passages by which a question that fans out is answered.

        The more there are, the shorter each is; what stands near in a document is of one. A
        document that no subquestion names is asked the whole question.
        """
        asked = Leaf("", source.input, ())
        smallest = self.recipe.ascending_levels[0]
        passages = len(documents)
        while True:
            most = Share.of(smallest, smallest, passages, self.least).most
            found: list[Part] = []
            for document in documents:
                name, outline = document.document_id, document.outline
                if outline.size <= most:
                    found.append((document, None, None))
                    continue
                title = self.leads.title_of(name) if self.leads else ""
                leaves = [leaf for leaf in fan_out.leaves if leaf.document_id == name]
                spans = self._finder.spans(
                    document, title, leaves or [asked._replace(document_id=name)]
                )
                found += [(document, *part) for part in parted(outline, spans, most)]
            if len(found) <= passages:
                return found
            passages = len(found)

    @cached_property
    def _finder(self) -> LeafFinder:
        return LeafFinder(find_language(self.recipe.language))

    def _marked(
        self, documents: Sequence[SplitDocument], marked: Sequence[str], answer: str
    ) -> list[Part]:
        """Return the passages that hold what upstream marks, or the answer."""
        language = self.recipe.language
        spans = evidence_spans([document.text for document in documents], marked, answer, language)
        most = LONG * self.recipe.ascending_levels[0].size
        found: list[Part] = []
        for document, own in zip(documents, spans, strict=True):
            parts: list[tuple[Span | None, Span | None]] = [(None, None)]
            besides = answer_spans(document.sentences, answer, not marked, language)
            if own or (besides and not marked):
                every = parted(document.outline, sorted([*own, *besides]), most)
                # So many places tell of no evidence, but of what the document is about.
                few = len(every) <= _PLACES
                parts = [*(every if few or not own else parted(document.outline, own, most))]
            found += [(document, *part) for part in parts]
        return found

    def _led(
        self, documents: tuple[SplitDocument, ...], supporting: tuple[Supporting, ...]
    ) -> tuple[tuple[SplitDocument, ...], tuple[Supporting, ...]]:
        """Return the documents and passages behind their leads, each passage a text of its own."""
        if self.leads is None:
            return documents, supporting
        texts = {document.document_id: document.text for document in documents}
        led = []
        for one in supporting:
            name = one.outline.document_id
            cut = one.window if one.window != (0, one.outline.length) else None
            led.append(self.leads.passage(name, texts[name], cut))
        windows = (Supporting(each.outline, None, window=(0, len(each.text))) for each in led)
        return tuple(led), tuple(windows)

    def _window(
        self, document: SplitDocument, one: Supporting, share: Share, longest: float
    ) -> Span:
        """Return what of a document supports a question: what does so for another, where it can.

        That is of no more units than `longest`. The pool holds what supports any question as one
        excerpt, so that it distracts others: no two of them overlap where that can be.
        """
        window, outline = trimmed(one, share), one.outline
        if one.evidence is None or window == (0, outline.length):
            return window
        known = sorted(map(document.worded, self._windows.get(document.document_id, ())))
        for start, stop in known:
            held = start <= one.evidence[0] and one.evidence[1] <= stop
            if held and units_between(outline, start, stop) <= longest:
                return start, stop
        low = max((stop for _, stop in known if stop <= one.evidence[0]), default=0)
        above = (start for start, _ in known if start >= one.evidence[1])
        high = min(above, default=outline.length)
        if one.within:
            low, high = max(low, one.within[0]), min(high, one.within[1])
        apart = trimmed(replace(one, within=(low, high)), share)
        longest, least = (units_between(outline, *each) for each in (window, apart))
        return apart if least >= _LEAST * longest else window

    def _split_document(self, named: tuple[str, Replaced]) -> SplitDocument:
        """Split and count a document as a question has it; unchanged ones once for all."""
        name, (text, hits) = named
        known = self._split.get(name)
        if known is None or (known.text, known.hits) != (text, hits):
            language = self.recipe.language
            known = SplitDocument.of(name, text, language, self.counting, hits=hits)
            self._split[name] = known
        return known
