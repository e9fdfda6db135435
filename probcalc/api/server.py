"""The questions by address: `/api/v1/QUESTION/SCENARIO?name=value`, as JSON, CSV, Markdown, one line and a picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from probcalc import __version__
from probcalc.api.answering import Refusal, answer, refusal_of, refusing
from probcalc.api.asked import asked
from probcalc.api.asking import below, origin_of
from probcalc.api.cards import PICTURES, THEMES, picture
from probcalc.api.embeds import describe_embed
from probcalc.api.kept import Kept, key_of
from probcalc.api.openapi import describe
from probcalc.api.questions import parts_of
from probcalc.api.working import Crowded, Watch, Working
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.budget.bounds import watch_budgets
from probcalc.links import to_query
from probcalc.present.cards.card import card_png
from probcalc.present.cards.pen import Theme
from probcalc.present.languages.language import speaking
from probcalc.scenarios.errors import unknown_name
from probcalc.scenarios.extras import missing
from probcalc.scenarios.registry import system_id_of
from probcalc.web.paths import encode, path_of, short_paths
from probcalc.web.preview import card_of, preview
from probcalc.web.tags import without

if TYPE_CHECKING:
    from probcalc.api.assistants import ByHttp

BASE = "/api/v1"
MOST_BYTES = 100_000
"""Of a body, and of an address with its query."""
MOST_KEPT, LARGEST = 32_000_000, 1_000_000
"""In bytes: of all answers that are kept, and of one."""
_KINDS = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "latex": "text/plain; charset=utf-8",
    "sympy": "text/plain; charset=utf-8",
    "line": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "bbcode": "text/plain; charset=utf-8",
}
_ACCEPTED = {"text/csv": "csv", "text/markdown": "markdown", "image/png": "png", "image/svg+xml": "svg"}


class Api:
    """The answers of one server: what it keeps, whom it has answered, and its addresses.

    Args:
        base: the path below which all of it lies, "" for the root.
    """

    def __init__(self, base: str = "") -> None:
        self.base = below(base)
        self.working = Working()
        self.kept = BoundedStore[Kept](MOST_KEPT, lambda kept: len(kept.data), LARGEST)
        self.assistants = _assistants(self.working, base)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Within, assistants are answered."""
        return nullcontext() if self.assistants is None else self.assistants.running()

    @property
    def routes(self) -> list[BaseRoute]:
        """What a Starlette application serves."""
        methods = ["GET", "POST", "OPTIONS"]
        at = f"{self.base}{BASE}"
        return [
            Route(f"{at}/openapi.json", self.openapi, methods=["GET"]),
            Route(at, self.answer, methods=[*methods, "PUT", "DELETE", "PATCH"]),
            Route(f"{at}/card.png", self.card, methods=["GET"]),
            Route(f"{self.base}/mcp", self.assistants or _without_assistants, methods=["GET", "POST", "DELETE"]),
            Route(f"{self.base}/s/{{scenario}}/{{name}}", self.short, methods=["GET"]),
            Route(f"{self.base}/oembed", self.oembed, methods=["GET"]),
            Route(f"{at}/{{path:path}}", self.answer, methods=[*methods, "PUT", "DELETE", "PATCH"]),
        ]

    async def openapi(self, request: Request) -> Response:
        """The description of every question for programs."""
        text = json.dumps(describe(origin_of(request.scope, self.base) + BASE), ensure_ascii=False)
        return _respond(request, Kept.of(text.encode(), "application/json"))

    async def card(self, request: Request) -> Response:
        """The card of a link; the general one of a link that asks nothing that can be answered at once."""
        page, query = request.query_params.get("page", ""), without(request.url.query, "page", "theme")
        theme = request.query_params.get("theme", "light")
        shade: Theme = theme if theme in THEMES else "light"
        key = key_of(shade, page, query)
        if (kept := self.kept.get(key)) is None:
            try:
                kept = await self.working.do(request.scope, lambda watch: _card(query, page, shade, watch))
                self.kept.keep(key, kept)
            except Crowded:
                return _respond(request, _card("", "", shade), {"cache-control": "no-store"})
        return _respond(request, kept)

    async def short(self, request: Request) -> Response:
        """The way from the short address of a ready-made question to its page."""
        found = short_paths().get(request.url.path.removeprefix(self.base).strip("/"))
        if found is None:
            return RedirectResponse("../../", 307)
        return RedirectResponse(f"../../{path_of(system_id_of(found[0]))}?{encode(to_query(*found))}", 307)

    async def oembed(self, request: Request) -> Response:
        """How a page of this calculator is shown within another, as oEmbed has it."""
        url = request.query_params.get("url", "")
        origin = origin_of(request.scope, self.base)
        if not url.startswith((f"{origin}/", f"{origin}?")) and url != origin:
            return problem(404, "url is not an address of this calculator")
        form = request.query_params.get("format", "json")
        if form != "json":
            return problem(501, f"{form[:20]} is not a format here; choose json")
        path, _, query = url.removeprefix(origin).partition("#")[0].partition("?")
        try:
            found = await self.working.do(request.scope, lambda watch: preview(query, path, watch))
        except Crowded as crowded:
            return _respond_crowded(crowded)
        theme = next((part[6:] for part in query.split("&") if part.startswith("theme=")), "")
        said = describe_embed(found, origin, {"theme": theme, **request.query_params})
        return _respond(request, Kept.of(json.dumps(said, ensure_ascii=False).encode(), "application/json"))

    async def answer(self, request: Request) -> Response:
        """The answer to a question, or a refusal as RFC 9457 has it."""
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_CORS)
        if request.method not in ("GET", "HEAD", "POST"):
            return problem(405, f"{request.method} asks nothing; ask with GET or POST", headers={"allow": "GET, POST"})
        try:
            fields = await _fields(request)
            name, place = parts_of(request.path_params.get("path", ""))
            form = _form(request, fields)
            key = key_of(name, place, form, fields)
        except (ValueError, RecursionError) as error:
            return _respond_refusal(refusal_of(error) or Refusal("the body is nested too deep"))
        except ClientDisconnect:
            return Response(status_code=499)
        if (kept := self.kept.get(key)) is None:
            try:
                kept = await self.working.do(
                    request.scope, lambda watch: _keep(name, place, form, fields, watch), request.is_disconnected
                )
            except Refusal as refusal:
                return _respond_refusal(refusal)
            except Crowded as crowded:
                return _respond_crowded(crowded)
            except Watch.Ended:
                return Response(status_code=499)
            self.kept.keep(key, kept)
        most = int(self.working.allowances.most)
        headers = {
            "ratelimit": f'"work";r={self.working.rest(request.scope)};t=60',
            "ratelimit-policy": f'"work";q={most};w=60',
        }
        return _respond(request, kept, headers)


