"""Pseudonyms of annotators: a release tells which rows are one person's, and not whose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from pydantic import AwareDatetime, BaseModel

from lvbuild.core.controls import json_printable
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.tables.reading import LEDGER, Table, row_of
from lvbuild.tables.rows import Text, names_program
from lvbuild.tasks.task import Source

R = TypeVar("R", bound=BaseModel)

_PSEUDONYM = re.compile(r"annotator [1-9][0-9]*")
_MOST_BYTES = 512 * 2**20


class _Signed(BaseModel):
    """What a line of a ledger says of who decided, and when."""

    time: AwareDatetime
    annotator: Text


def released_tables(source: Source) -> dict[str, Table[Any]]:
    """Return the tables of a recipe as its release holds them: persons by pseudonyms.

    They are numbered as the ledger beside the tables first names them, which later entries do not
    change, then as the tables do: a hash could be looked up for every name that one can think of,
    and an order by names would tell of them. Programs, models and pseudonyms keep their names.
    Raises UsageError for a ledger that cannot be read, where it is needed.
    """
    tables = source.tables.named()
    signed = [getattr(row, "annotator", "") for table in tables.values() for row in table.rows]
    if not any(map(is_person, signed)):
        return tables
    ledger = source.file.beside(f"annotations/{source.file.recipe.name}") / LEDGER
    pseudonyms = _pseudonyms([*_in_ledger(ledger), *signed])
    return {name: _signed_by(table, pseudonyms) for name, table in tables.items()}


def is_person(name: str) -> bool:
    """Tell whether a name is a person's: no release has one, but a pseudonym for it."""
    return bool(name) and not names_program(name) and not _PSEUDONYM.fullmatch(name)


def _pseudonyms(names: Iterable[str]) -> dict[str, str]:
    listed = dict.fromkeys(names)
    unused = (name for name in map("annotator {}".format, count(1)) if name not in listed)
    return dict(zip(filter(is_person, listed), unused, strict=False))


def _in_ledger(path: Path) -> Iterator[str]:
    """Return who decided, in the order of the entries' times: merged ledgers have them mixed."""
    try:
        content = read_file(path, _MOST_BYTES)
    except FileNotFoundError:
        return iter(())
    except OSError as error:
        raise UsageError(f"{path}: the ledger cannot be read ({error.strerror})") from error
    entries: list[_Signed] = []
    for number, line in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            entries.append(row_of(json.loads(line), _Signed))
        except (ValueError, RecursionError) as error:
            raise UsageError(
                f"{path}:{number}: is no entry of a ledger ({error}); annotators are numbered"
                " by it: take the file back from where it is kept under version control"
            ) from error
    return (entry.annotator for entry in sorted(entries, key=lambda entry: entry.time))


def _signed_by(table: Table[R], pseudonyms: Mapping[str, str]) -> Table[R]:
    """Return a table whose rows bear pseudonyms; the lines of all others stay byte for byte."""
    lines, signed = table.content.split(b"\n"), list(table.placed)
    for place, placed in enumerate(table.placed):
        if name := pseudonyms.get(getattr(placed.row, "annotator", "")):
            row = placed.row.model_copy(update={"annotator": name})
            signed[place] = replace(placed, row=row)
            fields = json.loads(lines[placed.line - 1].decode("utf-8-sig"))
            dumped = json.dumps({**fields, "annotator": name}, ensure_ascii=False)
            lines[placed.line - 1] = json_printable(dumped).encode()
    return replace(table, content=b"\n".join(lines), placed=tuple(signed))
