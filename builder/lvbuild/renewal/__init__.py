"""Releases made fresh: built anew as variants, with words that none before them took."""
