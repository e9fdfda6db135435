"""What a chat shows of a link before anybody opens it: each page's own title, description and picture.

The page that a browser gets is the same for every address, and a crawler runs no script. So a layer around the server
writes the answer into the head of the page: who does what and how likely that is, the card, and where a program finds
the same answer as JSON. A link that asks nothing, or nothing that can be answered at once, has the general card.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode

import anyio
import anyio.to_thread
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from probcalc.api.asking import below, origin_of
from probcalc.api.embeds import embed
from probcalc.api.working import Crowded, Working
from probcalc.web.icon import ICON, MANIFEST
from probcalc.web.preview import preview
from probcalc.web.tags import Preview, tags

_HEAD_END = b"</head>"
_FRAMES = re.compile(rb"<title>[^<]*</title>|<link rel=\"(?:service-desc|shortcut icon)\"[^>]*>")
_NOT_PASSED = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")
_NOT_KEPT = (b"content-length", b"etag", b"last-modified", b"accept-ranges", b"x-frame-options")
EMBED = "embed"
"""With this field, as ?embed=1, an address is one card without a page around it, which any page may frame."""


def head_of(found: Preview, base: str) -> str:
    """The tags of a preview for a page of the server at `base`.

    >>> 'content="https://example.org/api/v1/card.png"' in head_of(Preview(), "https://example.org")
    True
    """
    page = f"{base}/{found.address}"
    more = {"application/json+oembed": f"{base}/oembed?{urlencode({'url': page})}"}
    if found.twin:
        more["application/json"] = f"{base}/api/v1/{found.twin}"
    icon = f'<link rel="icon" type="image/svg+xml" href="{base}/{ICON}"><link rel="manifest" href="{base}/{MANIFEST}">'
    return f'{tags(found, page, f"{base}/api/v1/{found.card}", more)}{icon}<meta name="theme-color" content="#1B5FAF">'


class Previews:
    """A layer around the server of the pages that writes each page's preview into its head.

    Args:
        app: the server.
        working: what is worked on, and for whom.
        base: the path below which the pages lie, "" for the root.
    """

    def __init__(self, app: ASGIApp, working: Working, base: str = "") -> None:
        self.app, self.working = app, working
        self.base = below(base)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_page = scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and "." not in scope["path"]
        path = scope.get("path", "").removeprefix(self.base)
        if not is_page or path.startswith(("/_stcore", "/api/", "/mcp", "/oembed", "/s/")):
            await self.app(scope, receive, send)
            return
        query, origin = scope["query_string"].decode("latin-1"), origin_of(scope, self.base)
        found = await self._preview(scope, path, query)
        if _field(query, EMBED) == "1":
            theme = _field(query, "theme")
            page = await anyio.to_thread.run_sync(embed, found, origin, theme)
            headers = {"cache-control": "public, max-age=86400", "x-content-type-options": "nosniff"}
            await Response(page, media_type="text/html; charset=utf-8", headers=headers)(scope, receive, send)
            return
        # A page that is written anew is neither compressed before nor known to whoever asks.
        left = [(k, v) for k, v in scope["headers"] if k not in _NOT_PASSED]
        writer = _Writer(send, head_of(found, origin), scope["method"] == "HEAD")
        await self.app({**scope, "method": "GET", "headers": left}, receive, writer)

    async def _preview(self, scope: Scope, path: str, query: str) -> Preview:
        """The preview of a page; the general one for who has asked for too much."""
        try:
            return await self.working.do(scope, lambda watch: preview(query, path, watch))
        except Crowded:
            return preview("", path)


def _field(query: str, name: str) -> str:
    try:
        return dict(parse_qsl(query, max_num_fields=400)).get(name, "")
    except ValueError:
        return ""


class _Writer:
    """Holds back a page until it is whole, and sends it with its preview; everything else passes."""

    def __init__(self, send: Send, head: str, is_head_alone: bool) -> None:
        self.send, self.head, self.is_head_alone = send, head.encode(), is_head_alone
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
        # Of the frame that every page has, what names somebody else's program goes.
        body = _FRAMES.sub(b"", self.body).replace(_HEAD_END, self.head + _HEAD_END, 1)
        kept = [(k, v) for k, v in self.start["headers"] if k.lower() not in _NOT_KEPT]
        kept.append((b"content-length", str(len(body)).encode()))
        # Only the card without a page around it may stand in somebody else's page.
        kept += [(b"content-security-policy", b"frame-ancestors 'self'"), (b"x-frame-options", b"SAMEORIGIN")]
        await self.send({**self.start, "headers": kept})
        await self.send({"type": "http.response.body", "body": b"" if self.is_head_alone else body})
