"""Serving the review page on 127.0.0.1 until it is interrupted."""

from __future__ import annotations

import gc
import socket
from contextlib import suppress

from lvbuild.annotate.review import Review
from lvbuild.errors import UsageError

HOST = "127.0.0.1"


def open_port(port: int) -> socket.socket:
    """Take a port of 127.0.0.1, any free one for 0; raise UsageError where it is taken."""
    held = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((HOST, port))
        held.listen()
    except OSError as error:
        held.close()
        raise UsageError(f"port {port} of {HOST} cannot be taken ({error.strerror})") from error
    return held


def serve(review: Review, held: socket.socket, annotator: str | None = None) -> None:
    """Serve the page on a port that is held, until it is interrupted."""
    import uvicorn

    from lvbuild.annotate.page.app import create_app

    app = create_app(review, held.getsockname()[1], annotator)
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    # The texts and rows that are there stay: no answer waits until they were looked through.
    gc.collect()
    gc.freeze()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[held])
