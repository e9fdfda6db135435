"""Counts of faces that are not known yet: linear forms in free parameters, kept between limits.

A form is constant + sum of coefficient * atom. An atom is a free parameter with the values it may take, a form kept
between whole limits (clamp), or the smaller of two forms; the greater is a + b - min(a, b). Limits that the values
can never reach are dropped and nested ones merged, so that clamp(x, 1, 19) with at most 2 is clamp(x, 1, 2).

What the values do not settle (a comparison, a use as an index) raises `NeedsValue`, which says how to divide the
values of one parameter, or of a sum of several, so that it is settled.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from numbers import Integral
from typing import Any, TypeVar

from probcalc.symbolic.counts.linear import Atom, FreeParameter, Limited, LinearForm, Smaller, Sums
from probcalc.symbolic.counts.needs import NeedsValue, Values, runs_of, settle, singles

T = TypeVar("T")


class Form(LinearForm):
    """constant + sum of coefficient * atom; it stands wherever a rule has a count of faces.

    >>> armour, critic = unknown("armour", range(-10, 41)), unknown("critic", range(0, 21))
    >>> str(19 - (armour - 11).lowest(19).highest(1))
    '19 - clamp(armour - 11, 1, 19)'
    >>> str((armour - 11).lowest(19).highest(1).lowest(2)), str(armour.highest(-20))
    ('clamp(armour - 11, 1, 2)', 'armour')
    >>> str(critic.lowest(armour.lowest(19).highest(1)))
    'min(critic, clamp(armour, 1, 19))'
    """

    __slots__ = ()

    # -- linear arithmetic and limits ---------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        return _sum(self, 1, other, 1)

    def __sub__(self, other: Any) -> Any:
        return _sum(self, 1, other, -1)

    def __rsub__(self, other: Any) -> Any:
        return _sum(self, -1, other, 1)

    def __neg__(self) -> Any:
        return _sum(self, -1, 0, 1)

    def __pos__(self) -> Form:
        return self

    def __abs__(self) -> Any:
        return self.highest(-self)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Form):
            # A product of two counts: the one with the fewest values is divided.
            known = self.ranges() | other.ranges()
            name = min(known, key=lambda n: len(known[n]))
            raise NeedsValue(name, singles(known[name]))
        if isinstance(other, int):
            return _sum(self, int(other), 0, 1)
        return self.one_value(lambda value: value * other) if isinstance(other, (Fraction, float)) else NotImplemented

    __radd__ = __add__
    __rmul__ = __mul__

    def lowest(self, other: Any) -> Any:
        """The smaller of this form and `other`."""
        low, high = _bounds_of(self - other)
        if high <= 0:
            return self
        if low >= 0:
            return other
        return _form(0, {Smaller(self, other): 1}) if isinstance(other, Form) else _keep(self, None, other)

    def highest(self, other: Any) -> Any:
        """The greater of this form and `other`."""
        low, high = _bounds_of(self - other)
        if low >= 0:
            return self
        if high <= 0:
            return other
        return self + other - self.lowest(other) if isinstance(other, Form) else _keep(self, other, None)

    # -- questions that the values may settle -------------------------------------------------------------------

    def one_value(self, function: Callable[[int], T], is_ordered: bool = False) -> T:
        """The one value of a function of this form, which changes once at most on the way up if `is_ordered`."""
        known = self.ranges()
        axis = self.axis() if sum(len(values) > 1 for values in known.values()) > 1 else None
        if axis is None:
            return settle(known, lambda values: function(self.value(values)), is_ordered and self.is_plain())
        low, high = axis.bounds()
        along = self.along()
        runs = runs_of(range(low, high + 1), lambda value: function(along(value)), is_ordered and self.is_plain())
        if len(runs) == 1:
            return runs[0][1]
        raise NeedsValue(str(axis), tuple(part for part, _ in runs), axis)

    def _compare(self, other: Any, relation: Callable[[Any, Any], bool]) -> Any:
        if not isinstance(other, (int, Form, Fraction, float)):
            return NotImplemented
        if isinstance(other, (Fraction, float)):
            return self.one_value(lambda value: relation(value, other))
        if isinstance(other, Form) and self._index is not None and other._index is not None:
            # The same form has another value in another box: among outcomes it is the value that counts.
            return relation(self._index, other._index)
        if isinstance(other, int):
            # Most comparisons are settled by the bounds alone.
            low, high = self.bounds()
            if low > other or high < other:
                return relation(low, other)
        difference = self - other
        if not isinstance(difference, Form):
            return relation(difference, 0)
        low, high = difference.bounds()
        ordered = relation not in (operator.eq, operator.ne)
        if low > 0 or high < 0 or (ordered and relation(low, 0) == relation(high, 0)):
            return relation(low, 0)
        return difference.one_value(lambda value: relation(value, 0), ordered)

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, operator.ge)

    def __eq__(self, other: object) -> Any:
        return self._compare(other, operator.eq)

    def __ne__(self, other: object) -> Any:
        return self._compare(other, operator.ne)

    def __hash__(self) -> int:
        # A count that is looked up among numbers has to be a number.
        return hash(self.__index__())

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __index__(self) -> int:
        if self._index is None:
            self._index = self.one_value(lambda value: value)
        return self._index

    __int__ = __index__
    __trunc__ = __index__

    @property
    def numerator(self) -> int:
        """Itself, as a fraction's numerator, when it is known."""
        return self.__index__()

    @property
    def denominator(self) -> int:
        """1, as for every whole number."""
        return 1


