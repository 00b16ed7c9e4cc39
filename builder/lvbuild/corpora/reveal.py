"""Reveal: answers in steps, what people judged of each step, and the evidence that they saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from math import inf, isnan
from typing import Any, NamedTuple

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import Record, invalid, plain_string, records_of
from lvbuild.recipe.schema import label_form

RELEVANT, NOT_RELEVANT = "Relevant", "Not relevant"
"""What is answered of a step's relevance, which Reveal has in two columns."""
_HARD = "upstream marks it as a hard case: its raters agree too little"
_HARD_AGREEMENT = 2
_MOST_DIGITS = 9
_STEP_LABELS = tuple(
    f"{name}_label" for name in ("attribution_relevance", "type", "logic_relevance", "correctness")
)
_KEY = ("dataset", "question_id", "answer_model", "answer_id")
"""What tells answers apart, the first two of them questions."""
_ANSWER_LABELS = {
    "fully_attributable": "answer_is_fully_attributable",
    "logically_correct": "answer_is_logically_correct",
    "full_correctness": "answer_is_fully_attributable_and_correct",
}
_CANARY = "contamination_identifier"
_OF_EVIDENCE = ("evidence_id", "evidence", "attribution_label", "is_final_rated_evidence_for_step")
_OF_STEPS = (
    *_KEY, "question", "step_idx", "step", "decontextualized_step", *_STEP_LABELS, _CANARY,
    *_ANSWER_LABELS.values(), "is_low_agreement_hard_case", "agreement_majority_all_steps",
)  # fmt: skip
_SPLITS = (r"(?:reveal_)?eval\.", r"(?:reveal_)?open\.")


class Evidence(NamedTuple):
    """A passage that raters saw beside a step, and their verdict, "" where they gave none.

    The `final` one of a step is that of the verdict on the step.
    """

    text: str
    label: str
    final: bool = False


@dataclass(slots=True)
class Step:
    """A step of an answer; `alone` is how it reads by itself, "" where that is as it stands.

    `labels` are the verdicts on it by the names of upstream's columns, `evidence` is by upstream's
    numbers. Of a `hard` one raters disagree.
    """

    text: str
    alone: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    evidence: dict[int, Evidence] = field(default_factory=dict)
    hard: bool = False

    @property
    def rated(self) -> list[Evidence]:
        """What was rated of its evidence, in order."""
        return [each for _, each in sorted(self.evidence.items()) if each.label]

    def says(self, name: str, label: str) -> bool:
        """Tell whether a verdict on it is a label, but for capitals and a full stop."""
        return label_form(self.labels.get(name, "")) == label


@dataclass(slots=True)
class Chain:
    """An answer to a question in steps, by upstream's numbers of these.

    Answers of several models to one question share `asked`. `where` is its first row.
    """

    where: str
    key: str
    asked: str
    question: str
    labels: dict[str, str] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)

    def text(self, before: float = inf) -> str:
        """Return the question and the steps that come before a number, a line each."""
        told = (step.text for number, step in sorted(self.steps.items()) if number < before)
        return "\n".join(" ".join(line.split()) for line in (self.question, *told))


class Judged(NamedTuple):
    """What is asked of a chain: the label that answers it, and the texts that it is judged by."""

    key: str
    input: str
    label: str
    texts: tuple[str, ...]
    why_not: str = ""


def judged(part: str, chain: Chain) -> Iterator[Judged]:
    """Yield what a part of Reveal asks of a chain, as far as people judged it."""
    if part in _ANSWER_LABELS:
        yield from _of_answer(chain, _ANSWER_LABELS[part])
    else:
        yield from _PARTS[part](chain)


def _of_answer(chain: Chain, column: str) -> Iterator[Judged]:
    """Ask of a whole answer, by its steps and by what was rated of their evidence."""
    if label := chain.labels.get(column, ""):
        steps = [step for _, step in sorted(chain.steps.items())]
        seen = [evidence.text for step in steps for evidence in step.rated]
        why_not = _HARD if any(step.hard for step in steps) else ""
        yield Judged(chain.key, chain.question, label, distinct([chain.text(), *seen]), why_not)


def _attribution(chain: Chain) -> Iterator[Judged]:
    """Ask whether the evidence of a step bears it out, as the final rating of it says."""
    for number, step in sorted(chain.steps.items()):
        if final := next((each for each in step.rated if each.final), None):
            texts = distinct(each.text for each in step.rated)
            said = step.alone or step.text
            yield Judged(f"{chain.key}/{number}", said, final.label, texts, _doubt(step))


