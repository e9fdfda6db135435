"""A card in somebody else's page: the frame that shows it, and what oEmbed says of it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, get_args

from probcalc.present.cards.pen import HEIGHT, WIDTH, Theme
from probcalc.present.languages.language import said, speaking
from probcalc.web.preview import card_of
from probcalc.web.tags import Preview, frame

_BROADEST, _NARROWEST = 1200, 200
EMBEDDED_THEMES = (*get_args(Theme), "auto")
# The frame tells its height to the page around it, which knows it by the kind of the message.
_SCRIPT = """
const tell = () => parent.postMessage({kind: "probcalc:height", height: document.documentElement.scrollHeight}, "*");
new ResizeObserver(tell).observe(document.documentElement); tell();
"""


def embed(found: Preview, origin: str, theme: str = "light") -> str:
    """The page of one card, as a frame shows it.

    >>> 'role="img"' in embed(Preview(), "https://example.org")
    True
    """
    shade: Theme = theme if theme in get_args(Theme) else "light"  # type: ignore[assignment]
    with speaking(found.language):
        title, svg = escape(said(found.title)), card_of(found.query, shade, found.path)
        if theme == "auto":
            # Of both cards the one is seen that the reader's system asks for.
            svg = f'<div class="light">{svg}</div><div class="dark">{card_of(found.query, "dark", found.path)}</div>'
    page = escape(f"{origin}/{found.address}")
    return (
        f'<!doctype html><html lang="{found.language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<style>html,body{margin:0}a{display:block}svg{display:block;width:100%;height:auto;border-radius:12px}"
        "@media (prefers-color-scheme:dark){.light{display:none}}"
        "@media not (prefers-color-scheme:dark){.dark{display:none}}"
        "</style>"
        f'</head><body><a href="{page}" target="_blank" rel="noopener" aria-label="{title}">'
        f"{svg}</a><script>{_SCRIPT}</script></body></html>"
    )


def describe_embed(found: Preview, origin: str, asked: Mapping[str, str]) -> dict[str, Any]:
    """What oEmbed says of a page.

    >>> describe_embed(Preview(), "https://example.org", {})["type"]
    'rich'
    """
    width = min(_within(asked.get("maxwidth", "")), _within(asked.get("maxheight", "")) * WIDTH // HEIGHT)
    height = width * HEIGHT // WIDTH
    theme = f"&theme={asked['theme']}" if asked.get("theme") in EMBEDDED_THEMES else ""
    source = f"{origin}/{found.address}{'&' if '?' in found.address else '?'}embed=1{theme}"
    with speaking(found.language):
        title = said(found.title)
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "probcalc",
        "provider_url": f"{origin}/",
        "title": title,
        "html": frame(source, title, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": f"{origin}/api/v1/{found.card}",
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }


def _within(said: str) -> int:
    return (
        min(_BROADEST, max(_NARROWEST, int(said)))
        if said.isascii() and said.isdecimal() and len(said) < 7
        else _BROADEST
    )
