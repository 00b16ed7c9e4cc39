"""Cleaning texts of what is no text: rules that each corpus names for its own."""

from lvbuild.text.cleaning.brackets import BRACKETS
from lvbuild.text.cleaning.characters import CHARACTERS
from lvbuild.text.cleaning.cleaning import Cleaned, Cleaning, Trace
from lvbuild.text.cleaning.conversion import CONVERSION, MINUS
from lvbuild.text.cleaning.html import HTML
from lvbuild.text.cleaning.rule import Rule, Step
from lvbuild.text.cleaning.spacing import QUOTATION, SPACING
from lvbuild.text.cleaning.wiki import WIKI

__all__ = [
    "BRACKETS",
    "CHARACTERS",
    "CONVERSION",
    "HTML",
    "MINUS",
    "QUOTATION",
    "SPACING",
    "WIKI",
    "Cleaned",
    "Cleaning",
    "Rule",
    "Step",
    "Trace",
]
