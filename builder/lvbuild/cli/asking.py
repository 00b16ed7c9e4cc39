"""The options of commands that ask a model: which, where, how often, and at what price."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lvbuild.cli.options import confirmed

if TYPE_CHECKING:
    from lvbuild.core.endpoint import Endpoint

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--model", required=True, metavar="MODEL", help="The model that is asked."),
    click.option("--base-url", metavar="URL", help="The endpoint (default: OpenAI's)."),
    click.option(
        "--max-requests",
        type=click.IntRange(1),
        default=1_000,
        show_default=True,
        metavar="N",
        help="Ask no more; one that fails may be sent again.",
    ),
    click.option(
        "--at-once",
        type=click.IntRange(1, 64),
        default=4,
        show_default=True,
        help="Requests at once.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(1),
        default=120.0,
        show_default=True,
        metavar="SECONDS",
        help="Wait so long for an answer.",
    ),
    click.option(
        "--price", metavar="IN,OUT", help="Prices of a million tokens, to say what it may cost."
    ),
    click.option("--yes", is_flag=True, help="Send without asking."),
)


def asks_model(command: F) -> F:
    """Give a command the model that it asks; the functions below read what was given."""
    return reduce(lambda made, option: option(made), reversed(_OPTIONS), command)


def endpoint_of(given: Mapping[str, Any], temperature: float = 0.7) -> Endpoint:
    """Return where the model is asked; raise UsageError where that is no address."""
    from lvbuild.core.endpoint import OPENAI, Endpoint

    return Endpoint(
        given["model"],
        OPENAI if given["base_url"] is None else given["base_url"],
        timeout=given["timeout"],
        left=given["max_requests"],
        temperature=temperature,
    )


def prices_of(given: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the prices of a million tokens in and out, None where none are given."""
    if (text := given["price"]) is None:
        return None
    try:
        first, second = (float(part) for part in text.split(","))
        if not (0 <= first < inf and 0 <= second < inf):
            raise ValueError(text)
    except ValueError as error:
        raise click.UsageError(
            f"--price takes two prices of 0 or more, such as 0.5,1.5, not {text!r}"
        ) from error
    return first, second


def cost_told(tokens: tuple[int, int], prices: tuple[float, float] | None, times: int = 1) -> str:
    """Say what so many tokens, in and out, may cost; "" where no prices are given."""
    if prices is None:
        return ""
    cost = times * (tokens[0] * prices[0] + tokens[1] * prices[1]) / 1e6
    return f"; at most {cost:,.2f} at these prices"


def check_sending(given: Mapping[str, Any]) -> None:
    """Raise UsageError where nobody says that requests may be sent."""
    if not (given["yes"] or confirmed("Send?")):
        raise click.UsageError("nothing is sent: --yes sends without asking")
