"""Streamlit as the pages use it, with their words in the reader's language: the one place where its texts go out.

Pages write `from probcalc.web.controls.spoken import st` and speak English; in English Streamlit itself is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit

from probcalc.present.languages.language import ENGLISH, code_of_language, said, text_in_language
from probcalc.web.controls.markdown_text import plain

__all__ = ["said_markdown", "st"]
_MARKDOWN = ("caption", "error", "header", "info", "markdown", "success", "title")
_CONTROLS = (
    *("button", "download_button", "expander", "file_uploader", "form_submit_button", "number_input"),
    *("popover", "segmented_control", "selectbox", "text_area", "text_input", "toggle"),
)
_OTHERS = ("image", "page_link", "set_page_config", "table", "altair_chart")
_WORDED = frozenset((*_MARKDOWN, *_CONTROLS, *_OTHERS))
_CHOICES = ("segmented_control", "selectbox")
_NAMED = ("label", "help", "caption")
_PLAIN = ("alt", "page_title", "placeholder")
_ESCAPED = re.compile(r"\\([!-/:-@[-`{-~])")
_MARK = re.compile(r"^(\s*(?:[-+*]|\d+[.)]) +)?(.*)$", re.DOTALL)
# A text between marks of its own: bold, code, a link. What is escaped is none.
_SPAN = re.compile(r"(\*\*(?:\\.|[^\\*])+\*\*|`[^`]+`|\[(?:\\.|[^\\\]])*\]\([^)]*\))")


def said_markdown(body: str) -> str:
    r"""Markdown in the reader's language, line by line; marks stay, and what is escaped stays escaped.

    >>> from probcalc.present.languages.language import speaking
    >>> with speaking("de"):
    ...     said_markdown("**Situation**\n\n- about 1 in 3\n- `Situation`")
    '**Lage**\n\n- etwa 1 von 3\n- `Situation`'
    """
    return "\n".join(_line(line) for line in body.split("\n"))


def _line(line: str) -> str:
    found = _MARK.match(line)
    mark, rest = (found[1] or "", found[2]) if found else ("", line)
    if _SPAN.search(rest) and (whole := text_in_language(rest)) is not None:
        return f"{mark}{whole}"
    return mark + "".join(_span(piece) for piece in _SPAN.split(rest) if piece)


def _span(piece: str) -> str:
    if piece.startswith("`") or (piece.startswith("[") and _SPAN.fullmatch(piece)):
        return piece
    if piece.startswith("**") and piece.endswith("**") and len(piece) > 4:
        return f"**{_span(piece[2:-2])}**"
    text = _ESCAPED.sub(r"\1", piece)
    told = said(text)
    return piece if told == text else plain(told)


def _speak(name: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Call it with every word in the reader's language."""
    first = given[:1]
    if name == "table":
        first = (_table(given[0]),)
    elif name in (*_MARKDOWN, *_CONTROLS) and first:
        first = (said_markdown(str(given[0])),)
    for key in _NAMED:
        if isinstance(named.get(key), str):
            named[key] = said_markdown(named[key])
    for key in _PLAIN:
        if isinstance(named.get(key), str):
            named[key] = said(named[key])
    if name in _CHOICES:
        shown = named.get("format_func", str)
        named["format_func"] = lambda option: said(str(shown(option)))
    return call(*first, *given[1:], **named)


def _table(columns: Mapping[str, Any]) -> dict[str, list[str]]:
    """A table by columns; two whose heads are said alike stay two."""
    found: dict[str, list[str]] = {}
    for head, cells in columns.items():
        name = said_markdown(head)
        while name in found:
            name += "\u200b"
        found[name] = [said_markdown(cell) for cell in cells]
    return found


class _Spoken:
    """The module, with the words of its calls said."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(streamlit, name)
        return partial(_speak, name, found) if name in _WORDED and code_of_language() != ENGLISH else found


if TYPE_CHECKING:
    import streamlit as st
else:
    st = _Spoken()
