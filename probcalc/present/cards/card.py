"""The card of an answer, 1200 x 630: who meets whom, the number in odds, the picture; one drawing for every place.

Previews of links, copied and saved pictures and embedded answers show this drawing, as SVG or as PNG.
"""

from __future__ import annotations

from typing import Any

from probcalc.analysis.numbers.contest import Contest, contest_in
from probcalc.analysis.numbers.measure import Measure, law_of_threshold
from probcalc.analysis.one_play.counted_part import counted_part
from probcalc.exact.law.distribution import Distribution
from probcalc.present.cards.parts import (
    BESIDE,
    MOST_ROWS,
    Bar,
    Number,
    Row,
    bars_marks,
    chips_marks,
    number_marks,
    rows_marks,
    shares_marks,
)
from probcalc.present.cards.pen import LEFT, RIGHT, WIDTH, Pen, Theme, breadth, fit, foot, one_line, pen_of, picture
from probcalc.present.numbers.decimals import PERCENT, in_percent, percent
from probcalc.present.numbers.text import with_minus
from probcalc.present.sentences.headline import Headline, Named, headline
from probcalc.present.sentences.line import answer_line, circumstances
from probcalc.present.sentences.results import undecided_words
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words

MOST_BARS = 130
# More names than these, or longer ones, are read better below each other.
_MOST_NAMED, _LONGEST_NAMES = 5, 34


def card_svg(
    answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None, theme: Theme = "light"
) -> str:
    """The card of an answer, or of one of its results, as an SVG picture.

    >>> import probcalc
    >>> drawn = card_svg(probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen"))
    >>> drawn[:4], "Chronopia: Close combat attack" in drawn
    ('<svg', True)
    """
    pen = pen_of(theme)
    lead = headline(answer, at_least, result, outcome)
    shown = lead.result if isinstance(answer[lead.result], Distribution) else law_of_threshold(answer, result)
    fought = contest_in(answer, lead.result)
    marks = _top(pen, answer, lead)
    least = at_least if lead.result == shown else _least(lead, answer[shown]) if shown else None
    # A chance that is no tail of the law beside it may be a part of another.
    is_part = fought is None and least is None and lead.result != shown
    part = counted_part(answer, lead.result) if is_part else None
    if part is not None and part.is_whole:
        shown = part.law
    law = answer[shown] if shown else None
    if fought is not None:
        marks += _contest(pen, answer, lead, fought)
    elif isinstance(law, Distribution) and 1 < len(law) <= MOST_BARS:
        marks += number_marks(pen, _number(lead), BESIDE - 40)
        is_whole = part is not None and part.is_whole
        counts = (
            frozenset(part.outcomes) if part and is_whole else _outcomes_that_count(answer, lead, shown, least, outcome)
        )
        marks += _law(pen, answer, shown, counts)
    elif lead.unit == "chance" and lead.exact is not None:
        marks += _beside(pen, lead)
        marks += shares_marks(pen, ((lead.exact, "a", ""), (1 - lead.exact, "tie", "")))
    else:
        marks += number_marks(pen, _number(lead), RIGHT)
    game, title = registry.system_of(type(answer.scenario).id).name, type(answer.scenario).title
    marks += foot(pen, game if game == title else f"{game}: {title}")
    return picture(pen, marks, lead.text, answer_line(answer, at_least, result, outcome))


def general_card_svg(theme: Theme = "light") -> str:
    """The card of a link that asks nothing that can be answered.

    >>> "Exact odds for tabletop games" in general_card_svg()
    True
    """
    pen = pen_of(theme)
    title = "Exact odds for tabletop games"
    marks = [
        pen.text(LEFT, 150, title, 76, weight=700),
        pen.text(LEFT, 220, "Any unit, any dice. Nothing is simulated.", 40, "muted"),
    ]
    for place, weights in enumerate(((34, 49, 17), (84, 10, 6), (3, 8, 14, 11, 17, 14, 11, 8, 3))):
        left, broad = LEFT + place * 372, 344 // len(weights)
        for n, weight in enumerate(weights):
            colour = "a" if n >= len(weights) // 2 else "tie"
            marks.append(
                pen.box(
                    left + n * broad,
                    470 - weight * 180 // max(weights),
                    broad - 8,
                    weight * 180 // max(weights),
                    colour,
                    6,
                )
            )
    marks += foot(pen, ", ".join(system.name for system in registry.systems()[:3]) + " and more")
    return picture(pen, marks, title)


def card_png(svg: str, width: int = WIDTH) -> bytes:
    r"""A card as a PNG picture.

    >>> card_png(general_card_svg())[:4]
    b'\x89PNG'

    Raises:
        MissingExtra: where the library that paints is not installed.
    """
    from probcalc.scenarios.extras import need

    need("pictures", "report")
    import vl_convert

    painted: bytes = vl_convert.svg_to_png(svg, scale=width / WIDTH)
    return painted


