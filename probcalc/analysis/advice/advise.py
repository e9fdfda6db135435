"""`advise`: the best play of a scenario that leaves a choice, what every fixed plan is worth, and what points add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.advice.aim import Aim, aim_of
from probcalc.analysis.advice.policy import Rule, rules
from probcalc.analysis.findings.findings import whole_number
from probcalc.analysis.findings.found import Found
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.readings.best_play import BestPlay
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Event, Tree
from probcalc.scenarios import registry
from probcalc.scenarios.answer import as_written
from probcalc.scenarios.decisions import Advising, OpenPlay
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value, flatten, merge_given
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sides import OTHER

MOST_POINTS = 6
OPPONENTS = ("as_given", "best")


@dataclass(frozen=True, slots=True)
class FixedPlan:
    """What is fixed before any roll, and what it is worth.

    Attributes:
        label: the plan in words.
        values: the parameters to ask `odds` with.
        spent: the most points that it takes.
        value: the exact value of the aim.
    """

    label: str
    values: Mapping[str, Any]
    spent: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class Advice(Found):
    """The best play for an aim.

    Attributes:
        scenario: the scenario, complete.
        given: the parameters that were given.
        side: whose decisions they are.
        opponent: "as_given", or "best" when the other side decides against the aim.
        aim: the goal.
        points: the points available.
        value: the best value of the aim.
        choices: the fixed plans, the best first.
        rules: the best play, rule by rule.
        policy: the same in sentences.
        table: the best value with 0, 1, ... points.
        notes: what a player should know about it.
    """

    scenario: Scenario
    given: Mapping[str, Any]
    side: str
    opponent: str
    aim: Aim
    points: int
    value: Fraction
    choices: tuple[FixedPlan, ...]
    rules: tuple[Rule, ...]
    policy: tuple[str, ...]
    table: tuple[Fraction, ...]
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        first = self.choices[0].label if self.choices else "nothing to decide"
        return f"<Advice of {self.scenario.id}: {fraction_text(self.value, longest=40)} for {self.aim.result}; {first}>"

    def to_json(self) -> dict[str, Any]:
        """The advice as plain data: fractions as text.

        >>> advise("chronopia.test", {"value": 12}, aim="success", points=3).to_json()["value"]
        '21/25'
        """
        parameters: dict[str, Any] = {}
        rulings: dict[str, Any] = {}
        for parameter in type(self.scenario).parameters():
            place = rulings if parameter.role == "ruling" else parameters
            place[parameter.name] = as_written(self.scenario.value_of(parameter.name))
        return {
            "scenario": self.scenario.id,
            "parameters": parameters,
            "rulings": rulings,
            "side": self.side,
            "opponent": self.opponent,
            "aim": self.aim.to_json(),
            "points": self.points,
            "value": fraction_text(self.value),
            "choices": [
                {
                    "label": plan.label,
                    "set": {name: as_written(value) for name, value in plan.values.items()},
                    "spent": plan.spent,
                    "value": fraction_text(plan.value),
                }
                for plan in self.choices
            ],
            "policy": list(self.policy),
            "table": [{"points": n, "value": fraction_text(value)} for n, value in enumerate(self.table)],
            "notes": list(self.notes),
        }


def advise(
    scenario: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    *,
    aim: str | Mapping[str, Any] = "",
    points: int = 0,
    side: str = "",
    opponent: str = "as_given",
    budget: Budget | None = None,
    **named: Any,
) -> Advice:
    """What one side does best: V = max over what it may decide, the mean over every roll, by backward induction.

    What a player knows at a decision are the dice rolled so far, the points left and the state of play. Without an aim
    the goal is what the side is after: that its enemy is slain, that it loses as little as it can.

    >>> advice = advise("chronopia.melee", attacker="the_cursed", target="spearmen", aim="slain", points=3)
    >>> advice.value, advice.choices[0].label
    (Fraction(1827, 2500), 'Re-roll the first miss')
    >>> [str(value) for value in advice.table]
    ['369/625', '1071/1600', '1071/1600', '1827/2500']

    Raises:
        InputError: naming the scenario, the aim, points, side, opponent or parameter that is refused.
    """
    model = registry.scenario(scenario)
    if model.advising is None:
        raise InputError(f"{model.id} has no decisions to advise on", model.id)
    advising = model.advising
    points = whole_number(points, "points", 0, MOST_POINTS)
    if points and not advising.points:
        raise InputError(f"points: 0 in {model.id}, where none are spent, not {points}", "points")
    side = _side(side, advising, model.id)
    if opponent not in OPPONENTS:
        raise unknown_name("opponent", str(opponent), OPPONENTS)
    if opponent == "best" and not advising.contested:
        raise InputError(f"opponent: only as_given in {model.id}, where the other side decides nothing", "opponent")
    given = flatten(merge_given(parameters, named))
    resolved, notes = resolve(model, given)
    try:
        with metered(budget):
            return _advise(resolved, given, notes, advising, aim, points, side, opponent)
    except TooLarge as error:
        blamed = advising.costly or model.costly
        raise InputError(f"{blamed}: {error}" if blamed else str(error), blamed) from error


def _advise(
    scenario: Scenario,
    parameters: Mapping[str, Any],
    notes: list[str],
    advising: Advising,
    wanted: str | Mapping[str, Any],
    points: int,
    side: str,
    opponent: str,
) -> Advice:
    law = LawReader()
    results = scenario.open_play(side, opponent)
    aim = aim_of(wanted, scenario, side, results)
    played = aim.played(scenario, results)
    mean, at_hand = aim.is_mean(played), scenario.points_at_hand(points)
    scenario.check_advice(mean, at_hand)
    tree, worth = aim.worth(played)
    other = OTHER[side] if advising.contested else None
    best = BestPlay(worth, least=aim.least, mean=mean, opponent=other, law=law)
    table = tuple(best.value(tree, min(n, at_hand)) for n in range(points + 1))
    found = tuple(rules(best.decisions_reached(tree, at_hand), advising.points if at_hand else "", side))
    policy = tuple(rule.sentence() for rule in found) or ("There is nothing to decide: play on.",)
    return Advice(
        scenario,
        parameters,
        side,
        opponent,
        aim,
        points,
        table[-1],
        tuple(_choices(scenario, parameters, aim, side, opponent, at_hand, law)),
        found,
        policy,
        table,
        (*notes, *_notes(scenario, parameters, advising, side, points, at_hand)),
    )


def _choices(
    scenario: Scenario, parameters: Mapping[str, Any], aim: Aim, side: str, opponent: str, points: int, law: LawReader
) -> list[FixedPlan]:
    """The fixed plans that the points cover, the best first, then the cheaper, then as they are listed."""

    def value(played: Tree | Event) -> Fraction:
        tree, worth = aim.worth(played)
        return Fraction(law.mean(tree, worth))

    def best(candidates: Iterable[tuple[Any, OpenPlay]]) -> Any:
        chosen, greatest = None, None
        for key, results in candidates:
            found = value(aim.played(scenario, results))
            if greatest is None or (found < greatest if aim.least else found > greatest):
                chosen, greatest = key, found
        return chosen

    found = []
    for plan in scenario.plans(side, opponent, best):
        if plan.cost <= points:
            asked = scenario if plan.reads else resolve(type(scenario), {**parameters, **plan.values})[0]
            results = asked.play() if plan.plays is None else plan.plays()
            value_of_plan = value(aim.played(asked, results, plan.reads))  # type: ignore[arg-type]
            found.append(FixedPlan(plan.label, plan.values, plan.cost, value_of_plan))
    sign = 1 if aim.least else -1
    return sorted(found, key=lambda plan: (sign * plan.value, plan.spent))


def _notes(
    scenario: Scenario, parameters: Mapping[str, Any], advising: Advising, side: str, points: int, at_hand: int
) -> list[str]:
    notes = [
        f"{name} was given and plays no part: it is what is decided here."
        for name in advising.sides[side]
        if name in parameters
    ]
    if at_hand < points:
        most = f"only {at_hand} of them" if at_hand else "none of them"
        notes.append(f"{advising.points}: {most} can be spent here.")
    return notes


def _side(side: Any, advising: Advising, scenario_id: str) -> str:
    if not isinstance(side, str):
        raise InputError(f"side is one of {', '.join(advising.sides)}, not {brief_value(side)}", "side")
    if not side:
        return next(iter(advising.sides))
    if side not in advising.sides:
        refusal = unknown_name("side", side, advising.sides, f" that decides in {scenario_id}")
        raise InputError(str(refusal), "side", refusal.nearest)
    return side
