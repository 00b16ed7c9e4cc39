"""What a release's tables say of its questions, and where its records have it otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lvbuild.audit.marks import plain
from lvbuild.audit.told import Held, Own, Told
from lvbuild.core.model import Question, Rival
from lvbuild.core.wording import number_of
from lvbuild.recipe.layouts import layouts
from lvbuild.tasks.task import MadePassage, MadeRecord
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, leftmost_longest


def from_tables(own: Own) -> Iterator[str]:
    """What tables say of a question stands in its record, in words, facts and rivals."""
    held, asked = own.held, own.asked
    worded = held.tabled.worded(asked.question_id, own.pairs)
    if worded is None:
        pairs = (f"{new} for {old}" for old, new in own.pairs)
        yield f"its replacements are not those of its rows: {', '.join(pairs) or 'none'}"
        return
    words, question, _ = worded
    rivals = [f"{one.document_id}: {one.text}" for one in _rivals(question)]
    claimed: dict[str, tuple[Sequence[str], Sequence[str]]] = {}
    if held.recipe.answer_keywords and held.tables.answer_keywords is not None:
        claimed["keywords"] = asked.keywords, question.keywords
    if words.input:
        claimed["question"] = asked.input, question.input
    if words.answers:
        claimed["answers"] = asked.answers, question.answers
    if not own.alone and layouts[held.recipe.layout].has("confusing_facts"):
        claimed["confusing facts"] = own.named_facts, question.confusing_facts
    if not own.alone:
        found = sorted(f"{name}: {text}" for name, text in own.rivals)
        claimed["rival passages"] = found, sorted(rivals)
    if (selected := held.tables.selected) is not None:
        marks = _marks(bool(words.upstream), asked.question_id in selected)
        claimed["marks"] = _marks(*own.marks), marks
    yield from differences(claimed, "by its tables")


def _rivals(question: Question) -> Iterator[Rival]:
    return (fact.rival for fact in question.facts if fact.rival)


def _marks(corrected: bool, selected: bool) -> list[str]:
    marks = {"corrected": corrected, "selected": selected}
    return [name if holds else f"not {name}" for name, holds in marks.items()]


def differences(
    claimed: Mapping[str, tuple[Sequence[str], Sequence[str]]], by: str
) -> Iterator[str]:
    """Yield what is found otherwise than expected, given both by name; of lists what differs."""
    for name, (found, expected) in claimed.items():
        if found != expected:
            one, other = found, expected
            if isinstance(found, list) and isinstance(expected, list):
                one = [each for each in found if each not in expected] or found
                other = [each for each in expected if each not in found] or expected
            yield f"of its {name} it has {plain(one)}, {by} {plain(other)}"


def counted(told: Told) -> Iterator[str]:
    """Replaced words stand as often as provenance counts them."""
    own = told.own
    if own.alone or not own.replacements:
        return
    if (worded := own.held.tabled.worded(own.asked.question_id, own.pairs)) is None:
        return
    words, question, replacer = worded
    kinds = {row.original: row.kind for row in own.held.rows_of(words.id)}
    pairs = [Pair(new, new, kinds[old], any_case=True) for old, new, _ in own.replacements]
    # What tables hold was counted; of a corpus's words the new ones alone are known.
    found = Counter[str]()
    for old_new in question.replacements:
        found[old_new.replacement] += old_new.uses
    for rival in _rivals(words):
        found.update(pairs[hit.pair].original for hit in replacer.replace(rival.text).hits)
    texts = [text for _, text in own.supporting]
    texts += [] if words.input else [own.asked.input]
    texts += [] if words.answers else own.asked.answers
    found += _uses(pairs, texts, own.held)
    stated = Counter[str]()
    for _, new, count in own.replacements:
        stated[new] += count
    for word in stated:
        # "Green Lake" may be a row's, or that of "Lake" with a word of its corpus before it.
        kin = [other for other in stated if word in other or other in word]
        count, most = (sum(held[one] for one in kin) for held in (stated, found))
        untrue = (
            f"{word!r} is counted {number_of(count, 'time')}, and stands {number_of(most, 'time')}"
        )
        if count > most:  # evidence of other questions may share the pair
            others = [text for role, text in told.parts if role in {"distracting", "haystack"}]
            elsewhere = _uses(pairs, others, own.held)
            if count > most + sum(elsewhere[one] for one in kin):
                yield untrue
        elif count < most:
            yield untrue


def _uses(pairs: Sequence[Pair], texts: Sequence[str], held: Held) -> Counter[str]:
    replacer = Replacer(pairs, held.recipe.language)
    return Counter(
        pairs[match.pair].original
        for text in texts
        for match in leftmost_longest(replacer.find(text))
    )


def as_made(told: Told) -> Iterator[str]:
    """It asks and expects what its task makes of tables and passages."""
    asked = told.asked
    if told.own.alone:
        return
    passages = [
        MadePassage(role, each["document_id"], text)
        for (role, text), each in zip(told.parts, told.provenance["passages"], strict=True)
    ]
    record = MadeRecord(asked.input, asked.answers, asked.keywords, told.own.facts, passages)
    yield from told.held.recipe.check_record(record, told.held.tables)
