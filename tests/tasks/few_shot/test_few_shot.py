"""Each record over labelled examples keeps what its task promises."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

import lvbuild
from lvbuild.core.seeds import Draws
from lvbuild.errors import BuildError, MissingCorpusError, UsageError
from lvbuild.recipe import load_recipe
from tests.audited import untrue
from tests.tasks.few_shot.labelled import (
    Pairs,
    real_questions,
    write_own_recipe,
    write_rows,
    write_trec,
    write_trec_recipe,
)
from tests.vocabularies import write_json, write_merging

SAMPLE_LEVELS = ("2k", "4k", "8k")
COUNT = 100
Records = dict[str, list[dict[str, Any]]]
_EXAMPLE = re.compile(r"Question: (.+)\nType: (.+)\n")


def examples(record: dict[str, Any]) -> list[tuple[str, str]]:
    found = _EXAMPLE.findall(record["context"])
    assert (
        "".join(f"Question: {text}\nType: {label}\n" for text, label in found)
        == (record["context"])
    )
    return found


def read(release: Path, name: str, *levels: str) -> Records:
    paths = {level: release / f"data/{name}_{level}.jsonl" for level in levels}
    return {
        level: [*map(json.loads, path.read_text("utf-8").splitlines())]
        for level, path in paths.items()
    }


@pytest.fixture(scope="module")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of lb_trec over the sample world, its levels small."""
    folder = tmp_path_factory.mktemp("sample")
    path = write_trec_recipe(folder, levels=[*SAMPLE_LEVELS], count=COUNT)
    lvbuild.build(path, folder / "release", sample=True)
    return folder / "release"


@pytest.fixture(scope="module")
def real(
    shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Pairs, Pairs]:
    """Return a release over real questions of TREC, which of them are examples, and which asked."""
    folder = tmp_path_factory.mktemp("real")
    pairs = Draws(1).shuffled(real_questions(shared_corpora))
    asked, others = pairs[:40], pairs[40:]
    # Two questions that are asked are examples too, one of them in another spelling.
    others = [*others, asked[0], (f"{asked[1][0].upper()} !", asked[1][1])]
    corpora = write_trec(folder / "corpora", others, asked)
    path = write_trec_recipe(folder, levels=["1k", "2k", "4k"], count=30)
    lvbuild.build(path, folder / "release", corpora=corpora)
    return folder / "release", others, asked


def test_records_are_longbench_s(sampled: Path) -> None:
    for records in read(sampled, "few", *SAMPLE_LEVELS).values():
        assert len(records) == COUNT
        for record in records:
            assert list(record) == [
                *("input", "context", "answers", "length", "dataset", "language"),
                *("all_classes", "_id"),
            ]
            assert record["input"].startswith("Question: ")
            assert record["input"].endswith("?\nType:")
            [answer] = record["answers"]
            assert answer in record["all_classes"]
    assert untrue(sampled) == []
    assert lvbuild.verify(sampled)


def test_every_class_is_among_the_examples_by_the_same_share_at_all_levels(sampled: Path) -> None:
    records = read(sampled, "few", *SAMPLE_LEVELS)
    totals: dict[str, Counter[str]] = {}
    for level, of in records.items():
        totals[level] = Counter()
        for record in of:
            labels = Counter(label for _, label in examples(record))
            assert labels.keys() == {*record["all_classes"]}
            totals[level] += labels
    for label in totals["8k"]:
        shares = [counts[label] / counts.total() for counts in totals.values()]
        assert max(shares) - min(shares) < 0.006


def test_all_levels_ask_the_same_labels_by_the_same_shares(sampled: Path) -> None:
    few, *others = read(sampled, "few", *SAMPLE_LEVELS).values()
    wanted = [(one["_id"], one["input"], one["answers"]) for one in few]
    for records in others:
        assert [(one["_id"], one["input"], one["answers"]) for one in records] == wanted
    asked = Counter(answers[0] for _, _, answers in wanted)
    every = Counter(label for record in few for _, label in examples(record))
    for label, count in asked.items():
        assert abs(count / COUNT - every[label] / every.total()) < 0.03


