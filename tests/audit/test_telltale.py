"""The figures find marks that were planted, and nothing where there is none."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest

import lvbuild
from lvbuild.audit.areas import Context
from lvbuild.audit.telltale import measure
from lvbuild.errors import UsageError
from lvbuild.release.manifest import Figure, Telltale
from tests.audit.made_contexts import CHINESE, ENGLISH, Plant, ends_with, made_contexts


def mean(figure: Figure | None) -> float:
    assert figure is not None
    assert figure.low <= figure.mean <= figure.high
    return figure.mean


def means(found: Telltale) -> Mapping[str, float]:
    return {name: mean(getattr(found, name)) for name in ("text", "place", "length")}


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_texts_without_a_mark_are_blind(words: list[str]) -> None:
    found = measure(made_contexts(60, words=words))
    assert all(0.35 < figure < 0.65 for figure in means(found).values())
    assert (found.questions, found.supporting, found.reason) == (60, 60, "")
    assert found.supporting < found.passages <= 9 * 60


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_a_mark_at_the_end_of_every_supporting_passage_is_found(words: list[str]) -> None:
    found = measure(made_contexts(plant=ends_with("※"), words=words))
    assert mean(found.text) > 0.95
    assert all("※" in ngram.characters for ngram in found.ngrams if ngram.weight > 0)
    assert found.ngrams[0].characters == "※"
    assert len(found.ngrams) == 10
    assert mean(found.place) < 0.65


MARKS: dict[str, Plant] = {
    "two spaces": lambda p: replace(p, text=p.text.replace(" ", "  ", 1)),
    "a line feed": ends_with("\n"),
    "a capital": lambda p: replace(p, text=p.text.replace("o", "O", 1)),
    "a mark that is lacking": lambda p: replace(p, text=p.text.removesuffix(".")),
    "four characters in a row": lambda p: replace(p, text=p.text.replace(" ", " gray ", 1)),
}


@pytest.mark.parametrize("name", MARKS)
def test_texts_are_read_as_they_stand(name: str) -> None:
    assert mean(measure(made_contexts(plant=MARKS[name])).text) > 0.9


LENGTHS: dict[str, Plant] = {
    "longer": lambda p: replace(p, text=p.text * 2),
    "shorter": lambda p: replace(p, text=p.text[: len(p.text) // 2]),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_passages_of_another_length_are_found(name: str) -> None:
    found = measure(made_contexts(plant=LENGTHS[name]))
    assert mean(found.length) > 0.95
    assert mean(found.place) < 0.65


def test_passages_that_stand_at_one_place_are_found() -> None:
    found = measure(made_contexts(place=7))
    assert mean(found.place) > 0.9
    assert means(found)["text"] < 0.65
    assert means(found)["length"] < 0.65


def test_the_same_contexts_come_to_the_same_figures() -> None:
    assert measure(made_contexts(plant=ends_with("x"))) == measure(
        made_contexts(plant=ends_with("x"))
    )


def without(contexts: list[Context], *, supporting: bool) -> list[Context]:
    return [
        replace(one, passages=tuple(p for p in one.passages if p.supports != supporting))
        for one in contexts
    ]


@pytest.mark.parametrize(
    ("contexts", "reason"),
    [
        ([], "no supporting passages"),
        ([Context("r", "q", ())], "no supporting passages"),
        (without(made_contexts(6), supporting=True), "no supporting passages"),
        (without(made_contexts(6), supporting=False), "no distracting passages"),
        (made_contexts(4), "4 questions do not make five folds"),
    ],
)
def test_what_cannot_be_measured_says_why(contexts: list[Context], reason: str) -> None:
    found = measure(contexts)
    assert reason in found.reason
    assert (found.text, found.place, found.length, found.ngrams) == (None, None, None, ())


def test_the_text_alone_is_not_measured_where_documents_are_too_few() -> None:
    contexts = [
        replace(
            one,
            passages=tuple(replace(p, document_id=f"{p.document_id[:4]}:0") for p in one.passages),
        )
        for one in made_contexts(20, 10)
    ]
    found = measure(contexts)
    assert found.text is None
    assert found.reason.startswith("text: ")
    assert set(map(type, (found.place, found.length))) == {Figure}


def test_passages_without_any_text_are_told_by_their_places_alone() -> None:
    contexts = [
        replace(one, passages=tuple(replace(p, text="") for p in one.passages))
        for one in made_contexts(place=3)
    ]
    found = measure(contexts)
    assert found.text is None
    assert found.reason.startswith("text: ")
    assert mean(found.place) > 0.9
    assert mean(found.length) == 0.5


def test_a_missing_extra_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(UsageError, match=r"scikit-learn.*pip install 'lvbuild\[telltale\]'"):
        lvbuild.telltale("nowhere")
