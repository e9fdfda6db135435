"""What was rolled: how lucky it was, what to tap as it is rolled, and how a die's faces came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from probcalc.web.parts.law import law_bars
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import MINUS, chance, mean_text, part, share, with_minus


def verdict_card(card: Mapping[str, Any]) -> Markup:
    """A verdict with its number; `card` is {title, mood, number, among, words, rank?, law?, said: [text]}.

    >>> "4" in verdict_card({"title": "Anna was unlucky", "mood": "bad", "number": "4", "among": "in 100",
    ...     "words": "evenings go as badly or worse", "said": []})
    True
    """
    big = tag("span.num", card["number"], tag("i", f" {card['among']}"))
    return tag(
        f"section.card.fate.{card['mood']}",
        tag("h2.say", card["title"]),
        tag("div.big", big, tag("span.verd", tag("b", card["words"]))),
        tag("p.sec", card["rank"]) if card.get("rank") else None,
        law_bars(card["law"]) if card.get("law") else None,
        [tag("p.sec", with_minus(line)) for line in card["said"]],
    )


def words_card(title: str, lines: Sequence[str], quiet: bool = False) -> Markup:
    """A card of sentences."""
    return tag("section.card", tag("h2", title), [tag("p.quiet" if quiet else "p.sec", line) for line in lines])


def _taps(entries: Sequence[Mapping[str, Any]]) -> list[Markup]:
    return [
        tag(
            "button.chip",
            entry["label"],
            tag("small", entry["note"]) if entry.get("note") else None,
            type="button",
            data_tap=entry["tap"],
            aria_pressed=None if "on" not in entry else "true" if entry["on"] else "false",
        )
        for entry in entries
    ]


def adding_rolls(card: Mapping[str, Any]) -> Markup:
    """What to tap as it is rolled.

    `card` is {requests, sides, title, told, near, others, now, undo?}; requests, sides, near and others are lists of
    {label, tap, note?, on?}.
    """
    rest = card["others"]
    return tag(
        "section.card.rolling",
        tag("h2", "Add a roll"),
        tag("div.chips", _taps(card["sides"]), role="group", aria_label="Who rolled") if card["sides"] else None,
        tag("div.chips", _taps(card["requests"]), role="group", aria_label="What was rolled"),
        tag("p.sec", tag("b", card["title"])),
        tag("p.quiet", card["told"]) if card["told"] else None,
        tag("div.chips.taps", _taps(card["near"])),
        tag("details", tag("summary.link", f"{len(rest)} more"), tag("div.chips.taps", _taps(rest))) if rest else None,
        tag(
            "div.head",
            tag("p.quiet", card["now"], role="status"),
            tag("button.link", "Undo", type="button", data_tap="undo") if card.get("undo") else None,
        ),
    )


def record_card(rows: Sequence[Mapping[str, Any]]) -> Markup:
    """The lines of a record; `rows` are {line, side, name, came, luck, remove}, the luck an exact number as text."""
    widest = max((abs(share(row["luck"])) for row in rows), default=Fraction(1)) or Fraction(1)
    lines = []
    for row in rows:
        luck = share(row["luck"])
        mood = "good" if luck > 0 else "bad" if luck < 0 else "even"
        sign = "+" if luck > 0 else ""
        stroke = tag(f"i.stroke.{mood}", tag("u", style=f"--v:{part(abs(luck) / widest)}"), aria_hidden="true")
        amount = "0" if not luck else f"{sign}{mean_text(luck)}"
        told = tag("span", tag("b", row["name"]), tag("small", f"{row['side']}came {row['came']}"))
        gone = tag("button.link", "×", type="button", data_tap=row["remove"], aria_label=f"Remove line {row['line']}")
        lines.append(tag("li", tag("small", str(row["line"])), told, stroke, tag(f"b.{mood}", amount), gone))
    return tag("section.card.came", tag("h2", f"The record: {len(rows)} rolls"), tag("ol", lines))


def pad_card(pad: Mapping[str, Any]) -> Markup:
    """The faces of a die to be tapped as they are thrown; `pad` is {die, dice, keys, last, undo}."""
    keys = [
        tag(
            "button.face-key",
            tag("b", key["face"].replace("-", MINUS)),
            tag("small", str(key["count"])),
            type="button",
            data_tap=key["tap"],
            aria_label=f"{key['face']}, {key['count']} so far",
        )
        for key in pad["keys"]
    ]
    return tag(
        "section.card.dice-pad",
        tag("h2", f"Tap what a {pad['die']} shows"),
        tag("div.chips", _taps(pad["dice"]), role="group", aria_label="Which die"),
        tag("div.taps", keys),
        tag(
            "div.head",
            tag("p.quiet", pad["last"], role="status"),
            tag("button.link", "Undo", type="button", data_tap="undo") if pad["undo"] else None,
        ),
    )


def faces_card(faces: Sequence[Mapping[str, Any]], expected: str | None, said: str) -> Markup:
    """How often each face came, beside what a fair die shows; `faces` are {face, count, band: [least, most], p}."""
    highest = max((max(face["count"], face["band"][1]) for face in faces), default=1) or 1
    rows = []
    for face in faces:
        least, most = face["band"]
        outside = not least <= face["count"] <= most
        track = tag(
            "span.track",
            tag("i", style=f"--v:{part(Fraction(least, highest))};--w:{part(Fraction(most - least, highest))}"),
            tag("u", style=f"--v:{part(Fraction(face['count'], highest))}"),
            aria_hidden="true",
        )
        told = f"{face['face']}: {face['count']} times, a fair die {least} to {most}"
        count = tag("b", str(face["count"]))
        rows.append(tag(f"li{'.out' if outside else ''}", tag("span", face["face"]), track, count, title=told))
    head = f"Face by face: about {mean_text(expected)} each" if expected else "Face by face"
    return tag("section.card.thrown", tag("h2", head), tag("ol", rows), tag("p.quiet", said))


def tests_card(rows: Sequence[tuple[str, Any]]) -> Markup:
    """The tests of a die, each with the chance that a fair die does this."""
    listed = [tag("li", tag("span", words), tag("b", "left out" if p is None else chance(p))) for words, p in rows]
    return tag("section.card.tails", tag("h2", "How often a fair die does this"), tag("ul", listed))
