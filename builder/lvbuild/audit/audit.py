"""Testing what a release claims, from its own files alone, record by record and level by level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lvbuild.audit.recipes import CLAIMS, Audited, Finding, audit_recipe, tested
from lvbuild.core.claims import Severity
from lvbuild.core.places import place_of
from lvbuild.engine.local import Workers
from lvbuild.release.verify import CLAIMS as ON_FILES
from lvbuild.release.verify import read_whole


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit: the claims by name with their meaning, what is untrue, and figures.

    `unmeasured` are the configurations without tell-tale figures; `untested` says why some claims
    were not tested, "" where all were.
    """

    release: str
    claims: Mapping[str, str]
    findings: tuple[Finding, ...]
    configurations: Mapping[str, Audited]
    unmeasured: tuple[str, ...]
    untested: str = ""

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
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Audit:
    """Test what a release claims of its records; nothing but its folder is read.

    What its files say otherwise of each other is found, too, and a line that cannot be read; the
    audit goes on with the others. `report` is told how many of how many records were read. Raises
    VerificationError where a file is not that of its hash, and UsageError where it is no release.
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
    jobs = [partial(audit_recipe, place_of(release), name) for name in largest]
    with Workers(workers) as pool:
        each = pool.start(jobs, progress, small=len(jobs) == 1).result()
    found = dict(sorted(zip(largest, each, strict=True))).values()
    stated = [Finding("statements", "error", str(release), None, problem) for problem in problems]
    those = tested(CLAIMS, manifest)
    lost = dict.fromkeys(claim.name for claim in CLAIMS if claim not in those)
    made_by = f"made by lvbuild {manifest.lvbuild} in format {manifest.format}"
    return Audit(
        str(release),
        {claim.name: claim.meaning for claim in (*ON_FILES, *those)},
        (*stated, *(finding for one in found for finding in one.findings)),
        {name: figures for one in found for name, figures in one.figures.items()},
        tuple(name for one in found for name in one.unmeasured),
        f"not tested: {', '.join(lost)}: the release was {made_by}" if lost else "",
    )
