"""Levels that the corpora of a recipe reach, and those for which a sample world is larger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lvbuild.core.model import Level
from lvbuild.mixing.prepared import Prepared
from lvbuild.tasks.task import Source


def prepare_reached(
    source: Source,
    levels: Sequence[Level],
    prepare: Callable[[Source, Sequence[Level]], Prepared],
) -> Prepared:
    """Prepare the levels, together those that the same corpora reach."""
    reached = [(level, source.corpora_at(level)) for level in levels]
    own = [level for level, corpora in reached if corpora is source.corpora]
    prepared = prepare(source, own)
    for level, corpora in reached:
        if corpora is not source.corpora:
            larger = prepare(replace(source, corpora=dict(corpora)), [level])
            prepared = replace(
                prepared,
                levels={**prepared.levels, **larger.levels},
                dropped={**prepared.dropped, **larger.dropped},
            )
    return prepared
