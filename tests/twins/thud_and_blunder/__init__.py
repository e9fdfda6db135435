"""Thud & Blunder by plain enumeration: `TWINS` maps every scenario id to a function of the parameters."""

from collections.abc import Callable
from typing import Any

from . import attack, brawl, destiny, duel, one_shot, opposed, resilience

TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    **attack.TWINS,
    **destiny.TWINS,
    **opposed.TWINS,
    **one_shot.TWINS,
    **resilience.TWINS,
    **duel.TWINS,
    **brawl.TWINS,
}
