"""What all fights share, from the text of the rules: rounds until a side is out, and the six results of that.

The end of a fight without a limit is found by striking out one position after the other: whoever led to it leads,
by and by, to where it leads. A position that no roll can leave, or a set of them, is "never".
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from .enumeration import Law, read_as, then

TOLD_APART = 20


class Left(NamedTuple):
    """What is left of both sides: how many, and "stands" or the way in which the side is out."""

    a: int
    a_end: str
    b: int
    b_end: str

    def winner(self) -> str:
        a_stands, b_stands = self.a_end == "stands", self.b_end == "stands"
        if a_stands and b_stands:
            return "nobody"
        if a_stands:
            return "a"
        return "b" if b_stands else "draw"


def is_over(left: Left) -> bool:
    return left.winner() != "nobody"


def fight(
    start: Any, one_round: Callable[[Any], Law], left: Callable[[Any], Left], rounds: int | str
) -> dict[str, Any]:
    """The results of a fight from a position, of so many rounds or to the "end"."""
    ended: Law = {}
    law: Law = {start: Fraction(1)}
    # One round from a position is the same in every round.
    one_round = cache(one_round)
    for number in range(1, (TOLD_APART if rounds == "end" else int(rounds)) + 1):
        law = then(law, one_round)
        for position in [position for position in law if is_over(left(position))]:
            end = number, left(position)
            ended[end] = ended.get(end, Fraction(0)) + law.pop(position)
    if rounds == "end":
        law = then(law, at_last(list(law), one_round, left).__getitem__)
    else:
        law = read_as(law, lambda position: ("later", left(position)))
    for end, chance in law.items():
        ended[end] = ended.get(end, Fraction(0)) + chance
    return {
        "winner": read_as(ended, lambda end: end[1].winner()),
        "rounds": read_as(ended, lambda end: end[0]),
        "a_left": read_as(ended, lambda end: end[1].a),
        "b_left": read_as(ended, lambda end: end[1].b),
        "a_end": read_as(ended, lambda end: end[1].a_end),
        "b_end": read_as(ended, lambda end: end[1].b_end),
    }


def at_last(starts: list[Any], one_round: Callable[[Any], Law], left: Callable[[Any], Left]) -> dict[Any, Law]:
    """For every position that can be reached, the law of ("later" or "never", what is left) when all is said."""
    moves: dict[Any, Law] = {}
    found, ends = list(starts), {}
    for position in found:
        if position in moves or position in ends:
            continue
        if is_over(left(position)):
            ends[position] = "later", left(position)
            continue
        moves[position] = dict(one_round(position))
        found.extend(moves[position])
    leading = set(ends)
    while more := {p for p, law in moves.items() if p not in leading and leading & set(law)}:
        leading |= more
    for position in [position for position in moves if position not in leading]:
        ends[position] = "never", left(position)
        del moves[position]
    open_positions = list(moves)
    for gone in open_positions:
        stays = moves[gone].pop(gone, Fraction(0))
        moves[gone] = {after: p / (1 - stays) for after, p in moves[gone].items()}
        for position, law in moves.items():
            share = law.pop(gone, None) if position != gone else None
            for after, p in moves[gone].items() if share else ():
                law[after] = law.get(after, Fraction(0)) + share * p
    laws = {position: {end: Fraction(1)} for position, end in ends.items()}
    for gone in reversed(open_positions):
        laws[gone] = then(moves[gone], laws.__getitem__)
    return laws
