"""A language from outside of the package: known by an entry point, in workers too."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.languages import Language, find_language, languages, only_shipped, vocabulary_sha256
from tests.cli.running import installed
from tests.cli.running import lvbuild as run
from tests.score.answering import write_predictions

SHARED = """\
family: deutsch
language: de
licence: MIT
levels: [1k, 2k]
unit: words
prompt: "{context} {input}"
"""
NEEDLE = """\
name: nadel
title: Ein Satz in einem Buch
task: fact_recall
haystack: {name: chronik, format: text, licence: CC0-1.0}
count: 3
metric: f1
"""
MIXUP = """\
name: akten
title: Fragen nach Leuten und Orten
task: single_hop_qa
questions:
  - name: akte
    format: jsonl
    licence: CC0-1.0
    homepage: https://example.org/akte
    fields: {id: id, question: frage, answers: "antworten[]", documents: text}
distractors: [akte, {name: chronik, format: text, licence: CC0-1.0}]
count: 4
hard_negatives: 2
confusing_facts: 1
replacements: true
answer_keywords: true
metric: f1_keywords
"""
PEOPLE = {
    "Jörg Müller": ("die alte Brücke", "Hans Köhler"),
    "Käthe Weiß": ("den Turm der Fähre", "Ruth Böhm"),
    "Bärbel Groß": ("das Schloss am Wehr", "Ilse Förster"),
    "Götz Krämer": ("die Werft von Süderhafen", "Max Jäger"),
}
NAMES = "Anna Berta Clara Doris Emil Franz Gustav Heinrich Ida Jakob Klara Ludwig".split()
PLACES = "Altdorf Brunnau Celle Dornberg Eschwege Flensburg Goslar Husum Ilmenau Jena".split()
THINGS = "Boote Fässer Glocken Häuser Kähne Mühlen Öfen Schüsseln Türen Uhren".split()
DONE = "baute flickte kaufte malte prüfte räumte suchte verlieh zählte zeichnete".split()
SPOKEN = "„Es wird früh dunkel. Wir gehen heim.“"


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[Language]:
    """Make German known for one test alone, as an installed package does."""
    monkeypatch.setattr(languages, "_registered", dict(languages.items()))
    point = EntryPoint("de", "tests.languages.german", languages.group)
    monkeypatch.setattr(languages, "_installed", {"de": point})
    monkeypatch.delitem(sys.modules, "tests.languages.german", raising=False)
    find_language.cache_clear()
    yield find_language("de")
    find_language.cache_clear()


def chronicle(seed: int, words: int) -> str:
    """Write paragraphs of sentences, no two alike."""
    draw = random.Random(seed)
    paragraphs: list[str] = []
    while sum(len(each.split()) for each in paragraphs) < words:
        sentences = [
            f"Am {draw.randint(1, 28)}. Oktober {draw.randint(1700, 1900)} {draw.choice(DONE)}"
            f" {draw.choice(NAMES)} in {draw.choice(PLACES)} {draw.randint(3, 900)}"
            f" {draw.choice(THINGS)} für Dr. {draw.choice(NAMES)} aus {draw.choice(PLACES)}."
            for _ in range(draw.randint(3, 6))
        ]
        paragraphs.append(" ".join([*sentences, SPOKEN] if draw.random() < 0.2 else sentences))
    return "\n\n".join(paragraphs)


def rows(folder: Path, **tables: list[dict[str, object]]) -> None:
    folder.mkdir(parents=True)
    for name, lines in tables.items():
        text = "".join(
            json.dumps({"status": "approved", "annotator": "test", **line}) + "\n" for line in lines
        )
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Write both recipes with their tables, and the corpora that they are built from."""
    (tmp_path / "nadel.yaml").write_text(NEEDLE + SHARED, encoding="utf-8")
    (tmp_path / "akten.yaml").write_text(MIXUP + SHARED, encoding="utf-8")
    needle: dict[str, object] = {
        "id": "leuchter",
        "fact": "Im Keller der Werft verbarg Jürgen Bauß einen Leuchter aus Zinn.",
        "question": "Wer verbarg im Keller der Werft einen Leuchter?",
        "answers": ["Jürgen Bauß"],
    }
    rows(tmp_path / "annotations/nadel", needles=[needle])
    asked = {f"akte:{number}": who for number, who in enumerate(PEOPLE)}
    rows(
        tmp_path / "annotations/akten",
        replacements=[
            {"question_id": q, "original": who, "replacement": PEOPLE[who][1], "kind": "person"}
            for q, who in asked.items()
        ],
        confusing_facts=[
            {
                "question_id": q,
                "fact": f"Otto Hübner entwarf {PEOPLE[who][0]} in Dornberg nie selbst.",
                "subject": "Otto Hübner",
            }
            for q, who in asked.items()
        ],
        answer_keywords=[{"question_id": q, "keywords": who} for q, who in asked.items()],
    )
    (tmp_path / "corpora/akte").mkdir(parents=True)
    (tmp_path / "corpora/chronik").mkdir()
    lines = [
        {
            "id": number,
            "frage": f"Wer entwarf {what}?",
            "antworten": [who],
            "text": f"{chronicle(number, 60)}\n\nIn jenem Jahr entwarf {who} {what}, und der Rat"
            " von Altdorf zahlte dafür.",
        }
        for number, (who, (what, _)) in enumerate(PEOPLE.items())
    ]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (tmp_path / "corpora/akte/a.jsonl").write_text(text, encoding="utf-8")
    for seed in range(40):
        path = tmp_path / f"corpora/chronik/{seed:02}.txt"
        path.write_text(chronicle(100 + seed, 90), encoding="utf-8")
    return tmp_path


