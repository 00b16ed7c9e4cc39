"""Recipes: what to build, as a YAML file says it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from lvbuild.errors import UsageError
from lvbuild.model import Language, Level
from lvbuild.resources import shipped
from lvbuild.text.counting import Unit

_LEVEL = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)([kKmM])", re.ASCII)
_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
_LONGEST_NAME = 100


def parse_level(text: str) -> Level:
    """Read a level such as 16k or 1M; raise ValueError for anything else."""
    match = _LEVEL.fullmatch(text.strip())
    size = round(float(match[1]) * (1_000 if match[2] in "kK" else 1_000_000)) if match else 0
    if size == 0:
        raise ValueError(f"{text!r} is no level: write a number with k or M, such as 16k or 1M")
    return Level(size)


def _check_level(text: str) -> str:
    return parse_level(text).label


def _one_line(text: str) -> str:
    if text != " ".join(text.split()):
        raise ValueError("must be one line without white space at its ends")
    return text


class Recipe(BaseModel):
    """What to build: a data set's name, its sources, its levels and how it is scored."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_min_length=1)

    name: Annotated[
        str,
        Field(pattern=_NAME, max_length=_LONGEST_NAME),
        Field(description="names the data set, its tables and its files"),
    ]
    title: Annotated[str, AfterValidator(_one_line)] = Field(description="one line for people")
    task: Literal["fact_recall", "single_hop_qa", "multi_hop_qa", "multi_doc_qa"] = Field(
        description="the shape of the questions"
    )
    language: Language
    licence: str = Field(description="of the tables, an SPDX expression")
    haystack: str = Field("", min_length=0, description="fact recall: the corpus of the text")
    questions: tuple[str, ...] = Field((), description="otherwise: the corpora that ask")
    distractors: tuple[str, ...] = Field((), description="and those of the distracting documents")
    count: int = Field(
        ge=1,
        le=100_000,
        description="records a level: the needle's positions; of a mixup at most so many questions",
    )
    answer_limit: int | None = Field(
        None, ge=1, description="questions with an answer of more units are left out"
    )
    levels: tuple[Annotated[str, AfterValidator(_check_level)], ...] = Field(
        min_length=1, description="numbers with k or M; the plan always runs over all of them"
    )
    unit: Unit = Field(description="what a level counts")
    confusing_facts: int = Field(0, ge=0, description="set into each context; 0: no such key")
    answer_keywords: bool = Field(False, description="whether records have this key")
    replacements: bool = Field(False, description="whether a table of replacements is applied")
    nested: bool = Field(True, description="a level's distracting documents stand in longer ones")
    metric: Literal["f1_keywords", "f1", "rouge_l"] = Field(description="how answers are scored")
    keyword_recall: float | None = Field(
        None,
        ge=0,
        le=1,
        description="of f1_keywords: below it a score is 0 (default: 0.2, in Chinese 0.4)",
    )
    blacklist: Literal["english", "chinese"] | tuple[str, ...] | None = Field(
        None, description="words that do not count as hits (default: LV-Eval's of the language)"
    )
    prompt: str = Field(description="how a model is asked, with {context} and {input}")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.unit == "words" and self.language == "zh":
            raise ValueError("unit: Chinese has no words between spaces; write characters")
        if len(set(self.levels)) < len(self.levels):
            raise ValueError("levels: each level can stand there once")
        if self.task == "fact_recall":
            if not self.haystack or self.questions or self.distractors:
                raise ValueError("fact_recall takes a haystack, no questions and no distractors")
            if self.count < 2:
                raise ValueError("count: a needle takes at least 2 positions")
        elif self.haystack or not (self.questions and self.distractors):
            raise ValueError(f"{self.task} takes questions and distractors, and no haystack")
        for placeholder in ("{context}", "{input}"):
            if placeholder not in self.prompt:
                raise ValueError(f"prompt: {placeholder} is missing")
        return self

    @property
    def corpora(self) -> tuple[str, ...]:
        """The names of all corpora it is built from, each once."""
        names = (self.haystack,) if self.haystack else (*self.questions, *self.distractors)
        return tuple(dict.fromkeys(names))

    @property
    def ascending_levels(self) -> tuple[Level, ...]:
        """The levels as numbers, the smallest first."""
        return tuple(sorted(parse_level(level) for level in self.levels))


@dataclass(frozen=True, slots=True)
class RecipeFile:
    """A recipe as it was read: the file, its bytes, and the recipe they say."""

    path: Path
    content: bytes
    recipe: Recipe

    def beside(self, name: str) -> Path:
        """Return where a file or folder of the recipe is: beside its file, or in the parent.

        `name` is such as "annotations/factrecall_en"; where neither is there, the first is told.
        """
        parents = self.path.parent, self.path.absolute().parent.parent
        places = [parent / name for parent in parents]
        return next((place for place in places if place.exists()), places[0])


def shipped_recipes() -> tuple[str, ...]:
    """Return the names of the recipes that come with lvbuild, sorted."""
    return tuple(sorted(path.stem for path in shipped("recipes").glob("*.yaml")))


def load_recipe(name_or_path: str | Path) -> RecipeFile:
    """Read a shipped recipe by its name, or a recipe file by its path.

    Raises UsageError where there is no such recipe, or where the file is not one.
    """
    text = str(name_or_path)
    path = Path(text)
    if path.suffix not in {".yaml", ".yml"} and "/" not in text:
        path = shipped("recipes") / f"{text}.yaml"
        if not (len(text) <= _LONGEST_NAME and path.is_file()):
            raise UsageError(_unknown(text, shipped_recipes()))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    return RecipeFile(path, content, _parse(path, content))


def _unknown(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}" if near else f"there are {', '.join(known)}"
    return f"no recipe is called {name!r}: {hint}? (a file of your own is named by its path)"


def _parse(path: Path, content: bytes) -> Recipe:
    try:
        data = yaml.load(content.decode("utf-8-sig"), _Loader)  # noqa: S506 - a SafeLoader
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: it is not UTF-8 text; save the file as UTF-8") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise UsageError(f"{where}: is no YAML ({problem}); mend it") from error
    if not isinstance(data, dict):
        raise UsageError(f"{path}: a recipe is a mapping of keys; see `lvbuild schema`")
    try:
        return Recipe.model_validate(data)
    except ValidationError as error:
        problems = "; ".join(_problems(error))
        raise UsageError(f"{path}: {problems}") from error


class _Loader(yaml.SafeLoader):
    """Reads data only, and refuses a key that stands twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                mark = node.value[index][0].start_mark
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} stands twice", mark
                )
        return super().construct_mapping(node, deep)


def _problems(error: ValidationError) -> Iterable[str]:
    for problem in error.errors():
        key = ".".join(map(str, problem["loc"]))
        if problem["type"] == "extra_forbidden":
            near = get_close_matches(key, Recipe.model_fields, n=1)
            hint = f"did you mean {near[0]!r}?" if near else "see `lvbuild schema`"
            yield f"unknown key {key!r}: {hint}"
        elif problem["type"] == "missing":
            yield f"the key {key!r} is missing: see `lvbuild schema`"
        else:
            message = problem["msg"].removeprefix("Value error, ")
            yield f"{key}: {message}" if key else message
