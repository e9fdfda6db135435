"""The best play of a tree with open decisions: its value by backward induction, and what is decided where.

The reading walks forward in the order of play, so that a decision knows what came before it, and takes the best of
what follows from there: V = max over the options, V = the mean over the results of a roll. What a roll leads to is
found by the steps that are still waiting for its outcome (`Frame`). Two moments with the same steps ahead, the same
sums so far and the same points left are one, and are solved once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.play.equations import Value
from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.moments_of_play import Alike, End, Frame, Leads, Moment, MomentOrEnd, Ratio, Reached
from probcalc.exact.tree.decisions import Decision, Undecided
from probcalc.exact.tree.steps import Choice, Joint, Mapped, Repeated, Shortcut, Sum, Then, Tree, Turns, added_number

MOST_SITUATIONS = 700_000
_STEPS_PER_SITUATION = 50
_STEPS_PER_LOOK = 10
"""What a situation takes that is like one solved before."""


class BestPlay:
    """One solution for an aim: the greatest mean of aim(outcome), or the least.

    The decisions of `opponent` are taken against the aim, all others for it. With `mean` the aim is the number that
    comes out, so that what has been added up moves every option alike. An instance belongs to one evaluation and one
    thread.

    >>> from probcalc.exact.tree.checks import roll_over
    >>> from probcalc.exact.tree.decisions import Option
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
        mean: bool = False,
        opponent: str | None = None,
        law: LawReader | None = None,
    ) -> None:
        self._aim, self._least, self._mean, self._opponent = aim, least, mean, opponent
        self._law = law or LawReader()
        self._frames: dict[tuple[Any, ...], Frame] = {}
        self._moments: dict[tuple[int, int], Moment] = {}
        self._ends: dict[Any, End] = {}
        self._followed: dict[tuple[int, Any], tuple[Any, Any]] = {}
        self._written_out: dict[int, tuple[Tree, Tree]] = {}
        self._is_open: dict[int, tuple[Tree, bool]] = {}
        self._alike: dict[tuple[Any, ...], Alike] = {}
        self._solved = 0

    def value(self, tree: Tree, points: int = 0) -> Fraction:
        """The best value of a tree with so many points to spend."""
        return Fraction(*self._value(self._moment(tree, None), points))

    def decisions_reached(self, tree: Tree, points: int = 0) -> Iterator[Reached]:
        """Every decision that the best play may come to and has a choice in, in the order of play; each is met once.

        >>> from probcalc.exact.tree.checks import faces
        >>> from probcalc.exact.tree.decisions import Decision, Option
        >>> die = faces("Die", 3)
        >>> options = lambda face: (Option("keep it", face), Option("roll again", die, 1))
        >>> kept, best = die.then(lambda face: Decision("After the roll", options(face))), BestPlay(lambda face: face)
        >>> [[option.name for option in reached.equal] for reached in best.decisions_reached(kept, 1)]
        [['roll again'], ['keep it', 'roll again'], ['keep it']]
        >>> list(best.decisions_reached(kept, 0))
        []
        """
        self.value(tree, points)
        # Level by level, so that a decision comes after those that lead to it.
        level: list[tuple[MomentOrEnd, int]] = [(self._moment(tree, None), points)]
        met: set[tuple[Any, ...]] = set()
        while level:
            following: list[tuple[MomentOrEnd, int]] = []
            for moment, left in level:
                if isinstance(moment, End):
                    continue
                key = self._key_of_moment(moment, left)
                if key in met:
                    continue
                met.add(key)
                self._value(moment, left)
                leads = self._leads(moment)
                if leads.decision is None:
                    following += [(after, left) for after in leads.moments]
                    continue
                options = tuple(leads.decision.options)
                taken = moment.decided[left][0]
                if sum(option.cost <= left for option in options) > 1:
                    equal = tuple(options[number] for number in moment.decided[left])
                    idle = self._idle(leads.decision, moment.frame)
                    yield Reached(leads.decision, left, leads.so_far, options[taken], equal, idle)
                following.append((leads.moments[taken], left - options[taken].cost))
            level = following

    # -- backward induction ----------------------------------------------------------------------------------------

    def _value(self, moment: MomentOrEnd, points: int) -> Ratio:
        if isinstance(moment, End):
            return moment.value
        known = moment.values.get(points)
        if known is not None:
            return known
        if isinstance(moment.tree, Decision) and moment.tree.things:
            value = moment.values[points] = self._gain(moment, moment.tree, points)
            return value
        self._solve_one()
        leads = self._leads(moment)
        if leads.decision is None:
            value = _mean([self._value(after, points) for after in leads.moments], leads.weights, leads.total)
        else:
            value = self._decide(moment, leads, leads.decision, points)
        moment.values[points] = value
        return value

    def _solve_one(self) -> None:
        self._solved += 1
        if self._solved > MOST_SITUATIONS:
            raise TooLarge("this advice", self._solved, MOST_SITUATIONS, "situations")
        self._law.budget.spend("this advice", _STEPS_PER_SITUATION)

    def _leads(self, moment: Moment) -> Leads:
        if moment.leads is None:
            moment.leads = self._go_down(moment.tree, moment.frame)
        return moment.leads

    def _gain(self, moment: Moment, decision: Decision, points: int) -> Ratio:
        """The value of a decision on things that are used once each: what it gains over its first option, and that.

        Of each kind no more than there are points can be used, so that decisions with more of them are alike where
        their first options are one; for a mean, whatever their first options are.
        """
        first = self._after(decision.options[0].follow, moment.frame)
        base = self._value(first, points)
        lying = tuple([min(decision.seen[phrase], points) for phrase in decision.things])
        apart = None if self._gains_alone(moment.frame) else (id(first), id(moment.frame))
        key = decision.when, decision.side, lying, points, apart
        alike = self._alike.get(key)
        if alike is None:
            self._solve_one()
            value = self._decide(moment, self._leads(moment), decision, points)
            gain = Fraction(*value) - Fraction(*base)
            self._alike[key] = Alike((gain.numerator, gain.denominator), moment.decided[points])
            return value
        self._law.budget.spend("this advice", _STEPS_PER_LOOK)
        moment.decided[points] = alike.decided
        (top, below), (more, parts) = base, alike.gain
        common = lcm(below, parts)
        return top * (common // below) + more * (common // parts), common

    def _gains_alone(self, frame: Frame | None) -> bool:
        """Whether what is gained does not depend on what has been added up: a mean, of what comes out as it is."""
        return self._mean and frame is None

    def _key_of_moment(self, moment: Moment, left: int) -> tuple[Any, ...]:
        """What tells a moment from the others that are met."""
        tree = moment.tree
        if isinstance(tree, Decision) and tree.things and self._gains_alone(moment.frame):
            return tree.when, tree.side, tuple([tree.seen[phrase] for phrase in tree.things]), left
        return id(moment), left

    def _idle(self, decision: Decision, frame: Frame | None) -> frozenset[str]:
        """What plays no part where only the gain counts: all but the numbers of things to be used."""
        if not decision.things or not self._gains_alone(frame):
            return frozenset()
        return frozenset(decision.seen).difference(decision.things)

    def _decide(self, moment: Moment, leads: Leads, decision: Decision, points: int) -> Ratio:
        against = decision.side == self._opponent
        smallest = self._least != against
        best: Ratio | None = None
        equal: list[int] = []
        for number, (option, after) in enumerate(zip(decision.options, leads.moments, strict=True)):
            if option.cost > points:
                continue
            value = self._value(after, points - option.cost)
            above = 1 if best is None else value[0] * best[1] - best[0] * value[1]
            if best is None or (above < 0 if smallest else above > 0):
                best, equal = value, [number]
            elif above == 0:
                equal.append(number)
        assert best is not None
        moment.decided[points] = tuple(equal)
        return best

    # -- the order of play -----------------------------------------------------------------------------------------

    def _go_down(self, tree: Tree, frame: Frame | None) -> Leads:
        """Go down to the step that is done first, and say where it leads."""
        while True:
            if isinstance(tree, Decision):
                moments = tuple(self._after(option.follow, frame) for option in tree.options)
                return Leads(moments, decision=tree, so_far=_sum_so_far(frame))
            if not self._has_decisions(tree):
                weights, total = self._law.weighted(tree)
                return Leads(tuple(self._arrive(o, frame) for o in weights), tuple(weights.values()), total)
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
        if isinstance(tree, Shortcut):
            # The same tree every time, for moments are told apart by their trees.
            if id(tree) not in self._written_out:
                self._written_out[id(tree)] = tree, tree.plain()
            return self._written_out[id(tree)][1], frame
        raise TypeError(f"{type(tree).__name__} holds an open decision, and cannot be played in order")

    def _after(self, follow: Any, frame: Frame | None) -> MomentOrEnd:
        return self._moment(follow, frame) if isinstance(follow, (Tree, Distribution)) else self._arrive(follow, frame)

    def _arrive(self, outcome: Any, frame: Frame | None) -> MomentOrEnd:
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

    def _next_of_sum(self, kind: str, subject: Any, place: int, above: Frame | None) -> MomentOrEnd:
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


def _sum_so_far(frame: Frame | None) -> Any:
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
