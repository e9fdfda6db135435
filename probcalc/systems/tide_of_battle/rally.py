"""tide_of_battle.rally: a routing unit, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Constant, Tree, Turns
from probcalc.scenarios.fields import flag, integer
from probcalc.scenarios.parties import NOBODY, Party, one_of
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.tide_of_battle.rolls import saving

Fate: TypeAlias = Literal["routing", "rallies", "leaves"]


class Flight(NamedTuple):
    """A routing unit after a turn: the turns it has used, how far it has fled, and how it ended."""

    turn: int
    fled: int
    fate: Fate = "routing"


class Rally(Scenario):
    """Does a routing unit rally before it reaches its table edge, and when?

    Each turn it tests its Will; when it fails it moves its Mobility and d6 inches on.
    """

    id: ClassVar[str] = "tide_of_battle.rally"
    title: ClassVar[str] = "Rallying, turn by turn"
    headline: ClassVar[str] = "rallies"
    covers: ClassVar[tuple[str, ...]] = ("TB-09", "TB-16", "TB-21", "TB-22")
    results: ClassVar[tuple[Result, ...]] = (
        Result("rallies", "The unit rallies", better="more", says="[the unit] rallies|rally"),
        Result("leaves", "The unit leaves the table", better="less", says="[the unit] leaves|leave the table"),
        Result("turns", "Turn in which it rallies or leaves", unit="turns"),
        Result(
            "turns_if_rallies",
            "Turn it rallies (if it does)",
            better="less",
            unit="turns",
            says="If it rallies, [the unit] takes|take {amount}",
        ),
    )

    will: int = integer(4, 1, 7, "Will of the unit")
    modifier: int = integer(0, -6, 6, "Anything added to its Will", role="modifier")
    reroll: bool = flag("A failed Will save is rolled once more (Musicians)", label="Re-roll")
    mobility: int = integer(6, 1, 24, "Mobility of the unit, in inches")
    distance: int = integer(18, 1, 120, "Inches to its table edge", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (one_of("unit", "the unit", called.get("unit")),)

    def play(self) -> Mapping[str, Played]:
        save = saving("Will", self.will, ("modifier", self.modifier), reroll=self.reroll, rule="TB-09")
        # One tree serves every turn: "rallies", else the inches of its d6.
        flees = save.then(success="rallies", failure=faces("Route move", 6, rule="TB-16"))

        def turn(state: Flight) -> Tree:
            def after(inches: Any) -> Flight:
                if inches == "rallies":
                    return Flight(state.turn + 1, state.fled, "rallies")
                moved = self.mobility + inches
                if moved < 1:
                    raise refused("variant", f"a routing unit moves an inch or more in a turn, not {moved}")
                fled = state.fled + moved
                return Flight(state.turn + 1, fled, "leaves" if fled >= self.distance else "routing")

            return flees.map(after)

        end = Turns("Turns", Constant(Flight(0, 0)), turn, self.distance, lambda state: state.fate != "routing")
        fate = end.map(lambda state: (state.fate, state.turn))
        return {
            "rallies": fate.chance(lambda known: known[0] == "rallies"),
            "leaves": fate.chance(lambda known: known[0] == "leaves"),
            "turns": fate.map(lambda known: known[1]),
            "turns_if_rallies": fate.given(lambda known: known[0] == "rallies").map(lambda known: known[1]),
        }
