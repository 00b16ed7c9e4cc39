"""Rules about the words that replace others, and how they are written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from lvbuild.questions.annotated import AnnotatedQuestion, Rows, own_texts
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import sought
from lvbuild.rules.originals import loose_edge
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES, Pair
from lvbuild.text.replacing import Replacer

_WORDS_BESIDE = re.compile(r"(?<!#)[^\W\d_]+[ ,]*")
"""In the shape of a date or number: what is no month, day or numeral of it."""
_LED = re.compile(r"(?:the|an?) ", re.IGNORECASE)


def cycles(context: LintContext) -> Iterator[Breach]:
    """No two pairs of a question swap words: a name is new."""
    for annotated in context.annotated.values():
        told = set()
        for replaced in annotated.replaced:
            following = _following(annotated, replaced.new, context)
            for index, followers in following.items():
                for follower in followers:
                    key = annotated.rows[index].line, replaced.new[index], follower
                    if key in told or not _reaches(following, follower, index):
                        continue
                    told.add(key)
                    yield breach(
                        annotated.rows[index],
                        f"{replaced.new[index]!r} replaces {annotated.rows[index].row.original!r}"
                        f" and is replaced itself in line {annotated.rows[follower].line}, in a"
                        " ring; take a new word",
                    )


def same_replacement(context: LintContext) -> Iterator[Breach]:
    """Two originals get two replacements, unless both name one entity, or two things become one."""
    for annotated in context.annotated.values():
        told = set()
        for replaced in annotated.replaced:
            seen: dict[str, int] = {}
            for index, word in enumerate(map(_folded, replaced.new)):
                first, row = annotated.rows[seen.setdefault(word, index)], annotated.rows[index]
                told_apart = _folded(first.row.original) != _folded(row.row.original)
                one_thing = row.row.entity and row.row.entity == first.row.entity
                if told_apart and not one_thing and (row.line, word) not in told:
                    told.add((row.line, word))
                    yield breach(
                        row,
                        f"{replaced.new[index]!r} replaces {row.row.original!r} and, in line"
                        f" {first.line}, {first.row.original!r}; give each a word of its own",
                    )


def stands_in_evidence(context: LintContext) -> Iterator[Breach]:
    """A name's replacement is new to its question's own texts."""
    for annotated in context.annotated.values():
        rivals = [placed.row.passage for placed in annotated.facts]
        fields = "\x03".join([*own_texts(annotated.original), *rivals]).casefold()
        for placed, word, told, where in _standing(context, annotated, annotated.rows, NAMES):
            held = where or context.language.folded_holds(fields, word)
            if held and not context.language.is_of_kind(word):
                yield breach(
                    placed,
                    f"{told} stands in the question's own {where or 'fields or rivals'} already: a"
                    " record would tell of two things by one name; take another",
                )


def shares_content(context: LintContext) -> Iterator[Breach]:
    """A name shares no content with its original, which it would give away."""
    new = list(_new_words(context, context.replacements, NAMES))
    pairs = [(placed.row.original, word) for placed, word, _ in new]
    shared = context.language.shared_contents(pairs)
    among: dict[Placed[ReplacementRow], list[str]] = defaultdict(list)
    for (placed, _, told), words in zip(new, shared, strict=True):
        if words:
            among[placed].append(f"{told} shares {', '.join(words)}")
    for placed, each in among.items():
        original = placed.row.original
        yield breach(placed, f"{'; '.join(each)} with the original {original!r}; take other words")


def figure_changes_shape(context: LintContext) -> Iterator[Breach]:
    """A date or number keeps its shape: a year stays a year. Words beside it may be others."""

    def shape(figure: str) -> str:
        return _WORDS_BESIDE.sub("", context.language.shape(figure))

    for placed, word, told in _new_words(context, context.replacements, FIGURES):
        original = placed.row.original
        if shape(word) != shape(original):
            yield breach(placed, f"{told} has another shape than {original!r}; write it alike")


def figure_in_evidence(context: LintContext) -> Iterator[Breach]:
    """A date or number is new to its question's documents."""
    for annotated in context.annotated.values():
        for placed, _, told, where in _standing(context, annotated, annotated.own, FIGURES):
            if where:
                among = f"{told} stands in the question's own document {where}"
                yield breach(placed, f"{among}; take another")


