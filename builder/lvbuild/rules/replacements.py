"""Rules about the words that replace others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lvbuild.core.model import Language
from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import AnnotatedQuestion, each_choice, own_texts
from lvbuild.tables.case import Case
from lvbuild.tables.kinds import FIGURES, NAMES, is_of_kind, shape, shared_content
from lvbuild.tables.occurrences import sought
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.phrases import holds


def cycles(case: Case) -> Iterator[Breach]:
    """No two pairs of a question swap words (design.md, "Replacement": a name is new)."""
    yield from _chained(case, closed=True)


def chains(case: Case) -> Iterator[Breach]:
    """No replacement is the original of another pair (design.md, "Replacement": a name is new)."""
    yield from _chained(case, closed=False)


def same_replacement(case: Case) -> Iterator[Breach]:
    """Two originals get two replacements (lveval.md, "How it was made", b and c: no synonyms)."""
    for annotated in case.annotated.values():
        told = set()
        for replaced in annotated.replaced:
            seen: dict[str, int] = {}
            for index, word in enumerate(map(_folded, replaced.new)):
                first, row = annotated.rows[seen.setdefault(word, index)], annotated.rows[index]
                differ = _folded(first.row.original) != _folded(row.row.original)
                if differ and (row.line, word) not in told:
                    told.add((row.line, word))
                    yield breach(
                        row,
                        f"{replaced.new[index]!r} replaces {row.row.original!r} and, in line"
                        f" {first.line}, {first.row.original!r}; give each a word of its own",
                    )


def stands_in_evidence(case: Case) -> Iterator[Breach]:
    """A name's replacement is new to its question's own texts (design.md, "Replacement")."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        fields = own_texts(annotated.original)
        for placed in annotated.rows:
            for word, told in _new_names(placed.row, language):
                hits = case.new_words.of(sought(word, placed.row.kind))
                where = next((name for name in annotated.supporting if name in hits), "")
                if where or any(holds(text, word, language) for text in fields):
                    yield breach(
                        placed,
                        f"{told} stands in the question's own {where or 'fields'} already: a record"
                        " would tell of two things by one name; take another",
                    )


def stands_in_pool(case: Case) -> Iterator[Breach]:
    """A name's replacement stands in few documents of the pool: a build refuses them all."""
    for placed in case.replacements:
        annotated = case.annotated.get(placed.row.question_id)
        for word, told in _new_names(placed.row, case.recipe.language):
            hits = case.new_names_in_pool.of(sought(word, placed.row.kind))
            if others := [
                name for name in hits if annotated is None or name not in annotated.supporting
            ]:
                yield breach(
                    placed,
                    f"{told} stands in {len(others)} documents already, first in {others[0]}: a"
                    " build refuses them; take another",
                )


def shares_content(case: Case) -> Iterator[Breach]:
    """A name shares no content with its original (design.md, "Replacement"; lveval.md, rule a)."""
    return _sharing(case, NAMES, "take other words")


def term_shares_content(case: Case) -> Iterator[Breach]:
    """A term shares none either (lveval.md, rule a), but where it says what a question is about."""
    return _sharing(case, frozenset({"term"}), "take other words where that can be")


def _sharing(case: Case, kinds: frozenset[str], remedy: str) -> Iterator[Breach]:
    """Tell of the first words of a row that share content with its original."""
    for placed in case.replacements:
        original = placed.row.original
        for word, told in each_choice(placed.row) if placed.row.kind in kinds else ():
            if shared := shared_content(original, word, case.recipe.language):
                among = f"{told} shares {', '.join(shared)} with the original {original!r}"
                yield breach(placed, f"{among}; {remedy}")
                break


def figure_stays(case: Case) -> Iterator[Breach]:
    """A date or number differs from its original (design.md, "Replacement", last point)."""
    for placed in case.replacements:
        for word, told in each_choice(placed.row):
            if placed.row.kind in FIGURES and _folded(word) == _folded(placed.row.original):
                yield breach(placed, f"{told} is the original; take another")


def figure_changes_shape(case: Case) -> Iterator[Breach]:
    """A date or number keeps its shape (design.md, "Replacement", last point)."""
    language = case.recipe.language
    for placed in case.replacements:
        for word, told in each_choice(placed.row):
            original = placed.row.original
            if placed.row.kind in FIGURES and shape(word, language) != shape(original, language):
                yield breach(placed, f"{told} has another shape than {original!r}; write it alike")


def figure_in_evidence(case: Case) -> Iterator[Breach]:
    """A date or number is new to its question's documents (design.md, "Replacement")."""
    for annotated in case.annotated.values():
        for placed in annotated.own:
            for word, told in each_choice(placed.row) if placed.row.kind in FIGURES else ():
                hits = case.new_words.of(sought(word, placed.row.kind))
                if where := [name for name in annotated.supporting if name in hits]:
                    yield breach(
                        placed,
                        f"{told} stands in the question's own document {where[0]}; take another",
                    )


def _new_names(row: ReplacementRow, language: Language) -> Iterator[tuple[str, str]]:
    for word, told in each_choice(row) if row.kind in NAMES else ():
        if not is_of_kind(word, language):
            yield word, told


def _chained(case: Case, closed: bool) -> Iterator[Breach]:
    """Yield the rows whose new word is another's original, those in a closed ring or the others."""
    for annotated in case.annotated.values():
        told = set()
        for replaced in annotated.replaced:
            following = _following(annotated, replaced.new, case)
            for index, followers in following.items():
                for follower in followers:
                    key = annotated.rows[index].line, replaced.new[index], follower
                    if key in told or _reaches(following, follower, index) != closed:
                        continue
                    told.add(key)
                    yield breach(
                        annotated.rows[index],
                        f"{replaced.new[index]!r} replaces {annotated.rows[index].row.original!r}"
                        f" and is replaced itself in line {annotated.rows[follower].line}"
                        f"{', in a ring' if closed else ''}; take a new word",
                    )


def _following(
    annotated: AnnotatedQuestion, new: Sequence[str], case: Case
) -> dict[int, list[int]]:
    """Return for each row the others whose originals its new word holds."""
    originals = [placed.row.original for placed in annotated.rows]
    begins = [original.casefold().split()[0] for original in originals]
    return {
        index: [
            other
            for other, begin in enumerate(begins)
            if begin in folded
            and other != index
            and holds(word, originals[other], case.recipe.language)
        ]
        for index, word in enumerate(new)
        for folded in [word.casefold()]
    }


def _reaches(following: dict[int, list[int]], start: int, end: int) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == end:
            return True
        fresh = [one for one in following[here] if one not in seen]
        seen.update(fresh)
        waiting += fresh
    return False


def _folded(phrase: str) -> str:
    return " ".join(phrase.casefold().split())
