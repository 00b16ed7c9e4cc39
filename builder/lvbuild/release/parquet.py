"""Records as Parquet: the keys and types that the card tells of the same as JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from lvbuild.recipe.layouts import Field

_MOST = 64 * 2**20
"""Bytes of records that stand in memory, and in a row group, together."""


def write_parquet(
    path: Path, fields: Sequence[Field], records: Iterable[Mapping[str, Any]]
) -> None:
    """Write records, compressed by zstd, a row group after the other."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    types = {"string": pyarrow.string(), "int64": pyarrow.int64()}
    arrow = [
        (f.name, pyarrow.list_(types[f.dtype]) if f.is_list else types[f.dtype]) for f in fields
    ]
    schema = pyarrow.schema(arrow)
    path.parent.mkdir(parents=True, exist_ok=True)
    with ParquetWriter(path, schema, compression="zstd") as writer:
        rows: list[Mapping[str, Any]] = []
        size = 0
        for record in records:
            rows.append(record)
            size += len(orjson.dumps(record))
            if size > _MOST:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema))
                rows, size = [], 0
        writer.write_table(pyarrow.Table.from_pylist(rows, schema))
