"""The best play of a tree with open decisions: its value by backward induction, and what is decided where.

The reading walks forward in the order of play, so that a decision knows what came before it, and takes the best of
what follows from there: V = max over the options, V = the mean over the results of a roll. What a roll leads to is
found by the steps that are still waiting for its outcome (`Frame`). Two moments with the same steps ahead, the same
sums so far and the same points left are one, and are solved once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from probcalc.exact.bounds import TooLarge
from probcalc.exact.decisions import Decision, Option, Undecided
from probcalc.exact.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.steps import Choice, Joint, Mapped, Repeated, Sum, Then, Tree, Turns, added_number

MOST_SITUATIONS = 700_000
_STEPS_PER_SITUATION = 50

Value: TypeAlias = "Fraction | int"
Ratio: TypeAlias = "tuple[int, int]"
"""A value as numerator and denominator, not in lowest terms: to reduce each would cost more than it saves."""


class Frame:
    """A step that waits for an outcome, above the steps that wait for its own.

    `kind` is what is done with the outcome: "add" a number, "map" or "follow" it by a function, go on with the next
    "part" of a sum, "copy" of a repeated step, step of a "joint" one, or "turn".
    """

    __slots__ = ("above", "detail", "kind", "subject")

    def __init__(self, kind: str, subject: Any, detail: Any, above: Frame | None) -> None:
        self.kind, self.subject, self.detail, self.above = kind, subject, detail, above


class Moment:
    """A place in the play: a step that is about to be done, and the steps that wait for its outcome.

    By the points left, `values` holds what it is worth, and `decided` the places of the options that are best: whole
    numbers only, which a collection of garbage need not walk through.
    """

    __slots__ = ("decided", "frame", "leads", "tree", "values")

    def __init__(self, tree: Tree, frame: Frame | None) -> None:
        self.tree, self.frame = tree, frame
        self.leads: Leads | None = None
        self.values: dict[int, Ratio] = {}
        self.decided: dict[int, tuple[int, ...]] = {}


class End:
    """The end of play, with the worth of its outcome."""

    __slots__ = ("value",)

    def __init__(self, value: Ratio) -> None:
        self.value = value


Place: TypeAlias = "Moment | End"


@dataclass(frozen=True, slots=True)
class Leads:
    """Where a moment leads: by chance with weights over a total, or by a decision with what has been added up."""

    places: tuple[Place, ...]
    weights: tuple[int, ...] = ()
    total: int = 1
    decision: Decision | None = None
    so_far: Any = 0


@dataclass(frozen=True, slots=True)
class Reached:
    """A decision that the best play comes to.

    Attributes:
        decision, points, so_far: the decision, the points left, and what has been added up before.
        option: what is best, the first in order.
        equal: every option that is as good.
    """

    decision: Decision
    points: int
    so_far: Any
    option: Option
    equal: tuple[Option, ...]


class BestPlay:
    """One solution for an aim: the greatest mean of aim(outcome), or the least.

    The decisions of `opponent` are taken against the aim, all others for it. An instance belongs to one evaluation
    and one thread.

    >>> from probcalc.exact.checks import roll_over
    >>> hit = roll_over("Hit", 6, 5)
    >>> once = hit.then(
    ...     lambda band: Decision("After the roll", (Option("stop", band), Option("again", hit, cost=1)))
    ... )
    >>> best = BestPlay(lambda band: band == "success")
    >>> best.value(once), best.value(once, points=1)
    (Fraction(1, 3), Fraction(5, 9))

    Raises:
        TooLarge: when more moments are met than the bound allows.
    """

    def __init__(
        self,
        aim: Callable[[Any], Value],
        *,
        least: bool = False,
        opponent: str | None = None,
        law: LawReader | None = None,
    ) -> None:
        self._aim, self._least, self._opponent = aim, least, opponent
        self._law = law or LawReader()
        self._frames: dict[tuple[Any, ...], Frame] = {}
        self._moments: dict[tuple[int, int], Moment] = {}
        self._ends: dict[Any, End] = {}
        self._followed: dict[tuple[int, Any], tuple[Any, Any]] = {}
        self._is_open: dict[int, tuple[Tree, bool]] = {}
        self._solved = 0

    def value(self, tree: Tree, points: int = 0) -> Fraction:
        """The best value of a tree with so many points to spend."""
        return Fraction(*self._value(self._moment(tree, None), points))

    def reached(self, tree: Tree, points: int = 0) -> Iterator[Reached]:
        """Every decision that the best play may come to and has a choice in, in the order of play; each is met once."""
        self.value(tree, points)
        # Level by level, so that a decision comes after those that lead to it.
        level: list[tuple[Place, int]] = [(self._moment(tree, None), points)]
        met: set[tuple[int, int]] = set()
        while level:
            following: list[tuple[Place, int]] = []
            for place, left in level:
                if isinstance(place, End) or (id(place), left) in met:
                    continue
                met.add((id(place), left))
                leads = place.leads
                assert leads is not None
                if leads.decision is None:
                    following += [(after, left) for after in leads.places]
                    continue
                options = leads.decision.options
                taken = place.decided[left][0]
                if sum(option.cost <= left for option in options) > 1:
                    equal = tuple(options[number] for number in place.decided[left])
                    yield Reached(leads.decision, left, leads.so_far, options[taken], equal)
                following.append((leads.places[taken], left - options[taken].cost))
            level = following

    # -- backward induction ----------------------------------------------------------------------------------------

    def _value(self, place: Place, points: int) -> Ratio:
        if isinstance(place, End):
            return place.value
        known = place.values.get(points)
        if known is not None:
            return known
        self._solved += 1
        if self._solved > MOST_SITUATIONS:
            raise TooLarge("this advice", self._solved, MOST_SITUATIONS, "situations")
        self._law.budget.spend("this advice", _STEPS_PER_SITUATION)
        leads = place.leads
        if leads is None:
            leads = place.leads = self._made(place.tree, place.frame)
        if leads.decision is None:
            value = _mean([self._value(after, points) for after in leads.places], leads.weights, leads.total)
        else:
            value = self._decided(place, leads, leads.decision, points)
        place.values[points] = value
        return value

    def _decided(self, place: Moment, leads: Leads, decision: Decision, points: int) -> Ratio:
        against = decision.side == self._opponent
        smallest = self._least != against
        best: Ratio | None = None
        equal: list[int] = []
        for number, (option, after) in enumerate(zip(decision.options, leads.places, strict=True)):
            if option.cost > points:
                continue
            value = self._value(after, points - option.cost)
            above = 1 if best is None else value[0] * best[1] - best[0] * value[1]
            if best is None or (above < 0 if smallest else above > 0):
                best, equal = value, [number]
            elif above == 0:
                equal.append(number)
        assert best is not None
        place.decided[points] = tuple(equal)
        return best

    # -- the order of play -----------------------------------------------------------------------------------------

    def _made(self, tree: Tree, frame: Frame | None) -> Leads:
        """Go down to the step that is done first, and say where it leads."""
        while True:
            if isinstance(tree, Decision):
                places = tuple(self._after(option.follow, frame) for option in tree.options)
                return Leads(places, decision=tree, so_far=_added_up(frame))
            if not self._has_decisions(tree):
                weights, total = self._law.weighted(tree)
                return Leads(tuple(self._arrived(o, frame) for o in weights), tuple(weights.values()), total)
            tree, frame = self._inside(tree, frame)

    def _inside(self, tree: Tree, frame: Frame | None) -> tuple[Any, Frame | None]:
        """The step that is done first inside a step, and what waits for it."""
        if isinstance(tree, Then):
            return tree.source, self._frame("follow", tree.follow, None, frame)
        if isinstance(tree, Mapped):
            number = added_number(tree)
            if number is not None:
                return tree.source, self._plus(number, frame)
            return tree.source, self._frame("map", tree.function, None, frame)
        if isinstance(tree, Sum):
            return tree.parts[0], self._frame("part", tree, 1, frame)
        if isinstance(tree, Repeated):
            return tree.source, frame if tree.n == 1 else self._frame("copy", tree.source, tree.n - 1, frame)
        if isinstance(tree, Joint):
            return tree.parts[0], self._frame("joint", tree, (), frame)
        if isinstance(tree, Turns):
            waiting = self._frame("turn", tree, tree.turns, frame)
            start = tree.start if isinstance(tree.start, (Tree, Distribution)) else None
            if start is not None:
                return start, waiting
            raise TypeError(f"{tree.name}: the start of play with decisions is a step")
        if isinstance(tree, Choice) and tree.policy != "best":
            return tree.options[tree.policy], frame
        raise TypeError(f"{type(tree).__name__} holds an open decision, and cannot be played in order")

    def _after(self, follow: Any, frame: Frame | None) -> Place:
        return self._moment(follow, frame) if isinstance(follow, (Tree, Distribution)) else self._arrived(follow, frame)

    def _arrived(self, outcome: Any, frame: Frame | None) -> Place:
        """Where an outcome leads: the next step that is done, or the end of play."""
        while frame is not None:
            kind, subject, above = frame.kind, frame.subject, frame.above
            if kind == "add":
                outcome = outcome + subject
            elif kind == "map":
                outcome = subject(outcome)
            elif kind == "follow":
                follow = self._follow(subject, outcome)
                if isinstance(follow, (Tree, Distribution)):
                    return self._moment(follow, above)
                outcome = follow
            elif kind in ("part", "copy"):
                above = self._plus(outcome, above)
                return self._next_of_sum(kind, subject, frame.detail, above)
            elif kind == "joint":
                outcomes = (*frame.detail, outcome)
                if len(outcomes) < len(subject.parts):
                    return self._moment(subject.parts[len(outcomes)], self._frame("joint", subject, outcomes, above))
                outcome = subject.combine(*outcomes)
            elif not subject.ended(outcome) and frame.detail != 0:
                left = None if frame.detail is None else frame.detail - 1
                follow = self._follow(subject.step, outcome)
                waiting = self._frame("turn", subject, left, above)
                if isinstance(follow, (Tree, Distribution)):
                    return self._moment(follow, waiting)
                outcome, above = follow, waiting
            frame = above
        end = self._ends.get(outcome)
        if end is None:
            worth = self._aim(outcome)
            end = self._ends[outcome] = End((worth.numerator, worth.denominator))
        return end

    def _next_of_sum(self, kind: str, subject: Any, place: int, above: Frame | None) -> Place:
        """The next part of a sum, or the next copy; the last one leaves nothing to wait for."""
        if kind == "part":
            last = place + 1 == len(subject.parts)
            return self._after(subject.parts[place], above if last else self._frame("part", subject, place + 1, above))
        return self._after(subject, above if place == 1 else self._frame("copy", subject, place - 1, above))

    def _moment(self, tree: Any, frame: Frame | None) -> Moment:
        key = id(tree), id(frame)
        found = self._moments.get(key)
        if found is None:
            # The moment keeps both alive, so that their identities are not taken over by others.
            found = self._moments[key] = Moment(tree, frame)
        return found

    def _frame(self, kind: str, subject: Any, detail: Any, above: Frame | None) -> Frame:
        key = kind, subject if kind == "add" else id(subject), detail, id(above)
        found = self._frames.get(key)
        if found is None:
            found = self._frames[key] = Frame(kind, subject, detail, above)
        return found

    def _plus(self, amount: Any, frame: Frame | None) -> Frame | None:
        """The frame with a number added before it; neighbouring numbers are one."""
        if frame is not None and frame.kind == "add":
            amount, frame = amount + frame.subject, frame.above
        return frame if type(amount) is int and amount == 0 else self._frame("add", amount, None, frame)

    def _follow(self, function: Callable[[Any], Any], outcome: Any) -> Any:
        """What follows an outcome, made once."""
        key = id(function), outcome
        found = self._followed.get(key)
        if found is None:
            found = self._followed[key] = function, function(outcome)
        return found[1]

    def _has_decisions(self, tree: Tree) -> bool:
        known = self._is_open.get(id(tree))
        if known is None and isinstance(tree, Then) and not self._has_decisions(tree.source):
            # Mostly a decision stands right after what is rolled.
            weights, _ = self._law.weighted(tree.source)
            if isinstance(self._follow(tree.follow, next(iter(weights))), Decision):
                known = self._is_open[id(tree)] = tree, True
        if known is None:
            try:
                self._law.weighted(tree)
                known = tree, False
            except Undecided:
                known = tree, True
            self._is_open[id(tree)] = known
        return known[1]


def _added_up(frame: Frame | None) -> Any:
    """What has been added up when a step inside a sum is about to be done."""
    total: Any = 0
    while frame is not None and frame.kind in ("add", "part", "copy"):
        if frame.kind == "add":
            total = frame.subject if type(total) is int and total == 0 else total + frame.subject
        frame = frame.above
    return total


def _mean(values: list[Ratio], weights: tuple[int, ...], total: int) -> Ratio:
    common = values[0][1]
    if any(below != common for _, below in values):
        common = lcm(*{below for _, below in values})
        return sum(w * top * (common // below) for w, (top, below) in zip(weights, values, strict=True)), common * total
    return sum(w * top for w, (top, _) in zip(weights, values, strict=True)), common * total
