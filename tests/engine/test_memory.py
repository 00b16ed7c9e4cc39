"""What long records are made of is read, stored and written; little of it is held."""

from __future__ import annotations

import json
import pickle
import tracemalloc
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

import pytest

from lvbuild import load_recipe
from lvbuild.core.model import Document, Level, Question
from lvbuild.core.seeds import Seeds
from lvbuild.core.spool import Spool
from lvbuild.corpora.corpus import Corpus
from lvbuild.languages import find_language
from lvbuild.mixing.documents import PoolTexts, SplitDocument, StoredDocuments, pool_documents
from lvbuild.mixing.excerpts import UsualLengths, pool_texts
from lvbuild.mixing.plan import ContextLayout, Passage, Passages, RecordPlan, WholePassages, whole
from lvbuild.mixing.pool import Pool
from lvbuild.mixing.running_text import Edge, RunningText, Window
from lvbuild.recipe.layouts import layouts
from lvbuild.release.contexts import LevelTexts
from lvbuild.release.records import RecordSchema, in_parts, line_pieces
from lvbuild.sample import SampleCorpus
from lvbuild.text.counting import PlainCounting
from lvbuild.text.escaped import mapped
from lvbuild.text.normal import NormalTexts

TEXT = "The mill stood by the river. Its wheel turned slowly, day and night. "
WORDS = PlainCounting("words")
ENGLISH = find_language("en")
SCHEMA = RecordSchema("mine", "en", "mine:0", layouts["lveval"].fields)


def held_by(read: Callable[[int], int], first: int, then: int) -> float:
    """Return the bytes that are held more for a character more that is read of some texts."""
    tracemalloc.start()
    try:
        few = read(first)
        before, _ = tracemalloc.get_traced_memory()
        more = read(then)
        return (tracemalloc.get_traced_memory()[0] - before) / (more - few)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("language", "most"), [("en", 2), ("zh", 8)])
def test_the_sample_world_holds_little_of_what_it_has_written(language: str, most: float) -> None:
    corpus = SampleCorpus(1, language)

    def walk(provinces: int) -> int:
        return sum(
            len(corpus.document(name).text)
            for batch in islice(corpus.batches(), provinces)
            for name in batch
        )

    assert held_by(walk, 70, 110) < most


def test_the_texts_of_a_haystack_are_not_held() -> None:
    stored = StoredDocuments("en", WORDS)

    def store(number: int) -> int:
        text = TEXT * 100
        for _ in range(number):
            stored.append(SplitDocument.of(f"x:{len(stored)}", text, "en", WORDS))
        return len(text) * len(stored)

    assert held_by(store, 10, 40) < 0.2
    own = SplitDocument.of("x:7", TEXT * 100, "en", WORDS)
    assert stored[7] == own
    assert (stored[7].outline, stored[7].places) == (own.outline, own.places)


@dataclass
class Written:
    """A corpus of long texts, each written when it is read."""

    count: int
    name: str = "x"

    def batches(self) -> Iterator[list[str]]:
        yield [f"x:{number}" for number in range(self.count)]

    def document(self, name: str) -> Document:
        return Document(name, f"{name} {TEXT * 100}")


def test_the_texts_of_a_pool_are_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lvbuild.mixing.excerpts._REMEMBERED", 2)
    recipe, usual = load_recipe("hotpotwikiqa_mixup").recipe, UsualLengths(8_000, [], Level(16_000))
    held: list[Pool] = []

    def gather(number: int) -> int:
        gathered = pool_documents(recipe, [cast("Corpus", Written(number))])
        stored, _ = pool_texts(gathered.texts, usual, Seeds(42, "", "r"), "en", WORDS)
        texts = PoolTexts(stored, reversed(range(number)))
        texts.exchange(1, replace(texts[1], text="Another text."))
        held.append(Pool.of(texts, gathered.corpora))
        return number * len(TEXT * 100)

    assert held_by(gather, 40, 200) < 0.2
    pool = held[-1]
    names = sorted((f"x:{number}" for number in range(200)), reverse=True)
    assert [passage.document_id for passage in pool.passages] == names
    assert [*pool.named()] == names == [text.document_id for text in pool.texts]
    own = SplitDocument.of("x:99", "Its own text.", "en", WORDS)
    named = pool.named({"x:99": own})
    assert named["x:99"] == own != pool.named()["x:99"]
    assert [named[name].text[-13:] for name in names[1:3]] == ["Another text.", TEXT[-13:]]
    assert [pool.places_of(name) for name in ("x:99", "x:no")] == [array("I", [0]), array("I")]


