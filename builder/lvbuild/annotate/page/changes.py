"""The requests that change something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response

from lvbuild.annotate.ledger import checked_person
from lvbuild.annotate.page.views import Views, number_of, read_form, row_fields, seconds_of
from lvbuild.annotate.review import GoneError
from lvbuild.errors import UsageError
from lvbuild.tables.writing import ConflictError

if TYPE_CHECKING:
    from collections.abc import Callable


class Changes(Views):
    """Answers the requests that change something: each bears the page's token, and a name."""

    async def take_name(self, request: Request) -> Response:
        """Take the name of who decides."""
        form = await read_form(request)
        name = " ".join(form.get("name", "").split())
        if form.get("token") != self._token:
            return Response("the page is out of date; load it again", 403)
        try:
            name = checked_person(name)
        except UsageError as error:
            return self._render(request, "name.html", message=str(error))
        response = RedirectResponse("/", 303)
        response.set_cookie("annotator", quote(name), samesite="strict", httponly=True)
        return response

    async def decide(self, request: Request, version: str) -> Response:
        """Accept or reject a row or, with commas between them, several as one; or reopen them."""
        form = await read_form(request)
        reason = form.get("own_reason", "").strip() or form.get("reason", "")
        decision: Any = form.get("decision")
        if decision not in ("accept", "reject", "reopen"):
            return Response("accept, reject or reopen", 422)
        return await self._change(
            request,
            form,
            lambda who: self._review.decide(
                version.split(","), decision, annotator=who, reason=reason, seconds=seconds_of(form)
            ),
        )

    async def edit(self, request: Request, version: str) -> Response:
        """Change the fields of a row."""
        form = await read_form(request)

        def change(who: str) -> None:
            table = self._review.row(version, who).table
            fields = row_fields(form, table)
            self._review.edit(version, fields, annotator=who, seconds=seconds_of(form))

        return await self._change(request, form, change)

    async def add(self, request: Request, number: int) -> Response:
        """Add a row to a question."""
        form = {**await read_form(request), "q": str(number)}
        table = form.get("table", "")
        if table not in self._addable():
            return Response("no such table", 422)

        def change(who: str) -> None:
            shown = self._at(who, number)
            if shown is None:
                raise UsageError("there is no such question")
            fields = row_fields(form, table)
            self._review.add(
                shown.question_id, table, fields, annotator=who, seconds=seconds_of(form)
            )

        return await self._change(request, form, change)

    async def undo(self, request: Request) -> Response:
        """Take back the last change of who asks."""
        form = await read_form(request)
        words = self._words[self._language(request)]
        told: list[str] = []

        def change(who: str) -> None:
            told.append(words["undone" if self._review.undo(who) else "nothing_to_undo"])

        return await self._change(request, form, change, told)

    async def _change(
        self,
        request: Request,
        form: Mapping[str, str],
        change: Callable[[str], None],
        told: list[str] | None = None,
    ) -> Response:
        """Make a change, and answer with the question as it then is; say what went wrong."""
        if request.headers.get("x-token") != self._token:
            return Response("the page is out of date; load it again", 403)
        annotator = self._who(request)
        if annotator is None:
            return Response("nobody is named who decides; load the page again", 403)
        number = number_of(form)
        status, message = 200, ""
        try:
            await run_in_threadpool(change, annotator)
            message = "".join(told or ())
        except (ConflictError, GoneError) as error:
            status, message = 409, str(error)
        except (UsageError, ValueError) as error:
            status, message = 422, str(error)
        response = await run_in_threadpool(
            self._answer, request, annotator, number, message, status
        )
        response.headers["HX-Trigger"] = "listed"
        return response
