"""What goes on for ever: dice that explode without end, and turns until something happens."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from probcalc.exact.arguments import brief, require_function
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.series import add, product, require_row, series_of
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import EndlessLaw
from probcalc.exact.law.explosions import exploding as exploding_at_most
from probcalc.exact.law.mass_function import require_law
from probcalc.exact.law.orders import is_number, require_addends


def explode(
    law: Distribution,
    on: Callable[[Any], bool] | None = None,
    most: int | None = None,
    worth: Callable[[Any], int] | None = None,
) -> Distribution:
    """The sum of an exploding die: it is rolled again on each face for which `on` holds, or on the highest face.

    At most `most` extra rolls, or without limit. With `worth` each face counts what it is worth.

    >>> from probcalc.exact.dice.dice import d
    >>> explode(d(6)).mean, explode(d(6), lambda face: face > 4)[7], explode(d(6), most=1).mean
    (Fraction(21, 5), Fraction(1, 18), Fraction(49, 12))
    >>> explode(d(10), lambda face: face == 10, worth=lambda face: int(face >= 8)).mean  # successes on 8 and more
    Fraction(1, 3)

    Raises:
        ValueError: when every face explodes, or one that does takes something away, a face is no whole number, or both
            `most` and `worth` are given.
        TooLarge: when the estimate exceeds the bound.
    """
    require_law(law, "an exploding die")
    if on is None or worth is None:
        require_addends(law)
    if on is not None and not callable(on):
        raise WrongValue(f"on which faces a die explodes is a function of the face, not {brief(on)}")
    if worth is not None:
        require_function("what a face is worth", worth)
    highest = None if on is not None else max(law)
    earns = on if on is not None else lambda face: face == highest
    if most is not None:
        if worth is not None:
            raise WrongValue("what faces are worth is counted without end: exploding_pool counts it to a limit")
        return exploding_at_most(law, earns, most, last="stands")
    ending: dict[Any, int] = {}
    earning: dict[Any, int] = {}
    for face, weight in law._weights.items():
        group, value = earning if earns(face) else ending, face if worth is None else worth(face)
        group[value] = group.get(value, 0) + weight
    if not ending:
        raise WrongValue("every face explodes, so the roll never ends")
    for face in (*ending, *earning):
        if type(face) is not int:
            raise WrongValue(f"only dice with whole numbers explode, and the outcome {face!r} is none")
    if any(face < 0 for face in earning):
        raise WrongValue(f"a face that explodes adds 0 or more, and {min(earning)} takes away: say how often at most")
    free = law.total - earning.pop(0, 0)
    if not earning:
        return Distribution.from_weights(ending)
    low, top = series_of(ending)
    require_row(max(earning))
    bottom = [free] + [-earning.get(face, 0) for face in range(1, max(earning) + 1)]
    return EndlessLaw(low, top, bottom)


def turns_to_total(law: Distribution, turns: Distribution) -> Distribution:
    """The turn in which a total is reached, of which some turns, with the chance of 0, leave it where it is.

    `turns` is the law of those that do not. With z of T for 0, each of them takes (T - z) x / (T - z x), so that
    sum over j of P(j) ((T - z) x / (T - z x))**j is the generating function.

    >>> from probcalc.exact.law.distribution import Distribution
    >>> from probcalc.exact.dice.dice import d, die
    >>> law = turns_to_total(die([0, 1]), Distribution.constant(3))  # three heads
    >>> law.mean, law[3], law[4]
    (Fraction(6, 1), Fraction(1, 8), Fraction(3, 16))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    none, whole = law._weights.get(0, 0), law.total
    if not none:
        return turns
    most = max(turns)
    require_row(most + 1)
    step, waiting = whole - none, [whole, -none]
    # Over (T - z x)**most, each number of turns less leaves one more factor of it above.
    top, factor = [0], [1]
    for j in range(most, -1, -1):
        if weight := turns._weights.get(j, 0):
            top = add(top, [0] * j + [weight * step**j * place for place in factor])
        if j:
            factor = product(factor, waiting)
    low = next(place for place, weight in enumerate(top) if weight)
    return EndlessLaw(low, top[low:], *([waiting] * most), [turns.total])


def turns_until(chance: Fraction) -> Distribution:
    """The turn in which an event with this chance per turn first happens: P(n) = p (1 - p)**(n - 1).

    >>> from fractions import Fraction
    >>> turns_until(Fraction(1, 6)).mean, turns_until(Fraction(1, 6))[2]
    (Fraction(6, 1), Fraction(5, 36))

    Raises:
        ValueError: when the chance is not above 0 and at most 1.
    """
    if not is_number(chance) or not 0 < chance <= 1:
        raise WrongValue(f"what happens at last has a chance above 0 and at most 1, not {brief(chance)}")
    if chance == 1:
        return Distribution.constant(1)
    # Numbers of another library may be of so many bits only.
    chance = Fraction(int(chance.numerator), int(chance.denominator))
    return EndlessLaw(1, [chance.numerator], [chance.denominator, chance.numerator - chance.denominator])
