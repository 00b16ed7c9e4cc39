"""Drafting rows by a model: what it is asked for, what it has to reply, which of it is kept."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from pydantic import BaseModel

from lvbuild.annotate.suggesting.suggest import ANNOTATOR
from lvbuild.annotate.workbench import Rules, Step, Workbench
from lvbuild.core.endpoint import Endpoint, UnusableError
from lvbuild.core.model import LanguageCode
from lvbuild.errors import BuildError, UsageError
from lvbuild.languages import find_language
from lvbuild.rules.every import RULES, errors, findings
from lvbuild.rules.evidence import wrong_length
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.writing import Change, ConflictError, key_of

_LONGEST_EVIDENCE, _LONGEST_EXAMPLE = 6_000, 600
"""Characters that a prompt holds of a document, those around the answer, and of an example."""
_EXAMPLES = 2
_PAIRS = 3
_NEEDLES = 6
_OF_DOCUMENTS = ("abstracts", "questions")
"""Tables whose rows are of a document each, not of a question that is there."""
_LACKING = ("name-without-row", "answer-unchanged")
"""The rules that tell what a question's replacements leave."""
_find_lacking = partial(findings, rules=[rule for rule in RULES if rule.name in _LACKING])
_find_doubtful = partial(
    findings, rules=[r for r in RULES if r.severity == "warning" and not r.of_question]
)
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What lacks rows, a question or a document: what is asked of the model.

    `key` are the fields that its rows have, whatever the model says.
    """

    name: str
    count: int
    prompt: str
    key: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of one: rows that are kept as drafts, those kept as rejected, or why none.

    Rejected rows carry the reason in their note.
    """

    name: str
    kept: int
    rejected: int
    failed: str = ""


