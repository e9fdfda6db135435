"""The bar at the top of every page, and the line that stays in view when the number has left the screen."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import NotRequired

from probcalc.present.languages.language import code_of_language, name_of_language, said
from probcalc.web.pages.answer.drawn import Line
from probcalc.web.parts.controls import Action, Control, Link, picker
from probcalc.web.parts.lines import Search, finder
from probcalc.web.parts.markup import Markup, icon, join, tag
from probcalc.web.parts.rows import spark

_MOST_NOTICES = 3
# A longer title takes two lines of smaller letters on a phone.
_LONGEST_TITLE = 18
# Where a page without an answer begins.
_BELOW = "pc-below"


class Page(Link):
    """A page to go to, and whether one is there."""

    here: bool


class IconAction(Action):
    """Something to do with a page, as an icon with its number."""

    icon: str
    on: NotRequired[bool]
    count: NotRequired[str]


def top_bar(
    *,
    home: str,
    first: bool,
    game: str,
    title: str,
    pick: Control | None,
    pages: Sequence[Page],
    menu: Sequence[Page],
    actions: Sequence[IconAction],
    languages: Mapping[str, str],
    answers: bool,
    heads: bool,
    search: Search,
) -> Markup:
    """The bar at the top of a page; `languages` are the addresses of the same page by the codes of its languages.

    Where it `answers` it has a way to skip to the answer below it, else to whatever the page begins with; where it
    `heads`, its title is the heading of the page.
    """
    back = tag("a.ic.back", icon("back"), href=home, data_tap="go home", aria_label="All games")
    long = ".long" if len(pick["shown"] if pick else title) > _LONGEST_TITLE else ""
    # The list to pick a question from is no heading.
    name = tag("h1.unseen", ", ".join(filter(None, (title, game)))) if heads else None
    shown = picker(pick, "name") if pick else tag("b", title)
    heading = tag(f"div.q{long}", name, tag("small", game) if game else None, shown)
    mark = tag("a.mark", _logo(), tag("b", "probcalc"), href=home, data_tap="go home")
    buttons = [
        tag(
            f"button.ic{'.on' if action.get('on') else ''}",
            icon(action["icon"]),
            tag("sup", action["count"]) if action.get("count") else None,
            data_tap=action["tap"],
            aria_label=action["label"],
            title=action["label"],
        )
        for action in actions
    ]
    more = tag("button.ic.menu", icon("menu"), popovertarget="pc-menu", aria_label="Menu")
    return join(
        _skip("Skip to the answer", "result") if answers else _skip("Skip to the page", _BELOW),
        tag(
            "header.top",
            mark if first else join(back, heading, finder(search, "bar")),
            tag("nav", map(_link, pages), aria_label="Pages"),
            buttons,
            more,
        ),
        tag(
            "nav.menu-list",
            None if first else finder(search, "menu"),
            map(_link, menu),
            _languages(languages),
            id="pc-menu",
            popover=True,
            aria_label="All pages",
        ),
        _keys(),
        # What is said for a moment stays, though the page be drawn meanwhile.
        tag("p.said", id="pc-said", role="status", data_still=True),
        _script_words(),
        _stale(),
        None if answers else tag("span", id=_BELOW, tabindex="-1"),
    )


def _skip(label: str, to: str) -> Markup:
    """The first thing that the keyboard reaches: past the bar."""
    return tag("a.skip", label, href=f"#{to}", data_skip=True)


_KEYS = (
    ("/", "search"),
    ("p", "pin to compare"),
    ("c", "copy the link"),
    ("Tab", "from control to control"),
    ("← → ↑ ↓", "through a heat map, Home and End to the ends of a row"),
    ("?", "this list"),
)


def _keys() -> Markup:
    rows = [tag("div", tag("dt", tag("kbd", key)), tag("dd", does)) for key, does in _KEYS]
    return tag("div.keys", tag("h2", "Keys"), tag("dl", rows), id="pc-keys", popover=True)


def _stale() -> Markup:
    """What is shown while the server cannot be reached: the answer stays, and the page can be asked anew."""
    return tag(
        "div.stale",
        tag("p", tag("b", "No connection."), " What you see is the last answer."),
        tag("button.chip", "Reconnect", data_reload=True),
        role="status",
    )


def _link(page: Page) -> Markup:
    return tag(
        "a", page["label"], href=page["href"], data_tap=page["tap"], aria_current="page" if page["here"] else None
    )


_SCRIPT_WORDS = (
    "Link copied",
    "Copied",
    "Calculating …",
    "Share: link, QR code, files, command line",
    "This browser does not let a page copy.",
    "This browser does not let a page send.",
    "This browser does not let a page copy a picture: save it as PNG.",
)


def _script_words() -> Markup | None:
    """What the script says itself, where the reader's language is not English."""
    words = {text: said(text) for text in _SCRIPT_WORDS}
    if all(text == told for text, told in words.items()):
        return None
    return tag("span", id="pc-words", hidden=True, data_words=json.dumps(words, ensure_ascii=False))


def _languages(addresses: Mapping[str, str]) -> Markup:
    """The languages in which the page can be read, each by its own name."""
    rows = [
        tag(
            "a",
            Markup(escape(name_of_language(code))),
            lang=code,
            href=href,
            data_tap=f"language {code}",
            aria_current="true" if code == code_of_language() else None,
        )
        for code, href in addresses.items()
    ]
    return tag("div.languages", rows, role="group", aria_label="Language")


def _logo() -> Markup:
    return Markup(
        '<svg viewBox="0 0 20 20" width="22" height="22" aria-hidden="true"><path d="M1 10h4.5v9H1z" fill="var(--a)">'
        '</path><path d="M7.5 2H12v17H7.5z" fill="var(--a)"></path>'
        '<path d="M14 14h4.5v5H14z" fill="var(--b)"></path></svg>'
    )


def one_line(line: Line) -> Markup:
    """The line in view when the result card is not."""
    return tag(
        "a.bar1",
        tag("b", line["value"]),
        tag("span", line["sentence"]),
        spark(line["spark"]) if line.get("spark") else None,
        href="#result",
        data_skip=True,
        aria_hidden="true",
        tabindex="-1",
    )


def paper_foot(rules: str) -> Markup:
    """The foot of a printed page: by which rules it answers, and its address, which the script puts in."""
    return tag("p.paper", rules, " ", tag("span", data_here=True))


def notices(lines: Sequence[str]) -> Markup:
    """What was ignored of a link, as one notice; many lines are folded behind one."""
    if len(lines) == 1:
        return tag("section.card.notice", tag("p", lines[0]), role="status")
    listed = tag("ul", [tag("li", line) for line in lines])
    if len(lines) <= _MOST_NOTICES:
        return tag("section.card.notice", listed, role="status")
    told = tag("summary", f"{len(lines)} parts of this link were not recognised and were ignored.")
    return tag("section.card.notice", tag("details", told, listed), role="status")
