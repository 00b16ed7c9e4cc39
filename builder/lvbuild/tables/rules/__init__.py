"""All rules of the tables. A record of a row that breaks an error's rule would be false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lvbuild.errors import InvalidRowError
from lvbuild.tables.case import Case
from lvbuild.tables.finding import Finding
from lvbuild.tables.rules import answers, facts, originals, replacements, rows
from lvbuild.tables.rules.rule import Rule

RULES = (
    Rule("broken-row", "error", rows.broken_rows),
    Rule("unknown-question", "error", rows.unknown_questions),
    Rule("unasked-question", "warning", rows.unasked_questions),
    Rule("unselected-question", "warning", rows.unselected_questions),
    Rule("selected-twice", "error", rows.selected_twice),
    Rule("row-twice", "error", rows.rows_twice),
    Rule("original-twice", "error", rows.originals_twice),
    Rule("keywords-twice", "error", rows.keywords_twice),
    Rule("needle-twice", "error", rows.needles_twice),
    Rule("original-never-occurs", "error", originals.never_occurs),
    Rule("original-inside-words", "warning", originals.inside_words),
    Rule("original-across-words", "warning", originals.across_words),
    Rule("original-too-common", "warning", originals.many_hits),
    Rule("replacement-cycle", "error", replacements.cycles),
    Rule("replacement-chain", "warning", replacements.chains),
    Rule("replacement-twice", "warning", replacements.same_replacement),
    Rule("replacement-in-evidence", "error", replacements.stands_in_evidence),
    Rule("replacement-in-pool", "warning", replacements.stands_in_pool),
    Rule("replacement-shares-content", "error", replacements.shares_content),
    Rule("term-shares-content", "warning", replacements.term_shares_content),
    Rule("figure-unchanged", "error", replacements.figure_stays),
    Rule("figure-changes-shape", "warning", replacements.figure_changes_shape),
    Rule("figure-in-evidence", "error", replacements.figure_in_evidence),
    Rule("answer-unchanged", "warning", answers.answer_unchanged),
    Rule("keywords-not-in-answer", "warning", answers.keywords_not_in_answer),
    Rule("needle-lacks-answer", "error", answers.needle_lacks_answer),
    Rule("question-holds-answer", "error", answers.question_holds_answer),
    Rule("fact-holds-answer", "error", facts.fact_holds_answer),
    Rule("fact-unlike-question", "warning", facts.fact_unlike_question),
    Rule("fact-keeps-subject", "warning", facts.fact_keeps_subject),
    Rule("fact-lacks-subject", "warning", facts.fact_lacks_subject),
)


def findings(case: Case) -> list[Finding]:
    """Return the breaches of all rules, by file and line."""
    return sorted(_found(case, RULES))


def enforce(case: Case) -> None:
    """Raise InvalidRowError for the first row, by file and line, that breaks an error's rule."""
    rules = [rule for rule in RULES if rule.severity == "error"]
    if first := min(_found(case, rules), default=None):
        raise InvalidRowError(f"{first.file}:{first.line}: {first.message}")


def _found(case: Case, rules: Iterable[Rule]) -> Iterator[Finding]:
    for rule in rules:
        for at in rule.breaches(case):
            yield Finding(
                case.recipe.name,
                str(at.file),
                at.line,
                at.question_id,
                rule.name,
                rule.severity,
                at.message,
            )
