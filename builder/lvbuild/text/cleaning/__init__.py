"""Cleaning texts of what is no text: rules that each corpus names for its own."""

from lvbuild.text.cleaning.characters import CHARACTERS, QUOTATION, SPACING
from lvbuild.text.cleaning.cleaning import Cleaned, Cleaning, Cut, Rule
from lvbuild.text.cleaning.cuts import DAMAGED, PAGES
from lvbuild.text.cleaning.html import HTML
from lvbuild.text.cleaning.marks import GLUED, LABELS, MARKS
from lvbuild.text.cleaning.tex import TEX
from lvbuild.text.cleaning.wiki import BRACKETS, CONVERSION, MINUS, WIKI

__all__ = [
    "BRACKETS",
    "CHARACTERS",
    "CONVERSION",
    "DAMAGED",
    "GLUED",
    "HTML",
    "LABELS",
    "MARKS",
    "MINUS",
    "PAGES",
    "QUOTATION",
    "SPACING",
    "TEX",
    "WIKI",
    "Cleaned",
    "Cleaning",
    "Cut",
    "Rule",
]
