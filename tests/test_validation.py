"""Arguments of the library are checked as the command line's are: one line says what to write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import UsageError
from tests.tasks.small_world import book, write_books, write_recipe

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no record": ({"limit": 0}, "limit: must be 1 or more, not 0"),
    "a number as text": ({"limit": "3"}, 'limit: must be a whole number, not "3"'),
    "a number of many digits": ({"limit": 10**5_000}, "limit: must be 1000000000 or less, not th"),
    "a seed of 65 bits": ({"seed": 2**64}, "seed: must be a whole number of 64 bits, from -92"),
    "a variant that is no UTF-8": ({"variant": "\udcff"}, "variant: must be text, not "),
    "a variant that steers": ({"variant": "a\x1b[31m"}, "variant: must be one line of plain tex"),
    "a long variant": ({"variant": "a" * 101}, "variant: must be text of at most 100 characters"),
    "a level too large": ({"levels": "99999M"}, "the level '99999M' is too large: ask for 100M"),
    "levels as numbers": ({"levels": [16_000]}, 'levels: must be levels such as "16k,32k", or a'),
    "no level": ({"levels": []}, "levels: no level is named: name one, or leave them out for"),
    "a folder as a number": ({"corpora": 3}, "corpora: must be the path of a folder"),
    "a recipe as a number": ({"recipes": 3}, "recipes: must be the name or path of a recipe, or a"),
    "no workers": ({"workers": 0}, "workers: must be 1 or more, not 0"),
    "no folder": ({"out": None}, "out: must be the path of a folder"),
    "no listener": ({"listener": 3}, "listener: must be a Listener, not 3"),
    "two": ({"limit": 0, "workers": 0}, "limit: must be 1 or more, not 0; workers: must be 1 o"),
    "no recipe": ({"recipes": []}, "no recipe is named: name at least one"),
}


@pytest.fixture
def world(tmp_path: Path) -> dict[str, Any]:
    """Return the arguments that build a small recipe."""
    corpora = write_books(tmp_path / "corpora", [book(seed, 800) for seed in range(4)])
    return {"recipes": write_recipe(tmp_path), "corpora": corpora}


@pytest.mark.parametrize(("change", "told"), REFUSED.values(), ids=REFUSED)
def test_an_argument_of_the_wrong_kind_is_told_by_its_name(
    world: dict[str, Any],
    change: dict[str, Any],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        lvbuild.build(**(world | change))
    assert str(caught.value).startswith(told)
    assert not (tmp_path / "release").exists()


def test_check_checks_its_arguments_alike(world: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r'^sample: must be true or false, not "yes"'):
        lvbuild.check(**(world | {"sample": "yes"}))


def test_a_text_of_levels_is_what_the_command_line_takes(world: dict[str, Any]) -> None:
    [as_text] = lvbuild.plan(**world, levels="2k,1k")
    [as_list] = lvbuild.plan(**world, levels=["1k", "2k"])
    assert as_text == as_list
    assert [level.level.label for level in as_text.levels] == ["1k", "2k"]


@pytest.mark.parametrize("seed", [2**64 - 1, -(2**63)])
def test_any_seed_of_64_bits_is_taken_and_told(world: dict[str, Any], seed: int) -> None:
    out = Path(world["corpora"]).parent / "release"
    assert lvbuild.build(**world, out=out, levels="1k", seed=seed).recipes["mine"].seed == seed
    assert lvbuild.verify(out, rebuild=True, corpora=world["corpora"]).complete


def test_an_unknown_argument_is_pythons_own_error(world: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="level"):
        lvbuild.plan(**(world | {"level": "1k"}))
