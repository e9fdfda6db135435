"""`BreakEven`: how two requests stand to each other over a range, stretch by stretch, read without any formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias, get_args

from probcalc.analysis.findings.found import Found
from probcalc.scenarios.errors import unknown_name
from probcalc.symbolic.cases.boxes import value_text

Relation: TypeAlias = Literal["first", "equal", "second", "neither", "refused"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring values of a parameter over which the two requests stand to each other in one way."""

    relation: Relation
    values: tuple[Any, ...]

    @property
    def place(self) -> str:
        """The values in words: "10 to 25", "sword, spear", "from 0 to 1"."""
        texts = [value_text(value) if value is None else str(value) for value in self.values]
        if self.is_span:
            return f"{texts[0]} to {texts[-1]}"
        return ", ".join(texts)

    @property
    def is_span(self) -> bool:
        """Whether it is several whole numbers in a row."""
        return len(self.values) > 1 and all(type(value) is int for value in self.values)

    def __str__(self) -> str:
        word = "from " if self.is_span else "" if self.place.startswith(("from", "above")) else "at "
        return f"{SAID[self.relation]} {word}{self.place}"


SAID: Mapping[Relation, str] = {
    "first": "the first is higher",
    "second": "the second is higher",
    "equal": "they are equal",
    "neither": "neither is better at every number",
    "refused": "one of them is refused",
}


@dataclass(frozen=True, slots=True)
class BreakEven(Found):
    """How two requests compare over the values of one parameter.

    Attributes:
        over: the parameter or free probability.
        by: the number compared, as written.
        stretches: the values in order, joined where nothing changes; intervals of a free probability.
        numbers: at every value at which both have it, what the first and the second give.
        is_chance: whether those are chances.
    """

    over: str
    by: str
    stretches: tuple[Stretch, ...]
    numbers: Mapping[Any, tuple[Fraction, Fraction]] = field(default_factory=dict)
    is_chance: bool = False

    def __repr__(self) -> str:
        return f"<BreakEven, {self}>"

    def where(self, relation: Relation) -> list[Any]:
        """All values with that relation, in order.

        Raises:
            InputError: when it is none of "first", "equal", "second", "neither" and "refused".
        """
        if not isinstance(relation, str) or relation not in get_args(Relation):
            raise unknown_name("relation", relation, get_args(Relation))
        return [value for stretch in self.stretches if stretch.relation == relation for value in stretch.values]

    def __str__(self) -> str:
        return f"{self.by} over {self.over}: " + "; ".join(map(str, self.stretches))
