"""`ByCases`: what a formula is in each case of its free names, and what it is at one point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.domain import Domain

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class ByCases(Generic[T]):
    """What a formula is, by cases; `label` is its name, `refused` say where there is none, and why."""

    label: str
    cases: tuple[Case[T], ...]
    domain: Domain
    refused: tuple[Case[str], ...] = ()

    @property
    def free(self) -> dict[str, str]:
        """What is free, with the values allowed."""
        return {name: self.domain.values_in_words(name) for name in self.domain.names}

    @property
    def is_chance(self) -> bool:
        """Whether it is a probability."""
        return False

    def holds(self, point: Mapping[str, Any]) -> bool:
        """Whether there is a case in which a point lies."""
        return any(case.box.holds(point) for case in self.cases)

    def refusal_at(self, point: Mapping[str, Any]) -> ValueError:
        """The error for a point at which there is none."""
        why = next((case.content for case in self.refused if case.box.holds(point)), None)
        line = f"there is no {self.label} here" if why is None else self.domain.reason(point, why)
        return self.domain.refusal(line, next(iter(point), ""))

    def content_at(
        self, values: Mapping[str, Any] | None, named: Mapping[str, Any], needed: Sequence[str] | None = None
    ) -> tuple[dict[str, Any], T]:
        """The point that is asked for, and what holds there; without `needed` every free name has to have a value.

        Raises:
            ValueError: for a name that is not free, a value out of its range, one that is missing, or a combination
                that is refused.
        """
        point = self.domain.point(self.domain.gather(values, named), self.domain.names if needed is None else needed)
        for case in self.cases:
            if case.box.holds(point):
                return point, case.content
        raise self.refusal_at(point)
