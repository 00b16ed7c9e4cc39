"""Rows whose words are spent, with others: what a variant takes that none before it had."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property

from lvbuild.annotate.suggesting.entities import Texts
from lvbuild.annotate.workbench import with_rows
from lvbuild.core.seeds import Seeds
from lvbuild.corpora.corpus import named_corpora
from lvbuild.languages.language import Language
from lvbuild.questions.annotations import alternatives_of, drawn_choices
from lvbuild.questions.evidence import CorpusDocuments
from lvbuild.renewal.fresh_words import Drawer, Family, Told, Words, families, kin
from lvbuild.rules.context import LintContext
from lvbuild.rules.every import errors
from lvbuild.tables.reading import parse_table, question_id
from lvbuild.tables.rows import MOST_ALTERNATIVES, ReplacementRow
from lvbuild.tables.writing import Change, changed
from lvbuild.tasks.task import Source
from lvbuild.text.pairs import NAMES

ANNOTATOR = "lvbuild refresh"
_ROUNDS = 3
"""How often words that break a rule are drawn anew."""


@dataclass(frozen=True, slots=True)
class Renewed:
    """Changes of rows, how many of them have drawn words, and the rows that have none."""

    changes: Sequence[Change] = ()
    drawn: int = 0
    lacking: Sequence[ReplacementRow] = ()


def may_lack_words(rows: Sequence[ReplacementRow], seeds: Seeds) -> bool:
    """Tell whether some of a variant's rows may be spent; what shares documents decides it."""
    return any(len(row.alternatives) <= len(seeds.since) for row in rows)


def renew(source: Source) -> Renewed:
    """Return changes by which a variant takes words that it and none before it has.

    The rows of questions that share documents are spent together; each then has an alternative
    more, and one without any as many as the others. Words are drawn as `annotate suggest` draws
    them; those that break an error's rule are drawn anew, then given up. A row for which there are
    none takes the word again that was taken longest ago. Rows of every question stay as they are.
    """
    case = source.task.read_case(source)
    groups = list(_spent(case, source))
    words = _draw(source, case, groups) if groups else []
    changes = list(_changes(groups, words))
    wanting = [
        (row, row.original in new)
        for group, new in zip(groups, words, strict=True)
        for row in group.rows
        if group.wanted(row)
    ]
    lacking = [row for row, is_drawn in wanting if not is_drawn]
    stuck = [row for row in _of_all(case) if 0 < len(row.alternatives) <= len(source.seeds.since)]
    return Renewed(changes, len(wanting) - len(lacking), [*stuck, *lacking])


@dataclass(frozen=True)
class Group:
    """Questions that have one choice of their alternatives, of which they had `count`.

    `before` are the places that variants before took, `places` those that they and the variant
    take of the alternatives that there are to be.
    """

    names: Sequence[str]
    rows: Sequence[ReplacementRow]
    told: Told
    count: int
    before: Sequence[int]
    places: Sequence[int]

    def wanted(self, row: ReplacementRow) -> int:
        """Return how many words have to be drawn for a row."""
        if not row.alternatives:
            return max(self.count, len(self.places))
        return 1 if self.places and row in self._short else 0

    @cached_property
    def _short(self) -> Set[ReplacementRow]:
        """The rows that have no word left which no variant took, and all that go with one."""
        short = (own for own in kin(self.rows) if min(map(_words, own)) <= self.count)
        return {row for own in short for row in own}

    def renewed(self, row: ReplacementRow, new: Sequence[str]) -> ReplacementRow:
        """Return a row whose alternatives the draws of builds find as variants took them."""
        signed = {"status": "draft", "annotator": ANNOTATOR} if new else {}
        if not row.alternatives or not self.places:
            return row.model_copy(update={"alternatives": (*row.alternatives, *new), **signed})
        taken = [row.alternatives[place] for place in self.before]
        spare = [*new, *row.alternatives[self.count :]]
        last = {word: number for number, word in enumerate((row.replacement, *taken))}
        oldest = min(last, key=last.__getitem__)
        taken.append(spare.pop(0) if new or row not in self._short else oldest)
        ordered = [word for _, word in sorted(zip(self.places, taken, strict=True))]
        return row.model_copy(update={"alternatives": (*ordered, *spare), **signed})


def _words(row: ReplacementRow) -> int:
    return len(row.alternatives)


def _of_all(context: LintContext) -> list[ReplacementRow]:
    """Return the rows of every question, which stay as they are."""
    return [placed.row for placed in context.annotations.rows["*"]]


def _titles(source: Source) -> Callable[[str], str]:
    """Return what tells the title of a document by its id; those of a sample world have none."""
    if source.invented:
        return lambda _: ""
    corpora = named_corpora(source.file.recipe.corpora, source.corpora)
    documents = cache(lambda: CorpusDocuments(corpora))  # read where a question has any
    return lambda name: documents().document(name).title


