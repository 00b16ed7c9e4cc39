"""The licence of a release from those of its parts, as the Hub's cards name it."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Identifiers that the Hub takes for texts and tables, by their SPDX names. "public domain" is a
# state and no licence: the Hub has no word for it, and `unlicense` is a licence of software.
_VERSIONS = {
    "CC-BY": ("2.0", "2.5", "3.0", "4.0"),
    "CC-BY-SA": ("3.0", "4.0"),
    "CC-BY-NC": ("2.0", "3.0", "4.0"),
    "CC-BY-ND": ("4.0",),
    "CC-BY-NC-ND": ("3.0", "4.0"),
    "CC-BY-NC-SA": ("2.0", "3.0", "4.0"),
    "CDLA-Permissive": ("1.0", "2.0"),
    "CDLA-Sharing": ("1.0",),
    "CC0": ("1.0",),
    "Apache": ("2.0",),
}
_ON_THE_HUB = {
    **{
        f"{name}-{version}": f"{name}-{version}".lower()
        for name, versions in _VERSIONS.items()
        for version in versions
    },
    "MIT": "mit",
    "GFDL-1.3-only": "gfdl",
    "GFDL-1.3-or-later": "gfdl",
    "ODbL-1.0": "odbl",
    "ODC-By-1.0": "odc-by",
    "PDDL-1.0": "pddl",
}


def hub_licence(licences: Iterable[str]) -> dict[str, str]:
    """Return the keys of a card that name the licence of parts with these licences.

    One licence that the Hub knows is `license` alone. Several, or one that it does not know, are
    `license: other` with a `license_name`, which joins the parts' (Hub, "Dataset Cards").
    """
    parts = sorted(set(licences))
    if len(parts) == 1 and parts[0] in _ON_THE_HUB:
        return {"license": _ON_THE_HUB[parts[0]]}
    return {"license": "other", "license_name": "-and-".join(map(_slug, parts))}


def _slug(licence: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", licence.lower()).strip("-.") or "unnamed"
