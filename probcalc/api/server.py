"""The questions by address: `/api/v1/QUESTION/SCENARIO?name=value`, as JSON, CSV, Markdown, one line and a picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from time import monotonic, thread_time
from typing import Any
from urllib.parse import parse_qsl

import anyio
import anyio.to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from probcalc import __version__
from probcalc.api.answering import Refusal, Reply, answer, refused
from probcalc.api.cards import PICTURES, pictured
from probcalc.api.embeds import oembedded
from probcalc.api.kept import Kept, KeptAnswers
from probcalc.api.openapi import described
from probcalc.api.preview import preview
from probcalc.api.previews import origin_of
from probcalc.api.questions import asked, question
from probcalc.api.turns import Watch
from probcalc.api.visitors import Allowances
from probcalc.links import from_query
from probcalc.present.card import card_png, card_svg, general_card_svg
from probcalc.scenarios import registry
from probcalc.scenarios.errors import unknown_name

BASE = "/api/v1"
MOST_BYTES = 100_000
"""Of a body, and of an address with its query."""
AT_ONCE = 4
"""So many questions are worked on at the same time, each in a thread of its own; long ones take turns."""
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
        visitor: who asks, by whose address work is counted.
        kept: answers that were given before.
    """

    def __init__(
        self, visitor: Callable[[Request], str] | None = None, kept: KeptAnswers | None = None, most: int = AT_ONCE
    ) -> None:
        self.visitor = visitor or _address
        self.kept = KeptAnswers() if kept is None else kept
        self.allowances = Allowances()
        self.at_once = anyio.CapacityLimiter(most)

    @property
    def routes(self) -> list[BaseRoute]:
        """What a Starlette application serves."""
        methods = ["GET", "POST", "OPTIONS"]
        return [
            Route(f"{BASE}/openapi.json", self.openapi, methods=["GET"]),
            Route(BASE, self.answered, methods=[*methods, "PUT", "DELETE", "PATCH"]),
            Route(f"{BASE}/card.png", self.card, methods=["GET"]),
            Route("/oembed", self.oembed, methods=["GET"]),
            Route(f"{BASE}/{{path:path}}", self.answered, methods=[*methods, "PUT", "DELETE", "PATCH"]),
        ]

    async def openapi(self, request: Request) -> Response:
        """The description of every question for programs."""
        text = json.dumps(described(str(request.base_url).rstrip("/") + BASE), ensure_ascii=False)
        return _said(request, Kept.of(text.encode(), "application/json"))

    async def card(self, request: Request) -> Response:
        """The card of a link; the general one of a link that asks nothing that can be answered at once."""
        found = await anyio.to_thread.run_sync(preview, request.url.query, limiter=self.at_once)
        if (kept := self.kept.get(f"card {found.query}")) is None:
            svg = general_card_svg() if not found.query else await anyio.to_thread.run_sync(_card, found.query)
            png = await anyio.to_thread.run_sync(card_png, svg, limiter=self.at_once)
            kept = Kept.of(png, "image/png")
            self.kept.put(f"card {found.query}", kept)
        return _said(request, kept)

    async def oembed(self, request: Request) -> Response:
        """How a page of this calculator is shown within another, as oEmbed has it."""
        url = request.query_params.get("url", "")
        origin = origin_of(request.scope)
        if not url.startswith((f"{origin}/", f"{origin}?")):
            return problem(404, "url is not an address of this calculator")
        found = await anyio.to_thread.run_sync(preview, url.partition("?")[2].partition("#")[0], limiter=self.at_once)
        said = oembedded(found, origin, request.query_params)
        return _said(request, Kept.of(json.dumps(said, ensure_ascii=False).encode(), "application/json"))

    async def answered(self, request: Request) -> Response:
        """The answer to a question, or a refusal as RFC 9457 has it."""
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_CORS)
        if request.method not in ("GET", "HEAD", "POST"):
            return problem(405, f"{request.method} asks nothing; ask with GET or POST", headers={"allow": "GET, POST"})
        visitor = self.visitor(request)
        try:
            fields = await _fields(request)
            name, place = _named(request.path_params.get("path", ""))
            form = _form(request, fields)
            key = json.dumps([name, place, form, fields], sort_keys=True)
        except Refusal as refusal:
            return _refused(refusal)
        except (ValueError, RecursionError) as error:
            found = refused(error) if isinstance(error, ValueError) else None
            return _refused(found or Refusal("the body is nested too deep"))
        except ClientDisconnect:
            return Response(status_code=499)
        if (kept := self.kept.get(key)) is None:
            if wait := self.allowances.wait(visitor, monotonic()):
                line = f"this address has asked for much; ask again in {wait} seconds"
                return problem(429, line, headers={"retry-after": str(wait)})
            try:
                kept = await self._worked_out(request, visitor, name, place, form, fields)
            except Refusal as refusal:
                return _refused(refusal)
            if kept is None:
                return Response(status_code=499)
            self.kept.put(key, kept)
        left = max(0, int(self.allowances.left(visitor, monotonic())))
        headers = {
            "ratelimit": f'"work";r={left};t=60',
            "ratelimit-policy": f'"work";q={int(self.allowances.most)};w=60',
        }
        return _said(request, kept, headers)

    async def _worked_out(
        self, request: Request, visitor: str, name: str, place: str, form: str, fields: Mapping[str, Any]
    ) -> Kept | None:
        """The answer, worked out in a thread; None when nobody waits for it any more."""
        watch = Watch()

        def work() -> Kept:
            begun = thread_time()
            try:
                return _kept(name, place, form, fields, watch)
            finally:
                self.allowances.spend(visitor, thread_time() - begun, monotonic())

        async def look() -> None:
            while not await request.is_disconnected():
                await anyio.sleep(0.25)
            watch.end()

        found: Kept | None = None
        failed: Refusal | None = None
        async with anyio.create_task_group() as group:
            group.start_soon(look)
            try:
                found = await anyio.to_thread.run_sync(work, limiter=self.at_once)
            except Watch.Ended:
                found = None
            except Refusal as refusal:
                failed = refusal
            group.cancel_scope.cancel()
        if failed is not None:
            raise failed
        return found


