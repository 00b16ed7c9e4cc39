"""Long-context question-answering benchmarks, built reproducibly.

The library in seventeen names:

- `load_recipe(name_or_path)` reads a recipe,
- `build(recipes, out, ...)` builds recipes into a release folder,
- `merge(shards, out)` puts the parts together that `build` made one by one,
- `plan(recipes, ...)` tells what `build` would write,
- `check(recipes, ...)` checks the rows of recipes' tables against their corpora,
- `open_release(path)` reads a release: its records with their provenance, lazily,
- `verify(path)` checks a release against its hashes, or against a rebuild,
- `audit_release(release, ...)` tests what a release claims of its records,
- `compare_releases(old, new, ...)` tells what two releases share, and whether their scores compare,
- `add_erratum(release, id, reason)` says what is wrong with a record, `list_errata` lists such,
- `publish_release(release, repository, ...)` publishes a release on the Hugging Face Hub,
- `export_release(harness, release, out, ...)` writes what another evaluator needs to ask a release,
- `refresh_release(release, variant, out, ...)` builds a release anew, as a variant of itself,
- `telltale(release, ...)` measures what gives supporting passages away in a release,
- `view_release(release, out, ...)` writes a page that shows records passage by passage,
- `score_release(release, predictions, ...)` scores the answers of a model,
- `score` holds `score_answer(dataset, prediction, answer, ...)`, for one of them,
- `errors` are the failures they raise.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lvbuild import errors, score
    from lvbuild.audit.audit import audit_release
    from lvbuild.audit.check import check
    from lvbuild.audit.compare import compare_releases
    from lvbuild.audit.plan import plan
    from lvbuild.audit.publishing import publish_release
    from lvbuild.audit.telltale import telltale
    from lvbuild.audit.view import view_release
    from lvbuild.engine.build import build
    from lvbuild.harness.export import export_release
    from lvbuild.recipe import load_recipe
    from lvbuild.release.errata import add_erratum, list_errata
    from lvbuild.release.merging import merge
    from lvbuild.release.reading import open_release
    from lvbuild.release.scoring import score_release
    from lvbuild.release.verify import verify
    from lvbuild.renewal.refresh import refresh_release

__version__ = "0.1.0"
__all__ = [
    "__version__",
    "add_erratum",
    "audit_release",
    "build",
    "check",
    "compare_releases",
    "errors",
    "export_release",
    "list_errata",
    "load_recipe",
    "merge",
    "open_release",
    "plan",
    "publish_release",
    "refresh_release",
    "score",
    "score_release",
    "telltale",
    "verify",
    "view_release",
]

_HOMES = {
    "add_erratum": "lvbuild.release.errata",
    "audit_release": "lvbuild.audit.audit",
    "build": "lvbuild.engine.build",
    "check": "lvbuild.audit.check",
    "compare_releases": "lvbuild.audit.compare",
    "export_release": "lvbuild.harness.export",
    "list_errata": "lvbuild.release.errata",
    "load_recipe": "lvbuild.recipe",
    "merge": "lvbuild.release.merging",
    "open_release": "lvbuild.release.reading",
    "plan": "lvbuild.audit.plan",
    "publish_release": "lvbuild.audit.publishing",
    "refresh_release": "lvbuild.renewal.refresh",
    "score_release": "lvbuild.release.scoring",
    "telltale": "lvbuild.audit.telltale",
    "verify": "lvbuild.release.verify",
    "view_release": "lvbuild.audit.view",
}


def __getattr__(name: str) -> Any:
    """Import a function when it is first asked for: `lvbuild --help` needs none of them."""
    if name in {"errors", "score"}:
        return import_module(f"lvbuild.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'lvbuild' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
