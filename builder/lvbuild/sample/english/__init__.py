"""The English side of the sample world."""

from lvbuild.sample.english.articles import article
from lvbuild.sample.english.words import PHRASING
from lvbuild.sample.english.words import EnglishLexicon as Lexicon

__all__ = ["PHRASING", "Lexicon", "article"]
