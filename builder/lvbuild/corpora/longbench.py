"""LongBench: the parts of its data, each record a question on a long context."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from lvbuild.core.model import LanguageCode
from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading, question_digest
from lvbuild.corpora.reading.record import Record, invalid, kind_of, string
from lvbuild.languages import Heading, find_language, languages
from lvbuild.text.cleaning import CHARACTERS, Cleaning
from lvbuild.text.counting import count

PASSAGES = "_passages"
"""Ends the name of the corpus of a part's passages."""


ARTICLES: Mapping[str, bool] = {
    "hotpotqa": True,
    "2wikimqa": True,
    "musique": True,
    "multi_news": False,
    "dureader": True,
}
"""The parts whose contexts are numbered articles, and whether these have titles."""
PARAGRAPHS = ("passage_count", "passage_retrieval_en", "passage_retrieval_zh")
"""Those whose contexts are numbered paragraphs."""


@dataclass(frozen=True, slots=True)
class LongBenchRecord:
    """A record as LongBench has it, in NFC and without characters that no reader sees.

    Of one that is `miscounted` the context has another length than the record tells.
    """

    id: str
    input: str
    context: str
    answers: tuple[str, ...]
    language: LanguageCode
    classes: tuple[str, ...] = ()
    miscounted: bool = False

    @property
    def question_id(self) -> str:
        """The id of what it asks."""
        return f"longbench:{self.id}"


@dataclass(frozen=True, slots=True)
class LongBenchPart(LoadedCorpus):
    """A part, its contexts the documents; `lines` are its records as they were read."""

    lines: tuple[Record, ...] = ()

    def records(self) -> Iterator[LongBenchRecord]:
        """Yield the records with their white space as it stands; BuildError for one that is none.

        Lines end with line feeds, and a context neither begins nor ends with one.
        """
        return map(_published, self.lines)


def open_longbench(folder: CorpusFolder) -> LongBenchPart:
    """Read the questions of one part, such as multifieldqa_en, each on the whole of its context."""
    loading = _loading(folder)
    lines = []
    for record in _records(loading, _part(folder)):
        lines.append(record)
        text, question = record.text("context"), record.text("input")
        document = loading.add_document(record.where, text)
        key = question_digest("", text, question)
        with loading.question(record.where, key) as question_id:
            answers = distinct(record.texts("answers"))
            asked = CorpusQuestion(question_id, question, answers, distinct([document]))
            loading.add_question(record.where, asked)
    corpus = loading.done()
    read: dict[str, Any] = {each.name: getattr(corpus, each.name) for each in fields(corpus)}
    return LongBenchPart(**read, lines=tuple(lines))


def open_passages(folder: CorpusFolder) -> LoadedCorpus:
    """Read the passages of one part's contexts, without their headings, each a document.

    Nothing is asked about them: upstream does not tell which of them support a question, or tells
    it by their numbers.
    """
    loading = _loading(folder)
    part = _part(folder).removesuffix(PASSAGES)
    heading, titled = headed(part, folder.entry.language)
    for record in _records(loading, part):
        texts = list(passages(record.text("context"), heading, titled=titled))
        if not texts:
            first = f"{heading.before}1{heading.after}".strip()
            raise invalid(f"{record.where}, context", "has no numbered passages", f"{first!r}")
        for title, text in texts:
            loading.add_document(record.where, text, title)
    return loading.done()


def headed(part: str, code: LanguageCode) -> tuple[Heading, bool]:
    """Return how the passages of a part are headed, in its language, and whether with titles."""
    language = find_language(code)
    heading = language.paragraph_heading if part in PARAGRAPHS else language.article_heading
    return heading, ARTICLES.get(part, False)


def passages(context: str, heading: Heading, *, titled: bool) -> Iterator[tuple[str, str]]:
    """Yield the title and the text of each numbered passage of a context; "" is no title.

    A heading begins a line and has the number that comes next, so that a passage which names
    another is not cut there.
    """
    begun, number = None, 1
    behind = heading.after + heading.title * titled
    while True:
        wanted = re.escape(f"{heading.before}{number}{behind}")
        found = re.compile(f"^{wanted}", re.MULTILINE).search(context, begun or 0)
        if begun is not None:
            text = context[begun : found.start() if found else len(context)]
            title, _, below = text.partition("\n") if titled else ("", "", text)
            yield title.strip(), below.strip()
        if not found:
            return
        begun, number = found.end(), number + 1


def _loading(folder: CorpusFolder) -> Loading:
    return Loading(folder, "longbench", lasting=False)


def _part(folder: CorpusFolder) -> str:
    return folder.entry.name.removeprefix("longbench_")


def _records(loading: Loading, part: str) -> Iterator[Record]:
    file = re.escape(part)
    patterns = rf"{file}\.jsonl", rf"{file}/test[-/][^/]+\.parquet", r"data\.zip"
    yield from loading.records(*patterns, lines=True, member=f"{part}.jsonl")


def is_part(name: str) -> bool:
    """Tell whether a corpus of that name has records that can be passed on."""
    return name.startswith("longbench_") and not name.endswith(PASSAGES)


def _published(record: Record) -> LongBenchRecord:
    length, classes = record.field("length", "a number"), record.fields.get("all_classes")
    if type(length) is not int or length < 0:
        raise invalid(f"{record.where}, length", f"is {kind_of(length)}", "a whole number")
    context, language = record.string("context"), record.string("language")
    if language not in languages:
        raise invalid(f"{record.where}, language", f"is {language!r}", " or ".join(languages))
    where = f"{record.where}, answers"
    answers = [string(where, answer) for answer in record.items("answers")]
    return LongBenchRecord(
        record.identity("_id"),
        _seen(record.string("input")),
        _seen(context).strip("\n"),
        tuple(filter(None, map(_seen, answers))),
        language,
        () if classes is None else tuple(record.texts("all_classes")),
        length != count(context, find_language(language).unit),
    )


_UNSEEN = Cleaning((CHARACTERS,))


def _seen(text: str) -> str:
    """Return a text without characters that no reader sees; its white space stays."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNSEEN.clean(unicodedata.normalize("NFC", lines)).text
