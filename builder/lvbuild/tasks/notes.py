"""Notes on a build: what it falls short of, and which files beside its tables it does not read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from math import prod
from string import Formatter

from lvbuild.core.options import ResolvedOptions
from lvbuild.core.resources import shipped
from lvbuild.core.seeds import Seeds
from lvbuild.core.wording import number_of
from lvbuild.mixing.planning import Prepared
from lvbuild.questions.annotations import alternatives_of
from lvbuild.recipe import Recipe
from lvbuild.recipe.layouts import layouts
from lvbuild.tables.reading import LEDGER, TABLE_NAMES, Tables, question_id
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tasks.task import Source

_FEW_VARIANTS = 100
"""Of so many or fewer that differ, two that are named at random are likely to be alike."""
_NAMED = 3
_REASONS = 5


def shortfalls(
    recipe: Recipe, tables: Tables, options: ResolvedOptions, prepared: Prepared
) -> Iterator[str]:
    """Yield a line for each way in which a build gives less than the recipe and its tables hold.

    The lines follow from recipe, tables, corpora and options alone, whatever levels are asked for,
    so that a build from a release's inputs comes to the same.
    """
    if len(prepared.asked) < recipe.questions_asked:
        why = "no more can be asked"
        if tables.selection is not None:
            why = f"the selection has {len(tables.selection.used)}"
            if prepared.more:
                why += f"; the corpora have {prepared.more:,} more, which --fill draws from"
        asked = number_of(len(prepared.asked), "question")
        yield f"{asked} for a count of {recipe.count}: {why}"
    if reasons := Counter(reason for _, reason in prepared.left_out):
        counts = [f"{reason} ({count})" for reason, count in reasons.most_common(_REASONS)]
        more = len(reasons) - _REASONS
        counts += [f"and {more} more reasons, in the manifest"] if more > 0 else []
        yield f"{number_of(reasons.total(), 'question')} left out: {'; '.join(counts)}"
    left_out = {name for name, _ in prepared.left_out}
    if unknown := [name for name in options.known_defects if name not in left_out]:
        yield f"errata: not among the recipe's questions are {_listed(unknown)}"
    if prepared.lacking and options.tables:
        lacking = (f"{count} too few {name}" for name, count in prepared.lacking.items())
        yield f"questions that lack rows of a table ({'; '.join(lacking)})"
    if options.strict and not layouts[recipe.layout].own:
        yield f"--strict leaves out nothing: records of {recipe.layout} have upstream's keys alone"
    if prepared.unmarked:
        asked = number_of(prepared.unmarked, "question")
        yield f"hard_negatives: upstream marks no distracting document for {asked}"
    if prepared.miscounted:
        records = number_of(prepared.miscounted, "record")
        yield f"upstream tells another length than the context has of {records}"
    yield from _short_of_rows(tables, prepared)
    yield from _of_other_times(prepared)
    if tables.needles is not None:
        rows = tables.needles.used
        names = [question_id(placed.row) for placed in rows]
        if others := [name for name in names if name not in {*prepared.asked, *left_out}]:
            yield f"1 of {len(rows)} needles is asked; only variants may ask {_listed(others)}"
    yield from _other_questions(tables, prepared)
    if options.variant:
        yield from _like_other_variants(recipe, tables, options, prepared.asked)


def _of_other_times(prepared: Prepared) -> Iterator[str]:
    """Yield a line on each corpus whose answers and pages are not of one date."""
    for corpus in prepared.corpora:
        if (told := corpus.epochs) and told["questions"] != told["pages"]:
            yield (
                f"{corpus.name}: its answers are of {told['questions']}, its pages of"
                f" {told['pages']}; they may differ"
            )


def _short_of_rows(tables: Tables, prepared: Prepared) -> Iterator[str]:
    """Yield a line for each field that rows have no more, and one on facts without a passage."""
    for name, table in tables.named().items():
        for field, now in table.former_fields.items():
            yield f"{name}.jsonl: rows have no field {field!r} any more; use {now!r}"
    if prepared.alone:
        facts = number_of(prepared.alone, "confusing fact")
        yield f"{facts} without a passage: each is one by itself, which may be seen"


def _other_questions(tables: Tables, prepared: Prepared) -> Iterator[str]:
    """Yield a line on rows for questions that are neither asked nor left out with a reason."""
    known = {"*", *prepared.asked, *(name for name, _ in prepared.left_out)}
    if tables.needles is not None:
        known |= {question_id(row) for row in tables.needles.rows}
    for name, table in tables.named().items():
        if name != "needles" and name not in tables.own:
            named = [question_id(placed.row) for placed in table.used]
            if others := [each for each in named if each not in known]:
                rows = number_of(len(others), "row")
                yield f"{rows} of {name} for questions that are not asked: {_listed(others)}"


def _like_other_variants(
    recipe: Recipe, tables: Tables, options: ResolvedOptions, asked: Sequence[str]
) -> Iterator[str]:
    """Yield what a variant leaves as it is, and whether so few differ that two may be alike."""
    since = Seeds.of(options, recipe.name).since
    rows: dict[str, list[ReplacementRow]] = {}
    for placed in tables.replacements.used if tables.replacements is not None else ():
        rows.setdefault(placed.row.question_id, []).append(placed.row)
    own = {name: [*rows.get("*", ()), *rows.get(name, ())] for name in asked}
    every = [row for question in own.values() for row in question]
    if fixed := sum(not row.alternatives for row in every):
        yield (
            f"{fixed} of {len(every)} replacements have no alternatives: every variant has the"
            " same words for them"
        )
    spare = sum(
        max(0, len(row.alternatives) - alternatives_of(of)) for of in own.values() for row in of
    )
    if spare:
        alternatives = number_of(spare, "alternative")
        yield f"{alternatives} never taken, as another replacement of the question has fewer"
    if spent := sum(0 < alternatives_of(each) <= len(since) for each in own.values()):
        questions = number_of(spent, "question")
        yield f"{questions} with words that a variant before had; add alternatives"
    if tables.needles is not None:
        defects = options.known_defects
        ids = (question_id(placed.row) for placed in tables.needles.used)
        names = [name for name in ids if name not in defects]
        every_needle = [[*rows.get("*", ()), *rows.get(name, ())] for name in names]
        different = sum(max(1, alternatives_of(each)) for each in every_needle)
    else:
        # Where fewer are asked than the recipe would, none is left to draw.
        drawn = len(asked) == recipe.count and not {*asked} <= {*(tables.selected or ())}
        fresh = drawn and options.questions_of is None and not recipe.keeps_ids
        if fresh or options.sample or not recipe.question_corpora:
            return  # every variant has questions or answers of its own
        different = prod(max(1, alternatives_of(each)) for each in own.values())
    if recipe.keeps_ids:
        yield "every variant has the same records, as they were published, but for its canary"
    elif different == 1 and tables.replacements is None and recipe.question_corpora:
        yield "every variant asks and expects the same over other passages: no words are replaced"
    elif different == 1:
        yield "every variant asks for the same answers, as there is one choice; add alternatives"
    elif different <= _FEW_VARIANTS:
        yield (
            f"variants have {different} choices of answers, so that two of them may ask for the"
            " same; add alternatives"
        )


def _listed(names: Iterable[str]) -> str:
    each = list(dict.fromkeys(names))
    more = f" and {len(each) - _NAMED} more" if len(each) > _NAMED else ""
    return f"{', '.join(each[:_NAMED])}{more}"


def unread_tables(source: Source) -> Iterator[str]:
    """Yield a line for each file in the folder of a recipe's tables that is not read, and why."""
    folder = source.file.beside(f"annotations/{source.file.recipe.name}")
    if not source.options.tables or not folder.is_dir():
        return
    read = {table.path for table in source.tables.named().values()}
    others = [path for path in sorted(folder.iterdir()) if path not in read]
    others = [path for path in others if path.suffix != ".md"]  # which people read
    names = [path for path in others if not path.name.startswith(".") and path.name != LEDGER]
    if names and source.invents_tables:
        if folder.parent != shipped("annotations"):
            yield "the tables beside the recipe are not read: the sample world brings its own"
        return
    for path in names:
        if path.suffix == ".jsonl" and path.stem in TABLE_NAMES:
            why = source.file.recipe.why_unread(path.stem)
        else:
            known = sorted({*TABLE_NAMES, *source.file.recipe.own_tables})
            near = get_close_matches(path.stem, known, n=1)
            there = " ".join(f"{name}.jsonl" for name in near or known)
            why = f"did you mean {there}?" if near else f"tables are called {there}"
        yield f"{path.name} is not read: {why}"


def notes_on_files(source: Source, prepared: Prepared) -> Iterator[str]:
    """Yield the lines on tables, and one where a file's prompt leaves out questions that differ."""
    yield from unread_tables(source)
    if not (prompts := source.options.prompts):
        return
    inputs = {
        record.question.input for text in prepared.levels.values() for record in text.plan.records
    }
    places = {name for _, name, _, _ in Formatter().parse(prompts.prompt)}
    if len(inputs) > 1 and places.isdisjoint({"input", "question"}):
        yield f"the prompt of {prompts.name} asks no question: it has no place for the input"


def counted_whole(source: Source) -> Iterator[str]:
    """Yield a line for each tokenizer that does not break at lines, so that it took longer."""
    counters = source.counters
    for counting in dict.fromkeys(filter(None, (counters.tokens, counters.reported))):
        if counting.note:
            yield counting.note
