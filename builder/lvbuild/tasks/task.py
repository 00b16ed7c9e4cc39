"""What a task is: the model of its recipes, with all that is done for them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.corpora.corpus import Corpus
from lvbuild.model import Level
from lvbuild.recipe import Recipe
from lvbuild.sample import SampleCorpus
from lvbuild.tables.case import Case
from lvbuild.tables.reading import Tables
from lvbuild.tasks.prepared import Prepared
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    from lvbuild.tasks.source import Source


@dataclass(frozen=True, slots=True)
class Invented:
    """What the sample world has for a recipe: its corpora, and tables where it makes them.

    `larger` makes the corpora for a level that `corpora` do not reach.
    """

    corpora: dict[str, Corpus]
    tables: Tables | None = None
    larger: Callable[[Level], Mapping[str, Corpus]] | None = None


@dataclass(frozen=True, slots=True)
class ListedQuestion:
    """A question in its original words.

    `selected` says whether the selection names it, None where there is no selection; `left_out` why
    it cannot be asked, "" where it can.
    """

    question_id: str
    question: str
    answers: tuple[str, ...]
    supporting: tuple[str, ...] = ()
    selected: bool | None = None
    left_out: str = ""


def as_task(recipe: Recipe) -> Task:
    """Return a recipe that was read as the task it is: only tasks are registered."""
    if not isinstance(recipe, Task):
        raise TypeError(f"{recipe.task} is registered without being a Task")
    return recipe


class Task(Recipe):
    """A recipe of a task: its model says what is asked, its methods how records are planned.

    A task is a subclass that gives `task` the type `Literal` of its names, registered by
    `lvbuild.recipe.register`.
    """

    @abstractmethod
    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Return what the sample world has for the recipe."""

    @abstractmethod
    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Read, replace and plan; levels that cannot be built are told of in `dropped`.

        Raises InvalidRowError for the first row of a table that breaks a rule.
        """

    @abstractmethod
    def read_case(self, source: Source) -> Case:
        """Return what the rules of tables look at: rows, questions, documents."""

    @abstractmethod
    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions that the recipe may ask.

        `tables` is the folder of its tables; `open_source` opens its corpora, where that is needed.
        """
