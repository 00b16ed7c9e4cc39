"""An option of a build is written once: what is taken, shown and told follows from its field."""

from __future__ import annotations

from dataclasses import dataclass, fields
from inspect import signature
from typing import Annotated, Any, Literal

import click
import pytest
from click.testing import CliRunner

import lvbuild
from lvbuild.cli.options import options_of
from lvbuild.core.options import BuildOptions, Option, Positive, ReleaseOptions, declared
from lvbuild.core.validation import called_with
from lvbuild.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class More(BuildOptions):
    colour: Annotated[Literal["red", "blue"] | None, Option("Of the ink.")] = None
    copies: Annotated[Positive, Option("How many.")] = 2
    shuffle: Annotated[bool, Option("Shuffle nothing.")] = True
    unnamed: str = "no option"


@called_with(More)
def show(more: More) -> More:
    """Return what it is called with."""
    return more


@click.command()
@options_of(More)
def command(**options: Any) -> None:
    click.echo(repr(show(**options)))


def run(*words: str) -> str:
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0, done.output
    return done.output.strip()


def test_a_field_is_an_option_of_the_command_line_with_its_type_default_and_help() -> None:
    told = run("--help")
    assert "--colour [red|blue]             Of the ink." in told
    assert "--copies INTEGER RANGE          How many.  [default: 2; x>=1]" in told
    assert "--no-shuffle                    Shuffle nothing." in told
    assert "unnamed" not in told


def test_a_field_is_a_keyword_of_the_library_that_is_checked() -> None:
    assert show(colour="red", copies=3).copies == 3
    assert str(signature(show)).startswith("(*, levels: ")
    with pytest.raises(UsageError, match="colour: must be 'red' or 'blue', not \"green\""):
        show(colour="green")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="copies: must be 1 or more, not 0"):
        show(copies=0)
    with pytest.raises(TypeError, match="color"):
        show(color="red")  # type: ignore[call-arg]


def test_the_command_line_gives_the_library_what_it_says_and_otherwise_the_defaults() -> None:
    assert run() == repr(More())
    given = More(levels="1k,2k", seed=3, tables=False, nested=False, shuffle=False, colour="blue")
    words = "--levels 1k --levels 2k --seed 3 --no-tables --no-nested --no-shuffle --colour blue"
    assert run(*words.split()) == repr(given)


def test_the_librarys_keywords_are_the_options() -> None:
    parameters = signature(lvbuild.build).parameters
    assert {each.name for each in fields(ReleaseOptions)} <= parameters.keys()
    for option in declared(ReleaseOptions):
        assert parameters[option.name].default == option.default
    assert list(parameters)[:2] == ["recipes", "out"]
    assert set(signature(lvbuild.plan).parameters) == {
        *("recipes", "report"),
        *(option.name for option in declared(BuildOptions)),
    }
