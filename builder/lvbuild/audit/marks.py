"""What no text of a release may hold: words that are replaced, and damaged characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from lvbuild.audit.told import Held
from lvbuild.rules.occurrences import sought
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacing import Replacer

AROUND = 30
"""Characters that a message shows around a place."""


def shown(text: str) -> str:
    """Return a text as a message has it: its beginning, in quotes."""
    return repr(text if len(text) <= 2 * AROUND else f"{text[: 2 * AROUND]}…")


def plain(found: object) -> str:
    """Return what is found as a message has it: texts in quotes, several one after the other."""
    if isinstance(found, str):
        return repr(found)
    if isinstance(found, float):
        return f"{found:.3f}"
    if isinstance(found, Iterable):
        return ", ".join(map(plain, found)) or "none"
    return str(found)


def left(
    held: Held, rows: Sequence[ReplacementRow], text: str, new: Sequence[str]
) -> Iterator[str]:
    """Yield what is wrong where words that rows replace are left in a text, the first of them."""
    folded = text.casefold()
    there = [row for row in rows if row.original.casefold().split()[0] in folded]
    finder = Replacer([sought(row.original, row.kind) for row in there], held.language.code)
    for match in finder.find(text) if there else ():
        original = there[match.pair].original
        around = text[max(match.start - AROUND, 0) : match.end + AROUND]
        # A new name may hold an old word: "River Orl" for "River Tamble".
        if not any(original in word and word in around for word in new):
            yield f"{original!r} is left: {shown(around)}"
            return


_BEHIND = "[\x80-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_DAMAGE = re.compile(
    rf"\ufffd|[ÃÂ][\x80-¿]|â€{_BEHIND}|(?:[ã-é]{_BEHIND}{{2}}){{2}}|ï»¿|ï¿½"
    r"|锟斤拷|[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]"
)
"""What texts hold that were read in another encoding than they were written in."""


def damage(text: str, *, published: bool) -> Iterator[str]:
    """Yield what is wrong with the characters of a text; those of a `published` one are its own."""
    if not unicodedata.is_normalized("NFC", text):
        yield f"it is not in NFC: {shown(text)}"
    if not published and (found := _DAMAGE.search(text)):
        yield f"it is damaged: {shown(text[max(found.start() - AROUND, 0) :])}"
