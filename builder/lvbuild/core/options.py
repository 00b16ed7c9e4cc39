"""The options of a build: each is a field of a class, written once with all that is said of it.

The library's keywords, the command line's options, what a manifest records and the differences that
errors name follow from these classes. Nothing heavy is imported: the help of commands reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_type_hints

from lvbuild.core.controls import one_line
from lvbuild.core.model import LevelUnit
from lvbuild.core.shard import Shard
from lvbuild.core.twins import in_order

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


class Checked:
    """A check that pydantic makes of an argument, after that of its type or instead of it.

    `limits` are those of the type, by pydantic's names of them. Pydantic is imported when arguments
    are checked: who reads the types alone needs none of it.
    """

    def __init__(
        self,
        check: Callable[[Any], object] = lambda value: value,
        *,
        instead: bool = False,
        **limits: int | str,
    ) -> None:
        self._check = check
        self._instead = instead
        self.limits = limits

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core import core_schema

        if self._instead:
            return core_schema.no_info_plain_validator_function(self._check)
        return core_schema.no_info_after_validator_function(
            self._check, {**handler(source), **self.limits}
        )


def _recipes(value: object) -> list[str | Path]:
    names = [value] if isinstance(value, str | Path) else value
    if not isinstance(names, Sequence) or not all(isinstance(name, str | Path) for name in names):
        raise ValueError("must be the name or path of a recipe, or a list of them")
    return list(names)


def _levels(value: object) -> str | list[str] | None:
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, Sequence) or not all(isinstance(level, str) for level in value):
        raise ValueError('must be levels such as "16k,32k", or a list of them: ["16k", "32k"]')
    if not value:
        raise ValueError("no level is named: name one, or leave them out for the recipe's own")
    return list(value)


def _folder(value: object) -> str | Path:
    if not isinstance(value, str | Path):
        raise ValueError("must be the path of a folder")
    return value


def _without(value: object) -> str:
    parts = value.split(",") if isinstance(value, str) else value or ()
    if not isinstance(parts, Sequence) or not all(isinstance(part, str) for part in parts):
        raise ValueError('must be parts such as "facts,keywords", or a list of them')
    return ",".join(in_order(parts))


def _seed(value: int) -> int:
    if not -(2**63) <= value < 2**64:
        raise ValueError(f"must be a whole number of 64 bits, from {-(2**63)} to {2**64 - 1}")
    return value


def _shard(value: str) -> str:
    return str(Shard.parse(value))


Recipes = Annotated[str | Path | Sequence[str | Path], Checked(_recipes, instead=True)]
"""Recipes by name, family or path: one, or several."""

Levels = Annotated[str | Sequence[str] | None, Checked(_levels, instead=True)]
"""Levels such as "16k": a list, or as on the command line a text with commas between them."""

Folder = Annotated[str | Path, Checked(_folder, instead=True)]
"""The path of a folder."""

Seed = Annotated[int, Checked(_seed)]
"""What all draws follow from: a whole number of 64 bits, as a manifest can hold it."""

Variant = Annotated[str, Checked(one_line, max_length=100)]
"""The name of a variant, or "": one line of plain text."""

Since = Annotated[str, Checked(one_line, max_length=2_000)]
"""Names of variants, the first one first, with commas between them, or ""."""

Without = Annotated[str | Sequence[str] | None, Checked(_without, instead=True)]
"""What is left out: a list, or a text with commas between; checked it is a text, in one order."""

Sha256 = Annotated[str, Checked(pattern="^[0-9a-f]{64}$")]
"""A hash, in hex."""

Compress = Literal["gz", "zst"]
"""How files of records and provenance are compressed."""

ShardName = Annotated[str, Checked(_shard)]
"""A part of a build such as 0/3, or "" for the whole."""

Positive = Annotated[int, Checked(ge=1, le=1_000_000_000)]
"""A number of things of which there is at least one."""


@dataclass(frozen=True, slots=True)
class TokenizerId:
    """Which tokenizer it is: an encoding's name or a file's, and the hash of its vocabulary.

    `encoding` is the one whose pattern a file of ranks is read with; "" otherwise.
    """

    name: str
    sha256: Sha256
    encoding: str = ""

    @property
    def named(self) -> str:
        """The tokenizer as messages and options name it."""
        encoding = f"encoding={self.encoding}," if self.encoding else ""
        return f"{self.name}#{encoding}sha256={self.sha256}"


@dataclass(frozen=True, slots=True)
class PromptId:
    """A prompt that was taken from a file: the file's name, the hash of it, the prompt."""

    name: str
    sha256: Sha256
    prompt: Annotated[str, Checked(min_length=1, max_length=2**20)]


@dataclass(frozen=True, slots=True)
class Errata:
    """Questions of a recipe that are known to be defective: their ids, each with why."""

    defects: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """Name the questions."""
        return ", ".join(name for name, _ in self.defects)


