"""What a function is given: arguments made to fit its parameters, and dice gone through one result after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod

from probcalc.dice_programs.dice import EMPTY, Dice, Sequence, Value, as_one_die, mix, number_of
from probcalc.dice_programs.positions import rolls_of
from probcalc.dice_programs.spending import PROGRAM, STEPS_PER_CALL
from probcalc.exact.budget.bounds import TooLarge, meter

MOST_CALLS = 2_000_000
"""How often the functions of one program are called at the most, once for each result of each die."""


def fit(kind: str, given: Value) -> Value:
    """An argument as its parameter takes it; dice for a number are their sum, dice for a sequence stay dice.

    >>> fit("n", (1, 2)), fit("s", 3), fit("d", 5).faces
    (3, (3,), ((5, 1),))
    """
    if kind == "n":
        return given.sum_of_dice() if isinstance(given, Dice) else number_of(given)
    if kind == "s":
        return (given,) if isinstance(given, int) else given
    if kind == "d":
        return given if isinstance(given, Dice) else as_one_die(given)
    return given


def results_of(
    kinds: tuple[str, ...],
    given: list[Value],
    highest_first: bool,
    function: Callable[[list[Value]], Value],
) -> Value:
    """What a function gives for its arguments.

    Where a parameter is a number or a sequence and its argument dice, the function is called for each number or each
    ordered roll, and P(result) = sum of P(roll) P(result | roll). Of several such parameters the first runs fastest.

    >>> given = [Dice.with_sides(2), 10]
    >>> law = results_of(("n", "n"), given, True, lambda given: given[0] + given[1])
    >>> law.faces
    ((11, 1), (12, 1))

    Raises:
        TooLarge: when there are more than two million combinations.
    """
    values = [fit(kind, value) for kind, value in zip(kinds, given, strict=True)]
    open_places = [i for i, kind in enumerate(kinds) if kind in ("n", "s") and isinstance(values[i], Dice)]
    if not open_places:
        return function(values)
    dice = [value for value in (values[i] for i in open_places) if isinstance(value, Dice)]
    if any(one.is_empty for one in dice):
        return EMPTY
    combinations = prod(one.rolls for one in dice)
    if combinations > MOST_CALLS:
        raise TooLarge("a function called for every roll", combinations, MOST_CALLS, "calls")
    # Each of them takes one call at the least.
    meter().foresee(PROGRAM, combinations * STEPS_PER_CALL)
    rolls = [_go_through(kinds[i], one, highest_first) for i, one in zip(open_places, dice, strict=True)]

    def parts() -> Iterator[tuple[int, Value]]:
        for combination in product(*reversed(rolls)):
            arguments = values.copy()
            weight = 1
            for i, (share, value) in zip(reversed(open_places), combination, strict=True):
                arguments[i] = value
                weight *= share
            yield weight, function(arguments)

    return mix(parts(), prod(one.weight_of_all() for one in dice))


def _go_through(kind: str, dice: Dice, highest_first: bool) -> list[tuple[int, int | Sequence]]:
    if kind == "n":
        meter().put_down(len(dice.faces))
        return [(weight, face) for face, weight in dice.faces]
    return [(weight, roll) for weight, roll in rolls_of(dice, highest_first)]
