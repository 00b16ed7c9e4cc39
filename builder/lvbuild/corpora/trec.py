"""TREC's questions, each with its class: what kind of thing it asks for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from lvbuild.core.resources import read_yaml
from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.loading import Loading, digest
from lvbuild.corpora.reading.record import invalid

FILES = {"trec": r"train_5500\.label", "trec_test": r"TREC_10\.label"}
"""The file of each corpus."""
_LINE = re.compile(r"([A-Z]+:[a-z]+) +(\S.*)")
_BAD_BYTE = "\xf0"
"""Stands in one question for a space, as Latin-1 has it."""


def open_trec(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of a file, a line `COARSE:fine question` each, in Latin-1.

    Each is a document, too; its answer is the name of its class. Raises BuildError for a line that
    is none, or of another class.
    """
    loading = Loading(folder, "trec", lasting=False)
    for path in loading.files.require(FILES[folder.entry.name]):
        text = loading.files.text(path, encoding="latin-1").replace(_BAD_BYTE, " ")
        for number, line in enumerate(text.split("\n"), start=1):
            where = f"{path}, line {number}"
            if not (found := _LINE.fullmatch(line.strip())):
                raise invalid(where, f"is {line[:40]!r}", "such as 'NUM:date When ... ?'")
            if found[1] not in classes():
                known = ", ".join(classes())
                raise invalid(where, f"has the class {found[1]!r}", f"one of {known}")
            document = loading.add_document(where, found[2])
            key = digest("", found[2])
            with loading.question(where, key) as question_id:
                label = classes()[found[1]]
                asked = CorpusQuestion(question_id, found[2], (label,), (document,))
                loading.add_question(where, asked)
    return loading.done()


@cache
def classes() -> dict[str, str]:
    """Return the name of each class, as LongBench calls it."""
    names: dict[str, str] = read_yaml(Path(__file__).with_suffix(".yaml"))
    return names
