"""Numbers that the text of a rule fixes, declared by name, so that a variant of the game may change them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.models import Model, Seen


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number of the rule text, with the values that a variant may give it.

    A scenario declares it in its class and reads it like any number of its own.

    >>> from typing import ClassVar
    >>> from probcalc.scenarios.fields import Section
    >>> class Charge(Section):
    ...     charging: ClassVar[Fixed] = Fixed(4, -20, 20, "To hit when charging")
    >>> Charge().charging + 1, list(fixed_numbers_of(Charge))
    (5, ['charging'])
    """

    value: int
    low: int
    high: int
    help: str

    def __get__(self, instance: object, owner: type) -> int:
        """The number as a rule reads it."""
        return self.value

    def require(self, name: str, value: int) -> int:
        """The value, when it is allowed.

        Raises:
            InputError: in one line with the bounds.
        """
        if not self.low <= value <= self.high:
            raise InputError(f"variant: {name} must be {self.low} to {self.high}, not {value}", "variant")
        return value


def fixed_numbers_of(model: type[Model]) -> Mapping[str, Fixed]:
    """The fixed numbers of a scenario and its parts by name: those of its parts, and its own."""
    found: dict[str, Fixed] = {}
    for owner in reversed(model.__mro__):
        for part in (each.part for each in vars(owner).values() if isinstance(each, Seen)):
            found |= fixed_numbers_of(part)
        found |= {name: each for name, each in vars(owner).items() if isinstance(each, Fixed)}
    return found


def with_fixed_numbers(model: type[Model], numbers: Mapping[str, int]) -> dict[str, Any]:
    """The attributes that give a class made of a model these fixed numbers, in its parts too."""
    found: dict[str, Any] = {}
    for name, each in ((name, each) for owner in reversed(model.__mro__) for name, each in vars(owner).items()):
        if isinstance(each, Fixed) and name in numbers:
            found[name] = numbers[name]
        elif isinstance(each, Seen) and (inner := with_fixed_numbers(each.part, numbers)):
            inner["__annotations__"] = dict.fromkeys(inner, ClassVar[Any])
            found[name] = Seen(type(each.part.__name__, (each.part,), inner))
    return found
