"""Addresses that Streamlit's page cannot be drawn at, led to those at which it can.

The page loads its scripts relative to its address, so that below one of two parts nothing is found and it stays blank.
A "?" that some other program wrote as "%3F" makes one long name of a path and its query. And of a name that cannot be
decoded, like "%ZZ", a browser makes nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from probcalc.web.paths import page_by_name

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ASKED = "%3f"
_BROKEN = re.compile("%(?![0-9a-fA-F]{2})")
_IN_A_QUERY = "=&%+,;:@/?"


class Redirects:
    """A layer around the server of the pages: where it would answer below a folder with its page, it redirects.

    Only answers are looked at, so whatever the server has at such an address stays where it is. The way is written
    relative to the address: a proxy may have taken a prefix off, and the browser still has it.
    """

    def __init__(self, app: ASGIApp, base: Callable[[], str]) -> None:
        self.app, self.base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        raw = scope.get("raw_path") or quote(scope["path"]).encode()
        to = elsewhere(raw.decode("latin-1"), scope["query_string"].decode("latin-1"), self.base())
        if to is None:
            await self.app(scope, receive, send)
        elif to.asked:
            await _lead(send, to.way)
        else:
            await self.app(scope, receive, _Instead(send, to.way))


class Elsewhere(NamedTuple):
    """Where an address leads instead: up to a folder, to the page of a name, with a query, perhaps from its path."""

    up: str
    name: str
    query: str
    asked: bool

    @property
    def way(self) -> str:
        """Relative to the address."""
        return f"{self.up}{self.name}{f'?{self.query}' if self.query else ''}"


def elsewhere(path: str, query: str, base: str = "") -> Elsewhere | None:
    """Where the page of an address can be drawn, when not there: under its last part, or with the query in its path.

    >>> elsewhere("/foo/bar", "x=1").way, elsewhere("/odds/foo/bar/", "", "odds").way
    ('../bar?x=1', '../../bar')
    >>> elsewhere("/chronopia%3Fs=chronopia.melee&noa=2", "").way
    './chronopia?s=chronopia.melee&noa=2'
    >>> elsewhere("/%ZZ", "").way
    './%25ZZ'
    >>> elsewhere("/chronopia", "x=1"), elsewhere("/odds/chronopia", "", "/odds/")
    (None, None)
    >>> elsewhere("/Tide_of_battle", "x=1").way
    './tide-of-battle?x=1'
    """
    below = f"/{base.strip('/')}/" if base.strip("/") else "/"
    if not path.startswith(below) or path.startswith("//"):
        return None
    rest = path.removeprefix(below)
    # As a browser counts: what a link is relative to ends with the last "/".
    up = "../" * rest.count("/") or "./"
    place = rest.lower().find(_ASKED)
    if place >= 0:
        rest, found = rest[:place], rest[place + len(_ASKED) :]
        # Whoever wrote "%3F" may have written "%3D" too.
        query = "&".join(filter(None, (found if "=" in found else quote(unquote(found), _IN_A_QUERY), query)))
    name = rest.rstrip("/").rpartition("/")[2]
    known = page_by_name(unquote(name))
    is_broken = _BROKEN.search(name) is not None or "\N{REPLACEMENT CHARACTER}" in unquote(name)
    if place < 0 and "/" not in rest.rstrip("/") and known in ("", name) and not is_broken:
        return None
    if is_broken:
        name = quote(unquote(name).replace("\N{REPLACEMENT CHARACTER}", "%"))
    return Elsewhere(up, known or name, query, place >= 0)


async def _lead(send: Send, way: str) -> None:
    headers = [(b"location", way.encode("latin-1")), (b"cache-control", b"no-cache"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


class _Instead:
    """Lets every answer through but a page: in its place the browser is led elsewhere."""

    def __init__(self, send: Send, way: str) -> None:
        self.send, self.way, self.led = send, way, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            kinds = [value for name, value in message["headers"] if name.lower() == b"content-type"]
            self.led = message["status"] == 200 and any(kind.startswith(b"text/html") for kind in kinds)
            if self.led:
                await _lead(self.send, self.way)
        if not self.led:
            await self.send(message)
