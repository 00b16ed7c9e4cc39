"""All rules of the tables. A record of a row that breaks an error's rule would be false."""

from __future__ import annotations

from collections.abc import Iterable

from lvbuild.rules import answers, evidence, likeness, originals, replacements, rows
from lvbuild.rules.context import Finding, LintContext, Rule

RULES = (
    Rule("broken-row", "error", rows.broken_rows),
    Rule("no-row", "error", rows.no_rows),
    Rule("unknown-question", "error", rows.unknown_questions),
    Rule("unasked-question", "warning", rows.unasked_questions),
    Rule("doubtful-question", "warning", rows.doubtful_questions, of_question=True),
    Rule("unselected-question", "warning", rows.unselected_questions),
    Rule("selected-twice", "error", rows.selected_twice),
    Rule("written-on-nothing", "error", rows.written_on_nothing),
    Rule("row-twice", "error", rows.rows_twice),
    Rule("original-twice", "error", rows.originals_twice),
    Rule("keywords-twice", "error", rows.keywords_twice),
    Rule("needle-twice", "error", rows.needles_twice),
    Rule("original-never-occurs", "error", originals.never_occurs),
    Rule("original-ill-cut", "error", originals.ill_cut),
    Rule("original-inside-words", "warning", originals.inside_words),
    Rule("replacement-cycle", "error", replacements.cycles),
    Rule("replacement-twice", "warning", replacements.same_replacement),
    Rule("replacements-contradict", "error", evidence.contradictory),
    Rule("replacement-in-evidence", "error", replacements.stands_in_evidence),
    Rule("replacement-shares-content", "error", replacements.shares_content),
    Rule("figure-changes-shape", "warning", replacements.figure_changes_shape),
    Rule("figure-in-evidence", "error", replacements.figure_in_evidence),
    Rule("replacement-ill-written", "warning", replacements.ill_written),
    Rule("replacement-of-another-gender", "warning", likeness.another_gender),
    Rule("replacement-in-another-script", "warning", likeness.another_script),
    Rule("replacement-of-another-kind", "warning", likeness.person_of_kind),
    Rule("years-break-a-span", "warning", likeness.span_broken),
    Rule("name-without-row", "warning", likeness.name_left, of_question=True),
    Rule("original-without-content", "warning", replacements.without_content),
    Rule("figure-without-number", "warning", replacements.no_figure),
    Rule("original-left", "warning", originals.original_left),
    Rule("name-part-left", "warning", originals.part_left),
    Rule("name-part-unlike-whole", "warning", originals.part_unlike_whole),
    Rule("answer-lost", "error", answers.answer_lost),
    Rule("answer-without-evidence", "error", answers.answer_without_evidence),
    Rule("answer-left", "error", answers.answer_left),
    Rule("answer-unchanged", "note", answers.answer_unchanged, of_question=True),
    Rule("answer-not-borne-out", "warning", answers.answer_not_borne_out, of_question=True),
    Rule("question-gains-answer", "error", answers.question_gains_answer),
    Rule("keywords-score-nothing", "error", answers.keywords_score_nothing),
    Rule("keywords-not-in-answer", "warning", answers.keywords_not_in_answer),
    Rule("keywords-yes-or-no", "warning", answers.keywords_say_yes_or_no),
    Rule("needle-lacks-answer", "error", answers.needle_lacks_answer),
    Rule("question-holds-answer", "error", answers.question_holds_answer),
    Rule("question-ill-written", "warning", evidence.question_ill_written, of_question=True),
    Rule("fact-holds-answer", "error", evidence.fact_holds_answer),
    Rule("fact-answers-question", "warning", evidence.fact_answers_question),
    Rule("fact-keeps-subject", "warning", evidence.fact_keeps_subject),
    Rule("fact-lacks-subject", "warning", evidence.fact_lacks_subject),
    Rule("fact-not-in-passage", "error", evidence.fact_not_in_passage),
    Rule("passage-length", "warning", evidence.rival_length),
    Rule("fact-dangling", "warning", evidence.fact_dangling),
    Rule("facts-too-few", "warning", rows.too_few_facts),
    Rule("damaged-text", "warning", evidence.damaged_text),
    Rule("approved-by-program", "warning", rows.approved_by_program),
)

OF_QUESTION = frozenset(rule.name for rule in RULES if rule.of_question)
"""The rules that tell what is wrong with a question, whatever row they name."""


def findings(context: LintContext, rules: Iterable[Rule] = RULES) -> list[Finding]:
    """Return the breaches of rules, by file and line, of a line its errors first."""
    name = context.recipe.name
    found = (
        Finding(name, str(at.file), at.line, at.question_id, rule.name, rule.severity, at.message)
        for rule in rules
        for at in rule.breaches(context)
    )
    return sorted(found, key=lambda each: (each.file, each.line, each.severity, each))


def errors(context: LintContext) -> list[Finding]:
    """Return the breaches of the errors' rules alone, by file and line."""
    return findings(context, [rule for rule in RULES if rule.severity == "error"])


def of_rows(context: LintContext) -> list[Finding]:
    """Return what is wrong or doubtful with rows, not with the questions that they are of."""
    rules = (rule for rule in RULES if not rule.of_question and rule.severity != "note")
    return findings(context, rules)
