"""mechanics.push: dice are thrown again and again for points, until a player stops or loses all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar, Literal, NamedTuple

from probcalc.exact.numbers.numerals import ranges_words
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.decisions import Option
from probcalc.exact.tree.steps import Constant, Tree, Turns
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, integer, optional_integer
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.dice_fields import naturals

SIDE = "player"
BUST, STOPPED = "bust", "stopped"
MOST_MOVES = 1_000_000
_MOST_PLANS = 10


class Run(NamedTuple):
    """How many throws have been made, the points so far, and how it ended, "" while it goes on."""

    throws: int
    points: int
    over: str = ""


class Push(Scenario):
    """Roll again for more points, or stop and keep what you have?

    Each throw adds what its dice show. As soon as a die shows a face that loses, all points are lost and it is over.
    After every other throw the player may stop.
    """

    id: ClassVar[str] = "mechanics.push"
    title: ClassVar[str] = "Push your luck"
    headline: ClassVar[str] = "points"
    costly: ClassVar[str] = "throws"
    results: ClassVar[tuple[Result, ...]] = (
        Result("points", "Points kept", better="more", unit="points", says="[the player] keeps|keep {amount}"),
        Result("bust", "Bust (all points lost)", better="less", says="[the player] loses|lose all points"),
        Result("thrown", "Throws made", unit="throws", says="[the player] makes|make {amount}"),
    )
    advising: ClassVar[Advising | None] = Advising(
        ("points", "bust", "thrown"),
        {SIDE: ("stop_at", "stop_after")},
        costly="throws",
        wants={SIDE: ("points", "least bust")},
    )

    die: int = integer(6, 2, 20, "Faces of each die", role="setting")
    dice: int = integer(1, 1, 5, "Dice of a throw", role="setting")
    loses: list[int] = naturals((1,), "Faces that lose all points")
    adds: Literal["faces", "dice", "one"] = choice(
        "faces",
        "What a throw adds",
        role="setting",
        labels=("what its dice show", "one point for each die", "one point"),
    )
    throws: int = integer(10, 1, 30, "Throws that may be made at most", role="setting")
    stop_at: int = integer(20, 1, 3000, "Points with which the player stops", role="setting")
    stop_after: int | None = optional_integer(1, 30, "Stop after this many rolls", role="setting", absent="never")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (unnamed("player", "the player"),)

    @property
    def most(self) -> int:
        """The most that one throw adds."""
        return {"faces": self.die * self.dice, "dice": self.dice, "one": 1}[self.adds]

    def check(self) -> None:
        # From every number of points that there may be after each throw, every sum of the next one.
        moves = self.throws * (self.throws + 1) // 2 * self.most**2
        if moves > MOST_MOVES:
            thrown = f"{self.throws} throws of {self.dice}d{self.die}"
            raise refused("throws", f"{thrown} come to {moves:,} sums of points (limit {MOST_MOVES:,})")

    def idle(self) -> Mapping[str, str]:
        if self.stop_after is not None and self.stop_after >= self.throws:
            return {"stop_after": f"no more than {self.throws} throws are made"}
        return {}

    def notes(self) -> list[str]:
        # Not idle: they stand in place of the face that loses by default.
        if self.loses and not any(face <= self.die for face in self.loses):
            return [f"No throw loses: a d{self.die} does not show {ranges_words(self.loses)}."]
        return []

    def play(self) -> Mapping[str, Played]:
        thrown = self.throw()

        def is_over(run: Run) -> bool:
            stops = run.points >= self.stop_at or run.throws == self.stop_after
            return bool(run.over) or (stops and not self.is_open(SIDE))

        @cache
        def again(run: Run) -> Tree:
            seen = {"points so far are": run.points, "throws left are": self.throws - run.throws}
            stop = Option("stop", lambda: Constant(run._replace(over=STOPPED)))
            go_on = Option("throw again", lambda: thrown(run))
            found: Tree = self.choose(SIDE, "After a throw", stop, go_on, fixed=1, seen=seen)
            return found

        return _read(Turns("Throws", thrown(Run(0, 0)), again, self.throws - 1, is_over))

    def throw(self) -> Callable[[Run], Tree]:
        """How it stands after a throw."""
        losing = frozenset(self.loses)
        one = faces("Die", self.die).map(lambda face: BUST if face in losing else face if self.adds == "faces" else 1)

        def more(points: int | str) -> Tree:
            return one.map(lambda shown: BUST if shown == BUST else points + shown)

        dice = Turns("Throw", 0, more, self.dice, lambda points: points == BUST)

        def after(run: Run, points: int | str) -> Run:
            if points == BUST:
                return Run(run.throws + 1, 0, BUST)
            gained = 1 if self.adds == "one" else int(points)
            return Run(run.throws + 1, run.points + gained)

        return cache(lambda run: dice.map(partial(after, run)))

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        own = {"stop_at": self.stop_at, "stop_after": None}
        yield Plan(f"Stop at {self.stop_at} point{'s' if self.stop_at > 1 else ''}", own)
        for throws in range(1, min(self.throws, _MOST_PLANS) + 1):
            values = {"stop_at": self.most * self.throws + 1, "stop_after": throws}
            yield Plan(f"Stop after {throws} throw{'s' if throws > 1 else ''}", values)


def _read(play: Tree) -> dict[str, Any]:
    """What it comes to in the end."""
    return {
        "points": play.map(lambda run: run.points),
        "bust": play.chance(lambda run: run.over == BUST),
        "thrown": play.map(lambda run: run.throws),
    }