def test_a_question_is_none_of_its_examples_and_these_differ(sampled: Path) -> None:
    for records in read(sampled, "few", *SAMPLE_LEVELS).values():
        for record in records:
            texts = [text for text, _ in examples(record)]
            assert len({*texts}) == len(texts)
            assert f"Question: {record['input']}" not in {f"Question: {text}" for text in texts}
            assert record["input"].removesuffix("\nType:") not in record["context"]


def test_examples_of_a_level_stand_in_the_longer_one_in_their_order(sampled: Path) -> None:
    levels = [*read(sampled, "few", *SAMPLE_LEVELS).values()]
    for few, many in pairwise(levels):
        for one, other in zip(few, many, strict=True):
            longer = iter(examples(other))
            assert all(each in longer for each in examples(one))


def test_the_order_is_drawn_for_each_question_and_tells_no_label(sampled: Path) -> None:
    [records] = read(sampled, "few", "4k").values()
    assert len({record["context"] for record in records}) == COUNT
    places: dict[str, list[float]] = {}
    last_is_right = 0
    for record in records:
        found = examples(record)
        for place, (_, label) in enumerate(found):
            places.setdefault(label, []).append(place / len(found))
        last_is_right += found[-1][1] == record["answers"][0]
    for of in places.values():
        assert sum(of) / len(of) == pytest.approx(0.5, abs=4 * 0.29 / len(of) ** 0.5 + 0.002)
    assert last_is_right < 0.4 * COUNT


def test_the_right_label_scores_100_and_another_none(sampled: Path, tmp_path: Path) -> None:
    for level, records in read(sampled, "few", *SAMPLE_LEVELS).items():
        lines = [
            {"_id": one["_id"], "pred": f"\n{one['answers'][0]}\nQuestion:"} for one in records
        ]
        path = tmp_path / f"few_{level}.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    scores = lvbuild.score_release(sampled, tmp_path, levels=SAMPLE_LEVELS)
    assert [score.score for score in scores] == [100.0, 100.0, 100.0]
    with pytest.raises(UsageError, match="its labels are those of its corpora"):
        lvbuild.score.score_answer("lb_trec", "Year", "Year")


def test_the_same_is_built_again_whatever_the_levels(sampled: Path, tmp_path: Path) -> None:
    path = write_trec_recipe(tmp_path, levels=[*SAMPLE_LEVELS], count=COUNT)
    lvbuild.build(path, tmp_path / "again", levels=["8k"], sample=True, limit=5)
    [few] = read(tmp_path / "again", "few", "8k").values()
    [every] = read(sampled, "few", "8k").values()
    assert few == every[:5]
    lvbuild.build(path, tmp_path / "other", levels=["8k"], sample=True, limit=5, seed=1)
    [others] = read(tmp_path / "other", "few", "8k").values()
    assert [one["input"] for one in others] != [one["input"] for one in few]


def test_a_level_beyond_the_recipe_s_own_is_built_of_a_larger_world(tmp_path: Path) -> None:
    path = write_trec_recipe(tmp_path, levels=["2k"], count=5)
    lvbuild.build(path, tmp_path / "large", levels=["2k", "128k"], sample=True, limit=2)
    own, large = read(tmp_path / "large", "few", "2k", "128k").values()
    assert [one["input"] for one in large] == [one["input"] for one in own]
    assert all(abs(record["length"] - 128_000) <= 640 for record in large)
    assert untrue(tmp_path / "large") == []


def test_real_questions_are_asked_by_real_examples(real: tuple[Path, Pairs, Pairs]) -> None:
    release, others, asked = real
    known, right = dict(others), dict(asked)
    for level, records in read(release, "few", "1k", "2k", "4k").items():
        assert len(records) == 30
        for record in records:
            size = int(level[:-1]) * 1000
            assert abs(record["length"] - size) <= size / 200
            text = record["input"].removeprefix("Question: ").removesuffix("\nType:")
            found = examples(record)
            wanted = [right[text], *(known[each] for each, _ in found)]
            named = [record["answers"][0], *(label for _, label in found)]
            assert [one.removesuffix("g") for one in named] == (
                [one.removesuffix("g") for one in wanted]
            )
            assert text.casefold() not in record["context"].casefold()
            assert {label for _, label in found} == {*record["all_classes"]}
    assert untrue(release) == []


