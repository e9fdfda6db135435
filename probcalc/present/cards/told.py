"""The card of what is asked of several answers at once, of a record or of a die: a heading, a number, bars or rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from probcalc.present.cards.parts import BESIDE, MOST_ROWS, Bar, Number, Row, bars_marks, number_marks, rows_marks
from probcalc.present.cards.pen import LEFT, RIGHT, Theme, fit, foot, one_line, pen_of, picture
from probcalc.present.sentences.headline import headline
from probcalc.scenarios.answer import Answer

_MOST_BARS = 40


@dataclass(frozen=True)
class Told:
    """What a card tells.

    Attributes:
        heading: what it is about.
        page: the page that it is of, at its foot.
        said: all of it in words, for who does not see it.
        number: the number that leads; None where the rows say it all.
        rows: what stands below each other, beside the number where there is one.
        bars: what stands beside each other, beside the number.
        unit: what bars or rows count.
    """

    heading: str
    page: str
    said: str
    number: Number | None = None
    rows: Sequence[Row] = ()
    bars: Sequence[Bar] = ()
    unit: str = ""


def told_card_svg(told: Told, theme: Theme = "light") -> str:
    """The card of what is told, as an SVG picture.

    >>> told_card_svg(Told("Two attacks", "Combined attacks", "", Number("A Spearman is slain", "83.2", "%")))[:4]
    '<svg'
    """
    pen = pen_of(theme)
    sizes = (66, 60, 54, 48) if told.number is not None else (54, 50, 46, 42)
    heading, size = one_line([told.heading], RIGHT - LEFT, sizes)
    if heading != [told.heading]:
        heading, size = fit(told.heading, RIGHT - LEFT, (*sizes[2:], 38, 34))
    step = size * 11 // 10
    marks = [pen.text(LEFT, 96 + n * step, line, size, weight=700) for n, line in enumerate(heading)]
    rows, bars = _rows_to_show(told.rows), told.bars if len(told.bars) <= _MOST_BARS else ()
    if told.number is not None:
        marks += number_marks(pen, told.number, BESIDE - 40 if rows or bars else RIGHT)
    if rows:
        left, top = (BESIDE, 220) if told.number is not None else (LEFT, 96 + (len(heading) - 1) * step + 30)
        marks += rows_marks(pen, rows, left, top, told.unit)
    elif bars:
        marks += bars_marks(pen, bars, told.unit)
    return picture(pen, [*marks, *foot(pen, told.page)], told.said)


def _rows_to_show(rows: Sequence[Row]) -> Sequence[Row]:
    """As many rows as can be read; the last one says how many more there are."""
    if len(rows) <= MOST_ROWS:
        return rows
    return [*rows[: MOST_ROWS - 1], Row(f"and {len(rows) - MOST_ROWS + 1} more", "", None, "tie")]


def compare_answers(answers: Sequence[Answer], names: Sequence[str], shared: str = "") -> Told:
    """Several answers side by side, each with what it is called among them.

    >>> import probcalc
    >>> answers = [probcalc.odds("chronopia.melee", cc=cc) for cc in (11, 12)]
    >>> [row.name for row in compare_answers(answers, ["CC 11", "CC 12"]).rows]
    ['A  CC 11', 'B  CC 12']
    """
    leads = [headline(answer) for answer in answers]
    # What is best can be said of one and the same thing alone.
    alike = len({(type(answer.scenario).id, lead.result) for answer, lead in zip(answers, leads, strict=True)}) == 1
    counts = alike and answers[0].declared(leads[0].result).better == "more"
    best = max((lead.exact for lead in leads if counts and lead.exact is not None), default=None)
    rows = [
        Row(
            f"{chr(65 + place)}  {name}",
            lead.value,
            lead.exact if lead.unit == "chance" else None,
            "a" if best is None or lead.exact == best else "tie",
        )
        for place, (name, lead) in enumerate(zip(names, leads, strict=True))
    ]
    said = "; ".join(f"{name}: {lead.value}" for name, lead in zip(names, leads, strict=True))
    return Told(shared or "Side by side", "Compare", said, rows=rows)
