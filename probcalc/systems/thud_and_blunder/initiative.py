"""thud_and_blunder.initiative: who acts first, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import Any, ClassVar, TypeAlias

from probcalc.exact.records.play import Play
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.ranking import Ranking
from probcalc.exact.tree.steps import Constant, Joint, Tree
from probcalc.scenarios.fields import integers
from probcalc.scenarios.scenario import Played, Result, Scenario

MOST_ORDERED = 4
Players: TypeAlias = "tuple[int, ...]"


def order_in_words(players: Players) -> str:
    """An order as results name it.

    >>> order_in_words((1, 0, 2))
    '2>1>3'
    """
    return ">".join(str(player + 1) for player in players)


ORDERS = tuple(order_in_words(p) for players in range(2, MOST_ORDERED + 1) for p in permutations(range(players)))


class Initiative(Scenario):
    """In which order do the players act?

    Everybody rolls a d10 and adds Leadership, the highest first; tied players roll again among themselves for the
    places that they share.
    """

    id: ClassVar[str] = "thud_and_blunder.initiative"
    title: ClassVar[str] = "Initiative"
    headline: ClassVar[str] = "first"
    covers: ClassVar[tuple[str, ...]] = ("TH-01",)
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "first",
            "Who acts first",
            tuple(f"player_{n}" for n in range(1, 7)),
            each={f"player_{n}": f"Player {n} acts first" for n in range(1, 7)},
        ),
        Result("tie_first_roll", "Tie on the first roll", says="Tie on the first roll"),
        Result("order", "The order of all players", ORDERS),
    )

    leaderships: list[int] = integers(
        (0, 0), 0, 10, 2, 6, "Leadership of each player's leader", label="Leadership", role="stat"
    )

    def roll(self) -> Rolled:
        """The rolls of all players."""
        return Rolled(
            tuple(
                faces(f"Initiative of player {number}", 10, rule="TH-01") + leadership
                for number, leadership in enumerate(self.leaderships, 1)
            )
        )

    def play(self) -> Mapping[str, Played]:
        rolled = self.roll()
        if len(rolled.totals) > MOST_ORDERED:
            # Only the first place is asked for; of the others all that counts is whether two of them are tied.
            begun = Ranking(rolled.totals, ((), False), _leaders, lambda state: False)
            play = Play().roll(begun=begun).also(leaders=lambda begun: begun[0], tied=lambda begun: begun[1])
            end = play.roll(who=lambda leaders: rolled.first(leaders))
        else:
            play = Play().roll(groups=Ranking(rolled.totals, (), _add_group, lambda state: False))
            play = play.also(tied=lambda groups: any(len(group) > 1 for group in groups))
            play = play.roll(places=lambda groups: rolled.settle(groups)).also(
                order=lambda places: order_in_words(places)
            )
            # Who is first is settled without the places of the others.
            first = rolled.first(tuple(range(len(rolled.totals))))
            end = play.also(who=lambda places: places[0]).alone(who=first)
        end = end.also(first=lambda who: name_of(who)).happens(tie_first_roll=lambda tied: tied)
        return end.record(*(result.name for result in self.results if result.name in end.fields))


class Rolled:
    """The rolls of all players, and what is made of them."""

    def __init__(self, totals: tuple[Tree, ...]) -> None:
        self.totals = totals
        # Made once for all players among whom a place is settled.
        self.first = cache(self._first)
        self.order = cache(self._order)

    def _first(self, players: Players) -> Tree:
        """Who of these players acts first."""
        if len(players) == 1:
            return Constant(players[0])
        dice = tuple(self.totals[player] for player in players)
        leaders = Ranking(dice, (), lambda state, group: group, lambda state: True)
        # A roll in which all are tied is simply made again.
        decided = leaders.given(lambda group: len(group) < len(players))
        return decided.then(lambda group: self.first(tuple(players[i] for i in group)))

    def _order(self, players: Players) -> Tree:
        """The order of these players."""
        if len(players) == 1:
            return Constant(players)
        dice = tuple(self.totals[player] for player in players)
        decided = Ranking(dice, (), _add_group, lambda state: False).given(lambda groups: len(groups) > 1)
        return decided.then(lambda groups: self.settle(tuple(tuple(players[i] for i in group) for group in groups)))

    def settle(self, groups: tuple[Players, ...]) -> Tree:
        """The order when each group of tied players rolls again among itself."""
        return Joint(tuple(self.order(group) for group in groups), _join)


def name_of(player: int) -> str:
    """A player as results name it.

    >>> name_of(0)
    'player_1'
    """
    return f"player_{player + 1}"


def _add_group(state: tuple[Players, ...], group: Players) -> tuple[Players, ...]:
    return (*state, group)


def _leaders(state: tuple[Players, bool], group: Players) -> tuple[Players, bool]:
    """The first group, and whether any group is tied."""
    leaders, tied = state
    return leaders or group, tied or len(group) > 1


def _join(*parts: Any) -> Players:
    """The orders of the groups, one behind the other."""
    return tuple(player for part in parts for player in part)
