"""What the head of a page says of it to whoever does not open it: a chat, a search, a forum, a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from probcalc.present.cards.pen import HEIGHT, WIDTH
from probcalc.present.languages.language import ENGLISH, said, speaking
from probcalc.web.paths import TOOLS

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
        twin: where a program asks the same, below the address for programs.
        language: the code of the language in which it is read.
    """

    title: str = TITLE
    about: str = ABOUT
    path: str = ""
    query: str = ""
    twin: str = ""
    language: str = ENGLISH

    @property
    def address(self) -> str:
        """The page with its question, below the address of the pages.

        >>> Preview(path="chronopia", query="s=chronopia.melee", language="de").address
        'chronopia?s=chronopia.melee&lang=de'
        """
        query = "&".join(filter(None, (self.query, _query_of_language(self.language))))
        return f"{self.path}{f'?{query}' if query else ''}"

    @property
    def card(self) -> str:
        """Where the card is, below the address for programs; the query of a page of no game is read as that page does.

        >>> Preview().card, Preview(path="luck", query="record=x").card
        ('card.png', 'card.png?page=luck&record=x')
        """
        page = f"page={self.path}" if any(tool.path == self.path for tool in TOOLS.values()) else ""
        asked = "&".join(filter(None, (page, self.query, _query_of_language(self.language))))
        return f"card.png?{asked}" if self.query else "card.png"


def _query_of_language(language: str) -> str:
    return "" if language == ENGLISH else f"lang={language}"


def frame(source: str, title: str, width: int, height: int) -> str:
    """The element by which somebody else's page shows a card.

    >>> frame("https://example.org/?embed=1", "2d6: 7.00", 600, 315).partition(" ")[0]
    '<iframe'
    """
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}" style="border:0;max-width:100%" '
        f'title="{escape(title)}" loading="lazy"></iframe>'
    )


def without(query: str, *names: str) -> str:
    """A query without some of its fields, all others as they are.

    >>> without("page=luck&record=2d6%20-%3E%207&theme=dark", "page", "theme")
    'record=2d6%20-%3E%207'
    """
    return "&".join(part for part in query.split("&") if part.partition("=")[0] not in names)


def tags(found: Preview, page: str, card: str, more: Mapping[str, str]) -> str:
    """The tags of a preview for the head of a page: its address, its card's, and of what else there is, by media type.

    >>> said = tags(Preview(), "https://example.org/", "https://example.org/card.png", {})
    >>> 'content="summary_large_image"' in said, said.startswith("<title>Exact odds")
    (True, True)
    """
    with speaking(found.language):
        title, about = said(found.title), said(found.about)
    named: dict[str, str | int] = {
        "og:type": "website",
        "og:site_name": "probcalc",
        "og:title": title,
        "og:description": about,
        "og:url": page,
        "og:image": card,
        "og:image:type": "image/png",
        "og:image:width": WIDTH,
        "og:image:height": HEIGHT,
        "og:image:alt": title,
    }
    written = [f"<title>{escape(title)}</title>"]
    written += [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in named.items()]
    written += [
        '<meta name="twitter:card" content="summary_large_image">',
        f'<meta name="description" content="{escape(about)}">',
        f'<link rel="canonical" href="{escape(page)}">',
    ]
    written += [f'<link rel="alternate" type="{kind}" href="{escape(where)}">' for kind, where in more.items()]
    return "".join(written)
