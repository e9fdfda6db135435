"""What a request may cost, estimated before it is paid.

One *step* is one multiplication and addition of small integers in plain Python; a step on long integers counts more,
as `probcalc.exact.budget.costs` says. The limit is about ten seconds on a small machine, and the memory limit one
gibibyte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ContextDecorator, contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, ParamSpec, TypeVar

from probcalc.exact.errors import ProbcalcError, WrongValue

P = ParamSpec("P")
R = TypeVar("R")

MAX_STEPS = 50_000_000
MAX_BYTES = 1 << 30
MAX_STATES = 200_000
MAX_FACES = 1_000_000
STEPS_PER_TURN = 50
OBJECT_BYTES = 120
"""What an integer takes in memory beside its bits."""
QUESTION = "this question"
"""What is refused when all that a request takes is too much."""
_WRITTEN_OUT = 10**40
AT_ONCE = 1000
"""So many steps may wait to be counted."""


_WATCH: ContextVar[Callable[[], None] | None] = ContextVar("watch", default=None)
METER: ContextVar[Budget | None] = ContextVar("meter", default=None)
"""The budget that is open in this thread or task, as `metered` opens it."""


@contextmanager
def watch_budgets(watch: Callable[[], None] | None) -> Iterator[None]:
    """Every budget that is made within this block, by this thread or task, is watched: what `watch` raises ends it.

    Without one it is watched as it was before.

    >>> looked = []
    >>> with watch_budgets(lambda: looked.append("now")):
    ...     Budget().spend("a sum", 600)
    >>> looked
    ['now']
    """
    token = _WATCH.set(watch or _WATCH.get())
    try:
        yield
    finally:
        _WATCH.reset(token)


def in_short(number: int) -> str:
    """A number in a refusal: one of more than forty digits as the power of ten below it.

    >>> in_short(1200), in_short(7 * 10**400)
    ('1200', 'over 10**400')
    """
    return str(number) if number < _WRITTEN_OUT else f"over 10**{(number.bit_length() - 1) * 30103 // 100000}"


class TooLarge(ProbcalcError, ValueError):
    """A request whose estimated cost exceeds a documented bound; the message names both.

    Args:
        what: the operation, in words.
        estimate: the estimated cost in `unit`.
        bound: the most that is allowed, in `unit`.
        unit: what is counted.
        budget: whose bound it is, when it is that of a whole request.
    """

    def __init__(self, what: str, estimate: int, bound: int, unit: str, budget: Budget | None = None) -> None:
        self.what, self.estimate, self.bound, self.unit, self.budget = what, estimate, bound, unit, budget
        about = f"about {estimate:,}" if estimate < _WRITTEN_OUT else in_short(estimate)
        super().__init__(f"{what} is too large: {about} {unit} (limit {bound:,})")

    def __reduce__(self) -> tuple[Any, ...]:
        # In another process the budget is nobody's.
        return TooLarge, (self.what, self.estimate, self.bound, self.unit)


class Budget:
    """What one request may spend in all, whatever is computed for it: one belongs to one request and one thread.

    `watch` is called whenever work is counted; what it raises ends the request. Steps that are few are first put down
    as `unspent`, by whoever does them: to count each alone would take as long.

    >>> budget = Budget(1000)
    >>> budget.spend("a sum", 600)
    >>> budget.spend("another sum", 600)
    Traceback (most recent call last):
        ...
    probcalc.exact.budget.bounds.TooLarge: another sum is too large: about 1,200 steps (limit 1,000)
    >>> budget.spent
    600

    `part` is what one of several answers may spend of it.

    >>> budget.part(100).spend("a small sum", 90)
    >>> budget.spent
    690
    """

    __slots__ = ("most", "spent", "unspent", "watch", "whole")

    def __init__(
        self, most: int | None = None, watch: Callable[[], None] | None = None, whole: Budget | None = None
    ) -> None:
        self.most = MAX_STEPS if most is None else most
        self.watch = watch if watch is not None or whole is not None else _WATCH.get()
        self.whole = whole
        self.spent = self.unspent = 0

    def part(self, most: int) -> Budget:
        """A budget of at most so many steps, all of which count against this one too."""
        return Budget(most, whole=self)

    def spend(self, what: str, steps: int, alone: bool = False) -> None:
        """Count work before it is done; what is refused is not counted. Counted alone, it is not of the whole.

        Raises:
            TooLarge: when it is more than what is left.
        """
        spent = self.spent + steps
        if spent > self.most:
            raise TooLarge(what, spent, self.most, "steps", self)
        if self.whole is not None and not alone:
            self.whole.spend(what, steps)
        self.spent = spent
        if self.watch is not None:
            self.watch()

    def foresee(self, what: str, steps: int) -> None:
        """Refuse work that is still ahead, without counting it: what else is asked may be answered.

        >>> budget = Budget(1000)
        >>> budget.spend("a sum", 600)
        >>> budget.foresee("a long sum", 500)
        Traceback (most recent call last):
            ...
        probcalc.exact.budget.bounds.TooLarge: a long sum is too large: about 1,100 steps (limit 1,000)

        Raises:
            TooLarge: when it is more than what is left.
        """
        if (whole := self.spent + steps) > self.most:
            raise TooLarge(what, whole, self.most, "steps")

    def settle(self) -> None:
        """Count the small work that waits to be counted together.

        >>> budget = Budget()
        >>> budget.unspent += 700
        >>> budget.settle()
        >>> budget.spent, budget.unspent
        (700, 0)

        Raises:
            TooLarge: when it is more than what is left.
        """
        steps, self.unspent = self.unspent, 0
        self.spend(QUESTION, steps)

    def put_down(self, steps: int) -> None:
        """Count small work, at once only where much of it waits to be counted.

        >>> budget = Budget()
        >>> budget.put_down(700)
        >>> budget.spent, budget.unspent
        (0, 700)
        >>> budget.put_down(700)
        >>> budget.spent, budget.unspent
        (1400, 0)

        Raises:
            TooLarge: when it is more than what is left.
        """
        self.unspent += steps
        if self.unspent > AT_ONCE:
            self.settle()

    @property
    def is_watched(self) -> bool:
        """Whether somebody may end the request."""
        return self.watch is not None or (self.whole is not None and self.whole.is_watched)

    def look(self) -> None:
        """Let whoever watches end the request, in the middle of work that is counted already."""
        if self.whole is not None:
            self.whole.look()
        if self.watch is not None:
            self.watch()


def meter() -> Budget:
    """The budget in which this thread or task counts its work: that of `metered`, else a new one.

    >>> with metered(Budget(1000)):
    ...     meter().spend("a sum", 600)
    ...     meter().spent
    600
    >>> meter().spent
    0
    """
    budget = METER.get()
    return Budget() if budget is None else budget


class metered(ContextDecorator):
    """Whatever is computed within this block, in this thread or task, is counted in the budget.

    Without one it is the budget in which this thread or task counts already, else a new one, of so many steps at most.

    >>> with metered(Budget(1000)) as budget:
    ...     budget is meter()
    True

    Raises:
        ValueError: when it is given anything but a budget.
    """

    # No generator, which takes three times as long: an answer opens a dozen of these.
    def __init__(self, budget: Budget | None = None, most: int | None = None) -> None:
        if budget is not None and not isinstance(budget, Budget):
            raise WrongValue(f"a budget is a Budget, not of type {type(budget).__name__}")
        self.budget, self.most = budget, most

    def _recreate_cm(self) -> metered:
        # A function that it decorates is called many times, in several threads perhaps.
        return metered(self.budget, self.most)

    def __enter__(self) -> Budget:
        budget = self.budget
        if budget is None:
            budget = METER.get()
            if budget is None:
                budget = Budget(self.most)
        self.token = METER.set(budget)
        return budget

    def __exit__(self, *raised: object) -> None:
        METER.reset(self.token)


def in_this_meter(function: Callable[P, R]) -> Callable[P, R]:
    """The function as it is called later, with the meter that is read here and now.

    >>> with metered(Budget(1000)) as budget:
    ...     later = in_this_meter(lambda: meter() is budget)
    >>> later()
    True
    """
    budget = METER.get()
    return function if budget is None else partial(_call_metered, budget, function)


def _call_metered(budget: Budget, function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    with metered(budget):
        return function(*args, **named)
