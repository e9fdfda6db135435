"""How the control of a parameter is known, and whether its choices lie side by side."""

from __future__ import annotations

from typing import Any

from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.value_text import value_text

# A row of segments of at most so many characters fits a phone.
_MOST_SEGMENTS, _LONGEST_SEGMENTS = 4, 34


def key_of(slot: str, name: str) -> str:
    """The key of a parameter's widget; the request's slot stands in front, so that no two pages share one."""
    return f"{slot}:{name}"


def label_of(parameter: Parameter, value: Any) -> str:
    """A value of a choice in the player's words."""
    labels: dict[Any, str] = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    return labels.get(value, value_text(value))


def is_segmented(parameter: Parameter) -> bool:
    """Whether the choices of a parameter are few and short enough to lie side by side."""
    labels = parameter.choice_labels
    return (
        parameter.kind == "choice"
        and parameter.role != "preset"
        and len(labels) <= _MOST_SEGMENTS
        and sum(len(label) + 2 for label in labels) <= _LONGEST_SEGMENTS
    )
