"""What the reference pages say of commands, of recipes' keys and of tables, made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import click

from lvbuild.cli.main import program
from lvbuild.cli.schema import COLUMNS, Described, described, known_tables, recipe_keys
from lvbuild.rules import RULES


def commands() -> str:
    """Return a section for each command: how it is called, what it does, its options."""
    return "\n".join(_command(name, context) for name, context in _commands("lvbuild", program))


def keys() -> str:
    """Return a section for the keys of every recipe, of each task's recipes, of sources."""
    sections = recipe_keys().items()
    return "\n".join(f"## The keys of {title}\n\n{_described(found)}" for title, found in sections)


def tables() -> str:
    """Return a section for each table: who reads it, and the fields of its rows."""
    return "\n".join(
        f"## {name}.jsonl\n\nIt is read {_prose(table.read)}.\n\n{_described(described(table.row))}"
        for name, table in known_tables().items()
    )


def rules() -> str:
    """Return the rules of the tables: what holds of a row, and whether a breach ends a build."""
    told = [
        (f"`{rule.name}`", rule.severity, _prose((rule.breaches.__doc__ or "").splitlines()[0]))
        for rule in RULES
    ]
    return _table(("rule", "a breach is", "what holds"), told)


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
    said = "\n\n".join(_prose(" ".join(part.split())) for part in purpose.strip().split("\n\n"))
    shown = "".join(f"{line}\n" for line in re.findall(r"lvbuild [^\n]+", examples))
    options = [
        (f"`{_called(each, context)}`", _prose(_meant(each)))
        for each in command.params
        if isinstance(each, click.Option)
    ]
    table = f"\n{_table(('option', 'meaning'), options)}" if options else ""
    parts = (f"## {name}", f"```text\n{usage}\n```", said, "For example:", f"```text\n{shown}```\n")
    return "\n\n".join(parts) + table


def _called(option: click.Option, context: click.Context) -> str:
    names = " / ".join([*option.opts, *option.secondary_opts])
    return names if option.is_flag else f"{names} {option.make_metavar(context)}"


def _meant(option: click.Option) -> str:
    shown = f" (default: {option.default})" if option.show_default else ""
    return f"{(option.help or '').rstrip('.')}{shown}{' (required)' if option.required else ''}"


def _described(found: Iterable[Described]) -> str:
    return _table(COLUMNS, [(f"`{one.name}`", *map(_prose, one[1:])) for one in found])


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ("---",) * len(columns), *rows]
    escaped = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in escaped)


def _prose(text: str) -> str:
    """Escape what Markdown would take for its own, but in code."""
    escaped = {"*": r"\*", "<": "&lt;"}
    return re.sub(r"(`[^`]*`)|[*<]", lambda found: found[1] or escaped[found[0]], text)
