"""The page of records: one HTML file that shows contexts passage by passage and needs nothing else.

What is shown stands in it as JSON, of which its script makes text: no text of a release is read as
HTML, and the policy in the page's head lets no other script run and nothing be fetched.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import islice
from pathlib import Path
from string import Template

import orjson

from lvbuild.audit.view.records import ShownRecord, as_json, shown_record
from lvbuild.core.controls import masked
from lvbuild.core.seeds import child_seed, permuted
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.release.entry import held_keys
from lvbuild.release.reading import Record, Release, check_file, damaged, open_release

MOST_RECORDS = 100
"""Records of a page."""
MOST_BYTES = 8 * 2**20
"""Of a page's texts."""
SAMPLE = 10
"""Records that are drawn where none are asked for."""
_PLACE = re.compile(r"(\w+):(\d{1,9})")
_SPOKEN = ("en", "zh-Hans")
_POLICY = (
    "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none';"
    " form-action 'none'"
)
_Chosen = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Viewed:
    """What a page shows: records by configuration and number, of how many stretches of contexts.

    A stretch is a passage or a part of a long one; so many are `left_out`, without their texts. The
    page has so many bytes. `altered` says which files of these records are not those of the
    manifest, as the page does too.
    """

    records: tuple[tuple[str, int], ...]
    stretches: int
    left_out: int
    bytes: int
    altered: tuple[str, ...]


def view_release(
    release: str | Path,
    out: str | Path,
    *,
    records: Sequence[str] = (),
    sample: int | None = None,
) -> Viewed:
    """Write a page that shows records of a release: their passages as bands, to be read one by one.

    Each of `records` is an id, which names a record at every level, or a configuration with a
    number from 0: "factrecall_en_16k:17". Without them a `sample` of so many (default: 10) is
    drawn, evenly over the configurations, and always the same. A page shows 100 records at most,
    with 8 MB of texts: beyond that those farthest from evidence and facts are left out. Raises
    UsageError for a record that is not there, and where the page cannot be written.
    """
    if records and sample is not None:
        raise UsageError("ask for records or for a sample, not for both")
    opened = open_release(release)
    found = (
        _named(opened, records) if records else _drawn(opened, SAMPLE if sample is None else sample)
    )
    chosen = sorted(found, key=lambda each: (opened.configurations.index(each[0]), each[1]))
    shown: list[ShownRecord] = []
    left = MOST_BYTES
    for place, record in _read(opened, chosen):
        share = left // (len(chosen) - len(shown))
        shown.append(_show(opened, place, record, share))
        left = max(left - len(shown[-1].json), 0)
    altered = tuple(_altered(opened, chosen))
    page = _page(opened.folder.resolve().name, shown, altered)
    try:
        Path(out).write_bytes(page)
    except OSError as error:
        raise UsageError(f"{out}: cannot be written ({error.strerror})") from error
    return Viewed(
        tuple(chosen),
        sum(each.stretches for each in shown),
        sum(each.left_out for each in shown),
        len(page),
        altered,
    )


def _altered(release: Release, chosen: Sequence[_Chosen]) -> Iterator[str]:
    """Yield what is wrong with the files that records stand in, by the manifest's hashes."""
    for name in dict.fromkeys(name for name, _ in chosen):
        for path, known in release.manifest.hashes(release.configuration(name)).items():
            if problem := check_file(release.folder, path, known, release.manifest.files[path]):
                yield problem


def _drawn(release: Release, sample: int) -> list[_Chosen]:
    """Draw records, of each configuration as many as of the others, as far as it has them."""
    if not 1 <= sample <= MOST_RECORDS:
        raise UsageError(f"a sample of {sample:,} records: a page shows 1 to {MOST_RECORDS}")
    held = {each.name: file.records for each, file in release.manifest.record_files.items()}
    orders = {
        name: islice(permuted(records, child_seed("view", name)), sample)
        for name, records in held.items()
    }
    names = [list(held)[at] for at in permuted(len(held), child_seed("view", *held))]
    found: list[_Chosen] = []
    while orders and len(found) < sample:
        for name in names:
            number = next(orders.get(name, iter(())), None)
            if number is None:
                orders.pop(name, None)
            elif len(found) < sample:
                found.append((name, number))
    return found


def _named(release: Release, asked: Sequence[str]) -> set[_Chosen]:
    found: set[_Chosen] = set()
    for word in dict.fromkeys(asked):
        if place := _PLACE.fullmatch(word):
            own = {(release.configuration(place[1]).name, int(place[2]))}
        elif not (own := set(_with_id(release, word))):
            raise UsageError(
                f"{release.folder}: holds no record {word!r}; ask for an _id, or for a"
                " configuration and a number, such as factrecall_en_16k:17"
            )
        found |= own
        if len(found) > MOST_RECORDS:
            raise UsageError(f"a page shows {MOST_RECORDS} records; ask for fewer")
    return found


def _with_id(release: Release, record_id: str) -> Iterator[_Chosen]:
    """Yield where the records with an id stand."""
    for each in release.manifest.record_files:
        if record_id.startswith(f"{each.recipe}-"):
            for number, found in enumerate(release.ids(each.name)):
                if found == record_id:
                    yield each.name, number


def _read(release: Release, chosen: Sequence[_Chosen]) -> Iterator[tuple[_Chosen, Record]]:
    """Yield records in their order; each configuration's files are read once."""
    for name in dict.fromkeys(name for name, _ in chosen):
        numbers = sorted(number for of, number in chosen if of == name)
        found = islice(release.records(name, set(numbers)), len(numbers))
        for number in numbers:
            if (record := next(found, None)) is None:
                raise UsageError(f"{name}: holds no record {number}; they are counted from 0")
            yield (name, number), record


def _show(release: Release, place: _Chosen, record: Record, most: int) -> ShownRecord:
    name, number = place
    configuration = release.configuration(name)
    try:
        return shown_record(
            record,
            f"{name} {number}",
            level=configuration.level,
            unit=release.manifest.recipes[configuration.recipe].build_options.unit,
            language=find_language(held_keys(release.folder, configuration.recipe).language),
            most=most,
        )
    except ValueError as error:
        where = f"{release.folder / configuration.provenance_path}:{number + 1}"
        raise damaged(where, str(error)) from error


def _page(name: str, shown: Sequence[ShownRecord], altered: Sequence[str]) -> bytes:
    """Return the page; it is named after the release's folder."""
    parts = {
        part: files(__name__).joinpath(part).read_text(encoding="utf-8")
        for part in ("page.html", "page.css", "page.js", *map("words_{}.json".format, _SPOKEN))
    }
    style, script = parts["page.css"], parts["page.js"]
    words = {code: orjson.loads(parts[f"words_{code}.json"]) for code in _SPOKEN}
    data = b'{"release":%b,"altered":%b,"words":%b,"records":[%b]}' % (
        as_json(masked(name)),
        as_json(altered),
        as_json(words),
        b",".join(each.json for each in shown),
    )
    return (
        Template(parts["page.html"])
        .substitute(
            title=escape(masked(name)),
            policy=_POLICY.format(style=_hash(style), script=_hash(script)),
            style=style,
            script=script,
            data=data.decode(),
        )
        .encode()
    )


def _hash(text: str) -> str:
    """Return what lets a policy take this text and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
