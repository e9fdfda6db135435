"""reikhammer.action and reikhammer.retain: the command tests of one and of two formations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from probcalc.scenarios.fields import Section, flag, integer, part, ruling, section
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.scenarios.sides import OfOneParty
from probcalc.systems.reikhammer.rolls import ActionTests


class Action(OfOneParty):
    """Does a formation carry out its action?

    d6 equal to or under the command rating; a failure holds and adds one Shock.
    """

    who: ClassVar[str] = "formation"
    id: ClassVar[str] = "reikhammer.action"
    title: ClassVar[str] = "Action test"
    headline: ClassVar[str] = "passes"
    covers: ClassVar[tuple[str, ...]] = ("RH-02", "RH-03", "RH-04", "RH-05")
    results: ClassVar[tuple[Result, ...]] = (
        Result("passes", "The test is passed", better="more", says="[the formation] passes|pass the test"),
        Result("shock_after", "Shock afterwards", better="less", unit="Shock"),
    )

    tests: ActionTests = part(ActionTests)
    command: int = integer(4, 0, 8, "Command rating")
    shock: int = integer(0, 0, 30, "Shock of the formation; any Shock is -1", role="modifier")
    suppressed: bool = flag("A unit of the formation is suppressed")
    retaining: bool = flag("The side retains the initiative: -1")
    opponent_done: bool = flag(
        "The opponent has nothing left to act with: no -1 for retaining", label="Opponent finished"
    )
    modifier: int = integer(0, -6, 6, "Anything else added to the rating", role="modifier")
    shock_trigger: Literal["any_shock", "suppressed_only"] = ruling(
        "any_shock",
        "What brings the -1: any Shock, or only a suppressed unit?",
        label="When Shock counts",
        labels=("any Shock", "a suppressed unit only"),
    )

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if self.opponent_done and not self.retaining:
            reasons["opponent_done"] = "the side does not retain"
        if self.shock_trigger == "any_shock" and self.suppressed and self.shock:
            reasons["suppressed"] = "any Shock brings the -1 already"
        return reasons

    def play(self) -> Mapping[str, Played]:
        shock = self.shock if self.shock_trigger == "any_shock" else 0
        test = self.tests.roll(
            "Action test",
            "RH-02",
            self.command,
            self.tests.shock(1 if self.suppressed else shock),
            self.tests.retaining(self.retaining and not self.opponent_done),
            ("modifier", self.modifier),
        )
        return {
            "passes": test.among("success"),
            "shock_after": test.map({"success": self.shock, "failure": self.shock + 1}),
        }


class Commanded(Section):
    """One of the two formations."""

    command: int = integer(4, 0, 8, "Command rating")
    shock: int = integer(0, 0, 30, "Shock; any Shock is -1", role="modifier")


class Retain(Scenario):
    """How likely are two actions in a row when the side retains the initiative?"""

    id: ClassVar[str] = "reikhammer.retain"
    title: ClassVar[str] = "Retaining the initiative"
    headline: ClassVar[str] = "both"
    covers: ClassVar[tuple[str, ...]] = ("RH-04",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("both", "Both carry out their actions", better="more", says="Both formations act as chosen"),
        Result("first_only", "Only the first does", says="Only the first formation acts as chosen"),
        Result("second_only", "Only the second does", says="Only the second formation acts as chosen"),
        Result("neither", "Neither does", better="less", says="Neither formation acts as chosen"),
        Result(
            "chosen_actions",
            "Actions as chosen",
            better="more",
            unit="actions",
            says="The formations take {amount} as chosen",
        ),
    )

    tests: ActionTests = part(ActionTests)
    first: Commanded = section(Commanded, "First formation")
    second: Commanded = section(Commanded, "Second formation")
    opponent_done: bool = flag(
        "The opponent has nothing left: no -1, and the second is tried either way", label="Opponent finished"
    )

    def play(self) -> Mapping[str, Played]:
        first, second = (
            self.tests.roll(
                f"Action test of the {name} formation",
                "RH-04" if retains else "RH-02",
                formation.command,
                self.tests.shock(formation.shock),
                self.tests.retaining(retains),
            )
            for name, formation, retains in (
                ("first", self.first, False),
                ("second", self.second, not self.opponent_done),
            )
        )
        then = {passed: second.then(success=(passed, True), failure=(passed, False)) for passed in (True, False)}
        acted = first.then(success=then[True], failure=then[False] if self.opponent_done else (False, False))
        return {
            "both": acted.among((True, True)),
            "first_only": acted.among((True, False)),
            "second_only": acted.among((False, True)),
            "neither": acted.among((False, False)),
            "chosen_actions": acted.map(sum),
        }
