"""Attacks made one after another: what each does to the target, and the worst of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from probcalc.exact.tree.steps import Constant, Roll, Tree
from probcalc.systems.thud_and_blunder.heroes import Heroes, worst_words
from probcalc.systems.thud_and_blunder.rolls import WORST_LAST, fumble_die


class Situation(NamedTuple):
    """Between two attacks: the worst result so far, whether the target is down, and what is left.

    `attacker_hero` and `defender_hero` say whether a hero point is still to be spent, `over` that no attack follows.
    """

    worst: str = "missed"
    down: bool = False
    attacker_hero: bool = False
    defender_hero: bool = False
    fumbled: bool = False
    over: bool = False

    def wounded(self, result: str) -> Situation:
        """After a Destiny roll with that result."""
        worst = max(self.worst, result, key=WORST_LAST.index)
        down = self.down or result == "knocked_down"
        return self._replace(worst=worst, down=down, over=result == "out")


@dataclass(frozen=True, eq=False)
class Blow:
    """One attack: its roll against a target that stands or is down, and the Destiny roll of a figure that is hit.

    `heroes` say when hero points are spent, None where there are none; with `fumble_ends` a fumble is the last attack;
    `to_come` attacks follow.
    Called with a situation it gives what follows.
    """

    rolls: dict[bool, Roll]
    wound: Tree
    fumble_ends: bool = False
    heroes: Heroes | None = None
    to_come: int = 0
    _followed: dict[Situation, Tree | Situation] = field(default_factory=dict, repr=False)

    def __call__(self, now: Situation) -> Tree | Situation:
        """The situation after the attack."""
        if now not in self._followed:
            self._followed[now] = now if now.over else self._strike(now)
        return self._followed[now]

    def _strike(self, now: Situation) -> Tree:
        return self.rolls[now.down].then(self.after(now))

    def after(self, now: Situation) -> Callable[[str], Any]:
        """What follows the attack roll; the attacker's hero point may roll it again once."""
        follows: dict[str, Tree | Situation] = {"hit": self._hit(now), "miss": now, "natural 1": self._fumble(now)}
        heroes = self.heroes
        if not now.attacker_hero or heroes is None:
            return follows.__getitem__
        again = self._strike(now._replace(attacker_hero=False))
        seen = self._facts(now)
        return cache(lambda band: heroes.attack(band, follows[band], again, seen))

    def _fumble(self, now: Situation) -> Tree:
        """The fumble die after a natural 1."""
        die = fumble_die()
        follows: dict[str, Tree | Situation] = {
            "fumble": now._replace(fumbled=True, over=self.fumble_ends),
            "miss": now,
        }
        heroes = self.heroes
        if not now.attacker_hero or heroes is None:
            return die.then(follows)
        again = self._fumble(now._replace(attacker_hero=False))
        seen = self._facts(now)
        return die.then(cache(lambda band: heroes.fumble(band, follows[band], again, seen)))

    def _hit(self, now: Situation) -> Tree:
        """The Destiny roll of the target; its hero point may roll it again, and the second stands."""
        heroes = self.heroes
        if not now.defender_hero or heroes is None:
            return self.wound.map(now.wounded)
        second = self.wound.map(now._replace(defender_hero=False).wounded)
        seen = self._facts(now)
        return self.wound.then(cache(lambda result: heroes.destiny(result, now.wounded(result), second, seen)))

    def _facts(self, now: Situation) -> dict[str, Any]:
        """What a player sees besides the die just rolled."""
        return {
            "attacks still to come are": self.to_come,
            "the worst so far is": worst_words(now.worst),
            "the target is": "down" if now.down else "standing",
            "so far there is": "a fumble" if now.fumbled else "no fumble",
            "the attacker has": "its Hero Point" if now.attacker_hero else "no Hero Point",
            "the target has": "its Hero Point" if now.defender_hero else "no Hero Point",
        }


def in_turn(start: Situation, blows: Iterable[Blow]) -> Tree:
    """The situation after one attack after another."""
    played: Tree = Constant(start)
    for blow in blows:
        played = played.then(blow)
    return played


def worst_result(played: Tree) -> Tree:
    """The worst that the attacks did: missed, or the worst Destiny result of all hits."""
    return played.map(lambda now: now.worst)


def every_split(skill: int, attacks: int) -> Iterable[list[int]]:
    """Every list of so many parts, 0 or more, that sum to the skill, the lexicographically largest first.

    >>> list(every_split(2, 2))
    [[2, 0], [1, 1], [0, 2]]
    """
    if attacks == 1:
        yield [skill]
        return
    for first in range(skill, -1, -1):
        for rest in every_split(skill - first, attacks - 1):
            yield [first, *rest]


def after_every_split(
    start: Situation, blow: Callable[[int, int], Blow], skill: int, attacks: int
) -> Iterable[tuple[list[int], Tree]]:
    """Every split with the situation after its attacks; splits that begin alike share what they have in common.

    `blow` makes an attack with so much skill of which so many attacks follow.
    """
    begun: dict[tuple[int, ...], Tree] = {(): Constant(start)}
    for split in every_split(skill, attacks):
        for made in range(1, attacks + 1):
            parts = tuple(split[:made])
            if parts not in begun:
                begun[parts] = begun[parts[:-1]].then(blow(parts[-1], attacks - made))
        yield split, begun[tuple(split)]
