"""Who asks, and by which name of this server."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_network

from starlette.types import Scope


def address_of(scope: Scope) -> str:
    """Whoever asks, by his address; of the many that one household has by the newer protocol, the network.

    >>> address_of({"client": ("192.0.2.7", 1)}), address_of({"client": ("2001:db8:1:2:3::4", 1)}), address_of({})
    ('192.0.2.7', '2001:db8:1:2::/64', '')
    """
    host = str((scope.get("client") or ("",))[0])
    try:
        return str(ip_network((IPv6Address(host), 64), strict=False))
    except ValueError:
        return host


def below(base: str) -> str:
    """The path below which all lies, as it begins an address.

    >>> below(""), below("/"), below("odds/")
    ('', '', '/odds')
    """
    return f"/{base.strip('/')}" if base.strip("/") else ""


def origin_of(scope: Scope, base: str = "") -> str:
    """Where the server stands, as whoever asks has named it, and the path below which all lies."""
    headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
    scheme = headers.get(b"x-forwarded-proto", str(scope.get("scheme", "http"))).split(",")[0].strip()
    host = headers.get(b"host", "localhost")
    if scheme not in ("http", "https") or not re.fullmatch(r"[A-Za-z0-9.:\[\]-]{1,255}", host):
        scheme, host = "http", "localhost"
    return f"{scheme}://{host}{scope.get('root_path', '')}{below(base)}"
