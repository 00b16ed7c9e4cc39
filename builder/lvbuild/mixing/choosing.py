"""Which questions a mixup asks: those selected, else those drawn that nothing speaks against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.reading.screening import why_not_asked
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.mixing.questions import MixupQuestion, QuestionReader, UnfitError
from lvbuild.questions.evidence import CorpusDocuments
from lvbuild.recipe import Recipe
from lvbuild.rules.borne_out import Support, sought_answers, told_by_question
from lvbuild.rules.context import LintContext
from lvbuild.tables.reading import question_id
from lvbuild.tables.rows import SelectionRow


def doubt(source: CorpusQuestion, documents: CorpusDocuments, recipe: Recipe) -> str:
    """Return what speaks against drawing a question, "" if nothing does."""
    language = find_language(recipe.language)
    told = told_by_question(recipe, source.input, source.answers, language)
    if told and not source.fan_out:
        return "it says its answer"
    return why_not_asked(
        source,
        [documents.document(name) for name in source.supporting],
        recipe.language,
        every_answer=source.fan_out is not None or len(recipe.scored_answers(("", ""))) > 1,
        judged=recipe.judges,
    )


def draw(
    reader: QuestionReader, source: CorpusQuestion, documents: CorpusDocuments
) -> MixupQuestion:
    """Read a question that no person selected, with those of its answers that are borne out.

    Raises UnfitError where something speaks against it, or no such answer is left.
    """
    recipe = reader.recipe
    if why := doubt(source, documents, recipe):
        raise UnfitError(why)
    while True:
        read = reader.read(source)
        if source.fan_out or not (unfounded := set(_unfounded(read, recipe))):
            return read
        answers = [each for n, each in enumerate(source.answers) if n not in unfounded]
        if not answers or len(recipe.scored_answers(source.answers)) > 1:
            raise UnfitError("what supports it does not bear its answer out")
        source = replace(source, answers=tuple(answers))


def _unfounded(read: MixupQuestion, recipe: Recipe) -> Iterator[int]:
    """Yield the places of the answers that may be scored and that its passages lack."""
    language, asked = find_language(recipe.language), read.question
    support = Support(asked.input, read.texts, language)
    worked_out = bool(asked.fan_out)
    for place, freely in sought_answers(recipe, asked.answers, language, worked_out=worked_out):
        if any(support.lacks(asked.answers[place], freely=freely)):
            yield place


def corrected(source: CorpusQuestion, row: SelectionRow | None) -> CorpusQuestion:
    """Return a corpus's question as its row of the selection corrects it."""
    if row is None or not row.corrects:
        return source
    was = "\n".join([source.input, *source.answers]).encode()
    return replace(
        source,
        input=row.question or source.input,
        answers=row.answers or source.answers,
        keywords=row.keywords,
        upstream=blake2b(was, digest_size=16).hexdigest(),
    )


def choose_questions(
    reader: QuestionReader, case: LintContext, documents: CorpusDocuments, *, fill: bool
) -> tuple[list[MixupQuestion], dict[str, str], int]:
    """Take questions until the recipe's count is reached; return them, and why others are not.

    With `fill` further ones are drawn beside those of a selection; of these what cannot be asked is
    passed over. The number is that of the questions that could be drawn beside a selection's.

    Raises BuildError where there is none.
    """
    recipe, selection = case.recipe, case.tables.selection
    draws = reader.words.seeds.question_draws
    written = [name for placed in case.written if (name := question_id(placed.row)) in case.sources]
    drawable = sorted(case.sources.keys() - written)
    if selection is None:
        names = [*written, *draws.shuffled(drawable)]
        left_out = dict(case.unasked)
    else:
        names = list(case.tables.selected or ())
        left_out = {name: case.unasked[name] for name in names if name in case.unasked}
        dropped = {row.question_id: row.dropped for row in selection.rows if row.dropped}
        left_out |= {name: f"dropped: {why}" for name, why in dropped.items()}
    # Further ones are drawn in their places: the order of all others stays.
    known = case.sources.keys() | case.unasked.keys()
    left_out |= {name: why for name, why in case.defects.items() if name in known}
    names = [name for name in names if name not in case.defects]

    def read(source: CorpusQuestion, drawn: bool) -> MixupQuestion:
        # What a person selected is asked: `check` tells them of the doubt.
        return reader.take(draw(reader, source, documents) if drawn else reader.read(source))

    chosen: list[MixupQuestion] = []
    for source in (case.sources[name] for name in names if name in case.sources):
        if len(chosen) == recipe.count and selection is None:
            break
        if len(chosen) == recipe.count:
            left_out[source.id] = f"the recipe's count of {recipe.count} was reached"
        else:
            try:
                chosen.append(read(source, drawn=selection is None and source.id not in written))
            except UnfitError as error:
                left_out[source.id] = str(error)
    others = case.sources.keys() - names - left_out.keys()
    if fill and others:
        for name in draws.shuffled(drawable):
            if name in others and len(chosen) < recipe.count:
                with suppress(UnfitError):
                    one = read(case.sources[name], drawn=True)
                    chosen.append(replace(one, question=replace(one.question, selected=False)))
    if not chosen:
        reasons = Counter(left_out.values()).most_common()
        counts = "; ".join(f"{number} {reason}" for reason, number in reasons)
        raise BuildError(
            f"{recipe.name}: no question can be asked ({counts or 'there are none'}); give"
            " other corpora or select other questions"
        )
    return chosen, left_out, 0 if fill else len(others)


def lacking_rows(questions: Iterable[MixupQuestion], recipe: Recipe) -> Mapping[str, int]:
    """Count the questions that lack rows of the tables the recipe asks for, by table."""
    counts: Counter[str] = Counter()
    for one in questions:
        facts = len(one.question.confusing_facts)
        counts["answer_keywords"] += recipe.answer_keywords and not one.question.keywords
        counts["confusing_facts"] += facts < recipe.confusing_facts
        counts["replacements"] += recipe.replacements and not one.pairs
    return {table: count for table, count in counts.items() if count}