def test_the_normal_forms_of_a_pool_are_not_held() -> None:
    held: list[NormalTexts] = []

    def form(number: int) -> int:
        texts = [f"{place} {TEXT * 100}" for place in range(number)]
        held.append(NormalTexts(texts, ENGLISH))
        assert [*held[-1].values()] == ENGLISH.normal_texts(texts)
        return sum(map(len, texts))

    assert held_by(form, 10, 40) < 0.2
    own = ENGLISH.normal_texts(["another"])[0]
    reworded = held[-1].reworded({3: own})
    assert [place for place, text in reworded.items() if text == own] == [3]
    assert held[-1][3] != own


def test_the_passages_of_running_text_are_held_once_for_all_records() -> None:
    names = [f"x:{number}" for number in range(4_000)]
    texts = [whole(name, 10, "haystack") for name in names]
    read = [SplitDocument.of(name, "The mills.", "en", WORDS) for name in names]
    window = Window(RunningText(read, WORDS, ENGLISH), Edge(0, 0, 3_990, 3), Edge(0, 0, 5_500, 7))
    records: list[Passages] = []

    def lay_out(number: int) -> int:
        records.extend(window.passages for _ in range(number))
        return sum(map(len, records))

    assert held_by(lay_out, 10, 40) < 0.5
    for record in records:
        first, *others, last = record
        assert (first, last) == (
            Passage("x:3990", "haystack", 3, 10, whole=False),
            Passage("x:1500", "haystack", 0, 7, whole=False),
        )
        assert others == [*texts[3_991:], *texts[:1_500]]
        assert (len(record), record[-1], record[8:12]) == (1_511, last, others[7:11])


def test_which_passages_a_record_shares_is_not_held() -> None:
    names = [f"x:{number}" for number in range(4_000)]
    shared = WholePassages(names, [10] * len(names))
    own = Passage("x:own", "supporting", 3, 9, whole=False)
    numbers: Spool[Any] = Spool()
    records: list[RecordPlan] = []

    def planned(first: int) -> RecordPlan:
        every = Passages(shared, array("I", range(first, 4_000)), [])
        passages = Passages.of([every, own, every])
        return RecordPlan(Question("x:q", "Who?", ("Eve",)), 0, 9, passages, ())

    def plan(number: int) -> int:
        records.extend(planned(first).stored(numbers) for first in range(number))
        return sum(len(record.passages) for record in records)

    assert held_by(plan, 40, 300) < 0.5
    for first in (0, 7):
        stored, held = records[first], planned(first)
        assert stored == held == pickle.loads(pickle.dumps(stored, 5))
        assert [*stored.passages] == [*held.passages]
        assert (stored.passages[-1], stored.passages[4_000 - first]) == (whole("x:3999", 10), own)
    bare = planned(0)._replace(passages=(own,))
    assert bare.stored(numbers) is bare


def long_texts() -> Iterator[SplitDocument]:
    """Yield texts, some longer than what is written together."""
    for number in range(3_000):
        times = 9_000 if number in {5, 1_700} else 10 + number % 7
        yield SplitDocument.of(f"x:{number}", f"“{number}” {TEXT * times}", "en", WORDS)


def test_a_long_record_is_written_in_parts_that_come_to_its_line() -> None:
    texts = {text.document_id: text.text for text in long_texts()}
    escaped = mapped((text.document_id, text.escaped_at(())) for text in long_texts())
    passages = tuple(whole(name, len(text), "haystack") for name, text in texts.items())
    plan = RecordPlan(Question("needle:q", "Who?", ("Eve",)), 0, 9, passages, ())
    shown = LevelTexts(escaped, {}).of(plan)
    pieces = line_pieces(plan, shown, ContextLayout("### "), SCHEMA)
    parts = [bytes(part) for part in in_parts(pieces)]
    assert max(map(len, parts)) <= 2**20 < sum(map(len, parts)) / 2
    context = "".join(f"### {n}\n{text}\n" for n, text in enumerate(texts.values(), start=1))
    assert json.loads(b"".join(parts))["context"] == context
