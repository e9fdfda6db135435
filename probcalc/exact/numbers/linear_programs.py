"""Linear programs in exact arithmetic: the simplex method on whole numbers, and games of two players solved with it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from probcalc.exact.budget import costs
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.errors import WrongValue
from probcalc.exact.numbers.elimination import solve_rows

_ROUNDED = 128
"""In bits: longer numbers are rounded to so many while the entries in play are looked for."""


class Optimum(NamedTuple):
    """The greatest value of a linear program, where it is reached, and what each constraint is worth there.

    The worths are the certificate: no other values can give more, as they bound the objective from above.
    """

    value: Fraction
    at: tuple[Fraction, ...]
    worths: tuple[Fraction, ...]


class Game(NamedTuple):
    """A game in which one player gains what the other loses: its value, and a perfect mix of rows and of columns."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def maximum(
    objective: Sequence[Fraction],
    constraints: Sequence[Sequence[Fraction]],
    bounds: Sequence[Fraction],
) -> Optimum:
    """The greatest objective . x with constraints x <= bounds and x >= 0; no bound is below 0.

    Bland's rule chooses the pivots, so that it ends; all numbers are whole, one common denominator beside them. The
    optimum is checked by its certificate before it is said.

    >>> maximum([Fraction(3), Fraction(2)], [[Fraction(1), Fraction(1)], [Fraction(2), Fraction(1)]],
    ...         [Fraction(4), Fraction(6)])
    Optimum(value=Fraction(10, 1), at=(Fraction(2, 1), Fraction(2, 1)), worths=(Fraction(1, 1), Fraction(1, 1)))

    Raises:
        ValueError: for a bound below 0, or an objective without a greatest value.
        TooLarge: when it takes more than is left in the meter.
    """
    if any(bound < 0 for bound in bounds):
        raise WrongValue("a bound of a linear program is below 0")
    width = len(objective)
    scales = [lcm(*(each.denominator for each in row)) for row in (*_with_bounds(constraints, bounds), objective)]
    table = [
        [_whole(each, scale) for each in row]
        for row, scale in zip(_with_bounds(constraints, bounds), scales[:-1], strict=True)
    ]
    table.append([-_whole(each, scales[-1]) for each in objective] + [0])
    # The variables in the columns are 0; those in the rows have the value of the last column.
    outside, inside = list(range(width)), list(range(width, width + len(table) - 1))
    common = 1
    while (column := _entering(table[-1], outside)) is not None:
        row = _leaving(table, inside, column)
        if row is None:
            raise WrongValue("a linear program has no greatest value")
        bits = max(map(int.bit_length, table[row]))
        require_steps("a linear program", costs.steps(2 * width * len(table), bits, bits))
        common = _pivot(table, row, column, common)
        outside[column], inside[row] = inside[row], outside[column]
    at, worths = [Fraction(0)] * width, [Fraction(0)] * len(constraints)
    for place, variable in enumerate(inside):
        if variable < width:
            at[variable] = Fraction(table[place][-1], common)
    for place, variable in enumerate(outside):
        if variable >= width:
            worth = Fraction(table[-1][place], common)
            worths[variable - width] = worth * scales[variable - width] / scales[-1]
    found = Optimum(Fraction(table[-1][-1], common * scales[-1]), tuple(at), tuple(worths))
    require_optimal(found, objective, constraints, bounds)
    return found


def require_optimal(
    found: Optimum,
    objective: Sequence[Fraction],
    constraints: Sequence[Sequence[Fraction]],
    bounds: Sequence[Fraction],
) -> None:
    """Check an optimum by its certificate.

    Raises:
        ArithmeticError: when it is none.
    """
    in_play = [(place, share) for place, share in enumerate(found.at) if share]
    worth = [(place, each) for place, each in enumerate(found.worths) if each]
    kept = all(
        sum((row[i] * x for i, x in in_play), Fraction(0)) <= bound
        for row, bound in zip(constraints, bounds, strict=True)
    )
    covers = all(sum((constraints[i][j] * w for i, w in worth), Fraction(0)) >= c for j, c in enumerate(objective))
    signs = all(each >= 0 for each in (*found.at, *found.worths))
    reached = sum((objective[i] * x for i, x in in_play), Fraction(0)) == found.value
    bounded = sum((bounds[i] * w for i, w in worth), Fraction(0)) == found.value
    if not (kept and covers and signs and reached and bounded):
        raise ArithmeticError("the certificate of a linear program does not hold")


