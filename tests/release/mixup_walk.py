"""A walk over the records of a mixup's file, one at a time, by lines of its own.

A check takes a line as a reader sees it, with what the corpora themselves hold, and yields what is
wrong with it; the walk gathers that, and the few figures by which levels are compared.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

from lvbuild.core.model import LanguageCode
from lvbuild.corpora.corpus import Corpus, CorpusQuestion, QuestionCorpus
from lvbuild.text.pairs import Pair
from tests.text.replacement_oracle import oracle

Row = dict[str, Any]
LV_EVAL_KEYS = tuple(
    "input context answers length dataset language answer_keywords confusing_facts".split()
)
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ENDS_OF_SENTENCES = ".!?:—-*_'\"’”)] 。．！？…”’」』）\n"
NAMES = {"person", "place", "organisation", "title"}
LEAST = {"words": 20, "characters": 30}


def sizes(text: str, unit: str) -> int:
    """Count words or characters."""
    return len(text.split()) if unit == "words" else len(text)


def read_rows(path: Path) -> list[Row]:
    """Read a file of JSON lines, such as a table."""
    with path.open(encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def without(context: str, spans: list[list[int]]) -> str:
    """Take facts out of a context, each with the white space that parts it from the text."""
    for start, end in sorted(spans, reverse=True):
        rest = context[end:]
        context = context[:start].rstrip() + rest if start else rest.lstrip()
    return context


@cache
def canary(recipe: str) -> str:
    """Return the contamination identifier of a recipe at the seed 42, worked out slowly."""
    number = int(blake2b(f"42\n\n{recipe}".encode(), digest_size=47).hexdigest(), 16)
    digits = ""
    while number:
        digits = BASE62[number % 62] + digits
        number //= 62
    return f"{recipe}:{digits.rjust(64, '0')}"


def unlike_plain_json(text: str, record: Row, keys: Sequence[str]) -> Iterator[str]:
    """Yield in what a line is no compact plain JSON, in NFC, of a record with LV-Eval's keys."""
    if list(record) != [*keys, "_id", "contamination_identifier"]:
        yield f"keys {list(record)}"
    if text != json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n":
        yield "is no compact plain JSON"
    if not unicodedata.is_normalized("NFC", text):
        yield "is not NFC"


@dataclass(frozen=True)
class Sources:
    """What a recipe's corpora hold: texts by id, the pool's each once, and questions by id."""

    texts: Mapping[str, str]
    pool: Sequence[str]
    questions: Mapping[str, CorpusQuestion]

    @classmethod
    def of(
        cls, unit: str, asking: Iterable[QuestionCorpus], distracting: Iterable[Corpus]
    ) -> Sources:
        """Read everything there is."""
        asking = list(asking)
        texts = {name: text for corpus in asking for name, text in _texts(corpus)}
        pool = {name: text for corpus in distracting for name, text in _texts(corpus)}
        long_enough = {text for text in pool.values() if sizes(text, unit) >= LEAST[unit]}
        questions = {one.id: one for corpus in asking for one in corpus.questions()}
        return cls(texts | pool, tuple(sorted(long_enough)), questions)


def _texts(corpus: Corpus) -> Iterator[tuple[str, str]]:
    for batch in corpus.batches():
        for name in batch:
            yield name, corpus.document(name).text


def _shingles(text: str, language: str) -> frozenset[str]:
    """Return the runs of eight words, in Chinese of thirteen characters."""
    words = re.findall(r"[^\W_]+" if language == "en" else r"[^\W_]", text.casefold())
    size = 8 if language == "en" else 13
    return frozenset(" ".join(words[n : n + size]) for n in range(len(words) - size + 1))


@lru_cache(maxsize=10_000)  # a document stands in the contexts of many records
def _replaced(text: str, pairs: tuple[Pair, ...], language: LanguageCode) -> str:
    return oracle(text, list(pairs), language)[0]


