"""Drafting rows by a model: what lacks them, what is asked for, which of the reply is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, ClassVar

from pydantic import BaseModel

from lvbuild.annotate.drafting.prompts import filled, read_prompt, read_reply
from lvbuild.annotate.workbench import Step, Workbench
from lvbuild.core.endpoint import Endpoint, UnusableError
from lvbuild.errors import BuildError, UsageError
from lvbuild.languages import find_language
from lvbuild.rules.evidence import wrong_length
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.rows import SelectionRow, names_program
from lvbuild.tables.writing import Change, ConflictError, key_of

_LONGEST_EVIDENCE, _LONGEST_EXAMPLE = 6_000, 600
"""Characters that a prompt holds of a document, those around the answer, and of an example."""
_EXAMPLES = 2
_NEEDLES = 6
_MOST = 100
"""Rows of a reply that are looked at, where they hang together."""
_AGAIN = "some of its reply cannot be used"
_OF_DOCUMENTS = ("abstracts", "questions")
"""Tables whose rows are of a document each, not of a question that is there."""

Broken = tuple[BaseModel, str]
"""A row, and the reasons why it cannot be kept, or is doubtful."""
Standing = Mapping[tuple[str, ...], BaseModel]
"""The rows of a table by their keys."""


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
    """What came of one: rows that are kept as drafts, those kept as rejected, what is wrong.

    Rejected rows carry the reason in their note.
    """

    name: str
    kept: int
    rejected: int
    why: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is no row, and not because none is missing."""
        return bool(self.why) and not self.kept


