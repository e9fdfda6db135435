"""reikhammer.turn: a whole Action Phase, formation by formation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.steps import Choice, Constant, Tree
from probcalc.scenarios.fields import choice, integers
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.reikhammer.rolls import NaturalsRuling, command_test

Side: TypeAlias = Literal["a", "b"]
Policy: TypeAlias = Literal["never", "always", "best"]
_CHOSEN = {"never": "pass the initiative", "always": "retain the initiative", "best": "best"}
_POLICIES = ("never retain", "always try to retain", "retain when it gains something")


class Turn(NaturalsRuling, Scenario):
    """How many formations of each the first sidect as chosen in an Action Phase?

    Formations act in the order listed. A passed test allows one attempt to retain the initiative at -1; whoever
    fails holds and gains one Shock.
    """

    id: ClassVar[str] = "reikhammer.turn"
    title: ClassVar[str] = "A whole Action Phase"
    headline: ClassVar[str] = "difference"
    covers: ClassVar[tuple[str, ...]] = ("RH-04", "RH-05")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "a_chosen",
            "Formations of [the first side] that act as chosen",
            better="more",
            unit="formations",
            says="[the first side] sees|see {amount} act as chosen",
        ),
        Result(
            "b_chosen",
            "Formations of [the second side] that act as chosen",
            better="less",
            unit="formations",
            says="[the second side] sees|see {amount} act as chosen",
        ),
        Result(
            "a_shock_gained",
            "Shock gained by [the first side]",
            better="less",
            unit="Shock",
            says="[the first side] gains|gain {amount}",
        ),
        Result(
            "b_shock_gained",
            "Shock gained by [the second side]",
            better="more",
            unit="Shock",
            says="[the second side] gains|gain {amount}",
        ),
        Result(
            "difference", "Chosen actions, [the first side] minus [the second side]", better="more", unit="formations"
        ),
    )

    a_commands: list[int] = integers((4, 4, 4), 0, 8, 1, 6, "Command ratings of the first side, in the order of acting")
    b_commands: list[int] = integers(
        (4, 4, 4), 0, 8, 1, 6, "Command ratings of the second side, in the order of acting"
    )
    a_shocks: list[int] = integers(
        (0, 0, 0), 0, 30, 1, 6, "Shock of each formation of the first side", derived="as many zeros"
    )
    b_shocks: list[int] = integers(
        (0, 0, 0), 0, 30, 1, 6, "Shock of each formation of the second side", derived="as many zeros"
    )
    starts: Side = choice("a", "The side with the initiative", labels=("the first side", "the second side"))
    a_policy: Policy = choice("never", "When the first side retains the initiative", labels=_POLICIES)
    b_policy: Policy = choice("never", "When the second side retains the initiative", labels=_POLICIES)

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return unnamed("a", "the first side"), unnamed("b", "the second side")

    def derived(self) -> Mapping[str, Any]:
        return {"a_shocks": [0] * len(self.a_commands), "b_shocks": [0] * len(self.b_commands)}

    def check(self) -> None:
        for side, commands, shocks in (
            ("a", self.a_commands, self.a_shocks),
            ("b", self.b_commands, self.b_shocks),
        ):
            if len(commands) != len(shocks):
                raise refused(
                    f"{side}_shocks",
                    f"as many entries as {side}_commands, which is {len(commands)}, not {len(shocks)}",
                )

    def play(self) -> Mapping[str, Played]:
        commands = {"a": self.a_commands, "b": self.b_commands}
        shocks = {"a": self.a_shocks, "b": self.b_shocks}
        policies = {"a": self.a_policy, "b": self.b_policy}

        def test(side: Side, number: int, retaining: bool) -> Tree:
            return command_test(
                f"Action test of formation {number + 1} of {self.known_as(side)}",
                self.naturals,
                "RH-04" if retaining else "RH-02",
                ("Command rating", commands[side][number]),
                ("Shock", -1 if shocks[side][number] else 0),
                ("retaining the initiative", -1 if retaining else 0),
            )

        def acted(side: Side, rest: Tree) -> Tree:
            one = (1, 0) if side == "a" else (0, 1)
            return rest.map(lambda chosen: (chosen[0] + one[0], chosen[1] + one[1]))

        @cache
        def rest(done_a: int, done_b: int, side: Side) -> Tree:
            """What is still to come when `side` has the initiative; outcomes are chosen actions of a and of b."""
            left = {"a": len(commands["a"]) - done_a, "b": len(commands["b"]) - done_b}
            other: Side = "b" if side == "a" else "a"
            if not left["a"] and not left["b"]:
                return Constant((0, 0))
            if not left[side]:
                return rest(done_a, done_b, other)

            def after(number: int, holder: Side) -> Tree:
                return rest(done_a + number, done_b, holder) if side == "a" else rest(done_a, done_b + number, holder)

            number = done_a if side == "a" else done_b
            if not left[other]:
                following = after(1, side)
                return test(side, number, False).then(success=acted(side, following), failure=following)
            passed = passes = after(1, other)
            if left[side] > 1:
                later = after(2, other)
                retains = test(side, number + 1, True).then(success=acted(side, later), failure=later)
                sign = 1 if side == "a" else -1
                passed = Choice(
                    f"{self.known_as(side).capitalize()} after a passed test",
                    {"pass the initiative": passes, "retain the initiative": retains},
                    _CHOSEN[policies[side]],
                    lambda chosen: sign * (chosen[0] - chosen[1]),
                )
            return test(side, number, False).then(success=acted(side, passed), failure=passes)

        phase = rest(0, 0, self.starts)
        formations_a, formations_b = len(self.a_commands), len(self.b_commands)
        return {
            "a_chosen": phase.map(lambda chosen: chosen[0]),
            "b_chosen": phase.map(lambda chosen: chosen[1]),
            "a_shock_gained": phase.map(lambda chosen: formations_a - chosen[0]),
            "b_shock_gained": phase.map(lambda chosen: formations_b - chosen[1]),
            "difference": phase.map(lambda chosen: chosen[0] - chosen[1]),
        }
