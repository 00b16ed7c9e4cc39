"""The files that describe a release to its readers, all of them worked out from its manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lvbuild.release.card import card, licences_of, title_of
from lvbuild.release.croissant import croissant
from lvbuild.release.entry import held_errata, held_keys
from lvbuild.release.figures import figures
from lvbuild.release.folder import CARD, CROISSANT
from lvbuild.release.manifest import Manifest


def descriptions(folder: Path, manifest: Manifest) -> Mapping[str, bytes]:
    """Return the card, the Croissant description and the figures of what a release holds."""
    recipes = {
        name: held_keys(folder, name).without(entry.build_options.left_out)
        for name, entry in sorted(manifest.recipes.items())
    }
    return {
        CARD: card(folder, manifest, recipes, held_errata(folder)),
        CROISSANT: croissant(manifest, recipes, title_of(recipes), licences_of(manifest)),
        **figures(manifest),
    }
