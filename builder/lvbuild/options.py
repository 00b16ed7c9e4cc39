"""The options of a build: each is a field of a class, written once with all that is said of it.

The library's keywords, the command line's options, what a manifest records and the differences that
errors name follow from these classes. Nothing heavy is imported: the help of commands reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

from lvbuild.arguments import Folder, Levels, Positive, Recipes, Seed, Variant
from lvbuild.text.counting import LevelUnit
from lvbuild.text.tokens.tokenizer import TokenizerId


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

    A tokenizer is named as the README tells, or told by which it was in a release.
    """

    levels: Annotated[
        Levels,
        Option("Only these levels (default: all).", "16k,256k", repeated=True, recorded=False),
    ] = None
    seed: Annotated[Seed, Option("What all draws follow from.")] = 42
    variant: Annotated[Variant, Option("Name of a variant: the recipe with fresh choices.")] = ""
    sample: Annotated[bool, Option("Use an invented corpus: no download, no files.")] = False
    corpora: Annotated[
        Folder | None,
        Option("The folder of the corpora (LVBUILD_CORPORA).", "DIR", "folder", recorded=False),
    ] = None
    limit: Annotated[Positive | None, Option("Only the first N records of each level.")] = None
    strict: Annotated[bool, Option("Write LV-Eval's keys only.")] = False
    approved_only: Annotated[bool, Option("Take only rows that a person approved.")] = False
    tables: Annotated[bool, Option("No replacements and confusing facts.")] = True
    unit: Annotated[LevelUnit | None, Option("Count so.")] = None
    tokenizer: Annotated[
        str | TokenizerId | None,
        Option("Of --unit tokens: encoding or file.", "NAME|FILE", "file"),
    ] = None
    report_tokens: Annotated[
        str | TokenizerId | None, Option("Tell records' tokens besides.", "NAME|FILE", "file")
    ] = None
    nested: Annotated[bool | None, Option("Whether levels hold shorter ones.")] = None
    offline: Annotated[bool, Option("Fetch nothing.", recorded=False)] = False

    def resolved(
        self,
        *,
        unit: LevelUnit,
        nested: bool,
        tokenizer: TokenizerId | None,
        report_tokens: TokenizerId | None,
    ) -> ResolvedOptions:
        """Return the options with what the recipe says where they do not."""
        chosen = {each.name: getattr(self, each.name) for each in fields(BuildOptions)}
        own = {"unit": unit, "nested": nested}
        tokenizers = {"tokenizer": tokenizer, "report_tokens": report_tokens}
        return ResolvedOptions(**(chosen | own | tokenizers))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedOptions(BuildOptions):
    """The options once the recipe is known: nothing is left for it to say."""

    unit: LevelUnit
    nested: bool
    tokenizer: TokenizerId | None
    report_tokens: TokenizerId | None


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
    overwrite: Annotated[
        bool, Option("Replace the recipe if it stands there otherwise.", recorded=False)
    ] = False
    overwrite_all: Annotated[
        bool, Option("The same, with its levels not asked for.", recorded=False)
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
