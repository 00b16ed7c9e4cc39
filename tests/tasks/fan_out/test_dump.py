"""FanOutQA out of a dump of Wikipedia: the records that a cache of the same pages gives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from lvbuild.core.resources import shipped
from lvbuild.corpora.pages import TITLES
from tests.builds import hashes
from tests.cli.running import lvbuild
from tests.corpora.dumps import write_dump
from tests.tasks.fan_out.written_pages import dev_questions, is_number, leaves, page, write_pages

PER_STREAM = 100
ASKED = 80
FIRST_OTHER = 10**8
OTHERS = 4_000
"""Pages of the dump that no question rests on."""
UNSEEN = (
    "{{Short description|A place}}{{Use dmy dates|date=May 2023}}\n"
    "[[File:A b.jpg|thumb|Seen in [[May]]]]<!-- a comment -->\n"
)


def markup(markdown: str) -> str:
    """Return a page of Markdown as the markup that reads alike, with what a reader does not see."""
    lines: list[str] = []
    for line in markdown.split("\n"):
        if line.startswith("| ---"):
            continue
        if line.startswith("|"):
            cells = line.strip("| ").split(" | ")
            first = not (lines and lines[-1].startswith(("|", "!")))
            mark = "!" if first else "|"
            lines += ['{| class="wikitable"'] if first else ["|-"]
            lines.append(f'{mark} {f" {mark}{mark} ".join(cells)}<ref name="r" />')
        else:
            if lines and lines[-1].startswith("|"):
                lines.append("|}")
            heading = re.fullmatch("## (.+?)(?:\\[edit])?", line)
            lines.append(f"== {heading[1]} ==" if heading else _linked(line))
    return UNSEEN + "\n".join(lines)


def _linked(line: str) -> str:
    linked = re.sub(r"\b(harbour|council|meadow)\b", r"[[\1 (place)|\1]]", line)
    linked = re.sub(r"\b(valley|bridge)\b", r"'''[[\1]]'''", linked)
    return linked.replace(". The", ".<ref>{{cite web|url=https://e.org|title=X [[y]]}}</ref> The")


def titles_without_ids(questions: list[dict[str, Any]]) -> list[str]:
    """Return the titles that no reference has an id of."""
    named: dict[str, bool] = {}
    for question in questions:
        for leaf in leaves(question):
            title = leaf["evidence"]["title"]
            named[title] = named.get(title, False) or is_number(leaf["evidence"]["pageid"])
    return [title for title, has in named.items() if not has]


def with_ids(questions: list[dict[str, Any]], ids: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return questions whose references without ids have these by their titles."""
    found = deepcopy(questions)
    for question in found:
        for leaf in leaves(question):
            evidence = leaf["evidence"]
            if not is_number(evidence["pageid"]):
                evidence["pageid"] = ids.get(evidence["title"], evidence["pageid"])
    return found


def written(folder: Path, ids: Mapping[str, int]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the pages of a dump: those that a folder caches, other names of some, and others."""
    names = {pageid: title for title, pageid in ids.items()}
    for path in sorted((folder / "wikicache").iterdir()):
        pageid = int(path.name.split("-")[0])
        title, text = names.get(pageid, f"Page {pageid}"), markup(path.read_text("utf-8"))
        if title in list(ids)[::2]:
            yield FIRST_OTHER + pageid, (title, f"#REDIRECT [[{title} & co#Life]]")
            title = f"{title} & co"
        yield pageid, (title, text)
    for number in range(OTHERS):
        if number % 3:
            yield 2 * FIRST_OTHER + number, (f"Other {number}", f"#REDIRECT [[Page {number}]]")
        else:
            yield 2 * FIRST_OTHER + number, (f"Other {number}", page(f"{number}", (), 300))


def built(folder: Path) -> dict[str, Any]:
    """Build a folder's recipe by the command line, in a process of its own; return its summary."""
    words = ("recipe", "./fan.yaml", "--corpora", "corpora", "--workers", "1", "--json")
    ran = lvbuild(*words, cwd=folder, PYTHONHASHSEED="0")
    assert ran.code == 0, ran.err
    summary: dict[str, Any] = json.loads(ran.out)
    return summary


@pytest.mark.slow
def test_a_dump_gives_the_records_of_a_cache_of_its_pages_in_its_memory(
    tmp_path: Path, shared_corpora: Path
) -> None:
    questions = dev_questions(shared_corpora)[:ASKED]
    ids = {title: FIRST_OTHER // 2 + n for n, title in enumerate(titles_without_ids(questions))}
    recipe = yaml.safe_load((shipped("recipes") / "fanoutqa_mixup.yaml").read_text("utf-8"))
    text = yaml.safe_dump({**recipe, "name": "fan", "levels": ["16k"]})
    corpora = {name: tmp_path / name / "corpora/fanoutqa" for name in ("cached", "dumped")}
    for corpus in corpora.values():
        corpus.mkdir(parents=True)
        (corpus.parents[1] / "fan.yaml").write_text(text, "utf-8")
        (corpus / "fanout-final-dev.json").write_text(json.dumps(questions), "utf-8")
    write_pages(corpora["cached"], with_ids(questions, ids), words=600)
    (corpora["cached"] / "pages").mkdir()
    found = {title: [pageid, 10 * pageid] for title, pageid in ids.items()}
    (corpora["cached"] / TITLES).write_text(json.dumps(found), "utf-8")
    pages = [*written(corpora["cached"], ids)]
    starts = range(0, len(pages), PER_STREAM)
    write_dump(corpora["dumped"], [dict(pages[at : at + PER_STREAM]) for at in starts])
    summaries = {name: built(tmp_path / name) for name in corpora}
    kept = [hashes(tmp_path / name / "release")["data/fan_16k.jsonl"] for name in corpora]
    assert kept[0] == kept[1]
    records = (tmp_path / "dumped/release/data/fan_16k.jsonl").read_text("utf-8").splitlines()
    assert len(records) >= 0.9 * ASKED
    peaks = [summaries[name]["peak_rss_bytes"] for name in ("dumped", "cached")]
    assert peaks[0] <= 1.2 * peaks[1]
