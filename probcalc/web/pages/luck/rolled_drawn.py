"""What was rolled: how lucky it was, what to tap as it is rolled, and how a die's faces came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NotRequired, TypedDict

from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.luck.series import Luck
from probcalc.present.sentences.luck import request_label, side_name
from probcalc.present.words.phrases import count_words
from probcalc.web.pages.luck.total_drawn import Mood, Total, total_picture
from probcalc.web.parts.controls import Action
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import mean_text, part, percent, with_minus

_MOST_APART = 20


class Verdict(TypedDict):
    """A verdict with its number: so many among so many, and what they are."""

    title: str
    mood: Mood
    number: str
    among: str
    words: str
    said: Sequence[str]
    rank: NotRequired[str]
    total: NotRequired[Total | None]
    note: NotRequired[str]


class Key(Action):
    """Something to tap that may be chosen already."""

    note: NotRequired[str]
    on: NotRequired[bool]


def verdict_card(card: Verdict) -> Markup:
    """A verdict with its number.

    >>> "4" in verdict_card({"title": "Anna was unlucky", "mood": "bad", "number": "4", "among": "in 100",
    ...     "words": "evenings go as badly or worse", "said": []})
    True
    """
    total = card.get("total")
    big = tag("span.num", card["number"], tag("i", f" {card['among']}"))
    return tag(
        f"section.card.fate.{card['mood']}",
        tag("h2.say", card["title"]),
        tag("div.big", big, tag("span.verd", tag("b", card["words"]))),
        tag("p.sec", card["rank"]) if card.get("rank") else None,
        total_picture(total) if total else None,
        tag("p.quiet", with_minus(card["note"])) if card.get("note") else None,
        [tag("p.sec", with_minus(line)) for line in card["said"]],
    )


def difference(title: str, total: Total | None) -> Markup:
    """Which of two sides was the luckier, with the law of the difference where it is looked at."""
    return tag("section.card.fate", tag("h2.say", title), total_picture(total) if total else None)


def tabs(game: str, dice: str, here: str) -> Markup:
    """The game and the dice, each with its verdict as it was last seen."""
    buttons = [
        tag(
            "button",
            # The blank keeps both apart where they are read aloud.
            f"{label} " if news else label,
            tag("small", news) if news else None,
            data_tap=f"go {page}" if page != here else None,
            aria_current="page" if page == here else None,
        )
        for page, label, news in (("luck", "The game", game), ("fair", "The dice", dice))
    ]
    return tag("nav.tabs", buttons, aria_label="Your record")


def side_picks(entries: Sequence[Key]) -> Markup:
    """Whose luck is looked at."""
    buttons = [
        tag(
            "button",
            entry["label"],
            tag("small", entry.get("note", "")),
            data_tap=entry["tap"],
            aria_pressed=entry.get("on", False),
        )
        for entry in entries
    ]
    return tag("div.whose", buttons, role="group", aria_label="Whose luck")


def words_card(title: str, lines: Sequence[str], quiet: bool = False) -> Markup:
    """A card of sentences."""
    return tag("section.card", tag("h2", title), [tag("p.quiet" if quiet else "p.sec", line) for line in lines])


def _taps(entries: Sequence[Key]) -> list[Markup]:
    return [
        tag(
            "button.chip",
            entry["label"],
            tag("small", entry["note"]) if entry.get("note") else None,
            data_tap=entry["tap"],
            aria_pressed=entry.get("on"),
        )
        for entry in entries
    ]


def adding_rolls(
    sides: Sequence[Key],
    requests: Sequence[Key],
    title: str,
    told: str,
    near: Sequence[Key],
    rest: Sequence[Key],
    now: str,
    undo: bool,
) -> Markup:
    """What to tap as it is rolled: who rolled, what is asked, and what came; those near the mean first."""
    return tag(
        "section.card.rolling",
        tag("h2", "Add a roll"),
        tag("div.chips", _taps(sides), role="group", aria_label="Who rolled"),
        tag("div.chips", _taps(requests), role="group", aria_label="What was rolled"),
        tag("p.sec", tag("b", title)),
        tag("p.quiet", told) if told else None,
        tag("div.chips.taps", _taps(near)),
        tag("details", tag("summary.link", f"{len(rest)} more"), tag("div.chips.taps", _taps(rest))) if rest else None,
        _said_so_far(now, undo),
    )


def _said_so_far(told: str, undo: bool) -> Markup:
    button = tag("button.undo", "Undo", data_tap="undo") if undo else None
    return tag("div.head", tag("p.quiet", told, role="status"), button)


def record_card(found: Luck) -> Markup:
    """The lines of a record, the last one first: who rolled what, what came, and how far that is from the mean."""
    told = found["lines"]
    widest = max((abs(data["luck"]) for data in told), default=Fraction(1)) or Fraction(1)
    sides = list(dict.fromkeys(data["side"] for data in told))
    lines = []
    for line, data in zip(found.lines, told, strict=True):
        luck, number = data["luck"], str(data["line"])
        mood = "good" if luck > 0 else "bad" if luck < 0 else "even"
        sign = "+" if luck > 0 else ""
        stroke = tag(f"i.stroke.{mood}", tag("u", style=f"--v:{part(abs(luck) / widest)}"), aria_hidden="true")
        amount = "0" if not luck else f"{sign}{mean_text(luck)}"
        who = "" if data["side"] == NONE else f"{side_name(data['side'])}, "
        name = tag("b", line.asked.name or request_label(line.asked))
        gone = tag("button.link", "×", data_tap=f"remove {number}", aria_label=f"Remove line {number}")
        letter = tag("i.side", chr(ord("A") + sides.index(data["side"]))) if len(sides) > 1 else None
        said = tag("span", name, tag("small", f"{who}came {data['came']}"))
        place = tag("span.line", letter, tag("small", number))
        lines.append(tag("li", place, said, stroke, tag(f"b.{mood}", amount), gone))
    title = f"The record: {count_words(str(len(lines)), 'rolls')}"
    return tag("section.card.came", tag("h2", title), tag("ol", lines[::-1]))


def _across(keys: int) -> int:
    """How many keys stand side by side on a phone, so that rows are full.

    >>> [_across(faces) for faces in (2, 4, 6, 8, 10, 11, 12, 20, 100)]
    [2, 4, 3, 4, 5, 4, 4, 5, 5]
    """
    if keys <= 5:
        return keys
    return next((across for across in (5, 4, 3) if keys % across == 0), 4)


def pad_card(title: str, dice: Sequence[Key], faces: Mapping[str, int], told: str, undo: bool) -> Markup:
    """The faces of a die to be tapped as they are thrown, each with how often it came so far, and which die it is."""
    most = max(faces.values(), default=0) or 1
    keys = [
        tag(
            "button.face-key",
            tag("b", with_minus(face)),
            tag("small", str(count)),
            tag("span.fill", tag("u", style=f"--v:{part(Fraction(count, most))}"), aria_hidden="true"),
            data_tap=f"face {face}",
            aria_label=f"{face}, {count} so far",
        )
        for face, count in faces.items()
    ]
    return tag(
        "section.card.dice-pad",
        tag("h2", title),
        tag("div.chips", _taps(dice), role="group", aria_label="Which die"),
        tag("div.taps", keys, style=f"--n:{_across(len(keys))}"),
        _said_so_far(told, undo),
    )


def faces_card(faces: Sequence[Mapping[str, Any]], expected: Fraction | None, said: Sequence[str]) -> Markup:
    """How often each face came, over what a fair die shows: between which counts that mostly lies.

    A face whose count a fair die seldom has stands out, with its number on it.
    """
    highest = max((max(face["count"], face["band"][1]) for face in faces), default=1) or 1
    many = ".many" if len(faces) > _MOST_APART else ""
    every = -(-len(faces) // _MOST_APART)
    columns, names = [], []
    for place, face in enumerate(faces):
        least, most = face["band"]
        outside = not least <= face["count"] <= most
        told = f"{face['face']}: {count_words(str(face['count']), 'times')}, a fair die {least} to {most}"
        heights: dict[str, Fraction | int] = {"l": least, "w": most - least, "v": face["count"], "e": face["expected"]}
        style = ";".join(f"--{name}:{part(Fraction(value) / highest)}" for name, value in heights.items())
        inside = [tag("i.band"), tag("i.bar"), tag("i.mid"), tag("b", str(face["count"])) if outside else None]
        columns.append(tag(f"li{'.out' if outside else ''}", inside, style=style, title=told, aria_label=told))
        shown = with_minus(str(face["face"])) if place % every == 0 else ""
        names.append(tag("b" if outside else "span", shown))
    bands = {tuple(face["band"]) for face in faces}
    band = "where a fair die keeps a face"
    if len(bands) == 1:
        band = " to ".join(map(str, *bands)) + f": {band}"
    key = [
        tag("span", tag("i", aria_hidden="true"), band),
        tag("span", tag("u", aria_hidden="true"), f"{mean_text(expected)} expected" if expected else "expected"),
    ]
    return tag(
        "section.card.thrown",
        tag("h2", "Face by face"),
        tag(f"ol.columns{many}", columns),
        tag(f"div.under{many}", names, aria_hidden="true"),
        tag("p.band-key", key),
        [tag("p.sec", line) for line in said],
    )


def tests_card(rows: Sequence[tuple[str, Fraction | None]], notes: Sequence[str]) -> Markup:
    """The tests of a die, each with the chance that a fair die does this, and the notes on what is left out."""
    listed = [tag("li", tag("span", words), tag("b", "left out" if p is None else percent(p))) for words, p in rows]
    told = [tag("p.quiet", f"Left out: {note.partition(' is left out: ')[2]}") for note in notes]
    return tag("section.card.tails", tag("h2", "How often a fair die does this"), tag("ul", listed), told)
