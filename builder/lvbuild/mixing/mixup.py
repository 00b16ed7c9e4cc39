"""Preparing mixups: the pool in the words of all contexts and of each, and what plans these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.core.model import Level
from lvbuild.core.seeds import Seeds
from lvbuild.languages import Language, find_language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.documents import LEAST, PoolDocuments, PoolTexts, SplitDocument
from lvbuild.mixing.excerpts import UsualLengths, pool_texts
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.mixing.hard_negatives import HardNegatives
from lvbuild.mixing.leads import Leads
from lvbuild.mixing.lengths import PassageLengths
from lvbuild.mixing.plan import HeadingUnits, RecordPlan, whole
from lvbuild.mixing.plans.depths import evidence_depths, rival_depths
from lvbuild.mixing.plans.mixer import Mixer, Placement, without_others
from lvbuild.mixing.pool import Pool, PoolChanges, PoolView
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.questions.annotations import VariantWords
from lvbuild.recipe import Recipe
from lvbuild.rules.occurrences import sought_names
from lvbuild.text.counting import Counting, plain_unit
from lvbuild.text.normal import NormalTexts
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, Reworded


def build_pool(
    recipe: Recipe,
    documents: PoolDocuments,
    questions: Sequence[MixupQuestion],
    words: VariantWords,
    counting: Counting,
    *,
    leads: Leads | None = None,
) -> tuple[Pool, list[PoolChanges], NormalTexts]:
    """Put the documents that distract in the recipe's order, and word them for all contexts.

    Long ones are cut into excerpts like the supporting passages of the questions. Those that are
    evidence of a question, or like such, are worded as these questions word them. With the pool
    comes what each question changes in it, and its texts as corpora have them, in normal form.
    Where there are `leads`, each text stands behind its own.
    """
    language = find_language(recipe.language)
    sizes = [size for question in questions for size in question.sizes]
    least = LEAST[plain_unit(recipe.unit, recipe.language)]
    usual = UsualLengths.of(sizes, recipe.ascending_levels[0], least)
    windows = _windows(questions, documents.kept)
    every, unused = pool_texts(
        documents.texts,
        usual,
        words.seeds,
        recipe.language,
        counting,
        windows=windows,
        part=leads.passage if leads else None,
    )
    texts = PoolTexts(every, words.seeds.draws("pool").shuffled(range(len(every))))
    found = NormalTexts((text.text for text in texts), language)
    reworded = reword_evidence(texts, found, words, language)
    for place, new in reworded.items():
        texts.exchange(place, texts[place].reworded(new.replaced))
    pool = Pool.of(texts, documents.corpora, unused)
    return pool, change_pool(pool.texts, questions, language, reworded), found


def _windows(
    questions: Sequence[MixupQuestion], kept: Mapping[str, str]
) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Return what of each document supports questions, ascending; the first of what overlaps."""
    windows: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, (start, stop) in (window for one in questions for window in one.windows):
        # Of texts that differ by marks alone the pool has one, and its characters are others.
        if kept.get(name) == name and all(b <= start or stop <= a for a, b in windows[name]):
            windows[name].append((start, stop))
    return {name: sorted(each) for name, each in windows.items()}


def reword_evidence(
    texts: Sequence[SplitDocument],
    normal: Mapping[int, NormalText],
    words: VariantWords,
    language: Language,
) -> Mapping[int, Reworded]:
    """Return the texts of a pool that are evidence of questions, or near-duplicates of such.

    `normal` are the texts in their normal form. They are returned by their places, as their
    questions word them; those in which no word is replaced are not among them.
    """
    if not (evidence := words.evidence):
        return {}
    forms = dict(zip(evidence, language.normal_texts(list(evidence.values())), strict=True))
    alike: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for name, places in near_duplicates(forms, normal, language).items():
        for place in places:
            alike[place][name] = None
    for place, document in enumerate(texts):
        if (name := document.origin.document_id) in evidence:
            alike[place][name] = None
    found = {
        place: words.reword(texts[place].text, names) for place, names in sorted(alike.items())
    }
    return {place: text for place, text in found.items() if text.matches}


