"""The tree of named rolls: what a step is, and what every step can be continued by.

A tree is built once by a rule and never computes anything itself. The readings (exact law, formula, explanation,
sample, best choice) walk it. Trees are immutable and hold no state of an evaluation, so threads may share them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from probcalc.exact.arguments import whole_of
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.distribution import Outcome as Outcome
from probcalc.exact.law.mass_function import require_law
from probcalc.exact.law.outcomes import NoOutcome, require_outcomes
from probcalc.exact.tree.branches import Branches, Counted, is_among, plus, reaches
from probcalc.exact.tree.counting import Count

Follow: TypeAlias = "Tree | Outcome"


class Tree(NoOutcome):
    """A step with outcomes; every step can be continued, counted, repeated and conditioned.

    A law where a step is meant is that step, as if it stood in `Known`.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> hit = roll_under("Hit", 20, 9)
    >>> save = roll_under("Save", 20, 10)
    >>> law_of(hit.then(success=save.count("failure"), otherwise=0).times(2))
    Distribution(0: 961/1600, 1: 279/800, 2: 81/1600)
    """

    __slots__ = ()

    def then(
        self,
        follow: Callable[[Any], Follow] | Mapping[Any, Follow] | Tree | Distribution | None = None,
        /,
        **by_outcome: Follow,
    ) -> Tree:
        """What follows each outcome: a function of it, a mapping from it, or one keyword an outcome.

        In a mapping or among keywords `otherwise` stands for the rest. A step, or a law, follows whatever came before.

        >>> from probcalc.exact.tree.checks import roll_under
        >>> from probcalc.exact.readings.law import law_of
        >>> law_of(roll_under("Test", 6, 2).then({"success": 1}, otherwise=0))
        Distribution(0: 2/3, 1: 1/3)

        Raises:
            ValueError: when it is none of these.
        """
        if callable(follow):
            return Then(self, follow)
        if isinstance(follow, NoOutcome) and not by_outcome:
            return Then(self, partial(_whatever, step_of(follow)))
        return Then(self, self._branches(follow, by_outcome, "what follows"))

    def _branches(self, said: Any, by_outcome: Mapping[str, Any], what: str) -> Callable[[Any], Any]:
        """What a mapping, and keywords, say of each outcome."""
        if said is not None and (isinstance(said, NoOutcome) or not isinstance(said, Mapping)):
            kind = type(said).__name__ if isinstance(said, NoOutcome) else repr(said)
            raise WrongValue(f"{what} is a function of the outcome, or a mapping from it, and not {kind}")
        branches = Branches(said or {}, **by_outcome)
        branches.source = self
        return branches.__getitem__

    def map(self, function: Callable[[Any], Outcome] | Mapping[Any, Outcome]) -> Tree:
        """The outcome function(x) for every outcome x, or what a mapping says of it.

        Raises:
            ValueError: when it is neither.
        """
        if callable(function):
            return Mapped(self, function)
        return Mapped(self, self._branches(function, {}, "what an outcome becomes"))

    def count(self, *outcomes: Outcome) -> Tree:
        """1 for the outcomes named, 0 for all others."""
        return Mapped(self, Counted.fromkeys(outcomes, 1).__getitem__)

    def times(self, n: int) -> Tree:
        """The sum of `n` independent copies of this step.

        Raises:
            ValueError: when n is itself rolled; `CompoundSum` adds up as many copies as a step says.
        """
        if isinstance(n, NoOutcome):
            raise WrongValue(f"a number of copies is known, and {type(n).__name__} is rolled: CompoundSum counts by it")
        n = whole_of(n)
        if n is None or isinstance(n, (str, tuple, float, Fraction)):
            raise WrongValue(f"the number of copies is a whole number, not {n!r}")
        return Repeated(self, n)

    def given(self, condition: Callable[[Any], bool]) -> Tree:
        """This step, knowing that the condition holds of its outcome (rolled again until it does)."""
        return Given(self, condition)

    def __add__(self, other: Tree | Distribution | Any) -> Tree:
        if isinstance(other, NoOutcome):
            return Sum((self, step_of(other)))
        if other is None or isinstance(other, (str, tuple, float)):
            return NotImplemented
        return Mapped(self, partial(plus, other))

    __radd__ = __add__

    def chance(self, condition: Callable[[Any], bool]) -> Event:
        """The event that the condition holds of the outcome."""
        return Event(self, condition)

    def among(self, *outcomes: Outcome) -> Event:
        """The event that the outcome is one of those named."""
        return Event(self, partial(is_among, outcomes))

    def at_least(self, least: Count) -> Event:
        """The event that the outcome is `least` or more."""
        return Event(self, partial(reaches, least))


def added_number(step: Mapped) -> Any | None:
    """What a step adds to the outcome of another, None when it does something else with it.

    >>> added_number(Constant(2) + 3)
    3
    """
    function = step.function
    return function.args[0] if isinstance(function, partial) and function.func is plus else None


@immutable
class Event(NoOutcome):
    """A condition on a step's outcome; its reading is a probability."""

    source: Tree
    condition: Callable[[Any], bool]


@immutable
class Constant(Tree):
    """A step whose outcome is certain.

    Raises:
        ValueError: when the outcome is itself a law or a step.
    """

    outcome: Any

    def __post_init__(self) -> None:
        if isinstance(self.outcome, NoOutcome):
            require_outcomes((self.outcome,))


@immutable
class Known(Tree):
    """A step whose law is given, for instance the sum of some dice; `by` who rolls them, as of a roll.

    Raises:
        ValueError: when it is no law.
    """

    law: Distribution
    name: str = ""
    rule: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        require_law(self.law, "a known step")

    def at_least(self, least: Count) -> Event:
        """The event that the outcome is `least` or more; of a law without an end no number is too high to ask.

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> from probcalc.exact.readings.law import probability_of
        >>> probability_of(Known(explode(d(6))).at_least(100))
        Fraction(1, 5642219814912)
        """
        if self.law.has_end:
            return Tree.at_least(self, least)
        # All that is as much is one outcome here.
        return Event(Known(self.law.capped(int(least)), self.name, self.rule, self.by), partial(reaches, least))


@immutable
class Then(Tree):
    """A second step that depends on the outcome of the first."""

    source: Tree
    follow: Callable[[Any], Follow]


@immutable
class Mapped(Tree):
    """A function of a step's outcome."""

    source: Tree
    function: Callable[[Any], Outcome]


@immutable
class Repeated(Tree):
    """The sum of n independent copies of a step with integer outcomes."""

    source: Tree
    n: int


@immutable
class Sum(Tree):
    """The sum of one or more independent steps with numeric outcomes; `total_of` also takes none.

    Raises:
        ValueError: when there is no step.
    """

    parts: tuple[Tree, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise WrongValue("a sum has at least one part")


@immutable
class Given(Tree):
    """A step conditioned on its outcome."""

    source: Tree
    condition: Callable[[Any], bool]


def step_of(follow: Any) -> Tree:
    """What follows as a step: a step as it is, a law as `Known`, anything else as what is certain.

    >>> from probcalc.exact.dice.dice import d
    >>> type(step_of(d(6))).__name__, step_of(3).outcome
    ('Known', 3)
    """
    if isinstance(follow, Tree):
        return follow
    return Known(follow) if isinstance(follow, Distribution) else Constant(follow)


def _whatever(step: Tree, outcome: Any) -> Tree:
    """The same step after every outcome."""
    return step
