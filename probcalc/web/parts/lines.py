"""The first page: every game in one line with its famous question answered; and what a search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.present.decimals import PERCENT
from probcalc.present.home import HomeLine
from probcalc.web.parts.controls import Action, Link, Way
from probcalc.web.parts.markup import Markup, icon, tag
from probcalc.web.parts.rows import Bar, spark


class GameLine(Way):
    """A game with a famous question of it, answered."""

    game: str
    question: str
    questions: str
    value: str
    unit: str
    bars: Sequence[Bar]


class Page(Link):
    """The way to another page, with a line about it."""

    note: str


class Hit(Way):
    """What a search found, with its number where a tap may work it out, else ""."""

    title: str
    note: str
    value: str


class Search(TypedDict):
    """What is searched for, what was found, and what to try instead; a tap takes out again what was `read` so."""

    query: str
    rows: Sequence[Hit]
    said: str
    instead: Sequence[str]
    read: NotRequired[Sequence[Action]]
    mended: NotRequired[str]


def line_of(line: HomeLine, questions: str, bars: Sequence[Bar], way: Way) -> GameLine:
    """The line of a game by its famous question."""
    value, _, unit = line.headline.value.partition(" ")
    return {
        "game": line.system.name,
        "question": line.system.famous.question,
        "questions": questions,
        "value": value,
        "unit": PERCENT if unit == PERCENT else "",
        "bars": bars,
        **way,
    }


def home_lines(lines: Sequence[GameLine]) -> Markup:
    """Every game in one line."""
    return tag("section.card.lines", [_line(line) for line in lines])


def _line(line: GameLine) -> Markup:
    number = tag("span.hv", line["value"], tag("i", line["unit"]) if line["unit"] else None)
    words = tag("span.ht", tag("b", line["game"]), tag("span", line["question"]), tag("small", line["questions"]))
    bars = spark(line["bars"]) if line["bars"] else tag("span.spark")
    return tag("a.hl-row", words, bars, number, href=line["href"], data_tap=line["tap"])


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
            value=search["query"],
            placeholder="Try: 20 spearmen flank 3 trolls",
            aria_label="Search units, weapons, questions and rules",
            data_find=True,
            id=f"find-{name}",
            autocomplete="off",
            spellcheck="false",
            maxlength=80,
        ),
    )
    if not search["query"]:
        return tag("div.finder", field)
    rows = [
        tag(
            "a.hit",
            tag("span.t", tag("b", row["title"]), tag("small", row["note"])),
            tag("b.n", row["value"]) if row["value"] else None,
            href=row["href"],
            data_tap=row["tap"],
        )
        for row in search["rows"]
    ]
    read = [
        tag("button.chip", piece["label"], tag("small", "×"), data_tap=piece["tap"]) for piece in search.get("read", ())
    ]
    read = [tag("span.quiet", "Read as"), *read] if read else []
    mended = tag("p.quiet.mended", search["mended"], role="status") if search.get("mended") else None
    instead = [tag("button.chip", word, data_tap=f"find {word}") for word in search["instead"]]
    said = tag("p.quiet", search["said"], role="status")
    return tag(
        "div.finder",
        field,
        tag("div.hits", said, mended, tag("div.chips", [*read, *instead]) if read or instead else None, rows),
    )
