"""Which documents are no text for a benchmark: advertising and worse, told by lists of phrases."""

from lvbuild.corpora.screen.screening import screen_sha256, why_refused

__all__ = ["screen_sha256", "why_refused"]
