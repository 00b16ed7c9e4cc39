"""The documents and questions of a corpus as they are cleaned, answers' places carried along."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

import orjson

from lvbuild.core.kept import Kept
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.text.cleaning import Cleaned, Cleaning

_REACH = 20
_CLEANED = Kept("cleaned", "corpora")


def answer_evidence(text: str, answers: Sequence[str], starts: Sequence[object]) -> tuple[str, ...]:
    """Return the passage around the first answer where upstream has it, as a question's evidence.

    It is the shortest of growing stretches that does not stand before. There is none where the
    answer stands in the text once, or where upstream gives no place (SQuAD's `answer_start`).
    """
    for answer, start in zip(answers, starts, strict=False):
        if answer and answer in text:
            return _passage(text, answer, start) if type(start) is int else ()
    return ()


def _passage(text: str, answer: str, start: int) -> tuple[str, ...]:
    """Take the occurrence nearest to `start`: white space at the text's ends is cut off."""
    places = [found.start() for found in re.finditer(f"(?={re.escape(answer)})", text)]
    if len(places) == 1:
        return ()
    at = min(places, key=lambda place: (abs(place - start), place))
    for reach in range(_REACH, len(text) + _REACH, _REACH):
        begin, end = max(at - reach, 0), min(at + len(answer) + reach, len(text))
        while begin and text[begin - 1].isalnum():
            begin -= 1
        while end < len(text) and text[end].isalnum():
            end += 1
        if text.find(text[begin:end]) == begin:
            break
    return (text[begin:end].strip(),)


PAGE_LINES = "page furniture"
"""How releases count pages whose menus and the like were taken away."""
_LEAST = 5
"""On the pages of so many questions a line has to stand, and of one in `_SHARE` questions."""
_SHARE = 400
_SHORTEST = 6
"""Shorter ones may be anyone's: "方法/步骤"."""


def shared_lines(pages: Iterable[Iterable[str]]) -> frozenset[str]:
    """Return the lines that stand on pages of many questions, without spaces at their ends.

    `pages` are those of each question. That several pages of one question share a line tells
    nothing: they copy their content from each other.
    """
    counts: Counter[str] = Counter()
    questions = 0
    for texts in pages:
        lines = {line for text in texts for line in text.split("\n")}
        counts.update({line.strip() for line in lines})
        questions += 1
    least = max(_LEAST, questions // _SHARE)
    return frozenset(
        line for line, count in counts.items() if count >= least and len(line) >= _SHORTEST
    )


def without_lines(text: str, lines: Collection[str]) -> str:
    """Return a text without the lines that are among some."""
    kept = [line for line in text.split("\n") if line.strip() not in lines]
    return "\n".join(kept).strip()


def cleaned_question(
    question: CorpusQuestion,
    texts: CleanedTexts,
    starts: Sequence[object] = (),
    extractive: bool = False,
) -> CorpusQuestion:
    """Return a question as its documents are cleaned.

    `starts` are the places of its answers in its one supporting document, as upstream tells them.
    Of an `extractive` question only the answers that stand in a supporting document are kept.
    """
    answers = list(_answers(question, texts, starts))
    after = [texts.after(name) for name in question.supporting]
    kept = (words for words, _ in answers if not extractive or any(words in text for text in after))
    evidence = _evidence(question, texts)
    if not evidence and any(place is not None for _, place in answers):
        evidence = answer_evidence(after[0], *zip(*answers, strict=True))
    asked = texts.words(question.input)
    if asked != question.input:  # what becomes several lines by it is one
        asked = " ".join(asked.split("\n"))
    # What a structured answer says twice counts twice.
    said = tuple(filter(None, kept)) if question.fan_out else distinct(kept)
    return replace(question, input=asked, answers=said, evidence=evidence)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Drop what is empty or has come before."""
    return tuple(dict.fromkeys(filter(None, texts)))


def _answers(
    question: CorpusQuestion, texts: CleanedTexts, starts: Sequence[object]
) -> Iterator[tuple[str, int | None]]:
    """Yield the answers and their places; one that is not at its place becomes what stands there.

    It may stand in a form of the place that is not shown: in Wikipedia's -{zh-cn:...;zh-tw:...}-.
    """
    document = question.supporting[0] if len(question.supporting) == 1 else ""
    for answer, start in zip_longest(question.answers, starts[: len(question.answers)]):
        words = texts.answer(answer)
        if not document or type(start) is not int or start < 0:
            yield words, None
            continue
        there, place = texts.stretch(document, start, start + len(answer))
        if words and words in there:
            yield words, place + there.index(words)
        else:
            stood = texts.before(document).startswith(answer, start)
            # Where nothing is left at its place, it may stand elsewhere.
            yield there if stood and there else words, place if there else None


def _evidence(question: CorpusQuestion, texts: CleanedTexts) -> tuple[str, ...]:
    """Return what became of the marked passages in the documents that they stand in."""
    evidence = []
    for passage in question.evidence:
        found = (texts.passage(name, passage) for name in question.supporting)
        evidence.append(next(filter(None, found), "") or texts.words(passage))
    return distinct(evidence)


@dataclass(slots=True)
class CleanedTexts:
    """Cleans texts, remembers what they were and where their passages went.

    Rules that cut are for documents alone: the words of questions and answers are not cut.

    `counts` says how many documents, and how many answers, a rule has changed. `rules` are the
    names of the rules where they are lvbuild's own, as the languages are: what they make of
    documents is kept.
    """

    cleaning: Cleaning
    counts: Counter[str]
    rules: str = ""
    _before: dict[str, str] = field(default_factory=dict)
    _after: dict[str, str] = field(default_factory=dict)
    _traces: dict[str, Cleaned] = field(default_factory=dict)
    _words: dict[str, Cleaned] = field(default_factory=dict)

    def add(self, document_id: str, text: str) -> str:
        """Clean a document's text and return it."""
        kinds, cleaned = self._clean(text)
        self._after[document_id] = cleaned
        if kinds:
            self.counts.update(kinds)
            self._before[document_id] = text
        return cleaned

    def _clean(self, text: str) -> tuple[Sequence[str], str]:
        """Return the names of the rules that change a text, and the text after them."""
        if not self.rules:
            cleaned = self.cleaning.clean(text)
            return cleaned.kinds, cleaned.text
        kept = _CLEANED.get((self.rules, text), lambda: _as_kept(self.cleaning.clean(text)))
        kinds, _, new = kept.partition(b"\n")
        return (orjson.loads(kinds), new.decode("utf-8", "surrogatepass")) if kept else ((), text)

    def before(self, document_id: str) -> str:
        """Return a document's text as it was added; "" where there is none of that id."""
        return self._before.get(document_id) or self.after(document_id)

    def after(self, document_id: str) -> str:
        """Return a document's text as it was cleaned; "" where there is none of that id."""
        return self._after.get(document_id, "")

    def words(self, text: str) -> str:
        """Clean the words of a question, an answer or a passage by themselves, equal ones once."""
        if text not in self._words:
            self._words[text] = self.cleaning.of(cuts=False).clean(text)
        return self._words[text].text

    def answer(self, text: str) -> str:
        """Clean an answer, such as a label, and count it by the kinds of what was changed."""
        words = self.words(text)
        self.counts.update(f"{kind}, in answers" for kind in self._words[text].kinds)
        return words

    def cuts(self, question: CorpusQuestion, extractive: bool) -> bool:
        """Tell whether a rule would cut an answer, or cut it or evidence out of a document.

        Of an `extractive` question one of the answers has to be left.
        """
        if any(self.stood(n, words) for n in question.supporting for words in question.evidence):
            return True
        lost = [self._is_cut(answer, question.supporting) for answer in question.answers if answer]
        return bool(lost) and (all(lost) if extractive else any(lost))

    def _is_cut(self, answer: str, documents: Iterable[str]) -> bool:
        if self.cleaning.of(cuts=True).clean(self.words(answer)).kinds:
            return True
        return any(self.stood(name, answer) for name in documents) and not any(
            self.words(answer) in self.after(name) for name in documents
        )

    def stood(self, document_id: str, passage: str) -> bool:
        """Tell whether a passage stood in a document and nothing of it is left."""
        return passage in self._before.get(document_id, "") and not self.passage(
            document_id, passage
        )

    def passage(self, document_id: str, passage: str) -> str:
        """Return what became of a passage of a document, "" if it does not stand in it."""
        start = self.before(document_id).find(passage)
        return self.stretch(document_id, start, start + len(passage))[0] if start >= 0 else ""

    def stretch(self, document_id: str, start: int, end: int) -> tuple[str, int]:
        """Return what became of the characters [start, end) of a document, and where it begins."""
        text = self._after[document_id]
        if document_id in self._before:
            if document_id not in self._traces:
                self._traces[document_id] = self.cleaning.clean(self._before[document_id])
            start, end = self._traces[document_id].span(start, end)
        kept = text[start:end]
        return kept.strip(), start + len(kept) - len(kept.lstrip())


def _as_kept(cleaned: Cleaned) -> bytes:
    """Return the rules that changed a text in a line, then the text; nothing where none did."""
    text = cleaned.text.encode("utf-8", "surrogatepass")
    return orjson.dumps(cleaned.kinds) + b"\n" + text if cleaned.kinds else b""
