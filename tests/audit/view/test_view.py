"""The page of records: which records it has, how large it is, and that it holds texts, not HTML."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.audit import view
from lvbuild.errors import UsageError

RECORDS = [("mine_1k", n) for n in range(5)] + [("mine_2k", n) for n in range(5)]
HOSTILE = "</script><script>window.taken = 1</script><img src=x onerror='taken = 2'><!--"


def data(page: Path) -> dict[str, Any]:
    """Return what stands in a page as JSON."""
    text = page.read_text(encoding="utf-8")
    [found] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    content: dict[str, Any] = json.loads(found)
    return content


def test_a_sample_is_drawn_evenly_and_is_the_same_each_time(world: Path, tmp_path: Path) -> None:
    pages = [tmp_path / name for name in ("a.html", "b.html")]
    one, other = (lvbuild.view_release(world / "release", page, sample=5) for page in pages)
    assert one == other
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert sorted(Counter(name for name, _ in one.records).values()) == [2, 3]
    assert list(one.records) == sorted(set(one.records))
    assert [each["name"] for each in data(pages[0])["records"]] == [
        f"{name} {number}" for name, number in one.records
    ]
    assert one.bytes == pages[0].stat().st_size
    assert one.left_out == 0
    # More than there are: all.
    every = lvbuild.view_release(world / "release", pages[0], sample=100)
    assert list(every.records) == RECORDS
    assert lvbuild.view_release(world / "release", pages[0]).records == every.records


def test_files_that_are_not_those_of_their_hashes_are_told(world: Path, tmp_path: Path) -> None:
    page, copied = tmp_path / "a.html", tmp_path / "release"
    shutil.copytree(world / "release", copied)
    assert lvbuild.view_release(copied, page).altered == ()
    assert data(page)["altered"] == []
    path = copied / "data/mine_2k.jsonl"
    path.write_text(path.read_text("utf-8").replace("salt", "rice"), "utf-8")
    viewed = lvbuild.view_release(copied, page)
    assert viewed.altered == ("data/mine_2k.jsonl differs from its hash",)
    assert data(page)["altered"] == [*viewed.altered]
    # Files that nothing is shown of are not read.
    assert lvbuild.view_release(copied, page, records=["mine_1k:0"]).altered == ()


def test_records_are_shown_by_id_at_every_level_and_by_place(world: Path, tmp_path: Path) -> None:
    release = lvbuild.open_release(world / "release")
    asked = release.record("mine_1k", 3).provenance["_id"]
    words = ["mine_2k:0", asked, asked, "mine_1k:3"]
    viewed = lvbuild.view_release(world / "release", tmp_path / "a.html", records=words)
    assert viewed.records == (("mine_1k", 3), ("mine_2k", 0), ("mine_2k", 3))
    [first, *_] = data(tmp_path / "a.html")["records"]
    told = release.record("mine_1k", 3).fields
    assert (first["id"], first["length"]) == (asked, told["length"])
    assert (first["level"], first["unit"]) == ("1k", "words")


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an id that is not there": (
        {"records": ["mine-123456789abc"]},
        "holds no record 'mine-123456789abc'; ask for an _id, or for a configuration",
    ),
    "a number too large": ({"records": ["mine_1k:5"]}, "mine_1k: holds no record 5"),
    "no configuration": ({"records": ["mine_4k:0"]}, "holds no 'mine_4k'; there are mine_1k"),
    "both": ({"records": ["mine_1k:0"], "sample": 1}, "not for both"),
    "none": ({"sample": 0}, "a sample of 0 records: a page shows 1 to 100"),
    "many": ({"sample": 101}, "a sample of 101 records: a page shows 1 to 100"),
    "a folder": ({"out": "."}, ".: cannot be written (Is a directory)"),
}


@pytest.mark.parametrize(("words", "told"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_shown_is_refused(
    world: Path, tmp_path: Path, words: dict[str, Any], told: str
) -> None:
    out = tmp_path / "page.html"
    with pytest.raises(UsageError, match=re.escape(told)):
        lvbuild.view_release(world / "release", **{"out": out, **words})
    assert not out.exists()


def test_more_records_than_a_page_shows_are_refused(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "MOST_RECORDS", 3)
    words = ["mine_1k:0", "mine_1k:1", "mine_1k:2"]
    lvbuild.view_release(world / "release", tmp_path / "a.html", records=words)
    with pytest.raises(UsageError, match="a page shows 3 records; ask for fewer"):
        lvbuild.view_release(world / "release", tmp_path / "b.html", records=[*words, "mine_2k:1"])


def test_a_page_stays_small_and_says_what_it_left_out(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def size(records: int) -> tuple[int, int]:
        found = lvbuild.view_release(world / "release", tmp_path / "a.html", sample=records)
        assert found.left_out == sum(
            one["left_out"] for one in data(tmp_path / "a.html")["records"]
        )
        return found.bytes, found.left_out

    monkeypatch.setattr(view, "MOST_BYTES", 0)
    (one, without), (ten, all_without) = size(1), size(10)
    beside = (ten - one) / 9
    assert (without > 0, all_without > without) == (True, True)
    monkeypatch.setattr(view, "MOST_BYTES", 30_000)
    for records, most in ((1, 30_000), (10, 30_000)):
        found, left_out = size(records)
        assert found <= one + most + records * beside
        assert (left_out > 0) == (records == 10)


def change(folder: Path, path: str, changed: Callable[[Any], None]) -> Path:
    """Return a copy of a release with the first line of a file changed."""
    release = shutil.copytree(folder / "release", folder.parent / "changed", dirs_exist_ok=True)
    first, *others = (release / path).read_text(encoding="utf-8").splitlines(keepends=True)
    line = json.loads(first)
    changed(line)
    (release / path).write_text(json.dumps(line) + "\n" + "".join(others), encoding="utf-8")
    return release


class Tags(HTMLParser):
    """Collects the tags of a page, and what they would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] += 1
        self.fetched += [
            str(value)
            for name, value in attrs
            if name in {"src", "srcset", "action", "data", "style"} or name.startswith("on")
        ]


