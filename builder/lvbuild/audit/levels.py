"""What a release claims of all records of a configuration, and of several levels together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from math import sqrt
from operator import eq, truth

from lvbuild.audit.level_records import At, LevelRecords
from lvbuild.audit.tables import differences
from lvbuild.core.claims import Claim
from lvbuild.core.twins import full_name
from lvbuild.errors import UsageError
from lvbuild.mixing.haystack import FARTHEST
from lvbuild.mixing.plans.depths import evidence_depths, evidence_places, rival_depths, rival_places
from lvbuild.recipe.layouts import layouts

_APART = 0.03
"""How far a depth of one level may be from that of another: small levels have few places."""
_UNEVEN = 1.95
"""Of depths drawn evenly one in a thousand is farther from even (Kolmogorov and Smirnov); those of
a release are strewn more evenly than that."""
_TELLTALE: Mapping[str, float] = {
    "text": 0.7,
    "place": 0.6,
    "length": 0.7,
    "order": 0.6,
    "company": 0.6,
    "choices": 0.7,
}
_ROUNDED = 0.001
_FEW = 100
"""Passages of which so few may be nested by chance."""
_MOST = 0.8
"""Where ids of so many questions begin with their document's, a corpus makes them so."""
LEAST_QUESTIONS = 40
"""Of fewer questions figures say little."""


def ids(level: LevelRecords) -> Iterator[At]:
    """No two records have one id, nor two over passages one question, which has its own evidence.

    A question whose id begins with a document's, as most of a corpus do, is of that document.
    """
    for name, counts in () if level.held.runs else level.questions.items():
        if counts.times > 1:
            yield At(f"{name} is asked {counts.times} times")
    if level.held.recipe.answers_stand_in_texts and not level.held.recipe.judges:
        first: dict[tuple[object, ...], tuple[object, ...]] = {}
        for place, asked in enumerate(level.asked.values()):
            one = first.setdefault(asked[1:], asked)
            if one[0] != asked[0]:
                yield At(f"it asks and expects the same as {one[0]}", place)
    if level.of_document.count(True) > _MOST * len(level.ids):
        for place in (place for place, is_of in enumerate(level.of_document) if not is_of):
            yield At("its evidence is not of the document that its question's id is of", place)
    seen: Counter[str] = Counter()
    for place, name in enumerate(level.ids):
        if name in seen:
            yield At(f"{name} stands twice", place)
        seen[name] += 1


def remade(level: LevelRecords) -> Iterator[At]:
    """What is hidden in running text, and asked of it, is made again by seed and tables alone."""
    if len(level.records) != level.entry.records:
        return
    held, records = level.held, [(place, level.records[place]) for place in level.planned]
    told = [[text for _, (_, text) in one.facts] for _, one in records]
    try:
        level.hidden = held.recipe.remake(held.tables, held.seeds, held.left_out, told)
    except UsageError as error:
        yield At(str(error))
    astray, perhaps = list[At](), set[int]()
    groups = level.hidden.groups if level.hidden else ()
    questions = [(question, group) for group in groups for question in group.questions]
    if level.hidden and len(questions) < len(level.records):
        yield At(f"it has {len(level.records):,} records, by seed and tables {len(questions):,}")
    # Of a release with a limit there are the first alone.
    for (place, record), (question, group) in zip(records, questions, strict=False):
        asked = record.asked
        pairs = [f"{new} for {old}" for old, new, _ in question.replacements]
        facts = sorted(f"{fact.role}: {fact.text}" for fact in question.facts)
        claimed: dict[str, tuple[Sequence[str], Sequence[str]]] = {
            "question's id": (asked.question_id, question.id),
            "question": (asked.input, question.input),
            "answers": (asked.answers, question.answers),
            "keywords": (asked.keywords, question.keywords),
            "replacements": ([f"{new} for {old}" for old, new in record.pairs], pairs),
            "facts": (sorted(f"{kind}: {text}" for _, (kind, text) in record.facts), facts),
        }
        for message in differences(claimed, "by seed and tables"):
            yield At(message, place)
        texts = [fact.text for fact in group.questions[0].facts]
        wanted = dict(zip(texts, group.depths, strict=True))
        for depth, (_, text) in record.facts:
            reach = FARTHEST if wanted.get(text) == group.depths[0] else group.reach
            apart = abs(depth - wanted.get(text, depth)) - reach
            perhaps |= {place} if apart > -_ROUNDED else set()
            if apart > _ROUNDED:
                astray.append(At(f"at {depth:.3f}, not {wanted[text]:.3f}, is {text!r}", place))
    # Some a build could not help, and counts.
    counted, found = level.entry.astray or 0, len({at.record for at in astray})
    yield from astray if found > counted else ()
    if len(perhaps) < counted and level.hidden:
        yield At(f"{counted:,} records are said to have a fact far from its depth, {found:,} have")