def _assistants(working: Working, base: str) -> ByHttp | None:
    """The tools of assistants, where their library is installed."""
    if missing("assistants", "mcp"):
        return None
    from probcalc.api.assistants import ByHttp

    return ByHttp(working, base)


async def _without_assistants(request: Request) -> Response:
    return problem(501, missing("assistants", "mcp") or "")


def _keep(name: str, place: str, form: str, fields: Mapping[str, Any], watch: Callable[[], None]) -> Kept:
    """The answer as bytes with its kind.

    Raises:
        Refusal: in one line.
    """
    with refusing():
        if form in PICTURES:
            return Kept.of(picture(name, place, fields, form, watch), _KINDS[form])
        text = answer(asked(name, place, fields, form), watch)
    return Kept.of(f"{text}\n".encode(), _KINDS[form])


def _card(query: str, page: str, theme: Theme, watch: Callable[[], None] | None = None) -> Kept:
    found = preview(query, page, watch)
    with watch_budgets(watch), speaking(found.language):
        return Kept.of(card_png(card_of(found.query, theme, found.path)), "image/png")


async def _fields(request: Request) -> dict[str, Any]:
    """What an address and a body say, together.

    Raises:
        Refusal: for what cannot be read, or is said twice.
    """
    query = request.scope["query_string"].decode("latin-1")
    if len(query) > MOST_BYTES:
        raise _TooLong(f"the address has {len(query):,} characters, and at most {MOST_BYTES:,} are read")
    fields: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True, max_num_fields=1000):
        before = fields.get(key, [])
        fields[key] = [*(before if isinstance(before, list) else [before]), value] if key in fields else value
    if request.method == "POST":
        body = await _body(request)
        said = _parse(body) if body.strip() else {}
        for key, value in said.items():
            if key in fields:
                raise Refusal(f"{key[:60]} stands in the address and in the body; once is enough", key)
            fields[key] = value
    return fields


