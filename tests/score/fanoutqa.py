"""FanOutQA's accuracy, written out from its published definition, and its own program's."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import ftfy
import pytest

Lemmas = Callable[[str], str]


def normal(text: object, lemmas: Lemmas) -> str:
    """Even a text: case, encoding, numbers, words' forms, punctuation, white space, in turn."""
    fixed = ftfy.fix_text(str(text).lower())
    numbers = re.sub(r"(\d+,)+\d+(\.\d+)?", lambda found: found[0].replace(",", ""), fixed)
    bare = "".join(each for each in lemmas(numbers) if each not in ",.?!:;")
    return re.sub(r"\s+", " ", bare)


def missing(reference: Any, candidate: str, lemmas: Lemmas) -> list[str]:
    """Return the strings of an answer that a text lacks."""
    if isinstance(reference, list):
        return [each for part in reference for each in missing(part, candidate, lemmas)]
    if isinstance(reference, dict):
        return missing([*reference.keys(), *reference.values()], candidate, lemmas)
    if isinstance(reference, bool):
        reference = "yes" if reference else "no"
    wanted = normal(reference, lemmas)
    found = re.search(r"\b" + re.escape(wanted) + r"\b", normal(candidate, lemmas))
    return [] if found else [wanted]


def accuracy(reference: Any, candidate: str, lemmas: Lemmas) -> tuple[float, bool]:
    """Return the loose accuracy, and whether the strict is 1."""
    lacking = len(missing(reference, candidate, lemmas))
    strings = 1
    if isinstance(reference, dict):
        strings = 2 * len(reference)
    elif isinstance(reference, list):
        strings = len(reference)
    return (strings - lacking) / strings, not lacking


def their_answer_in_text(monkeypatch: pytest.MonkeyPatch, lemmas: Lemmas) -> Callable[..., Any]:
    """Return the function of the package that scores an answer, given what evens words' forms.

    Two of its files are loaded alone: the rest needs packages that nothing else here does.
    """
    found = find_spec("fanoutqa")
    if found is None or found.origin is None:
        pytest.skip("pip install --no-deps fanoutqa: it is the second oracle")
    folder = Path(found.origin).parent
    package = ModuleType("fanoutqa")
    package.__path__ = [str(folder)]
    monkeypatch.setitem(sys.modules, "fanoutqa", package)
    for name in ("models", "norm"):
        monkeypatch.delitem(sys.modules, f"fanoutqa.{name}", raising=False)
    norm = import_module("fanoutqa.norm")
    monkeypatch.setitem(sys.modules, "fanoutqa.norm", norm)
    monkeypatch.setattr(norm, "nlp", lambda text: [SimpleNamespace(lemma_=lemmas(text))])
    spec = spec_from_file_location("fanoutqa_string", folder / "eval/string.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    answer_in_text: Callable[..., Any] = module.answer_in_text
    return answer_in_text