def even(level: LevelRecords) -> Iterator[At]:
    """Evidence is spread evenly over all depths."""
    depths = level.all_depths
    if (number := len(depths)) >= LEAST_QUESTIONS and not level.held.runs:
        off = max(max(d - i / number, (i + 1) / number - d) for i, d in enumerate(depths))
        if off * sqrt(number) > _UNEVEN:
            yield At(f"the {number} depths are up to {off:.3f} off from evenly spread ones")


def letters(level: LevelRecords) -> Iterator[At]:
    """Each letter is that of the right choice as often as any other, or once more."""
    times = [level.right[letter] for letter in layouts[level.held.recipe.layout].choices]
    if times and max(times) - min(times) > 1:
        yield At(f"the letters are right {', '.join(map(str, times))} times")


def telltale(level: LevelRecords) -> Iterator[At]:
    """A program finds neither the evidence without a question, nor the answer without a context."""
    measured = level.entry.telltale
    if measured is None or measured.questions < LEAST_QUESTIONS:
        return
    for name, most in _TELLTALE.items():
        figure = getattr(measured, name)
        if figure and figure.mean > most:
            found = "answer" if name == "choices" else "evidence"
            yield At(f"by {name} the {found} is found with {figure.mean:.3f}, {most} at most")


def neighbours(level: LevelRecords) -> Iterator[At]:
    """Records whose contexts begin alike stand next to each other where the recipe says so."""
    if sorted(level.places) != [*range(len(level.ids))]:
        yield At("the places in which its records were planned are not each one's own")
    before: Sequence[int] = ()
    passed = set[int]()
    for place, own in enumerate(level.beginnings):
        shared = sum(1 for _ in takewhile(truth, map(eq, before, own)))
        passed.update(before[shared:])
        # Of a block more, texts that differ may have the first words in common.
        if shared + 1 < len(own) and own[shared + 1] in passed:
            yield At("its context begins as one does that stands apart from it", place)
        before = own


def same_questions(level: LevelRecords) -> Iterator[At]:
    """All levels ask the same questions, and expect the same answers."""
    if (smaller := level.smaller) is None:
        return
    ours, theirs = ([each.ids[place] for place in each.planned] for each in (level, smaller))
    if ours != theirs:
        yield At(f"its records are not those of {smaller.configuration.name}, in order")
    for place, name in level.both():
        # Without distracting text no confusing fact stands in a record.
        full = smaller.configuration.level.has_distractors
        count = None if full else len(smaller.asked[name])
        if smaller.asked[name] != level.asked[name][:count]:
            yield At(f"{name} asks otherwise than in {smaller.configuration.name}", place)


