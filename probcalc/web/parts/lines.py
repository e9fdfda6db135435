"""The first page: every game in one line with its famous question answered; and what a search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from probcalc.present.sentences.home import HomeLine
from probcalc.web.parts.controls import Action, Link, Way
from probcalc.web.parts.markup import Markup, icon, tag
from probcalc.web.parts.rows import Bar, spark


class Page(Link):
    """The way to another page, with a line about it."""

    note: str


class Hit(Way):
    """What a search found, with its number where a tap may work it out, else ""."""

    title: str
    note: str
    value: str


class Search(NamedTuple):
    """What is searched for, what was found, and what to try instead; a tap takes out again what was `read` so."""

    query: str = ""
    rows: Sequence[Hit] = ()
    said: str = ""
    instead: Sequence[str] = ()
    read: Sequence[Action] = ()
    mended: str = ""


def line_of(line: HomeLine, note: str, bars: Sequence[Bar], way: Way) -> Markup:
    """The line of a game by its famous question."""
    value = line.headline.value.partition(" ")[0]
    return game_line(line.system.name, line.system.famous.name, note, value, "", bars, way)


def game_line(game: str, question: str, note: str, value: str, unit: str, bars: Sequence[Bar], way: Way) -> Markup:
    """A game with a question of it, answered, and a note."""
    number = tag("span.hv", value, tag("i", unit) if unit else None)
    words = tag("span.ht", tag("b", game), tag("span", question), tag("small", note))
    picture = spark(bars) if bars else tag("span.spark")
    return tag("a.hl-row", words, picture, number, href=way["href"], data_tap=way["tap"])


def home_lines(lines: Sequence[Markup]) -> Markup:
    """Every game in one line."""
    return tag("section.card.lines", lines)


def more(title: str, ways: Sequence[Page]) -> Markup:
    """What else there is."""
    rows = [
        tag("a.card.way", tag("b", row["label"]), " ", tag("span", row["note"]), href=row["href"], data_tap=row["tap"])
        for row in ways
    ]
    return tag("nav.ways", rows, aria_label=title)


def finder(search: Search, name: str) -> Markup:
    """A field to search in, and what was found; each piece that was read is taken out again with a tap."""
    field = tag(
        "label.find",
        icon("find"),
        tag(
            "input",
            type="search",
            value=search.query,
            placeholder="Try: 20 spearmen flank 3 trolls",
            aria_label="Search units, weapons, questions and rules",
            data_find=True,
            id=f"find-{name}",
            autocomplete="off",
            spellcheck="false",
            maxlength=80,
        ),
    )
    if not search.query:
        return tag("div.finder", field)
    rows = [
        tag(
            "a.hit",
            tag("span.t", tag("b", row["title"]), tag("small", row["note"])),
            tag("b.n", row["value"]) if row["value"] else None,
            href=row["href"],
            data_tap=row["tap"],
        )
        for row in search.rows
    ]
    read = [tag("button.chip", piece["label"], tag("small", "×"), data_tap=piece["tap"]) for piece in search.read]
    read = [tag("span.quiet", "Read as"), *read] if read else []
    mended = tag("p.quiet.mended", search.mended, role="status") if search.mended else None
    instead = [tag("button.chip", word, data_tap=f"find {word}") for word in search.instead]
    said = tag("p.quiet", search.said, role="status")
    return tag(
        "div.finder",
        field,
        tag("div.hits", said, mended, tag("div.chips", [*read, *instead]) if read or instead else None, rows),
    )
