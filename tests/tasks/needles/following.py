"""Answers found by following the facts that stand in a context, whatever their role."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lvbuild.recipe import load_recipe
from tests.tasks.needles.releases import Row, rows, words_in


def answers(name: str, question: str, facts: Sequence[str]) -> set[str]:
    """Return what the facts answer."""
    found = [told for row in rows(name) if (told := _of(row, question, facts)) is not None]
    assert found, f"{name} has no row for {question}"
    [one] = found
    return one or _absent(name)


@cache
def _absent(name: str) -> set[str]:
    """Return what is answered where the facts answer nothing."""
    absent = load_recipe(name).recipe.model_dump().get("absent_answer")
    return {*([absent] if absent else [])}


def _of(row: Row, question: str, facts: Sequence[str]) -> set[str] | None:
    asked = words_in(row["question"], question)
    if asked is None:
        return None
    if "next" in row:
        return _chain(row, asked["value"], facts)
    if "second" in row:
        return _two_hops(row, asked["key"], facts)
    told = [found for fact in facts if (found := words_in(row["fact"], fact))]
    if "name" in (told[0] if told else {}):
        return {found["name"] for found in told}
    keys = asked.get("keys") or asked["key"]
    for mark in (" and ", "、", "和"):
        keys = keys.replace(mark, ", ")
    return {found["value"] for found in told if found["key"] in keys.split(", ")}


def _chain(row: Row, value: str, facts: Sequence[str]) -> set[str]:
    holders = {
        found["name"]
        for fact in facts
        if (found := words_in(row["first"], fact)) and found["value"] == value
    }
    steps = [found for fact in facts if (found := words_in(row["next"], fact))]
    for _ in steps:
        holders |= {step["name"] for step in steps if step["other"] in holders}
    return holders


def _two_hops(row: Row, key: str, facts: Sequence[str]) -> set[str]:
    firsts = [found for fact in facts if (found := words_in(row["first"], fact))]
    seconds = [found for fact in facts if (found := words_in(row["second"], fact))]
    bridges = {first["bridge"] for first in firsts if first["key"] == key}
    return {second["value"] for second in seconds if second["bridge"] in bridges}