def test_classes_without_room_drop_the_level_in_one_line(
    shared_corpora: Path, tmp_path: Path
) -> None:
    pairs = real_questions(shared_corpora)
    corpora = write_trec(tmp_path / "corpora", pairs[20:], pairs[:20])
    path = write_trec_recipe(tmp_path, levels=["0.2k", "2k"], count=5)
    classes = len({label for _, label in pairs[20:]})
    told = rf"few at 0\.2k: .* \(with an example of each of {classes} classes it comes to \d+\)"
    with pytest.raises(BuildError, match=f"{told}; ask for larger levels"):
        lvbuild.build(path, tmp_path / "release", corpora=corpora)
    assert len(read(tmp_path / "release", "few", "2k")["2k"]) == 5


def test_too_few_examples_drop_the_level_in_one_line(shared_corpora: Path, tmp_path: Path) -> None:
    pairs = real_questions(shared_corpora)
    corpora = write_trec(tmp_path / "corpora", pairs[20:], pairs[:20])
    path = write_trec_recipe(tmp_path, levels=["2k", "64k"], count=5)
    with pytest.raises(BuildError, match=r"few at 64k: the documents .* come to [\d,]+ words"):
        lvbuild.build(path, tmp_path / "release", corpora=corpora)


MAIL: Pairs = [
    (f"{greeting} number {n}, {words}", kind)
    for n in range(60)
    for greeting in ("Dear neighbour", "Good morning")
    for words, kind in (
        ("the rent of the hall is due on Friday", "bill"),
        ("shall we meet by the boats at noon", "invitation"),
        ("buy two kites and get a third one for nothing", "advertisement"),
    )
]


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_labelled_file_of_one_s_own_is_asked_by_its_columns(tmp_path: Path, kind: str) -> None:
    path = write_own_recipe(tmp_path, write_rows(tmp_path, MAIL, kind))
    lvbuild.build(path, tmp_path / "release")
    known = dict(MAIL)
    for records in read(tmp_path / "release", "own", "1k", "2k").values():
        assert len(records) == 10
        for record in records:
            text = record["input"].removesuffix("\n=>")
            assert record["answers"] == [known[text]]
            found = re.findall(r"(.+)\n=> (.+)\n", record["context"])
            assert all(known[one] == label for one, label in found)
            assert text not in dict(found)
            assert {label for _, label in found} == {"bill", "invitation", "advertisement"}
    assert untrue(tmp_path / "release") == []


def test_a_file_of_one_s_own_that_is_gone_is_looked_for_where_its_path_leads(
    tmp_path: Path,
) -> None:
    path = write_own_recipe(tmp_path, write_rows(tmp_path, MAIL, "csv"))
    release = tmp_path / "release"
    lvbuild.build(path, release, levels="1k")
    (tmp_path / "mail").rename(tmp_path / "post")
    spring = tmp_path / "spring"
    for place, run in (
        (tmp_path, lambda: lvbuild.build(path, tmp_path / "other")),
        (release / "inputs/own", lambda: lvbuild.refresh_release(release, "spring", spring)),
        (release / "inputs/own", lambda: lvbuild.verify(release, rebuild=True)),
    ):
        with pytest.raises(MissingCorpusError) as told:
            run()
        assert f"mail (looked in {place / 'mail'}: put its files mail.csv" in str(told.value)
        assert "name the folder that the recipe's path leads on from" in str(told.value)
        assert not re.search("cache|--sample", str(told.value))


def test_a_variant_of_a_release_asks_its_questions(tmp_path: Path) -> None:
    path = write_own_recipe(tmp_path, write_rows(tmp_path, MAIL, "csv"))
    lvbuild.build(path, tmp_path / "v0", levels="1k", limit=4)
    for old, new in pairwise(("v0", "v1", "v2")):
        [found] = lvbuild.refresh_release(
            tmp_path / old, new, tmp_path / new, corpora=tmp_path
        ).values()
        assert (found.kept, found.new) == (4, 0)
        lvbuild.verify(tmp_path / new, rebuild=True, corpora=tmp_path)
    records = [read(tmp_path / each, "own", "1k")["1k"] for each in ("v0", "v1", "v2")]
    assert len({tuple(one["input"] for one in each) for each in records}) == 1
    assert len({one["context"] for each in records for one in each}) == 12
    lvbuild.build(path, tmp_path / "own", levels="1k", limit=4, variant="v1")
    drawn = read(tmp_path / "own", "own", "1k")["1k"]
    assert [one["input"] for one in drawn] != [one["input"] for one in records[0]]


