"""What the head of a page says of it to whoever does not open it: a chat, a search, a forum, a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from probcalc.present.card import HEIGHT, WIDTH

TITLE = "Exact odds for tabletop games"
ABOUT = "Any unit, any dice. Nothing is simulated."


@dataclass(frozen=True, slots=True)
class Preview:
    """What the head of a page says.

    Attributes:
        title: the answer as a sentence.
        about: what else is worth saying.
        path: the page that it stands on.
        query: of a question that is answered, its address; "" for the general card.
        scenario_id: its scenario.
        asked: the request alone, as a program asks it.
    """

    title: str = TITLE
    about: str = ABOUT
    path: str = ""
    query: str = ""
    scenario_id: str = ""
    asked: str = ""


def tags(found: Preview, page: str, card: str, more: Mapping[str, str]) -> str:
    """The tags of a preview for the head of a page: its address, its card's, and of what else there is, by media type.

    >>> said = tags(Preview(), "https://example.org/", "https://example.org/card.png", {})
    >>> 'content="summary_large_image"' in said, said.startswith("<title>Exact odds")
    (True, True)
    """
    named: dict[str, Any] = {
        "og:type": "website",
        "og:site_name": "probcalc",
        "og:title": found.title,
        "og:description": found.about,
        "og:url": page,
        "og:image": card,
        "og:image:type": "image/png",
        "og:image:width": WIDTH,
        "og:image:height": HEIGHT,
        "og:image:alt": found.title,
    }
    said = [f"<title>{escape(found.title)}</title>"]
    said += [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in named.items()]
    said += [
        '<meta name="twitter:card" content="summary_large_image">',
        f'<meta name="description" content="{escape(found.about)}">',
        f'<link rel="canonical" href="{escape(page)}">',
    ]
    said += [f'<link rel="alternate" type="{kind}" href="{escape(where)}">' for kind, where in more.items()]
    return "".join(said)
