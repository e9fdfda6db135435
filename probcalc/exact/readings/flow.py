"""How play flows: the rolls of a tree one after the other, each as a share of the way that leads to it.

Every band of a roll has a width, its chance within the whole play; what follows a band lies within that width. The
outcomes at the end therefore add up to one, and those that count to the chance that is explained.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.runs import runs_of, wants_none
from probcalc.exact.readings.walk import Walk
from probcalc.exact.tree.checks import faces_of
from probcalc.exact.tree.steps import (
    Constant,
    Event,
    Known,
    Mapped,
    NamedSum,
    Repeated,
    Roll,
    Sum,
    Then,
    Tree,
    step_of,
)

MOST_ROLLS = 40
_MOST_OUTCOMES = 24

WorthOf: TypeAlias = "Callable[[Any], Fraction | int]"


@dataclass(frozen=True, slots=True)
class FlowBand:
    """One band of a roll on its way through play.

    Attributes:
        name: the band's name.
        faces: the faces that it holds, first and last of each run; empty where the roll has no faces.
        needs: the same in words.
        probability: its chance once the roll is made.
        start, width: where it lies in the whole play.
        worth: what it leads to on average, of what is counted.
        leads: the name of the next roll, "" at the end.
        outcome: what play comes to at the end, None before it.
    """

    name: Any
    faces: tuple[tuple[int, int], ...]
    needs: str
    probability: Fraction
    start: Fraction
    width: Fraction
    worth: Fraction
    leads: str
    outcome: Any


@dataclass(frozen=True, slots=True)
class FlowRoll:
    """A roll at its place in play: its name, dice, rule and target, its bands from left to right, and who makes it."""

    name: str
    dice: str
    rule: str
    target: NamedSum | None
    start: Fraction
    width: Fraction
    bands: tuple[FlowBand, ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """One run of play: levels of rolls, each level the rolls that are made next; and the law of its outcomes.

    Attributes:
        levels: the rolls, those that are made at the same time together.
        outcomes: every outcome with its chance, those of greater worth first.
        times: how many such runs are added up.
        worth: the mean of what is counted in one run.
    """

    levels: tuple[tuple[FlowRoll, ...], ...]
    outcomes: tuple[tuple[Any, Fraction], ...]
    times: int
    worth: Fraction


@dataclass(frozen=True, slots=True)
class _Way:
    """A roll with what each band leads to, or an outcome."""

    roll: Roll | None
    branches: tuple[tuple[Any, Fraction, _Way], ...]
    outcome: Any
    worth: Fraction


def flows(question: Tree | Event, worth: WorthOf | None = None) -> tuple[Flow, ...]:
    """The runs of play that a question is made of: one attack of several, one die of each side, one turn.

    `worth` says how much an outcome counts; without it a number counts itself, and of an event what it asks for.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> hit, save = roll_under("Hit", 20, 10, critical=2), roll_under("Save", 20, 4)
    >>> attack = hit.then(critical=1, success=save.count("failure"), failure=0)
    >>> [flow] = flows(attack.times(2).at_least(1))
    >>> flow.times, flow.outcomes
    (2, ((1, Fraction(21, 50)), (0, Fraction(29, 50))))
    >>> [(roll.name, [(band.name, str(band.width), band.leads) for band in roll.bands]) for [roll] in flow.levels]
    [('Hit', [('critical', '1/10', ''), ('success', '2/5', 'Save'), ('failure', '1/2', '')]),
     ('Save', [('failure', '8/25', ''), ('success', '2/25', '')])]

    Raises:
        TooLarge: when the law of a step on the way exceeds the bound.
    """
    law = LawReader()
    tree = question.source if isinstance(question, Event) else question
    condition = question.condition if isinstance(question, Event) else None
    found: list[Flow] = []
    runs: dict[int, tuple[Tree, int]] = {}
    for part, times in runs_of(tree, law):
        # The same run in several places is one, made so often in all.
        runs[id(part)] = part, times + runs.get(id(part), (part, 0))[1]
    fewer = wants_none(question, law)
    for part, times in runs.values():
        counts = _less if fewer else _worth(part is tree, condition, worth)
        way = _Ways(law, counts).grow(part, ())
        if way is not None and way.roll is not None:
            found.append(_lay_out(way, times))
    return tuple(found)


def _less(outcome: Any) -> Fraction | int:
    return -outcome if isinstance(outcome, (int, Fraction)) else 0


def _worth(is_whole: bool, condition: Callable[[Any], bool] | None, worth: WorthOf | None) -> WorthOf:
    """How much an outcome counts: what was asked only of the whole, of one run among several its own number."""
    if is_whole and condition is not None:
        return lambda outcome: int(bool(condition(outcome)))
    if is_whole and worth is not None:
        return worth
    return lambda outcome: outcome if isinstance(outcome, (int, Fraction)) else 0


class _Ways:
    """Grows a tree into ways; None where it is not made of single rolls, or of too many."""

    def __init__(self, law: LawReader, worth: WorthOf) -> None:
        self._law, self._worth = law, worth
        self._rolls = 0

    def grow(self, step: Tree | Distribution, rest: tuple[Callable[[Any], Any], ...]) -> _Way | None:
        step = step_of(step)
        if isinstance(step, Then):
            return self.grow(step.source, (step.follow, *rest))
        if isinstance(step, Mapped):
            return self.grow(step.source, (step.function, *rest))
        if isinstance(step, Constant):
            return self._on(step.outcome, rest)
        if isinstance(step, Roll):
            return self._roll(step, step.bands, step.total, rest)
        if isinstance(step, Repeated) and step.n < 2:
            return self.grow(step.source, rest) if step.n else self._on(0, rest)
        if isinstance(step, Sum) and (alone := _but_for_constants(step)) is not None:
            return self.grow(alone, rest)
        name, rule, by = (step.name, step.rule, step.by) if isinstance(step, Known) else _name_of_step(step, self._law)
        # What has no name of its own is told only as what follows a roll that has one.
        if not name or not (self._rolls or isinstance(step, Known)):
            return None
        law: Distribution = step.law if isinstance(step, Known) else self._law.distribution(step)
        if len(law) > _MOST_OUTCOMES:
            return None
        shown = Roll(name, law.total, law.weights, rule=rule, by=by)
        return self._roll(shown, law.weights, law.total, rest)

    def _roll(
        self, roll: Roll, bands: Mapping[Any, Any], total: int, rest: tuple[Callable[[Any], Any], ...]
    ) -> _Way | None:
        held = {band: Fraction(faces, total) for band, faces in bands.items() if faces}
        if len(held) == 1:
            # What is certain is not rolled.
            return self._on(next(iter(held)), rest)
        self._rolls += 1
        if self._rolls > MOST_ROLLS or len(held) > _MOST_OUTCOMES:
            return None
        branches: list[tuple[Any, Fraction, _Way]] = []
        for band, chance in held.items():
            way = self._on(band, rest)
            if way is None:
                return None
            branches.append((band, chance, way))
        branches.sort(key=lambda branch: branch[2].worth, reverse=True)
        mean = sum((chance * way.worth for _, chance, way in branches), Fraction(0))
        return _Way(roll, tuple(branches), None, mean)

    def _on(self, outcome: Any, rest: tuple[Callable[[Any], Any], ...]) -> _Way | None:
        if not rest:
            return _Way(None, (), outcome, Fraction(self._worth(outcome)))
        after = rest[0](outcome)
        return self.grow(after, rest[1:]) if isinstance(after, (Tree, Distribution)) else self._on(after, rest[1:])


def _but_for_constants(step: Sum) -> Tree | None:
    """A sum as the one step in it that is not known beforehand; None where there are several."""
    known = sum(part.outcome for part in step.parts if isinstance(part, Constant))
    left = [part for part in step.parts if not isinstance(part, Constant)]
    if not left:
        return Constant(known)
    return left[0] + known if len(left) == 1 else None


def _name_of_step(step: Tree, law: LawReader) -> tuple[str, str, str]:
    """A step without a name of its own by the first roll in it: its name and who makes it, "" without any."""
    rolls = (part for part, _ in Walk(step, law, MOST_ROLLS).expectations() if isinstance(part, Roll))
    first = next(rolls, None)
    return ("", "", "") if first is None else (first.name, "", first.by)


def _lay_out(way: _Way, times: int) -> Flow:
    """The ways laid side by side, level by level."""
    levels: list[list[FlowRoll]] = []
    outcomes: dict[Any, Fraction] = {}
    worths: dict[Any, Fraction] = {}

    def lay(here: _Way, depth: int, start: Fraction, width: Fraction) -> None:
        if here.roll is None:
            outcomes[here.outcome] = outcomes.get(here.outcome, Fraction(0)) + width
            worths[here.outcome] = here.worth
            return
        if depth == len(levels):
            levels.append([])
        place = len(levels[depth])
        roll = here.roll
        shown = FlowRoll(roll.name, roll.dice, roll.rule, roll.target, start, width, (), roll.by)
        levels[depth].append(shown)
        bands: list[FlowBand] = []
        left = start
        for band, chance, after in here.branches:
            share = width * chance
            leads = after.roll.name if after.roll is not None else ""
            needs = roll.needs.get(band, "") if roll.needs else ""
            bands.append(
                FlowBand(band, faces_of(roll, band), needs, chance, left, share, after.worth, leads, after.outcome)
            )
            lay(after, depth + 1, left, share)
            left += share
        levels[depth][place] = replace(shown, bands=tuple(bands))

    lay(way, 0, Fraction(0), Fraction(1))
    ranked = sorted(outcomes.items(), key=lambda pair: worths[pair[0]], reverse=True)
    return Flow(tuple(tuple(level) for level in levels), tuple(ranked), times, way.worth)
