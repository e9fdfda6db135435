"""Oathmark by plain enumeration: `TWINS` maps every scenario id to a function of the resolved parameters."""

from collections.abc import Callable
from typing import Any

from . import cascade, combat, fight, initiative, missiles, morale

TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    **initiative.TWINS,
    **morale.TWINS,
    **cascade.TWINS,
    **missiles.TWINS,
    **combat.TWINS,
    **fight.TWINS,
}
