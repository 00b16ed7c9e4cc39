"""What is drawn for a recipe: streams of draws by their purpose, and a variant's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from lvbuild.core.model import Fact, Question
from lvbuild.core.options import BuildOptions
from lvbuild.core.seeds import Draws
from lvbuild.questions.annotated import (
    AnnotatedQuestion,
    Choice,
    ReplacedQuestion,
    placed_pairs,
)
from lvbuild.questions.annotations import Annotations, confusing_fact
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from lvbuild.text.replacement import Pair, Replacer, Reworded, leftmost_longest


def draws_for(
    recipe: Recipe,
    options: BuildOptions,
    purpose: str,
    *,
    question_id: str = "-",
    level: str = "-",
) -> Draws:
    """Return the draws for a purpose: of a question or of all, at a level or the same at every."""
    return Draws(options.seed, options.variant, recipe.name, level, question_id, purpose)


def draw_choice(
    rows: Iterable[Placed[ReplacementRow]], recipe: Recipe, options: BuildOptions, question_id: str
) -> Choice:
    """Draw the place of the alternatives that a variant takes of rows; None for no variant."""
    fresh = min((len(p.row.alternatives) for p in rows if p.row.alternatives), default=0)
    if not (options.variant and fresh):
        return None
    return draws_for(recipe, options, "replacements", question_id=question_id).index(fresh)


def draw_facts(
    rows: Sequence[Placed[ConfusingFactRow]],
    recipe: Recipe,
    options: BuildOptions,
    question_id: str,
) -> tuple[Fact, ...]:
    """Return as many confusing facts of a question as its recipe sets; a variant draws them."""
    if options.variant:
        draws = draws_for(recipe, options, "confusing facts", question_id=question_id)
        rows = draws.shuffled(rows)
    return tuple(map(confusing_fact, rows[: recipe.confusing_facts]))


class VariantWords:
    """The words that a variant has of questions, and of what is evidence of them.

    Questions that share evidence have one choice: a document stands in one wording.
    """

    def __init__(self, annotations: Annotations, options: BuildOptions) -> None:
        self._annotations = annotations
        self._options = options
        self._pairs: dict[str, tuple[Pair, ...]] = {}
        self._finders: dict[tuple[Pair, ...], Replacer] = {}

    @property
    def documents(self) -> Sequence[str]:
        """The documents that are evidence of questions with rows of their own."""
        return self._annotations.shared.documents

    def original(self, annotated: AnnotatedQuestion) -> Question:
        """Return a question in the original words, with the confusing facts of the variant."""
        recipe, name = self._annotations.recipe, annotated.original.id
        return replace(
            annotated.original, facts=draw_facts(annotated.facts, recipe, self._options, name)
        )

    def replaced(self, annotated: AnnotatedQuestion) -> ReplacedQuestion:
        """Return a question as the variant replaces its words."""
        shared = {
            name: self._choice(owner)
            for name in annotated.supporting
            for owner in self._annotations.shared.of(name)[:1] or [annotated.original.id]
        }
        return annotated.under(self._choice(annotated.original.id), shared)

    def reword(self, text: str, documents: Iterable[str]) -> Reworded:
        """Replace in a text what is replaced in any of some documents."""
        pairs = tuple(dict.fromkeys(chain.from_iterable(map(self._of, documents))))
        if pairs not in self._finders:
            self._finders[pairs] = Replacer(pairs, self._annotations.recipe.language)
        matches = leftmost_longest(self._finders[pairs].find(text))
        return Reworded(text, pairs, tuple(matches))

    def _of(self, document: str) -> tuple[Pair, ...]:
        if document not in self._pairs:
            owners = self._annotations.shared.of(document)
            rows = self._annotations.shared_rows(document)
            self._pairs[document] = placed_pairs(rows, self._choice(owners[0])) if owners else ()
        return self._pairs[document]

    def _choice(self, question_id: str) -> Choice:
        together = self._annotations.shared.together(question_id)
        rows = chain.from_iterable(self._annotations.rows[name] for name in ("*", *together))
        return draw_choice(rows, self._annotations.recipe, self._options, together[0])
