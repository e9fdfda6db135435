"""The few plain helpers the twins share: a law is a dict from outcome to Fraction, dice go face by face.

Nothing here is clever on purpose. An outcome may be any hashable value; none of probability 0 enters a law.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

Law = dict[Any, Fraction]


def certain(outcome: Hashable) -> Law:
    """The law of something that is not left to the dice."""
    return {outcome: Fraction(1)}


def possible(law: Law) -> Law:
    """The law without its outcomes of probability 0."""
    return {outcome: probability for outcome, probability in law.items() if probability > 0}


def happens(probability: Fraction) -> Law:
    """Something that happens (True) with this probability, or does not (False)."""
    return possible({True: probability, False: 1 - probability})


def each_face(sides: int) -> Law:
    """One die: the faces 1 to `sides`, equally likely (`sides` = 20 for a d20)."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def each_roll(dice: int, sides: int) -> Law:
    """Several dice kept apart: every tuple of faces, equally likely. So few dice only."""
    return {faces: Fraction(1, sides**dice) for faces in product(range(1, sides + 1), repeat=dice)}


def then(law: Law, what_follows: Callable[[Any], Law]) -> Law:
    """Look at the outcome of `law`, go on with the law `what_follows(outcome)`, and keep the last outcome."""
    result: Law = {}
    for outcome, chance_of_it in law.items():
        for last, chance_after in what_follows(outcome).items():
            chance = chance_of_it * chance_after
            result[last] = result[last] + chance if last in result else chance
    return result


def read_as(law: Law, reading: Callable[[Any], Any]) -> Law:
    """Rename every outcome by `reading(outcome)`; outcomes that get the same name are added together."""
    result: Law = {}
    for outcome, probability in law.items():
        name = reading(outcome)
        result[name] = result[name] + probability if name in result else probability
    return result


def both(first: Law, second: Law) -> Law:
    """Two independent laws side by side: pairs of outcomes."""
    return {(x, y): p * q for x, p in first.items() for y, q in second.items()}


def sum_of_two(first: Law, second: Law) -> Law:
    """The sum of two independent numbers, by a double loop."""
    result: Law = {}
    for x, p in first.items():
        for y, q in second.items():
            result[x + y] = result.get(x + y, Fraction(0)) + p * q
    return result


def sum_of_all(laws: Iterable[Law]) -> Law:
    """The sum of independent numbers, one added after the other; 0 when there are none."""
    total = certain(0)
    for law in laws:
        total = sum_of_two(total, law)
    return total


def sum_of_copies(copies: int, law: Law) -> Law:
    """The sum of `copies` independent numbers that all follow `law`."""
    return sum_of_all([law] * copies)


def chance(law: Law, condition: Callable[[Any], bool]) -> Fraction:
    """The probability that the outcome meets the condition."""
    return sum((p for outcome, p in law.items() if condition(outcome)), Fraction(0))
