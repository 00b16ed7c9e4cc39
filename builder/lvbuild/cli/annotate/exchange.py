"""`lvbuild annotate export` and `import`: tables out to a spreadsheet, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import confirmed, files, of_recipe
from lvbuild.core.wording import number_of
from lvbuild.errors import BuildError

if TYPE_CHECKING:
    from lvbuild.annotate.exchange import ImportPlan
    from lvbuild.cli.output import Output
    from lvbuild.tables.writing import Change


@click.command("export")
@of_recipe
@click.option("--xlsx", metavar="FILE", shell_complete=files, help="Write an Excel workbook.")
@click.option("--csv", metavar="FILE", shell_complete=files, help="Write a CSV file.")
@click.option("--label-studio", metavar="FILE", shell_complete=files, help="Write its tasks.")
@click.option("--overwrite", is_flag=True, help="Replace a file that stands there.")
def export(name: str, overwrite: bool, corpora: str | None, offline: bool, **given: Any) -> None:
    """Write the tables of a recipe for a spreadsheet or for Label Studio.

    "annotate import" takes the file back. Beside tasks of Label Studio stands the labelling
    interface they are made for, in FILE.xml.

    \b
    Example:
      lvbuild annotate export factrecall_en --xlsx factrecall_en.xlsx
    """
    from lvbuild.annotate.exchange import export_tables
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status

    forms = {form: path for form, path in given.items() if path is not None}
    if len(forms) != 1:
        raise click.UsageError("say one of --xlsx FILE, --csv FILE and --label-studio FILE")
    [(form, path)] = forms.items()
    with status(f"reading {name}"):
        bench = Workbench.open(name, corpora=corpora, offline=offline)
        written = export_tables(bench, form, Path(path), overwrite=overwrite)
    for each in written:
        Output().print_line(str(each))


@click.command("import")
@of_recipe
@click.argument("file", shell_complete=files)
@click.option("--annotator", metavar="NAME", help="Who made the changes.")
@click.option("--yes", is_flag=True, help="Apply without asking.")
def import_rows(name: str, file: str, annotator: str | None, yes: bool, **options: Any) -> None:
    """Take back a file of "annotate export": show what it changes, and apply it.

    Nothing is applied unless every row passes: the rules of "check", and no row that was changed in
    the tables meanwhile. Rows that the file lacks stay. A row is approved by a person's name alone.

    \b
    Example:
      lvbuild annotate import factrecall_en edited.csv --annotator Ann
    """
    from lvbuild.annotate.exchange import plan_import, read_sheets
    from lvbuild.annotate.ledger import checked_name
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status

    if annotator is not None:
        annotator = checked_name(annotator)
    with status(f"reading {name}"):
        bench = Workbench.open(name, **options)
        plan = plan_import(bench, read_sheets(bench, Path(file)), annotator)
    _print_plan(plan, Output())
    if not plan.passes:
        count = len(plan.problems) + len(plan.conflicts)
        rows = "row does" if count == 1 else "rows do"
        raise BuildError(
            f"{file}: {count:,} {rows} not pass; nothing is applied: mend them in the file, and"
            " those that were changed meanwhile in a new export"
        )
    if not plan.changes:
        return
    if not (yes or confirmed("Apply?")):
        Output(stderr=True).print_line("nothing is applied; --yes applies it")
        return
    changes = [*plan.changes.values()]
    bench.apply(changes, annotator=annotator or "import", action="import")


def _print_plan(plan: ImportPlan, output: Output) -> None:
    from lvbuild.tables.writing import row_json

    for change in plan.changes.values():
        output.print_line(_shown(change), indent="  ")
    for place, conflict in plan.conflicts.items():
        now, wanted = (row_json(row) if row else "nothing" for row in conflict[1:])
        output.print_line(
            f"! {place}: changed meanwhile: the table now has {now}, the file {wanted}"
        )
    for problem in plan.problems:
        output.print_line(f"! {problem}", indent="  ")
    output.print_line(
        f"{number_of(len(plan.changes), 'row')} changed, {plan.unchanged:,} unchanged"
    )


def _shown(change: Change) -> str:
    from lvbuild.tables.writing import key_of, row_json

    before, after = change.before, change.after
    if before is None or after is None:
        row = before or after
        return f"{'+' if before is None else '-'} {change.table}: {row_json(row) if row else ''}"
    old, new = before.model_dump(), after.model_dump()
    differing = [f"{key} {old[key]!r} -> {new[key]!r}" for key in new if new[key] != old[key]]
    return f"~ {change.table}: {' / '.join(key_of(before))}: {', '.join(differing)}"
