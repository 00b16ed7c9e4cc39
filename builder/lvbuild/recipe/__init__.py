"""Recipes: what to build, as a YAML file says it."""

from lvbuild.recipe.loading import (
    RecipeFile,
    families,
    load_recipe,
    load_recipes,
    shipped_recipes,
    wanted_levels,
)
from lvbuild.recipe.registries import metrics, recipe_schema, register, tasks
from lvbuild.recipe.schema import Recipe

__all__ = [
    "Recipe",
    "RecipeFile",
    "families",
    "load_recipe",
    "load_recipes",
    "metrics",
    "recipe_schema",
    "register",
    "shipped_recipes",
    "tasks",
    "wanted_levels",
]
