"""The question of everything there is to tell of a game, as one document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from probcalc.present.declared.question import Asked, Option, Question
from probcalc.scenarios import registry
from probcalc.scenarios.extras import need

if TYPE_CHECKING:
    from probcalc.present.documents.document import Document


def _find(asked: Asked) -> Document:
    from probcalc import __version__
    from probcalc.present.documents.game import game_document, no_link

    if PurePath(asked.said["out"]).suffix.lower() not in ("", ".md"):
        need("reports with charts", "report")
    pages = asked.said["pages"]
    link = partial(_page, pages) if pages else no_link
    return game_document(registry.system(asked.place), __version__, asked.said["variant"], asked.progress, link)


def _page(pages: str, scenario: str, parameters: Mapping[str, Any]) -> str:
    """The address of the page of a request."""
    from probcalc import links

    return links.to_url(f"{pages.rstrip('/')}/", scenario, parameters)


def _write(found: Document, _: Asked, form: str) -> str | bytes:
    if form == ".html":
        from probcalc.present.documents.html import html_document

        return html_document(found).encode()
    if form == ".pdf":
        from probcalc.present.documents.pdf import pdf_document

        return pdf_document(found)
    from probcalc.present.documents.document import markdown_document

    text = markdown_document(found)
    return f"{text}\n".encode() if form else text


QUESTION = Question(
    13,
    "A whole game as one document: tables, charts, balance, rulings that matter.",
    "Every weapon against every target, what each number and circumstance is worth, balance, rulings and findings.",
    None,
    _find,
    lambda *_: (),
    ("reikhammer", "reikhammer --out reikhammer.html", "reikhammer --variant d6=d8 --out d8.pdf"),
    of="system",
    options=(
        Option("variant", "By the rules of a variant, as d20=2d10; boost=3.", form="TEXT"),
        Option(
            "out",
            "Where to: .html, .md or .pdf; without it Markdown is written here.",
            form="FILE",
            kind="out",
            choices=(".html", ".md", ".pdf"),
        ),
        Option("pages", "Where the pages are, so that numbers lead to theirs.", form="ADDRESS", kind="address"),
    ),
    forms=(),
    writes=_write,
)
