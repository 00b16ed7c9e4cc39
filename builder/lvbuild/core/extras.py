"""The packages that one feature alone needs: each is in an extra of lvbuild."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from lvbuild.errors import UsageError

_MODULES = {"scikit-learn": "sklearn", "beautifulsoup4": "bs4", "universal-pathlib": "upath"}
"""What packages are imported as, where that is another name."""


def require(what: str, package: str, extra: str) -> ModuleType:
    """Import what a feature needs; raise UsageError, with what has to be installed, without it."""
    try:
        return import_module(_MODULES.get(package, package))
    except ImportError as error:
        remedy = f"pip install 'lvbuild[{extra}]'"
        raise UsageError(f"{what} needs the package {package}: {remedy}") from error
