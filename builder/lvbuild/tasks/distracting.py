"""The documents of a mixup's pool before any question has them: as found, and as all have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lvbuild.core.model import LanguageCode
from lvbuild.languages.normal import NormalText
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.excerpts import PoolText
from lvbuild.tasks.wording import Wording
from lvbuild.text.counting import Counting
from lvbuild.text.normal import normal_texts
from lvbuild.text.replacement import Reworded


@dataclass(frozen=True)
class DistractingDocuments:
    """Documents that may distract, in the order of the pool, in the words of their corpora."""

    documents: Sequence[PoolText]
    language: LanguageCode

    @cached_property
    def normal(self) -> Sequence[NormalText]:
        """The texts in their normal form."""
        return normal_texts([document.text for document in self.documents], self.language)

    def reworded(self, evidence: Mapping[str, str], wording: Wording) -> Mapping[int, Reworded]:
        """Return the documents that are evidence of questions, or near-duplicates of such.

        `evidence` are the texts of documents by id. They are returned by their places, as their
        questions word them; those in which no word is replaced are not among them.
        """
        if not evidence:
            return {}
        texts = dict(zip(evidence, normal_texts(evidence.values(), self.language), strict=True))
        alike: defaultdict[int, list[str]] = defaultdict(list)
        for name, places in near_duplicates(texts, self.normal, self.language).items():
            for place in places:
                alike[place].append(name)
        for place, document in enumerate(self.documents):
            name = document.origin.document_id
            if name in evidence and name not in alike[place]:
                alike[place].append(name)
        found = {
            place: wording.reword(self.documents[place].text, names)
            for place, names in sorted(alike.items())
        }
        return {place: text for place, text in found.items() if text.matches}

    def split(self, reworded: Mapping[int, Reworded], counting: Counting) -> list[SplitDocument]:
        """Split all documents, in the words that all contexts have of them."""
        split = []
        for place, document in enumerate(self.documents):
            known = reworded.get(place)
            text, hits = known.replaced if known else (document.text, ())
            split.append(
                SplitDocument.of(
                    document.id, text, self.language, counting, hits=hits, origin=document.origin
                )
            )
        return split
