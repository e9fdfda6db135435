"""custom.roll: a roll written in the notation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from probcalc.exact.readings.law import law_of
from probcalc.notation import NotationError, nodes, parsed
from probcalc.notation.building import chain_tree, check_tree, checked, margin_tree, value_tree, winner_tree
from probcalc.notation.checking import BANDS
from probcalc.notation.errors import SIGNS
from probcalc.notation.limits import MOST_CHARACTERS, MOST_THEN
from probcalc.notation.remarks import remarks
from probcalc.scenarios.fields import text
from probcalc.scenarios.scenario import Played, Result, Scenario

_MOST_KEPT = 256


class CustomRoll(Scenario):
    """What does this roll give?

    A roll in a small notation: 2d6 + 1, best of 3d10 >= 7, 12d6 >= 4 then d6 >= 5, d20 <= 11 crit 1-2, 2d6 vs 2d6.
    """

    id: ClassVar[str] = "custom.roll"
    title: ClassVar[str] = "Custom roll"
    headline: ClassVar[str] = "result"
    results: ClassVar[tuple[Result, ...]] = (
        Result("result", "Result"),
        Result("successes", "Successes", better="more", unit="successes"),
        Result("success", "Success", better="more"),
        Result("critical", "Critical", better="more"),
        Result("fumble", "Fumble", better="less"),
        Result("outcome", "Outcome", BANDS, ranked="falling"),
        Result("a", "Side a wins", better="more"),
        Result("b", "Side b wins", better="less"),
        Result("tie", "Nobody wins"),
        Result("margin", "Result of side a minus result of side b", better="more"),
        *(Result(f"after_{n}", f"After roll {n}") for n in range(1, MOST_THEN)),
    )

    roll: str = text("2d6", MOST_CHARACTERS, "The roll, as in 12d6 >= 4 then d6 >= 5", signs=SIGNS)

    @property
    def node(self) -> nodes.Node:
        """The roll as it was read."""
        return _read(self.roll)

    def check(self) -> None:
        node = self.node
        if isinstance(node, nodes.Contest) and node.ties == "reroll" and set(law_of(margin_tree(node))) == {0}:
            raise NotationError("both sides always tie, so rolling ties again never ends", node.at)

    def notes(self) -> list[str]:
        return remarks(self.node)

    def play(self) -> Mapping[str, Played]:
        node = self.node
        if isinstance(node, nodes.Contest):
            margin = margin_tree(node)
            winner = winner_tree(node, margin)
            return {**{side: winner.among(side) for side in ("a", "b", "tie")}, "margin": margin}
        if isinstance(node, nodes.Chain):
            return _chained(node)
        if isinstance(node, nodes.Check):
            return _checked(node)
        return {"result": value_tree(node)}


@lru_cache(_MOST_KEPT)
def _read(roll: str) -> nodes.Node:
    return parsed(roll)


def _checked(node: nodes.Check) -> dict[str, Played]:
    parts = checked(node)
    if len(parts) > 1 or parts[0].count > 1 or node.explosion:
        return {"successes": check_tree(node)}
    outcome = parts[0].single
    results: dict[str, Played] = {"success": outcome.among("critical", "success")}
    if node.critical:
        results["critical"] = outcome.among("critical")
    if node.fumble:
        results["fumble"] = outcome.among("fumble")
    return results | {"outcome": outcome}


def _chained(node: nodes.Chain) -> dict[str, Played]:
    steps = node.steps
    name = "successes" if isinstance(steps[-1], nodes.Check) else "result"
    stages = {f"after_{n}": chain_tree(steps[:n]) for n in range(1, len(steps))}
    return {name: chain_tree(steps), **stages}
