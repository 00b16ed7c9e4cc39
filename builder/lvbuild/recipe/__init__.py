"""Recipes: what to build, as a YAML file says it."""

from lvbuild.recipe.loading import RecipeFile, load_recipe, load_recipes, wanted_levels
from lvbuild.recipe.registry import metrics, recipe_schema, register, tasks
from lvbuild.recipe.schema import Recipe
from lvbuild.recipe.shipped import families, shipped_recipes

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
