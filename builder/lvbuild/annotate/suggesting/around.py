"""Questions that share documents, with all that their texts name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lvbuild.annotate.suggesting import chinese, english
from lvbuild.annotate.suggesting.entities import Entity, Words, merged, place_in_order, rank
from lvbuild.annotate.suggesting.figures import find_figures
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import Language
from lvbuild.questions.annotated import row_pairs
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Replacer, leftmost_longest


@dataclass(frozen=True)
class Around:
    """Questions that share documents, with all that their texts name.

    `fixed` are the entities that rows of the same documents replace already, with their words;
    `own` are the originals of each question's own rows, those that are rejected among them;
    `own_rows` are those that are not.
    """

    bench: Workbench
    group: Sequence[str]
    documents: Mapping[str, Mapping[str, str]]
    entities: Sequence[Entity]
    fixed: Mapping[Entity, Words]
    own: Mapping[str, Sequence[str]]
    own_rows: Mapping[str, Sequence[ReplacementRow]]
    _ranks: dict[tuple[str, Entity], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        bench: Workbench,
        group: Sequence[str],
        rows: Sequence[ReplacementRow],
        common: Callable[[str], bool],
    ) -> Around:
        """Read the texts of questions, and find what they name.

        `common` tells whether a word is one of the language, and no name.
        """
        documents = {name: bench.documents(name) for name in group}
        held = {key for texts in documents.values() for key in texts}
        sharing = {
            row.question_id
            for row in rows
            if row.question_id in bench.questions
            and held & set(bench.questions[row.question_id].supporting)
        }
        fixed = {
            Entity(row.kind, (row.original,)): {row.original: (row.replacement, *row.alternatives)}
            for row in rows
            if row.question_id in sharing and row.status != "rejected"
        }
        every_row = {
            name: [row for row in rows if row.question_id in {name, "*"}] for name in group
        }
        own = {name: [row.original for row in every_row[name]] for name in group}
        own_rows = {
            name: [row for row in every_row[name] if row.status != "rejected"] for name in group
        }
        asked = [
            text
            for name in group
            for text in (bench.questions[name].question, *bench.questions[name].answers)
        ]
        evidence = list(
            {key: t for texts in documents.values() for key, t in texts.items()}.values()
        )
        texts = [*evidence, *asked]
        pairs = [
            (bench.questions[name].question, answer)
            for name in group
            for answer in bench.questions[name].answers
        ]
        found = find_entities(texts, pairs, bench.language, common)
        originals = [form for entity in fixed for form in entity.forms]
        free = [
            entity
            for entity in found
            if not any(_overlap(form, other) for form in entity.forms for other in originals)
        ]
        return cls(bench, group, documents, [*fixed, *free], fixed, own, own_rows)

    @property
    def texts(self) -> list[str]:
        """All texts of the questions."""
        return [
            *(text for name in self.group for text in self.documents[name].values()),
            *(self.said(name) for name in self.group),
        ]

    def said(self, name: str) -> str:
        """Return what a question asks and expects."""
        listed = self.bench.questions[name]
        return "\n".join((listed.question, *listed.answers))

    def rank(self, name: str, entity: Entity) -> int:
        """Return how far an entity is from a question's answer."""
        if (name, entity) not in self._ranks:
            listed, texts = self.bench.questions[name], list(self.documents[name].values())
            self._ranks[name, entity] = rank(
                entity, listed.question, listed.answers, texts, self.bench.language
            )
        return self._ranks[name, entity]

    def ordered(self, name: str, entities: Sequence[Entity]) -> Iterator[Entity]:
        """Return those of some entities that a question's texts name, the nearest first."""
        texts = "\n".join((self.said(name), *self.documents[name].values()))
        here = [entity for entity in entities if any(form in texts for form in entity.forms)]
        yield from sorted(
            here, key=lambda entity: place_in_order(entity, self.rank(name, entity), texts)
        )

    def used(
        self, name: str, rows: Mapping[str, tuple[ReplacementRow, Entity]]
    ) -> dict[str, tuple[ReplacementRow, Entity]]:
        """Return the rows whose originals are replaced somewhere in a question's texts."""
        words = list(rows)
        pairs = row_pairs([*(rows[word][0] for word in words), *self.own_rows[name]])
        replacer = Replacer(pairs, self.bench.language)
        texts = [*self.said(name).split("\n"), *self.documents[name].values()]
        hits = {match.pair for text in texts for match in leftmost_longest(replacer.find(text))}
        return {word: rows[word] for place, word in enumerate(words) if place in hits}


def find_entities(
    texts: Sequence[str],
    asked: Sequence[tuple[str, str]],
    language: Language,
    common: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return what texts name; `asked` are the questions, each with an answer.

    `common` tells whether a word is one of the language, and no name.
    """
    zh = language == "zh"
    names = chinese.find_names(texts, asked) if zh else english.find_names(texts, asked, common)
    return merged([*names, *find_figures(texts, language)])


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one
