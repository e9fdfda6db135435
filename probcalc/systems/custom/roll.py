"""custom.roll: a roll written in the notation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from operator import itemgetter
from typing import ClassVar

from probcalc.exact.budget.bounds import Budget, TooLarge, meter, metered
from probcalc.exact.readings.law import LawReader
from probcalc.exact.records.fields import OfFields
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Known, Tree
from probcalc.notation import NotationError, nodes, parse
from probcalc.notation.building import (
    chain_tree,
    check_tree,
    checks_of,
    margin_tree,
    stages_tree,
    unit_tree,
    value_tree,
    winner_tree,
)
from probcalc.notation.endless import has_end, is_capped
from probcalc.notation.endless_building import endless_law
from probcalc.notation.errors import SIGNS
from probcalc.notation.flow_building import symbols_tree
from probcalc.notation.given_numbers import LETTERS, letters_in
from probcalc.notation.limits import MOST_CHARACTERS, MOST_STEPS, MOST_THEN, size_of
from probcalc.notation.remarks import remarks, require_meant
from probcalc.notation.symbols import kinds_of
from probcalc.notation.walking import gives_names, is_condition, walk
from probcalc.notation.writing import write
from probcalc.scenarios.both_sides import CRITICAL, FUMBLE, contest_results, outcome_result
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.fields import text
from probcalc.scenarios.parties import NOBODY, Party, rivals, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.custom.asked_with import DAMAGE, AskedWith

_MOST_KEPT = 256


class CustomRoll(AskedWith, Scenario):
    """What does this roll give?

    A roll in a small notation: 2d6 + 1, best of 3d10 >= 7, 12d6 >= 4 then d6 >= 5, d20 <= 11 crit 1-2, 2d6 vs 2d6. In
    2d6 + x >= y the letters are numbers that are given beside it, varied or left free.
    """

    id: ClassVar[str] = "custom.roll"
    title: ClassVar[str] = "Custom roll"
    costly: ClassVar[str] = "roll"
    most_steps: ClassVar[int] = MOST_STEPS
    headline: ClassVar[str] = "result"
    results: ClassVar[tuple[Result, ...]] = (
        Result("result", "Result", says="[the roll] gives|give {amount}"),
        Result("named", "Row of the table"),
        Result("symbols", "Symbols of each kind"),
        Result("successes", "Successes", better="more", unit="successes", says="[the roll] scores|score {amount}"),
        Result("success", "Success", better="more", says="[the roll] succeeds|succeed"),
        CRITICAL,
        FUMBLE,
        outcome_result("Outcome"),
        *contest_results(),
        *(Result(f"after_{n}", f"After roll {n}") for n in range(1, MOST_THEN)),
        *DAMAGE,
    )

    roll: str = text("2d6", MOST_CHARACTERS, "The roll, as in 12d6 >= 4 then d6 >= 5", signs=SIGNS)

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        node = self.node
        if isinstance(node, nodes.Contest):
            first, second = write(node.a), write(node.b)
            return rivals(verbatim("a", "the first roll", first), verbatim("b", "the second roll", second))
        return (verbatim("roll", "the roll", self.roll.strip()),)

    @property
    def node(self) -> nodes.Node:
        """The roll as it was read."""
        return _read(self.roll, tuple(self.numbers().items()))

    def letters(self) -> Collection[str]:
        return letters_in(self.roll)

    def idle(self) -> Mapping[str, str]:
        held = self.letters()
        why = {name: f"the roll has no {name}" for name in LETTERS if name not in held}
        # What cannot be read is refused later, with its place.
        with suppress(NotationError):
            if not self.health and self._leads_with(self.node) not in ("result", "successes"):
                why["health"] = "the roll gives no number"
        return {**super().idle(), **why}

    def check(self) -> None:
        super().check()
        node = self.node
        if not self.letters():
            # Of numbers that are varied some may be reached by all dice, or by none.
            require_meant(node)
        if isinstance(node, nodes.Contest) and _is_rolled_again_on_ties(node) and _always_ties(node):
            raise NotationError("both sides always tie, so rolling ties again never ends", node.at)

    def carryover(self) -> Carryover:
        if not has_end(self.node):
            raise refused("roll", "in a sequence it says how often its dice explode at most")
        return super().carryover()

    def notes(self) -> list[str]:
        found = remarks(self.node)
        if len(kinds := kinds_of(self.node)) > 1:
            found.append(f"Symbols are counted in the order {', '.join(kinds)}.")
        return found

    def play(self) -> Mapping[str, Played]:
        with metered(meter().part(MOST_STEPS)):
            return self.with_damage(self._play_node(), size_of(self.node).low)

    def _play_node(self) -> Mapping[str, Played]:
        node, first = self.node, self._leads_with(self.node)
        if not has_end(node):
            return {first: Known(endless_law(node, value_tree, unit_tree), write(node))}
        if kinds := kinds_of(node):
            counted = symbols_tree(node, value_tree)
            return {first: counted.map(itemgetter(0)) if len(kinds) == 1 else counted}
        if isinstance(node, nodes.Contest):
            return _contest(node)
        if isinstance(node, nodes.Chain):
            return _chain(node, first)
        if isinstance(node, nodes.Check):
            # Where a letter says how many dice there are, one die has the result of several.
            named = {} if first == "success" else {first: check_tree(node)}
            return named | (_single_check(node) if node.is_single else {})
        tree = value_tree(node)
        return {first: tree.at_least(1) if first == "success" else tree}

    def _leads_with(self, node: nodes.Node) -> str:
        """The result that says first what comes of a roll."""
        last = node.steps[-1] if isinstance(node, nodes.Chain) else node
        if isinstance(last, nodes.Check):
            return "success" if last is node and last.is_single and not self._may_be_several(last) else "successes"
        if isinstance(node, nodes.Contest):
            return "a"
        if has_end(node) and is_condition(node):
            return "success"
        return "named" if gives_names(node) else "symbols" if len(kinds_of(node)) > 1 else "result"

    def _may_be_several(self, node: nodes.Check) -> bool:
        """Whether a single die is one of several for another number in the place of a letter."""
        for letter in self.letters():
            try:
                other = _read(self.roll, tuple(sorted({**self.numbers(), letter: 2}.items())))
            except NotationError:
                continue
            if isinstance(other, nodes.Check) and not other.is_single:
                return True
        return False


@lru_cache(_MOST_KEPT)
def _read(roll: str, numbers: tuple[tuple[str, int], ...]) -> nodes.Node:
    return parse(roll, dict(numbers))


def _is_rolled_again_on_ties(node: nodes.Contest) -> bool:
    return node.ties == "reroll" or (node.ties == "stand" and node.first_to > 1)


def _always_ties(node: nodes.Contest) -> bool:
    with metered(Budget(MOST_STEPS)):
        try:
            return set(LawReader().distribution(margin_tree(node))) == {0}
        except TooLarge:
            # So many results are more than one.
            return False


def _contest(node: nodes.Contest) -> dict[str, Played]:
    margin = margin_tree(node)
    winner = winner_tree(node, margin)
    sides: dict[str, Played] = {side: winner.among(side) for side in ("a", "b", "tie")}
    # Of a roll without an end only who wins is known, not by how much.
    whole = node.first_to == 1 and not any(map(is_capped, walk(node)))
    return {**sides, "margin": margin} if whole else sides


def _single_check(node: nodes.Check) -> dict[str, Played]:
    outcome = checks_of(node)[0].single
    results: dict[str, Played] = {"success": outcome.among("critical", "success")}
    if node.critical:
        results["critical"] = outcome.among("critical")
    if node.fumble:
        results["fumble"] = outcome.among("fumble")
    return results | {"outcome": outcome}


def _chain(node: nodes.Chain, last: str) -> Mapping[str, Played]:
    steps = node.steps
    stages = {**{f"after_{n}": n for n in range(1, len(steps))}, last: len(steps)}
    play = Play().roll(stages=OfFields(partial(_stages, steps)))
    play = play.also(**{name: OfFields(itemgetter(n - 1), "stages") for name, n in stages.items()})
    # Each stage by itself needs nothing of what comes after it.
    play = play.alone(**{name: chain_tree(steps[:n]) for name, n in stages.items()})
    return play.record(last, *(name for name in stages if name != last))


def _stages(steps: tuple[nodes.Node, ...]) -> Tree:
    # They are built when they are read, and count where they are.
    with metered(meter().part(MOST_STEPS)):
        return stages_tree(steps)
