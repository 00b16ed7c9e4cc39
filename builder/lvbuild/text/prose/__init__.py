"""Running prose: which paragraphs are, the places for facts in them, and texts made of them."""

from __future__ import annotations

from lvbuild.text.prose.paragraphs import unwrapped
from lvbuild.text.prose.places import Place, places
from lvbuild.text.prose.stretches import Prose, prose_of

__all__ = ["Place", "Prose", "places", "prose_of", "unwrapped"]