def _new_words(
    context: LintContext, rows: Iterable[Placed[ReplacementRow]], kinds: frozenset[str]
) -> Iterator[tuple[Placed[ReplacementRow], str, str]]:
    """Yield each word that may stand for originals of some kinds, and what to call it."""
    for placed in rows:
        for word, told in context.choices(placed.row) if placed.row.kind in kinds else ():
            yield placed, word, told


def _standing(
    context: LintContext, annotated: AnnotatedQuestion, rows: Rows, kinds: frozenset[str]
) -> Iterator[tuple[Placed[ReplacementRow], str, str, str]]:
    """Yield the same, each with the first supporting document that it stands in, or ""."""
    new = list(_new_words(context, rows, kinds))
    pairs = [sought(word, placed.row.kind) for placed, word, _ in new]
    found: dict[Pair, str] = {}
    finder = Replacer(pairs, annotated.language)
    for name, text in annotated.supporting.items():
        for match in finder.find(text):
            found.setdefault(pairs[match.pair], name)
    for (placed, word, told), pair in zip(new, pairs, strict=True):
        yield placed, word, told, found.get(pair, "")


def _following(
    annotated: AnnotatedQuestion, new: Sequence[str], context: LintContext
) -> dict[int, list[int]]:
    """Return for each row the others whose originals its new word holds."""
    originals = [placed.row.original for placed in annotated.rows]
    begins = [original.casefold().split()[0] for original in originals]
    return {
        index: [
            other
            for other, begin in enumerate(begins)
            if begin in folded and other != index and context.language.holds(word, originals[other])
        ]
        for index, word in enumerate(new)
        for folded in [word.casefold()]
    }


def _reaches(following: dict[int, list[int]], start: int, end: int) -> bool:
    reached = [start]
    for here in reached:  # which grows
        reached += [one for one in following[here] if one not in reached]
    return end in reached


def _folded(phrase: str) -> str:
    return " ".join(phrase.casefold().split())


def ill_written(context: LintContext) -> Iterator[Breach]:
    """A replacement begins and ends as its original does, with single spaces."""
    for placed in context.replacements:
        row = placed.row
        choices = [*context.choices(row), (row.plural, f"the plural {row.plural!r}")]
        for word, told in choices:
            if problem := _ill_written(row, word):
                yield breach(placed, f"{told} {problem}")
                break


def _ill_written(row: ReplacementRow, word: str) -> str:
    if (edge := loose_edge(word, row.kind)) and edge not in row.original:
        return (
            f"begins or ends with {edge!r}, and its original does not; leave it out, or write both"
        )
    if row.kind != "title" and _LED.match(word) and not _LED.match(row.original):
        return f"begins with {word.split(maxsplit=1)[0]!r}, and its original does not; leave it out"
    return "holds two spaces in a row; write one" if re.search(r"\s\s", word) else ""


def without_content(context: LintContext) -> Iterator[Breach]:
    """An original is more than a word such as "of"; a Chinese one has 2 characters."""
    for placed in context.replacements:
        original = placed.row.original
        if context.language.is_empty(original) and placed.row.kind != "title":
            yield breach(
                placed,
                f"the original {original!r} stands in most texts and means too little by itself;"
                " use a longer original",
            )


def no_figure(context: LintContext) -> Iterator[Breach]:
    """A date or number holds a number, a month or an era."""
    for placed in context.replacements:
        row = placed.row
        if row.kind not in FIGURES or context.language.shape(row.original):
            continue
        annotated = context.annotated.get(row.question_id)
        era = context.language.era(row.original) if row.kind == "date" else None
        if era and (annotated is None or any(era.search(text) for text in annotated.texts)):
            continue
        yield breach(
            placed,
            f"the original {row.original!r} is called a {row.kind}, but holds no number, month or"
            " era; give it the kind that it has",
        )
