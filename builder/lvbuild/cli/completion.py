"""What a shell completes: recipes and families, corpora, configurations of a release, paths."""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def recipes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a recipe that comes with lvbuild, or of a family, else a path."""
    from lvbuild.recipe.shipped import ALL, families, shipped_recipes

    names = [ALL, *families(), *shipped_recipes()]
    return _beginning(names, incomplete) or files(ctx, param, incomplete)


def corpora(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a corpus."""
    from lvbuild.corpora.catalogue import corpus_names

    return _beginning(corpus_names(), incomplete)


def configurations(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a configuration of the release that stands before it."""
    from lvbuild.errors import LvbuildError
    from lvbuild.release.reading import open_release

    try:
        names = open_release(ctx.params["release"]).configurations
    except (KeyError, LvbuildError):
        return []
    return _beginning(names, incomplete)


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell to complete a file's path."""
    return [CompletionItem(incomplete, type="file")]


def folders(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell to complete a folder's path."""
    return [CompletionItem(incomplete, type="dir")]


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
