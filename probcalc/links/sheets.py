"""A sheet as a link: its text, compressed, as `g=` with the version of its language, behind `#` or told to a server."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from probcalc.scenarios.errors import InputError

VERSION = 1
MOST_ENCODED = 12_000
MOST_INFLATED = 64_000
MOST_SHOWN = 6_000
"""So long may the query be of a link whose answer a chat shows."""
SHEET_KEY, QUESTION_KEY = "g", "question"


def pack(text: str) -> str:
    """A sheet as it stands in a link: 1. and its text, deflated, in base64 without padding.

    >>> pack("result: done = d6 >= 4")[:2], unpack(pack("result: done = d6 >= 4"))
    ('1.', 'result: done = d6 >= 4')

    Raises:
        InputError: when it is too long for a link.
    """
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    raw = squeezed.compress(text.encode("utf-8")) + squeezed.flush()
    found = f"{VERSION}.{urlsafe_b64encode(raw).decode('ascii').rstrip('=')}"
    if len(found) > MOST_ENCODED:
        raise InputError(f"the sheet takes {len(found):,} characters in a link, and at most {MOST_ENCODED:,} are read")
    return found


def unpack(code: str) -> str:
    """The text of a sheet in a link; no more is unpacked than a sheet may hold.

    Raises:
        InputError: when it is none, is too long, or was written by a later version.
    """
    version, dot, rest = code.strip().partition(".")
    if not dot or not version.isdecimal() or not version.isascii():
        raise InputError("the link holds no sheet")
    if version != str(VERSION):
        raise InputError(f"this sheet is of version {version[:10]}, and version {VERSION} is read")
    if len(code) > MOST_ENCODED:
        raise InputError(f"a sheet takes at most {MOST_ENCODED:,} characters in a link, not {len(code):,}")
    try:
        raw = urlsafe_b64decode(rest.encode("ascii") + b"=" * (-len(rest) % 4))
        opened = zlib.decompressobj(-zlib.MAX_WBITS)
        text = opened.decompress(raw, MOST_INFLATED + 1)
    except (NotBase64, UnicodeEncodeError, ValueError, zlib.error):
        raise InputError("the sheet in the link is damaged") from None
    if len(text) > MOST_INFLATED or not opened.eof:
        said = f"is longer than {MOST_INFLATED:,} bytes" if len(text) > MOST_INFLATED else "is damaged"
        raise InputError(f"the sheet in the link {said}")
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("the sheet in the link is damaged") from None


def sheet_url(base: str, text: str, question: str = "", given: Mapping[str, Any] | None = None) -> str:
    """The address of a sheet; behind `#`, so that no server is told of it.

    >>> base, _, told = sheet_url("http://localhost:8501/", "result: done = d6 >= 4", "done").partition("#g=")
    >>> base, unpack(told.partition("&")[0]), told.partition("&")[2]
    ('http://localhost:8501/', 'result: done = d6 >= 4', 'question=done')
    """
    return f"{base}#{_encode(sheet_query(text, question, given))}"


def shown_sheet_url(base: str, text: str, question: str = "", given: Mapping[str, Any] | None = None) -> str:
    """The address of a sheet whose answer a chat shows: the server at `base` is told of it; "" where it is too long.

    >>> shown_sheet_url("http://localhost:8501/your-game", "result: done = d6 >= 4")[:36]
    'http://localhost:8501/your-game?g=1.'
    """
    query = _encode(sheet_query(text, question, given))
    return f"{base}?{query}" if len(query) <= MOST_SHOWN else ""


def sheet_query(text: str, question: str = "", given: Mapping[str, Any] | None = None) -> dict[str, str]:
    """A sheet, a question of it and settings as the fields of a link.

    >>> sheet_query("result: done = d6 >= 4", "done", {"cover": True})["cover"]
    'yes'
    """
    settings = {QUESTION_KEY: question, **(given or {})} if question else dict(given or {})
    return {SHEET_KEY: pack(text)} | {name: _text(value) for name, value in settings.items()}


def settings_of(fields: Mapping[str, str]) -> tuple[str, str, dict[str, str]]:
    """The sheet of a link, its question and the settings, each "" or none where there is none.

    >>> settings_of({"g": "1.x", "question": "strike", "cover": "yes"})
    ('1.x', 'strike', {'cover': 'yes'})
    """
    rest = {name: text for name, text in fields.items() if name not in (SHEET_KEY, QUESTION_KEY)}
    return fields.get(SHEET_KEY, ""), fields.get(QUESTION_KEY, ""), rest


def _encode(query: Mapping[str, str]) -> str:
    return urlencode(query, quote_via=quote)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)
