"""Testing what a release claims, from its own files alone, record by record and level by level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lvbuild.audit.rebuilt import REBUILT, Inputs, rebuild_recipe
from lvbuild.audit.recipes import (
    CLAIMS,
    Audited,
    Finding,
    RecipeFindings,
    audit_recipe,
    tested,
)
from lvbuild.core.claims import Claim, Severity
from lvbuild.core.model import Configuration
from lvbuild.core.places import place_of
from lvbuild.engine.local import Job, Workers
from lvbuild.release.manifest import Manifest
from lvbuild.release.verify import CLAIMS as ON_FILES
from lvbuild.release.verify import read_whole


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit: the claims by name with their meaning, what is untrue, and figures.

    `unmeasured` are the configurations without tell-tale figures; `untested` says, a line each, why
    something was not tested.
    """

    release: str
    claims: Mapping[str, str]
    findings: tuple[Finding, ...]
    configurations: Mapping[str, Audited]
    unmeasured: tuple[str, ...]
    untested: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(each.severity == "error" for each in self.findings)

    def by_claim(self) -> Mapping[tuple[str, Severity], Sequence[Finding]]:
        """Return the findings by claim and severity, in the order of the claims."""
        found: dict[tuple[str, Severity], list[Finding]] = {}
        order = {name: place for place, name in enumerate(self.claims)}
        for each in sorted(self.findings, key=lambda each: (order[each.claim], each.severity)):
            found.setdefault((each.claim, each.severity), []).append(each)
        return found


def audit_release(
    release: str | Path,
    *,
    workers: int | None = None,
    rebuild: bool = True,
    corpora: str | Path | None = None,
    offline: bool = False,
    tokenizers: Sequence[str] = (),
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Audit:
    """Test what a release claims of its records, from its own files.

    What its files say otherwise of each other is found, too, and a line that cannot be read; the
    audit goes on with the others. Beside that all is built again that can be, unless `rebuild` is
    False: what recipe, tables and options tell, and whole recipes whose `corpora` are given, or
    which were built from the invented one; `tokenizers` are files of those they were built with.
    `report` is told how many of how many records were read. Raises VerificationError where a file
    is not that of its hash, and UsageError where it is no release.
    """
    manifest, problems = read_whole(release)
    sizes, done = Counter[str](), Counter[str]()
    for one, file in manifest.record_files.items():
        sizes[one.recipe] += file.bytes
    total = sum(file.records for file in manifest.record_files.values())

    def progress(records: int, _: int) -> None:
        done["records"] += records
        report(done["records"], total)

    largest = [name for name, _ in sizes.most_common()]
    folder = place_of(release)
    inputs = Inputs(corpora, offline, tuple(tokenizers))
    jobs: list[Job[RecipeFindings]] = [partial(audit_recipe, folder, name) for name in largest]
    jobs += [partial(rebuild_recipe, folder, name, inputs) for name in largest if rebuild]
    with Workers(workers) as pool:
        done_by = pool.start(jobs, progress, small=len(jobs) <= 2).result()
    each = sorted(zip(largest * 2, done_by, strict=False), key=lambda one: one[0])
    found = [one for _, one in each]
    figures = {name: figures for one in found for name, figures in one.figures.items()}
    places = {name: place for place, name in enumerate([*figures, *sorted(largest)])}
    findings = [finding for one in found for finding in one.findings]
    findings.sort(key=lambda one: (_recipe_of(one), places[one.configuration], one.record or 0))
    stated = [Finding("statements", "error", str(release), None, problem) for problem in problems]
    claims = (*CLAIMS, *REBUILT) if rebuild else CLAIMS
    those = tested(claims, manifest)
    return Audit(
        str(release),
        {claim.name: claim.meaning for claim in (*ON_FILES, *those)},
        (*stated, *findings),
        figures,
        tuple(name for one in found for name in one.unmeasured),
        tuple(_untested(claims, those, manifest, [why for one in found for why in one.unbuilt])),
    )


def _recipe_of(finding: Finding) -> str:
    found = Configuration.parse(finding.configuration)
    return found.recipe if found else finding.configuration


def _untested(
    claims: Sequence[Claim[Any, Any]],
    those: Sequence[Claim[Any, Any]],
    manifest: Manifest,
    unbuilt: Sequence[str],
) -> Iterator[str]:
    """Yield why something of a release was not tested."""
    if lost := dict.fromkeys(claim.name for claim in claims if claim not in those):
        by = f"lvbuild {manifest.lvbuild} in format {manifest.format}"
        yield f"not tested: {', '.join(lost)}: the release was made by {by}, and by other code"
    if unbuilt:
        yield (
            "not tested without the corpora (--corpora): their revisions and files, what"
            " questions, answers and passages have from them, what was refused and why: "
            + "; ".join(unbuilt)
        )