def game(gains: Sequence[Sequence[Fraction]]) -> Game:
    """The value of a game and perfect mixes; `gains` is what the player of the rows gains.

    >>> found = game([[Fraction(1, 2), Fraction(1), Fraction(0)], [Fraction(0), Fraction(1, 2), Fraction(1)],
    ...               [Fraction(1), Fraction(0), Fraction(1, 2)]])
    >>> found.value, found.rows
    (Fraction(1, 2), (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)))

    Raises:
        TooLarge: when it takes more than is left in the meter.
    """
    if any(each.denominator.bit_length() > _ROUNDED for row in gains for each in row):
        # Rounded numbers only name the entries in play; where what follows from them fails the check, all are used.
        rounded = [
            [Fraction(each.numerator * 2**_ROUNDED // each.denominator, 2**_ROUNDED) for each in row] for row in gains
        ]
        near = _solve(rounded)
        named = _of_those_in_play(gains, near)
        if named is not None and is_solved(gains, named):
            return named
    found = _solve(gains)
    if not is_solved(gains, found):
        raise ArithmeticError("the mixes of a game do not reach its value")
    return found


def is_solved(gains: Sequence[Sequence[Fraction]], found: Game) -> bool:
    """Whether the mix of rows gains the value at least against every column, and that of columns loses no more.

    >>> even = [[Fraction(1, 2), Fraction(1)], [Fraction(0), Fraction(1, 2)]]
    >>> is_solved(even, Game(Fraction(1, 2), (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    False
    """
    mixes = (found.rows, found.columns)
    if any(each < 0 for mix in mixes for each in mix) or any(sum(mix) != 1 for mix in mixes):
        return False
    rows = [(place, share) for place, share in enumerate(found.rows) if share]
    columns = [(place, share) for place, share in enumerate(found.columns) if share]
    gained = all(sum(share * gains[i][j] for i, share in rows) >= found.value for j in range(len(gains[0])))
    return gained and all(sum(share * row[j] for j, share in columns) <= found.value for row in gains)


def shares(gains: Sequence[Sequence[Fraction]], solved: Game) -> list[tuple[Fraction, Fraction]]:
    """The least and the greatest share of each row in all perfect mixes of rows, each its own linear program.

    >>> half, one = Fraction(1, 2), Fraction(1)
    >>> alike = [[half, half, one], [half, half, one], [0 * one, 0 * one, half]]
    >>> [tuple(map(str, each)) for each in shares(alike, game(alike))]
    [('0', '1'), ('0', '1'), ('0', '0')]

    Raises:
        TooLarge: when it takes more than is left in the meter.
    """
    lost = [(place, share) for place, share in enumerate(solved.columns) if share]
    # A row that does worse against one perfect mix of columns is in no perfect mix of rows.
    able = [i for i, row in enumerate(gains) if sum(share * row[j] for j, share in lost) == solved.value]
    found = [(Fraction(0), Fraction(0))] * len(gains)
    if len(able) == 1:
        found[able[0]] = (Fraction(1), Fraction(1))
        return found
    # Every perfect mix gives the value against each of the columns in play; where only one does, it is the only one.
    if len(able) == len(lost) and _evening([[gains[i][j] for i in able] for j, _ in lost]) is not None:
        return [(share, share) for share in solved.rows]
    # Mixes of any size that keep up the value: the greatest share among those of size 1 at most is that of size 1.
    kept = [[solved.value - gains[i][j] for i in able] for j in range(len(gains[0]))]
    kept.append([Fraction(1)] * len(able))
    bounds = [Fraction(0)] * len(gains[0]) + [Fraction(1)]
    for place, i in enumerate(able):
        alone = [Fraction(other == place) for other in range(len(able))]
        most = maximum(alone, kept, bounds).value
        without = maximum([1 - each for each in alone], kept, bounds).value
        found[i] = (1 - without, most)
    return found


def _with_bounds(constraints: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]) -> list[list[Fraction]]:
    return [[*row, bound] for row, bound in zip(constraints, bounds, strict=True)]


def _whole(number: Fraction, scale: int) -> int:
    return number.numerator * (scale // number.denominator)


def _entering(objective: Sequence[int], outside: Sequence[int]) -> int | None:
    gaining = [(variable, place) for place, variable in enumerate(outside) if objective[place] < 0]
    return min(gaining)[1] if gaining else None


def _leaving(table: Sequence[Sequence[int]], inside: Sequence[int], column: int) -> int | None:
    best: int | None = None
    for place, variable in enumerate(inside):
        if table[place][column] <= 0:
            continue
        if best is not None:
            ours, theirs = table[place][-1] * table[best][column], table[best][-1] * table[place][column]
            if ours > theirs or (ours == theirs and variable > inside[best]):
                continue
        best = place
    return best


def _pivot(table: list[list[int]], row: int, column: int, common: int) -> int:
    """Exchange a variable of a row for one of a column; all numbers stay whole over the new common denominator."""
    pivot, leading = table[row][column], table[row]
    for place, numbers in enumerate(table):
        if place == row:
            continue
        factor = numbers[column]
        if factor:
            table[place] = [
                (each * pivot - factor * lead) // common for each, lead in zip(numbers, leading, strict=True)
            ]
        elif pivot != common:
            table[place] = [each * pivot // common for each in numbers]
        table[place][column] = -factor
    leading[column] = common
    return pivot


def _solve(gains: Sequence[Sequence[Fraction]]) -> Game:
    # With every gain above 0, the mix of columns at a value of 1 is y with gains y <= 1, the larger the better.
    shift = 1 - min(min(row) for row in gains)
    lifted = [[each + shift for each in row] for row in gains]
    found = maximum([Fraction(1)] * len(gains[0]), lifted, [Fraction(1)] * len(gains))
    value = 1 / found.value
    return Game(value - shift, tuple(each * value for each in found.worths), tuple(each * value for each in found.at))


def _of_those_in_play(gains: Sequence[Sequence[Fraction]], near: Game) -> Game | None:
    """The mixes that make the rows and columns in play equal for each other; None where these are not as many."""
    rows = [i for i, share in enumerate(near.rows) if share]
    columns = [j for j, share in enumerate(near.columns) if share]
    if len(rows) != len(columns):
        return None
    of_rows = _evening([[gains[i][j] for i in rows] for j in columns])
    of_columns = _evening([[gains[i][j] for j in columns] for i in rows])
    if of_rows is None or of_columns is None or of_rows[1] != of_columns[1]:
        return None
    spread_rows, spread_columns = [Fraction(0)] * len(gains), [Fraction(0)] * len(gains[0])
    for i, share in zip(rows, of_rows[0], strict=True):
        spread_rows[i] = share
    for j, share in zip(columns, of_columns[0], strict=True):
        spread_columns[j] = share
    return Game(of_rows[1], tuple(spread_rows), tuple(spread_columns))


def _evening(gains: Sequence[Sequence[Fraction]]) -> tuple[list[Fraction], Fraction] | None:
    """The mix for which every line gives the same, and what; None where there is none, or more than one."""
    size = len(gains)
    table: list[list[int]] = []
    for line in gains:
        scale = lcm(*(each.denominator for each in line))
        table.append([*(_whole(each, scale) for each in line), -scale, 0])
    table.append([1] * size + [0, 1])
    try:
        solved, under = solve_rows(table)
    except ValueError:
        return None
    *mix, value = [Fraction(each, under) for each in solved]
    return mix, value
