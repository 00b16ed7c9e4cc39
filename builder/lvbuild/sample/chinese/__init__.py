"""The Chinese side of the sample world."""

from lvbuild.sample.chinese.articles import article
from lvbuild.sample.chinese.words import PHRASING
from lvbuild.sample.chinese.words import ChineseLexicon as Lexicon

__all__ = ["PHRASING", "Lexicon", "article"]
