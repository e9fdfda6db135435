"""mechanics.keep: dice are rolled several times, and some of them kept before each further roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from math import comb
from operator import add
from typing import Any, ClassVar, NamedTuple

from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Constant, Tally, Tree, Turns
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.parties import NOBODY, Party, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.keeping import (
    KEPT,
    Hand,
    Keeps,
    facts_of_hand,
    is_full_house,
    least_rolled_on,
    longest_run,
    order,
    other_orders,
    ways_to_fall,
    ways_to_keep,
)

SIDE = "player"
SHOWS = "[the dice] shows|show"
SHOWN = f"{SHOWS} {{amount}}"
MOST_COUNTS = 1_000_000


class OnTheTable(NamedTuple):
    """The dice on the table, and how many rolls are to come."""

    hand: Hand
    rolls: int


class Keep(Scenario):
    """What do you get when you keep some dice and re-roll the rest?

    All dice are rolled. Then, as long as there are rolls left, any of the dice are kept and all others rolled again.
    Dice that were kept may be rolled again later.
    """

    id: ClassVar[str] = "mechanics.keep"
    title: ClassVar[str] = "Keep dice and roll again"
    headline: ClassVar[str] = "most_alike"
    costly: ClassVar[str] = "dice"
    results: ClassVar[tuple[Result, ...]] = (
        Result("most_alike", "Largest set of matching dice", better="more", unit="dice alike", says=SHOWN),
        Result("full_house", "A full house: three and two alike", better="more", says=f"{SHOWS} a full house"),
        Result("longest_run", "Longest straight", better="more", unit="faces in a row", says=SHOWN),
        Result("total", "Sum of all dice", better="more"),
        Result("hits", "Dice at or above the target", better="more", unit="hits", says=SHOWN),
    )
    advising: ClassVar[Advising | None] = Advising(
        ("most_alike", "full_house", "longest_run", "total", "hits"), {SIDE: ("keeps",)}, costly="dice"
    )

    die: int = integer(6, 2, 20, "Faces of each die", role="setting")
    dice: int = integer(5, 1, 10, "Dice that are rolled", role="setting", varied=1)
    rolls: int = integer(3, 1, 6, "Number of rolls, including the first", role="setting", varied=2)
    target: int = integer(4, 1, 20, "Least face that counts as a hit")
    keeps: Keeps = choice(
        "alike",
        "What is kept before each further roll",
        labels=(
            "the most that are alike",
            "everything that is alike",
            "the longest run",
            "all above the mean",
            "all: nothing is rolled again",
        ),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (verbatim("dice", "the dice", f"{self.dice}d{self.die}"),)

    def check(self) -> None:
        # Every choice of dice to keep of every hand with all that the others may show, counted face by face.
        chosen = (self.rolls - 1) * comb(self.dice + 2 * self.die - 1, self.dice) * self.die
        # Hands that are only read are sooner counted than those to choose from.
        read = comb(self.dice + self.die - 1, self.dice) * self.die // 10
        counts = max(chosen, read)
        if counts > MOST_COUNTS:
            thrown = f"{self.dice}d{self.die} in {self.rolls} roll{'s' if self.rolls > 1 else ''}"
            raise refused("dice", f"{thrown} come to {counts:,} counts of a face (limit {MOST_COUNTS:,})")

    def least_steps(self) -> int:
        hands = ways_to_fall(self.dice, self.die)
        # Every hand is made and read for each result; before every further roll it is looked at, and rolled on: what
        # follows is found among the others a face at a time, and either few hands do or many.
        rolled_on = least_rolled_on(self.keeps, self.dice, self.die) * (5 + self.die) // 4
        each = max(hands * (48 + 9 * self.die), hands * (44 + 2 * self.die) + rolled_on)
        return hands * (22 + 7 * self.die // 2) + (self.rolls - 1) * each

    def idle(self) -> Mapping[str, str]:
        return {"keeps": "there is one roll, and nothing is rolled again"} if self.rolls == 1 else {}

    def play(self) -> Mapping[str, Played]:
        keep, rolled = KEPT[self.keeps], self.roll()

        def again(table: OnTheTable) -> Tree:
            return rolled(keep(table.hand), table.rolls - 1)

        @cache
        def decide(table: OnTheTable) -> Tree:
            options = []
            for kept in ways_to_keep(table.hand):
                follow = Constant(OnTheTable(kept, 0)) if kept == table.hand else rolled(kept, table.rolls - 1)
                options.append(Option(order(table.hand, kept), follow, also=partial(other_orders, table.hand, kept)))
            facts = {"rolls to come are": table.rolls, **facts_of_hand(table.hand)}
            return Decision("With the dice on the table", tuple(options), SIDE, facts)

        turn = decide if self.is_open(SIDE) else again
        return self.read(Turns("Dice kept", rolled(self.nothing(), self.rolls - 1), turn, self.rolls - 1, _is_over))

    def nothing(self) -> Hand:
        """No dice at all."""
        return (0,) * self.die

    def roll(self) -> Callable[[Hand, int], Tree]:
        """The table when all dice but those kept have been rolled, with so many rolls to come."""
        one = faces("Die", self.die).map(self.face_to_count)
        shown = tuple(range(1, self.die + 1))

        @cache
        def dice(number: int) -> Tree:
            return Tally(one, number, shown)

        @cache
        def roll_the_rest(kept: Hand, rolls: int) -> Tree:
            return dice(self.dice - sum(kept)).map(lambda hand: OnTheTable(tuple(map(add, kept, hand)), rolls))

        return roll_the_rest

    def face_to_count(self, face: int) -> int:
        """The face, which the hands have a place for; other dice may show others."""
        if not 1 <= face <= self.die:
            raise refused("variant", f"its dice show {face}, and hands of d{self.die} have 1 to {self.die}: change die")
        return face

    def read(self, play: Tree) -> dict[str, Any]:
        """What the dice show in the end."""
        target = self.target
        return {
            "most_alike": play.map(lambda table: max(table.hand)),
            "full_house": play.chance(lambda table: is_full_house(table.hand)),
            "longest_run": play.map(lambda table: len(longest_run(table.hand))),
            "total": play.map(lambda table: sum(face * count for face, count in enumerate(table.hand, 1))),
            "hits": play.map(lambda table: sum(table.hand[target - 1 :])),
        }

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        for keeps, label in PLANS.items():
            yield Plan(label, {"keeps": keeps})


PLANS: Mapping[Keeps, str] = {
    "all": "Keep all",
    "alike": "Keep the most that are alike",
    "pairs": "Keep everything that is alike",
    "run": "Keep the longest run",
    "high": "Keep all above the mean",
}


def _is_over(table: OnTheTable) -> bool:
    return not table.rolls
