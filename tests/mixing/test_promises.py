"""What a record promises holds for whatever the planner is given, or the level fails by name."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.mixing.cases import Case, cases
from tests.mixing.promises import (
    check,
    check_nesting,
    check_unlaid,
    planned_haystack,
    planned_mixup,
)

QUICK = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(QUICK, max_examples=500)


def mixup_holds(case: Case) -> None:
    texts = planned_mixup(case)
    for text in texts:
        check(case, text)
    check_nesting(case, texts)


def haystack_holds(case: Case) -> None:
    for text in planned_haystack(case):
        check(case, text)


@QUICK
@given(cases())
def test_a_mixups_record_is_what_it_promises(case: Case) -> None:
    mixup_holds(case)


@QUICK
@given(cases())
def test_whether_a_level_can_be_planned_does_not_depend_on_its_being_laid_out(case: Case) -> None:
    check_unlaid(case)


@QUICK
@given(cases(haystack=True))
def test_a_record_of_fact_recall_is_what_it_promises(case: Case) -> None:
    haystack_holds(case)


@pytest.mark.slow
@MANY
@given(cases())
def test_many_mixups_records_are_what_they_promise(case: Case) -> None:
    mixup_holds(case)


@pytest.mark.slow
@MANY
@given(cases(haystack=True))
def test_many_records_of_fact_recall_are_what_they_promise(case: Case) -> None:
    haystack_holds(case)
