"""Where the pages of a question that fans out tell what its subquestions ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from lvbuild.core.model import Leaf
from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalPhrase, NormalText, bare
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.outline import Block
from lvbuild.mixing.plan import TrimmingError
from lvbuild.mixing.plans.supporting import Span
from lvbuild.text.counting import count


@dataclass(frozen=True)
class LeafFinder:
    """Finds the sentences and rows of documents by which subquestions are answered."""

    language: Language
    _known: dict[str, tuple[Sequence[Block], Sequence[NormalText]]] = field(
        default_factory=dict, repr=False
    )

    def spans(self, document: SplitDocument, title: str, leaves: Sequence[Leaf]) -> list[Span]:
        """Return the characters [start, end) that answer the subquestions of a document, ascending.

        Of the places where an answer stands it is the one whose words are most like the
        subquestion's; of several answers the others are sought next to it. A subquestion without
        answers is answered where its own words stand. Raises TrimmingError where fewer than half of
        its answers are found, or of one that no text need tell, such as yes, half of its words.
        """
        blocks, forms = self._blocks(document)
        named = self._content(title)
        found = {
            place
            for leaf in leaves
            for place in self._places(leaf, forms, self._content(leaf.question) - named)
        }
        return [(blocks[place].start, blocks[place].stop) for place in sorted(found)]

    def _blocks(self, document: SplitDocument) -> tuple[Sequence[Block], Sequence[NormalText]]:
        name = document.document_id
        if name not in self._known:
            blocks = document.outline.blocks
            texts = [document.text[block.start : block.stop] for block in blocks]
            self._known[name] = blocks, self.language.normal_texts(texts)
        return self._known[name]

    def _content(self, text: str) -> set[str]:
        [form] = self.language.normal_texts([text])
        return self.language.normal_content(form)

    def _places(
        self, leaf: Leaf, forms: Sequence[NormalText], asked: Collection[str]
    ) -> Iterator[int]:
        """Yield the blocks that answer a subquestion: the one that does so best comes first."""
        phrases, wanted = list(self._phrases(leaf)), {*asked}
        for text in leaf.answers:
            if self._is_free_text(text):
                wanted |= self._content(text)
        held = [{i for i, each in enumerate(phrases) if each.stands_in(form)} for form in forms]
        alike = [len(wanted & self.language.normal_content(form)) for form in forms]
        best = max(range(len(forms)), key=lambda at: (len(held[at]), alike[at], -at))
        told = set().union(*held)
        enough = 2 * len(told) >= len(phrases) if phrases else 2 * alike[best] >= len(wanted)
        if leaf.answers and not enough:
            raise TrimmingError("what a subquestion asks is not found in its document")
        yield best
        for missing in sorted(told - held[best]):
            holders = (at for at in range(len(forms)) if missing in held[at])
            yield min(holders, key=lambda at: (abs(at - best), at))

    def _phrases(self, leaf: Leaf) -> Iterator[NormalPhrase]:
        for text in dict.fromkeys(map(bare, leaf.answers)):
            sought = text.casefold() not in self.language.yes_no and not self._is_free_text(text)
            if sought and (phrase := self.language.normal_phrase(text, True)):
                yield phrase

    def _is_free_text(self, text: str) -> bool:
        return count(text, self.language.unit) > self.language.free_text
