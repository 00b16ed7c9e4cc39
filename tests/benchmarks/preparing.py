"""Measure how builds grow, what the cache and workers save, the memory they take, and the start.

    python tests/benchmarks/preparing.py [PART...] [--large] [--corpora FOLDER] [--before CHECKOUT]

Prints a table a part, of whole processes, all within one run; MB/s are of records by the
processor's time, so that they tell the same on a machine that others use.

start    the processor's seconds of `--help` and of `plan` of fact recall. Bars: 0.2 s, 1 s.
growth   records of fact recall and of a mixup in the sample world, by level and by their number,
         with the most memory. Bars: MB/s within 15%, under 300 MB.
document a mixup that one long document distracts in, by its length. Bar: seconds a megabyte stay.
stream   a mixup that takes four million characters of a corpus, by what that holds. Bar: the memory
         stays.
recipes  builds without a cache (with --before also of another checkout), that fill it, and that
         find it filled, the least of three, with the seconds until the last writes its first
         bytes. Bars: the first at most half of what it took before there was a cache, 1 s.
workers  the LV-Eval family of the sample world with one worker and with two. Bars: 150 MB/s the
         first time, 300 MB/s the second; two take 1.7 times fewer seconds than one, where
         nothing else uses the processors.
ray      the same by two nodes of a Ray cluster, of one processor each, by the clock.

Without PART all of them. `--large` takes levels to 10M, up to 3,200 records, 50 MB, a corpus of
3 GB and all levels of the family (3.7 GB a build). Bytes are the same in all builds of one recipe.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from lvbuild.sample import SampleCorpus
from tests.benchmarks.processes import Took, run, with_count
from tests.builds import hashes
from tests.engine.nodes import Nodes

RUNS = 3
RECIPES = ["factrecall_zh", "hotpotwikiqa_mixup", "cmrc_mixup"]
SAMPLES = RECIPES[:2]
ARTICLES = 400
ASKED = """\
name: asked
title: One long document
task: single_hop_qa
language: en
licence: MIT
questions:
  - path: asked.csv
    texts: texts/*.txt
    fields: {{question: question, answers: answer, supporting: file}}
    name: articles
    licence: CC0-1.0
distractors: [articles, {{{distracting}, licence: CC0-1.0}}]
count: 15
levels: [2k, 4k]
unit: words
metric: f1
prompt: "{{context}} {{input}}"
"""
LONG = "path: long/"
TAKEN = "path: long/passages.jsonl, fields: {documents: t, document_ids: n}, take: 4_000_000"
GROWING = ["factrecall_en", "hotpotwikiqa_mixup"]


def show_start(given: argparse.Namespace) -> None:
    """Print what it takes to start."""
    print("start                              processor's seconds")
    with TemporaryDirectory() as folder:
        run(["--help"], folder)
        print(f"--help                        {least(['--help'], folder):6.2f}")
        for recipe in ("factrecall_en", "factrecall_zh"):
            plan = ["plan", recipe, "--sample"]
            first = run(plan, folder).processor
            told = f"first {first:6.2f}   again {least(plan, folder):6.2f}"
            print(f"plan {recipe:<20} {told}", flush=True)


def least(command: Sequence[str], cache: str) -> float:
    """Return the least of some runs."""
    return min(run(command, cache).processor for _ in range(RUNS))


def show_growth(given: argparse.Namespace) -> None:
    """Print a line a level, and a line a number of records."""
    levels = ["16k", "64k", "256k", *(["1M", "4M", "10M"] if given.large else [])]
    numbers = [25, 100, 400, *([3_200] if given.large else [])]
    print("growth               level  records       MB   seconds   MB/s   written at   peak MB")
    for recipe in GROWING:
        for level in levels:
            show_one(recipe, level, 20)
        for number in numbers if recipe == GROWING[0] else ():
            show_one(recipe, "64k", number)


def show_one(recipe: str, level: str, records: int) -> None:
    """Build a level of so many records, and print its line."""
    with TemporaryDirectory() as name:
        path = with_count(Path(name), recipe, records)
        command = ["recipe", str(path), "--sample", "--levels", level, "--workers", "1"]
        took = run(command, f"{name}/cache", f"{name}/out")
    written = took.megabytes / max(took.told["write_seconds"], 1e-3)
    print(
        f"{recipe:<20} {level:>5} {took.told['records']:>8,} {took.megabytes:8,.1f}"
        f" {took.processor:9.2f} {took.megabytes / took.processor:6.1f} {written:12,.0f}"
        f" {took.peak:9,.0f}",
        flush=True,
    )


def show_document(given: argparse.Namespace) -> None:
    """Print a line a length of one document among short ones."""

    def write(folder: Path, articles: Sequence[str], size: int) -> None:
        paragraphs = "\n\n".join(articles)
        text = paragraphs * (size // len(paragraphs) + 1)
        (folder / "one.txt").write_text(text[:size], encoding="utf-8")

    show_beside("document", LONG, write, [1, 4, *([50] if given.large else [])])


def show_stream(given: argparse.Namespace) -> None:
    """Print a line a length of a corpus of short ones, of which a part is taken."""

    def write(folder: Path, articles: Sequence[str], size: int) -> None:
        drawn, written, number = random.Random(7), 0, 0
        sentences = [each for text in articles for each in text.split(". ")]
        with (folder / "passages.jsonl").open("w", encoding="utf-8") as file:
            while written < size:
                text = ". ".join(drawn.choices(sentences, k=6))
                written += file.write(json.dumps({"n": number, "t": text}) + "\n")
                number += 1

    show_beside("stream", TAKEN, write, [10, 40, *([3_000] if given.large else [])])


def show_beside(
    name: str,
    distracting: str,
    write: Callable[[Path, Sequence[str], int], None],
    sizes: Sequence[int],
) -> None:
    """Print a line a megabyte number of what distracts beside short documents."""
    print(f"{name:<17}     MB   seconds   more a MB   peak MB")
    world, articles = SampleCorpus(7, "en"), []
    for batch in world.batches():
        articles += [world.article(name).line for name in batch]
        if len(articles) > ARTICLES:
            break
    before, had = Took(0, 0, 0, {}), 0
    for megabytes in sizes:
        with TemporaryDirectory() as folder:
            write_asked(Path(folder), articles, distracting)
            (Path(folder) / "long").mkdir()
            write(Path(folder) / "long", articles, megabytes * 10**6)
            command = ["recipe", f"{folder}/asked.yaml", "--workers", "1"]
            took = run(command, f"{folder}/cache", f"{folder}/out")
        each = f"{(took.processor - before.processor) / (megabytes - had):12.2f}" if had else ""
        print(f"{megabytes:24,} {took.processor:9.2f}{each:>12} {took.peak:9,.0f}", flush=True)
        before, had = took, megabytes


def write_asked(folder: Path, articles: Sequence[str], distracting: str) -> None:
    """Write a recipe that asks what sentences of some articles tell."""
    (folder / "texts").mkdir()
    for number, text in enumerate(articles):
        (folder / f"texts/{number}.txt").write_text(text, encoding="utf-8")
    with (folder / "asked.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "answer", "file"])
        for number, text in enumerate(articles[:20]):
            rows.writerow([f"What is told {number} times?", text.split(". ")[1], f"{number}.txt"])
    recipe = ASKED.format(distracting=distracting)
    (folder / "asked.yaml").write_text(recipe, encoding="utf-8")


def show_recipes(given: argparse.Namespace) -> None:
    """Print a line a recipe: builds in turn without a cache, that fill it, and that find it."""
    print("recipe, 16k            processor's seconds (against none); seconds to the first bytes")
    for recipe in RECIPES if given.corpora else SAMPLES:
        source = ["--corpora", given.corpora] if given.corpora else ["--sample"]
        command = ["recipe", recipe, "--levels", "16k", *source, "--workers", "1"]
        took: defaultdict[str, list[Took]] = defaultdict(list)
        for _ in range(RUNS):
            with TemporaryDirectory() as folder:
                cache = f"{folder}/cache"
                if given.before:
                    there = Path(given.before)
                    took["before"].append(run(command, folder, f"{folder}/0", checkout=there))
                took["none"].append(run(command, cache, f"{folder}/none", size=0))
                for name in ("first", "second"):
                    took[name].append(run(command, cache, f"{folder}/{name}"))
                none, *others = (hashes(Path(folder, n)) for n in ("none", "first", "second"))
                assert all(other == none for other in others), f"{recipe}: the bytes differ"
        best = {name: min(each.processor for each in builds) for name, builds in took.items()}
        shown = (f"{name} {best[name]:.2f} ({best[name] / best['none']:.2f})" for name in best)
        begun = min(each.begun for each in took["second"])
        print(f"{recipe:<20}", *shown, f"{begun:.2f} s", sep="  ", flush=True)


def show_workers(given: argparse.Namespace) -> None:
    """Print the rates of the family with one worker and with two, without and with the cache."""
    command = family(given)
    clock: dict[tuple[str, int], float] = {}
    print("lveval      workers       MB   seconds   of processors   MB/s of these   peak MB")
    with TemporaryDirectory() as folder:
        written = []
        for workers in (1, 2):
            for name in ("first", "second"):
                out = f"{folder}/{name}-{workers}"
                took = run([*command, "--workers", str(workers)], f"{folder}/{workers}", out)
                clock[name, workers] = took.clock
                print(
                    f"{name:<11} {workers:>7} {took.megabytes:8,.0f} {took.clock:9.1f}"
                    f" {took.processor:15.1f} {took.megabytes / took.processor:15.0f}"
                    f" {took.peak:9,.0f}",
                    flush=True,
                )
                written.append(hashes(Path(out)))
                rmtree(out)  # it may be gigabytes
        assert all(each == written[0] for each in written), "the bytes differ"
    for name in ("first", "second"):
        print(f"two workers to one, {name} build: {clock[name, 1] / clock[name, 2]:.2f}")


def family(given: argparse.Namespace) -> list[str]:
    """Return the command that builds the family."""
    return ["recipe", "lveval", "--sample", *([] if given.large else ["--levels", "16k,32k"])]


def show_ray(given: argparse.Namespace) -> None:
    """Print the seconds that two nodes take, against one process."""
    command = family(given)
    print("lveval      nodes       MB   seconds")
    with TemporaryDirectory() as folder:
        os.environ["LVBUILD_CACHE"] = f"{folder}/nodes"  # what they start with
        alone = run([*command, "--workers", "1"], f"{folder}/alone", f"{folder}/0")
        bytes_of_one = hashes(Path(folder, "0"))
        rmtree(f"{folder}/0")
        print(f"alone       {'-':>5} {alone.megabytes:8,.0f} {alone.clock:9.1f}", flush=True)
        nodes = Nodes()
        for name in ("first", "second"):
            on = ["--engine", "ray", "--address", nodes.address, "--workers", "2"]
            took = run([*command, *on], f"{folder}/driver", f"{folder}/{name}")
            assert hashes(Path(folder, name)) == bytes_of_one, "the bytes differ"
            rmtree(f"{folder}/{name}")
            print(f"{name:<11} {2:>5} {alone.megabytes:8,.0f} {took.clock:9.1f}", flush=True)
        nodes.shutdown()


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "start": show_start,
    "growth": show_growth,
    "document": show_document,
    "stream": show_stream,
    "recipes": show_recipes,
    "workers": show_workers,
    "ray": show_ray,
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--corpora", default="")
    parser.add_argument("--before", default="")
    asked = parser.parse_args()
    for part in asked.parts or PARTS:
        PARTS[part](asked)
        print()
