"""Builds done in shards: each is a job that may be done twice, and one committer joins them.

A shard is a folder beside the release, `OUT.shards/0-of-4`, that goes on by itself: a job that was
lost is done again where it stopped, and so is all of a build whose caller was ended.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lvbuild.core.places import place_of, remove_folder
from lvbuild.core.shard import Shard
from lvbuild.engine.here import Arguments, Listener, Summary, build_here
from lvbuild.engine.local import Engine, Report
from lvbuild.errors import LvbuildError
from lvbuild.release.folder import MANIFEST
from lvbuild.release.manifest import Manifest
from lvbuild.release.merging import merge
from lvbuild.release.transaction import check_folder

_Done = tuple[Summary | None, LvbuildError | None]
"""What a shard came to, None where it was not built, and why not all of it is there."""


class _Kept(Listener):
    def __init__(self, report: Report) -> None:
        self.summary: Summary | None = None
        self._report = report

    def wrote(self, recipe: str, records: int, size: int) -> None:
        self._report(records, size)

    def finished(self, summary: Summary) -> None:
        self.summary = summary


@dataclass(frozen=True, slots=True)
class BuildShard:
    """The work of building a shard into a folder of its own, in the folder of the caller."""

    arguments: Arguments
    working_folder: str

    def __call__(self, report: Report) -> _Done:
        """Build what is missing of it."""
        os.chdir(self.working_folder)
        kept = _Kept(report)
        try:
            build_here(replace(self.arguments, listener=kept))
        except LvbuildError as error:
            return kept.summary, error
        return kept.summary, None


def build_in_shards(arguments: Arguments, engine: Engine, count: int) -> Manifest:
    """Build a release in so many shards, or in those that an earlier build began; merge them.

    Raises as `build` does.
    """
    folder = place_of(arguments.out)
    check_folder(folder)
    place = folder.with_name(f"{folder.name}.shards")
    count = max([int(path.name.rpartition("-")[2]) for path in place.glob("*-of-*")], default=count)
    jobs = [
        BuildShard(_of_shard(arguments, place, Shard(number, count)), os.getcwd())
        for number in range(count)
    ]
    listener = arguments.listener or Listener()
    title = f"{count} shards"
    listener.gathered([title])
    listener.preparing(title)
    done = engine.start(jobs, lambda records, size: listener.wrote(title, records, size)).result()
    failure = next((error for _, error in done if error), None)
    built = [summary for summary, _ in done if summary]
    if failure and len(built) < count:
        raise failure
    parts = [str(job.arguments.out) for job in jobs]
    if not failure or all((place_of(part) / MANIFEST).exists() for part in parts):
        manifest = merge(parts, folder, overwrite=arguments.overwrite)
    remove_folder(place)
    listener.finished(_together(folder, built))
    if failure:  # such as a level that cannot be filled
        raise failure
    return manifest


def _of_shard(arguments: Arguments, place: Path, shard: Shard) -> Arguments:
    part = place / f"{shard.number}-of-{shard.of}"
    return replace(
        arguments, out=str(part), shard=str(shard), workers=1, engine="local", listener=None
    )


def _together(folder: Path, built: Sequence[Summary]) -> Summary:
    """Add up what shards took; each tells the same of its files, which hold a part of each."""
    return replace(
        built[0],
        release=folder,
        prepare_seconds=sum(each.prepare_seconds for each in built),
        write_seconds=sum(each.write_seconds for each in built),
        provenance_seconds=sum(each.provenance_seconds for each in built),
        records=sum(each.records for each in built),
        bytes=sum(each.bytes for each in built),
        peak_rss_bytes=max(each.peak_rss_bytes for each in built),
        files_written=max(each.files_written for each in built),
        files_standing=min(each.files_standing for each in built),
    )