@dataclass(frozen=True)
class Built:
    """A recipe as a release holds it: its file, and its replacements by question.

    `rows` are the replacements as the table has them, `rivals` the texts of rival passages by id.
    """

    recipe: Row
    pairs: Mapping[str, tuple[Pair, ...]]
    sources: Sources
    selected: frozenset[str] = frozenset()
    rows: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    rivals: Mapping[str, str] = field(default_factory=dict)
    corrections: Mapping[str, Row] = field(default_factory=dict)

    @classmethod
    def of(cls, release: Path, recipe: str, sources: Sources) -> Built:
        """Read the inputs of a release that was built without a variant."""
        folder = release / "inputs" / recipe
        pairs: dict[str, tuple[Pair, ...]] = {}
        replaced: dict[str, list[Row]] = {}
        tables = folder / "annotations" / recipe
        table = tables / "replacements.jsonl"
        taken = (r for r in read_rows(table) if r["status"] != "rejected") if table.exists() else ()
        for row in taken:
            replaced.setdefault(row["question_id"], []).append(row)
            kind, plural = row["kind"], row.get("plural", "")
            any_case = row.get("any_case", False)
            pair = Pair(row["original"], row["replacement"], kind, plural, any_case)
            pairs[row["question_id"]] = (*pairs.get(row["question_id"], ()), pair)
        file = (folder / f"{recipe}.yaml").read_text(encoding="utf-8")
        facts = tables / "confusing_facts.jsonl"
        told = [
            row.get("passage") or row["fact"]
            for row in (read_rows(facts) if facts.exists() else ())
        ]
        rivals = {f"rival:{blake2b(one.encode(), digest_size=6).hexdigest()}": one for one in told}
        selection = tables / "selection.jsonl"
        rows = read_rows(selection) if selection.exists() else ()
        asked = {row["question_id"]: row for row in rows}
        return cls(yaml.safe_load(file), pairs, sources, frozenset(asked), replaced, rivals, asked)

    def text(self, document: str) -> str:
        """Return a document of the corpora, or a rival passage, in the original words."""
        return self.rivals[document] if document in self.rivals else self.sources.texts[document]

    def names(self, question: str) -> list[Pair]:
        """Return the pairs of a question that name something wherever they stand.

        They are the names that are no single word, in Chinese two characters, of a longer name of
        their entity, unless their rows say otherwise.
        """
        rows, own = self.rows.get(question, ()), self.pairs.get(question, ())
        found = []
        for row, pair in zip(rows, own, strict=True):
            entity = row.get("entity")
            longer = [o["original"] for o in rows if entity and o.get("entity") == entity]
            longer = [one for one in longer if self._is_long(one, row["original"])]
            is_name = row["kind"] in NAMES and not longer and row.get("scope") != "own"
            if is_name or row.get("scope") == "everywhere":
                found.append(pair)
        return found

    def _is_long(self, long: str, short: str) -> bool:
        if self.recipe["language"] == "zh":
            return len(short) < 3 and short != long and short in long
        words = re.findall(r"[^\W_]+", long.casefold())
        few = re.findall(r"[^\W_]+", short.casefold())
        return len(words) > 1 and len(few) == 1 and few[0] in words

    @cached_property
    def owners(self) -> Mapping[str, Sequence[str]]:
        """The questions with pairs that a document is evidence of, by its id."""
        found: dict[str, list[str]] = {}
        for name in self.pairs:
            if name in self.sources.questions and name in (self.selected or {name}):
                for document in self.sources.questions[name].supporting:
                    found.setdefault(document, []).append(name)
        return found

    def worded(self, text: str, documents: Iterable[str], pairs: Iterable[Pair]) -> str:
        """Replace words in a text of documents: those of their own questions, then the pairs."""
        own = dict.fromkeys(name for each in documents for name in self.owned_by(each))
        shared = list(dict.fromkeys(pair for name in own for pair in self.pairs[name]))
        return self.new(self.new(text, shared), [pair for pair in pairs if pair not in shared])

    def owned_by(self, document: str) -> Sequence[str]:
        """Return the questions that a document is evidence of, or a near-duplicate of that."""
        if document not in self._owned:
            shared: Counter[str] = Counter()
            parts = _shingles(self.text(document), self.recipe["language"])
            for part in parts:
                shared.update(self._evidence.get(part, ()))
            like = [
                name
                for name, count in shared.items()
                if count >= 0.3 * min(len(parts), self._sizes[name])
            ]
            names = [document] if document in self.owners else []
            found = (one for name in (*names, *sorted(like)) for one in self.owners[name])
            self._owned[document] = list(dict.fromkeys(found))
        return self._owned[document]

    @cached_property
    def _owned(self) -> dict[str, Sequence[str]]:
        return {}

    @cached_property
    def _sizes(self) -> Mapping[str, int]:
        texts, language = self.sources.texts, self.recipe["language"]
        return {name: len(_shingles(texts[name], language)) for name in self.owners}

    @cached_property
    def _evidence(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for name in self.owners:
            for part in _shingles(self.sources.texts[name], self.recipe["language"]):
                found.setdefault(part, []).append(name)
        return found

    def new(self, text: str, pairs: Iterable[Pair]) -> str:
        """Replace words the slow way, where any of the originals may stand at all."""
        folded = text.casefold()
        if not any(max(p.original.casefold().split(), key=len) in folded for p in pairs):
            return text
        return _replaced(text, tuple(pairs), self.recipe["language"])


@dataclass(frozen=True)
class Line:
    """A record as its file has it, with its provenance and what it was built from."""

    text: str
    record: Row
    provenance: Row
    built: Built
    level: int

    @property
    def context(self) -> str:
        """The context."""
        return str(self.record["context"])

    @property
    def question(self) -> CorpusQuestion:
        """The question as its corpus asks it, or as the selection corrects it."""
        name = self.provenance["question_id"]
        source, row = self.built.sources.questions[name], self.built.corrections.get(name, {})
        asked, answers = row.get("question"), row.get("answers")
        return replace(
            source, input=asked or source.input, answers=tuple(answers or source.answers)
        )

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The question's pairs."""
        return self.built.pairs.get(self.question.id, ())

    @cached_property
    def passages(self) -> list[tuple[Row, str]]:
        """The passages, each with its text; what is set into it is in the text."""
        return [(p, self.context[slice(*p["span"])]) for p in self.provenance["passages"]]

    def of_role(self, role: str) -> Iterator[tuple[Row, str]]:
        """Yield the passages of a role."""
        return ((passage, text) for passage, text in self.passages if passage["role"] == role)

    def bare(self, passage: Row) -> str:
        """Return a passage's text without facts that are set into it: those of rivals are not."""
        first, last = passage["span"]
        spans = [fact["span"] for fact in self.provenance["facts"]]
        inside = [[a - first, b - first] for a, b in spans if first <= a and b <= last]
        inside = inside if passage["role"] != "rival" else []
        return without(self.context[first:last], inside)

    def is_own(self, passage: Row) -> bool:
        """Tell whether a passage is the question's own, or worded like what is evidence of it."""
        if passage["role"] != "distracting":
            return True
        name = passage["document_id"]
        shared = {pair for owner in self.built.owned_by(name) for pair in self.built.pairs[owner]}
        text = self.built.text(name)
        return any(self.built.new(text, [pair]) != text for pair in shared.intersection(self.pairs))

    def is_cut(self, passage: Row) -> bool:
        """Tell whether a passage is less than its document."""
        whole = self.built.text(passage["document_id"])
        return bool(passage["cut"] != [0, len(whole)])


Check = Callable[[Line], Iterator[str]]


@dataclass
class Walked:
    """What a file's records came to; the lists have an item a record, in order."""

    faults: dict[str, list[str]]
    ids: list[str] = field(default_factory=list)
    depths: list[list[float]] = field(default_factory=list)
    fact_depths: list[list[float]] = field(default_factory=list)
    places: list[tuple[list[int], int]] = field(default_factory=list)
    trimmed: int = 0
    changed: int = 0


def walk(release: Path, built: Built, level: int, checks: Iterable[Check]) -> Walked:
    """Read a level's records one by one; test each by all checks."""
    checks, name = list(checks), f"{built.recipe['name']}_{level // 1000}k.jsonl"
    found = Walked({check.__name__: [] for check in checks})
    with (
        (release / "data" / name).open(encoding="utf-8", newline="\n") as data,
        (release / "provenance" / name).open(encoding="utf-8", newline="\n") as origins,
    ):
        for text, origin in zip(data, origins, strict=True):
            line = Line(text, json.loads(text), json.loads(origin), built, level)
            for check in checks:
                found.faults[check.__name__] += (f"{line.record['_id']}: {f}" for f in check(line))
            _tell(line, found)
    return found


def _tell(line: Line, found: Walked) -> None:
    supporting = [passage for passage, _ in line.of_role("supporting")]
    found.ids.append(line.record["_id"])
    found.depths.append(line.provenance["evidence_depths"])
    found.fact_depths.append([fact["depth"] for fact in line.provenance["facts"]])
    found.places.append(([p["number"] - 1 for p in supporting], len(line.passages)))
    found.trimmed += any(map(line.is_cut, supporting))
    found.changed += sum(pair["count"] for pair in line.provenance["replacements"])
