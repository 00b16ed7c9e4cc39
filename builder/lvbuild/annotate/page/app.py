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
from starlette.middleware.base import RequestResponseEndpoint

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


def create_app(review: Review, port: int, secret: str, annotator: str | None = None) -> FastAPI:
    """Return the page's server for a port; `annotator` is who decides, else each is asked.

    Strangers are answered before anything of a request but its head is read. A request is for this
    host, bears the secret in a cookie that only this page's own requests send, and comes, where it
    changes something, from this page. The printed address has the secret in its query and is
    answered by the cookie.
    """
    page = Page(review, annotator)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.add_exception_handler(LvbuildError, page.failure)
    for path, show in page.shows.items():
        app.get(path)(show)
    for path, take in page.takes.items():
        app.post(path)(take)

    @app.middleware("http")
    async def guard(request: Request, pass_on: RequestResponseEndpoint) -> Response:
        response = _refused(request, port, secret) or await pass_on(request)
        response.headers.update(_HEADERS)
        return response

    return app


def _refused(request: Request, port: int, secret: str) -> Response | None:
    """Return the answer to a request that goes no further, None where it may."""
    cookie = f"lvbuild-{port}"  # a host's cookies are those of all its ports

    def is_secret(given: str) -> bool:
        return secrets.compare_digest(given.encode(), secret.encode())

    host = request.headers.get("host")
    if host not in (f"{HOST}:{port}", f"localhost:{port}"):
        return Response("this page is served to 127.0.0.1 alone", 421)
    if is_secret(request.query_params.get("token", "")):
        left = [(k, v) for k, v in request.query_params.multi_items() if k != "token"]
        response = RedirectResponse(f"/?{urlencode(left)}" if left else "/", 303)
        response.set_cookie(cookie, secret, httponly=True, samesite="strict")
        return response
    if not is_secret(request.cookies.get(cookie, "")):
        return Response("open the address that `lvbuild annotate serve` printed, whole", 403)
    if request.method == "POST" and request.headers.get("origin") != f"http://{host}":
        return Response("this is taken from the page itself alone", 403)
    return None


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