def _by_value(operation: Callable[[Any, Any], Any], turned: bool) -> Callable[[Form, Any], Any]:
    """An operation that leaves the linear forms: its value, where the parameters settle it."""

    def operate(self: Form, other: Any) -> Any:
        if not isinstance(other, (int, Fraction, float, Form)):
            return NotImplemented
        known = self.ranges() | (other.ranges() if isinstance(other, Form) else {})

        def at(values: Values) -> Any:
            theirs = other.value(values) if isinstance(other, Form) else other
            mine = self.value(values)
            return operation(theirs, mine) if turned else operation(mine, theirs)

        return settle(known, at)

    return operate


for _name in ("floordiv", "mod", "divmod", "truediv", "pow"):
    _operation = divmod if _name == "divmod" else getattr(operator, _name)
    setattr(Form, f"__{_name}__", _by_value(_operation, turned=False))
    setattr(Form, f"__r{_name}__", _by_value(_operation, turned=True))

# So that Fraction(form, 6) asks for its numerator.
Integral.register(Form)


def unknown(name: str, known: range, sums: Sums = ()) -> Any:
    """The count that a free parameter stands for; a plain number when it has one value only.

    >>> unknown("cc", range(1, 31)) + 2, unknown("cc", range(7, 8)) + 2
    (<cc + 2>, 9)
    """
    return Form(0, {FreeParameter(name, known, sums): 1}) if len(known) > 1 else known[0]


def _form(constant: int, terms: Mapping[Atom, int]) -> Any:
    kept = {atom: c for atom, c in terms.items() if c}
    return Form(constant, kept) if kept else constant


def _sum(a: Form, times_a: int, b: Any, times_b: int) -> Any:
    if isinstance(b, int):
        if times_a == 1:
            return Form(a.constant + int(b) * times_b, a.terms) if b else a
        constant = a.constant * times_a + int(b) * times_b
        return Form(constant, tuple([(atom, c * times_a) for atom, c in a.terms])) if times_a else constant
    if not isinstance(b, Form):
        if isinstance(b, (Fraction, float)):
            return a.one_value(lambda value: value * times_a + b * times_b)
        return NotImplemented
    terms = {atom: c * times_a for atom, c in a.terms}
    for atom, c in b.terms:
        terms[atom] = terms.get(atom, 0) + c * times_b
    return _form(a.constant * times_a + b.constant * times_b, terms)


def _bounds_of(difference: Any) -> tuple[int, int]:
    return difference.bounds() if isinstance(difference, Form) else (difference, difference)


def _keep(form: Form, low: int | None, high: int | None) -> Any:
    """The form between the limits, of which at least one is reached."""
    if len(form.terms) == 1:
        ((atom, c),) = form.terms
        if isinstance(atom, Limited) and abs(c) == 1:
            ends = [None if end is None else (end - form.constant) * c for end in (low, high)]
            low, high = ends if c > 0 else reversed(ends)
            low = atom.low if low is None else low if atom.low is None else max(low, atom.low)
            high = atom.high if high is None else high if atom.high is None else min(high, atom.high)
            return _form(form.constant, {Limited(atom.of, low, high): c})
    return _form(0, {Limited(form, low, high): 1})
