"""How the control of a parameter is known, and whether its choices lie side by side."""

from __future__ import annotations

from probcalc.scenarios.parameters import Parameter

# A row of segments of at most so many characters fits a phone.
_MOST_SEGMENTS, _LONGEST_SEGMENTS = 4, 34


def key_of(slot: str, name: str) -> str:
    """The key of a parameter's widget; the request's slot stands in front, so that no two pages share one."""
    return f"{slot}:{name}"


def is_segmented(parameter: Parameter) -> bool:
    """Whether the choices of a parameter are few and short enough to lie side by side."""
    labels = parameter.choice_labels
    return (
        parameter.kind == "choice"
        and parameter.role != "preset"
        and len(labels) <= _MOST_SEGMENTS
        and sum(len(label) + 2 for label in labels) <= _LONGEST_SEGMENTS
    )
