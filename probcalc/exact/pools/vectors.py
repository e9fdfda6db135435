"""Symbols of several kinds at once: dice whose faces are tuples, added up part by part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from probcalc.exact.arguments import brief, require_several, require_whole
from probcalc.exact.dice.dice import die
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.mass_function import require_law
from probcalc.exact.numbers.positional import Positional
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Joint, Shortcut, Tree, step_of

_STEPS_PER_PLACE = 4
_STEPS_PER_TUPLE = 5
"""To read a tuple as a number, or a number as one again."""
_MOST_NAMED = 20


@immutable
class VectorSum(Shortcut):
    """Steps with tuples for outcomes, each so many times, added up part by part.

    All parts stand in one whole number, so that the sum is a sum of numbers.

    >>> from probcalc.exact.dice.dice import die
    >>> from probcalc.exact.tree.steps import Known
    >>> law_of(VectorSum(((Known(die([(1, 0), (0, 2)])), 2),)))
    Distribution((0, 4): 1/4, (1, 2): 1/2, (2, 0): 1/4)

    Raises:
        ValueError: when nothing is added up, a step has outcomes that are no tuples of so many whole numbers, or is
            added a negative number of times.
        TooLarge: when the estimate exceeds the bound.
    """

    parts: tuple[tuple[Tree, int], ...]

    def __post_init__(self) -> None:
        if not self.parts or any(n < 0 for _, n in self.parts):
            raise WrongValue("symbols are those of at least one die, and of none a negative number of times")

    def weighted(self, reader: Any) -> Weighted:
        """The law of the numbers, read as tuples again."""
        arithmetic, laws = reader.arithmetic, [reader.weighted(tree) for tree, _ in self.parts]
        places = Positional(self._spans(laws))
        reader.spend(_STEPS_PER_PLACE * places.most)
        number, digits, ways = places.number, places.digits, 1
        found: dict[Any, Any] = {}
        for (law, whole), (_, n) in zip(laws, self.parts, strict=True):
            weights, total = arithmetic.power({number(outcome): weight for outcome, weight in law.items()}, whole, n)
            found, ways = arithmetic.add(found, weights) if found else weights, ways * total
        reader.spend(_STEPS_PER_TUPLE * (len(found) + sum(len(law) for law, _ in laws)))
        return {digits(sums): weight for sums, weight in found.items()}, ways

    def _spans(self, laws: Iterable[Weighted]) -> list[tuple[int, int]]:
        """Between which ends the sum of each part lies."""
        ends: list[tuple[int, int]] | None = None
        for (weights, _), (_, n) in zip(laws, self.parts, strict=True):
            outcomes = list(weights)
            length = len(ends) if ends is not None else len(outcomes[0]) if isinstance(outcomes[0], tuple) else 1
            for outcome in outcomes:
                _require_tuple(outcome, length)
            here = [(n * min(part), n * max(part)) for part in zip(*outcomes, strict=True)]
            ends = here if ends is None else [(a + c, b + d) for (a, b), (c, d) in zip(ends, here, strict=True)]
        assert ends is not None
        return ends

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every die, as often as it is rolled."""
        return list(self.parts)

    def runs(self, reader: Any) -> list[tuple[Tree, int]]:
        """Every die, as often as it is rolled."""
        return list(self.parts)

    def plain(self) -> Tree:
        """All dice side by side, their faces added up."""
        return Joint(tuple(tree for tree, n in self.parts for _ in range(n)), _add_up)


def _add_up(*faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*faces, strict=True)))


def _require_tuple(outcome: Any, length: int) -> None:
    if not isinstance(outcome, tuple) or len(outcome) != length or not all(type(part) is int for part in outcome):
        raise WrongValue(
            f"symbols are counted in tuples of {length} whole numbers, and the outcome {outcome!r} is none"
        )


def symbol_die(kinds: str, faces: Iterable[str]) -> Distribution:
    """A die with symbols on its faces, a letter for each kind: its outcomes count the symbols in the order of `kinds`.

    A letter behind a minus takes one away.

    >>> symbol_die("sa", ["", "s", "ss", "sa", "-a"])
    Distribution((0, -1): 1/5, (0, 0): 1/5, (1, 0): 1/5, (1, 1): 1/5, (2, 0): 1/5)

    Raises:
        ValueError: when there is no face, or a letter is none of the kinds.
    """
    if not isinstance(kinds, str) or not kinds.isprintable():
        raise WrongValue(f"the kinds of symbols are a text with a letter for each, not {brief(kinds)}")
    return die([_count(kinds, face) for face in require_several("the faces of a die", faces)])


def _count(kinds: str, face: str) -> tuple[int, ...]:
    if not isinstance(face, str):
        raise WrongValue(f"a face is a text with a letter for each of its symbols, not {brief(face)}")
    found = [0] * len(kinds)
    sign = 1
    for letter in face:
        if letter == "-":
            sign = -1
            continue
        if letter not in kinds:
            known = ", ".join(kinds[:_MOST_NAMED])
            raise WrongValue(f"the face {brief(face)} has the symbol {letter!r}, and the kinds are {known}")
        found[kinds.index(letter)] += sign
        sign = 1
    return tuple(found)


def symbols(*dice: tuple[int, Distribution]) -> Distribution:
    """The symbols of several dice together, pairs of how many and which; a negative number of dice takes theirs away.

    >>> good, bad = symbol_die("sa", ["", "s", "sa"]), symbol_die("sa", ["", "a"])
    >>> symbols((1, good), (-1, bad))[1, 0]  # a success, advantage and threat cancelled
    Fraction(1, 3)

    Raises:
        ValueError: when an outcome is no tuple of so many whole numbers.
        TooLarge: when the estimate exceeds the bound.
    """
    parts = []
    for pair in dice:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise WrongValue(f"dice with symbols are given as pairs of how many and which, not as {brief(pair)}")
        n, law = pair
        n = require_whole("the number of dice", n)
        require_law(law, "a die with symbols")
        if not all(isinstance(face, tuple) for face in law):
            raise WrongValue("a die with symbols is made by symbol_die, and each of its faces is a tuple of counts")
        parts.append((step_of(law if n >= 0 else law.map(_take_away)), abs(n)))
    return law_of(VectorSum(tuple(parts)))


def _take_away(face: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-part for part in face)
