"""What came of a comparison in figures that people read, and as one HTML file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from lvbuild.audit.compare import FRESHNESS, MARKS, ComparedRecipe, Comparison
from lvbuild.audit.equality import DIFFERS
from lvbuild.audit.page import table, write_page
from lvbuild.core.model import Configuration, Level
from lvbuild.core.wording import number_of

SHARES = ("configuration", "records", "contexts", "evidence", "documents", "of a question")
SHARES_MEAN = (
    "what the new release shares with the old one: of the runs of 13 words (without spaces: of"
    " characters) in its contexts and in what answers its questions, of its documents, and of a"
    " question's documents with those that the question had before"
)
MARKED = ("configuration", "mark", "old", "new", "distance", "chance")
MARKS_MEAN = (
    "means of the marks that make records hard; the distance is that of Kolmogorov and Smirnov,"
    " chance is how many of 999 shuffles part the two as far"
)
SAME_INPUTS = "a rebuild comes to the same bytes: all that they follow from is the same"
_MOST = 200
"""Questions of a kind that are listed."""


def share_rows(recipe: str, compared: ComparedRecipe) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a recipe under `SHARES`."""
    for level, each in compared.levels.items():
        old, new = each.records
        shares = (each.contexts, each.evidence, each.documents, each.same_documents)
        records = f"{new:,}" if old == new else f"{old:,} -> {new:,}"
        yield (_named(recipe, level), records, *map(percent, shares))


def mark_rows(recipe: str, compared: ComparedRecipe) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the rows of a recipe under `MARKED`, and of each whether the two lots differ."""
    for level, each in compared.levels.items():
        for name, mark in each.marks.items():
            if mark.old is None and mark.new is None:
                continue
            told = (
                _figure(mark.old),
                _figure(mark.new),
                _figure(mark.distance),
                _figure(mark.chance),
            )
            yield (_named(recipe, level), name, *told), mark.differs


def _named(recipe: str, label: str) -> str:
    return Configuration(recipe, Level.parse(label)).name


def verdict(compared: ComparedRecipe) -> str:
    """Say whether the marks of a recipe tell its two lots of records apart."""
    if not compared.levels:
        return "the releases share no level, so that nothing can be said of how hard they are"
    apart = [
        name if Level.parse(level).passages else f"{name} at {level}"
        for level, each in compared.levels.items()
        for name, mark in each.marks.items()
        if mark.differs
    ]
    if apart:
        return f"not equally hard by every mark (chance under {DIFFERS}): {', '.join(apart)}"
    return f"equally hard by all marks, as far as they tell (no chance under {DIFFERS})"


def questions_told(compared: ComparedRecipe) -> str:
    """Say what became of the questions of a recipe, and of their answers."""
    kept, changed = len(compared.kept), len(compared.changed)
    return (
        f"{number_of(kept, 'question')} kept, {len(compared.added):,} added,"
        f" {len(compared.gone):,} gone; of those kept {changed:,} have other answers,"
        f" {len(compared.same):,} the same"
    )


def defects_told(compared: ComparedRecipe) -> Iterator[str]:
    """Say of each question with a known defect whether it is asked still."""
    asked = {*compared.kept, *compared.added}
    for question, reason in compared.defects.items():
        now = "still asked" if question in asked else "no longer asked"
        yield f"known defect of {question}: {reason} ({now})"


def freshness_told(compared: ComparedRecipe) -> str:
    """Say how fresh a recipe's records are."""
    if compared.freshness is None:
        return f"{percent(compared.answers_new)} of the answers are new"
    return (
        f"freshness {compared.freshness:.2f}: {percent(compared.answers_new)} of the answers and"
        f" {percent(compared.evidence_new)} of the evidence's runs of 13 are new"
    )


def percent(share: float | None) -> str:
    """Return a share in percent, "-" for none."""
    return "-" if share is None else f"{100 * share:.1f}%"


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.3f}"


def write_report(found: Comparison, path: str | Path) -> None:
    """Write what was found as a page; raise UsageError where it cannot be written."""
    write_page(path, f"{found.new} compared with {found.old}", _body(found))


def _body(found: Comparison) -> Iterator[str]:
    heads = ["recipe", "kept", "added", "gone", "other answers", "new evidence", "freshness"]
    yield table(heads, [_summary(*each) for each in found.recipes.items()])
    yield f"<p>Freshness is {escape(FRESHNESS)}. Evidence is that of the smallest level.</p>"
    for name, told in (("gone", found.gone), ("added", found.added)):
        if told:
            yield f"<p>Recipes {name}: {escape(', '.join(told))}</p>"
    for name, each in found.recipes.items():
        yield f"<h2>{escape(name)}</h2><p>{escape(verdict(each))}</p>"
        yield from _shares(name, each)
        yield from (f"<p>{escape(told)}</p>" for told in defects_told(each))
        yield "<h3>Would a rebuild differ?</h3><ul>"
        yield from (f"<li>{escape(told)}</li>" for told in each.inputs or (SAME_INPUTS,))
        yield "</ul>"
        lists = {"added": each.added, "gone": each.gone, "with the same answers": each.same}
        for what, names in lists.items():
            if names:
                yield f"<h3>Questions {what}</h3><p>{_listed(names)}</p>"


def _summary(name: str, each: ComparedRecipe) -> list[str]:
    counts = (len(each.kept), len(each.added), len(each.gone), len(each.changed))
    fresh = "-" if each.freshness is None else f"{each.freshness:.2f}"
    return [escape(name), *(f"{n:,}" for n in counts), percent(each.evidence_new), fresh]


def _shares(name: str, each: ComparedRecipe) -> Iterator[str]:
    if not each.levels:
        return
    yield f"<h3>Shared</h3><p>Shown is {escape(SHARES_MEAN)}.</p>"
    yield table(SHARES, [[*map(escape, row)] for row in share_rows(name, each)])
    yield f"<h3>How hard</h3><p>Shown are {escape(MARKS_MEAN)}.</p><ul>"
    yield from (f"<li>{escape(mark)}: {escape(meaning)}</li>" for mark, meaning in MARKS.items())
    yield "</ul>"
    rows = [
        [*map(escape, row[:-1]), f'<span class="{"error" if differs else "good"}">{row[-1]}</span>']
        for row, differs in mark_rows(name, each)
    ]
    yield table(MARKED, rows)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    return ", ".join(f"<code>{escape(name)}</code>" for name in names[:_MOST]) + more
