"""Chinese articles: what they tell, how they speak of their subject, and no repetition."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import ahocorasick_rs

from lvbuild.sample.world import Entity
from tests.sample.chinese.written import SENTENCE, articles, sentences, world
from tests.sample.walking import names_of


def test_every_fact_is_stated() -> None:
    for entity, text in articles().items():
        for fact in world().facts(entity):
            value = fact.value
            if isinstance(value, int):
                assert re.search(rf"(?<!\d){value}(?!\d)", text), (fact, text)
            else:
                assert (value.name if isinstance(value, Entity) else value) in text, (fact, text)


def test_an_article_opens_with_its_subject() -> None:
    for entity, text in articles().items():
        assert entity.name in SENTENCE.findall(text)[0]


def test_articles_are_clean_paragraphs_of_a_readable_length() -> None:
    for text in articles().values():
        assert 200 <= len(text) <= 500
        assert all(re.search(r"[。！？]”?$", paragraph) for paragraph in text.split("\n"))
        assert not re.search(r"[ \t\r,;:!?()\[\]{}|A-Za-z_]|\.(?!\d)|[，；]{2}|[，；]。", text)


def test_no_sentence_stands_twice() -> None:
    assert [sentence for sentence, count in Counter(sentences()).items() if count > 1] == []


def test_sentences_have_hundreds_of_shapes() -> None:
    names = ahocorasick_rs.AhoCorasick(
        names_of(world()), matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
    )

    def shape(sentence: str) -> str:
        spans = names.find_matches_as_indexes(sentence)
        borders = [0, *(border for _, start, end in spans for border in (start, end))]
        plain = pairwise([*borders, len(sentence)])
        return re.sub(
            r"\d+", "0", "〇".join(sentence[start:end] for start, end in list(plain)[::2])
        )

    shapes = Counter(map(shape, sentences()))
    assert len(shapes) >= 3000
    assert max(shapes.values()) < len(sentences()) * 0.005


def test_no_turn_of_phrase_is_a_tic() -> None:
    runs = Counter(
        run
        for entity, text in articles().items()
        for run in {
            part[start : start + 4]
            for part in re.findall(r"[\u4e00-\u9fff]+", text.replace(entity.name, "，"))
            for start in range(len(part) - 3)
        }
    )
    common = {run: count for run, count in runs.items() if count > 0.12 * len(articles())}
    assert not common


def test_an_article_names_its_subject_in_about_every_second_sentence() -> None:
    named = sum(text.count(entity.name) for entity, text in articles().items())
    clauses = sum(len(re.split("[。；]", text)) - 1 for text in articles().values())
    assert 0.4 * clauses <= named <= 0.7 * clauses


def test_people_are_he_or_she_as_they_are() -> None:
    for entity, text in articles().items():
        if entity.kind != "person":
            assert not re.search("[他她]", text)
        else:
            assert ("他" if entity.female else "她") not in text


def test_what_could_be_mistaken_is_named() -> None:
    pronoun = re.compile("^(?:他|她|其|该[镇城港河江溪台馆楼院校园局书剧集])")
    for entity, text in articles().items():
        rivals = [
            fact.value.name
            for fact in world().facts(entity)
            if isinstance(fact.value, Entity) and fact.value.kind == entity.kind
        ]
        for paragraph in text.split("\n"):
            assert not pronoun.match(paragraph)
            for first, second in pairwise(re.split("[。；]", paragraph)):
                if pronoun.match(second):
                    assert not any(rival in first for rival in rivals), (first, second)


def test_the_same_draws_write_the_same_whatever_the_hash_seed() -> None:
    program = (
        "from lvbuild.sample.chinese import Lexicon, article\n"
        "from lvbuild.sample.inventing import stream_provinces\n"
        "from lvbuild.core.seeds import Draws\n"
        "from lvbuild.sample.world import World\n"
        "world = World('zh', [next(stream_provinces(1, Lexicon(), 'zh'))])\n"
        "for entity in world.entities:\n"
        "    print(ascii(article(world, entity, Draws(1, entity.id))))\n"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(written) == 1
