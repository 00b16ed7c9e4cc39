"""Rules about originals: where they stand and do not, what stays of them and of their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations

from lvbuild.languages import Language
from lvbuild.questions.annotated import AnnotatedQuestion, own_texts
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts, stand_elsewhere
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES, Pair
from lvbuild.text.replacing import Match, Replacer

_STOPS = ".,;:。．，、；："
_CALLS = "!?…！？"
_PAIRED = tuple(zip('"“‘「『《〈(（[【', '"”’」』》〉)）]】', strict=True))
_ABBREVIATED = re.compile(r"(?:\.\w+|\b\w|\b(?:Inc|Ltd|Co|Corp|Jr|Sr|St|Bros|Mt|No|vs))\.\Z")
_PARTED = re.compile(r"[\s·・]+")
_HAN_NAME = re.compile(r"[\u3400-\u9fff]{3}")
_CAPITALISED = re.compile(r"\b[A-Z]\w*")


def never_occurs(context: LintContext) -> Iterator[Breach]:
    """An original is replaced somewhere, or its row is a mistake."""
    used = {
        (placed.row.question_id, placed.row.original)
        for annotated in context.annotated.values()
        for placed, times in zip(annotated.rows, annotated.replaced[0].uses, strict=True)
        if times
    }
    unused = [
        placed
        for placed in context.replacements
        for name in [placed.row.question_id]
        if name == "*" or name in context.annotated
        if (name, placed.row.original) not in used
    ]
    questions = [context.annotated.get(placed.row.question_id) for placed in unused]
    originals = (
        Pair(row.original, row.original, row.kind, row.plural, row.any_case)
        for row in (placed.row for placed in unused)
    )
    own = (asked.supporting if asked else {} for asked in questions)
    sought = list(zip(originals, own, strict=True))
    stand = stand_elsewhere(sought, context.pool, context.recipe.language) if unused else ()
    for placed, asked, stands in zip(unused, questions, stand, strict=True):
        if not stands and not _shared(asked, placed.row):
            yield breach(placed, _nowhere(placed.row, asked.texts if asked else ()))


def _shared(asked: AnnotatedQuestion | None, row: ReplacementRow) -> bool:
    """Tell whether a question's own rows replace an original that others share, and do it first."""
    if asked is None or not asked.shared:
        return False
    found = chain.from_iterable(map(asked.replaced_in, asked.supporting.values()))
    return any(placed.row.original == row.original for placed in found)


def ill_cut(context: LintContext) -> Iterator[Breach]:
    """An original begins and ends with its own words: no stop, half a quotation, preposition.

    Those stay where they are; a title alone has marks and prepositions of its own.
    """
    for placed in context.replacements:
        if edge := loose_edge(placed.row.original, placed.row.kind, context.language.prepositions):
            yield breach(
                placed,
                f"the original {placed.row.original!r} begins or ends with {edge!r}, which is no"
                " part of it; leave it out, and out of what replaces it",
            )


def loose_edge(text: str, kind: Kind, prepositions: frozenset[str] = frozenset()) -> str:
    """Return what a name or figure begins or ends with that is no part of it, or ""."""
    calls = "" if kind in ("title", "organisation") else _CALLS
    if text.startswith((*_STOPS, *_CALLS)) and not re.match(r"\.\w", text):
        return text[0]
    if text.endswith((*_STOPS, *calls)) and not _ABBREVIATED.search(text):
        return text[-1]
    for first, last in _PAIRED:
        apart = text.count(first) != text.count(last) if first != last else text.count(first) % 2
        if apart and (edge := {text[0], text[-1]} & {first, last}):
            return min(edge)
    words = text.split()
    edges = [] if kind == "title" or len(words) < 2 else [words[0], words[-1]]
    return next((word for word in edges if word in prepositions), "")


def _nowhere(row: ReplacementRow, texts: Iterable[str]) -> str:
    capital = row.kind == "term" and not row.any_case and row.original[:1].isupper()
    if capital and any(row.original in text for text in texts):
        return (
            f"the original {row.original!r} is not replaced where it stands: a term with a capital"
            " is one at the beginning of a sentence alone; name another kind, or `any_case`"
        )
    return (
        f"the original {row.original!r} stands by itself neither in the question's"
        " fields nor in its documents or the pool; mend or reject the row"
    )


def inside_words(context: LintContext) -> Iterator[Breach]:
    """An English original is no part of other words: a pair replaces whole ones alone.

    There it would stay, and may give the name away that is replaced elsewhere.
    """
    if context.language.unit == "characters":
        return
    for annotated in context.annotated.values():
        finder = annotated.replaced[0].replacer
        texts = [(text, finder.find(text)) for text in annotated.texts]
        for placed in annotated.own:
            found = [word for text, kept in texts for word in _left_inside(text, kept, placed.row)]
            if found:
                yield breach(
                    placed,
                    f"the original {placed.row.original!r} stands inside other words {len(found)}"
                    f" times and stays there ({found[0]!r}); give those words rows too",
                )


