"""A whole HTML file around a drawn page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from probcalc.web.icon import LIGHT
from probcalc.web.parts.markup import Markup, tag

# Nothing of another host, no program text in the file or made at run time; sizes of bars stand in `style`.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
DARK = "#0F1216"


@dataclass(frozen=True, slots=True)
class BuildPaths:
    """Where the files of a build lie.

    Attributes:
        base: the path of the whole, with a slash at both ends: "/odds/".
        app: the folder of the scripts below it, which is named by their content.
        host: "https://example.org", "" where it is not known.
    """

    base: str
    app: str
    host: str = ""

    def file(self, name: str) -> str:
        """The path of a script or style sheet."""
        return f"{self.base}{self.app}/{name}"


def document(place: BuildPaths, tags: Markup, page: Markup, name: str) -> str:
    """The file that shows a page at once, with the tags of its preview; `name` is the name of its answer."""
    head = tag(
        "head",
        Markup('<meta charset="utf-8">'),
        _meta("viewport", "width=device-width, initial-scale=1"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        _meta("theme-color", LIGHT, "(prefers-color-scheme: light)"),
        _meta("theme-color", DARK, "(prefers-color-scheme: dark)"),
        _meta("referrer", "no-referrer"),
        tags,
        _link("stylesheet", place.file("look.css")),
        _link("manifest", f"{place.base}manifest.webmanifest"),
        _link("icon", f"{place.base}icons/icon.svg"),
        _link("apple-touch-icon", f"{place.base}icons/icon-192.png"),
        tag("script", src=place.file("head.js")),
        tag("script", src=place.file("page.js"), type="module"),
        _link("modulepreload", place.file("parts.js")),
        _link("modulepreload", place.file("drawings.js")),
    )
    stop = tag("div", tag("button", "Stop", id="stop"), data_testid="stStatusWidget", hidden=True)
    body = tag(
        "body",
        tag(
            "div.stApp",
            tag("main.stMainBlockContainer", page, id="page"),
            tag("p", id="said", role="status", hidden=True),
            tag("noscript", tag("p.plain", "This answer stands by itself. Changing it needs JavaScript.")),
            stop,
        ),
    )
    html = tag("html", head, body, lang="en", data_base=place.base, data_query=name)
    return f"<!doctype html>\n{html}\n"


def _meta(name: str, content: str, media: str = "") -> Markup:
    only = f' media="{escape(media)}"' if media else ""
    return Markup(f'<meta name="{name}" content="{escape(content)}"{only}>')


def _link(rel: str, href: str) -> Markup:
    return Markup(f'<link rel="{rel}" href="{escape(href)}">')
