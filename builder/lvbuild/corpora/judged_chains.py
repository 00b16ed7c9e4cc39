"""Answers in steps that people judged, as Reveal has them, and what each part of it asks of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from math import inf
from typing import NamedTuple

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.recipe.schema import label_form

RELEVANT, NOT_RELEVANT = "Relevant", "Not relevant"
"""What is answered of a step's relevance, which Reveal has in two columns."""
ANSWER_LABELS = {
    "fully_attributable": "answer_is_fully_attributable",
    "logically_correct": "answer_is_logically_correct",
    "full_correctness": "answer_is_fully_attributable_and_correct",
}
"""The columns of the verdicts on whole answers, by the parts that ask for them."""
_HARD = "upstream marks it as a hard case: its raters agree too little"


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
    if part in ANSWER_LABELS:
        yield from _of_answer(chain, ANSWER_LABELS[part])
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
