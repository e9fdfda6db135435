"""Fights: two sides, round after round until one is out; a game says what a round does to both jointly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from probcalc.exact.readings.law import LawReader
from probcalc.exact.records.one_step import RoundsPlay
from probcalc.exact.rounds.rounds import LATER, MOST_COUNTED, NEVER, Rounds
from probcalc.exact.tree.steps import Follow, Outcome, Tree
from probcalc.scenarios.both_sides import of_both
from probcalc.scenarios.errors import LargeFight
from probcalc.scenarios.fields import Section, choice
from probcalc.scenarios.parties import NOBODY, Party, one_of
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.scenarios.sides import SideName

Left = TypeVar("Left")
STANDS = "stands"
END: Literal["end"] = "end"
RoundsAtMost: TypeAlias = Literal["end", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]


# How each of the two is called in what a fight says; `parties` of a game puts names in.
FIRST, SECOND = "Side A", "Side B"
_WINNER = {
    outcome: f"[{FIRST}] [against] [{SECOND}] {verb}"
    for outcome, verb in (("a", "wins|win"), ("draw", "draws|draw"), ("b", "loses|lose"), ("nobody", "fights|fight on"))
}


class Standing(NamedTuple):
    """What is left of each side after a round, and in which way it is out, "stands" while it is not."""

    a_left: int
    a_end: str
    b_left: int
    b_end: str

    @property
    def is_over(self) -> bool:
        """Whether a side is out."""
        return self.a_end != STANDS or self.b_end != STANDS

    @property
    def winner(self) -> str:
        """The side that stands when the other is out: a, b, draw or nobody."""
        if self.a_end == STANDS:
            return "nobody" if self.b_end == STANDS else "a"
        return "b" if self.b_end == STANDS else "draw"


class Position(NamedTuple, Generic[Left]):
    """What is left of both sides, who has left the fight alive, and whether the first round is still to come."""

    a: Left
    b: Left
    a_fled: bool = False
    b_fled: bool = False
    is_first: bool = False

    def of(self, name: SideName) -> Left:
        """What is left of one side."""
        return self.a if name == "a" else self.b

    def standing(self, a: int, b: int, fled: str, gone: str) -> Standing:
        """So many are left of each side; what a side is called that fled, and one of which nobody is left."""
        a_end, b_end = fled if self.a_fled else STANDS, fled if self.b_fled else STANDS
        return Standing(a, a_end if a else gone, b, b_end if b else gone)


class GoingOn(NamedTuple):
    """How a fight goes on after round 1.

    Attributes:
        alike: all that is the same in every round of it.
        key: of a position after round 1, all else that the rounds to come depend on, the position itself too. Fights
            that are alike go on alike from positions with equal keys.
        first: all that round 1 depends on besides, but for the opening; None where that is not said.
        exchanged: alike, first and the opening when both sides change places; None where the places differ.
        step: the round where nobody asks for more than who wins, from what such rounds keep for each other, nothing at
            first: positions in which it is over may be one, whatever is left in them; None for the round as it is.
    """

    alike: Hashable
    key: Callable[[Any], Hashable]
    first: Hashable = None
    exchanged: tuple[Hashable, Hashable, Hashable] | None = None
    step: Callable[[dict[Hashable, Any]], Callable[[Any], Follow]] | None = None


def laws(*steps: Tree) -> tuple[Hashable, ...]:
    """The laws of steps as keys: what differs in words, or in figures that come to the same, is alike.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> five = laws(roll_under("Save", 20, 5))
    >>> five == laws(roll_under("Test", 4, 1)), five == laws(roll_under("Save", 20, 6))
    (True, False)
    """
    reader = LawReader()
    found = (reader.arithmetic.reduce(*reader.weighted(step)) for step in steps)
    return tuple((frozenset((each, weight) for each, weight in law.items() if weight), total) for law, total in found)


def extent_of(left: tuple[int, int], dice: tuple[int, int]) -> int:
    """The extent of a fight in which so much may be left of each side and each rolls so many dice.

    Dice count as far as the enemy has something to lose.

    >>> extent_of((20, 10), (5, 50)), extent_of((20, 10), (5, 20))
    (5000, 5000)
    """
    a, b = left
    return a * b * (min(dice[0], b) + min(dice[1], a))


def fight_results(unit: str, ends: tuple[str, ...], round: str = "round") -> tuple[Result, ...]:
    """The six results of a fight of which `unit` is left, with the ways in which a side is out."""
    return (
        Result("winner", "Who wins", ("a", "draw", "b", "nobody"), each=_WINNER),
        Result(
            "rounds", f"{round.capitalize()} it ends in", (*range(1, MOST_COUNTED + 1), LATER, NEVER), unit=f"{round}s"
        ),
        *of_both("left", f"{unit.capitalize()} left to [own]", "more", unit, "[own] has|have {amount} left"),
        *of_both("end", "What becomes of [own]", order=(STANDS, *ends)),
    )


_RESULTS = ("winner", "rounds", "a_left", "b_left", "a_end", "b_end")
_LEFT: Mapping[str, Callable[[Standing], Outcome]] = {name: attrgetter(name) for name in _RESULTS if name != "rounds"}


class Fight(Scenario):
    """Two sides fight until one is out, or for some rounds.

    `opening` is where they stand before the first round, `round_from()` says what one round makes of a position, and
    `standing` what is left in it.
    """

    headline: ClassVar[str] = "winner"

    rounds: RoundsAtMost = choice(
        END,
        "Most rounds played; end plays on until it is over",
        role="setting",
        labels=("to the end", *map(str, range(1, MOST_COUNTED + 1))),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        """The two sides; a game puts names in."""
        return one_of("a", FIRST, called.get("a")), one_of("b", SECOND, called.get("b"))

    def opening(self) -> Any:
        """The position before the first round."""
        raise TypeError(f"{type(self).__name__} does not say how it begins")

    def round_from(self) -> Callable[[Any], Follow]:
        """One round: the positions that it leads to from a position."""
        raise TypeError(f"{type(self).__name__} does not say what a round does")

    def standing(self, position: Any) -> Standing:
        """What is left of both sides in a position."""
        raise TypeError(f"{type(self).__name__} does not say what is left")

    def going_on(self) -> GoingOn | None:
        """How a fight goes on after round 1, where a game says it: it lets fights of all sizes be solved at once."""
        return None

    def extent(self) -> int:
        """How large it is: what may be left of both, times the dice of a usual round; 0 where that is not said."""
        return 0

    def all_but(self, *of_sides: str) -> str:
        """All that is said of a fight but these fields of its sides."""
        said = {
            name: value.by_name() if isinstance(value, Section) else value for name, value in self.by_name().items()
        }
        for fields in said.values():
            if isinstance(fields, dict):
                for name in of_sides:
                    del fields[name]
        return repr(said)

    @property
    def is_plain(self) -> bool:
        """Whether it is played to the end as it is written here, by the rules as they are."""
        return self.rounds == END and type(self).play is Fight.play and not self.variant

    def course(self) -> Rounds:
        """The whole fight; everything that is asked of it is read from this one play."""
        most = None if self.rounds == END else self.rounds

        def is_over(position: Any) -> bool:
            return self.standing(position).is_over

        return Rounds(self.title, self.opening(), self.round_from(), most, is_over, self.standing)

    def by_the_rules(self) -> Rounds:
        """The whole fight by the rules that hold, those of a variant too: what analyses of its rounds read."""
        return self.course()

    def play(self) -> Mapping[str, Played]:
        """Winner, length and what is left, of one play."""
        return RoundsPlay(self.course(), "rounds", **_LEFT).record(*_RESULTS)

    def require_size(self, parameter: str, what: str, size: int, bound: int) -> None:
        """Refuse a fight of more than so much, naming the parameter.

        Raises:
            LargeFight: with the estimate and the bound.
        """
        if size > bound:
            why = f"{parameter}: this fight is too large: {size:,}, {what} (limit {bound:,})"
            raise LargeFight(why, parameter)
