"""Contexts of drawn words, with marks planted where a test wants them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from lvbuild.audit.areas import Context, Passage, part_of

ENGLISH = "a boat came home again under grey rain nobody spoke of that long river by night".split()
CHINESE = list("山下有一条大河水流得很慢人们常来这里看船和鸟")

Plant = Callable[[Passage], Passage]


def ends_with(mark: str) -> Plant:
    """Return what puts a mark behind a passage."""
    return lambda passage: replace(passage, text=passage.text + mark)


def made_contexts(
    questions: int = 40,
    passages: int = 30,
    *,
    plant: Plant = lambda passage: passage,
    place: int | None = None,
    words: list[str] = ENGLISH,
) -> list[Context]:
    """Make contexts of one supporting passage, which is planted, and many that distract.

    Those are drawn from 300 documents. `place` is where the supporting one stands; else anywhere.
    """
    draw = random.Random(1)
    joint = "" if words is CHINESE else " "

    def text() -> str:
        return joint.join(draw.choices(words, k=draw.randint(15, 25))) + "."

    pool = [Passage(f"pool:{n}", text(), 0, supports=False) for n in range(300)]
    contexts = []
    for number in range(questions):
        chosen = draw.sample(pool, passages - 1)
        evidence = plant(Passage(f"gold:{number}", text(), 0, supports=True))
        chosen.insert(draw.randrange(passages) if place is None else place, evidence)
        told = [replace(p, part=part_of(at, passages)) for at, p in enumerate(chosen)]
        contexts.append(Context(f"r{number}", f"q:{number}", tuple(told)))
    return contexts
