"""A whole HTML file around a drawn page."""

from __future__ import annotations

from dataclasses import dataclass

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
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        tag("meta", name="theme-color", content=LIGHT, media="(prefers-color-scheme: light)"),
        tag("meta", name="theme-color", content=DARK, media="(prefers-color-scheme: dark)"),
        tag("meta", name="referrer", content="no-referrer"),
        tags,
        tag("link", rel="stylesheet", href=place.file("look.css")),
        tag("link", rel="manifest", href=f"{place.base}manifest.webmanifest"),
        tag("link", rel="icon", href=f"{place.base}icons/icon.svg"),
        tag("link", rel="apple-touch-icon", href=f"{place.base}icons/icon-192.png"),
        tag("script", src=place.file("head.js")),
        tag("script", src=place.file("page.js"), type="module"),
        tag("link", rel="modulepreload", href=place.file("parts.js")),
        tag("link", rel="modulepreload", href=place.file("drawings.js")),
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
