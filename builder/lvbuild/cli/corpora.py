"""`lvbuild corpora`: what corpora there are, fetching them, where they lie."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from lvbuild.cli.main import Commands
from lvbuild.cli.options import corpora as completed
from lvbuild.core.controls import printable

FOLDER = click.option(
    "--corpora",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Look in DIR/NAME first (default: LVBUILD_CORPORA).",
)


@click.group(cls=Commands)
def corpora() -> None:
    """List the corpora recipes are built from, fetch them, find them.

    A corpus is looked for in --corpora DIR or LVBUILD_CORPORA, in the cache (LVBUILD_CACHE,
    else ~/.cache/lvbuild) and on the Hugging Face Hub.

    \b
    Example:
      lvbuild corpora fetch pg19
    """


@corpora.command("list")
@FOLDER
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def list_corpora(folder: Path | None, as_json: bool) -> None:
    """List the corpora, their licences and where they are found.

    The parts of one publication stand in a row; --json names each.

    \b
    Example:
      lvbuild corpora list --corpora ../corpora
    """
    from lvbuild.cli.output import Output
    from lvbuild.corpora.catalogue import CATALOGUE, find_corpus

    rows = []
    for name, entry in CATALOGUE.items():
        found = find_corpus(name, folder)
        row = {
            "name": name,
            "title": entry.title,
            "language": entry.language,
            "licence": entry.licence,
            "homepage": entry.homepage,
            "found": str(found) if found else None,
            "gated": entry.gated,
            "repository": entry.hub.repository if entry.hub else None,
            "revision": entry.hub.revision if entry.hub else None,
        }
        rows.append(row)
    if as_json:
        Output().print_json(rows, indent=2)
        return
    # The parts of one publication, of which there may be dozens, lie in one place.
    shown: dict[str, list[str]] = {}
    for row, entry in zip(rows, CATALOGUE.values(), strict=True):
        name = f"{entry.part_of}_<part>" if entry.part_of else entry.name
        at_home = "gated: not fetched" if entry.gated else "not on the Hub"
        places = str(row["found"] or "not found"), str(row["repository"] or at_home)
        known = shown.setdefault(name, [name, entry.language, entry.licence, *places])
        if entry.language not in known[1]:
            known[1] += f", {entry.language}"
    Output().print_table(("name", "language", "licence", "found", "repository"), shown.values())


@corpora.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True, shell_complete=completed)
@click.option(
    "--shards",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=1,
    show_default=True,
    help="Fetch the first N files of each; a build fetches more as it needs them.",
)
def fetch(names: tuple[str, ...], shards: int) -> None:
    """Fetch corpora from the Hub into the cache; print their folders.

    Of fanoutqa the pages are fetched from Wikipedia, one after the other, into the folder that
    its questions lie in; what is there is not fetched again.

    \b
    Example:
      lvbuild corpora fetch pg19 --shards 2
    """
    from lvbuild.corpora.catalogue import corpus_entry, fetch_corpus

    for name in [corpus_entry(name).name for name in names]:
        click.echo(printable(str(fetch_corpus(name, shards, partial(click.echo, err=True)))))


@corpora.command()
@click.argument("name", metavar="NAME", shell_complete=completed)
@FOLDER
def path(name: str, folder: Path | None) -> None:
    """Print the folder a corpus is read from; exit with 3 if it is on this machine nowhere.

    \b
    Example:
      lvbuild corpora path hongloumeng
    """
    from lvbuild.corpora.catalogue import require_corpus

    click.echo(printable(str(require_corpus(name, folder))))
