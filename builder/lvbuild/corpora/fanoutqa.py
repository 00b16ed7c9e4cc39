"""FanOutQA: questions over many Wikipedia pages, and the pages that answer their subquestions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild.core.model import Answer, FanOut, Leaf, answer_texts
from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, Epochs, LoadedCorpus
from lvbuild.corpora.dump import DUMP, Dump
from lvbuild.corpora.pages import TITLES, markdown_page, read_titles
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import Record, RecordError, invalid, kind_of, plain
from lvbuild.corpora.wikitext import markdown_of
from lvbuild.errors import UsageError

NOVEMBER = "2023-11-20"
"""The day of the revisions that references name, and of the package's cache of pages."""
SEPTEMBER = "2023-09"
"""When the answers of the corrected edition were true: some of its references have no revision."""
OTHER_REVISIONS = "other revisions than the questions name"
_UNNAMED = "a page has no id and no other reference to its title has one"
MISSING = "a page is missing, which `lvbuild corpora fetch` may fetch"

_CACHED = r"^wikicache/\d+-dated\.md"
_REVISED = r"^pages/\d+-\d+\.(?:md|html)"


def question_files(part: str) -> tuple[str, ...]:
    """Return the patterns of the files of a part, "dev" or "test", that of November first."""
    return rf"fanout-final-{part}-nov23\.json", rf"fanout-final-{part}\.json"


class Reference(NamedTuple):
    """A page that a question rests on: its title, and its ids as far as upstream gives them."""

    title: str
    pageid: int | None
    revid: int | None

    @classmethod
    def of(cls, record: Record) -> Reference:
        """Read one; what is no number is no id, such as "###TBD###" of the corrected edition."""
        pageid, revid = (_number(record.field(name, "a number")) for name in ("pageid", "revid"))
        return cls(record.text("title"), pageid, revid)


def references(question: Record) -> list[Reference]:
    """Return the pages of a question, each once: those upstream lists, else those of its leaves."""
    if "necessary_evidence" in question.fields:
        every = question.records("necessary_evidence")
    else:
        every = [evidence for _, evidence in leaves(question)]
    return list(dict.fromkeys(map(Reference.of, every)))


def leaves(question: Record) -> Iterator[tuple[Record, Record]]:
    """Yield the subquestions of a question that are not decomposed, each with its evidence."""
    for part in question.records("decomposition"):
        if part.items("decomposition"):
            yield from leaves(part)
        else:
            where, evidence = f"{part.where}, evidence", part.field("evidence", "an object")
            yield part, Record.of(where, evidence)


