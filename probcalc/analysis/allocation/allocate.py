"""`allocate`: who attacks whom, in which order, planned ahead or decided after each attack, and what is overkill."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from probcalc.analysis.advice.policy import Rule, Seen, rules_of
from probcalc.analysis.allocation.aim import AllocationAim, aim_of
from probcalc.analysis.allocation.fixed import FixedPlans
from probcalc.analysis.allocation.looking import Attacks, Looking, Move
from probcalc.analysis.allocation.plan import ORDERS, Plan, plan_of
from probcalc.analysis.allocation.said import Target
from probcalc.analysis.findings.found import Found
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value


@dataclass(frozen=True, slots=True)
class Allocation(Found):
    """Who attacks whom.

    Attributes:
        plan: the attackers and the targets.
        aim: the goal.
        look: whether the states of the targets are seen before each attack.
        order: "listed", or "free" when any attacker may be next.
        value: the best value: `looking` with look, else `fixed`.
        fixed: the best value of a plan that is fixed before the first roll.
        looking: the best value when the states are seen before each attack.
        pairs: the best fixed plan: attacker and target by name, in order.
        steps: the same in words.
        rules: the best plan that looks, rule by rule.
        removed: by target, the chance that it is removed under the plan of `value`.
        naive: the values of the most obvious orders, by name.
        overkill: damage wasted under the plan of `value`.
    """

    plan: Plan
    aim: AllocationAim
    look: bool
    order: str
    fixed: Fraction
    looking: Fraction
    pairs: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]
    rules: tuple[Rule, ...]
    removed: Mapping[str, Fraction]
    naive: Mapping[str, Fraction]
    overkill: Overkill

    def __repr__(self) -> str:
        targets = ", ".join(f"{attacker} at {target}" for attacker, target in self.pairs)
        return f"<Allocation: {fraction_text(self.value, longest=40)}; {targets}>"

    @property
    def value(self) -> Fraction:
        """The best value."""
        return self.looking if self.look else self.fixed

    @property
    def policy(self) -> tuple[str, ...]:
        """The best plan that looks, in sentences."""
        return tuple(rule.sentence() for rule in self.rules)

    def to_json(self) -> dict[str, Any]:
        """The allocation as plain data: fractions as text."""
        return {
            "aim": self.aim.text,
            "look": self.look,
            "order": self.order,
            "attackers": [attacker.name for attacker in self.plan.attackers],
            "targets": [target.name for target in self.plan.targets],
            "value": fraction_text(self.value),
            "fixed": fraction_text(self.fixed),
            "looking": fraction_text(self.looking),
            "plan": [{"attacker": attacker, "target": target} for attacker, target in self.pairs],
            "policy": list(self.policy),
            "removed": {name: fraction_text(chance) for name, chance in self.removed.items()},
            "naive": {name: fraction_text(value) for name, value in self.naive.items()},
        }


def allocate(
    attackers: Sequence[Mapping[str, Any]],
    targets: Sequence[Mapping[str, Any]],
    aim: str,
    look: bool = False,
    order: str = "listed",
    budget: Budget | None = None,
) -> Allocation:
    """The best allocation of attacks to targets, by dynamic programming over the states of all targets.

    Each attacker attacks once; an attack on a target that is removed does nothing. With `look` the states are seen
    before each attack, else who attacks whom is fixed before the first roll. All of it has one budget.

    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> cursed = {"scenario": "chronopia.melee", "parameters": {"attacker": "the_cursed"}, "name": "the Cursed"}
    >>> spearmen, followers = ({"name": n, "parameters": {"target": n}} for n in ("spearmen", "followers"))
    >>> found = allocate([archers, cursed], [spearmen, followers], "targets")
    >>> found.value, found.pairs
    (Fraction(89, 100), (('1', 'spearmen'), ('the Cursed', 'followers')))

    Raises:
        InputError: naming attackers, targets, aim, order, look, or the attacker, target or parameter that is refused.
    """
    if type(look) is not bool:
        raise InputError(f"look must be true or false, not {brief_value(look)}", "look")
    if order not in ORDERS:
        refusal = unknown_name("order", brief_value(order), ORDERS)
        raise InputError(f"order: {refusal}", "order", refusal.nearest)
    try:
        with metered(budget):
            plan = plan_of(attackers, targets, order)
            return _best(plan, aim_of(aim, plan.targets), look, order)
    except TooLarge as error:
        raise InputError(f"attackers: {error}; fewer of them, or smaller targets, take less", "attackers") from error


def _best(plan: Plan, wanted: AllocationAim, look: bool, order: str) -> Allocation:
    plans = FixedPlans(plan, wanted, order)
    looking = Looking(plan, wanted, order)
    fixed, taken, in_order = plans.best()

    def move_of_plan(left: int, index: int) -> Move:
        attacker = in_order[len(in_order) - left.bit_count()]
        return attacker, taken[attacker]

    _, removed, overkill = outcome(looking, looking.ends, looking.best_move if look else move_of_plan)
    names = [target.name for target in plan.targets]
    return Allocation(
        plan,
        wanted,
        look,
        order,
        fixed,
        looking.value,
        tuple((plan.attackers[a].name, names[taken[a]]) for a in in_order),
        tuple(f"{plan.name_of(a)} against {names[taken[a]]}" for a in in_order),
        tuple(_rules(plan, looking)),
        dict(zip(names, removed, strict=True)),
        _naive(plan, looking.ends, plans),
        overkill,
    )


def _naive(plan: Plan, ends: Sequence[int], plans: FixedPlans) -> dict[str, Fraction]:
    """What the orders that come to mind first are worth, all in the order listed."""
    spread = [attacker.may[place % len(attacker.may)] for place, attacker in enumerate(plan.attackers)]
    found = {"spread": plans.value_of(spread)}
    for place, target in enumerate(plan.targets):
        if all(place in attacker.may for attacker in plan.attackers):
            found[f"all_on:{target.name}"] = plans.value_of([place] * len(plan.attackers))
    listed = Attacks(plan, "listed")
    found["first_standing"] = outcome(listed, ends, listed.first_standing)[0]
    return found


def _rules(plan: Plan, looking: Looking) -> list[Rule]:
    """The best plan that looks, as rules: attack by attack, by what has become of the targets."""
    tables: dict[str, list[Seen]] = {}
    for left, weights, _ in looking.walk(looking.best_move):
        if not left:
            continue
        to_come = [a for a in range(len(plan.attackers)) if left >> a & 1]
        number = len(plan.attackers) - len(to_come) + 1
        when = f"Attack {number}"
        bits = sum(plan.totals[a].bit_length() for a in to_come)
        looking.costs.spend_level(len(weights), looking.next_attackers(left), bits)
        for index in weights:
            facts = _facts(plan.targets, looking.states_at(index))
            if looking.is_free:
                facts["still to come are"] = " and ".join(map(plan.name_of, to_come))
            moves = looking.equal_moves(left, index)
            best, *equal = [f"{plan.name_of(attacker)} against {plan.targets[t].name}" for attacker, t in moves]
            tables.setdefault(when, []).append(Seen(facts, best, tuple(equal)))
    return rules_of(tables, {})


def _facts(targets: Sequence[Target], states: Sequence[int]) -> dict[str, Any]:
    """What is seen of the targets."""
    facts: dict[str, Any] = {}
    for target, state in zip(targets, states, strict=True):
        if target.names:
            facts[f"{target.name} {target.verb}"] = target.names[state].replace("_", " ")
        elif target.states == 2:
            facts[f"{target.name} {target.verb}"] = target.ending if state else "standing"
        else:
            facts[f"the {target.unit} lost by {target.name} are"] = state
    return facts


@dataclass(frozen=True, slots=True)
class Overkill:
    """What does nothing, on average.

    Attributes:
        attacks: the attacks on targets that are removed already.
        beyond: what is inflicted beyond what the targets have left, those attacks among it; None where attacks count
            in several units, or depend on the target's state and so say no more than what it loses.
        unit: what is counted: "wounds".
    """

    attacks: Fraction
    beyond: Fraction | None
    unit: str


def outcome(
    made: Attacks, ends: Sequence[int], move: Callable[[int, int], Move | None]
) -> tuple[Fraction, list[Fraction], Overkill]:
    """What comes of moves that are made so: what the ends are worth, the chance of each target to be removed, overkill.

    What is beyond is E(sum over the attacks of what is beyond the target's end).

    >>> from probcalc.analysis.allocation.allocate import allocate
    >>> attack = {"scenario": "mechanics.attack", "parameters": {"damage": 3, "hit.target": 4}}
    >>> found = allocate([attack, attack], [{"parameters": {"health": 4}}], "targets").overkill
    >>> found.attacks, found.beyond, found.unit
    (Fraction(0, 1), Fraction(1, 2), 'damage')
    """
    plan = made.plan
    units = {target.unit for target in plan.targets}
    is_counted = len(units) == 1 and "" not in units and all(b.tails for own in plan.blows for b in own.values())

    @cache
    def over(attacker: int, target: int, state: int) -> int:
        """What the attack takes beyond the target's end, summed over its weights."""
        left = plan.targets[target].end - state
        return sum((taken - left) * n for taken, n in enumerate(plan.blows[attacker][target].rows[0]) if taken > left)

    attacks = beyond = Fraction(0)
    for left, weights, total in made.walk(move):
        if not left:
            break
        gone, lost = 0, dict.fromkeys(range(len(plan.attackers)), 0)
        for index, weight in weights.items():
            if (next_move := move(left, index)) is None:
                continue
            attacker, target = next_move
            state = made.states_at(index)[target]
            gone += weight if state == plan.targets[target].end else 0
            if is_counted:
                lost[attacker] += weight * over(attacker, target, state)
        attacks += Fraction(gone, total)
        beyond += sum(Fraction(amount, total * plan.totals[a]) for a, amount in lost.items() if amount)
    removed = [0] * len(plan.targets)
    for index, weight in weights.items():
        for number, state in enumerate(made.states_at(index)):
            removed[number] += weight if state == plan.targets[number].end else 0
    value = Fraction(sum(weight * ends[index] for index, weight in weights.items()), total)
    wasted = Overkill(attacks, beyond if is_counted else None, units.pop() if is_counted else "")
    return value, [Fraction(chance, total) for chance in removed], wasted