def same_evidence(level: LevelRecords) -> Iterator[At]:
    """Levels of the recipe's own have one evidence, and what distracts at several in one order."""
    if level.held.runs or level.held.recipe.repeats_passages:
        return
    for place, name in level.planned_together():
        if (smaller := level.smaller) is None:
            return
        if smaller.evidence[name] != level.evidence[name]:
            yield At(f"{name} has other evidence than in {smaller.configuration.name}", place)
        few, many = smaller.distracting[name], level.distracting[name]
        places = {stretch: at for at, stretch in enumerate(many)}
        known = [places[stretch] for stretch in few if stretch in places]
        if level.held.recipe.nested and known != sorted(known):
            yield At(f"{name} has passages in another order than at the smaller level", place)


def drawn(level: LevelRecords) -> Iterator[At]:
    """Evidence and rivals stand at a recipe's smallest level where the seed draws them, exactly.

    Where only some of the questions are asked, rivals alone: tables tell how many others have.
    """
    recipe, held = level.held.recipe, level.held
    smallest = recipe.ascending_levels[0] if recipe.draws_depths else None
    is_twin = recipe.name != full_name(recipe.name)
    if level.configuration.level != smallest or smallest.span or is_twin:
        return
    others = level.unasked()
    if others is None or len(level.standing) != level.entry.records:
        return
    stand = [level.standing[place] for place in level.planned]
    rivals = [len(one.rivals) for one in stand] + [*map(held.tabled.rivals_of, others)]
    of_rivals = rival_depths(rivals, held.seeds)
    depths = evidence_depths([len(one.supporting) for one in stand], held.seeds)
    each = zip(level.planned, stand, depths, of_rivals, strict=False)
    for place, one, own_depths, own_rivals in each:
        evidence = sorted(evidence_places(own_depths, one.distracting))
        behind = sorted(rival_places(own_rivals, one.supporting, one.distracting))
        if not others and evidence != one.supporting:
            yield At(f"its evidence stands behind {one.supporting} passages, not {evidence}", place)
        elif behind != one.rivals:
            yield At(f"its rivals stand behind {one.rivals} passages, not {behind}", place)


def same_depths(level: LevelRecords) -> Iterator[At]:
    """A question's evidence stands equally deep at every level of the recipe's own."""
    for place, name in level.planned_together():
        few = level.smaller.depths[name] if level.smaller else ()
        pairs = [*zip(few, level.depths[name], strict=False)]
        apart = max(_APART, level.smaller.steps.get(name, 0) if level.smaller else 0)
        # Of several needles the first alone has a depth of its own.
        exact = not level.held.runs or len(pairs) == 1
        if exact and any(abs(one - other) > apart for one, other in pairs):
            yield At(f"{name} has its evidence elsewhere than at the next smaller level", place)


def nested(level: LevelRecords) -> Iterator[At]:
    """What distracts at a level of the recipe's own distracts at every larger one too.

    Where levels are said not to be nested they are not, as seen by passages in another order.
    """
    is_nested = level.held.recipe.nested
    held, apart = 0, 0
    for place, name in level.planned_together():
        few = level.smaller.distracting[name] if level.smaller else ()
        there = {stretch: at for at, stretch in enumerate(level.distracting[name])}
        lost = sum(stretch not in there for stretch in few)
        if lost and is_nested:
            yield At(f"{name} lacks {lost} passages that distract at the smaller level", place)
        places = [there[stretch] for stretch in few if stretch in there]
        apart += bool(lost) or places != sorted(places)
        held += len(few)
    if not is_nested and held > _FEW and not apart and level.held.recipe.draws_depths:
        yield At("its levels are nested, and said not to be")


LEVELS: tuple[Claim[LevelRecords, At], ...] = (
    Claim("ids", "error", ids),
    Claim("neighbours", "error", neighbours),
    Claim("same-questions", "error", same_questions),
    Claim("same-evidence", "error", same_evidence),
    Claim("drawn", "error", drawn, made_again=True),
    Claim("same-depths", "error", same_depths),
    Claim("nested", "error", nested),
    Claim("remade", "error", remade, made_again=True),
    Claim("even", "error", even),
    Claim("letters", "error", letters),
    Claim("telltale", "error", telltale),
)
