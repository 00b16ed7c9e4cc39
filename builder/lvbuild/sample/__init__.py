"""The sample corpus: an invented world, so that every recipe runs on a fresh machine."""

from lvbuild.sample.articles import SampleArticles, UnopenedArticles
from lvbuild.sample.corpus import SampleCorpus, lexicon
from lvbuild.sample.question_corpus import SampleQuestionCorpus

__all__ = [
    "SampleArticles",
    "SampleCorpus",
    "SampleQuestionCorpus",
    "UnopenedArticles",
    "lexicon",
]