def _top(pen: Pen, answer: Answer, lead: Headline) -> list[str]:
    meets = lead.match_up
    mine, theirs = circumstances(answer)
    chips = [*((with_minus(said), "a") for said in mine), *((with_minus(said), "b") for said in theirs)]
    if meets is None or meets.right is None:
        said = type(answer.scenario).title if meets is None else meets.left.name
        lines, size = fit(said, RIGHT - LEFT, (74, 60, 48, 40))
        marks = [pen.text(LEFT, 110 + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(lines)]
        below = 120 + len(lines) * size * 11 // 10 - size // 2
        if meets is not None and meets.left.bears:
            marks.append(pen.text(LEFT, below, meets.left.bears, 34, "muted"))
            below += 40
        return marks + (chips_marks(pen, chips, min(below - 20, 180)) if chips and below < 220 else [])
    marks = [pen.box(0, 44, 14, 100, "a", 4), pen.box(WIDTH - 14, 44, 14, 100, "b", 4)]
    left, right = _name_of(answer, 0, meets.left), _name_of(answer, 1, meets.right)
    # Where circumstances stand below them, names have one line.
    marks += _side(pen, left, 46, "start", bool(chips)) + _side(pen, right, WIDTH - 46, "end", bool(chips))
    verb, middle = meets.verb, WIDTH // 2
    lines, size = fit(verb, 190, (34, 28, 24))
    marks += [
        pen.text(middle, 82 - (len(lines) - 1 - n) * size, line, size, "muted", at="middle")
        for n, line in enumerate(lines)
    ]
    marks.append(pen.line(middle - 60, 108, middle + 56, 108, "edge"))
    marks.append(pen.arrow(middle + 60, 108))
    return marks + chips_marks(pen, chips, 160)


def _name_of(answer: Answer, place: int, named: Named) -> Named:
    """A side in its number, where it has one."""
    party = answer.parties[place]
    if party.subject[:1].isdigit() and not party.as_written:
        return Named(party.subject, "" if named.bears[:1].isdigit() else named.bears)
    return named


def _side(pen: Pen, named: Named, x: int, at: str, is_one_line: bool) -> list[str]:
    lines, size = one_line([named.name], 440, (58, 50, 40, 34, 30))
    if not is_one_line:
        lines, size = fit(named.name, 430, (58, 50, 40, 34))
    marks = [pen.text(x, 92 + n * size * 11 // 10, line, size, weight=700, at=at) for n, line in enumerate(lines)]
    if named.bears:
        below, small = one_line([named.bears], 440, (34, 30, 26))
        y = 92 + (len(lines) - 1) * size * 11 // 10 + 44
        marks.append(pen.text(x, y, below[0], small, "muted", at=at))
    return marks


def _value(lead: Headline) -> tuple[str, str]:
    """The number without its sign, and the sign or unit that stands smaller beside it."""
    shown = lead.value
    if lead.unit == "chance":
        return shown.removesuffix(PERCENT), PERCENT
    number, _, rest = shown.partition(" ")
    return (number, rest) if number[-1:].isdigit() else (shown, "")


def _number(lead: Headline) -> Number:
    return Number(lead.sentence, *_value(lead), lead.verdict.words if lead.verdict is not None else "")


def _least(lead: Headline, law: Distribution) -> int | None:
    """From which number on a chance that leads counts in the law beside it, where it does."""
    if lead.exact is None or not law.is_extended:
        return None
    return next((n for n in law if isinstance(n, int) and law.at_least(n) == lead.exact), None)


def _outcomes_that_count(
    answer: Answer, lead: Headline, shown: str, least: int | None, outcome: Any
) -> frozenset[Any] | None:
    """The outcomes of a law that the number counts; None where it counts none of them by itself, as a mean."""
    law = answer[shown]
    if least is not None:
        return frozenset(o for o in law if isinstance(o, int) and o >= least)
    if lead.unit != "chance":
        return None
    if lead.result == shown:
        return frozenset([outcome if outcome is not None else Measure(shown).default_outcome(answer)])
    return frozenset()


def _law(pen: Pen, answer: Answer, shown: str, counted: frozenset[Any] | None) -> list[str]:
    law, unit = answer[shown], answer.declared(shown).unit
    colours = {o: "a" if counted is None or o in counted else "tie" for o in law}
    names = {o: outcome_words(o, answer.outcome_names(shown)) for o in law}
    are_names = not law.has_mean and any(not isinstance(o, int) for o in law)
    is_long = len(law) > _MOST_NAMED or sum(map(len, names.values())) > _LONGEST_NAMES
    if are_names and is_long and len(law) <= MOST_ROWS:
        rows = [Row(names[o], percent(p), p, colours[o]) for o, p in law.items()]
        return rows_marks(pen, rows, BESIDE, 200)
    return bars_marks(pen, [Bar(names[o], p, in_percent(p), colours[o]) for o, p in law.items()], unit)


def _beside(pen: Pen, lead: Headline) -> list[str]:
    """A great number over the whole card, what it is of beside it."""
    number, sign = _value(lead)
    marks = [pen.text(LEFT - 6, 370, number, 190, "a", 700)]
    beside = LEFT + breadth(number, 190) + 8
    marks.append(pen.text(beside, 370, sign, 95, "a", 650))
    left = beside + 130
    said, size = fit(lead.sentence, RIGHT - left, (42, 36, 30, 26))
    words, large = fit(lead.verdict.words if lead.verdict is not None else "", RIGHT - left, (54, 46, 38, 32))
    first = 366 - (len(words) - 1) * large * 11 // 10
    top = first - 76 - (len(said) - 1) * size
    marks += [pen.text(left, top + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(said)]
    return [*marks, *(pen.text(left, first + n * large * 11 // 10, w, large, weight=700) for n, w in enumerate(words))]


def _contest(pen: Pen, answer: Answer, lead: Headline, fought: Contest) -> list[str]:
    sides = answer.sides
    names = [_bare(sides.get("a", "A")), undecided_words(answer, lead.result), _bare(sides.get("b", "B"))]
    shares = [
        (chance, colour, f"{percent(chance)} {name}")
        for chance, colour, name in zip((fought.a, fought.neither, fought.b), ("a", "tie", "b"), names, strict=True)
    ]
    return _beside(pen, lead) + shares_marks(pen, shares)


def _bare(name: str) -> str:
    return name.removeprefix("the ")
