"""A recipe that was prepared before of the same is not prepared again, of anything else it is."""

from __future__ import annotations

import os
import pickle
import subprocess
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from lvbuild.core.kept import Kept
from lvbuild.core.options import BuildOptions, ResolvedOptions
from lvbuild.mixing.planning import Prepared
from lvbuild.recipe import wanted_levels
from lvbuild.tasks import prepared
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import Source
from tests.builds import write_books
from tests.tasks.needles.releases import write_recipe

TASKS = {
    "factrecall_zh": "2k",
    "hotpotwikiqa_mixup": "4k",
    "needle_multi_key_en": "4k",
    "passage_retrieval_en": "4k",
    "lb_trec": "4k",
    "lb_import": "",
}


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "50")
    restart(monkeypatch)


def restart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write what is kept, and forget it as a new process has."""
    prepared._PREPARED.write()
    monkeypatch.setattr(prepared, "_PREPARED", Kept("prepared", "tasks"))


def source_of(recipe: str | Path, **options: Any) -> Source:
    [source] = gather(recipe, BuildOptions(sample=True, limit=3, **options))
    return source


@pytest.fixture
def recall(tmp_path: Path) -> Path:
    """Return the path of a small recipe of fact recall."""
    return write_recipe(tmp_path, "factrecall_zh", levels=["2k"])


def prepare(source: Source, level: str) -> Prepared:
    return source.prepare(source.built.asked_levels(wanted_levels(level) if level else None))


def never(*_: object) -> Prepared:
    raise AssertionError("it was prepared again")


def told(found: Prepared) -> dict[str, object]:
    names = {field.name for field in fields(found)} - {"refused_for"}
    return {name: getattr(found, name) for name in names}


@pytest.mark.parametrize("recipe", TASKS)
def test_each_kind_of_recipe_is_prepared_once(
    recipe: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = TASKS[recipe]
    path = write_recipe(tmp_path, recipe, levels=[level]) if level else recipe
    first = prepare(source_of(path), level)
    assert first.levels
    restart(monkeypatch)
    again = source_of(path)
    monkeypatch.setattr(type(again.task), "prepare", never)
    assert told(prepare(again, level)) == told(first)


@pytest.mark.parametrize("change", [{"seed": 7}, {"variant": "spring"}, {"tables": False}])
def test_with_another_choice_it_is_prepared_anew(
    change: dict[str, Any], monkeypatch: pytest.MonkeyPatch, recall: Path
) -> None:
    prepare(source_of(recall), "2k")
    other = source_of(recall, **change)
    monkeypatch.setattr(type(other.task), "prepare", never)
    with pytest.raises(AssertionError, match="prepared again"):
        prepare(other, "2k")


def test_with_other_levels_rows_or_bytes_it_is_prepared_anew(
    monkeypatch: pytest.MonkeyPatch, recall: Path
) -> None:
    source = source_of(recall)
    prepare(source, "2k")
    monkeypatch.setattr(type(source.task), "prepare", never)
    assert prepare(source, "2k").levels
    table = source.tables.needles
    assert table is not None
    longer = replace(table, content=table.content + b"\n")
    first, *more = table.placed
    changed = replace(first, row=first.row.model_copy(update={"note": "another"}))
    another = replace(table, placed=(changed, *more))
    others = [
        (source.having(replace(source.tables, needles=another)), "2k"),
        (source.having(replace(source.tables, needles=longer)), "2k"),
        (replace(source, file=replace(source.file, content=b"# other\n")), "2k"),
        (source, "3k"),
    ]
    for other, level in others:
        with pytest.raises(AssertionError, match="prepared again"):
            prepare(other, level)


def test_corpora_whose_files_are_not_known_are_never_kept(
    monkeypatch: pytest.MonkeyPatch, recall: Path
) -> None:
    source = replace(source_of(recall), invented=None)
    prepare(source, "2k")
    monkeypatch.setattr(type(source.task), "prepare", never)
    with pytest.raises(AssertionError, match="prepared again"):
        prepare(source, "2k")


def books(folder: Path) -> Source:
    options = BuildOptions(corpora=str(folder), limit=3, levels="4k")
    [source] = gather("needle_multi_key_en", options)
    return source


def test_books_that_are_read_as_needed_are_prepared_once_until_one_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_books(tmp_path)
    first = prepare(books(tmp_path), "4k")
    restart(monkeypatch)
    with monkeypatch.context() as patched:
        again = books(tmp_path)
        patched.setattr(type(again.task), "prepare", never)
        assert told(prepare(again, "4k")) == told(first)
    [read, *_] = (file for file in first.corpora[0].files if file.path.endswith(".txt"))
    path, before = tmp_path / "pg19" / read.path, (tmp_path / "pg19" / read.path).stat()
    path.write_bytes(path.read_bytes().replace(b"today", b"later"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    changed = prepare(books(tmp_path), "4k")
    assert changed.corpora[0].files != first.corpora[0].files
    restart(monkeypatch)
    path.unlink()
    assert prepare(books(tmp_path), "4k").corpora[0].files != changed.corpora[0].files


def test_the_documents_refused_are_told_of_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_recipe(tmp_path, "hotpotwikiqa_mixup", levels=["4k"])
    first = prepare(source_of(path), "4k")
    restart(monkeypatch)
    again = prepare(source_of(path), "4k")
    refused = [dict(first.refused_for(name)) for name in first.asked]
    assert any(refused)
    assert [dict(again.refused_for(name)) for name in first.asked] == refused


def test_nothing_but_plans_and_texts_is_read() -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return subprocess.run, (["true"],)

    for evil in (
        pickle.dumps(Evil()),
        pickle.dumps(Path),
        b"clvbuild.mixing.planning\ncorpus_use\n.",
    ):
        with pytest.raises(pickle.UnpicklingError):
            prepared.unpickled(evil)


def test_what_is_too_large_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, recall: Path
) -> None:
    monkeypatch.setattr(prepared, "_MOST", 1000)
    prepare(source_of(recall), "2k")
    restart(monkeypatch)
    assert not list((tmp_path / "cache/kept").rglob("prepared*"))


def changed(options: ResolvedOptions, name: str) -> ResolvedOptions:
    """Return options of which one has a value that no build gives it."""
    value: dict[str, Any] = {name: f"another {getattr(options, name)}"}
    return replace(options, **value)


def test_every_option_but_where_corpora_are_found_tells_preparations_apart(recall: Path) -> None:
    source = source_of(recall)
    levels = source.built.asked_levels(None)
    known = list(prepared._made_from(source, levels))
    alike = {
        field.name
        for field in fields(source.options)
        if list(
            prepared._made_from(
                replace(source, options=changed(source.options, field.name)), levels
            )
        )
        == known
    }
    assert alike == {"corpora", "offline"}


def test_every_part_of_a_source_tells_preparations_apart_or_follows_from_those_that_do(
    recall: Path,
) -> None:
    source = source_of(recall)
    levels = source.built.asked_levels(None)
    other = source_of("cmrc_mixup")
    known = list(prepared._made_from(source, levels))
    alike = {
        field.name
        for field in fields(Source)
        if list(
            prepared._made_from(replace(source, **{field.name: getattr(other, field.name)}), levels)
        )
        == known
    }
    # What counts follows from the options' unit and tokenizer, the sample world from the others.
    assert alike == {"counters", "invented", "options"}


@pytest.mark.filterwarnings("ignore::UserWarning")  # pydantic's, of values that are none
def test_every_key_of_a_recipe_tells_preparations_apart() -> None:
    source = source_of("hotpotwikiqa_mixup")
    levels = source.built.asked_levels(None)
    known, recipe = list(prepared._made_from(source, levels)), source.file.recipe
    for name in type(recipe).model_fields:
        if name == "metric":  # looked up: it is of the package or of another
            continue
        other = recipe.model_copy(update={name: f"another {name}"})
        key = prepared._made_from(replace(source, file=replace(source.file, recipe=other)), levels)
        assert list(key) != known, name
