"""The description of a release in Croissant's format, which search engines and loaders read.

It follows from the manifest and the held recipes alone (Croissant 1.0 with RAI 1.0).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lvbuild import __version__
from lvbuild.core.controls import json_printable
from lvbuild.core.model import Configuration
from lvbuild.core.resources import read_yaml
from lvbuild.recipe import Recipe
from lvbuild.recipe.layouts import Field
from lvbuild.release.licences import hub_licence
from lvbuild.release.manifest import FileEntry, Manifest
from lvbuild.release.records import RecordSchema

_TOLD = read_yaml(Path(__file__).with_suffix(".yaml"))
_TYPES = {"string": "sc:Text", "int64": "sc:Integer"}
_CONFORMS = ("http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0")


def croissant(
    manifest: Manifest, recipes: Mapping[str, Recipe], title: str, licences: Sequence[str]
) -> bytes:
    """Describe the finished files of records: a record set a configuration, a field a key."""
    files = manifest.record_files
    described = {
        "@context": _TOLD["context"],
        "@type": "sc:Dataset",
        "name": title,
        "description": _TOLD["description"],
        "conformsTo": list(_CONFORMS),
        "license": next(iter(hub_licence(licences).values())),
        "version": __version__,
        "isLiveDataset": False,
        "inLanguage": sorted({recipe.language for recipe in recipes.values()}),
        **_TOLD["rai"],
        "rai:annotationsPerItem": _annotated(manifest),
        "distribution": [_distributed(manifest, one, file) for one, file in files.items()],
        "recordSet": [_record_set(one, manifest, recipes[one.recipe]) for one in files],
    }
    return json_printable(json.dumps(described, ensure_ascii=False, indent=1) + "\n").encode()


def _annotated(manifest: Manifest) -> str:
    """Count the rows of all tables, and those that a person approved."""
    tables = [table for entry in manifest.recipes.values() for table in entry.tables.values()]
    rows, approved = sum(each.rows for each in tables), sum(each.approved for each in tables)
    return f"{rows:,} rows of tables; {approved:,} of them approved by a person"


def _distributed(
    manifest: Manifest, configuration: Configuration, file: FileEntry
) -> dict[str, Any]:
    whole = {"contentSize": f"{file.bytes} B", "sha256": file.sha256}
    return {
        "@type": "cr:FileObject",
        "@id": f"{configuration.name}.jsonl",
        "name": f"{configuration.name}.jsonl",
        "contentUrl": manifest.place(configuration.data_path),
        "encodingFormat": "application/jsonlines",
        # Of a compressed file only what its content comes to is the same everywhere.
        **({} if manifest.compress else whole),
    }


def _record_set(configuration: Configuration, manifest: Manifest, recipe: Recipe) -> dict[str, Any]:
    name, options = configuration.name, manifest.recipes[configuration.recipe].build_options
    fields = RecordSchema.of(recipe, options).fields
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{recipe.title}, {configuration.level.label}",
        "field": [_field(name, field) for field in fields],
    }


def _field(record_set: str, field: Field) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{record_set}/{field.name}",
        "name": field.name,
        "dataType": _TYPES[field.dtype],
        **({"repeated": True} if field.is_list else {}),
        "source": {
            "fileObject": {"@id": f"{record_set}.jsonl"},
            "extract": {"column": field.name},
        },
    }
