"""What a record's choices give away without its context."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from lvbuild.languages import Language
from lvbuild.mixing.choices import Form, shared_words
from lvbuild.recipe.layouts import Content


class Choice(NamedTuple):
    """What a record offers, and what of it may be seen beside the question and the others.

    `signs` are how many words it has of the others, how many of these look like it, how far it is
    from their length, as a share of that, and how many words it has of its question.
    """

    text: str
    right: bool
    signs: tuple[float, ...]


def read_choices(content: Content, language: Language, *, labels: bool) -> Iterator[Choice]:
    """Yield the choices of a record; none where it offers none.

    Where they are `labels`, what is labelled is the question: its words give nothing away.
    """
    for letter, text in content.choices.items():
        others = [other for key, other in content.choices.items() if key != letter]
        form, middle = Form.of(text, language), median(map(len, others))
        signs = (
            sum(shared_words(other, text, language) for other in others),
            sum(Form.of(other, language) == form for other in others),
            abs(len(text) - middle) / max(middle, 1),
            *(() if labels else (shared_words(content.question, text, language),)),
        )
        yield Choice(text, letter == content.right, tuple(map(float, signs)))
