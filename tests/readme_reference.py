"""What the reference pages say of commands, of recipes' keys and of tables, made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from lvbuild.cli.main import program
from lvbuild.cli.schema import recipe_keys
from lvbuild.rules.every import RULES
from lvbuild.tables.reference import (
    fields_table,
    in_markdown,
    known_tables,
    markdown_table,
    prose,
)


def commands() -> str:
    """Return a section for each command: how it is called, what it does, its options."""
    return "\n".join(_command(name, context) for name, context in _commands("lvbuild", program))


def keys() -> str:
    """Return a section for the keys of every recipe, of each task's recipes, of sources."""
    sections = recipe_keys().items()
    return "\n".join(
        f"## The keys of {title}\n\n{fields_table(found)}" for title, found in sections
    )


def tables() -> str:
    """Return a section for each table: who reads it, and the fields of its rows."""
    return in_markdown(known_tables())


def rules() -> str:
    """Return the rules of the tables: what holds of a row, and whether a breach ends a build."""
    told = [
        (f"`{rule.name}`", rule.severity, prose((rule.breaches.__doc__ or "").splitlines()[0]))
        for rule in RULES
    ]
    return markdown_table(("rule", "a breach is", "what holds"), told)


def _commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Context]]:
    context = click.Context(command, info_name=name)
    if not isinstance(command, click.Group):
        yield name, context
        return
    for word in command.list_commands(context):
        found = command.get_command(context, word)
        assert found is not None
        yield from _commands(f"{name} {word}", found)


def _command(name: str, context: click.Context) -> str:
    command = context.command
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    purpose, _, examples = (command.help or "").partition("\b")
    said = "\n\n".join(prose(" ".join(part.split())) for part in purpose.strip().split("\n\n"))
    shown = "".join(f"{line}\n" for line in re.findall(r"lvbuild [^\n]+", examples))
    options = [
        (f"`{_called(each, context)}`", prose(_meant(each)))
        for each in command.params
        if isinstance(each, click.Option)
    ]
    table = f"\n{markdown_table(('option', 'meaning'), options)}" if options else ""
    parts = (f"## {name}", f"```text\n{usage}\n```", said, "For example:", f"```text\n{shown}```\n")
    return "\n\n".join(parts) + table


def _called(option: click.Option, context: click.Context) -> str:
    names = " / ".join([*option.opts, *option.secondary_opts])
    return names if option.is_flag else f"{names} {option.make_metavar(context)}"


def _meant(option: click.Option) -> str:
    shown = f" (default: {option.default})" if option.show_default else ""
    return f"{(option.help or '').rstrip('.')}{shown}{' (required)' if option.required else ''}"
