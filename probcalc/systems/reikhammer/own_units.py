"""What a roster may bring: formations by their ratings."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnFigures, Role, figures_of
from probcalc.systems.reikhammer.action import Action, Retain
from probcalc.systems.reikhammer.rally import Rally

_RATINGS = ("command", "shock")

OWN = (
    OwnFigures(
        "formations",
        "Formations",
        figures_of((Action, Retain, Rally), *_RATINGS, "units"),
        (
            Role("formation", (*_RATINGS, "units"), ("action", "rally", "formation")),
            Role("first", _RATINGS, ("retain",)),
            Role("second", _RATINGS, ("retain",)),
        ),
    ),
)
