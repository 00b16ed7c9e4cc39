"""Chinese names: enough of each kind, none within another, none of them a word or a real name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import ahocorasick_rs
import jieba
import pytest

from lvbuild.core.seeds import Draws
from lvbuild.sample.chinese.words import ChineseLexicon
from lvbuild.sample.word_files import read_lists

PARTS = read_lists("zh", "names")
REAL = read_lists("zh", "real")


def draws_of(lexicon: ChineseLexicon, draws: Draws) -> dict[str, Callable[[], str]]:
    terms = lexicon.terms
    return {
        "sea": lambda: lexicon.name(draws, "sea"),
        "river": lambda: lexicon.name(draws, "river"),
        "town": lambda: lexicon.name(draws, "town", "port"),
        "woman": lambda: lexicon.name(draws, "person", "woman"),
        "man": lambda: lexicon.name(draws, "person", "man"),
        "house": lambda: lexicon.name(
            draws, "institution", draws.choice(terms["institution_sort"])
        ),
        "work": lambda: lexicon.name(draws, "work", draws.choice(terms["work_sort"])),
    }


def test_there_are_four_thousand_names_of_each_kind_none_within_another() -> None:
    names: set[str] = set()
    for draw in draws_of(ChineseLexicon(), Draws("names")).values():
        kind: set[str] = set()
        tries = 0
        while len(kind) < 4_000 and tries < 40_000:
            kind.add(draw())
            tries += 1
        assert len(kind) == 4_000
        assert names.isdisjoint(kind)
        names |= kind
    search = ahocorasick_rs.AhoCorasick(sorted(names))
    for name in names:
        assert len(search.find_matches_as_indexes(name, overlapping=True)) == 1


def test_spare_names_are_others_of_the_same_characters() -> None:
    world = draws_of(ChineseLexicon(), Draws("world"))
    spare = draws_of(ChineseLexicon(spare=True), Draws("spare"))
    for kind, draw in world.items():
        names, others = {draw() for _ in range(4_000)}, {spare[kind]() for _ in range(1_500)}
        assert names.isdisjoint(others)
        assert set("".join(others)) <= set("".join(names)), kind


def test_only_low_towns_are_ports() -> None:
    draws, lexicon = Draws("ports"), ChineseLexicon()
    assert not [1 for _ in range(2_000) if lexicon.name(draws, "town").endswith("港")]
    assert [1 for _ in range(200) if lexicon.name(draws, "town", "port").endswith("港")]


@cache
def dictionary() -> frozenset[str]:
    path = Path(jieba.__file__).with_name("dict.txt")
    return frozenset(line.split()[0] for line in path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("kind", ["town", "river", "sea", "institution"])
def test_no_two_characters_of_a_name_are_a_word(kind: str) -> None:
    pairs = {one + other for one in PARTS[kind] for other in PARTS[f"{kind}_second"]}
    assert pairs & dictionary() <= set(REAL[kind])


def test_no_person_is_in_the_dictionary() -> None:
    lexicon, draws = ChineseLexicon(), Draws("people")
    people = {lexicon.name(draws, "person", draws.choice(("woman", "man"))) for _ in range(4_000)}
    assert not people & dictionary()
    assert not {name[:-1] for name in people} & set(REAL["beginning"])
