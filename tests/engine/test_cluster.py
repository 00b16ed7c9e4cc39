"""Builds on a Ray cluster: the bytes of one process, whatever becomes of nodes and callers."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

import lvbuild
from lvbuild.engine.cluster import Cluster
from lvbuild.engine.here import Arguments, build_here
from lvbuild.engine.local import Workers
from lvbuild.engine.sharded import build_in_shards
from lvbuild.errors import BuildError, UsageError
from tests.builds import environment, hashes, run, start, wait_until
from tests.engine.conftest import Built
from tests.engine.nodes import Nodes
from tests.engine.orders import Order, order_of

pytestmark = pytest.mark.usefixtures("keeping")


def arguments_of(order: Order, out: Path, **options: Any) -> Arguments:
    given = {"levels": list(order.levels), "corpora": order.corpora, "sample": order.sample}
    return Arguments(recipes=order.recipes, out=out, **{**given, **options})


@pytest.mark.parametrize("workers", [1, 2])
def test_shards_are_built_by_any_engine_and_merged(
    out: Path, order: Order, undisturbed: Built, workers: int
) -> None:
    with Workers(workers) as engine:
        assert build_in_shards(arguments_of(order, out), engine, 3).complete
    assert hashes(out) == undisturbed.hashes
    assert [path.name for path in out.parent.iterdir()] == ["release"]


def test_what_cannot_be_built_in_shards_is_told_as_by_one_build(tmp_path: Path) -> None:
    order, out = order_of("fact recall", tmp_path), tmp_path / "release"
    told = []
    for levels in (["2k", "900k"], ["900k"], ["2"]):
        for folder in (out, tmp_path / "alone"):
            arguments = arguments_of(order, folder, levels=levels)
            engine = partial(build_in_shards, engine=Workers(1), count=2)
            with pytest.raises((BuildError, UsageError)) as failed:
                (engine if folder == out else build_here)(arguments)
            told.append(str(failed.value).replace(str(folder), "release"))
    assert told[::2] == told[1::2]
    assert hashes(out) == hashes(tmp_path / "alone")


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> tuple[Order, dict[str, str]]:
    """Return an order that takes time to disturb it, and the hashes of what it comes to."""
    folder = tmp_path_factory.mktemp("long")
    order = order_of("long fact recall", folder)
    order.build(folder / "whole")
    return order, hashes(folder / "whole")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Start a cluster of two nodes."""
    nodes = Nodes()
    yield nodes
    nodes.shutdown()


def begun(out: Path) -> list[str]:
    """List the shards that are begun and not complete."""
    shards = out.parent.glob(f"{out.name}.shards/*/manifest.json")
    return [path.parent.name for path in shards if not _manifest(path)["complete"]]


def finished_records(out: Path) -> int:
    """Count the records of the files that stand in shards under their final names.

    Whoever was ended may have named a file that the manifest has as one that was begun.
    """
    return sum(
        file["records"]
        for path in out.parent.glob(f"{out.name}.shards/*/manifest.json")
        for name, file in _manifest(path)["files"].items()
        if name.startswith("data/") and (path.parent / name).exists()
    )


def workers() -> list[str]:
    """List what nodes run jobs in, at work, idle or still starting: Ray ends them with a caller."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may be gone meanwhile
            words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            starting = any(word.endswith("/default_worker.py") for word in words)
            if starting or re.match("ray::(?!.*Agent)", words[0]):
                found.append(words[0])
    return found


def _manifest(path: Path) -> Any:
    return orjson.loads(path.read_bytes())


@pytest.mark.slow
def test_two_nodes_give_the_bytes_of_one_process(
    nodes: Nodes,
    out: Path,
    order: Order,
    undisturbed: Built,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "0")  # each node opens the corpora and prepares
    order.build(out, engine="ray", address=nodes.address)
    assert hashes(out) == undisturbed.hashes


@pytest.mark.slow
def test_a_node_killed_in_the_middle_changes_nothing(
    nodes: Nodes, out: Path, long: tuple[Order, dict[str, str]]
) -> None:
    order, whole = long
    cluster = ("--engine", "ray", "--address", nodes.address)
    words = order.arguments(out, *cluster, "--workers", "4", "--json")
    build = start(words, environment(order.corpora))
    wait_until(lambda: len(begun(out)) == 2, "both nodes to write")
    nodes.kill(nodes.nodes[0])
    printed, told = build.communicate()
    assert build.returncode == 0, told
    assert 0 < json.loads(printed)["records"] <= 2400  # without those that stood as it was killed
    assert hashes(out) == whole
    nodes.nodes.append(nodes.add())


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_caller_that_was_ended_builds_only_what_is_missing(
    nodes: Nodes, out: Path, long: tuple[Order, dict[str, str]], sent: signal.Signals
) -> None:
    order, whole = long
    cluster = ("--engine", "ray", "--address", nodes.address)
    words = order.arguments(out, *cluster, "--workers", "4", "--json")
    env = environment(order.corpora)
    build = start(words, env)
    wait_until(lambda: finished_records(out) > 0, "a file to be finished")
    assert workers()
    build.send_signal(sent)
    build.communicate()
    assert not out.exists()
    wait_until(lambda: not workers(), "the cluster to end the jobs of a caller that is gone")
    before = finished_records(out)
    assert 0 < before < 2400
    again = run([*words, "--workers", "7"], env)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["records"] == 2400 - before
    assert hashes(out) == whole


@pytest.mark.slow
def test_what_ray_prints_is_no_output_of_a_command(
    nodes: Nodes, capsys: pytest.CaptureFixture[str]
) -> None:
    with Cluster(nodes.address):
        print("a node is lost")
    print("a release is built")
    assert tuple(capsys.readouterr()) == ("a release is built\n", "a node is lost\n")


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^no Ray cluster 127\.0\.0\.1:9 can be reached"):
        lvbuild.build("factrecall_en", tmp_path, sample=True, engine="ray", address="127.0.0.1:9")
