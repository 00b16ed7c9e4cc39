"""Choosing the questions of a mixup: those that its corpora can support, up to its count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lvbuild.corpora.corpus import QuestionCorpus
from lvbuild.errors import BuildError
from lvbuild.options import BuildOptions
from lvbuild.tables.reading import Tables
from lvbuild.tasks.asking import Annotations, candidates
from lvbuild.tasks.worded import Documents, UnfitError, Worded, fit
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    from lvbuild.tasks.question_answering import QuestionAnswering


class Chosen(NamedTuple):
    """The questions that are asked, in their order, and why the others are not, by id."""

    questions: list[Worded]
    left_out: Mapping[str, str]


def choose_questions(
    recipe: QuestionAnswering,
    tables: Tables,
    options: BuildOptions,
    *,
    corpora: Sequence[QuestionCorpus],
    documents: Documents,
    counting: Counting,
) -> Chosen:
    """Take questions until the recipe's count is reached; raise BuildError where there are none."""
    annotations = Annotations(recipe, tables, options)
    asked = candidates(recipe, corpora, tables, options)
    left_out = dict(asked.left_out)
    chosen: list[Worded] = []
    for source in asked.questions:
        if len(chosen) < recipe.count:
            try:
                chosen.append(fit(annotations.ask(source), documents, recipe, counting))
            except UnfitError as error:
                left_out[source.id] = str(error)
        elif tables.selection is not None:
            left_out[source.id] = f"the recipe's count of {recipe.count} was reached"
        else:
            break
    if not chosen:
        reasons = Counter(left_out.values())
        told = "; ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        raise BuildError(
            f"{recipe.name}: no question can be asked ({told or 'there are none'}); give other"
            " corpora or select other questions"
        )
    return Chosen(chosen, left_out)