class _TooLong(Refusal):
    """An address or a body that is not read to its end."""


async def _body(request: Request) -> bytes:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise _TooLong(f"the body has more than {MOST_BYTES:,} bytes, which are the most that are read")
    return data


def _parse(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body.decode("utf-8"), object_pairs_hook=_once)
    except Refusal:
        raise
    except (UnicodeDecodeError, ValueError) as error:
        raise Refusal(f"the body is not JSON: {str(error)[:80]}") from None
    except RecursionError:
        raise Refusal("the body is nested too deep") from None
    if not isinstance(said, dict):
        raise Refusal('the body is a JSON object such as {"attacker": "the_cursed"}')
    return said


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        raise Refusal(f"{name[:60]} stands in the body {names.count(name)} times; once is enough", name[:60])
    return found


def _form(request: Request, fields: dict[str, Any]) -> str:
    """The form that is wanted: by `format`, else by what the client accepts; JSON without either."""
    form = fields.pop("format", None)
    if form is None:
        accepted = request.headers.get("accept", "").split(",")[0].partition(";")[0].strip()
        return _ACCEPTED.get(accepted, "json")
    if not isinstance(form, str):
        raise Refusal("format is one word, such as csv", "format")
    if form not in _KINDS:
        raise unknown_name("format", form, _KINDS)
    return form


_CORS = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-expose-headers": "etag, ratelimit, retry-after",
    "access-control-max-age": "86400",
}


def _respond(request: Request, kept: Kept, headers: Mapping[str, str] | None = None) -> Response:
    """An answer, or that the one which the client holds is still right."""
    told = {
        **_CORS,
        "etag": kept.etag,
        "cache-control": "public, max-age=86400",
        "vary": "accept",
        "x-content-type-options": "nosniff",
        "x-probcalc-version": __version__,
        **(headers or {}),
    }
    # What lies between may have made the mark a weak one, and a client may hold several answers.
    held = {mark.strip().removeprefix("W/") for mark in request.headers.get("if-none-match", "").split(",")}
    if held & {kept.etag, "*"}:
        return Response(status_code=304, headers=told)
    return Response(kept.data, media_type=kept.kind, headers=told)


def _respond_refusal(refusal: Refusal) -> Response:
    if isinstance(refusal, _TooLong):
        return problem(413, str(refusal), "too-long", refusal)
    return problem(refusal.status, str(refusal), "too-large" if refusal.is_too_large else "refused", refusal)


def _respond_crowded(crowded: Crowded) -> Response:
    headers = {"retry-after": str(crowded.seconds)}
    return problem(429 if crowded.is_his_own else 503, str(crowded), headers=headers)


def problem(
    status: int,
    line: str,
    kind: str = "about:blank",
    refusal: Refusal | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A refusal as RFC 9457 has it: the line, and the parameter and the nearest name where there are any."""
    titles = {
        400: "Refused",
        404: "Not found",
        405: "Not asked like this",
        422: "Too large",
        413: "Too long",
        429: "Too many requests",
        501: "Not made here",
        503: "Busy",
    }
    said: dict[str, Any] = {"type": kind, "title": titles.get(status, "Refused"), "status": status, "detail": line}
    said |= {} if refusal is None else refusal.to_mend
    return Response(
        json.dumps(said, ensure_ascii=False) + "\n",
        status,
        {**_CORS, "cache-control": "no-store", **(headers or {})},
        "application/problem+json",
    )