def _left_inside(text: str, matches: Sequence[Match], row: ReplacementRow) -> Iterator[str]:
    """Yield the words that hold an original, of those that no match covers."""
    if row.kind in FIGURES or row.original not in text:
        return
    for found in re.finditer(rf"\w*{re.escape(row.original)}\w*", text):
        start = found.start() + found[0].index(row.original)
        inside = any(match.start <= start < match.end for match in matches)
        if found[0] != row.original and not inside:
            yield found[0]


def part_left(context: LintContext) -> Iterator[Breach]:
    """Parts of a replaced name are replaced where they stand alone, or they tell the old one.

    A person's are all, another name's the one that is no word of kind: Tamble of the river Tamble.
    """
    for annotated in context.annotated.values():
        pairs = [Pair(p.row.original, p.row.replacement, p.row.kind) for p in annotated.rows]
        texts = [*own_texts(annotated.replaced[0].question), *annotated.replaced[0].texts]
        known = {pair.original for pair in pairs}
        new = " ".join(annotated.replaced[0].new)
        parts = {
            placed.line: [
                part
                for part in _parts(placed.row, context.language)
                if part not in known and part not in new
            ]
            for placed in annotated.own
        }
        sought = sorted({part for own in parts.values() for part in own})
        finder = Replacer([Pair(part, part) for part in sought], context.recipe.language)
        found = {sought[match.pair] for text in texts for match in finder.find(text)}
        for placed in annotated.own:
            if left := [part for part in parts[placed.line] if part in found]:
                yield breach(
                    placed,
                    f"{left[0]!r} of {placed.row.original!r} stands alone in the question's texts"
                    " and stays there; give it a row",
                )


def part_unlike_whole(context: LintContext) -> Iterator[Breach]:
    """A part of a name becomes a part of what the whole becomes, or one person has two names."""
    by_characters = context.language.unit == "characters"
    for annotated in context.annotated.values():
        names = [placed for placed in annotated.rows if placed.row.kind in NAMES]
        for whole, part in permutations(names, 2):
            parts = whole.row.original if by_characters else _PARTED.split(whole.row.original)
            if part.row.original == whole.row.original or part.row.original not in parts:
                continue
            if len(whole.row.alternatives) != len(part.row.alternatives):
                given = len(part.row.alternatives), len(whole.row.alternatives)
                yield breach(
                    part,
                    f"{part.row.original!r} has {given[0]} alternatives and"
                    f" {whole.row.original!r}, whose part it is, {given[1]}; give both as many",
                )
                continue
            words = zip(context.choices(whole.row), context.choices(part.row), strict=True)
            unlike = [(new, own) for (new, _), (own, _) in words if own not in new]
            if unlike:
                new, own = unlike[0]
                yield breach(
                    part,
                    f"{part.row.original!r} becomes {own!r}, but {whole.row.original!r}, whose part"
                    f" it is, becomes {new!r}; take a part of that",
                )


def _parts(row: ReplacementRow, language: Language) -> list[str]:
    """Return the words of a name that may stand for all of it."""
    if row.kind not in NAMES or row.kind == "title":
        return []
    words = [word.strip(".,") for word in _PARTED.split(row.original)]
    if len(words) == 1 and language.unit == "characters":
        return (
            [row.original[1:]] if row.kind == "person" and _HAN_NAME.fullmatch(row.original) else []
        )
    telling = [
        word
        for word in words
        if len(word) > 2
        and not word[0].islower()
        and not word.isdecimal()  # a year, which tells no name
        and not language.is_of_kind(word)
    ]
    if len(words) < 2 or (row.kind != "person" and len(telling) > 1):
        return []
    return telling


def original_left(context: LintContext) -> Iterator[Breach]:
    """No other spelling of an original stays in its question's texts, where it would tell it."""
    for annotated in context.annotated.values():
        replaced = annotated.replaced[0]
        texts = [*own_texts(replaced.question), *replaced.texts]
        new = Texts(["\n".join(replaced.new)], context.language)
        whole = Texts(texts, context.language)
        small = Texts((_CAPITALISED.sub("_", text) for text in texts), context.language)
        for placed in annotated.own:
            row = placed.row
            if new.say(row.original):
                continue  # that is a chain, or a row that shares its words
            # Terms leave capitalised words alone by design.
            is_small = row.kind == "term" and not row.any_case and row.original.islower()
            if (small if is_small else whole).say(row.original):
                yield breach(
                    placed,
                    f"the original {row.original!r} stays in the question's texts in another"
                    " spelling or within a range; give what stands there a row",
                )
