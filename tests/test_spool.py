"""What is too large to be held: a sequence in a file, and texts by their hashes."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.seen import Seen
from lvbuild.core.spool import Spool

LONG = "a text that is longer than what waits " * 9_000


@given(st.lists(st.text() | st.just(LONG), max_size=20), st.lists(st.integers(0, 19)))
def test_a_spool_returns_what_was_appended_in_any_order(
    things: list[str], asked: list[int]
) -> None:
    spool: Spool[str] = Spool(2)
    for number, thing in enumerate(things):
        spool.append(thing)
        assert spool[number // 2] == things[number // 2]
    assert [spool[number % len(things)] for number in asked if things] == [
        things[number % len(things)] for number in asked if things
    ]
    assert [*spool] == things
    assert spool[1:] == things[1:]


def test_a_spool_ends() -> None:
    with pytest.raises(IndexError):
        Spool[str]()[0]


def test_a_process_that_was_forked_writes_into_no_others_file() -> None:
    spool: Spool[str] = Spool()
    for text in ("first", LONG, "second"):
        spool.append(text)
    child = os.fork()
    for place in range(40):
        spool.append(f"{child and 'caller'} {place} {LONG}")
    right = [*spool][3:] == [f"{child and 'caller'} {place} {LONG}" for place in range(40)]
    if not child:
        os._exit(0 if right and [*spool][:3] == ["first", LONG, "second"] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert right
    assert [*spool][:3] == ["first", LONG, "second"]


@given(st.lists(st.text(max_size=9)), st.lists(st.text(max_size=9)))
def test_what_was_seen_is_known_and_nothing_else(added: list[str], others: list[str]) -> None:
    seen = Seen()
    for text in added:
        seen.add(text)
    assert [text in seen for text in (*added, *others)] == [
        text in set(added) for text in (*added, *others)
    ]


def test_many_are_known() -> None:
    seen = Seen()
    for number in range(5_000):
        assert str(number) not in seen
        seen.add(str(number))
        seen.add(str(number // 2))
    assert all(str(number) in seen for number in range(5_000))
    assert not any(str(number) in seen for number in range(5_000, 10_000))


def test_its_file_goes_with_it_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        held: Spool[str] = Spool()
        for number in range(40):
            held.append(f"{number} " * 5_000)
        assert held[3].startswith("3 3 ")
    assert len(os.listdir("/proc/self/fd")) == before + 1
    del held
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before
    assert not [*recwarn]