def tags(page: Path) -> Tags:
    read = Tags()
    read.feed(page.read_text(encoding="utf-8"))
    return read


def test_texts_of_a_stranger_are_no_part_of_the_page(world: Path, tmp_path: Path) -> None:
    def changed(line: Any) -> None:
        line["input"] = line["answers"][0] = line["answer_keywords"] = HOSTILE
        line["context"] = HOSTILE + line["context"][len(HOSTILE) :]

    folder = shutil.copytree(world, tmp_path / "world")
    release = change(folder, "data/mine_1k.jsonl", changed)
    release = release.rename(tmp_path / "<script>alert(1)<")
    lvbuild.view_release(world / "release", tmp_path / "plain.html", records=["mine_1k:0"])
    lvbuild.view_release(release, tmp_path / "page.html", records=["mine_1k:0"])
    read = tags(tmp_path / "page.html")
    assert read.found == tags(tmp_path / "plain.html").found
    assert read.found["script"] == 2
    assert read.fetched == []
    content = data(tmp_path / "page.html")
    assert content["release"] == "<script>alert(1)<"
    assert content["records"][0]["question"] == [[HOSTILE, "", ""]]
    runs = content["records"][0]["stretches"][0]["text"]
    assert "".join(text for text, _, _ in runs).startswith(HOSTILE)


def test_the_page_lets_no_other_script_run_and_nothing_be_fetched(
    world: Path, tmp_path: Path
) -> None:
    from base64 import b64encode
    from hashlib import sha256

    lvbuild.view_release(world / "release", tmp_path / "page.html", sample=1)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    for rule, (start, end) in {
        "script-src": ("<script>", "</script>"),
        "style-src": ("<style>", "</style>"),
    }.items():
        [own] = re.findall(f"{start}(.*?){end}", text, re.S)
        assert rules[rule] == f"'sha256-{b64encode(sha256(own.encode()).digest()).decode()}'"


def test_a_damaged_line_is_named(world: Path, tmp_path: Path) -> None:
    def overlap(line: Any) -> None:
        line["passages"] = [*line["passages"], *line["passages"]]

    folder = shutil.copytree(world, tmp_path / "world")
    release = change(folder, "provenance/mine_1k.jsonl", overlap)
    with pytest.raises(UsageError, match=r"provenance/mine_1k.jsonl:1: is damaged \(passage 1 beg"):
        lvbuild.view_release(release, tmp_path / "page.html", records=["mine_1k:0"])
    # What is not asked for is not read.
    lvbuild.view_release(release, tmp_path / "page.html", records=["mine_1k:1"])


def test_the_page_says_the_same_in_both_languages(world: Path, tmp_path: Path) -> None:
    lvbuild.view_release(world / "release", tmp_path / "page.html", sample=1)
    words = data(tmp_path / "page.html")["words"]
    assert list(words) == ["en", "zh-Hans"]
    slots = [
        {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in told.items()}
        for told in words.values()
    ]
    assert slots[0] == slots[1]
