"""Rules about what stays of an original: its stem, its other spellings, figures in a range."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import own_texts
from lvbuild.tables.case import Case
from lvbuild.tables.kinds import FIGURES
from lvbuild.tables.occurrences import Texts
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.content import share_stem

_WORD = re.compile(r"[^\W\d_]+")
_CAPITALISED = re.compile(r"\b[A-Z]\w*")


def original_left(case: Case) -> Iterator[Breach]:
    """No other spelling of an original stays in its question's texts (design.md, "Replacement")."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        replaced = annotated.replaced[0]
        texts = [*own_texts(replaced.question), *replaced.documents]
        new = Texts(["\n".join(replaced.new)], language)
        whole = Texts(texts, language)
        small = Texts((_CAPITALISED.sub("_", text) for text in texts), language)
        for placed in annotated.own:
            row = placed.row
            if new.say(row.original):
                continue  # that is a chain, or a row that shares its words
            if (small if _leaves_capitals(row) else whole).say(row.original):
                yield breach(
                    placed,
                    f"the original {row.original!r} stays in the question's texts in another"
                    " spelling or within a range; give what stands there a row",
                )


def stem_left(case: Case) -> Iterator[Breach]:
    """No word of an original's stem stays in its question's texts (lveval.md, step c)."""
    if case.recipe.language != "en":
        return
    for annotated in case.annotated.values():
        replaced = annotated.replaced[0]
        texts = replaced.question.input, *replaced.documents
        new = {word for text in replaced.new for word in _WORD.findall(text)}
        words = {word for text in texts for word in _WORD.findall(text)} - new
        for placed in annotated.own:
            original = placed.row.original
            if placed.row.kind in FIGURES or not _WORD.fullmatch(original):
                continue
            others = {word.casefold() for word in words if original not in word}
            alike = sorted(word for word in others if share_stem(original.casefold(), word))
            if alike:
                yield breach(
                    placed,
                    f"of the original {original!r} words of the same stem stay in the"
                    f" question's texts ({', '.join(alike[:3])}); give those words rows too",
                )


def _leaves_capitals(row: ReplacementRow) -> bool:
    """Tell whether a row leaves capitalised words alone by design, as terms do."""
    return row.kind == "term" and not row.everywhere and row.original.islower()
