"""Suggesting rows: what a question's texts name, and what may stand for it."""
