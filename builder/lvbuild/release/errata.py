"""Known defects that travel with a release: its `errata.jsonl`."""

from __future__ import annotations

from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.release.entry import held_errata
from lvbuild.release.reading import Release, open_release
from lvbuild.release.transaction import put_erratum
from lvbuild.release.verify import verify
from lvbuild.tables.errata import Erratum
from lvbuild.tables.reading import BrokenRowError, row_of


def list_errata(release: str | Path) -> list[Erratum]:
    """Return the known defects of a release; raise UsageError where it is none."""
    return held_errata(open_release(release).folder)


def add_erratum(release: str | Path, name: str, reason: str, *, replace: bool = False) -> Erratum:
    """Say what is wrong with a question of a release, which card and sums then tell too.

    `name` is the id of one of its records, or the question's own. Raises VerificationError for a
    release that is not as it was written, UsageError where it holds no such record, where the
    reason is no line of text, and where there is one already that it is not to `replace`.
    """
    verify(release)
    opened = open_release(release)
    recipe, question_id = _found(opened, name)
    told = {"recipe": recipe, "question_id": question_id, "reason": reason}
    try:
        erratum = row_of(told, Erratum)
    except BrokenRowError as error:
        raise UsageError(str(error)) from error
    for held in held_errata(opened.folder):
        if (held.recipe, held.question_id) == (recipe, question_id) and not replace:
            raise UsageError(
                f"{release}: says of {question_id} already: {held.reason}; give --replace to say"
                " otherwise"
            )
    put_erratum(opened.folder, erratum)
    return erratum


def _found(release: Release, name: str) -> tuple[str, str]:
    """Return the recipe and the question's id of what is called so."""
    for configuration in release.manifest.configurations:
        for told in release.origins(configuration.name):
            if name in (told["_id"], told["question_id"]):
                return configuration.recipe, told["question_id"]
    raise UsageError(
        f"{release.folder}: has no record or question {name!r}; a record's id is its `_id`,"
        " a question's the `question_id` of its provenance"
    )
