"""Questions about the sample world, each with its class: what kind of thing it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count

from lvbuild.core.model import LanguageCode
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.sample.corpus import SPARE, SampleArticles
from lvbuild.sample.telling import Material, grammar, read_frames
from lvbuild.sample.words import read_lists


@cache
def class_of(language: LanguageCode) -> Mapping[str, str]:
    """Return the class of a question by the kind and the relation that it asks for."""
    classes = read_lists(language, "classes").items()
    return {key: name for name, keys in classes for key in keys}


class SampleLabelledCorpus(SampleArticles):
    """The first provinces of a sample corpus, and a question for each fact about them.

    A question's answer is its class. The questions of so many provinces come to contexts of `size`
    units, with half as much to spare; more units hold, first, the same questions.
    """

    def _reached(self) -> int:
        units = 0
        for number in count():
            for asked in self._asked(number):
                units += self._counting.count(f"{asked.input} {asked.answers[0]}")
            if units >= SPARE * self.size:
                return number + 1
        return 0

    def _asked(self, number: int) -> Iterator[CorpusQuestion]:
        """Yield a question for each fact of a province that can be asked for, in drawn words."""
        world = self._corpus.province(number)
        classes, spoken = class_of(world.language), grammar(world.language)
        for fact in chain.from_iterable(map(world.facts, world.entities)):
            asking = read_frames(world.language, fact.subject.kind).asking.get(fact.relation)
            if asking and asking.questions and fact.key in classes:
                name = f"{fact.subject.id}/{fact.relation}"
                wording = self._corpus.draws("class", name).choice(asking.questions)
                named = spoken.named(fact.subject)
                text = Material(world, fact.subject).fill(wording, s=named)
                supporting = (fact.subject.document_id,)
                yield CorpusQuestion(f"sample:{name}", text, (classes[fact.key],), supporting)

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return the questions, each with its class for an answer."""
        return [asked for number in range(self.provinces) for asked in self._asked(number)]

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return nothing: every invented question can be asked."""
        return ()