@dataclass
class Drafting:
    """Drafts the rows of one table of a recipe, by so many requests `at_once` at most."""

    bench: Workbench
    table: str
    endpoint: Endpoint
    prompts: Path | None = None
    at_once: int = 4

    together: ClassVar[bool] = False
    """Whether rows of a reply hang together, so that they are kept, and asked for anew, as one."""

    def __post_init__(self) -> None:
        recipe, table = self.bench.recipe, self.table
        if table not in {*recipe.table_names, *recipe.optional_tables, *recipe.own_tables}:
            raise UsageError(f"{recipe.name} takes no table {table!r}; no row of it can be drafted")
        # In fact recall a confusing fact stands in a book, and is a sentence by itself.
        self._rivals = table == "confusing_facts" and bool(recipe.question_corpora)
        alone = table == "confusing_facts" and not self._rivals
        asking = "confusing_sentences" if alone else table
        self._prompt = read_prompt(asking, self.bench.language, self.prompts)
        self._again = read_prompt("again", self.bench.language, self.prompts)
        self.annotator = f"model {self.endpoint.model}"
        self._slots = BoundedSemaphore(self.at_once)

    def wanted(self, limit: int | None = None) -> list[Wanted]:
        """Return the questions that lack rows, in the recipe's order, at most so many.

        A question whose drafts were rejected by the rules still lacks them. Where a row is of a
        document, so many are drawn as make the recipe's count, none the evidence of what is asked.
        """
        bench, used = self.bench, self.bench.used(self.table)
        if self.table == "needles":
            others, count = "; ".join(row.fact for row in used) or "-", _NEEDLES - len(used)
            return [self._asking("needles", count, {}, others=others)] if count > 0 else []
        if self.table in _OF_DOCUMENTS:
            return self._of_documents(max(bench.recipe.count - len(used), 0))[:limit]
        return [self._of_question(*each) for each in islice(self.lacking(), limit)]

    def lacking(self) -> Iterator[tuple[str, int, Mapping[str, str]]]:
        """Yield the questions that lack rows, about how many, and what else their prompts tell.

        That is how passages of the corpus are written.
        """
        there = Counter(row.question_id for row in self.bench.used(self.table))
        least = self.bench.recipe.confusing_facts
        for name in self.bench.asked:
            if there[name] < least:
                own, alike = self.bench.documents(name), self._like_rivals if self._rivals else {}
                drawn = _drawn((other for other in alike if other not in own), name)
                examples = "\n\n".join(alike[other] for other in drawn[:_EXAMPLES])
                yield name, least - there[name], {"examples": examples}

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
                done, failure = self._keep(one, drafts, why)
                yield done
                if failure:
                    raise failure
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

    def _keep(
        self, wanted: Wanted, drafts: Sequence[dict[str, Any]], why: str
    ) -> tuple[Drafted, BuildError | None]:
        """Keep what passes; ask once more for the rest, and keep that as rejected if it fails.

        With it comes what ended the asking in between.
        """
        rows, problems, why = self._passing(wanted, drafts, why)
        kept = 0
        if why:
            if not self.together:
                (kept, _), rows = self._write(wanted, rows, why=why), []
            prompt = f"{wanted.prompt.rstrip()}\n{filled(self._again, {'why': why})}"
            again = replace(wanted, count=wanted.count - kept, prompt=prompt)
            try:
                more, problems, why = self._passing(again, *self._ask(again))
            except BuildError as failure:
                added, _ = self._write(wanted, rows, why=why, asked=False)
                return Drafted(wanted.name, kept + added, 0, why), failure
            rows = more or rows
        added, rejected = self._write(wanted, rows, problems, why)
        return Drafted(wanted.name, kept + added, rejected, why), None

    def _passing(
        self, wanted: Wanted, drafts: Sequence[dict[str, Any]], why: str
    ) -> tuple[Sequence[BaseModel], Sequence[Broken], str]:
        """Return the rows that pass, the others with the reason, and what is wrong with all."""
        there = self._standing()
        made, told = dict[tuple[str, ...], BaseModel](), [why]
        for fields in drafts[:_MOST] if self.together else drafts[: wanted.count]:
            try:
                found = {key_of(row): row for row in self.rows_of(wanted, fields, there)}
            except ValueError as error:
                told.append(str(error))
                continue
            for key, row in found.items():
                if key not in there or self.may_go(there[key]):
                    made.setdefault(key, row)
        if len(drafts) > _MOST:
            told.append(f"of {len(drafts):,} rows {_MOST} were looked at")
        rows = list(made.values())
        try:
            problems = self._part(rows)
            doubtful = self.doubtful(self._steps(rows))
        except ConflictError:  # somebody else wrote one of them meanwhile
            return self._passing(wanted, drafts, why)
        wrong = {key_of(row)[-1]: reason for row, reason in (*problems, *doubtful)}
        told += [f"{words}: {reason}" for words, reason in wrong.items()]
        if not any(told) and not self.together and len(rows) < wanted.count:
            told.append(f"{wanted.count} were asked for, {len(rows)} can be used")
        return rows, problems, "; ".join(filter(None, told))

    def _part(self, rows: list[BaseModel]) -> list[Broken]:
        """Take out of rows those that cannot stand beside the others; return them."""
        problems: list[Broken] = []
        while refused := self.refused(self._steps(rows)):
            problems += refused
            rows[:] = [row for row in rows if all(row is not other for other, _ in refused)]
        for row, reason in problems.copy():  # what another's fault was told of
            if len(problems) > 1 and not self.refused(self._steps([*rows, row])):
                rows.append(row)
                problems.remove((row, reason))
        return problems

    def refused(self, steps: Sequence[Step]) -> list[Broken]:
        """Return the rows of steps that may not stand."""
        return found_in(steps, self.bench.errors_of)

    def doubtful(self, steps: Sequence[Step]) -> list[Broken]:
        """Return the rows of steps that may be bad: they are asked for once more."""
        return []

    def rows_of(
        self, wanted: Wanted, fields: Mapping[str, Any], there: Standing
    ) -> list[BaseModel]:
        """Return the rows of a draft's fields, beside those `there`; raise ValueError for none."""
        given = {**fields, **wanted.key, "status": "draft", "annotator": self.annotator}
        row = row_of(given, row_types(self.bench.recipe)[self.table])
        wrong = wrong_length(given.get("passage", ""), self.bench.language)
        if self._rivals and wrong:
            raise ValueError(wrong)
        return [row]

    def may_go(self, row: BaseModel) -> bool:
        """Tell whether a row that stands may be written anew: a program has rejected it."""
        return rejected_by_program(row)

    def _standing(self) -> Standing:
        return {key_of(row): row for row in reversed(self.bench.rows(self.table))}

    def _steps(self, rows: Iterable[BaseModel]) -> list[Step]:
        """Return what puts rows into the table, in the places of those that may go."""
        there = {key: row for key, row in self._standing().items() if self.may_go(row)}
        return [Step("draft", Change(self.table, there.get(key_of(row)), row)) for row in rows]

    def _write(
        self,
        wanted: Wanted,
        rows: Sequence[BaseModel],
        problems: Sequence[Broken] = (),
        why: str = "",
        *,
        asked: bool = True,
    ) -> tuple[int, int]:
        """Write rows, and the others as rejected, at once; return how many new ones there are.

        Where the model was `asked` for rows that hang together the ledger says so, with a reason
        where it has to be asked again.
        """
        kept = list(rows)
        problems = [*problems, *self._part(kept)]  # as others may have written meanwhile
        there, steps, rejected = self._standing(), self._steps(kept), 0
        for row, reason in problems:
            old = there.get(key_of(row))
            new = row.model_copy(update={"status": "rejected", "note": reason})
            if old is None or (old != new and rejected_by_program(old)):
                steps.append(Step("draft", Change(self.table, old, new), reason=reason))
                rejected += 1
        if self.together and asked:
            again = "" if not rejected and (kept or not why) else _AGAIN
            of = Change(self.table, None, SelectionRow(question_id=wanted.name))
            steps.append(Step("ask", of, reason=again))
        try:
            self.bench.write(steps, self.annotator)
        except ConflictError:  # somebody else wrote one of them meanwhile
            return 0, 0
        return len(kept), rejected

    def _asking(self, name: str, count: int, key: Mapping[str, str], **values: str) -> Wanted:
        """Return what lacks rows, with the values that fill in its prompt."""
        return Wanted(name, count, filled(self._prompt, {"count": str(count), **values}), key)

    def _of_question(self, name: str, count: int, told: Mapping[str, str]) -> Wanted:
        listed, own = self.bench.questions[name], self.bench.documents(name)
        return self._asking(
            name,
            count,
            {"question_id": name},
            question=listed.question,
            answers=" | ".join(listed.answers),
            evidence="\n\n".join(_around(text, listed.answers) for text in own.values()),
            **told,
        )

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


def rejected_by_program(row: BaseModel) -> bool:
    """Tell whether a row is rejected, and by no person."""
    said = vars(row)
    return said["status"] == "rejected" and names_program(said["annotator"])


def found_in(
    steps: Sequence[Step], find: Callable[[Sequence[Change]], list[Broken]]
) -> list[Broken]:
    """Return the rows of steps of which something is found if all are taken, each with it."""
    told = find([step.change for step in steps]) if steps else []
    rows = [step.change.after for step in steps if step.change.after is not None]
    reasons = ["; ".join({why: 0 for other, why in told if other == row}) for row in rows]
    return [(row, why) for row, why in zip(rows, reasons, strict=True) if why]


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
