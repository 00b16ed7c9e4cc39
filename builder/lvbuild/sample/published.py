"""Records over the sample world in the form in which LongBench publishes its own."""

from __future__ import annotations

from collections.abc import Iterator

from lvbuild.corpora.longbench import LongBenchRecord
from lvbuild.languages import find_language
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.questions import SampleQuestionCorpus
from lvbuild.text.counting import Counting


class SamplePublished(SampleQuestionCorpus):
    """So many questions over two articles, each with those and others that distract from it."""

    def __init__(self, corpus: SampleCorpus, count: int, counting: Counting, asker: str) -> None:
        super().__init__(corpus, "multi_hop_qa", count, 1, counting, asker=asker)
        self._language = corpus.language

    def records(self) -> Iterator[LongBenchRecord]:
        """Yield the records, their articles under numbered headings and in a drawn order."""
        spoken = find_language(self._language)
        heading = spoken.article_heading
        for one in self.questions():
            draws = self._corpus.draws("published", one.id)
            articles = map(self.document, draws.shuffled([*one.supporting, *one.distracting]))
            context = f"\n{heading.parting}".join(
                f"{heading.before}{n}{heading.after}{heading.title}{each.title}\n{each.text}"
                for n, each in enumerate(articles, start=1)
            )
            counted = len(context) if spoken.unit == "characters" else len(context.split())
            yield LongBenchRecord(
                input=one.input,
                context=context,
                answers=one.answers,
                length=counted,
                counted=counted,
                dataset="sample",
                language=self._language,
                all_classes=(),
                id=one.id.partition(":")[2],
            )