def test_a_needle_and_a_mixup_are_built_checked_scored_and_verified_in_workers(
    sources: Path,
) -> None:
    path = installed(
        sources, "[lvbuild.languages]\nde = german", Path(__file__).with_name("german.py")
    )
    release = sources / "release"
    for words, message in (
        (("check", "nadel.yaml", "akten.yaml", "--corpora", "corpora"), "0 errors"),
        (
            ("recipe", "nadel.yaml", "akten.yaml", "--corpora", "corpora", "--workers", "2"),
            "14 records",
        ),
        (("verify", "release", "--rebuild", "--corpora", "corpora"), "built again, byte for byte"),
    ):
        ran = run(*words, cwd=sources, PYTHONPATH=path)
        assert (ran.code, ran.err) == (0, "")
        assert message in ran.out
    for name, heading in (("nadel_1k", ""), ("akten_1k", "### Abschnitt 1\n")):
        for record in lvbuild.open_release(release).records(name):
            assert record.fields["language"] == "de"
            assert record.fields["context"].startswith(heading)
            assert abs(record.fields["length"] - 1_000) <= 5
            assert record.fields["answers"][0] in record.fields["context"]
            if name == "akten_1k":
                assert record.fields["answers"] == [record.fields["answer_keywords"]]
                assert record.fields["answer_keywords"] in {new for _, new in PEOPLE.values()}
                assert not any(who in record.fields["context"] for who in PEOPLE)
    predictions = write_predictions(release, sources / "predictions")
    ran = run("score", "release", predictions, "--json", cwd=sources, PYTHONPATH=path)
    assert ran.code == 0
    assert ran.out.count("100.0") >= 4


def test_sentences_end_where_german_ones_do(german: Language) -> None:
    text = (
        "Am 3. Oktober kam Dr. Weiß nach Jena. „Öffnet die Tür! Es regnet.“ Ärzte kamen. Er ging"
        " um 5. Da war es still."
    )
    places = german.boundaries(text)
    ends = [(text[: place.offset].rpartition(" ")[2], place.ended) for place in places]
    assert ends == [
        ("Jena.", True),
        ("Tür!", True),
        ("regnet.“", True),
        ("kamen.", True),
        ("still.", True),
    ]


def test_its_words_are_its_own(german: Language) -> None:
    for one, other in (("die Straße", "die STRASSE"), ("Donau-Schifffahrt", "Donauschifffahrt")):
        assert german.normalise(one) == german.normalise(other)
    assert german.shared_content("Elbbrücke", "Mainbrücke") == []
    assert german.shared_content("Elbbrücke", "Elbschloss") == ["elb"]
    assert len(vocabulary_sha256("de")) == 64


def test_with_it_there_are_others_than_lvbuilds_own(
    german: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not only_shipped()
    monkeypatch.setattr(languages, "_installed", {})
    monkeypatch.setattr(languages, "_registered", {})
    assert only_shipped()
    languages.register("en", german)
    assert not only_shipped()


def test_nobody_else_knows_it(sources: Path) -> None:
    with pytest.raises(UsageError, match="language: must be 'en' or 'zh', not 'de'"):
        lvbuild.load_recipe(sources / "nadel.yaml")
