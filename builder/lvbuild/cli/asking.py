"""The options of commands that ask a model: which, where, how often, and at what price."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from math import ceil, inf
from operator import mul
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lvbuild.cli.options import confirmed
from lvbuild.core.wording import number_of

if TYPE_CHECKING:
    from lvbuild.core.endpoint import Endpoint

F = TypeVar("F", bound=Callable[..., Any])

base_url_option = click.option(
    "--base-url", metavar="URL", help="The model's endpoint (default: OpenAI's)."
)
price_option = click.option(
    "--price", metavar="IN,OUT", help="Prices of a million tokens, to say what it may cost."
)
_OPTIONS = (
    click.option("--model", required=True, metavar="MODEL", help="The model that is asked."),
    base_url_option,
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
    price_option,
    click.option("--yes", is_flag=True, help="Send without asking."),
)


def asks_model(command: F) -> F:
    """Give a command the model that it asks; the functions below read what was given."""
    return reduce(lambda made, option: option(made), reversed(_OPTIONS), command)


def endpoint_of(given: Mapping[str, Any], temperature: float = 0.7) -> Endpoint:
    """Return where the model is asked; raise UsageError where that is no address."""
    return endpoint_at(
        given["model"],
        given["base_url"],
        timeout=given["timeout"],
        left=given["max_requests"],
        temperature=temperature,
    )


def endpoint_at(model: str, base_url: str | None, **how: Any) -> Endpoint:
    """Return a model's endpoint: OpenAI's where no address is given."""
    from lvbuild.core.endpoint import OPENAI, Endpoint

    return Endpoint(model, OPENAI if base_url is None else base_url, **how)


def prices_of(text: str | None) -> tuple[float, float] | None:
    """Return the prices of a million tokens in and out, None where none are given.

    One price is that of tokens in; those out cost nothing then.
    """
    if text is None:
        return None
    try:
        first, second = (float(part) for part in (text if "," in text else f"{text},0").split(","))
        if not (0 <= first < inf and 0 <= second < inf):
            raise ValueError(text)
    except ValueError as error:
        raise click.UsageError(
            f"--price takes prices of 0 or more, such as 0.5 or 0.5,1.5, not {text!r}"
        ) from error
    return first, second


def requests_told(
    requests: int, tokens: tuple[int, int], prices: tuple[float, float] | None, times: int = 1
) -> str:
    """Say how many tokens requests come to, and what they may cost where prices are given.

    All of them may have to be sent so many `times`.
    """
    told = f"{number_of(requests, 'request')} of about {tokens[0]:,} tokens in and at most"
    told += f" {tokens[1]:,} out" + (f", {times} times that where replies fail" * (times > 1))
    if prices is None:
        return told
    cost = times * sum(map(mul, tokens, prices)) / 1e6
    cost = ceil(round(100 * cost, 6)) / 100  # what may be the most is never rounded down
    return f"{told}; at most {cost:,.2f} at these prices" + ", for those in" * (not prices[1])


def check_sending(given: Mapping[str, Any]) -> None:
    """Raise UsageError where nobody says that requests may be sent."""
    if not (given["yes"] or confirmed("Send?")):
        raise click.UsageError("nothing is sent: --yes sends without asking")
