"""The icon of the pages, and the manifest by which a phone keeps them: of a server and of the static pages alike."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from probcalc.scenarios import registry
from probcalc.web.paths import path_of

LIGHT = "#F6F5F1"
ICON, MANIFEST = "icon.svg", "manifest.webmanifest"
"""Where a server has them, below the path of the pages."""
SVG: Mapping[str, str] = {"src": ICON, "type": "image/svg+xml", "sizes": "any"}
_BARS = (
    '<path d="M1 10h4.5v9H1z" fill="#68ACF2"/><path d="M7.5 2H12v17H7.5z" fill="#68ACF2"/>'
    '<path d="M14 14h4.5v5H14z" fill="#F0944E"/>'
)


def icon_svg(corner: int = 22, inset: float = 18) -> str:
    """The bars on a dark square; a phone may cut what lies outside the middle."""
    scale = (100 - 2 * inset) / 20
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
        f'<rect width="100" height="100" rx="{corner}" fill="#0F1216"/>'
        f'<g transform="translate({inset} {inset - 2}) scale({scale})">{_BARS}</g></svg>'
    )


def manifest(base: str, icons: Sequence[Mapping[str, str]]) -> str:
    """The web manifest of pages that lie at `base`, with the games as what a phone offers when the icon is held.

    >>> found = json.loads(manifest("/", []))
    >>> found["start_url"], found["shortcuts"][0]
    ('/', {'name': 'Chronopia', 'url': '/chronopia'})
    """
    games = (system for system in registry.all_systems() if system.is_game)
    said = {
        "name": "probcalc: exact odds for tabletop rules",
        "short_name": "probcalc",
        "id": base,
        "start_url": base,
        "scope": base,
        "display": "standalone",
        "background_color": LIGHT,
        "theme_color": LIGHT,
        "icons": icons,
        "shortcuts": [{"name": game.name, "url": f"{base}{path_of(game.id)}"} for game in games],
    }
    return json.dumps(said, indent=1)
