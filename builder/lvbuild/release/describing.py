"""The files that describe a release to its readers, all of them worked out from its manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lvbuild.recipe import Recipe
from lvbuild.release.card import card, licences_of, title_of
from lvbuild.release.croissant import croissant
from lvbuild.release.entry import held_errata, held_keys
from lvbuild.release.figures import figures
from lvbuild.release.folder import CARD, CROISSANT, HUB_TASKS
from lvbuild.release.hub_tasks import hub_tasks
from lvbuild.release.manifest import Manifest


def recipes_of(folder: Path, manifest: Manifest) -> Mapping[str, Recipe]:
    """Return the recipes of a release by name, without what its twins lack."""
    return {
        name: held_keys(folder, name).without(entry.build_options.left_out)
        for name, entry in sorted(manifest.recipes.items())
    }


def descriptions(folder: Path, manifest: Manifest) -> Mapping[str, bytes]:
    """Return the card, the descriptions for programs and the figures of what a release holds."""
    recipes = recipes_of(folder, manifest)
    return {
        CARD: card(folder, manifest, recipes, held_errata(folder)),
        CROISSANT: croissant(manifest, recipes, title_of(recipes), licences_of(manifest)),
        HUB_TASKS: hub_tasks(manifest, recipes, title_of(recipes)),
        **figures(manifest),
    }
