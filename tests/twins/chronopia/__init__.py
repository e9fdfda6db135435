"""Chronopia by plain enumeration: `TWINS` maps every scenario id to a function of the resolved parameters."""

from collections.abc import Callable
from typing import Any

from . import clash, fight, melee, nerve, shooting, streets

TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    **melee.TWINS,
    **shooting.TWINS,
    **nerve.TWINS,
    **clash.TWINS,
    **fight.TWINS,
    **streets.TWINS,
}
