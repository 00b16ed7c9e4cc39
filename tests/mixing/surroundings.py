"""What facts are set among, without any text: all alike, or as it is drawn."""

from __future__ import annotations

import random
from dataclasses import dataclass

from lvbuild.languages.boundary import Lean
from lvbuild.mixing.plan import Passage


class Plain:
    """Surroundings where a fact is as much at home in every passage, and no sentence leans."""

    def likeness(self, fact: int, passage: Passage) -> float | None:
        """Return the same for all."""
        return 1.0

    def lean(self, document_id: str, boundary: int) -> Lean:
        """Return that it does not."""
        return Lean.NAMES


@dataclass(frozen=True)
class Drawn:
    """Surroundings drawn at random: most passages fit a fact, and many sentences lean."""

    seed: int

    def likeness(self, fact: int, passage: Passage) -> float | None:
        """Return a draw for the fact and the passage."""
        draw = random.Random(f"{self.seed} {fact} {passage.document_id}")
        return draw.choice([None, 0.0, draw.random(), draw.random()])

    def lean(self, document_id: str, boundary: int) -> Lean:
        """Return a draw for the boundary."""
        return Lean(random.Random(f"{self.seed} {document_id} {boundary}").randrange(3))
