"""Recipes for files of one's own: what these hold is recognised, and a recipe written for it."""
