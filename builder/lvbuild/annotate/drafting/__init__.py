"""Rows drafted by a language model, each held to the rules of `check` before it is kept."""