def _logic(chain: Chain) -> Iterator[Judged]:
    """Ask whether a step follows from the question and what stands before it, in one that does.

    Of the relevant logical steps of a chain one is drawn, so that a chain stands once among those
    that distract, cut like those that support. The first step is none: nothing stands before it.
    """
    if not chain.steps:
        return
    fitting = [
        (number, step)
        for number, step in sorted(chain.steps.items())
        if step.says("type_label", "logical step")
        and step.says("logic_relevance_label", "relevant")
        and step.labels.get("correctness_label")
        and number > min(chain.steps)
    ]
    for number, step in sorted(fitting, key=lambda one: _drawn(f"{chain.key}/{one[0]}"))[:1]:
        label, key = step.labels["correctness_label"], f"{chain.key}/{number}"
        yield Judged(key, _asked(chain, step), label, (chain.text(number),), _doubt(step))


def _relevance(chain: Chain) -> Iterator[Judged]:
    """Ask whether a step helps to answer the question: as logic, or as something to attribute."""
    for number, step in sorted(chain.steps.items()):
        if not {"logic_relevance_label", "attribution_relevance_label"} & step.labels.keys():
            continue
        relevant = step.says("logic_relevance_label", "relevant")
        relevant |= step.says("attribution_relevance_label", "yes")
        yield _of_step(chain, number, step, RELEVANT if relevant else NOT_RELEVANT)


def _type(chain: Chain) -> Iterator[Judged]:
    """Ask whether a step tells something, follows from others, or both."""
    for number, step in sorted(chain.steps.items()):
        if label := step.labels.get("type_label"):
            yield _of_step(chain, number, step, label)


_PARTS: Mapping[str, Callable[[Chain], Iterator[Judged]]] = {
    "attribution": _attribution,
    "logic": _logic,
    "relevance": _relevance,
    "type": _type,
}


def _of_step(chain: Chain, number: int, step: Step, label: str) -> Judged:
    """Ask of a step within the whole of its chain, in which it may not stand twice."""
    twice = sum(each.text == step.text for each in chain.steps.values()) > 1
    why_not = "its answer has the step twice" if twice else _doubt(step)
    return Judged(f"{chain.key}/{number}", _asked(chain, step), label, (chain.text(),), why_not)


def _asked(chain: Chain, step: Step) -> str:
    return "\n".join(" ".join(line.split()) for line in (chain.question, step.text))


def _doubt(step: Step) -> str:
    return _HARD if step.hard else ""


def _drawn(key: str) -> bytes:
    return blake2b(key.encode(), digest_size=8, person=b"reveal").digest()


def questions_of(
    prefix: str, part: str, chains: Iterable[Chain], documents: Mapping[str, str]
) -> Iterator[tuple[str, CorpusQuestion]]:
    """Yield what a part asks of chains, each with where its chain is; `documents` are by text.

    What any answer to the same question is judged by was retrieved for it.
    """
    asked = [(chain, one) for chain in chains for one in judged(part, chain)]
    same: defaultdict[str, list[str]] = defaultdict(list)
    for chain, one in asked:
        same[chain.asked] += [documents[text] for text in one.texts]
    for chain, one in asked:
        supporting = distinct(documents[text] for text in one.texts)
        yield (
            chain.where,
            CorpusQuestion(
                f"{prefix}:{part}/{one.key}",
                one.input,
                (one.label,),
                supporting,
                one.texts,
                retrieved=distinct(name for name in same[chain.asked] if name not in supporting),
                why_not_asked=one.why_not,
            ),
        )


def open_reveal(folder: CorpusFolder) -> LoadedCorpus:
    """Read the chains of both splits, and what a part such as reveal_logic asks of them."""
    loading, part = Loading(folder, "reveal"), folder.entry.name.removeprefix("reveal_")
    chains, canaries = read_chains(loading.files)
    documents = {
        text: loading.add_document(chain.where, text)
        for chain in chains
        for one in judged(part, chain)
        for text in one.texts
    }
    for where, question in questions_of("reveal", part, chains, documents):
        loading.add_question(where, question)
    return loading.done(canaries=canaries)


