"""The packages that one feature alone needs: each is in an extra of lvbuild."""

from __future__ import annotations

from importlib.util import find_spec

from lvbuild.errors import UsageError

_MODULES = {"scikit-learn": "sklearn"}
"""What packages are imported as, where that is another name."""


def require(what: str, package: str, extra: str) -> None:
    """Raise UsageError, with what has to be installed, where a feature lacks its package."""
    if find_spec(_MODULES.get(package, package)) is None:
        raise UsageError(f"{what} needs the package {package}: pip install 'lvbuild[{extra}]'")
