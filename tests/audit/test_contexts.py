"""Passages are read from a release without the facts that were set into them."""

from __future__ import annotations

import pytest

from lvbuild.audit.areas import without_facts

BEFORE, FACT, AFTER = "It rained.", "Bob hid the key.", "The boats came home."


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        (("", BEFORE, " ", FACT, " ", AFTER), f"{BEFORE} {AFTER}"),
        (("", BEFORE, "\n\n", FACT, "\n\n", AFTER), f"{BEFORE}\n\n{AFTER}"),
        (("", BEFORE, " ", FACT, "", ""), BEFORE),
        (("", "", "", FACT, " ", AFTER), AFTER),
        (("", "下雨了。", "", "钥匙丢了。", "", "船回来了。"), "下雨了。船回来了。"),
        (("### 1\n", BEFORE, " ", FACT, " ", f"{AFTER} "), f"{BEFORE} {AFTER} "),
    ],
)
def test_a_fact_goes_with_the_white_space_that_parts_it(parts: tuple[str, ...], left: str) -> None:
    head, before, lead, fact, *_ = parts
    start = len(head)
    begin = start + len(before + lead)
    context = "".join(parts) + "\n### 2\n"
    end = len("".join(parts))
    assert without_facts(context, start, end, [(begin, begin + len(fact))]) == left


def test_two_facts_of_a_passage_both_go_and_those_of_others_are_no_matter() -> None:
    context = f"{FACT} {BEFORE} {FACT} {FACT} {AFTER} {FACT}"
    own = len(FACT) + 1
    first = own + len(BEFORE) + 1
    second = first + len(FACT) + 1
    last = len(context) - len(FACT)
    facts = [(0, len(FACT)), (first, second - 1), (second, second + len(FACT))]
    left = without_facts(context, own, last - 1, [*facts, (last, len(context))])
    assert left == f"{BEFORE} {AFTER}"


def test_a_passage_without_facts_stays_as_it_is() -> None:
    assert without_facts("  a b \n", 0, 7, []) == "  a b \n"
