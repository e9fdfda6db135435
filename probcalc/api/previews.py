"""What a chat shows of a link before anybody opens it: each page's own title, description and picture.

The page that a browser gets is the same for every address, and a crawler runs no script. So a layer around the server
writes the answer into the head of the page: who does what and how likely that is, the card, and where a program finds
the same answer as JSON. A link that asks nothing, or nothing that can be answered at once, has the general card.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlencode

import anyio
import anyio.to_thread
from starlette.responses import Response

from probcalc.api.embeds import embedded
from probcalc.api.preview import Preview, preview

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Served: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEAD_END = b"</head>"
EMBED = "embed"
"""With this field, as ?embed=1, an address is one card without a page around it, which any page may frame."""


def tags(found: Preview, base: str, path: str) -> str:
    """The tags of a preview for the page at `path` of the server at `base`.

    >>> 'content="summary_large_image"' in tags(Preview(), "https://example.org", "/")
    True
    """
    page = f"{base}{path}{f'?{found.query}' if found.query else ''}"
    image = f"{base}/api/v1/card.png{f'?{found.query}' if found.query else ''}"
    named = {
        "og:type": "website",
        "og:site_name": "probcalc",
        "og:title": found.title,
        "og:description": found.about,
        "og:url": page,
        "og:image": image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": found.title,
    }
    oembed = f"{base}/oembed?{urlencode({'url': page})}"
    said = [f'<meta property="{name}" content="{escape(value)}">' for name, value in named.items()]
    said += [
        '<meta name="twitter:card" content="summary_large_image">',
        f'<meta name="description" content="{escape(found.about)}">',
        '<meta name="theme-color" content="#1B5FAF">',
        f'<link rel="canonical" href="{escape(page)}">',
        f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}">',
    ]
    if found.query:
        twin = f"{base}/api/v1/odds/{found.scenario_id}?{found.query}"
        said.append(f'<link rel="alternate" type="application/json" href="{escape(twin)}">')
    return "".join(said)


class Previews:
    """A layer around the server of the pages that writes each page's preview into its head."""

    def __init__(self, app: Served, origin: Callable[[Scope], str] | None = None) -> None:
        self.app, self.origin = app, origin or origin_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_page = scope["type"] == "http" and scope["method"] == "GET" and "." not in scope["path"]
        if not is_page or scope["path"].startswith(("/_stcore", "/api/")):
            await self.app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        if _field(query, EMBED) == "1":
            await self._embedded(scope, receive, send, query)
            return
        # A page that is written anew is neither compressed before nor known to whoever asks.
        left = [(k, v) for k, v in scope["headers"] if k not in (b"accept-encoding", b"if-none-match", b"range")]
        writer = _Writer(send)

        async def make() -> str:
            found = await anyio.to_thread.run_sync(preview, query)
            return tags(found, self.origin(scope), scope["path"])

        writer.make = make
        await self.app({**scope, "headers": left}, receive, writer)

    async def _embedded(self, scope: Scope, receive: Receive, send: Send, query: str) -> None:
        found = await anyio.to_thread.run_sync(preview, query)
        theme = _field(query, "theme")
        page = await anyio.to_thread.run_sync(embedded, found, self.origin(scope), theme)
        headers = {"cache-control": "public, max-age=86400", "x-content-type-options": "nosniff"}
        await Response(page, media_type="text/html; charset=utf-8", headers=headers)(scope, receive, send)


def _field(query: str, name: str) -> str:
    try:
        return dict(parse_qsl(query, max_num_fields=400)).get(name, "")
    except ValueError:
        return ""


def origin_of(scope: Scope) -> str:
    """Where the server stands, as whoever asks has named it."""
    headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
    scheme = headers.get(b"x-forwarded-proto", str(scope.get("scheme", "http"))).split(",")[0].strip()
    host = headers.get(b"host", "localhost")
    if scheme not in ("http", "https") or not re.fullmatch(r"[A-Za-z0-9.:\[\]-]{1,255}", host):
        scheme, host = "http", "localhost"
    return f"{scheme}://{host}{scope.get('root_path', '')}"


class _Writer:
    """Holds back a page until it is whole, and sends it with its preview; everything else passes."""

    make: Callable[[], Awaitable[str]]

    def __init__(self, send: Send) -> None:
        self.send = send
        self.start: Message | None = None
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            is_html = any(k.lower() == b"content-type" and v.startswith(b"text/html") for k, v in headers)
            if message["status"] == 200 and is_html:
                self.start = message
                return
        if self.start is None:
            await self.send(message)
            return
        self.body += message.get("body", b"")
        if message.get("more_body"):
            return
        head = (await self.make()).encode()
        body = self.body.replace(_HEAD_END, head + _HEAD_END, 1)
        kept = [
            (k, v)
            for k, v in self.start["headers"]
            if k.lower() not in (b"content-length", b"etag", b"x-frame-options")
        ]
        kept.append((b"content-length", str(len(body)).encode()))
        # Only the card without a page around it may stand in somebody else's page.
        kept += [(b"content-security-policy", b"frame-ancestors 'self'"), (b"x-frame-options", b"SAMEORIGIN")]
        await self.send({**self.start, "headers": kept})
        await self.send({"type": "http.response.body", "body": body})
