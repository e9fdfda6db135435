"""Questions that are hard to answer, put by benchmarks and tests alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONG_FRACTIONS: Mapping[str, Any] = {
    "hit.die": 100,
    "hit.dice": 10,
    "hit.direction": "under",
    "hit.target": 693,
    "hit.critical": [500],
    "save_on": True,
    "save.die": 100,
    "save.dice": 5,
    "save.keep": "worst",
    "save.target": 50,
    "damage": 0,
    "damage_die": 20,
    "save_per": "wound",
    "ward": 6,
    "critical_multiplier": 9,
}
