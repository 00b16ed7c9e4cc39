"""The sample corpus: an invented world, so that every recipe runs on a fresh machine."""

from lvbuild.sample.corpus import SampleArticles, SampleCorpus, SampleProse
from lvbuild.sample.names import Lexicon, Names

__all__ = ["Lexicon", "Names", "SampleArticles", "SampleCorpus", "SampleProse"]
