"""A die as rules see it: its results in a row, and how many of its equally likely faces show each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import accumulate
from operator import index
from typing import Concatenate, ParamSpec

from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.counting import Count, clamp
from probcalc.exact.tree.steps import Recipe, Roll, Tree

P = ParamSpec("P")

_MOST_RESULTS = 1000


@dataclass(frozen=True, slots=True)
class Die:
    """A die with so many `results` in a row from `lowest` on, each on one face, or on as many as `counts` says.

    Where a rule speaks of the natural 1 and the natural 20, it means the `low_end` lowest and the `high_end` highest
    results, one each unless a variant says otherwise. `made` is of how many sides the dice are of which it is made, and
    what it becomes when they are others; None where that is not known. Its `highest` result, the `total` of its equally
    likely faces and whether every result is as likely as every other (`is_even`) follow.

    >>> plain(20).highest, plain(20).total, plain(20).at_most(9)
    (20, 20, 9)
    """

    name: str
    lowest: int
    results: int
    counts: tuple[int, ...] = ()
    low_end: int = 1
    high_end: int = 1
    made: tuple[int, Callable[[Die], Die]] | None = field(default=None, compare=False, repr=False)
    highest: int = field(init=False, default=0, compare=False, repr=False)
    total: int = field(init=False, default=0, compare=False, repr=False)
    is_even: bool = field(init=False, default=True, compare=False, repr=False)
    _upto: tuple[int, ...] = field(init=False, default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        # Every roll asks for these.
        upto = (0, *accumulate(self.counts)) if self.counts else ()
        object.__setattr__(self, "_upto", upto)
        object.__setattr__(self, "highest", self.lowest + self.results - 1)
        object.__setattr__(self, "total", upto[-1] if upto else self.results)
        object.__setattr__(self, "is_even", not upto)

    def several(self, dice: int) -> str:
        """So many of it in words.

        >>> plain(10).several(2), Die("3d6", 3, 16).several(2)
        ('2d10', '2 of 3d6')
        """
        return f"{dice}{self.name}" if self.name.startswith("d") else f"{dice} of {self.name}"

    def by_result(self) -> dict[int, int]:
        """Its results that can occur, each with the number of its faces.

        >>> uneven("d2 + d2", Distribution.from_weights({2: 1, 3: 2, 4: 1})).by_result()
        {2: 1, 3: 2, 4: 1}
        """
        counts = self.counts or (1,) * self.results
        return {result: count for result, count in enumerate(counts, self.lowest) if count}

    def faces(self, first: Count, count: Count) -> Count:
        """The faces of `count` results in a row, `first` of all results before them."""
        if not self.counts:
            return count
        return self._upto[index(first) + index(count)] - self._upto[index(first)]

    def at_most(self, result: Count) -> Count:
        """The faces that show this result or less.

        >>> uneven("2d4", Distribution.from_weights({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1})).at_most(4)
        6
        """
        return self.faces(0, clamp(self.under(result), 0, self.results))

    def under(self, result: Count) -> Count:
        """How many results in a row end with this one; below zero and above `results` where the row leaves the die.

        >>> plain(6).under(4), plain(6).under(-2)
        (4, -2)
        """
        return result - (self.lowest - 1)

    def over(self, result: Count) -> Count:
        """How many results in a row begin with this one and end with the highest.

        >>> plain(6).over(5), plain(6).over(8)
        (2, -1)
        """
        return self.highest + 1 - result


_PLAIN = {sides: Die(f"d{sides}", 1, sides) for sides in (4, 6, 8, 10, 12, 20)}


def plain(sides: int) -> Die:
    """The die with the results 1 to `sides`, each on one face."""
    return _PLAIN.get(sides) or Die(f"d{sides}", 1, sides)


def uneven(name: str, law: Distribution) -> Die:
    """A die that shows its results as a law says.

    >>> uneven("2d3", Distribution.from_weights({2: 1, 3: 2, 4: 3, 5: 2, 6: 1})).counts
    (1, 2, 3, 2, 1)

    Raises:
        ValueError: when an outcome is no whole number, or there is a gap of more than a thousand results.
    """
    weights = law.weights
    if not all(type(outcome) is int for outcome in weights):
        raise WrongValue(f"{name} is no die: its results are whole numbers")
    first, last = min(weights), max(weights)
    if last - first > _MOST_RESULTS:
        raise WrongValue(f"{name} is no die: its results lie within {_MOST_RESULTS} of each other")
    counts = tuple(weights.get(result, 0) for result in range(first, last + 1))
    even = len(set(counts)) == 1
    return Die(name, first, len(counts), () if even else counts)


def made_of(name: str, sides: int, law: Callable[[Distribution], Distribution]) -> Die:
    """A die that is made of others, "best of 2d12": `law` gives its law from that of one of them.

    Where another die is rolled in their place, it is made of that one.

    >>> from probcalc.exact.dice.dice import best_of
    >>> advantage = made_of("best of 2d12", 12, lambda one: best_of(2, one))
    >>> advantage.at_most(6), advantage.total
    (36, 144)
    >>> advantage.made[1](plain(20)).name
    'best of 2d20'

    Raises:
        ValueError: when an outcome is no whole number, or there is a gap of more than a thousand results.
    """

    def with_other(die: Die) -> Die:
        found = uneven(name.replace(f"d{sides}", die.name), law(Distribution.from_weights(die.by_result())))
        return replace(found, made=(sides, with_other))

    return with_other(plain(sides))


def recipe_with(die: Die, make: Callable[[Die], Tree]) -> Recipe | None:
    """How a roll is made with another die, by what makes it with any; None where nobody knows what this one is made of.

    >>> recipe_with(plain(12), plain)[0], recipe_with(uneven("2d4", Distribution.constant(2)), plain)
    (12, None)
    """
    if die.made is not None:
        sides, other = die.made
        return sides, lambda new: make(other(new))
    return (die.highest, make) if die == plain(die.highest) else None


def on_die(sides: int) -> Callable[[Callable[Concatenate[Die, P], Roll]], Callable[P, Roll]]:
    """A roll that a rule makes with a d`sides`, and that can be made with any other die.

    >>> from probcalc.exact.tree.checks import banded
    >>> @on_die(20)
    ... def luck(die: Die, wanted: int) -> Roll:
    ...     good = die.under(wanted)
    ...     return banded("Luck", die, {"good": good, "bad": die.results - good})
    >>> luck(5).bands, luck(5).recipe[1](plain(6)).bands
    ({'good': 5, 'bad': 15}, {'good': 5, 'bad': 1})
    """
    usual = plain(sides)

    def decorate(make: Callable[Concatenate[Die, P], Roll]) -> Callable[P, Roll]:
        def make_roll(*args: P.args, **named: P.kwargs) -> Roll:
            return with_recipe(make(usual, *args, **named), sides, lambda die: make(die, *args, **named))

        make_roll.__doc__, make_roll.__name__ = make.__doc__, make.__name__
        return make_roll

    return decorate


def with_recipe(roll: Roll, sides: int, make: Callable[[Die], Tree]) -> Roll:
    """A roll just made with a d`sides`, knowing what it becomes with another die."""
    object.__setattr__(roll, "recipe", (sides, make))
    return roll
