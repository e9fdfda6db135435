"""All attacks of a weapon, with what Command Points buy for them: as the parameters fix it, or left to decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from probcalc.exact.counting import Count, minimum
from probcalc.exact.decisions import Decision, Option
from probcalc.exact.readings.together import with_first_roll
from probcalc.exact.steps import Constant, Event, Roll, Tree
from probcalc.scenarios.decisions import Advising, Plan
from probcalc.systems.chronopia.profile import CommandFields
from probcalc.systems.chronopia.rolls import warded_wound

Wounds: TypeAlias = "Tree | int"

REROLL_COST = 3
SIDE = "attacker"
SEEN = {
    "critical": "a critical hit",
    "success": "a hit",
    "failure": "a miss",
    "fumble": "a fumble",
}
"""What a player calls the bands of a test to hit."""


@dataclass(frozen=True)
class Tests:
    """The tests to hit of a run of attacks: without the boost, and with it."""

    plain: Roll
    boosted: Roll


@dataclass(frozen=True)
class Blows:
    """What the attacks of a run are worth.

    Attributes:
        count: how many attacks there are.
        hit: what a plain hit is worth.
        critical: what a critical is worth for which so many Command Points are paid.
        fumble: what a fumble is worth.
        fumble_ends: whether a fumble loses the attacks not yet made.
        so_far: the phrase for what the attacks so far were worth.
    """

    count: int
    hit: Wounds
    critical: Callable[[Count], Wounds]
    fumble: int = 0
    fumble_ends: bool = False
    so_far: str = "wounds so far are"


class Fixed:
    """Command Points are spent as the parameters say: the boost, the first miss, the first critical."""

    def __init__(self, blow: CommandFields, tests: Tests, blows: Blows) -> None:
        self.blows = blows
        self.first = tests.boosted if blow.command_boost else tests.plain
        self.later = tests.plain if blow.boost_scope == "one_test" else self.first
        self.may_reroll = blow.reroll
        paid = blows.critical(blow.critical_command_points)
        cheap = blows.critical(0)
        self.is_fresh = paid is not cheap
        self.criticals = {True: paid, False: cheap}

    def is_settled(self, made: int, again: bool, fresh: bool) -> bool:
        """Whether all attacks that are left are alike, whatever comes of them."""
        alike = made > 0 or self.first is self.later
        return alike and not again and not fresh and not self.blows.fumble_ends

    def test(self, made: int, again: bool, attack: Callable[[Roll], Tree]) -> Tree:
        """The next attack, with the boost or without."""
        return attack(self.first if made == 0 else self.later)

    def stands(self, roll: Roll, band: str, made: int, stands: Tree, rolled_again: Tree) -> Tree:
        """A test that may be rolled again: one that fails is."""
        return rolled_again if band in ("failure", "fumble") else stands

    def critical(self, made: int, again: bool, fresh: bool) -> Wounds:
        """The wounds of a critical."""
        return self.criticals[fresh]


class Open:
    """Command Points are there to be spent: every use of them is a decision."""

    may_reroll = True

    def __init__(self, blow: CommandFields, tests: Tests, blows: Blows, boosted: bool) -> None:
        self.blows, self.tests = blows, tests
        self.one_test = blow.boost_scope == "one_test"
        self.boosted = boosted
        most = blow.multiplier - 1 if blow.critical_wounds == "paid" else 0
        self.wounds = [blows.critical(paid) for paid in range(most + 1)]
        # Where nothing is paid for a critical, there is nothing to decide about it.
        self.is_fresh = most > 0 and isinstance(self.wounds[0], Tree)

    def is_settled(self, made: int, again: bool, fresh: bool) -> bool:
        """Whether all attacks that are left are alike, whatever comes of them."""
        return not again and not fresh and not self.one_test and not self.blows.fumble_ends

    def test(self, made: int, again: bool, attack: Callable[[Roll], Tree]) -> Tree:
        """The next attack; under the ruling one_test each may be boosted."""
        if not self.one_test:
            return attack(self.tests.boosted if self.boosted else self.tests.plain)
        return boost_decision(
            "Before a test to hit",
            attack(self.tests.plain),
            attack(self.tests.boosted),
            {"the attack is number": made + 1, "the re-roll is": _kept(again)},
            (self.blows.so_far,),
        )

    def stands(self, roll: Roll, band: str, made: int, stands: Tree, rolled_again: Tree) -> Tree:
        """A test that may be rolled again, once."""
        boosted = "boosted" if roll is self.tests.boosted else "not boosted"
        seen = {"the test is": SEEN[band], "the attack is number": made + 1, "it was": boosted}
        return reroll_decision("After a test to hit", stands, rolled_again, seen, (self.blows.so_far,))

    def critical(self, made: int, again: bool, fresh: bool) -> Wounds:
        """The wounds of a critical: as many more as are paid for."""
        if not self.is_fresh:
            return self.wounds[0]
        options = [Option("pay nothing", self.wounds[0])]
        for paid in range(1, len(self.wounds)):
            more = "1 more wound" if paid == 1 else f"{paid} more wounds"
            points = "1 Command Point" if paid == 1 else f"{paid} Command Points"
            options.append(Option(f"pay {points} for {more}", self.wounds[paid], paid))
        seen = {"the attack is number": made + 1, "the re-roll is": _kept(again)}
        if not self.one_test:
            seen["the attacks are"] = "boosted" if self.boosted else "not boosted"
        return Decision("For a critical hit that stands", tuple(options), SIDE, seen, (self.blows.so_far,))


def _kept(again: bool) -> str:
    return "still to be had" if again else "spent"


def boost_decision(
    when: str, plain: Tree, boosted: Tree, seen: dict[str, Any], so_far: tuple[str, ...] = ()
) -> Decision:
    """Whether a Command Point is paid for the boost."""
    options = (Option("do not boost", plain), Option("pay 1 Command Point for the boost", boosted, 1))
    return Decision(when, options, SIDE, seen, so_far)


def reroll_decision(
    when: str, stands: Any, rolled_again: Tree, seen: dict[str, Any], so_far: tuple[str, ...] = ()
) -> Decision:
    """Whether three Command Points are paid to roll a test again."""
    again = Option(f"roll it again for {REROLL_COST} Command Points", rolled_again, REROLL_COST)
    return Decision(when, (Option("let it stand", stands), again), SIDE, seen, so_far)


def attacks(spending: Fixed | Open, may_reroll: bool) -> Tree:
    """The worth of all attacks of a weapon, made one after another."""
    blows = spending.blows

    @cache
    def rest(left: Count, again: bool, fresh: bool) -> Tree:
        if left == 0:
            return Constant(0)
        # Before the first attack their number may be left free; then nothing may depend on which attack it is.
        made = 0 if left is blows.count else blows.count - left
        if spending.is_settled(made, again, fresh):
            return spending.test(made, again, lambda roll: attack(roll, made, 1, again, fresh)).times(left)
        return spending.test(made, again, lambda roll: attack(roll, made, left, again, fresh))

    def attack(roll: Roll, made: int, left: Count, again: bool, fresh: bool) -> Tree:
        """One attack and all that come after it, the re-roll (again) and a critical to pay for (fresh) still there."""
        after = rest(left - 1, again, fresh)
        keeps_paying = fresh and isinstance(spending, Open)
        follows: dict[str, Tree] = {
            "critical": spending.critical(made, again, fresh) + rest(left - 1, again, keeps_paying),
            "success": blows.hit + after,
            "failure": after,
            "fumble": Constant(blows.fumble) if blows.fumble_ends else blows.fumble + after,
        }
        if not again:
            return roll.then(follows)
        second = attack(roll, made, left, False, fresh)
        return roll.then(cache(lambda band: spending.stands(roll, band, made, follows[band], second)))

    return rest(blows.count, may_reroll, spending.is_fresh)


def wounds_of(
    blow: CommandFields,
    tests: Tests,
    hit: Tree,
    critical: Tree,
    *,
    fumble_ends: bool = False,
    is_open: bool = False,
    may_reroll: bool = True,
    fumble: int = 0,
) -> Tree:
    """The wounds of all attacks, with decisions left open or not, and there the re-roll not spent before.

    A critical is worth all its wounds, or those that are paid for; as the parameters fix it, for the first critical.
    A fumble that stands counts as `fumble` wounds.
    """
    cheap = warded_wound(blow.ward)

    def worth(paid: Count) -> Tree:
        if blow.critical_wounds != "paid":
            return critical
        return cheap if type(paid) is int and paid == 0 else cheap.times(minimum(blow.multiplier, 1 + paid))

    blows = Blows(blow.noa, hit, worth, fumble, fumble_ends)
    return _open_run(blow, tests, blows, may_reroll) if is_open else attacks(Fixed(blow, tests, blows), blow.reroll)


def run_of(blow: CommandFields, tests: Tests, hit: Tree, critical: Tree, *, fumble_ends: bool = False) -> Tree:
    """The whole run: what the first test showed, the wounds, and the fumbles that stand."""
    # Fumbles are counted beyond all wounds that there can be, so that one sum holds both.
    beyond = blow.noa * blow.multiplier + 1
    wounds = wounds_of(blow, tests, hit, critical, fumble_ends=fumble_ends, fumble=beyond)
    return with_first_roll(wounds).map(lambda run: (run[0], run[1] % beyond, run[1] // beyond))


def of_the_first(run: Tree) -> dict[str, Tree | Event]:
    """What the first test of a run showed."""
    return {
        "hit": run.chance(lambda end: end[0] in ("critical", "success")),
        "critical": run.chance(lambda end: end[0] == "critical"),
        "fumble": run.chance(lambda end: end[0] == "fumble"),
    }


def fumbles_of(blow: CommandFields, tests: Tests, *, is_open: bool = False) -> Tree:
    """The number of fumbles that stand, in the same way."""
    blows = Blows(blow.noa, 0, lambda _: 0, 1, so_far="fumbles so far are")
    return _open_run(blow, tests, blows, True) if is_open else attacks(Fixed(blow, tests, blows), blow.reroll)


def command_advising(*aims: str) -> Advising:
    """The advice on Command Points for a run of attacks."""
    own = ("command_boost", "reroll", "critical_command_points")
    wants = tuple(want for want in ("slain", "least attacker_dazed") if want.split()[-1] in aims)
    return Advising(aims, {SIDE: own}, "Command Points", costly="noa", wants={SIDE: wants})


def command_plans(blow: CommandFields) -> list[Plan]:
    """Every way to fix beforehand what Command Points are spent on."""
    paying = blow.critical_wounds == "paid" and blow.multiplier > 1
    found = []
    for boost, again, paid in product((False, True), (False, True), range(blow.multiplier if paying else 1)):
        values: dict[str, Any] = {"command_boost": boost, "reroll": again}
        if paying:
            values["critical_command_points"] = paid
        words = ["boost"] if boost else []
        words += ["re-roll the first miss"] if again else []
        words += [f"pay {paid} for the first critical hit"] if paid else []
        label = ", ".join(words) or "spend nothing"
        found.append(Plan(label[0].upper() + label[1:], values, boost + REROLL_COST * again + paid))
    return found


def _open_run(blow: CommandFields, tests: Tests, blows: Blows, may_reroll: bool) -> Tree:
    plain = attacks(Open(blow, tests, blows, False), may_reroll)
    if blow.boost_scope == "one_test":
        return plain
    boosted = attacks(Open(blow, tests, blows, True), may_reroll)
    return boost_decision("Before the first test to hit", plain, boosted, {})
