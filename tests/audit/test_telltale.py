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
from lvbuild.release.telltale import Figure, Telltale
from tests.audit.made_contexts import CHINESE, ENGLISH, Plant, ends_with, made_contexts


def means(found: Telltale) -> Mapping[str, float]:
    """Return the means of the figures, each of which lies in its interval."""
    figures = {name: getattr(found, name) for name in ("text", "place", "length")}
    assert all(each.low <= each.mean <= each.high for each in figures.values() if each)
    return {name: each.mean for name, each in figures.items() if each}


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_texts_without_a_mark_are_blind(words: list[str]) -> None:
    found = measure(made_contexts(60, words=words))
    assert all(0.35 < figure < 0.65 for figure in means(found).values())
    assert (found.questions, found.supporting, found.reason) == (60, 60, "")
    assert found.supporting < found.passages <= 9 * 60


def test_a_mark_at_the_end_of_every_supporting_passage_is_found() -> None:
    found = measure(made_contexts(plant=ends_with("※"), words=CHINESE))
    assert means(found)["text"] > 0.95
    assert all("※" in ngram.characters for ngram in found.ngrams if ngram.weight > 0)
    assert found.ngrams[0].characters == "※"
    assert len(found.ngrams) == 10
    assert means(found)["place"] < 0.65


PLANTS: dict[str, tuple[str, Plant]] = {
    "two spaces": ("text", lambda p: replace(p, text=p.text.replace(" ", "  ", 1))),
    "a capital": ("text", lambda p: replace(p, text=p.text.replace("o", "O", 1))),
    "longer": ("length", lambda p: replace(p, text=p.text * 2)),
    "shorter": ("length", lambda p: replace(p, text=p.text[: len(p.text) // 2])),
    "cut to one length": ("length", lambda p: replace(p, text=(p.text * 2)[:90])),
}


@pytest.mark.parametrize("name", PLANTS)
def test_texts_are_read_as_they_stand_and_another_length_is_found(name: str) -> None:
    figure, plant = PLANTS[name]
    found = means(measure(made_contexts(plant=plant)))
    assert found[figure] > 0.9
    assert found["place"] < 0.65


def test_passages_that_stand_at_one_place_are_found() -> None:
    found = means(measure(made_contexts(place=7)))
    assert found["place"] > 0.9
    assert max(found["text"], found["length"]) < 0.65


def without(contexts: list[Context], *, supporting: bool) -> list[Context]:
    return [
        replace(one, passages=tuple(p for p in one.passages if p.supports != supporting))
        for one in contexts
    ]


@pytest.mark.parametrize(
    ("contexts", "reason"),
    [
        ([], "no supporting passages"),
        (without(made_contexts(6), supporting=True), "no supporting passages"),
        (without(made_contexts(6), supporting=False), "no distracting passages"),
        (made_contexts(4), "4 questions do not make five folds"),
    ],
)
def test_what_cannot_be_measured_says_why(contexts: list[Context], reason: str) -> None:
    found = measure(contexts)
    assert reason in found.reason
    assert (found.text, found.place, found.length, found.ngrams) == (None, None, None, ())


@pytest.mark.parametrize("change", [{"document_id": "gold:0"}, {"text": ""}], ids=str)
def test_the_text_alone_is_not_measured_where_documents_or_texts_are_too_few(
    change: dict[str, str],
) -> None:
    contexts = [
        replace(one, passages=tuple(replace(p, **change) for p in one.passages))  # type: ignore[arg-type]
        for one in made_contexts(20, 10, place=3)
    ]
    found = measure(contexts)
    assert (found.text, found.reason[:6]) == (None, "text: ")
    assert means(found)["place"] > 0.9
    assert isinstance(found.length, Figure)


def test_a_missing_extra_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(UsageError, match=r"scikit-learn.*pip install 'lvbuild\[telltale\]'"):
        lvbuild.telltale("nowhere")
