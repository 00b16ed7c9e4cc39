"""What the page sends: the fields of forms, read within bounds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, HTTPException, Request
from starlette.requests import ClientDisconnect

_MOST_FIELDS = 50
_MOST_BYTES = 2**20


async def _read_form(request: Request) -> Mapping[str, str]:
    """Return the fields of a form, of each the last; those that it lacks are empty."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > _MOST_BYTES:
                raise HTTPException(413, f"over {_MOST_BYTES:,} bytes")
        text = body.decode("utf-8", "replace")
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ClientDisconnect as error:
        raise HTTPException(400, "the request was not sent to its end") from error
    except ValueError as error:
        raise HTTPException(422, f"over {_MOST_FIELDS} fields") from error
    return defaultdict(str, fields)


Form = Annotated[Mapping[str, str], Depends(_read_form)]


def spent(form: Form) -> float:
    """Return the seconds that a decision took, as the page counted them: a day at most."""
    counted = re.fullmatch(r"\d{1,9}(?:\.\d+)?", form["seconds"], re.ASCII)
    return min(float(counted[0]), 86_400.0) if counted else 0.0