@dataclass
class Drafting:
    """Drafts the rows of one table of a recipe, by so many requests `at_once` at most."""

    bench: Workbench
    table: str
    endpoint: Endpoint
    prompts: Path | None = None
    at_once: int = 4

    def __post_init__(self) -> None:
        recipe, table = self.bench.recipe, self.table
        if table not in {*recipe.table_names, *recipe.optional_tables, *recipe.own_tables}:
            raise UsageError(f"{recipe.name} takes no table {table!r}; no row of it can be drafted")
        # In fact recall a confusing fact stands in a book, and is a sentence by itself.
        self._rivals = table == "confusing_facts" and bool(recipe.question_corpora)
        # Replacements hang together, so that those of a question are judged, and written, at once.
        self._together = table == "replacements"
        alone = table == "confusing_facts" and not self._rivals
        asking = "confusing_sentences" if alone else table
        self._prompt = read_prompt(asking, self.bench.language, self.prompts)
        self._again = read_prompt("again", self.bench.language, self.prompts)
        self._annotator = f"model {self.endpoint.model}"
        self._slots = BoundedSemaphore(self.at_once)

    def wanted(self, limit: int | None = None) -> list[Wanted]:
        """Return the questions that lack rows, in the recipe's order, at most so many.

        A question whose drafts were rejected by the rules still lacks them; so does one of which
        replacements leave a name or the answer, until the model has drafted some of it. Where a row
        is of a document, so many are drawn as make the recipe's count, none the evidence of what is
        asked.
        """
        bench, used = self.bench, self.bench.used(self.table)
        if self.table == "needles":
            others, count = "; ".join(row.fact for row in used) or "-", _NEEDLES - len(used)
            return [self._asking("needles", count, {}, others=others)] if count > 0 else []
        if self.table in _OF_DOCUMENTS:
            return self._of_documents(max(bench.recipe.count - len(used), 0))[:limit]
        least = _PAIRS if self.table == "replacements" else bench.recipe.confusing_facts
        there = Counter(row.question_id for row in used)
        drafted = {row.question_id for row in used if row.annotator == self._annotator}
        left = self._left(bench).keys() - drafted
        names = [name for name in bench.asked if there[name] < least or name in left][:limit]
        return [self._of_question(name, max(least - there[name], 1)) for name in names]

    def _left(self, bench: Workbench) -> defaultdict[str, list[str]]:
        """Return what rules say that the replacements of questions leave, by question."""
        left: defaultdict[str, list[str]] = defaultdict(list)
        for *_, each in bench.found(_find_lacking) if self._together else ():
            left[each.question_id].append(each.message)
        return left

    def tokens(self, wanted: Sequence[Wanted]) -> tuple[int, int]:
        """Return about how many tokens will be sent, and come back, where no draft fails."""
        language, each = find_language(self.bench.language), 300 if self._rivals else 150
        sent = sum(language.about_tokens(len(one.prompt)) for one in wanted)
        return sent, sum(each * one.count for one in wanted)

    def run(self, wanted: Sequence[Wanted]) -> Iterator[Drafted]:
        """Ask for each question; yield what came of each, in order.

        The rows of a question stand in their table before it is yielded. Raises SpentError, and
        BuildError where the endpoint fails for good: what was drafted before stands.
        """
        pool = ThreadPoolExecutor(self.at_once)
        try:
            for one, (drafts, why) in zip(wanted, pool.map(self._ask, wanted), strict=True):
                yield self._keep(one, drafts, why)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _ask(self, wanted: Wanted) -> tuple[Sequence[dict[str, Any]], str]:
        """Return the fields of the rows that the model drafts, or why there are none."""
        try:
            with self._slots:
                answer = self.endpoint.ask(wanted.prompt)
            return read_reply(self.table, answer), ""
        except UnusableError as error:
            return (), str(error)

    def _keep(self, wanted: Wanted, drafts: Sequence[dict[str, Any]], why: str) -> Drafted:
        """Keep what passes; ask once more for the rest, and keep that as rejected if it fails."""
        rows, problems, why = self._passing(wanted, drafts, why)
        kept = 0
        if why:
            if not self._together:
                kept, rows = self._apply(self._changes(rows)), []
            prompt = f"{wanted.prompt.rstrip()}\n{filled(self._again, {'why': why})}"
            again = replace(wanted, count=wanted.count - kept, prompt=prompt)
            try:
                more, problems, why = self._passing(again, *self._ask(again))
            except BuildError:
                self._apply(self._changes(rows))
                raise
            rows = more or rows
        kept += self._apply(self._changes(rows))
        rejected = 0
        for row, reason in problems:
            new = row.model_copy(update={"status": "rejected", "note": reason})
            rejected += self._apply([Change(self.table, None, new)], reason)
        return Drafted(wanted.name, kept, rejected, "" if kept or rejected else why)

    def _passing(
        self, wanted: Wanted, drafts: Sequence[dict[str, Any]], why: str
    ) -> tuple[Sequence[BaseModel], Sequence[tuple[BaseModel, str]], str]:
        """Return the rows that pass, the others with the reason, and what is wrong with all."""
        there = {key_of(row): row for row in self.bench.rows(self.table)}
        rows, problems, told = list[BaseModel](), list[tuple[BaseModel, str]](), [why]
        for fields in drafts if self._together else drafts[: wanted.count]:
            try:
                row = self._row(wanted, fields)
            except ValueError as error:
                told.append(str(error))
                continue
            old = there.setdefault(key_of(row), row)
            if old is row or _is_suggested(old):
                there[key_of(row)] = row
                rows.append(row)
        while broken := self._broken(rows, errors):
            problems += broken
            rows = [row for row in rows if all(row is not other for other, _ in broken)]
        doubtful = self._broken(rows, _find_doubtful) if self._together else []
        told += [f"{key_of(row)[-1]}: {reason}" for row, reason in (*problems, *doubtful)]
        if not any(told) and not self._together and len(rows) < wanted.count:
            told.append(f"{wanted.count} were asked for, {len(rows)} can be used")
        return rows, problems, "; ".join(filter(None, told))

    def _changes(self, rows: Sequence[BaseModel]) -> list[Change]:
        """Return what puts rows into the table, in place of what rules suggested for the same."""
        there = self.bench.rows(self.table)
        suggested = {key_of(row): row for row in there if _is_suggested(row)}
        return [Change(self.table, suggested.get(key_of(row)), row) for row in rows]

    def _row(self, wanted: Wanted, fields: Mapping[str, Any]) -> BaseModel:
        """Return the row of fields; raise ValueError where they are none."""
        given = {**fields, **wanted.key, "status": "draft", "annotator": self._annotator}
        row = row_of(given, row_types(self.bench.recipe)[self.table])
        wrong = wrong_length(given.get("passage", ""), self.bench.language)
        if self._rivals and wrong:
            raise ValueError(wrong)
        return row

    def _broken(self, rows: Sequence[BaseModel], rules: Rules) -> list[tuple[BaseModel, str]]:
        """Return which rows break rules if all stood in the table, each with the reasons."""
        told = self.bench.broken_by(self._changes(rows), rules) if rows else []
        reasons = ["; ".join(why for other, why in told if other == row) for row in rows]
        return [(row, why) for row, why in zip(rows, reasons, strict=True) if why]

    def _apply(self, changes: Sequence[Change], reason: str = "") -> int:
        """Make changes, none where one of their rows stands there; return how many."""
        steps = [Step("draft", change) for change in changes]
        try:
            self.bench.write(steps, self._annotator, reason=reason)
        except ConflictError:  # somebody else wrote it meanwhile
            return 0
        return len(changes)

    def _asking(self, name: str, count: int, key: Mapping[str, str], **values: str) -> Wanted:
        """Return what lacks rows, with the values that fill in its prompt."""
        return Wanted(name, count, filled(self._prompt, {"count": str(count), **values}), key)

    def _of_question(self, name: str, count: int) -> Wanted:
        bench = self.bench
        listed, own = bench.questions[name], bench.documents(name)
        left = self._left(bench.with_tables(bench.tables.of_questions([name])))[name]
        examples: list[str] = []
        if self._rivals:  # passages in whose manner a rival is to be, others each time
            alike = self._like_rivals
            drawn = _drawn((other for other in alike if other not in own), name)
            examples = [alike[other] for other in drawn[:_EXAMPLES]]
        return self._asking(
            name,
            count,
            {"question_id": name},
            question=listed.question,
            answers=" | ".join(listed.answers),
            evidence="\n\n".join(_around(text, listed.answers) for text in own.values()),
            examples="\n\n".join(examples),
            rows=self._rows_of({name, "*"}),
            others=self._rows_of(bench.sharing(name)),
            left="\n".join(left) or "-",
        )

    def _rows_of(self, names: Collection[str]) -> str:
        """Return the replacements of questions, a line each."""
        shown = (
            f"{'* ' * _is_suggested(row)}{row.original} ->"
            f" {' / '.join((row.replacement, *row.alternatives))}"
            for row in self.bench.used("replacements")
            if row.question_id in names
        )
        return "\n".join(shown) or "-"

    def _of_documents(self, count: int) -> list[Wanted]:
        """Return so many documents that have no row, in an order of the table's own."""
        bench = self.bench
        rows = (row.model_dump(by_alias=True) for row in bench.rows(self.table))
        taken = {row["document_id"] for row in rows}
        taken |= {name for one in bench.asked for name in bench.questions[one].supporting}
        wanted = []
        for name in _drawn((name for name in bench.pool if name not in taken), self.table)[:count]:
            key = {"document_id": name}
            if self.table == "questions":
                key["id"] = blake2b(name.encode(), digest_size=6).hexdigest()
            wanted.append(self._asking(name, 1, key, evidence=_around(bench.pool[name], ())))
        return wanted

    @cached_property
    def _like_rivals(self) -> Mapping[str, str]:
        """The passages of the pool that are as long as rivals; the begins of all where none is."""
        pool, language = self.bench.pool, self.bench.language
        alike = {name: text for name, text in pool.items() if not wrong_length(text, language)}
        return alike or {name: text[:_LONGEST_EXAMPLE] for name, text in pool.items()}


