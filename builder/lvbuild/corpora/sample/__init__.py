"""The sample corpus: an invented world, so that every recipe runs on a fresh machine."""

from lvbuild.corpora.sample.asked import AskedSample
from lvbuild.corpora.sample.corpus import SampleCorpus

__all__ = ["AskedSample", "SampleCorpus"]
