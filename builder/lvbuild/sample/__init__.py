"""The sample corpus: an invented world, so that every recipe runs on a fresh machine."""

from lvbuild.sample.corpus import SampleArticles, SampleCorpus, SampleProse
from lvbuild.sample.names import Lexicon, Names
from lvbuild.sample.questions import (
    SampleLabelledCorpus,
    SamplePublished,
    SampleQuestionCorpus,
)
from lvbuild.sample.reasoning import asking_corpus

__all__ = [
    "Lexicon",
    "Names",
    "SampleArticles",
    "SampleCorpus",
    "SampleLabelledCorpus",
    "SampleProse",
    "SamplePublished",
    "SampleQuestionCorpus",
    "asking_corpus",
]
