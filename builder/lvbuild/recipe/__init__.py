"""Recipes: what to build, as a YAML file says it."""

from lvbuild.recipe.level import parse_level, wanted_levels
from lvbuild.recipe.loading import RecipeFile, load_recipe, load_recipes, shipped_recipes
from lvbuild.recipe.schema import Recipe

__all__ = [
    "Recipe",
    "RecipeFile",
    "load_recipe",
    "load_recipes",
    "parse_level",
    "shipped_recipes",
    "wanted_levels",
]