def test_texts_that_say_two_things_or_the_same_twice_are_counted(tmp_path: Path) -> None:
    extra = [("Dear neighbour number 1, THE RENT of the hall is due on Friday!", "advertisement")]
    again = [("Dear   neighbour number 2: the rent of the hall is due on Friday", "bill")]
    path = write_own_recipe(tmp_path, write_rows(tmp_path, [*MAIL, *extra, *again], "csv"))
    [planned] = lvbuild.plan(path)
    assert planned.entry.refused == {"has another label elsewhere": 1, "stands twice": 2}
    assert "it has another label elsewhere" in {each.reason for each in planned.entry.left_out}


@pytest.mark.parametrize(
    ("rows", "changes", "message"),
    [
        (
            [*MAIL, ("Hello there", "spam")],
            {"labels": ["bill", "invitation", "advertisement"]},
            "labels: an example has 'spam'; list those of the examples, or leave the key out",
        ),
        (
            MAIL,
            {"labels": ["bill", "invitation", "advertisement", "spam"]},
            "labels: no example has 'spam'; list those of the examples",
        ),
        (
            MAIL,
            {"labels": ["bill", "advertisement", "invitaton"]},
            "labels: no example has 'invitaton': did you mean 'invitation'[?]; list those",
        ),
        (
            [pair for pair in MAIL if pair[1] == "bill"],
            {},
            "the examples have the labels 'bill'; expected two at least",
        ),
        (
            [*MAIL, ("Hello there", "Bill."), ("Hello here", "Bill.")],
            {},
            "expected two at least, that differ by more than capitals and full stops",
        ),
        (
            [*MAIL, ("Hello there", "bills"), ("Hello here", "bills of sale")],
            {"metric": "classification"},
            "metric: by classification the label 'bills of sale' scores 50 as its own answer",
        ),
    ],
)
def test_labels_that_cannot_be_told_are_refused_in_one_line(
    tmp_path: Path, rows: Pairs, changes: dict[str, Any], message: str
) -> None:
    path = write_own_recipe(tmp_path, write_rows(tmp_path, rows, "csv"), **changes)
    with pytest.raises(UsageError, match=message) as told:
        lvbuild.build(path, tmp_path / "release")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"replacements": True}, "few_shot takes no replacements"),
        ({"example": "{text}"}, r"example: \{label\} is missing"),
        ({"question": "{words} =>"}, r"question: \{words\} is unknown; there is \{text\}"),
        ({"metric": "all_of"}, "metric: all_of takes several answers; a question has a label"),
    ],
)
def test_recipes_that_cannot_be_are_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        load_recipe(write_own_recipe(tmp_path, "mail.csv", **changes))


def test_questions_are_listed_with_those_that_are_left_out(
    shared_corpora: Path, tmp_path: Path
) -> None:
    pairs = [pair for pair in real_questions(shared_corpora) if pair[1] != "Country"]
    asked = [*pairs[:10], ("Which country has the most kites ?", "Country")]
    corpora = write_trec(tmp_path / "corpora", pairs[10:], asked)
    path = write_trec_recipe(tmp_path, levels=["2k"], count=50)
    [planned] = lvbuild.plan(path, corpora=corpora)
    assert "no example has its label" in {each.reason for each in planned.entry.left_out}
    assert len(planned.asked) + len(planned.entry.left_out) == 11


def iterate(records: Records) -> Iterator[dict[str, Any]]:
    for of in records.values():
        yield from of