def _spent(context: LintContext, source: Source) -> Iterator[Group]:
    """Yield the groups of questions that a variant has too few words of."""
    annotations, done, every = context.annotations, set[str](), _of_all(context)
    seeds, past, title = source.seeds, len(source.seeds.since), _titles(source)
    for name in dict.fromkeys(placed.row.question_id for placed in context.replacements):
        together = annotations.shared.together(name)
        if name == "*" or name in done or not all(one in context.annotated for one in together):
            continue
        done.update(together)
        own = [placed.row for one in together for placed in annotations.rows[one]]
        rows, count = [*every, *own], alternatives_of([*every, *own])
        spent = count <= past
        if not (spent or any(not row.alternatives for row in own)) or past >= MOST_ALTERNATIVES:
            continue
        if 0 < alternatives_of(every) <= past:
            continue
        before = drawn_choices(rows, seeds, together[0])[:-1]
        places: list[int] = []
        if spent and count:
            places = seeds.choices("replacements", past + 1, question_id=together[0])
        asked = [context.annotated[one] for one in together]
        texts = Texts(
            list(dict.fromkeys(text for one in asked for text in one.supporting.values())),
            [(one.original.input, answer) for one in asked for answer in one.original.answers],
            [title(each) for one in asked for each in one.supporting],
        )
        told = Told(texts, list(dict.fromkeys(row.original for row in rows)))
        yield Group(together, own, told, count or past + 1, before, places)


def _draw(source: Source, case: LintContext, groups: Sequence[Group]) -> list[Words]:
    """Draw words for each group; the families of those that break a rule are drawn anew."""
    seeds, rows = source.seeds, [placed.row for placed in case.replacements]
    # A sample world has no end; its build refuses texts with these words as any does.
    pool = () if source.invented else case.pool.values()
    seed = (seeds.seed, seeds.variant, seeds.recipe, "refresh")
    drawer = Drawer(case.recipe.language, pool, rows, *seed)
    named = [families([r for r in group.rows if group.wanted(r)], group.wanted) for group in groups]
    words: list[dict[str, Sequence[str]]] = [{} for _ in groups]
    pending: Mapping[int, Sequence[Family]] = dict(enumerate(named))
    for number in range(_ROUNDS):
        for place, wanted in pending.items():
            group = groups[place]
            words[place] |= drawer.draw(group.told, wanted, group.names[0], number)
            for row in group.rows:
                drawer.keep(group.renewed(row, words[place].get(row.original, ())))
        broken = _broken(case, [*_changes(groups, words)])
        pending = {
            place: _to_draw(named[place], broken, group.names, words[place], case)
            for place, group in enumerate(groups)
        }
        for place, lost in pending.items():
            forms = {form for each in lost for form in each.entity.forms}
            words[place] = {old: new for old, new in words[place].items() if old not in forms}
        if not any(pending.values()):
            break
    return [apart(one, own, case.language) for one, own in zip(named, words, strict=True)]


def _changes(groups: Sequence[Group], words: Sequence[Words]) -> Iterator[Change]:
    for group, new in zip(groups, words, strict=True):
        for row in group.rows:
            after = group.renewed(row, new.get(row.original, ()))
            if after != row:
                yield Change("replacements", row, after)


def _broken(case: LintContext, changes: Sequence[Change]) -> set[tuple[str, str]]:
    """Return the questions and originals whose rows break an error's rule, "" for all of one."""
    before = case.tables.replacements
    if before is None:
        return set()
    after = parse_table(before.path, changed(before, changes), ReplacementRow)
    tables = replace(case.tables, replacements=after)
    found = with_rows(errors(replace(case, tables=tables)), tables)
    return {
        (question_id(row), row.original if isinstance(row, ReplacementRow) else "")
        for _, row, _ in found
    }


def _to_draw(
    wanted: Sequence[Family],
    broken: Set[tuple[str, str]],
    names: Sequence[str],
    words: Words,
    case: LintContext,
) -> Sequence[Family]:
    """Return the families whose words break a rule, and those that share a word with them."""
    drawn = [each for each in wanted if not words.keys().isdisjoint(each.entity.forms)]
    lost = [each for each in drawn if any(_breaks(broken, name, each) for name in names)]
    return [
        each
        for each in drawn
        if each in lost or any(_is_shared(each, one, case.language) for one in lost)
    ]


def apart(wanted: Sequence[Family], words: Words, language: Language) -> Words:
    """Return words without those of names that share a word with a name for which none are drawn.

    So what stands for a name within another is what stands for it alone.
    """
    kept = [each for each in wanted if not words.keys().isdisjoint(each.entity.forms)]
    lost = [each for each in wanted if each not in kept]
    while lost:
        shared = [one for one in kept if any(_is_shared(one, each, language) for each in lost)]
        kept, lost = [each for each in kept if each not in shared], shared
    forms = {form for each in kept for form in each.entity.forms}
    return {old: new for old, new in words.items() if old in forms}


def _is_shared(one: Family, other: Family, language: Language) -> bool:
    """Tell whether names share a word."""
    pairs = ((a, b) for a in one.entity.forms for b in other.entity.forms)
    return one.entity.kind in NAMES and any(language.shared_content(*pair) for pair in pairs)


def _breaks(broken: Set[tuple[str, str]], name: str, family: Family) -> bool:
    return any((name, form) in broken for form in ("", *family.entity.forms))
