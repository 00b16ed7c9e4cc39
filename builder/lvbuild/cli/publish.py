"""`lvbuild publish`: a release on the Hugging Face Hub."""

from __future__ import annotations

from typing import Literal

import click

from lvbuild.cli.options import build_option, folders


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.argument("repository")
@click.option("--private", is_flag=True, help="Only its keepers see it.")
@click.option(
    "--gated",
    type=click.Choice(["auto", "manual"]),
    help="Who wants it agrees to terms first, or is let in one by one.",
)
@click.option("--hide-answers", is_flag=True, help="Keep the answers: who holds RELEASE scores.")
@click.option("--parquet", is_flag=True, help="Put the records beside it as Parquet too.")
@click.option("--dry-run", is_flag=True, help="Check all and list the files, but send nothing.")
@build_option("workers")
def publish(
    release: str,
    repository: str,
    *,
    private: bool,
    gated: Literal["auto", "manual"] | None,
    hide_answers: bool,
    parquet: bool,
    dry_run: bool,
    workers: int | None,
) -> None:
    """Publish a release as a data set of the Hugging Face Hub.

    It is audited first: what does not hold is not published, nor what its sources let nobody pass
    on. Log in before by `hf auth login`. A broken upload is taken up by the same command.

    \b
    Example:
      lvbuild publish release my-name/my-benchmark --dry-run
    """
    import lvbuild
    from lvbuild.cli.output import Output, status
    from lvbuild.core.wording import number_of

    with status("auditing") as shown:
        found = lvbuild.publish_release(
            release,
            repository,
            private=private,
            gated=gated,
            hide_answers=hide_answers,
            parquet=parquet,
            dry_run=dry_run,
            workers=workers,
            report=shown.update,
        )
    output = Output()
    if dry_run:
        rows = [(path, f"{size:,}") for path, size in found.files.items()]
        output.print_table(("file", "bytes"), rows)
    total = f"{number_of(len(found.files), 'file')}, {sum(found.files.values()):,} bytes"
    said = "would be published, nothing was sent" if dry_run else f"published at {found.address}"
    output.print_line(f"{total}: {said}", indent="  ")
