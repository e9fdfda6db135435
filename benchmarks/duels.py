"""Duels: round after round until one side is gone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

from benchmarks.measuring import Work
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.steps import Constant, Known, Tree, Turns, together
from probcalc.scenarios import registry
from probcalc.scenarios.evaluation import evaluate
from probcalc.scenarios.resolve import resolve

STRENGTHS = (1, 3), (1, 4)


def duel(hit_points: int, attacks: int) -> Tree:
    """Both strike at once, every hit costs a point; the outcome is what both have left."""
    hits = [Known(attacks @ Distribution.from_weights({0: of - one, 1: one})) for one, of in STRENGTHS]
    both = together(*hits)

    def fought(state: tuple[int, int]) -> Tree:
        a, b = state
        return both.map(lambda struck: (max(0, a - struck[1]), max(0, b - struck[0])))

    start = Constant((hit_points, hit_points))
    return Turns("Duel", start, fought, None, lambda state: min(state) == 0)


def plain_duel(hit_points: int, attacks: int) -> dict[tuple[int, int], Fraction]:
    """A sweep over the points left, with the rounds in which nobody is struck taken out."""
    (p, of_p), (q, of_q) = STRENGTHS
    first = [comb(attacks, k) * p**k * (of_p - p) ** (attacks - k) for k in range(attacks + 1)]
    second = [comb(attacks, k) * q**k * (of_q - q) ** (attacks - k) for k in range(attacks + 1)]
    whole = (of_p * of_q) ** attacks - first[0] * second[0]
    moves = [(i, j, first[i] * second[j]) for i in range(attacks + 1) for j in range(attacks + 1) if i or j]
    found: dict[tuple[int, int], Fraction] = {}
    waiting: dict[tuple[int, int], dict[int, int]] = {(hit_points, hit_points): {0: 1}}
    for total in range(2 * hit_points, 1, -1):
        for a in range(max(1, total - hit_points), min(hit_points, total - 1) + 1):
            arrived = waiting.pop((a, total - a), None)
            if arrived is None:
                continue
            most = max(arrived)
            mass = sum(weight * whole ** (most - turn) for turn, weight in arrived.items())
            for i, j, weight in moves:
                after = max(0, a - j), max(0, total - a - i)
                place = waiting.setdefault(after, {})
                place[most + 1] = place.get(most + 1, 0) + mass * weight
    for state, arrived in waiting.items():
        most = max(arrived)
        found[state] = Fraction(sum(w * whole ** (most - turn) for turn, w in arrived.items()), whole**most)
    return found


def icepool_duel(hit_points: int, attacks: int) -> Any:
    from icepool import Die, coin, tupleize
    from icepool import map as each

    a_hits, b_hits = (attacks @ coin(one, of) for one, of in STRENGTHS)
    both = tupleize(a_hits, b_hits)

    def fought(state: Any) -> Any:
        a, b = state
        if min(a, b) == 0:
            return state
        return both.map(lambda i, j: (max(0, a - j), max(0, b - i)), star=True)

    start = Die([(hit_points, hit_points)])
    return dict(each(fought, start, star=False, repeat="inf").items())


def winner(scenario_id: str, given: Mapping[str, Any]) -> Any:
    """Who wins a fight, with every other result."""
    scenario, _ = resolve(registry.scenario(scenario_id), given)
    return evaluate(scenario)["winner"]


RACE = {"a.hit_points": 40, "b.hit_points": 40}
FIGHTS: tuple[tuple[str, str, str, Mapping[str, Any]], ...] = (
    (
        "F1",
        "Chronopia, 6 Lotus Guards against 6 Followers, to the end",
        "chronopia.fight",
        {"a.unit": "lotus_guard", "a.models": 6, "b.unit": "followers", "b.models": 6},
    ),
    (
        "F2",
        "Oathmark, 20 Spearmen against 20 Soldiers, to the end",
        "oathmark.fight",
        {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "human_soldier", "b.figures": 20},
    ),
    (
        "F3",
        "Tide of Battle, 10 models against 10, to the end",
        "tide_of_battle.fight",
        {"a.models": 10, "b.models": 10},
    ),
    (
        "F4",
        "Thud & Blunder, three against three, 20 turns",
        "thud_and_blunder.brawl",
        {"a.figures": 3, "b.figures": 3, "rounds": 20},
    ),
)

WORKS = (
    Work(
        "W9",
        "duel, 10 points each, 5 attacks a round, to the end",
        lambda: law_of(duel(10, 5)),
        0.18,
        lambda: plain_duel(10, 5),
        {"icepool": lambda: icepool_duel(10, 5)},
        {"dyce": 10.2, "Lea": 84},
        beside=2,
    ),
    Work(
        "W9b",
        "duel, 40 points each, 20 attacks a round, to the end",
        lambda: law_of(duel(40, 20)),
        1.95,
        None,
        {},
        {"icepool": 3_500, "dyce": 2_330, "Lea": 73_700},
        at_most=500,
    ),
    Work(
        "W9c",
        "race, 40 hit points each, to the end, with every result",
        partial(winner, "mechanics.race", RACE),
        at_most=30,
    ),
    *(
        Work(name, question, partial(winner, scenario_id, given), at_most=2_000)
        for name, question, scenario_id, given in FIGHTS
    ),
)
