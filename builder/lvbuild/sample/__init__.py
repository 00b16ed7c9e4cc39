"""The sample corpus: an invented world, so that every recipe runs on a fresh machine."""

from lvbuild.sample.corpus import SampleArticles, SampleCorpus, UnopenedArticles, lexicon
from lvbuild.sample.questions import SampleQuestionCorpus

__all__ = [
    "SampleArticles",
    "SampleCorpus",
    "SampleQuestionCorpus",
    "UnopenedArticles",
    "lexicon",
]
