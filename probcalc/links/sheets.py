"""A sheet as a link: its text, compressed, as `g=` with the version of its language, behind `#` or told to a server."""

from __future__ import annotations

import re
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
MOST_HELD = 20_000
"""So much is read of what stands behind `#`."""
SHEET_KEY, QUESTION_KEY, PAGE_KEY = "g", "question", "p"
OWN = "sheet_"
"""What the id of a game of somebody's own begins with, for as long as it is open."""
_OWN_ID = re.compile(rf"\b{OWN}[a-z0-9_]+(?=\.)")
_TEXT_KEY = re.compile(rf"{SHEET_KEY}[2-9]?")


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


def sheet_url(base: str, text: str, question: str = "", parameters: Mapping[str, Any] | None = None) -> str:
    """The address of a sheet; behind `#`, so that no server is told of it.

    >>> base, _, told = sheet_url("http://localhost:8501/", "result: done = d6 >= 4", "done").partition("#g=")
    >>> base, unpack(told.partition("&")[0]), told.partition("&")[2]
    ('http://localhost:8501/', 'result: done = d6 >= 4', 'question=done')
    """
    return f"{base}#{_encode(sheet_query(text, question, parameters))}"


def shown_sheet_url(base: str, text: str, question: str = "", parameters: Mapping[str, Any] | None = None) -> str:
    """The address of a sheet whose answer a chat shows: the server at `base` is told of it; "" where it is too long.

    >>> shown_sheet_url("http://localhost:8501/your-game", "result: done = d6 >= 4")[:36]
    'http://localhost:8501/your-game?g=1.'
    """
    query = _encode(sheet_query(text, question, parameters))
    return f"{base}?{query}" if len(query) <= MOST_SHOWN else ""


def sheet_query(text: str, question: str = "", parameters: Mapping[str, Any] | None = None) -> dict[str, str]:
    """A sheet, a question of it and settings as the fields of a link.

    >>> sheet_query("result: done = d6 >= 4", "done", {"cover": True})["cover"]
    'yes'
    """
    settings = {QUESTION_KEY: question, **(parameters or {})} if question else dict(parameters or {})
    return {SHEET_KEY: pack(text)} | {name: _text(value) for name, value in settings.items()}


def settings_of(fields: Mapping[str, str]) -> tuple[str, str, dict[str, str]]:
    """The sheet of a link, its question and the settings, each "" or none where there is none.

    >>> settings_of({"g": "1.x", "question": "strike", "cover": "yes"})
    ('1.x', 'strike', {'cover': 'yes'})
    """
    rest = {name: text for name, text in fields.items() if name not in (SHEET_KEY, QUESTION_KEY)}
    return fields.get(SHEET_KEY, ""), fields.get(QUESTION_KEY, ""), rest


def own_ids(query: Mapping[str, str]) -> list[str]:
    """The ids of games of somebody's own whose questions a query asks, each once.

    >>> own_ids({"1.s": "sheet_bog.strike", "2.s": "chronopia.melee", "3.s": "sheet_bog.flee"})
    ['sheet_bog']
    """
    return list(dict.fromkeys(name for text in query.values() for name in _OWN_ID.findall(text)))


def with_ids(query: Mapping[str, str], ids: Mapping[str, str]) -> dict[str, str]:
    """A query in which games of somebody's own have other ids.

    >>> with_ids({"1.s": "sheet_bog.strike", "1.models": "8"}, {"sheet_bog": "sheet_g"})
    {'1.s': 'sheet_g.strike', '1.models': '8'}
    """
    return {key: _OWN_ID.sub(lambda found: ids.get(found[0], found[0]), text) for key, text in query.items()}


def page_fragment(page: str, query: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """What stands behind the address of a page that asks questions of several games: their texts, and what it asks.

    Each game is called there by the key of its text, sheet_g or sheet_g2.

    >>> held = page_fragment("compare", {"1.s": "sheet_bog.strike"}, {"sheet_bog": "result: done = d6 >= 4"})
    >>> held[:5], held.partition("&")[2]
    ('#g=1.', 'p=compare&1.s=sheet_g.strike')

    Raises:
        InputError: when it is too long.
    """
    keys = {name: SHEET_KEY if place == 1 else f"{SHEET_KEY}{place}" for place, name in enumerate(texts, 1)}
    held = {keys[name]: pack(text) for name, text in texts.items()} | {PAGE_KEY: page}
    told = _encode(held | with_ids(query, {name: f"{OWN}{key}" for name, key in keys.items()}))
    if len(told) >= MOST_HELD:
        raise InputError(f"the games take {len(told):,} characters in a link, and fewer than {MOST_HELD:,} are read")
    return f"#{told}"


def page_of(fields: Mapping[str, str]) -> tuple[str, dict[str, str], dict[str, str]]:
    """The page that a link with games in it is of, "" for that of one game, their texts by id as packed, and the rest.

    >>> page_of({"g": "1.x", "p": "compare", "1.s": "sheet_g.strike"})
    ('compare', {'sheet_g': '1.x'}, {'1.s': 'sheet_g.strike'})
    """
    held = {f"{OWN}{key}": text for key, text in fields.items() if _TEXT_KEY.fullmatch(key)}
    rest = {key: text for key, text in fields.items() if key != PAGE_KEY and not _TEXT_KEY.fullmatch(key)}
    return fields.get(PAGE_KEY, ""), held, rest


def _encode(query: Mapping[str, str]) -> str:
    return urlencode(query, quote_via=quote)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)
