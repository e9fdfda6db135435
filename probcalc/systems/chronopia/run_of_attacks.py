"""All attacks of a weapon, with what Command Points buy for them: as the parameters fix it, or left to decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeAlias

from probcalc.exact.records.copies import Added
from probcalc.exact.records.fields import Fields, OfFields, Steps
from probcalc.exact.records.play import Play
from probcalc.exact.tree.counting import Count, minimum
from probcalc.exact.tree.decisions import Option
from probcalc.exact.tree.steps import Roll, Tree
from probcalc.scenarios.decisions import Advising
from probcalc.scenarios.scenario import Result
from probcalc.systems.chronopia.rolls import warded_wound
from probcalc.systems.chronopia.units import REROLL_COST

Follows: TypeAlias = "Callable[[], Any]"

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


class Run:
    """All attacks of a weapon, made one after another, with what Command Points buy for them.

    A plain hit is worth `hit`; a critical all the wounds of `critical`, or those that are paid for: as the parameters
    fix it for the first critical, or as it is decided for each. With `fumble_ends` a fumble loses the attacks left.
    Every play of it has the fields band, what the first test showed, wounds, and fumbles, those that stand.
    """

    def __init__(self, blow: Any, tests: Tests, hit: Tree, critical: Tree, *, fumble_ends: bool = False) -> None:
        self.blow, self.tests, self.fumble_ends = blow, tests, fumble_ends
        self.arms, self.commands, self.is_open = blow.arms, blow.commands, blow.is_open(SIDE)
        self.one_test = self.commands.boost_scope == "one_test"
        self.hit, self.full = _worth(hit), _worth(critical)
        self.pays = self.commands.critical_wounds == "paid"
        self.cheap = warded_wound(blow.struck.ward)
        self.paid = cache(self._pay)

    def _pay(self, points: Count) -> Steps:
        """The wounds of a critical for which so many points are paid."""
        if not self.pays:
            return self.full
        if type(points) is int and points == 0:
            return _worth(self.cheap)
        return _worth(self.cheap.times(minimum(self.arms.multiplier, 1 + points)))

    def play(self, *, may_reroll: bool = True) -> Fields:
        """All attacks; of open ones the re-roll may have been spent before."""
        made = partial(self._attacks, may_reroll=may_reroll if self.is_open else self.commands.reroll)
        if self.one_test:
            return made(boosted=self.commands.command_boost)
        plain, boosted = partial(made, boosted=False), partial(made, boosted=True)
        return self._boost("Before the first test to hit", plain, boosted, {})

    def _attacks(self, *, may_reroll: bool, boosted: bool) -> Fields:
        """All attacks, every test boosted or none of them; under the ruling one_test only the first may be."""
        noa = self.arms.noa
        most = self.arms.multiplier - 1 if self.pays else 0
        fresh = most > 0 if self.is_open else self.paid(self.commands.critical_command_points) is not self.paid(0)

        def begin(left: Count, again: bool, fresh: bool) -> Fields:
            if left == 0:
                return _NOTHING
            # Before the first attack their number may be left free; then nothing may depend on which attack it is.
            made = 0 if left is noa else noa - left
            first_only = self.one_test and (self.is_open or (boosted and made == 0))
            if not (first_only or again or fresh or self.fumble_ends):
                test = self.tests.boosted if boosted and not self.one_test else self.tests.plain
                return attack(test, made, 1, False, False).times(left, first=["band"])
            if not (self.one_test and self.is_open):
                test = self.tests.boosted if boosted and (made == 0 or not self.one_test) else self.tests.plain
                return attack(test, made, left, again, fresh)
            seen = {"the attack is number": made + 1, "the re-roll is": _whether_kept(again)}
            plain, boost = (
                partial(attack, test, made, left, again, fresh) for test in (self.tests.plain, self.tests.boosted)
            )
            return self._boost("Before a test to hit", plain, boost, seen)

        rest = cache(begin)

        def attack(test: Roll, made: int, left: Count, again: bool, fresh: bool) -> Play:
            """One attack and all that come after it, the re-roll (again) and a critical to pay for (fresh) left."""
            after = rest(left - 1, again, fresh)
            worth = self._critical(made, again, fresh, boosted)
            follows = {
                "critical": _add(worth, rest(left - 1, again, fresh and self.is_open)),
                "success": _add(self.hit, after),
                "failure": after,
                "fumble": _FUMBLE if self.fumble_ends else _add(_FUMBLE, after),
            }
            if not again:
                return Play().roll(band=test).follow(lambda band: follows[band], *_WORTH)
            second = attack(test, made, left, False, fresh)
            stands = cache(lambda band: self._stands(test, band, made, follows[band], second))
            return Play().roll(band=test).follow(OfFields(stands, "band"), *_WORTH)

        # A number that is left free is no key of a cache.
        return begin(noa, may_reroll, fresh)

    # -- decisions ---------------------------------------------------------------------------------------------

    def _boost(self, when: str, plain: Follows, boosted: Follows, seen: dict[str, Any]) -> Fields:
        """Whether a Command Point is paid for the boost."""
        options = Option("do not boost", plain), Option("pay 1 Command Point for the boost", boosted, 1)
        so_far = _SO_FAR if seen else {}
        fixed = int(self.commands.command_boost)
        found: Fields = self.blow.choose(SIDE, when, *options, fixed=fixed, seen=seen, so_far=so_far)
        return found

    def _stands(self, test: Roll, band: str, made: int, stands: Fields, rolled_again: Fields) -> Any:
        """A test that may be rolled again, once: as it is fixed, one that fails is."""
        boosted = "boosted" if test is self.tests.boosted else "not boosted"
        seen = {"the test is": SEEN[band], "the attack is number": made + 1, "it was": boosted}
        options = reroll_options(lambda: stands, lambda: rolled_again)
        fixed = int(band in ("failure", "fumble"))
        return self.blow.choose(SIDE, "After a test to hit", *options, fixed=fixed, seen=seen, so_far=_SO_FAR)

    def _critical(self, made: int, again: bool, fresh: bool, boosted: bool) -> Any:
        """The wounds of a critical: as many more as are paid for."""
        if not fresh:
            return self.paid(0)
        if not self.is_open:
            return self.paid(self.commands.critical_command_points)
        options = [Option("pay nothing", partial(self.paid, 0))]
        for paid in range(1, self.arms.multiplier):
            more = "1 more wound" if paid == 1 else f"{paid} more wounds"
            points = "1 Command Point" if paid == 1 else f"{paid} Command Points"
            options.append(Option(f"pay {points} for {more}", partial(self.paid, paid), paid))
        seen = {"the attack is number": made + 1, "the re-roll is": _whether_kept(again)}
        if not self.one_test:
            seen["the attacks are"] = "boosted" if boosted else "not boosted"
        return self.blow.choose(SIDE, "For a critical hit that stands", *options, fixed=0, seen=seen, so_far=_SO_FAR)


_WORTH = ("wounds", "fumbles")
_SO_FAR = {"wounds": "wounds so far are", "fumbles": "fumbles so far are"}
_NOTHING = Steps(wounds=0, fumbles=0)
_FUMBLE = Steps(wounds=0, fumbles=1)


def _worth(wounds: Tree) -> Steps:
    return Steps(wounds=wounds, fumbles=0)


def _add(one: Fields, other: Fields) -> Fields:
    """What one attack is worth, and all that come after it."""
    return one if other is _NOTHING else Added(((one, 1), (other, 1)))


def _whether_kept(again: bool) -> str:
    return "still to be had" if again else "spent"


def reroll_options(stands: Callable[[], Any], rolled_again: Callable[[], Any]) -> tuple[Option, Option]:
    """A test stands, or three Command Points are paid to roll it again."""
    again = Option(f"roll it again for {REROLL_COST} Command Points", rolled_again, REROLL_COST)
    return Option("let it stand", stands), again


def results_of_the_first(test: str = "the first attack", who: str = "[the attacker]") -> tuple[Result, Result, Result]:
    """Whether a test to hit of somebody hits, is critical, and fumbles: that of the first attack, or of any one.

    >>> results_of_the_first("one test")[0].pattern
    'Hits (one test)'
    """
    which = test.removeprefix("the ")
    critical = f"{who} scores|score a critical hit with {test}"
    return (
        Result("hit", f"Hits ({which})", better="more", says=f"{who} hits|hit with {test}"),
        Result("critical", f"Critical hit ({which})", better="more", says=critical),
        Result("fumble", f"Fumble ({which})", better="less", says=f"{who} fumbles|fumble {test}"),
    )


def of_the_first(play: Play) -> Play:
    """What the first test of a run showed."""
    return play.happens(
        hit=lambda band: band in ("critical", "success"),
        critical=lambda band: band == "critical",
        fumble=lambda band: band == "fumble",
    )


def command_advising(*aims: str) -> Advising:
    """The advice on Command Points for a run of attacks."""
    own = ("command_boost", "reroll", "critical_command_points")
    wants = tuple(want for want in ("slain", "least attacker_dazed") if want.split()[-1] in aims)
    return Advising(aims, {SIDE: own}, "Command Points", costly="noa", wants={SIDE: wants})
