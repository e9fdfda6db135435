"""An answer as its card, a picture: what is made of `odds` and `roll` alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from probcalc.api.asked import Asked, asked
from probcalc.cli.asking import asked_by
from probcalc.exact.budget.bounds import watch_budgets
from probcalc.present.cards.card import card_png, card_svg
from probcalc.present.cards.pen import WIDTH, Theme
from probcalc.present.declared.answer_forms import Lead, with_lead
from probcalc.present.questions import REGISTER
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name

PICTURES = ("svg", "png")
THEMES: tuple[Theme, ...] = get_args(Theme)
NARROWEST, WIDEST = 200, 2400


def picture(
    name: str, place: str, fields: Mapping[str, Any], form: str, watch: Callable[[], None] | None = None
) -> bytes:
    """The card of a question.

    >>> picture("roll", "", {"roll": "2d6 best"}, "svg")[:4]
    b'<svg'

    Raises:
        InputError: for a question that is no `odds` and no `roll`, an unknown theme or a width out of bounds.
    """
    if name not in ("odds", "roll"):
        raise InputError(f"{name} has no {form}: only odds and roll do; ask it as json", "format")
    fields = dict(fields)
    theme, width = str(fields.pop("theme", "light")), _width(fields.pop("width", WIDTH))
    if theme not in THEMES:
        raise unknown_name("theme", theme, THEMES)
    with watch_budgets(watch), (asks := asked(name, place, fields, "text")).along():
        answer, lead = _answer(asks)
        svg = card_svg(answer, *lead, theme=theme)
    return svg.encode() if form == "svg" else card_png(svg, width)


def _width(said: Any) -> int:
    text = str(said)
    if not (text.isascii() and text.isdecimal()) or not NARROWEST <= int(text[:6]) <= WIDEST:
        raise InputError(f"width must be {NARROWEST} to {WIDEST}, not {text[:20]}", "width")
    return int(text)


def _answer(asks: Asked) -> tuple[Answer, Lead]:
    """The answer that is shown, and what leads."""
    question = REGISTER.question(asks.question.name)
    with asks.question.command.make_context(asks.question.name, list(asks.words[1:])) as context:
        asked = asked_by(question, context.params)
        found = question.find(asked)
    if not isinstance(found, Answer):
        raise InputError("a fight round by round has no picture; ask it as json", "by_round")
    return with_lead(found, asked.said)
