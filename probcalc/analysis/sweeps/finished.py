"""What is made for good: nothing in it still reads the scenario that it was made of."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from operator import attrgetter, itemgetter, methodcaller
from types import BuiltinMethodType, EllipsisType, FunctionType, MethodType, MethodWrapperType, NoneType
from typing import Any, NamedTuple

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.records.fields import Fields
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.models import MOST_MODELS

_MOST = 2_000
_UNSET = EllipsisType
"""In place of what is not there; of types it is known which is which."""
_PLAIN = frozenset({int, str, bool, float, NoneType, Fraction})
_ALONE = frozenset({itemgetter, attrgetter, methodcaller})
_MET = -1


class Finished(NamedTuple):
    """Something that is made for good: which of those that are made alike, and of how many things."""

    number: int
    size: int


def is_fixed(made: Any) -> bool:
    """Whether whoever is given something cannot change it, nor use it up.

    >>> is_fixed((3, "a")), is_fixed([3]), is_fixed((3, [4])), is_fixed(iter([3]))
    (True, False, False, False)
    """
    if isinstance(made, tuple):
        return all(map(is_fixed, made))
    return type(made) in _PLAIN or type(made) in _ALONE or isinstance(made, (NoOutcome, NamedSum, Fields))


class Likeness:
    """Numbers what is made for good: equal numbers are of things that are made alike, and differ in no law.

    Of what is added up for a target the sum counts, and not what its parts are called; of a roll how many results are
    in each band, and how it is made only where another die may take the place of its own.
    """

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._kinds: dict[type[Any], int] = {}
        self._kept: dict[int, Any] = {}
        self._next = 0

    def forget(self) -> None:
        """Forget what was numbered; its numbers are not given again."""
        self._numbers.clear()
        self._kept.clear()

    def of(self, made: Any, *, other_dice: bool = False) -> Finished | None:
        """The number and size of something, where nothing in it will ask a scenario for anything; else None.

        What a function reads when it is called is what it holds. What is not known to hold nothing else is not
        finished, nor is what is made of thousands of things.

        >>> from probcalc.exact.tree.checks import roll_under
        >>> one, other, hit = (roll_under("Hit", 20, needed) for needed in (9, 9, 10))
        >>> like = Likeness()
        >>> like.of(one).number == like.of(other).number, like.of(one).number == like.of(hit).number
        (True, False)
        >>> sure, surer = (roll_under("Hit", 20, needed) for needed in (20, 22))
        >>> like.of(sure) == like.of(surer), like.of(sure, other_dice=True) == like.of(surer, other_dice=True)
        (True, False)
        >>> like.of([3]) is None, like.of(hit.map(lambda band: len(band))) is None
        (True, False)
        >>> from probcalc.scenarios.registry import scenario
        >>> asked = scenario("chronopia.armour")(damage=11)
        >>> like.of(hit.map(asked.value_of)) is None
        True
        """
        if not is_fixed(made):
            return None
        # All of it written out in one row, what was met before by its place: the same row is said of the same shape.
        row: list[Any] = []
        met: dict[int, int] = {}
        waiting, size = [made], 0
        while waiting:
            one = waiting.pop()
            kind: Any = type(one)
            size += 1
            if size > _MOST:
                return None
            # Numbers in place of types: what holds nothing but numbers is no work for the collector of circles.
            what = self._kinds.setdefault(kind, len(self._kinds))
            if kind in _PLAIN:
                row += (what, one)
                continue
            place = met.setdefault(id(one), len(row))
            if place < len(row):
                row += (_MET, place)
                continue
            if _is_alone(kind):
                size += len(one) if issubclass(kind, Distribution) else 0
                row += (what, self._itself(one))
                continue
            held = _contents_of(one) if other_dice or kind is not Roll else [one.name, one.total, one.bands, one.by]
            if held is None:
                return None
            if kind is FunctionType:
                row += (what, self._itself(one.__code__), self._itself(one.__globals__), len(held))
            elif kind in (BuiltinMethodType, MethodWrapperType):
                row += (what, one.__name__, len(held))
            else:
                row += (what, len(held))
            waiting += reversed(held)
        key = tuple(row)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._next
            self._next += 1
        return Finished(number, size)

    def _itself(self, one: Any) -> int:
        """The identity of something, which is kept so that it is not taken over."""
        self._kept[id(one)] = one
        return id(one)


def steps_in(made: Any) -> Iterator[Tree]:
    """The steps that are given, alone or several side by side."""
    if isinstance(made, Tree):
        yield made
    elif isinstance(made, tuple):
        for each in made:
            yield from steps_in(each)


def _contents_of(one: Any) -> list[Any] | None:
    """What something holds, and in which shape; None where that is not known."""
    if isinstance(one, NamedSum):
        return [one.value]
    if isinstance(one, FunctionType):
        try:
            cells = [cell.cell_contents for cell in one.__closure__ or ()]
        except ValueError:
            # A cell that is still empty.
            return None
        named = one.__kwdefaults__ or {}
        return [len(cells), *cells, *(one.__defaults__ or ()), *named, *named.values()]
    if isinstance(one, partial):
        return [one.func, len(one.args), *one.args, *one.keywords, *one.keywords.values()]
    if isinstance(one, (MethodType, BuiltinMethodType, MethodWrapperType)):
        return [one.__self__, *([one.__func__] if isinstance(one, MethodType) else [])]
    if hasattr(one, "cache_info"):
        return [one.__wrapped__]
    kind: Any = type(one)
    own = _attributes(one, kind) if _is_of_the_engine(kind) else []
    if isinstance(one, dict):
        return [len(one), *one, *one.values(), *own]
    if isinstance(one, (tuple, list, set, frozenset)):
        return [len(one), *one, *own]
    return own or None


@lru_cache(maxsize=MOST_MODELS)
def _is_alone(kind: Any) -> bool:
    """Whether nothing is alike to it but itself."""
    return kind in _ALONE or issubclass(kind, (type, Distribution))


def _attributes(one: Any, kind: Any) -> list[Any]:
    found: list[Any] = [getattr(one, name, _UNSET) for name in _slots(kind)]
    if hasattr(one, "__dict__"):
        found += [*one.__dict__, *one.__dict__.values()]
    return found


@lru_cache(maxsize=MOST_MODELS)
def _slots(kind: Any) -> tuple[str, ...]:
    return tuple(name for part in kind.__mro__ for name in vars(part).get("__slots__", ()))


@lru_cache(maxsize=MOST_MODELS)
def _is_of_the_engine(kind: Any) -> bool:
    module: str = kind.__module__
    return module.startswith("probcalc.exact.")
