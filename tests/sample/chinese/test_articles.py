"""Chinese articles: what they tell, how they speak of their subject, and no repetition."""

from __future__ import annotations

import re
from itertools import pairwise

from lvbuild.sample.world import Entity
from tests.sample.chinese.written import SENTENCE, articles, world


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
