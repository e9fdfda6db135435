"""oathmark.cascade: a broken unit tests the nerve of its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, ClassVar

from probcalc.exact.tree.cascades import Cascade
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import integer, integers, text
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.oathmark.rolls import best_of, dice_number
from probcalc.systems.oathmark.rulings import MORALE_NATURAL_10, Natural10
from probcalc.systems.oathmark.tables import DIE, Die

_STATES = ("steady", "disordered", "broken")


class CascadingPanic(Scenario):
    """How far does panic spread when a unit breaks?

    Each unit that becomes broken makes every unbroken unit near it take one morale test without modifiers.
    """

    id: ClassVar[str] = "oathmark.cascade"
    title: ClassVar[str] = "Cascading panic"
    headline: ClassVar[str] = "broken"
    covers: ClassVar[tuple[str, ...]] = ("OM-04", "OM-23", "OM-24")
    results: ClassVar[tuple[Result, ...]] = (
        Result("broken", "Units broken", better="less", unit="units", says="Panic breaks {amount}"),
        *(Result(f"unit_{n}", f"Unit {n}", _STATES, ranked="rising") for n in range(1, 9)),
    )

    morale_natural_10: Natural10 = MORALE_NATURAL_10
    die: Die = DIE
    activations: list[int] = integers((5, 5, 5), 1, 10, 1, 8, "Activation stat of each unit", label="Activation")
    disordered: list[int] = integers(
        (0, 0, 0), 0, 1, 1, 8, "1 for a unit that is disordered", derived="zeros", beside="activations"
    )
    command: list[int] = integers(
        (0, 0, 0), 0, 1, 1, 8, "1 for a unit with Command: three dice", derived="zeros", beside="activations"
    )
    near: str = text(
        "all", 300, "Pairs of units near each other, like 1-2,2-3, or all", label="Linked units", places="activations"
    )
    starts: int = integer(
        1,
        1,
        8,
        "The unit that has just been broken",
        label="First unit to break",
        role="setting",
        places="activations",
    )

    def derived(self) -> Mapping[str, Any]:
        zeros = [0] * len(self.activations)
        return {"disordered": zeros, "command": zeros}

    def check(self) -> None:
        units = len(self.activations)
        for name in ("disordered", "command"):
            if len(getattr(self, name)) != units:
                raise refused(name, f"as many entries as activations, which is {units}, not {len(getattr(self, name))}")
        if self.starts > units:
            raise refused("starts", f"the number of a unit, 1 to {units}, not {self.starts}")
        self.pairs()

    def pairs(self) -> frozenset[tuple[int, int]]:
        """The pairs of units near each other, counted from 0."""
        units = len(self.activations)
        if self.near.strip() == "all":
            return frozenset(combinations(range(units), 2))
        found: set[tuple[int, int]] = set()
        for pair in self.near.split(",") if self.near.strip() else ():
            ends = [end.strip() for end in pair.split("-")]
            if len(ends) != 2 or not all(e.isascii() and e.isdigit() and len(e) < 3 for e in ends):
                raise refused("near", f"all, or pairs of units like 1-2,2-3, not {pair.strip()[:20]!r}")
            a, b = (int(end) - 1 for end in ends)
            if a == b or not (0 <= a < units and 0 <= b < units):
                raise refused("near", f"two different units of 1 to {units}, not {pair.strip()[:20]}")
            found.add((min(a, b), max(a, b)))
        return frozenset(found)

    def play(self) -> Mapping[str, Played]:
        tests, lives = [], []
        for activation, disordered, command in zip(self.activations, self.disordered, self.command, strict=True):
            needed = NamedSum(("Activation", activation))
            dice = dice_number(2, bool(command), False)
            test = best_of("Morale die", self.die, needed, dice, self.morale_natural_10 == "passes", "OM-24")
            tests.append(test.count("failed"))
            lives.append(1 if disordered else 2)
        start = self.starts - 1
        end = Cascade(tuple(tests), tuple(lives), self.pairs(), start)

        def state(unit: int, failures: tuple[int, ...]) -> str:
            return _STATES[2 - lives[unit] + failures[unit]]

        def unit_state(unit: int) -> Any:
            return end.map(lambda failures: state(unit, failures))

        def count_broken(failures: tuple[int, ...]) -> int:
            return sum(state(unit, failures) == "broken" for unit in range(len(lives)))

        return {
            "broken": end.map(count_broken),
            **{f"unit_{unit + 1}": unit_state(unit) for unit in range(len(lives))},
        }
