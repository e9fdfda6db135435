"""What of the static pages travels: previews with their cards, a short page for each ready-made question, the map."""

from __future__ import annotations

import io
from collections.abc import Mapping
from html import escape
from pathlib import Path

from probcalc.present.cards.card import card_png, general_card_svg
from probcalc.site.addresses import address_of, file_name
from probcalc.site.document import BuildPaths
from probcalc.site.prerender import Drawn
from probcalc.web.parts.markup import Markup
from probcalc.web.paths import short_paths
from probcalc.web.tags import Preview, tags

_GENERAL = "general"
_COLOURS = 48
Heads = Mapping[tuple[str, str], "Head"]


class Head:
    """What the head of a drawn page says, and its card.

    Args:
        place: where the pages lie.
        page: the page, drawn.
    """

    def __init__(self, place: BuildPaths, page: Drawn) -> None:
        self.place, self.page = place, page
        title, about, query = page.preview
        self.preview = Preview(title, about, page.path, query)
        self.name = file_name(page.path, page.query or page.asked) if query else _GENERAL

    @property
    def address(self) -> str:
        """Of the page, with the host where it is known."""
        folder = f"{self.page.path}/" if self.page.path else ""
        query = f"?{self.page.query}" if self.page.query else ""
        return f"{self.place.host}{self.place.base}{folder}{query}"

    @property
    def card(self) -> str:
        """The address of the card as PNG."""
        return f"{self.place.host}{self.place.base}cards/{self.name}.png"

    @property
    def tags(self) -> Markup:
        """For the head of the file."""
        return Markup(tags(self.preview, self.address, self.card, {}))

    def write_card(self, folder: Path) -> None:
        """As SVG, light and dark, for pages that embed it, and as PNG for previews; once."""
        if (folder / f"{self.name}.png").exists():
            return
        light, dark = self.page.cards if self.preview.query else (general_card_svg(), general_card_svg("dark"))
        (folder / f"{self.name}.svg").write_text(light, "utf-8")
        (folder / f"{self.name}.dark.svg").write_text(dark, "utf-8")
        (folder / f"{self.name}.png").write_bytes(_small(card_png(light)))


def _small(png: bytes) -> bytes:
    """A drawing of few colours as it needs no more: a sixth of the bytes."""
    from PIL import Image

    made = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()


def write_short_pages(made: Path, place: BuildPaths, heads: Heads) -> None:
    """A page for each ready-made question, which a chat shows with its card and a browser leads to the answer."""
    for short, asked in short_paths().items():
        head = heads[address_of(*asked)]
        address, to = f"{place.host}{place.base}{short}/", head.address.removeprefix(place.host)
        folder = made / short
        folder.mkdir(parents=True)
        said = tags(head.preview, address, head.card, {})
        (folder / "index.html").write_text(
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'\">"
            f'<meta name="viewport" content="width=device-width, initial-scale=1">{said}'
            f'<meta http-equiv="refresh" content="0; url={escape(to)}"></head>'
            f'<body><p><a href="{escape(to)}">{escape(head.preview.title)}</a></p></body></html>\n',
            "utf-8",
        )


def write_map(made: Path, place: BuildPaths, heads: Heads) -> None:
    """The sitemap, where the host is known: each page, and each ready-made question by its short address."""
    if not place.host:
        return
    pages = [head.address for (_, query), head in heads.items() if not query]
    found = [*pages, *(f"{place.host}{place.base}{short}/" for short in short_paths())]
    rows = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in found)
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}'
    )
    (made / "sitemap.xml").write_text(f"{text}</urlset>\n", "utf-8")
    # Nobody looks for it anywhere but at the root of a host.
    (made / "robots.txt").write_text(f"User-agent: *\nSitemap: {place.host}{place.base}sitemap.xml\n", "utf-8")
