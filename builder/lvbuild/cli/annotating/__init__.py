"""The commands of `lvbuild annotate`, one module each."""
