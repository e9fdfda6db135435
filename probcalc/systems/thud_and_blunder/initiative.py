"""thud_and_blunder.initiative: who acts first, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import Any, ClassVar, TypeAlias

from probcalc.exact.checks import faces
from probcalc.exact.ranking import Ranking
from probcalc.exact.steps import Constant, Joint, Tree
from probcalc.scenarios.fields import integers
from probcalc.scenarios.scenario import Played, Result, Scenario

MOST_ORDERED = 4
Players: TypeAlias = "tuple[int, ...]"


def written(players: Players) -> str:
    """An order as results name it.

    >>> written((1, 0, 2))
    '2>1>3'
    """
    return ">".join(str(player + 1) for player in players)


ORDERS = tuple(written(p) for players in range(2, MOST_ORDERED + 1) for p in permutations(range(players)))


class Initiative(Scenario):
    """Who acts first, and in which order do the players act?

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
        Result("tie_first_roll", "Somebody is tied on the first roll", says="Somebody is tied on the first roll"),
        Result("order", "The order of all players", ORDERS),
    )

    leaderships: list[int] = integers((0, 0), 0, 10, 2, 6, "Leadership of each player's leader", role="stat")

    def play(self) -> Mapping[str, Played]:
        totals = tuple(
            faces(f"Initiative of player {number}", 10, rule="TH-01") + leadership
            for number, leadership in enumerate(self.leaderships, 1)
        )
        everybody = tuple(range(len(totals)))
        tied = Ranking(totals, False, lambda state, group: len(group) > 1, lambda state: state)

        @cache
        def first(players: Players) -> Tree:
            """Who of these players acts first."""
            if len(players) == 1:
                return Constant(players[0])
            dice = tuple(totals[player] for player in players)
            leaders = Ranking(dice, (), lambda state, group: group, lambda state: True)
            # A roll in which all are tied is simply made again.
            decided = leaders.given(lambda group: len(group) < len(players))
            return decided.then(lambda group: first(tuple(players[i] for i in group)))

        @cache
        def order(players: Players) -> Tree:
            """The order of these players."""
            if len(players) == 1:
                return Constant(players)
            dice = tuple(totals[player] for player in players)
            ranked = Ranking(dice, (), lambda state, group: (*state, group), lambda state: False)
            decided = ranked.given(lambda groups: len(groups) > 1)

            def settled(groups: tuple[Players, ...]) -> Tree:
                return Joint(tuple(order(tuple(players[i] for i in group)) for group in groups), _joined)

            return decided.then(settled)

        results: dict[str, Played] = {
            "first": first(everybody).map(lambda player: f"player_{player + 1}"),
            "tie_first_roll": tied.among(True),
        }
        if len(totals) <= MOST_ORDERED:
            results["order"] = order(everybody).map(written)
        return results


def _joined(*parts: Any) -> Players:
    """The orders of the groups, one behind the other."""
    return tuple(player for part in parts for player in part)
