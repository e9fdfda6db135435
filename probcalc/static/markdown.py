"""The Markdown that the pages write as HTML: bold, code, links, lists, paragraphs, and everything else as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

_INLINE = re.compile(
    r"\\(?P<sign>[!-/:-@[-`{-~])"
    r"|\*\*(?P<bold>(?:\\.|[^\\])+?)\*\*"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<words>(?:\\.|[^\\\]])*)\]\((?P<link>https?://[^\s()]+|/[^\s()]*)\)",
    re.DOTALL,
)
_BULLET, _NUMBER = re.compile(r"[-+*] +"), re.compile(r"\d+[.)] +")


def inline(text: str) -> str:
    r"""A line of Markdown as HTML; what is escaped in it, and what is no mark, is shown as it is.

    >>> inline("**59.0%** of <all> \\*dice\\*")
    '<strong>59.0%</strong> of &lt;all&gt; *dice*'
    """
    parts: list[str] = []
    at = 0
    for found in _INLINE.finditer(text):
        parts += [escape(text[at : found.start()]), _mark(found)]
        at = found.end()
    return "".join([*parts, escape(text[at:])])


def _mark(found: re.Match[str]) -> str:
    if found["sign"]:
        return escape(found["sign"])
    if found["bold"]:
        return f"<strong>{inline(found['bold'])}</strong>"
    if found["code"]:
        return f"<code>{escape(found['code'])}</code>"
    return f'<a href="{escape(found["link"])}">{inline(found["words"])}</a>'


def markdown(text: str) -> str:
    r"""Markdown as HTML: paragraphs with blank lines between them, lists with points or numbers.

    >>> markdown("So **many**:\n\n- one\n- two")
    '<p>So <strong>many</strong>:</p><ul><li>one</li><li>two</li></ul>'
    >>> markdown("1) one\n2. two")
    '<ol><li>one</li><li>two</li></ol>'
    """
    return "".join(_blocks(text))


def _blocks(text: str) -> Iterator[str]:
    for kind, lines in groupby(text.splitlines(), _kind):
        told = [line.strip() for line in lines]
        if kind == "p":
            yield f"<p>{inline(' '.join(told))}</p>"
        elif kind:
            mark = _BULLET if kind == "ul" else _NUMBER
            items = "".join(f"<li>{inline(mark.sub('', line, 1))}</li>" for line in told)
            yield f"<{kind}>{items}</{kind}>"


def _kind(line: str) -> str:
    """The element that a line belongs to, "" between them."""
    if _BULLET.match(line):
        return "ul"
    if _NUMBER.match(line):
        return "ol"
    return "p" if line.strip() else ""
