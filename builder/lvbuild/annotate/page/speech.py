"""What the page says, in the languages of the files in `words/`, and in traditional characters.

A project's own guideline stands beside its tables, as `guideline.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lvbuild.annotate.review import UnacceptedError
from lvbuild.annotate.view import GoneError
from lvbuild.languages.characters import converter, script
from lvbuild.rules.context import Finding
from lvbuild.tables.writing import ConflictError

_NAMED = re.compile(r"(?<!\w)(?:'([^']+)'|\"([^\"]+)\")(?!\w)")
SIMPLIFIED, TRADITIONAL = "zh-Hans", "zh-Hant"
GUIDELINE = "guideline.md"


@cache
def page_texts(folder: str) -> Mapping[str, str]:
    """Return the texts of the page's files of a folder, by their names."""
    found = files("lvbuild.annotate.page").joinpath(folder).iterdir()
    return {each.name: each.read_text(encoding="utf-8") for each in found if each.is_file()}


class Speech(NamedTuple):
    """What annotators read in a language: the page's words and, in Markdown, two texts.

    These are the guideline, and what stands beside tables: a template with the recipe's `$name` and
    maybe the columns of its `$tables`.
    """

    code: str
    name: str
    words: Mapping[str, Any]
    guideline: str
    tables: str

    def finding(self, one: Finding) -> str:
        """Say what a rule found: in its own words, or in the language's with what those name."""
        if not (told := self.words["rules"].get(one.rule)):
            return one.message
        named = dict.fromkeys(a or b for a, b in _NAMED.findall(one.message))
        return str(told) + "".join(map("「{}」".format, named))

    def error(self, error: Exception) -> str:
        """Say why something could not be done."""
        if isinstance(error, UnacceptedError):
            told = self.words["broken" if error.is_final else "warned_first"]
            found = (self.finding(each) for of in error.found.values() for each in of)
            return "\n".join([str(told), *dict.fromkeys(found)])
        if isinstance(error, ConflictError | GoneError):  # what another made of it is not told
            return str(self.words["gone"])
        return str(self.words["errors"].get(str(error), error))


@cache
def speeches() -> Mapping[str, Speech]:
    """Return what the page says by language; the first is the usual one."""
    written = (
        ("en", "English", "en", str),
        (SIMPLIFIED, "简体中文", SIMPLIFIED, str),
        (TRADITIONAL, "繁體中文", SIMPLIFIED, converter("s2twp")),
    )
    found = {}
    for code, name, file, read in written:
        names = (f"words_{file}.json", f"guideline_{file}.md", f"tables_{file}.md")
        words, guideline, tables = (read(page_texts("words")[each]) for each in names)
        found[code] = Speech(code, name, json.loads(words), guideline, tables)
    return found


def wanted_speech(asked: str, accepted: str, tag: str) -> Speech:
    """Return what a reader wants: what he asked for, what his browser takes, the usual one.

    A reader of Chinese reads the characters of the texts, whose language's `tag` is given, unless
    his browser says which.
    """
    known, first = speeches(), re.match(r"[\w-]*", accepted.strip())
    preferred, _, region = first[0].lower().partition("-") if first else ("", "", "")
    if SIMPLIFIED.startswith(f"{preferred}-"):
        traditional = re.match("tw|hk|mo|hant", region) or (not region and tag == TRADITIONAL)
        preferred = TRADITIONAL if traditional else SIMPLIFIED
    return known.get(asked) or known.get(preferred) or next(iter(known.values()))


def language_tag(language: str, text: str) -> str:
    """Return the tag of a text's language, with that of its characters where it is Chinese."""
    return TRADITIONAL if script(text) == "traditional" else language