def test_a_chinese_recipe_is_sampled_too(tmp_path: Path) -> None:
    changes = {
        "language": "zh",
        "unit": "characters",
        "example": "问题：{text}\n类别：{label}",
        "question": "问题：{text}\n类别：",
    }
    path = write_own_recipe(tmp_path, "mail.csv", **changes)
    lvbuild.build(path, tmp_path / "release", sample=True)
    for record in iterate(read(tmp_path / "release", "own", "1k", "2k")):
        labels = re.findall(r"类别：(.+)\n", record["context"])
        assert record["answers"][0] in labels
    assert untrue(tmp_path / "release") == []


@pytest.mark.parametrize("write", [write_json, write_merging])
def test_levels_in_tokens_are_exact(write: Callable[[Path], Path], tmp_path: Path) -> None:
    vocabulary = write(tmp_path)
    plain = Tokenizer.from_file(str(vocabulary))
    path = write_trec_recipe(tmp_path, levels=["2k", "4k"], count=5)
    options: dict[str, Any] = {"unit": "tokens", "tokenizer": str(vocabulary)}
    lvbuild.build([path, "lb_import"], tmp_path / "release", sample=True, limit=5, **options)
    published = (tmp_path / "release/data/lb_import.jsonl").read_text("utf-8").splitlines()
    levels = read(tmp_path / "release", "few", "2k", "4k")
    for record in [*iterate(levels), *map(json.loads, published)]:
        texts = [record["input"], record["context"], *record["answers"]]
        ids = (plain.encode(each, add_special_tokens=False).ids for each in texts)
        assert record["length"] == sum(map(len, ids))
    for level, records in levels.items():
        size = int(level[:-1]) * 1000
        assert all(abs(record["length"] - size) <= size / 200 for record in records)


def test_labels_are_chosen_from_four_in_the_layout_of_longbench_v2(tmp_path: Path) -> None:
    letters = [f"{letter}. {{choice_{letter}}}" for letter in "ABCD"]
    changes = {
        "layout": "longbench_v2",
        "metric": "label",
        "labels": [*"ABCD"],
        "prompt": "\n".join(["{context}", "{question}", *letters]),
    }
    path = write_trec_recipe(tmp_path, levels=["2k"], count=20, **changes)
    lvbuild.build(path, tmp_path / "release", sample=True)
    [records] = read(tmp_path / "release", "few", "2k").values()
    right = Counter(record["answer"] for record in records)
    assert len(records) >= 12
    assert len({right[letter] for letter in "ABCD"}) == 1
    together: Counter[tuple[tuple[str, ...], str]] = Counter()
    for record in records:
        offered = {record[f"choice_{letter}"] for letter in "ABCD"}
        together[tuple(sorted(offered)), record[f"choice_{record['answer']}"]] += 1
        assert len(offered & {*re.findall(r"Type: (.+)\n", record["context"])}) == 4
    for four, _ in [*together]:
        assert len({together[four, label] for label in four}) == 1
    assert untrue(tmp_path / "release") == []


def test_labels_that_cleaning_changes_are_counted(tmp_path: Path) -> None:
    kinds = ("<b>spam</b>", "ham &amp; eggs", "news")
    pairs = [(f"mail {n} about the {n}th boat", kinds[n % 3]) for n in range(300)]
    path = write_own_recipe(tmp_path, write_rows(tmp_path, pairs, "csv"))
    manifest = lvbuild.build(path, tmp_path / "release", corpora=tmp_path)
    entry = manifest.recipes["own"]
    assert entry.labels == ("ham & eggs", "news", "spam")
    assert entry.corpora[0].cleaned == {"HTML tags and entities, in answers": 200}
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    assert "HTML tags and entities, in answers 200" in card


def test_questions_that_come_near_no_level_are_left_out_and_counted(tmp_path: Path) -> None:
    pairs = [(f"mail {n} " + "boat " * (n % 160 + 40), "abc"[n % 3]) for n in range(60)]
    path = write_own_recipe(
        tmp_path, write_rows(tmp_path, pairs, "csv"), count=30, levels=["0-1k", "1-2k"]
    )
    release = tmp_path / "release"
    manifest = lvbuild.build(path, release, corpora=tmp_path)
    left_out = manifest.recipes["own"].left_out
    assert left_out
    assert all(each.reason.startswith("no record of ") for each in left_out)
    for records in read(release, "own", "0-1k", "1-2k").values():
        assert len(records) + len(left_out) == 30