def _is_suggested(row: BaseModel) -> bool:
    """Tell whether rules suggested a row, and nobody has decided on it."""
    return (vars(row)["annotator"], vars(row)["status"]) == (ANNOTATOR, "draft")


def _drawn(names: Iterable[str], key: str) -> list[str]:
    """Return names in an order that is drawn by a key."""
    by = key.encode()[:64]
    return sorted(names, key=lambda name: blake2b(name.encode(), key=by).digest())


def _around(text: str, answers: Sequence[str]) -> str:
    """Return what of a long document stands around the first answer that is found in it."""
    if len(text) <= _LONGEST_EVIDENCE:
        return text
    found = next((at for answer in answers if (at := text.find(answer)) >= 0), 0)
    start = max(min(found - _LONGEST_EVIDENCE // 2, len(text) - _LONGEST_EVIDENCE), 0)
    return text[start : start + _LONGEST_EVIDENCE]


def read_prompt(table: str, language: LanguageCode, folder: Path | None = None) -> str:
    """Return the prompt of a table; one in a user's folder, `en/TABLE.txt`, comes first.

    Raises UsageError where that one cannot be read, or there is none in the language.
    """
    name = f"{language}/{table}.txt"
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder}: is no folder of prompts; it holds such as {name}")
    if folder is not None and (own := folder / name).exists():
        try:
            return own.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{own}: cannot be read as UTF-8 text ({error})") from error
    shipped = files("lvbuild.annotate").joinpath("prompts", name)
    if not shipped.is_file():
        spoken = find_language(language).name
        raise UsageError(f"no prompt is in {spoken}; give a folder that holds {name} by --prompts")
    return shipped.read_text(encoding="utf-8")


def filled(prompt: str, values: Mapping[str, str]) -> str:
    """Return a prompt with its places, such as `{question}`, filled in; other braces stay."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), prompt)


_REPLIES = {
    "confusing_facts": ("facts", ("fact", "subject", "passage", "answer")),
    "replacements": (
        "replacements",
        ("entity", "original", "replacement", "alternatives", "kind"),
    ),
    "needles": ("needles", ("id", "fact", "question", "answers", "keywords")),
    "abstracts": ("abstracts", ("abstract",)),
    "questions": ("questions", ("question", "answers", "evidence")),
}
"""The key of each table's reply, and the fields that are taken of what stands in its list."""


def read_reply(table: str, answer: str) -> Sequence[dict[str, Any]]:
    """Return the fields of the rows that an answer drafts; whether they are rows is not checked.

    Raises UnusableError that says why there are none.
    """
    key, names = _REPLIES[table]
    for opening in re.finditer(r"[{\[]", answer):  # words or fences may stand around it
        with suppress(ValueError, RecursionError):
            reply = json.JSONDecoder().raw_decode(answer, opening.start())[0]
            break
    else:
        raise UnusableError("it is no JSON")
    drafts = reply.get(key) if isinstance(reply, dict) else None
    # Of replacements none may be missing.
    if not isinstance(drafts, list) or not (drafts or table == "replacements"):
        raise UnusableError(f"it has no list {key!r} with something in it")
    if not all(isinstance(draft, dict) for draft in drafts):
        raise UnusableError(f"{key!r} holds what is no object")
    return [{name: _one_line(draft[name]) for name in names if name in draft} for draft in drafts]


def _one_line(value: Any) -> Any:
    if isinstance(value, list):
        return [_one_line(part) for part in value]
    return " ".join(value.split()) if isinstance(value, str) else value
