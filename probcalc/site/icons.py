"""The icon, as a drawing and as pictures of the sizes that phones ask for."""

from __future__ import annotations

from pathlib import Path

from probcalc.site.tools import CannotBuild
from probcalc.web.icon import ICON, SVG, icon_svg

_SIZES = (192, 512)


def write(folder: Path) -> None:
    """Write the icon into a folder."""
    try:
        from vl_convert import svg_to_png
    except ImportError:
        raise CannotBuild("the static pages need vl-convert-python, which is not installed") from None
    folder.mkdir()
    (folder / ICON).write_text(icon_svg(), "utf-8")
    for size in _SIZES:
        for name, drawing in (("icon", icon_svg()), ("mask", icon_svg(0, 26))):
            (folder / f"{name}-{size}.png").write_bytes(svg_to_png(drawing, scale=size / 100))


def list_icons(base: str) -> list[dict[str, str]]:
    """The icons as the web manifest lists them."""
    found = [{**SVG, "src": f"{base}{ICON}"}]
    for size in _SIZES:
        sizes = f"{size}x{size}"
        found.append({"src": f"{base}icon-{size}.png", "type": "image/png", "sizes": sizes})
        found.append({"src": f"{base}mask-{size}.png", "type": "image/png", "sizes": sizes, "purpose": "maskable"})
    return found
