"""Tables out to a spreadsheet or to Label Studio, and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lvbuild.annotate.exchange.label_studio import label_config, read_tasks, write_tasks
from lvbuild.annotate.exchange.sheets import (
    Sheet,
    read_csv,
    read_workbook,
    sheets_of,
    write_csv,
    write_workbook,
)
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.release.folder import put_file


def export_tables(
    workbench: Workbench, form: str, path: Path, *, overwrite: bool = False
) -> list[Path]:
    """Write the tables of a recipe as "xlsx", "csv" or "label_studio"; return what was written.

    Raises UsageError where a file stands there, which may hold an annotator's work, and is not to
    be overwritten.
    """
    if form == "label_studio":
        config = path.with_name(f"{path.name}.xml")
        contents = {path: write_tasks(workbench), config: label_config().encode()}
    else:
        write = {"xlsx": write_workbook, "csv": write_csv}[form]
        contents = {path: write(sheets_of(workbench))}
    for there in contents:
        if there.exists() and not overwrite:
            raise UsageError(f"{there}: stands there already; name another, or --overwrite")
    for there, content in contents.items():
        put_file(there, content)
    return list(contents)


def read_sheets(workbench: Workbench, path: Path) -> Sequence[Sheet]:
    """Read a file that was exported, by its ending; raise UsageError where it is none."""
    readers = {".xlsx": read_workbook, ".csv": read_csv, ".json": None}
    ending = path.suffix.lower()
    if ending not in readers:
        raise UsageError(f"{path}: is no .xlsx, .csv or .json file (of Label Studio)")
    try:
        read = readers[ending]
        return read_tasks(path, workbench) if read is None else read(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error