def _kept(name: str, place: str, form: str, fields: Mapping[str, Any], watch: Callable[[], None]) -> Kept:
    """The answer as bytes with its kind.

    Raises:
        Refusal: in one line.
    """
    try:
        if form in PICTURES:
            return Kept.of(pictured(name, place, fields, form, watch), _KINDS[form])
        reply: Reply = answer(asked(name, place, fields, form), watch)
    except Refusal:
        raise
    except Exception as error:
        found = refused(error)
        if found is None:
            raise
        raise found from None
    return Kept.of((reply.text + "\n").encode(), _KINDS[form], reply.remarks)


def _card(query: str) -> str:
    asked = from_query(dict(parse_qsl(query)))
    assert asked.scenario_id is not None
    return card_svg(registry.answer(asked.scenario_id, asked.given))


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _named(path: str) -> tuple[str, str]:
    """The question that a path names, and of what it is asked."""
    parts = [part for part in path.split("/") if part]
    if not parts:
        raise Refusal("no question is named: write /api/v1/odds/chronopia.melee, say; /api/v1/openapi.json lists all")
    aliases = {"scenarios": "describe", "program": "anydice"}
    parts[0] = aliases.get(parts[0], parts[0])
    name = "/".join(parts[:2]) if parts[0] == "lab" else parts[0]
    rest = parts[len(name.split("/")) :]
    question(name)
    if len(rest) > 1:
        raise Refusal(f"{name} is asked of one thing, not of {'/'.join(rest)[:60]}")
    return name, rest[0] if rest else ""


async def _fields(request: Request) -> dict[str, Any]:
    """What an address and a body say, together.

    Raises:
        Refusal: for what cannot be read, or is said twice.
    """
    query = request.url.query
    if len(query) > MOST_BYTES:
        raise Refusal(f"the address has {len(query):,} characters, and at most {MOST_BYTES:,} are read")
    fields: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True, max_num_fields=1000):
        fields[key] = value if key not in fields else [*_listed(fields[key]), value]
    if request.method == "POST":
        body = await _body(request)
        said = _parsed(body) if body.strip() else {}
        for key, value in said.items():
            if key in fields:
                raise Refusal(f"{key} stands in the address and in the body; once is enough", key)
            fields[key] = value
    return fields


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


async def _body(request: Request) -> bytes:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise Refusal(f"the body has more than {MOST_BYTES:,} bytes, which are the most that are read")
    return data


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body.decode("utf-8"))
    except (UnicodeDecodeError, ValueError) as error:
        raise Refusal(f"the body is not JSON: {str(error)[:80]}") from None
    except RecursionError:
        raise Refusal("the body is nested too deep") from None
    if not isinstance(said, dict):
        raise Refusal('the body is a JSON object such as {"attacker": "the_cursed"}')
    return said


def _form(request: Request, fields: dict[str, Any]) -> str:
    """The form that is wanted: by `format`, else by what the client accepts; JSON without either."""
    form = fields.pop("format", None)
    if form is None:
        accepted = request.headers.get("accept", "").split(",")[0].partition(";")[0].strip()
        return _ACCEPTED.get(accepted, "json")
    if form not in _KINDS:
        raise unknown_name("format", str(form), _KINDS)
    return str(form)


_CORS = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-expose-headers": "etag, ratelimit, retry-after",
    "access-control-max-age": "86400",
}


def _said(request: Request, kept: Kept, headers: Mapping[str, str] | None = None) -> Response:
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
    if request.headers.get("if-none-match") in (kept.etag, "*"):
        return Response(status_code=304, headers=told)
    return Response(kept.data, media_type=kept.kind, headers=told)


def _refused(refusal: Refusal) -> Response:
    if refusal.is_too_large:
        return problem(422, str(refusal), "too-large", refusal)
    return problem(400, str(refusal), "refused", refusal)


def problem(
    status: int,
    line: str,
    kind: str = "about:blank",
    refusal: Refusal | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A refusal as RFC 9457 has it: the line, and the parameter and the nearest name where there are any."""
    titles = {400: "Refused", 404: "Not found", 405: "Not asked like this", 422: "Too large", 429: "Too many requests"}
    said: dict[str, Any] = {"type": kind, "title": titles.get(status, "Refused"), "status": status, "detail": line}
    if refusal is not None and refusal.parameter:
        said["parameter"] = refusal.parameter
    if refusal is not None and refusal.nearest:
        said["nearest"] = refusal.nearest
    return Response(
        json.dumps(said, ensure_ascii=False) + "\n",
        status,
        {**_CORS, "cache-control": "no-store", **(headers or {})},
        "application/problem+json",
    )
