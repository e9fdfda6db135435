"""reikhammer.turn: a whole Action Phase, formation by formation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Choice, Constant, Tree
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.both_sides import of_both
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, integers, part
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.scenarios.sides import OTHER, SideName
from probcalc.systems.reikhammer.rolls import ActionTests

Policy: TypeAlias = Literal["never", "always", "best"]
_CHOSEN = {"never": "pass the initiative", "always": "retain the initiative", "best": "best"}
_POLICIES = ("never retain", "always try to retain", "retain when it gains something")
_SO_FAR = ("formations of Side A that acted are", "formations of Side B that acted are")


def _commands(side: str) -> Any:
    what = f"Command ratings of {side}, in the order of acting"
    return integers((4, 4, 4), 0, 8, 1, 6, what, label=f"Command of {side}")


def _shocks(side: str, commands: str) -> Any:
    what = f"Shock of each formation of {side}"
    return integers((0, 0, 0), 0, 30, 1, 6, what, derived="as many zeros", beside=commands, label=f"Shock of {side}")


@dataclass(frozen=True, slots=True)
class Acted:
    """How many formations of each side have acted as chosen; they add up side by side."""

    a: int
    b: int

    def __add__(self, other: Acted) -> Acted:
        return Acted(self.a + other.a, self.b + other.b)

    def __iter__(self) -> Iterator[int]:
        return iter((self.a, self.b))

    def __str__(self) -> str:
        return f"{self.a} to {self.b}"


class Turn(Scenario):
    """How many formations carry out their actions in an Action Phase?

    Formations act in the order listed. A passed test allows one attempt to retain the initiative at -1; whoever
    fails holds and gains one Shock.
    """

    id: ClassVar[str] = "reikhammer.turn"
    title: ClassVar[str] = "A whole Action Phase"
    headline: ClassVar[str] = "difference"
    covers: ClassVar[tuple[str, ...]] = ("RH-04", "RH-05")
    results: ClassVar[tuple[Result, ...]] = (
        *of_both(
            "chosen",
            "Formations of [own] that act as chosen",
            "more",
            "formations",
            "[own] sees|see {amount} act as chosen",
        ),
        *of_both("shock_gained", "Shock gained by [own]", "less", "Shock", "[own] gains|gain {amount}"),
        Result(
            "difference",
            "Lead of [Side A] over [Side B] in chosen actions",
            better="more",
            unit="actions",
            says="[Side A] carries|carry out {amount} more than [Side B]",
        ),
    )

    advising: ClassVar[Advising | None] = Advising(
        ("difference", "a_chosen", "b_chosen", "a_shock_gained", "b_shock_gained"),
        {"a": ("a_policy",), "b": ("b_policy",)},
        contested=True,
        costly="a_commands",
        wants={
            "a": ("difference", "least b_chosen", "least a_shock_gained"),
            "b": ("least difference", "least a_chosen", "least b_shock_gained"),
        },
    )

    tests: ActionTests = part(ActionTests)
    a_commands: list[int] = _commands("Side A")
    b_commands: list[int] = _commands("Side B")
    a_shocks: list[int] = _shocks("Side A", "a_commands")
    b_shocks: list[int] = _shocks("Side B", "b_commands")
    starts: SideName = choice("a", "The side with the initiative", labels=("Side A", "Side B"))
    a_policy: Policy = choice("never", "When Side A retains the initiative", labels=_POLICIES, label="Policy of Side A")
    b_policy: Policy = choice("never", "When Side B retains the initiative", labels=_POLICIES, label="Policy of Side B")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return unnamed("a", "Side A"), unnamed("b", "Side B")

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

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        if opponent == "best" or self.value_of(f"{OTHER[side]}_policy") == "best":
            return
        for policy in ("never", "always"):
            yield Plan(_CHOSEN[policy].capitalize() + ", whatever happens", {f"{side}_policy": policy})

    def play(self) -> Mapping[str, Played]:
        phase = self.phase()
        formations_a, formations_b = len(self.a_commands), len(self.b_commands)
        return {
            "a_chosen": phase.map(lambda chosen: chosen.a),
            "b_chosen": phase.map(lambda chosen: chosen.b),
            "a_shock_gained": phase.map(lambda chosen: formations_a - chosen.a),
            "b_shock_gained": phase.map(lambda chosen: formations_b - chosen.b),
            "difference": phase.map(lambda chosen: chosen.a - chosen.b),
        }

    def test(self, side: str, number: int, retaining: bool) -> Tree:
        """The action test of one formation."""
        commands, shocks = (self.a_commands, self.a_shocks) if side == "a" else (self.b_commands, self.b_shocks)
        test = self.tests.roll(
            f"Action test of formation {number + 1} of {self.name_of(side)}",
            "RH-04" if retaining else "RH-02",
            commands[number],
            self.tests.shock(shocks[number]),
            self.tests.retaining(retaining),
        )
        return made_by(test, side)

    def decides(self, side: str) -> bool:
        """Whether a side is left to decide; one that plays its best plays it against the aim of a side that is."""
        other = OTHER[side]
        return self.is_open(side) or (self.is_open(other) and self.value_of(f"{side}_policy") == "best")

    def pass_or_retain(self, side: str, passes: Tree, retains: Tree, seen: Mapping[str, Any]) -> Tree:
        """After a passed test the side passes the initiative on or retains it, as its policy says or as it decides."""
        name = self.name_of(side)
        when = f"{name[:1].upper()}{name[1:]} after a passed test"
        ways = {_CHOSEN["never"]: passes, _CHOSEN["always"]: retains}
        if self.decides(side):
            return Decision(when, tuple(Option(name, way) for name, way in ways.items()), side, seen, _SO_FAR)
        sign = 1 if side == "a" else -1
        policy = self.a_policy if side == "a" else self.b_policy
        return Choice(when, ways, _CHOSEN[policy], lambda chosen: sign * (chosen.a - chosen.b))

    def phase(self) -> Tree:
        """The whole phase, formation by formation."""
        formations = {"a": len(self.a_commands), "b": len(self.b_commands)}

        @cache
        def rest(done_a: int, done_b: int, side: SideName) -> Tree:
            """What is still to come when `side` has the initiative; outcomes are chosen actions of a and of b."""
            left = {"a": formations["a"] - done_a, "b": formations["b"] - done_b}
            other = OTHER[side]
            if not left["a"] and not left["b"]:
                return Constant(Acted(0, 0))
            if not left[side]:
                return rest(done_a, done_b, other)

            def after(number: int, holder: SideName) -> Tree:
                return rest(done_a + number, done_b, holder) if side == "a" else rest(done_a, done_b + number, holder)

            number, acted = (done_a, Acted(1, 0)) if side == "a" else (done_b, Acted(0, 1))
            if not left[other]:
                following = after(1, side)
                return self.test(side, number, False).then(success=following + acted, failure=following)
            passed = passes = after(1, other)
            if left[side] > 1:
                later = after(2, other)
                retains = self.test(side, number + 1, True).then(success=later + acted, failure=later)
                seen = {"its formations still to act are": left[side] - 1, "those of the other side are": left[other]}
                passed = self.pass_or_retain(side, passes, retains, seen)
            return self.test(side, number, False).then(success=passed + acted, failure=passes)

        return rest(0, 0, self.starts)
