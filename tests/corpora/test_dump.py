"""Pages of a multistream dump of Wikipedia are read by its index, and its faults are told."""

from __future__ import annotations

import bz2
import json
from copy import deepcopy
from pathlib import Path
from typing import BinaryIO

import pytest

from lvbuild.corpora import dump
from lvbuild.corpora.corpus import Epochs
from lvbuild.corpora.fanoutqa import MISSING, NOVEMBER, SEPTEMBER
from lvbuild.errors import BuildError
from tests.corpora.dumps import NAME, write_dump, write_index
from tests.corpora.test_fanoutqa import QUESTION, TBD, open_dev, write

STREAMS = [
    {1: ("List", "The mayors were [[Ada]] and [[Ben]]."), 9: ("Other", "x" * 5_000)},
    {8: ("Another: with a colon & more", "y"), 2: ("Ada", "'''Ada''' is of Oldtown.")},
    {3: ("Ben", "{|\n! Name !! Town\n|-\n| Ben || Oldtown\n|}")},
]


def unnamed(title: str) -> dict[str, object]:
    """Return the question, with a page that has no ids."""
    text = json.dumps(deepcopy(QUESTION))
    [number] = [key for pages in STREAMS for key, (name, _) in pages.items() if name == title]
    text = text.replace(
        f'"pageid": {number}, "revid": {number}0', f'"pageid": "{TBD}", "revid": "{TBD}"'
    )
    changed: dict[str, object] = json.loads(text)
    return changed


def test_pages_are_read_out_of_their_streams(tmp_path: Path) -> None:
    write_dump(write(tmp_path, QUESTION, cached=False), STREAMS)
    corpus = open_dev(tmp_path)
    [question] = corpus.questions()
    texts = [corpus.document(name).text for name in question.supporting]
    assert texts == [
        "The mayors were Ada and Ben.",
        "Ada is of Oldtown.",
        "| Name | Town |\n| --- | --- |\n| Ben | Oldtown |",
    ]
    assert question.fan_out is not None
    assert sorted(question.fan_out.revisions.values()) == [10, 20, 30]
    assert corpus.epochs == Epochs(NOVEMBER, NOVEMBER)
    read = {file.path for file in corpus.files()}
    assert {f"{NAME}.xml.bz2", f"{NAME}-index.txt.bz2"} < read


def test_a_title_without_ids_is_looked_up_in_the_index(tmp_path: Path) -> None:
    write_dump(write(tmp_path, unnamed("Ben"), cached=False), STREAMS)
    corpus = open_dev(tmp_path)
    [question] = corpus.questions()
    assert corpus.document(question.supporting[-1]).text.endswith("| Ben | Oldtown |")
    assert corpus.epochs == Epochs(SEPTEMBER, NOVEMBER)


def test_a_title_of_another_page_stands_for_it_and_a_page_that_only_sends_on_is_missing(
    tmp_path: Path,
) -> None:
    sent = {7: ("Ben", "#REDIRECT [[Ben & co#Life]]\n\n{{R from move}}")}
    streams = [*STREAMS[:2], sent, {3: ("Ben & co", "{{Infobox person}}\nBen is of Oldtown.")}]
    write_dump(write(tmp_path, unnamed("Ben"), cached=False), streams)
    corpus = open_dev(tmp_path)
    [question] = corpus.questions()
    assert corpus.document(question.supporting[-1]).text == "Ben is of Oldtown."
    streams[-1] = {3: ("Ben & co", "#REDIRECT [[Ben]]")}
    write_dump(tmp_path, streams)
    assert [why for _, why in open_dev(tmp_path).left_out()] == [MISSING]


def test_a_stream_is_unpacked_once_for_all_that_is_wanted_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = [{**STREAMS[0], **STREAMS[2]}, STREAMS[1]]
    write_dump(write(tmp_path, QUESTION, cached=False), streams)
    unpack, starts = dump._stream, []

    def counted(file: BinaryIO) -> bytes:
        starts.append(file.tell())
        return unpack(file)

    monkeypatch.setattr(dump, "_stream", counted)
    assert len(list(open_dev(tmp_path).questions())) == 1
    assert len(starts) == len(set(starts)) == 2


def test_a_cache_comes_first_and_a_page_that_no_dump_has_is_missing(tmp_path: Path) -> None:
    write_dump(write(tmp_path, QUESTION), STREAMS[:1])
    corpus = open_dev(tmp_path)
    assert len(list(corpus.questions())) == 1
    for path in (tmp_path / "wikicache").iterdir():
        path.unlink()
    corpus = open_dev(tmp_path)
    assert not list(corpus.questions())
    assert [why for _, why in corpus.left_out()] == [MISSING]


FAULTS = {
    "no index": "index.* cannot be read",
    "a line that is none": "index.* holds b'Ben",
    "an index cut short": "index.* cannot be read",
    "an offset into a stream": "no whole stream at byte 5 ",
    "an offset beyond the end": "no whole stream at byte 999,999",
    "a dump cut short": "no whole stream at byte",
    "no XML": "no whole stream at byte 0 ",
    "a document type": "no whole stream at byte 0 ",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_names_the_file_and_the_byte(fault: str, tmp_path: Path) -> None:
    write_dump(write(tmp_path, QUESTION, cached=False), STREAMS)
    file, index = tmp_path / f"{NAME}.xml.bz2", tmp_path / f"{NAME}-index.txt.bz2"
    if fault == "no index":
        index.unlink()
    elif fault == "a line that is none":
        write_index(tmp_path, ["Ben\n"])
    elif fault == "an index cut short":
        index.write_bytes(index.read_bytes()[:-9])
    elif fault.startswith("an offset"):
        offset = 5 if "into" in fault else 999_999
        write_index(tmp_path, [f"{offset}:1:List\n", f"{offset}:2:Ada\n", f"{offset}:3:Ben\n"])
    elif fault == "a dump cut short":
        file.write_bytes(file.read_bytes()[:-60])
    else:
        told = "<!DOCTYPE a [<!ENTITY b 'c'>]><page><id>1</id></page>"
        file.write_bytes(bz2.compress(told.encode() if fault != "no XML" else b"<page>&</page>"))
        write_index(tmp_path, ["0:1:List\n", "0:2:Ada\n", "0:3:Ben\n"])
    with pytest.raises(BuildError, match=FAULTS[fault]) as raised:
        open_dev(tmp_path)
    assert NAME in str(raised.value)


@pytest.mark.parametrize("bound", ["_MOST_STREAM", "_MOST_INDEX"])
def test_what_unpacks_to_more_than_any_dump_has_is_refused(
    bound: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_dump(write(tmp_path, QUESTION, cached=False), STREAMS)
    monkeypatch.setattr(dump, bound, 10)
    with pytest.raises(BuildError, match=r"unpacks to over 10 bytes|larger than any index"):
        open_dev(tmp_path)