def open_fanoutqa(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of the development set, or of the test set, and the pages they rest on.

    The test set has no answers. A page is one of the package's cache, of a folder of revisions by
    id, or of a dump; an empty one is missing. A question that lacks one is left out.
    """
    loading = Loading(folder, "fanoutqa")
    part = "test" if folder.entry.name.endswith("_test") else "dev"
    records = list(loading.records(*question_files(part)))
    pages = _Pages.of(loading.files)
    unfinished = False
    for record in records:
        with suppress(RecordError):  # it is told where the question is read
            for reference in references(record):
                unfinished |= None in reference
                pages.know(reference)
    pages.open_dump()
    for record in records:
        with loading.question(record.where, record.identity("id")) as question_id:
            _add(loading, record, question_id, pages)
    loading.end_file()
    return loading.done(Epochs(SEPTEMBER if unfinished else NOVEMBER, pages.epoch))


def _add(loading: Loading, record: Record, question_id: str, pages: _Pages) -> None:
    documents: dict[str, str] = {}
    revisions: dict[str, int] = {}
    for reference in references(record):
        pageid = reference.pageid or pages.titles.get(reference.title)
        if pageid is None:
            loading.settle(record.where, question_id, _UNNAMED)
            return
        page = pages.read(pageid)
        document = loading.add_document(record.where, page.text, reference.title, str(pageid))
        if not document:
            loading.settle(record.where, question_id, MISSING)
            return
        documents[reference.title] = document
        if page.revision is not None:
            revisions[document] = page.revision
    answer = _answer(record) if "answer" in record.fields else None
    asked = () if answer is None else tuple(_leaves(record, documents))
    loading.add_question(
        record.where,
        CorpusQuestion(
            question_id,
            record.text("question"),
            () if answer is None else tuple(map(plain, answer_texts(answer))),
            distinct(documents.values()),
            fan_out=FanOut(answer, asked, record.fields.get("decomposition", ()), revisions),
        ),
    )


def _leaves(record: Record, documents: Mapping[str, str]) -> Iterator[Leaf]:
    for part, evidence in leaves(record):
        answers = tuple(map(plain, answer_texts(_answer(part))))
        yield Leaf(documents[Reference.of(evidence).title], part.text("question"), answers)


def _answer(record: Record) -> Answer:
    answer: Answer = record.field("answer", "an answer")
    try:
        answer_texts(answer)
    except UsageError as error:
        where, expected = f"{record.where}, answer", "texts, numbers, true or false"
        raise invalid(where, f"holds {kind_of(answer)}", expected) from error
    return answer


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        return int(value)
    return value if type(value) is int else None


class _Page(NamedTuple):
    text: str
    revision: int | None


@dataclass
class _Pages:
    """The pages of a folder: of a cache and of a dump by their ids, of revisions by both ids."""

    files: RecordFiles
    cached: Mapping[int, Path]
    revised: Mapping[int, Mapping[int, Path]]
    titles: dict[str, int]
    dump: Dump | None = None
    _unnamed: set[str] = field(default_factory=set)
    _wanted: set[int] = field(default_factory=set)
    _meant: dict[int, int] = field(default_factory=dict)
    _read: dict[int, _Page] = field(default_factory=dict)
    _kinds: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, files: RecordFiles) -> _Pages:
        cached = {_ids(path)[0]: path for path in files.find(_CACHED)}
        revised: dict[int, dict[int, Path]] = {}
        for path in sorted(files.find(_REVISED)):
            pageid, revid = _ids(path)
            # Of two forms of a revision the Markdown, which is read as it stands, comes last.
            revised.setdefault(pageid, {})[revid] = path
        titles: dict[str, int] = {}
        for path in files.find(rf"^{TITLES}"):
            titles = {title: ids[0] for title, ids in read_titles(files.value(path)).items()}
        return cls(files, cached, revised, titles)

    @property
    def epoch(self) -> str:
        """What the pages that were read are of."""
        return " and ".join(sorted(self._kinds)) or NOVEMBER

    def know(self, reference: Reference) -> None:
        """Learn the id of a title, and the revision that is meant of a page: the first named."""
        title, pageid, revid = reference
        if pageid is None:
            self._unnamed.add(title)
        else:
            self._wanted.add(pageid)
            self.titles.setdefault(title, pageid)
            if revid is not None:
                self._meant.setdefault(pageid, revid)

    def open_dump(self) -> None:
        """Look up in a dump, where there is one, what references name: titles without ids too."""
        if self.files.find(DUMP):
            unnamed = self._unnamed - self.titles.keys()
            wanted = self._wanted | {self.titles[title] for title in self._unnamed - unnamed}
            self.dump = Dump.find(self.files, wanted, unnamed)
            for title in unnamed & self.dump.titles.keys():
                self.titles[title] = self.dump.titles[title]

    def read(self, pageid: int) -> _Page:
        """Return a page: of the revision that is meant, else of cache or dump, else another."""
        if pageid not in self._read:
            self._read[pageid] = self._find(pageid)
        return self._read[pageid]

    def _find(self, pageid: int) -> _Page:
        meant, revisions = self._meant.get(pageid), self.revised.get(pageid, {})
        if meant is not None and meant in revisions:
            return self._page(revisions[meant], meant, NOVEMBER)
        if pageid in self.cached:
            return self._page(self.cached[pageid], meant, NOVEMBER)
        if self.dump is not None and (found := self.dump.page(pageid)) is not None:
            return self._taken(markdown_page(markdown_of(found[0])), found[1], self.dump.day)
        if not revisions:
            return _Page("", None)
        latest = max(revisions)
        # One that no revision is named of was looked up by its title as of the same day.
        kind = NOVEMBER if meant is None else OTHER_REVISIONS
        return self._page(revisions[latest], latest, kind)

    def _page(self, path: Path, revision: int | None, kind: str) -> _Page:
        text = self.files.text(path, empty=True)
        return self._taken(markdown_page(text, html=path.suffix == ".html"), revision, kind)

    def _taken(self, text: str, revision: int | None, kind: str) -> _Page:
        if text:
            self._kinds.add(kind)
        return _Page(text, revision)


def _ids(path: Path) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", path.stem)]


def wanted_pages(questions: Iterable[Record]) -> list[Reference]:
    """Return the pages that questions rest on, each once; by its ids where one has them."""
    every = [each for question in questions for each in references(question)]
    whole = {each.title: each for each in every if None not in each}
    return list(dict.fromkeys(whole.get(each.title, each) for each in every))
