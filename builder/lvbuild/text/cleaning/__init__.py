"""Cleaning texts of what is no text: rules that each corpus names for its own."""

from lvbuild.text.cleaning.characters import CHARACTERS, QUOTATION, SPACING
from lvbuild.text.cleaning.cleaning import Cleaned, Cleaning, Rule
from lvbuild.text.cleaning.html import HTML
from lvbuild.text.cleaning.wiki import BRACKETS, CONVERSION, MINUS, WIKI

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
]