def read_chains(files: RecordFiles) -> tuple[list[Chain], tuple[str, ...]]:
    """Return the chains of a folder's files, and the canaries that stand in their rows.

    Of each split the CSV is read, row by row, else the JSON. Raises BuildError for the first row
    that is not of the layout.
    """
    files.require(*(rf"{split}(?:csv|json)" for split in _SPLITS))
    chains: dict[str, Chain] = {}
    canaries: dict[str, None] = {}
    for split in _SPLITS:
        for path in files.find(rf"{split}csv", rf"{split}json"):
            table = path.suffix == ".csv"
            objects = files.stream(path) if table else files.objects(path)
            for row in (row for each in objects for row in _rows(each)):
                for name in (*_OF_STEPS, *_OF_EVIDENCE) if table else _OF_STEPS:
                    row.field(name, "a column")
                canaries.setdefault(row.identity(_CANARY))
                _take(chains, row)
    return list(chains.values()), tuple(canaries)


def _rows(record: Record) -> Iterator[Record]:
    """Yield the rows of an object: what a list within it holds of steps has its other fields."""
    nested = {name: held for name, held in record.fields.items() if _holds_rows(held)}
    own = {name: held for name, held in record.fields.items() if name not in nested}
    if not nested:
        yield record
    for name, held in nested.items():
        for each in records_of(f"{record.where}, {name}", held):
            yield from _rows(Record(each.where, {**own, **each.fields}))


def _holds_rows(held: Any) -> bool:
    if not (isinstance(held, list) and held and isinstance(held[0], dict)):
        return False
    first = held[0]
    return bool({"step_idx", "evidence_id"} & first.keys()) or any(map(_holds_rows, first.values()))


def _take(chains: dict[str, Chain], row: Record) -> None:
    """Take a row: a step of an answer, with a passage of its evidence if there is any."""
    parts = [row.identity(name) for name in _KEY]
    key, question = "/".join(parts), _said(row, "question")
    chain = chains.setdefault(key, Chain(row.where, key, "/".join(parts[:2]), question))
    number, said = _number(row, "step_idx"), _said(row, "step")
    step = chain.steps.setdefault(number, Step(said, _cell(row, "decontextualized_step")))
    for name, before, now in (("question", chain.question, question), ("step", step.text, said)):
        if before != now:
            told = f"is another text than in a row before of step {number} of {key}"
            raise invalid(f"{row.where}, {name}", told, "the same")
    agreement = _cell(row, "agreement_majority_all_steps")
    low = agreement and _number(row, "agreement_majority_all_steps") <= _HARD_AGREEMENT
    step.hard |= _flag(row, "is_low_agreement_hard_case") or bool(low)
    final = _evidence(row, step) if _cell(row, "evidence_id") else False
    for labels, names in ((step.labels, _STEP_LABELS), (chain.labels, _ANSWER_LABELS.values())):
        for name in names:
            if (label := _cell(row, name)) and (final or name not in labels):
                labels[name] = label


def _evidence(row: Record, step: Step) -> bool:
    """Take the evidence of a row; return whether it is that of the verdict on the step."""
    number, final = _number(row, "evidence_id"), _flag(row, "is_final_rated_evidence_for_step")
    if number in step.evidence:
        raise invalid(f"{row.where}, evidence_id", f"is {number} a second time", "each once a step")
    if final and any(each.final for each in step.evidence.values()):
        where = f"{row.where}, is_final_rated_evidence_for_step"
        raise invalid(where, "is true a second time", "one final passage a step")
    step.evidence[number] = Evidence(_said(row, "evidence"), _cell(row, "attribution_label"), final)
    return final


def _cell(row: Record, name: str) -> str:
    """Return what a row has of a name as the CSV writes it, "" for nothing."""
    value = row.fields.get(name)
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool | int | float):
        return str(value)
    return plain_string(f"{row.where}, {name}", value)


def _said(row: Record, name: str) -> str:
    if text := _cell(row, name):
        return text
    raise invalid(f"{row.where}, {name}", "is empty", "a text")


def _number(row: Record, name: str) -> int:
    text = _cell(row, name).removesuffix(".0")
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise invalid(f"{row.where}, {name}", f"is {text[:40]!r}", "a whole number")
    return int(text)


def _flag(row: Record, name: str) -> bool:
    text = _cell(row, name).casefold()
    if text not in {"true", "false", ""}:
        raise invalid(f"{row.where}, {name}", f"is {text[:40]!r}", "True or False")
    return text == "true"
