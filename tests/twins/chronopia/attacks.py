"""A run of attacks by one model: each attack one test to hit, then the wounds it does."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..enumeration import Law, certain, read_as, then
from .d20 import hit_test, wounds_of_critical, wounds_of_hit


class Blow(NamedTuple):
    """What one attack does, apart from its target number."""

    critic: int
    on_hit: Law
    on_first_critical: Law
    on_later_critical: Law


class Run(NamedTuple):
    """Where the run of attacks stands."""

    wounds: int
    critical_had: bool
    reroll_left: bool
    fumbled: bool


def blow(p: dict[str, Any], damage_score: int) -> Blow:
    """The blow of `p` with this total damage score; a critical causes all wounds unless ruled else."""
    multiplier = p["multiplier"]
    save = p["armour"] - damage_score
    first = later = multiplier
    if p.get("critical_wounds", "all") == "paid":
        first = min(multiplier, 1 + p["critical_command_points"])
        later = 1
    return Blow(
        critic=p["critic"],
        on_hit=wounds_of_hit(save, multiplier, p["heal"], p["ward"], p["multiplier_specials"]),
        on_first_critical=wounds_of_critical(first, p["ward"]),
        on_later_critical=wounds_of_critical(later, p["ward"]),
    )


def run_of_attacks(targets: Sequence[int], what: Blow, reroll: bool = False, fumble_ends: bool = False) -> Law:
    """All attacks in order, one target number each: the law of (wounds, whether a fumble stands)."""
    law = certain(Run(0, False, reroll, False))
    for target in targets:
        law = then(law, lambda run, target=target: _one_attack(run, target, what, fumble_ends))  # type: ignore[misc]
    return read_as(law, lambda run: (run.wounds, run.fumbled))


def _one_attack(run: Run, target: int, what: Blow, fumble_ends: bool) -> Law:
    if run.fumbled and fumble_ends:
        return certain(run)

    def after_first_roll(result: str) -> Law:
        if run.reroll_left and result in ("miss", "fumble"):
            spent = run._replace(reroll_left=False)
            return then(hit_test(target, what.critic), lambda second: _effect(spent, second, what))
        return _effect(run, result, what)

    return then(hit_test(target, what.critic), after_first_roll)


def _effect(run: Run, result: str, what: Blow) -> Law:
    if result == "miss":
        return certain(run)
    if result == "fumble":
        return certain(run._replace(fumbled=True))
    if result == "hit":
        return read_as(what.on_hit, lambda wounds: run._replace(wounds=run.wounds + wounds))
    law = what.on_later_critical if run.critical_had else what.on_first_critical
    return read_as(law, lambda wounds: run._replace(wounds=run.wounds + wounds, critical_had=True))
