"""What is made for good: nothing in it still reads the scenario that it was made of."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from operator import attrgetter, itemgetter, methodcaller
from types import BuiltinMethodType, FunctionType, MethodType, MethodWrapperType, NoneType
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.records.fields import Fields
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.models import MOST_MODELS

_MOST = 2_000
_SIMPLE = frozenset({int, str, bool, float, NoneType, Fraction, itemgetter, attrgetter, methodcaller})


def is_fixed(made: Any) -> bool:
    """Whether whoever is given something cannot change it, nor use it up.

    >>> is_fixed((3, "a")), is_fixed([3]), is_fixed((3, [4])), is_fixed(iter([3]))
    (True, False, False, False)
    """
    if isinstance(made, tuple):
        return all(map(is_fixed, made))
    return type(made) in _SIMPLE or isinstance(made, (NoOutcome, NamedSum, Fields))


def size_finished(made: Any) -> int | None:
    """Of how many things something is made, where nothing in it will ask a scenario for anything; else None.

    What a function reads when it is called is what it holds. What is not known to hold nothing else is not finished,
    nor is what is made of thousands of things.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> hit = roll_under("Hit", 20, 9)
    >>> size_finished(3), size_finished([3]), size_finished(hit.map(lambda band: len(band))) is None
    (1, None, False)
    >>> from probcalc.scenarios.registry import scenario
    >>> asked = scenario("chronopia.armour")(damage=11)
    >>> size_finished(hit.map(asked.value_of)) is None
    True
    """
    if not is_fixed(made):
        return None
    seen: dict[int, Any] = {}
    waiting, size = [made], 0
    while waiting:
        one = waiting.pop()
        size += 1
        if size > _MOST:
            return None
        if type(one) in _SIMPLE or isinstance(one, type) or id(one) in seen:
            continue
        if isinstance(one, Distribution):
            size += len(one)
            continue
        seen[id(one)] = one
        held = _held(one)
        if held is None:
            return None
        waiting += held
    return size


def steps_in(made: Any) -> Iterator[Tree]:
    """The steps that are given, alone or several side by side."""
    if isinstance(made, Tree):
        yield made
    elif isinstance(made, tuple):
        for each in made:
            yield from steps_in(each)


def _held(one: Any) -> list[Any] | None:
    """What something holds; None where that is not known."""
    if isinstance(one, FunctionType):
        try:
            cells = [cell.cell_contents for cell in one.__closure__ or ()]
        except ValueError:
            # A cell that is still empty.
            return None
        return [*cells, *(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()]
    if isinstance(one, partial):
        return [one.func, *one.args, *one.keywords.values()]
    if isinstance(one, (MethodType, BuiltinMethodType, MethodWrapperType)):
        return [one.__self__, *([one.__func__] if isinstance(one, MethodType) else [])]
    if hasattr(one, "cache_info"):
        return [one.__wrapped__]
    kind: Any = type(one)
    own = _attributes(one, kind) if _is_of_the_engine(kind) else []
    if isinstance(one, dict):
        return [*one, *one.values(), *own]
    if isinstance(one, (tuple, list, set, frozenset)):
        return [*one, *own]
    return own or None


def _attributes(one: Any, kind: Any) -> list[Any]:
    found = [getattr(one, name) for name in _slots(kind) if hasattr(one, name)]
    return [*found, *one.__dict__.values()] if hasattr(one, "__dict__") else found


@lru_cache(maxsize=MOST_MODELS)
def _slots(kind: Any) -> tuple[str, ...]:
    return tuple(name for part in kind.__mro__ for name in vars(part).get("__slots__", ()))


@lru_cache(maxsize=MOST_MODELS)
def _is_of_the_engine(kind: Any) -> bool:
    module: str = kind.__module__
    return module.startswith("probcalc.exact.")