@dataclass(frozen=True, slots=True)
class Option:
    """What the command line says of a field, and whether a manifest records it.

    All is recorded that the bytes of files depend on. `path` is what the option names, if it names
    a path; one that is `repeated` may be given several times.
    """

    help: str
    metavar: str | None = None
    path: Literal["file", "folder"] | None = None
    repeated: bool = False
    recorded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """All that a user chooses for what is built; None stands for what the recipe says.

    A tokenizer is named as `docs/recipes.md` tells, or told by which it was in a release.
    """

    levels: Annotated[
        Levels,
        Option("Only these: 16k, 4-8k, evidence (default: all).", "16k,256k", repeated=True),
    ] = None
    seed: Annotated[Seed, Option("What all draws follow from.")] = 42
    variant: Annotated[Variant, Option("Name of a variant: the recipe with fresh choices.")] = ""
    since: Annotated[
        Since, Option("Variants that came before, whose words it does not take.", "NAME,NAME")
    ] = ""
    questions_of: Annotated[
        Variant | None,
        Option('Where questions are drawn, ask this variant\'s; "" is the base.', "NAME"),
    ] = None
    sample: Annotated[bool, Option("Use an invented corpus: no download, no files.")] = False
    corpora: Annotated[
        Folder | None,
        Option("The folder of the corpora (LVBUILD_CORPORA).", "DIR", "folder", recorded=False),
    ] = None
    limit: Annotated[Positive | None, Option("Only the first N records of each level.")] = None
    strict: Annotated[bool, Option("Write LV-Eval's keys only.")] = False
    approved_only: Annotated[bool, Option("Take only rows that a person approved.")] = False
    fill: Annotated[bool, Option("Draw further questions, without rows, up to the count.")] = False
    tables: Annotated[bool, Option("No replacements and confusing facts.")] = True
    without: Annotated[
        Without,
        Option("A twin without facts, replacements, keywords.", "PART,PART", repeated=True),
    ] = ""
    unit: Annotated[LevelUnit | None, Option("Count so.")] = None
    tokenizer: Annotated[
        str | TokenizerId | None,
        Option("Of --unit tokens: encoding or file.", "NAME|FILE", "file"),
    ] = None
    report_tokens: Annotated[
        str | TokenizerId | None, Option("Tell records' tokens besides.", "NAME|FILE", "file")
    ] = None
    nested: Annotated[bool | None, Option("Whether levels hold shorter ones.")] = None
    prompts: Annotated[
        str | PromptId | None,
        Option("Prompts of upstream's, for card and manifest.", "FILE", "file"),
    ] = None
    errata: Annotated[
        str | Errata | None,
        Option("Leave out the questions that it says are defective.", "FILE", "file"),
    ] = None
    offline: Annotated[bool, Option("Fetch nothing.", recorded=False)] = False

    @property
    def known_defects(self) -> dict[str, str]:
        """The questions that are left out as defective, each with the reason."""
        if not isinstance(self.errata, Errata):
            return {}
        return {name: f"known defect: {why}" for name, why in self.errata.defects}

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parts that are left out."""
        return tuple(_without(self.without).split(",")) if self.without else ()

    def resolved(
        self,
        *,
        levels: str | None,
        unit: LevelUnit,
        nested: bool,
        tokenizer: TokenizerId | None,
        report_tokens: TokenizerId | None,
        prompts: PromptId | None,
        errata: Errata | None,
    ) -> ResolvedOptions:
        """Return the options with what the recipe says where they do not.

        Of `levels` those are left that stand for the recipe's own, if any do.
        """
        chosen = {each.name: getattr(self, each.name) for each in fields(BuildOptions)}
        own = {"levels": levels, "unit": unit, "nested": nested}
        files: dict[str, object] = {"tokenizer": tokenizer, "report_tokens": report_tokens}
        files |= {"prompts": prompts, "errata": errata}
        return ResolvedOptions(**(chosen | own | files))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedOptions(BuildOptions):
    """The options once the recipe is known: nothing is left for it to say."""

    unit: LevelUnit
    nested: bool
    tokenizer: TokenizerId | None
    report_tokens: TokenizerId | None
    prompts: PromptId | None
    errata: Errata | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseOptions(BuildOptions):
    """What is built, and how a release takes it."""

    recipes: Recipes = field(kw_only=False)
    out: Annotated[Folder, Option("The release's folder.", path="folder", recorded=False)] = field(
        default="release", kw_only=False
    )
    workers: Annotated[
        Positive | None, Option("Processes (default: the processors).", recorded=False)
    ] = None
    engine: Annotated[
        Literal["local", "ray"], Option("Where: here, or on a Ray cluster.", recorded=False)
    ] = "local"
    address: Annotated[
        str, Option("The cluster's, or auto (RAY_ADDRESS).", "HOST:PORT", recorded=False)
    ] = ""
    shard: Annotated[
        ShardName, Option("Build part I of N for lvbuild merge: 0/3.", "I/N", recorded=False)
    ] = ""
    compress: Annotated[
        Compress | None,
        Option("Compress records and provenance (default: as the release).", recorded=False),
    ] = None
    overwrite: Annotated[
        bool, Option("Replace the recipe if it stands there otherwise.", recorded=False)
    ] = False


class Declared(NamedTuple):
    """An option as a class declares it."""

    name: str
    type: Any
    default: Any
    option: Option

    @property
    def written(self) -> str:
        """Its name for the command line and manifests, by which what is on is switched off."""
        return f"no_{self.name}" if self.default is True else self.name

    def turned(self, value: Any) -> Any:
        """Return its value as it goes with the written name, or back."""
        return not value if self.default is True else value


def declared(of: type[BuildOptions]) -> Iterator[Declared]:
    """Yield the options of a class in their order."""
    hints = get_type_hints(of, include_extras=True)
    for each in fields(of):
        for said in getattr(hints[each.name], "__metadata__", ()):
            if isinstance(said, Option):
                default = None if each.default is MISSING else each.default
                yield Declared(each.name, hints[each.name], default, said)
