"""The icon, as a drawing and as pictures of the sizes that phones ask for."""

from __future__ import annotations

from pathlib import Path

from probcalc.site.tools import CannotBuild

_BARS = (
    '<path d="M1 10h4.5v9H1z" fill="#68ACF2"/><path d="M7.5 2H12v17H7.5z" fill="#68ACF2"/>'
    '<path d="M14 14h4.5v5H14z" fill="#F0944E"/>'
)
_SIZES = (192, 512)
_ROUND, _WHOLE = 22, 0


def _svg(corner: int, inset: float) -> str:
    """The bars on a dark square; a phone may cut what lies outside the middle."""
    scale = (100 - 2 * inset) / 20
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
        f'<rect width="100" height="100" rx="{corner}" fill="#0F1216"/>'
        f'<g transform="translate({inset} {inset - 2}) scale({scale})">{_BARS}</g></svg>'
    )


def write(folder: Path) -> None:
    """Write the icon into a folder."""
    try:
        from vl_convert import svg_to_png
    except ImportError:
        raise CannotBuild("the static pages need vl-convert-python, which is not installed") from None
    folder.mkdir()
    (folder / "icon.svg").write_text(_svg(_ROUND, 18), "utf-8")
    for size in _SIZES:
        for name, drawing in (("icon", _svg(_ROUND, 18)), ("mask", _svg(_WHOLE, 26))):
            (folder / f"{name}-{size}.png").write_bytes(svg_to_png(drawing, scale=size / 100))


def list_icons(base: str) -> list[dict[str, str]]:
    """The icons as the web manifest lists them."""
    found = [{"src": f"{base}icon.svg", "type": "image/svg+xml", "sizes": "any"}]
    for size in _SIZES:
        sizes = f"{size}x{size}"
        found.append({"src": f"{base}icon-{size}.png", "type": "image/png", "sizes": sizes})
        found.append({"src": f"{base}mask-{size}.png", "type": "image/png", "sizes": sizes, "purpose": "maskable"})
    return found
