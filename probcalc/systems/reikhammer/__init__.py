"""Reikhammer: d6 command tests, formations with Shock."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnFigures, Role, figures_of
from probcalc.scenarios.registry import System
from probcalc.systems.reikhammer.action import Action, Retain
from probcalc.systems.reikhammer.rally import FormationTurns, Rally
from probcalc.systems.reikhammer.strategy import Strategy
from probcalc.systems.reikhammer.turn import Turn

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


SYSTEM = System(
    id="reikhammer",
    name="Reikhammer",
    dice="d6, equal or under a command rating",
    edition="battle phases page",
    scenarios=(Action, Retain, Turn, Rally, FormationTurns, Strategy),
    not_modelled=(
        "The shot itself, which Double, Marshal and Sustained Fire modify: the page gives no roll for it.",
        "Regrouping: the page gives no number or roll.",
        "When Shock breaks a formation, and how far a withdrawal goes: the page does not say.",
        "An action that was not declared fails without a roll.",
    ),
    glossary={
        "Command rating": "The number that a formation's d6 must not exceed when it is told to act or to rally.",
        "Shock": "What a formation gathers from failed tests and fire; any Shock makes a test harder by one.",
        "Retaining": "Acting with a second formation before the opponent does, at -1, after a passed test.",
        "Hold": "The only action left after a failed test.",
        "Broken": "A formation that cannot act, only rally; when it does, its Shock is first set to its units.",
        "Strategy rating": "What a side adds to the d6 that decides who chooses the order of the turn.",
    },
    own=OWN,
)
