"""The review page's server: it shows rows beside their evidence and takes decisions.

It listens on 127.0.0.1 alone. A request for another host is refused, and one that would change
something without the page's token, before its body is read. Texts are escaped by the templates, and
no path of a request reaches the file system: what is served is read when the server starts.
"""

from __future__ import annotations

import gc
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import FastAPI, Request
from fastapi.responses import Response

from lvbuild.annotate.page.views import Page
from lvbuild.annotate.review import Review
from lvbuild.errors import UsageError

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none';"
    " frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create_app(review: Review, port: int, annotator: str | None = None) -> FastAPI:
    """Return the page's server for a port; `annotator` is who decides, else each is asked."""
    page = Page(review, annotator)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}

    @app.middleware("http")
    async def guard(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        if request.headers.get("host") not in hosts:
            response = Response("this page is served to 127.0.0.1 alone", 421)
        elif request.method == "POST" and request.headers.get("x-token") != page.token:
            response = Response("the page is out of date; load it again", 403)
        else:
            response = await answer(request)
        response.headers.update(_HEADERS)
        return response

    app.get("/")(page.whole)
    app.get("/list")(page.listed)
    app.get("/guideline")(page.guideline)
    app.get("/language")(page.language)
    app.get("/q/{number}")(page.question)
    app.get("/q/{number}/rules")(page.rules)
    app.get("/q/{number}/placed")(page.placed)
    app.get("/row/{version}/concordance")(page.concordance)
    app.get("/static/{name}")(page.static)
    app.post("/name")(page.take_name)
    app.post("/undo")(page.undo)
    app.post("/q/{number}/add")(page.add)
    app.post("/row/{version}/decide")(page.decide)
    app.post("/row/{version}/edit")(page.edit)
    return app


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

    app = create_app(review, held.getsockname()[1], annotator)
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    # The texts and rows that are there stay: no answer waits until they were looked through.
    gc.collect()
    gc.freeze()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[held])
