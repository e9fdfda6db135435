"""Tide of Battle by plain enumeration: `TWINS` maps every scenario id to a function of the parameters."""

from collections.abc import Callable
from typing import Any

from . import attacks, automatic, engagement, fight, saves

TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    **saves.TWINS,
    **attacks.TWINS,
    **automatic.TWINS,
    **engagement.TWINS,
    **fight.TWINS,
}