def change_pool(
    pool: Sequence[SplitDocument],
    questions: Sequence[MixupQuestion],
    language: Language,
    reworded: Mapping[int, Reworded],
) -> list[PoolChanges]:
    """Return what the pairs of each question change in the pool.

    `reworded` are those that are evidence of questions, by their places, worded as these do: a
    question whose pairs are among theirs has all of its own replaced there, and what reaches into
    the new words of others clashes. Any other document stands as it is.
    """
    changes = [PoolChanges({}, set()) for _ in questions]
    having: defaultdict[Pair, list[int]] = defaultdict(list)
    for owner, one in enumerate(questions):
        for pair in one.pairs:
            having[pair].append(owner)
    finders: dict[int, Replacer] = {}
    for place, known in reworded.items():
        for owner in sorted({owner for pair in known.used for owner in having[pair]}):
            pairs = questions[owner].pairs
            if owner not in finders:
                finders[owner] = Replacer((*pairs, *sought_names(pairs, language)), language.code)
            matches = []
            for match in finders[owner].find(known.replaced.text):
                by = known.pair_at(match.start, match.end)
                is_name = match.pair >= len(pairs)
                if by is None and not is_name:
                    matches.append(match)
                elif by not in pairs:
                    changes[owner].clashing.add(place)
            new = known.under(pairs, matches)
            changes[owner].changed[place] = pool[place].reworded(new)
    return changes


_ROOM = 4
"""Times what a record must hold: the shortest that it may be planned for in a range.

Supporting passages take a quarter of it then, as of a level. In less room those that distract would
be the shorter ones.
"""


@dataclass(frozen=True)
class MixupPlanner:
    """All that the records of a question are planned from.

    `own` are the documents that stand in its contexts in its own words, by id; what follows
    `placement` all questions share. `lengths` counts records where levels are in tokens. Of levels
    that are not `wanted`, which say what questions can be asked, no record is laid out, but in
    tokens, where it is counted; None for all, as ranges take, of which each record is of its own.
    """

    question: MixupQuestion
    view: PoolView
    own: Mapping[str, SplitDocument]
    placement: Placement
    smallest: Level
    headings: HeadingUnits
    lengths: PassageLengths | None
    wanted: Collection[Level] | None

    def least(self) -> int:
        """Return the units of its supporting passages and rivals, and room for what distracts."""
        asked, counting = self.question, self.headings.counting
        smallest = self.smallest
        _, alone = without_others(asked.question, asked.supporting, smallest, smallest, counting)
        passages = len(asked.supporting) + len(asked.rivals)
        return round(_ROOM * (alone + self.headings.of(passages)))

    def begin(self, level: Level) -> Mixer:
        """Return what plans a level, and then larger ones."""
        rivals = [whole(one.document_id, len(one.text), "rival") for one in self.question.rivals]
        return Mixer(
            self.question.question,
            self.question.supporting,
            placement=self.placement,
            pool=self.view,
            smallest=self.smallest,
            headings=self.headings,
            rivals=rivals,
            wanted=self.wanted if self.lengths is None else None,
        )

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""
        return record.length if self.lengths is None else self.lengths.of(record, self.own)


def make_planners(
    recipe: Recipe,
    questions: Sequence[MixupQuestion],
    views: Sequence[PoolView],
    negatives: HardNegatives,
    *,
    seeds: Seeds,
    headings: HeadingUnits,
    lengths: PassageLengths | None,
    wanted: Collection[Level],
) -> dict[str, MixupPlanner]:
    """Draw what is drawn for each question, and return what plans it; `views` are their pools."""
    terms = negatives.terms(views[0].pool, [one.question for one in questions])
    smallest = recipe.ascending_levels[0]
    laid: Collection[Level] | None = {*wanted, smallest}
    if all(level.has_distractors for level in wanted):
        laid = wanted
    if any(level.span for level in recipe.ascending_levels):
        laid = None
    depths = evidence_depths([len(one.supporting) for one in questions], seeds)
    of_rivals = rival_depths([len(one.rivals) for one in questions], seeds)
    planners = {}
    for one, view, own_depths, own_rival_depths in zip(
        questions, views, depths, of_rivals, strict=True
    ):
        name = one.source.id
        first = negatives.find(one.question, one.source.distracting, view, terms)
        placement = Placement(
            own_depths,
            seeds.draws("order", question_id=name).index(2**53),
            own_rival_depths,
            tuple(first),
        )
        texts = *one.documents, *one.rivals, *view.changed.values()
        own = {text.document_id: text for text in texts}
        planners[name] = MixupPlanner(one, view, own, placement, smallest, headings, lengths, laid)
    return planners
