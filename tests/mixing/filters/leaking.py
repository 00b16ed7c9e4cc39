"""A small pool, and what of it leaks."""

from __future__ import annotations

from lvbuild.core.model import LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters.leaks import LeakFinder
from lvbuild.text.counting import PlainCounting

FILLER = [f"Document number {n} speaks of rivers and mills in the valley." for n in range(30)]
FILLER_ZH = [f"第{n}篇说的是山谷里的河流与磨坊。" for n in range(30)]


def read(text: str, language: LanguageCode) -> SplitDocument:
    return SplitDocument.of(text, text, language, PlainCounting("words"))


def leaks(
    pool: list[str],
    answers: tuple[str, ...],
    asked: str = "Who founded the harbour school of Marlow?",
    keywords: str = "",
    language: LanguageCode = "en",
    supporting: tuple[str, ...] = (),
    judged: bool = False,
) -> set[int]:
    texts = [read(text, language) for text in pool]
    normal = dict(enumerate(find_language(language).normal_texts(pool)))
    spoken = find_language(language)
    finder = LeakFinder(normal, dict(enumerate(texts)), spoken, judged=judged)
    return finder.leaks(Question("q", asked, answers, keywords), supporting)
