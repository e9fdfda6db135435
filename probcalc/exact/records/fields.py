"""The steps of a play that ends in a record: the names each gives, the fields it reads, and which steps are needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from inspect import Parameter, signature
from types import FunctionType, MethodType
from typing import Any, TypeAlias

from probcalc.exact.errors import WrongValue, suggestion
from probcalc.exact.immutable import immutable
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.branches import Branches
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Constant, Event, Tree, itself, step_of, together


@immutable
class Rolled:
    """What is rolled next under some names: a step or play, or a function of earlier fields that gives one."""

    names: tuple[str, ...]
    reads: tuple[str, ...]
    follow: Any
    is_sure: bool
    limits: Callable[..., Sequence[int]] | None = None
    """Where alone, of what is rolled, that changes which is derived next."""


@immutable
class Derived:
    """A field, its one name, that follows from others without a roll; of an event it is 1 when it happens, else 0."""

    names: tuple[str]
    reads: tuple[str, ...]
    function: Callable[..., Any]
    condition: Callable[..., bool] | None = None
    signs: tuple[int, ...] = ()
    """Of a sum of fields and nothing else, which of them are added and which are taken away."""


@immutable
class Kept:
    """Fields that stay together: where one of them is read the others are not forgotten, and one law serves all."""

    names: tuple[str, ...]
    reads: tuple[str, ...] = ()


@immutable
class Alone:
    """The law of one field by itself, where it is known without the steps before."""

    names: tuple[str]
    follow: Any
    reads: tuple[str, ...] = ()


@immutable
class Looped:
    """The steps of a turn so many times, or until it is over; what they give takes the place of what was there."""

    names: tuple[str, ...]
    steps: tuple[Any, ...]
    times: int | None
    until: Callable[..., bool] | None = None

    def state(self, live: frozenset[str]) -> frozenset[str]:
        """The fields that go from turn to turn when these are read after the last."""
        live = live if self.until is None else live.union(reads_of(self.until))
        while (more := live | steps_needed(self.steps, live, {})[1]) != live:
            live = more
        return live


class Memo(dict[Any, Any]):
    """The trees of one evaluation, so that what two readings have in common is one object, and read once.

    Attributes:
        wanted: the fields that are read, and no others; None where any may be.
        is_alone: whether one reading is all: then nothing is kept for the sake of others.
    """

    __slots__ = ("is_alone", "wanted")

    def __init__(self, wanted: frozenset[str] | None = None) -> None:
        self.wanted, self.is_alone = wanted, wanted is not None and len(wanted) == 1


class Fields:
    """What has fields of which a tree can be made: a play, or copies of some."""

    __slots__ = ()
    is_whole = False
    """Whether all fields together take hardly longer to read than one of them."""
    is_one_step = False
    """Whether all fields are read off one and the same step; what is shown beside them may be read off it too."""

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """A tree whose outcome is the field of that name, or a tuple of several."""
        raise TypeError(f"{type(self).__name__} has no fields")

    def read(self, name: str, memo: Memo | None = None) -> Tree | Event:
        """A tree whose outcome is the field of that name, or the event where it happens or not."""
        return self.only(name, memo=memo)

    def is_event(self, name: str) -> bool:
        """Whether the field of that name happens or not."""
        return False

    def reads(self, name: str) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
        """The fields off which that one is read beside others, and how: itself, or what it is a condition on."""
        return (name,), itself

    def is_endless(self, name: str) -> bool:
        """Whether the field of that name has no last outcome: then it is read by itself, beside no others."""
        return False

    def law_where(self, name: str, known: Sequence[str], holds: Callable[[Sequence[Any]], bool]) -> Distribution | None:
        """The law of an endless field where a condition holds of the values of others; None where that is not known."""
        return None


class Steps(Fields):
    """Steps that do not depend on each other, or what is certain, by name.

    >>> Steps(wounds=2, fumbles=0).only("wounds")
    Constant(outcome=2)
    """

    __slots__ = ("steps",)

    def __init__(self, **steps: Any) -> None:
        self.steps = steps

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """The step of that name, or several side by side."""
        found = tuple(step_of(self.steps[name]) for name in names)
        return found[0] if len(found) == 1 else together(*found)


@immutable
class Offer(Fields):
    """A decision in a play whose options are plays; `so_far` says by field what has been added up when it is made."""

    when: str
    options: tuple[Option, ...]
    side: str
    seen: Mapping[str, Any]
    so_far: Mapping[str, str]

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """The decision, of every option as much as these fields need."""
        follows = [_read(option.follow, names, memo) for option in self.options]
        if all(isinstance(each, Constant) and each.outcome == follows[0].outcome for each in follows):
            # What is decided changes none of these fields.
            return Constant(follows[0].outcome)
        options = (Option(o.name, follow, o.cost, o.also) for o, follow in zip(self.options, follows, strict=True))
        said = tuple(self.so_far[name] for name in names if name in self.so_far)
        return Decision(self.when, tuple(options), self.side, self.seen, said)


def _read(follow: Any, names: tuple[str, ...], memo: Memo | None) -> Any:
    return follow.only(*names, memo=memo) if isinstance(follow, Fields) else follow


Step: TypeAlias = "Rolled | Derived | Looped | Alone | Kept"
Plan: TypeAlias = "list[tuple[int, frozenset[str]]]"
_Made: TypeAlias = "tuple[Any, tuple[str, ...], Step]"
"""The tree of a step and of those before it, the names in its outcomes, and the step, so that its identity stays."""


def steps_needed(
    steps: Sequence[Step], live: frozenset[str], made: Mapping[Any, _Made], is_alone: bool = False
) -> tuple[Plan, frozenset[str], _Made | None]:
    """The places of the steps that these fields need, each with what is still read after it; and what is read before.

    The last is a step that has been `made` already with the same fields read after it, where the plan begins, or None;
    nothing before it is looked at. Where a reading `is_alone` no fields stay together that it does not ask for.

    >>> roll = Rolled(("band",), (), None, True)
    >>> steps = (roll, Derived(("hit",), ("band",), bool), Derived(("dazed",), ("band",), bool))
    >>> steps_needed(steps, frozenset({"hit"}), {})
    ([(0, frozenset({'band'})), (1, frozenset({'hit'}))], frozenset(), None)
    """
    plan: Plan = []
    begun = None
    for place in range(len(steps) - 1, -1, -1):
        step = steps[place]
        if live.isdisjoint(step.names):
            continue
        kind = type(step)
        if kind is Kept:
            live = live if is_alone else live.union(step.names)
        elif kind is not Alone or len(live) == 1:
            begun = made.get((id(step), live))
            if begun is not None:
                break
            plan.append((place, live))
            live = step.state(live) if isinstance(step, Looped) else live.difference(step.names).union(step.reads)
    plan.reverse()
    return plan, live, begun


class By:
    """What follows each value of one field, as `then` says it of a roll.

    >>> By("band", critical=2, otherwise=0)("failure")
    0
    """

    __slots__ = ("branches", "reads")

    def __init__(self, field: str, said: Mapping[Any, Any] | None = None, /, **named: Any) -> None:
        self.reads = (field,)
        self.branches = Branches(said or {}, **named)
        # No step by a name: in itself it would wait for the collector of circles.
        self.branches.source = None

    def __call__(self, value: Any) -> Any:
        """What follows the value."""
        return self.branches[value]


class OfFields:
    """A function with the names of the fields that it reads beside it, for what has no parameters of these names.

    >>> OfFields(max, "one", "other")(2, 3)
    3
    """

    __slots__ = ("function", "reads")

    def __init__(self, function: Callable[..., Any], *reads: str) -> None:
        self.function, self.reads = function, reads

    def __call__(self, *values: Any) -> Any:
        """What the function makes of the values."""
        return self.function(*values)


def reads_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The fields that a function reads: the names of its parameters; one with a default is the function's own.

    >>> reads_of(lambda wounds, band, least=2: wounds >= least)
    ('wounds', 'band')
    """
    if isinstance(function, (By, OfFields)):
        return function.reads
    bound = isinstance(function, MethodType)
    plain: Any = function.__func__ if isinstance(function, MethodType) else function
    while (within := getattr(plain, "__wrapped__", None)) is not None:
        plain = within
    if isinstance(plain, FunctionType):
        # Looked up at once: a play is built anew for every request.
        code = plain.__code__
        return code.co_varnames[int(bound) : code.co_argcount - len(plain.__defaults__ or ())]
    return tuple(name for name, each in signature(function).parameters.items() if each.default is Parameter.empty)


def require_known(reads: Sequence[str], known: Sequence[str], what: str) -> None:
    """Refuse the name of a field that no earlier step gives.

    >>> require_known(["wound"], ["band", "wounds"], "slain")
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: slain: no step before it gives wound; did you mean wounds?

    Raises:
        ValueError: naming the field, and the nearest one that there is.
    """
    for name in reads:
        if name not in known:
            near = "".join(get_close_matches(name, known, 1))
            raise WrongValue(f"{what}: no step before it gives {name}{suggestion(near)}")
