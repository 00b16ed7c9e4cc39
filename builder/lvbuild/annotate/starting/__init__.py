"""Starting a recipe from files of one's own: what they are, and what has to be written."""
