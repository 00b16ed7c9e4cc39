"""Runs are those that an obvious program finds, and shares of sketches near those of all."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest

from lvbuild.audit.ngrams import RUN, Sketch, runs

WORDS = "the old mill by Orla's river was sold in 1911 to a baker of Tarn".split()


def slow(text: str, spaced: bool) -> set[tuple[str, ...]]:
    units = re.findall(r"[^\W_]+" if spaced else r"[^\W_]", text.casefold())
    if 0 < len(units) < RUN:
        return {tuple(units)}
    return {tuple(units[at : at + RUN]) for at in range(len(units) - RUN + 1)}


def drawn(seed: int, count: int) -> str:
    draw = random.Random(seed)
    return " ".join(draw.choice([*WORDS, "岭南", "Ünruh", "_x_", "—"]) for _ in range(count))


@pytest.mark.parametrize("spaced", [True, False])
def test_runs_of_each_text_are_those_of_its_words_or_characters(spaced: bool) -> None:
    texts = [drawn(seed, seed * 7) for seed in range(12)]
    expected = set[tuple[str, ...]]().union(*(slow(text, spaced) for text in texts))
    found = runs(texts, spaced=spaced)
    assert len(set(found.tolist())) == len(expected)
    for each in texts:
        alone = set(runs([each], spaced=spaced).tolist())
        assert len(alone) == len(slow(each, spaced))
        assert alone <= set(found.tolist())


def test_case_white_space_and_marks_make_no_difference_but_order_does() -> None:
    text = " ".join(WORDS)
    same = "The  OLD\nmill, by Orla's (river) was sold in 1911 — to a baker of Tarn!"
    assert runs([text], spaced=True).tolist() == runs([same], spaced=True).tolist()
    turned = " ".join(reversed(WORDS))
    assert not set(runs([text], spaced=True)) & set(runs([turned], spaced=True))
    assert runs(["a b"], spaced=True).tolist() != runs(["b a"], spaced=True).tolist()
    assert runs(["ab"], spaced=True).tolist() != runs(["a b"], spaced=True).tolist()


def test_no_run_goes_from_a_text_into_the_next() -> None:
    texts = [" ".join(f"w{n}" for n in range(start, start + 20)) for start in (0, 20)]
    assert runs(texts, spaced=True).size == 2 * (20 - RUN + 1)


@pytest.mark.parametrize("texts", [[], [""], ["", "—  …"]])
def test_what_holds_no_word_has_no_runs(texts: list[str]) -> None:
    assert runs(texts, spaced=True).size == 0


def test_numbers_are_the_same_in_every_process() -> None:
    told = "from lvbuild.audit.ngrams import runs; print(runs(['ab cd 岭'], spaced=True).tolist())"
    ran = [
        subprocess.run(
            [sys.executable, "-c", told], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert ran[0] == ran[1] == f"{runs(['ab cd 岭'], spaced=True).tolist()}\n"


def sketch(start: int, stop: int, most: int) -> Sketch:
    made = Sketch(most)
    for at in range(start, stop, 1_000):
        made.add(runs([f"w{n}" for n in range(at, at + 1_000)], spaced=True))
    return made


def test_shares_are_exact_where_all_is_kept_and_near_where_it_is_not() -> None:
    exact = sketch(0, 40_000, 2**18).share_in(sketch(10_000, 90_000, 2**18))
    assert exact == 0.75
    few = sketch(0, 40_000, 4_096).share_in(sketch(10_000, 90_000, 4_096))
    assert few is not None
    assert few != exact
    assert abs(few - exact) < 0.05
    assert Sketch().share_in(sketch(0, 1_000, 99)) is None
    assert sketch(0, 1_000, 99).share_in(Sketch()) == 0


def test_a_sketch_keeps_no_more_than_it_may() -> None:
    made = sketch(0, 100_000, 1_000)
    assert sum(each.size for each in made._kept) <= 2_000 + 1_000
