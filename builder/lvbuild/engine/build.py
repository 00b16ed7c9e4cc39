"""Building recipes into a release, by the engine that is asked for."""

from __future__ import annotations

from lvbuild.core.validation import called_with
from lvbuild.engine.here import Arguments, build_here
from lvbuild.release.manifest import Manifest


@called_with(Arguments)
def build(arguments: Arguments) -> Manifest:
    """Build recipes, by name, family or path, into a release folder; return its manifest.

    What stands there whole and unchanged is not built again. The options are those of
    `lvbuild recipe`, whose help tells of each; `tables=False` is its --no-tables. A `listener`
    hears how the build goes on.

    Raises UsageError (recipe, table, option, folder), MissingCorpusError where a recipe lacks a
    corpus, and BuildError, also where a level could not be built: what could be then stands in the
    release.
    """
    if arguments.engine == "ray":
        from lvbuild.engine.cluster import Cluster
        from lvbuild.engine.sharded import build_in_shards

        with Cluster(arguments.address) as cluster:
            return build_in_shards(arguments, cluster, arguments.workers or cluster.processors)
    return build_here(arguments)
