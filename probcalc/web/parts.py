"""The parts of a scenario's page below its inputs and odds, each opened when it is wanted and computed only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from probcalc.web import (
    amounts_part,
    figure_part,
    grid_part,
    modifiers_part,
    odds_part,
    recent_part,
    roster_part,
    rules_part,
    share_part,
    tables_part,
    why_part,
)
from probcalc.web import visit as visits
from probcalc.web.standing import Standing
from probcalc.web.visit import Visit


@dataclass(frozen=True)
class Part:
    """A part of the page.

    Attributes:
        id: its name in keys.
        title: what stands on it.
        is_open: whether it is open at first.
        fits: whether it has anything to say about a request.
        inside: draws it.
    """

    id: str
    title: str | Callable[[Standing], str]
    is_open: bool
    fits: Callable[[Standing], bool]
    inside: Callable[[Standing, Visit], None]

    def draw(self, stands: Standing, visit: Visit) -> None:
        """The part, computed when it is open."""
        if not self.fits(stands):
            return
        key = f"{stands.model.id}:part:{self.id}"
        title = self.title if isinstance(self.title, str) else self.title(stands)
        place = st.expander(title, expanded=self.is_open, key=key, on_change=_touched)
        if place.open:
            with place:
                self.inside(stands, visit)


def _touched() -> None:
    visits.current().touch()


def _always(_: Standing) -> bool:
    return True


PARTS = (
    Part("entries", tables_part.title, True, tables_part.fits, tables_part.draw),
    Part("modifiers", "What each modifier is worth", True, modifiers_part.fits, modifiers_part.draw),
    Part("grid", "Two things at once: a heat map", False, grid_part.fits, grid_part.draw),
    Part("amounts", "How many for 50, 75 and 90 %", False, amounts_part.fits, amounts_part.draw),
    Part("figure", "One figure from end to end, and its formula", False, figure_part.fits, figure_part.draw),
    Part("others", "All other results", False, odds_part.has_others, odds_part.draw_others),
    Part("why", "Why this number", False, why_part.fits, why_part.draw),
    Part("rulings", rules_part.rulings_title, False, rules_part.has_rulings, rules_part.draw_rulings),
    Part("rules", "Rules covered, words, and what is not modelled", False, _always, rules_part.draw_rules),
    Part("share", "Share: link, QR code, files, command line", False, share_part.fits, share_part.draw),
    Part("own", "Own units and weapons", False, roster_part.fits, roster_part.draw),
    Part("recent", "Your last answers", False, recent_part.has_more, recent_part.draw_part),
)
