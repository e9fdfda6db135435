"""Why the number is what it is: every roll of a tree, how it is made, its bands, and how often it comes up.

The tree is walked once, each step with the expected number of times that it is done. A step repeated n times counts
n-fold, what follows an outcome counts with that outcome's chance, and a roll made again until a condition holds
counts once for each attempt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.walk import MAX_NODES, Walk
from probcalc.exact.tree.checks import faces_of
from probcalc.exact.tree.steps import Choice, Event, Known, Roll, Term, Tree


@dataclass(frozen=True, slots=True)
class Band:
    """One band of a roll: the faces it needs, its chance, and how often it is expected in the whole play.

    `ranges` holds the first and last face of each run of them, and nothing where a roll has no faces of its own.
    """

    name: Any
    needs: str
    faces: int
    probability: Fraction
    expected: Fraction
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RollStep:
    """One named roll: its dice, rule and target number, its bands, how often it is made on average, and by whom.

    How often it is made `varies` where that depends on earlier rolls; otherwise it is the same in every play.
    """

    name: str
    dice: str
    rule: str
    target: int | None
    terms: tuple[Term, ...]
    bands: tuple[Band, ...]
    times: Fraction
    by: str = ""
    varies: bool = False


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """One decision: the option taken, all options, and how often it is expected to be taken."""

    name: str
    chosen: str
    options: tuple[str, ...]
    times: Fraction


@dataclass(frozen=True, slots=True)
class NotFollowed:
    """Where the walk stopped: more than `limit` steps; `times` is how often play is expected to go on beyond them."""

    limit: int
    times: Fraction


Step: TypeAlias = "RollStep | DecisionStep | NotFollowed"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps of a play in the order in which they are first reached."""

    steps: tuple[Step, ...]

    @property
    def rolls(self) -> tuple[RollStep, ...]:
        """The rolls alone."""
        return tuple(step for step in self.steps if isinstance(step, RollStep))

    @property
    def is_complete(self) -> bool:
        """Whether every step of the play was followed."""
        return not any(isinstance(step, NotFollowed) for step in self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)


def explain(question: Tree | Event, reader: LawReader | None = None, limit: int = MAX_NODES) -> Explanation:
    """The rolls and decisions that a tree is made of, in the order in which play reaches them.

    Rolls that agree in everything are one step. After `limit` different steps of the tree the walk stops, and a last
    entry says how much play lies beyond.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> wound = roll_under("Hit", 20, 9).then(success=roll_under("Save", 20, 5).count("failure"), failure=0)
    >>> for step in explain(wound.times(4)):
    ...     print(step.name, step.times, step.bands[0].name, step.bands[0].needs, step.bands[0].expected)
    Hit 4 success 1 to 9 on d20 9/5
    Save 9/5 success 1 to 5 on d20 9/20

    Raises:
        ValueError: when play without a limit of turns can never end.
        TooLarge: when the law of a step on the way exceeds the bound.
    """
    tree = question.source if isinstance(question, Event) else question
    law = reader if reader is not None else LawReader()
    walk = Walk(tree, law, limit)
    found: dict[Any, tuple[Tree, Fraction, set[int]]] = {}
    for step, times in walk.expectations():
        key = _identity(step)
        if key is not None and times:
            first, before, alike = found.get(key, (step, Fraction(0), set()))
            found[key] = first, before + times, {*alike, id(step)}
    steps = [
        _step_of(step, times, times.denominator > 1 or not walk.is_certain(alike), law)
        for step, times, alike in found.values()
    ]
    if walk.beyond:
        steps.append(NotFollowed(limit, walk.beyond))
    return Explanation(tuple(steps))


def _identity(step: Tree) -> Any:
    """What makes two steps the same to a reader; None for steps that are not shown."""
    if isinstance(step, Roll):
        terms = step.target.terms if step.target is not None else ()
        bands = tuple(step.bands.items())
        return step.name, step.by, step.dice, step.rule, step.total, terms, bands, tuple(step.needs.items())
    if isinstance(step, Known) and step.name:
        return step.name, step.by, step.rule, step.law
    return id(step) if isinstance(step, Choice) else None


def _step_of(step: Tree, times: Fraction, varies: bool, law: LawReader) -> Step:
    if isinstance(step, Roll):
        total = step.total
        bands = tuple(
            Band(
                name,
                step.needs.get(name, ""),
                faces,
                Fraction(faces, total),
                times * faces / total,
                faces_of(step, name),
            )
            for name, faces in step.bands.items()
        )
        target, terms = (step.target.value, step.target.terms) if step.target is not None else (None, ())
        return RollStep(step.name, step.dice, step.rule, target, terms, bands, times, step.by, varies)
    if isinstance(step, Choice):
        return DecisionStep(step.name, law.chosen(step), tuple(step.options), times)
    assert isinstance(step, Known)
    outcomes = step.law.weights.items()
    bands = tuple(Band(o, "", w, Fraction(w, step.law.total), times * w / step.law.total) for o, w in outcomes)
    return RollStep(step.name, "", step.rule, None, (), bands, times, step.by, varies)
