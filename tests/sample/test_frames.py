"""The files of frames, read whole, and the articles that are told from them."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from lvbuild import sample
from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.errors import UsageError
from lvbuild.sample.inventing import COUNTS
from lvbuild.sample.telling import Material, grammar, read_frames
from lvbuild.sample.words import FOLDERS, read_words
from lvbuild.sample.world import Entity
from tests.sample.asked_worlds import LANGUAGES, texts, walked

FILES = sorted(Path(sample.__file__).with_name("words").glob("*/*"))
KINDS = [(language, kind) for language in LANGUAGES for kind in COUNTS]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_line_of_a_file_breaks_the_form(path: Path) -> None:
    """Each stands in a section, once; each section is opened once and holds a line."""
    sections: dict[str, list[str]] = {}
    section = ""
    for line in map(str.strip, path.read_text("utf-8").splitlines()):
        if line.startswith("@"):
            section = line[1:]
            assert section not in sections, section
            sections[section] = []
        elif line and not line.startswith("#"):
            assert line not in sections[section] or path.name == "patterns.txt", line
            sections[section].append(line)
    assert all(sections.values())


def test_a_file_that_is_no_utf_8_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "gbk.txt").write_bytes("@一\n河\n".encode() + "江\n".encode("gbk"))
    with pytest.raises(UsageError, match=r"gbk\.txt: cannot be read .*install lvbuild anew"):
        read_sections(tmp_path / "gbk.txt")


def test_every_language_has_the_same_files_and_sections_of_frames() -> None:
    for kind in COUNTS:
        one, other = (read_frames(language, kind) for language in LANGUAGES)
        assert set(one.asking) == set(other.asking)
        assert set(one.topics) >= {"opening", "abstract"}
    assert {path.parent.name for path in FILES} == set(FOLDERS.values())
    for name in ("surveys",):
        assert set(read_words("en", name)) == set(read_words("zh", name))


@pytest.mark.parametrize(("language", "kind"), KINDS)
def test_every_frame_is_a_sentence_that_some_article_can_tell(
    language: LanguageCode, kind: str
) -> None:
    frames, world = read_frames(language, kind), walked(language).world
    materials = [Material(world, one) for one in world.entities if one.kind == kind]
    for topic, lines in frames.topics.items():
        for frame in lines:
            assert frame.text.endswith((".", "。")), frame.text
            assert any(material.fits(frame) for material in materials), (topic, frame.text)
        if topic not in ("abstract", "naming"):
            assert all(topic in chain.from_iterable(plan) for plan in frames.plans), topic


@pytest.mark.parametrize(("language", "kind"), KINDS)
def test_what_is_asked_for_is_told_in_every_plan(language: LanguageCode, kind: str) -> None:
    frames = read_frames(language, kind)
    for relation, asking in frames.asking.items():
        assert asking.questions
        assert all("{s}" in text for text in (*asking.questions, *asking.phrases))
        telling = [
            topic
            for topic, lines in frames.topics.items()
            if topic != "abstract" and any(relation in frame.states for frame in lines)
        ]
        assert telling, relation


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_slot_is_left_and_no_space_or_mark_is_doubled(language: LanguageCode) -> None:
    slips = re.compile(
        r"[{}\[\]|_]|\b[Aa] [aeiouAEIOU]|\b[Aa]n [^aeiouAEIOU]|'s's|\b(\w+) \1\b|\bthe the\b"
        r"|  |[,.;]{2}|[，。；、]{2}| ,|None"
    )
    for text in texts(language).values():
        assert not slips.search(text), slips.search(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_article_opens_with_its_name_and_repeats_no_title(language: LanguageCode) -> None:
    for entity, text in texts(language).items():
        assert entity.name in re.split(r"(?<=[.。])", text)[0]
        if entity.kind == "work":
            assert text.count(entity.name) <= 2, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_article_states_what_it_says_it_states(language: LanguageCode) -> None:
    corpus, world = walked(language), walked(language).world
    for entity in texts(language):
        article = corpus.article(entity.document_id)
        asking = read_frames(language, entity.kind).asking
        for fact in world.facts(entity):
            if fact.relation in asking:
                stating = article.stating(fact.relation)
                assert stating is not None, fact
                answer = grammar(language).answer(fact.relation, fact.value)
                assert answer.lower() in stating.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_apart_and_hardly_a_sentence_stands_twice(language: LanguageCode) -> None:
    assert len(set(texts(language).values())) == len(texts(language))
    sentences = [
        one
        for text in texts(language).values()
        for one in re.split(r"(?<=[.。]) ?|\n", text)
        if one
    ]
    assert len(set(sentences)) > 0.99 * len(sentences)


def test_she_and_he_are_as_they_are() -> None:
    for entity, text in texts("zh").items():
        assert entity.kind == "person" or not re.search("[他她](?!们)", text)
        assert ("他" if entity.female else "她") not in text.replace("他们", "")
    for entity, text in texts("en").items():
        other = r"\b([Hh]e|[Hh]is)\b" if entity.female else r"\b([Ss]he|[Hh]er)\b"
        assert entity.kind != "person" or not re.search(other, text)


def test_an_abstract_does_not_name_its_subject_and_each_is_its_own() -> None:
    for language in LANGUAGES:
        corpus = walked(language)
        told: dict[str, Entity] = {}
        for entity, text in texts(language).items():
            abstract = corpus.abstract(entity.document_id)
            assert entity.name not in abstract
            assert abstract not in text
            assert told.setdefault(abstract, entity) == entity
