"""Marks that give the supporting passages of a context away to who reads no question."""
