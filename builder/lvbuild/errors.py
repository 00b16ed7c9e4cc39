"""The failures lvbuild names, each with the exit code of its kind."""

from __future__ import annotations


class LvbuildError(Exception):
    """A failure told in one line: the file, the row, what was expected, the remedy."""

    exit_code = 1


class BuildError(LvbuildError):
    """A build or a check failed: a corpus unreadable or too small, a disk full."""


class UsageError(LvbuildError):
    """A recipe, a table row, an option or an output folder cannot be used as it stands."""

    exit_code = 2


class InvalidRowError(UsageError):
    """A row of a table breaks a rule, so that records made of it would be false."""


class MissingCorpusError(LvbuildError):
    """A corpus is neither on this machine nor to be fetched."""

    exit_code = 3


class VerificationError(LvbuildError):
    """A release differs from its manifest, or from what its inputs build."""

    exit_code = 4
