from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild.corpora.trec import classes
from lvbuild.errors import BuildError
from tests.corpora.opening import opener

open_trec, open_trec_test = opener("trec"), opener("trec_test")

LINES = """\
DESC:manner How did serfdom develop in and then leave Russia ?
ENTY:cremat What films featured the character Popeye Doyle ?
DESC:manner How can I find a list of celebrities ' real names ?
ENTY:other What 's the name of a caf\u00e9 ?
HUM:gr Which is Dublin 's sister\u00f0city ?
DESC:manner How did serfdom develop in and then leave Russia ?
"""


def test_a_line_is_a_question_and_the_name_of_its_class(tmp_path: Path) -> None:
    (tmp_path / "train_5500.label").write_bytes(LINES.encode("latin-1"))
    (tmp_path / "TREC_10.label").write_text("NUM:dist How far is it from Denver to Aspen ?\n")
    asked = [(one.input, *one.answers) for one in open_trec(tmp_path).questions()]
    assert asked == [
        ("How did serfdom develop in and then leave Russia ?", "Manner of an action"),
        (
            "What films featured the character Popeye Doyle ?",
            "Invention, book and other creative piece",
        ),
        ("How can I find a list of celebrities ' real names ?", "Manner of an action"),
        ("What 's the name of a café ?", "Other entity"),
        ("Which is Dublin 's sister city ?", "Group or organization of person"),
    ]
    [other] = open_trec_test(tmp_path).questions()
    assert other.answers == ("Distance, linear measure",)
    assert other.id.startswith("trec:")


def test_a_question_of_two_classes_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "train_5500.label").write_text("HUM:ind Who ?\nHUM:gr Who ?\nHUM:gr Whose ?\n")
    corpus = open_trec(tmp_path)
    assert [one.input for one in corpus.questions()] == ["Whose ?"]
    assert [why for _, why in corpus.left_out()] == ["asked twice, with different answers"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("HUM Who ?", "line 2: is 'HUM Who \\?'; expected such as 'NUM:date When ... \\?'"),
        ("HUM:ind", "line 2: is 'HUM:ind'; expected such as"),
        ("HUM:who Who ?", "line 2: has the class 'HUM:who'; expected one of ABBR:abb, ABBR:exp"),
    ],
)
def test_another_line_is_refused(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "train_5500.label").write_text(f"HUM:ind Who wrote it ?\n{line}\n")
    with pytest.raises(BuildError, match=message):
        open_trec(tmp_path)


def test_there_are_fifty_classes_of_six_kinds() -> None:
    assert len(classes()) == len(set(classes().values())) == 50
    kinds = [name.partition(":")[0] for name in classes()]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {"ABBR": 2, "DESC": 4, "ENTY": 22, "HUM": 4, "LOC": 5, "NUM": 13}


def test_they_are_called_as_in_longbench(shared_corpora: Path) -> None:
    prompts = (shared_corpora / "minilongbench/trec.jsonl").read_text("utf-8")
    for name in classes().values():
        assert f'"{name.removesuffix("g") if "Lasting" in name else name}"' in prompts
