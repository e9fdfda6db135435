"""Markup: the one place where text becomes HTML, and where it is escaped.

Every part is put together with `tag`. A plain string among its children or attributes is text and is escaped; only what
`tag` itself made is markup. Here text is said in the reader's language too, so no part need know of any but English.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from probcalc.present.languages.language import said

_EMPTY = frozenset({"br", "img", "input", "link", "meta"})
# What a reader types, and what is copied, is as it is.
_AS_IT_IS = frozenset({"textarea", "pre", "code", "kbd", "style"})
_READ = frozenset({"title", "aria_label", "aria_valuetext", "placeholder", "alt"})


class Markup(str):
    """Text that is HTML already: made by `tag` and `join` alone."""

    __slots__ = ()


Child: TypeAlias = "str | Iterable[Child] | None"
Attribute: TypeAlias = str | int | bool | None
NOTHING = Markup("")


def join(*children: Child) -> Markup:
    """Children one after the other; strings are escaped, None is nothing.

    >>> join("a < b", None, [tag("b", "c")])
    'a &lt; b<b>c</b>'
    """
    parts: list[str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            parts.append(str(child))
        elif isinstance(child, str):
            parts.append(escape(said(child)))
        else:
            parts.append(str(join(*child)))
    return Markup("".join(parts))


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element; "div.card.result" has two classes, `aria_label` is aria-label, `for_` is for.

    An attribute that is True stands without a value, one that is False or None is left out.

    >>> tag("b.n", '"<x>"', title='"', hidden=True, lang=None)
    '<b class="n" title="&quot;" hidden>&quot;&lt;x&gt;&quot;</b>'
    """
    element, *classes = name.split(".")
    written = [f' class="{" ".join(classes)}"'] if classes else []
    # No button of a page sends a form.
    written += [' type="button"'] if element == "button" else []
    for key, value in attributes.items():
        if key.startswith("aria_") and isinstance(value, bool):
            value = "true" if value else "false"
        if value is None or value is False:
            continue
        attribute = key.rstrip("_").replace("_", "-")
        text = said(str(value)) if key in _READ else str(value)
        written.append(f" {attribute}" if value is True else f' {attribute}="{escape(text)}"')
    opening = f"<{element}{''.join(written)}>"
    if element in _AS_IT_IS:
        children = tuple(Markup(escape(c)) if isinstance(c, str) and not isinstance(c, Markup) else c for c in children)
    return Markup(opening if element in _EMPTY else f"{opening}{join(*children)}</{element}>")


def stretched(wide: int, high: int, *paths: Child) -> Markup:
    """Paths drawn over the whole of the place in which they lie; the words beside them tell what they show."""
    return tag("svg", *paths, viewBox=f"0 0 {wide} {high}", preserveAspectRatio="none", aria_hidden="true")


def icon(name: str) -> Markup:
    """A small drawing of one line, in the colour of the text."""
    path = tag("path", d=_ICONS[name])
    return Markup(
        '<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.9"'
        f' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">{path}</svg>'
    )


_ICONS = {
    "back": "M12.5 4 6.5 10l6 6",
    "share": "M10 12V3M6.5 6 10 2.7 13.5 6M4 10v6.5h12V10",
    "menu": "M3 5.5h14M3 10h14M3 14.5h14",
    "pin": "M7 3h6M8 3v5l-2.5 3.5h9L12 8V3M10 11.5V17",
    "find": "M9 3.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13.5 13.5l4 4",
    "swap": "M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3",
    "close": "M5 5l10 10M15 5 5 15",
}
