"""The review page's server: it shows rows beside their evidence and takes decisions.

It listens on 127.0.0.1 alone, and answers those alone who know the secret of the printed address.
Texts are escaped by the templates, and no path of a request reaches the file system: what is served
is read when the server starts.
"""

from __future__ import annotations

import gc
import secrets
import socket
from contextlib import suppress
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lvbuild.annotate.page.views import Page
from lvbuild.annotate.review import Review
from lvbuild.errors import LvbuildError, UsageError

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none';"
    " frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
HOST = "127.0.0.1"


class Guard:
    """Answers strangers, before anything of a request but its head is read; others pass it.

    A request is for this host, bears the secret in a cookie that only this page's own requests
    send, and comes, where it changes something, from this page. The printed address has the secret
    in its query and is answered by the cookie.
    """

    def __init__(self, app: ASGIApp, port: int, secret: str) -> None:
        self._app = app
        self._hosts = [f"{name}:{port}" for name in (HOST, "localhost")]
        self._secret = secret
        self._cookie = f"lvbuild-{port}"  # a host's cookies are those of all its ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on; who left gets nothing."""

        async def write(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            with suppress(OSError):
                await send(message)

        answer = self._answer(Request(scope)) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, write)

    def _answer(self, request: Request) -> Response | None:
        host = request.headers.get("host")
        if host not in self._hosts:
            return Response("this page is served to 127.0.0.1 alone", 421)
        if self._is_secret(request.query_params.get("token", "")):
            left = [(k, v) for k, v in request.query_params.multi_items() if k != "token"]
            response = RedirectResponse(f"/?{urlencode(left)}" if left else "/", 303)
            response.set_cookie(self._cookie, self._secret, httponly=True, samesite="strict")
            return response
        if not self._is_secret(request.cookies.get(self._cookie, "")):
            return Response("open the address that `lvbuild annotate serve` printed, whole", 403)
        if request.method == "POST" and request.headers.get("origin") != f"http://{host}":
            return Response("this is taken from the page itself alone", 403)
        return None

    def _is_secret(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self._secret.encode())


def create_app(review: Review, port: int, secret: str, annotator: str | None = None) -> FastAPI:
    """Return the page's server for a port; `annotator` is who decides, else each is asked."""
    page = Page(review, annotator)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.add_exception_handler(LvbuildError, page.failure)
    app.add_middleware(Guard, port=port, secret=secret)
    for path, show in page.shows.items():
        app.get(path)(show)
    for path, take in page.takes.items():
        app.post(path)(take)
    return app


def open_port(port: int) -> socket.socket:
    """Take a port of 127.0.0.1, any free one for 0; raise UsageError where it is taken."""
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise UsageError(f"port {port} of {HOST} cannot be taken ({error.strerror})") from error


def serve(review: Review, held: socket.socket, secret: str, annotator: str | None = None) -> None:
    """Serve the page on a port that is held, until it is interrupted."""
    import uvicorn

    app = create_app(review, held.getsockname()[1], secret, annotator)
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    # The texts and rows that are there stay: no answer waits until they were looked through.
    gc.collect()
    gc.freeze()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[held])
