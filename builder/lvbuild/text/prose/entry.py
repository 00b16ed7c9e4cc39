"""An entry of a list, as contents have them."""

from __future__ import annotations

from typing import NamedTuple

from lvbuild.text.prose.blocks import Unit, is_ended
from lvbuild.text.prose.labels import Label, led


class Entry(NamedTuple):
    """A unit of a list, with its label if it has one.

    `again` says that its label or its title stands in the list before, `paged` that it ends with
    the number of a page.
    """

    unit: Unit
    label: Label | None
    again: bool
    paged: bool

    @property
    def sure(self) -> bool:
        """Whether it has a label, or the number of a page."""
        return self.label is not None or self.paged

    @property
    def led(self) -> bool:
        """Whether leaders lead to the number of its page."""
        return self.paged and led(self.unit.written)

    @property
    def ended(self) -> bool:
        """Whether it ends as a sentence, or within one."""
        return is_ended(self.unit.written) or self.unit.written[-1] in ",;:，；："
