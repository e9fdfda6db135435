"""Certificates of play: the whole chain and a value for every state, which a small program proves.

How the values were found is not trusted: each satisfies its own equation, and ranks that go down show that play comes
to an end from everywhere, so that the equations have one solution. With choices no option may beat the one that is
taken (Chatterjee, Quatmann, Schäffeler, Weininger, Winkler and Zilken, TACAS 2025).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import WrongValue
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.play.equations import Value
from probcalc.exact.play.exploring import Graph

FORM = "play/1"
MOST_BYTES = 32 << 20
_BYTES_PER_MOVE, _BYTES_PER_STATE = 14, 30
_BITS_PER_BYTE = 3


def column(
    what: str,
    adds: Any,
    ends: Mapping[int, Value],
    values: Sequence[Fraction],
    of: Sequence[tuple[int, Any]] = (),
) -> dict[str, Any]:
    """One question: what a turn adds, what the ends are worth, and the value of each state.

    `of` are columns before it whose values are added too, each times a factor, or one for each state.
    """
    found: dict[str, Any] = {
        "what": what,
        "adds": adds,
        "ends": {str(i): fraction_text(value) for i, value in ends.items() if value},
        "values": list(map(fraction_text, values)),
    }
    if of:
        found["of"] = [[place, _texts(factor)] for place, factor in of]
    return found


def _texts(factor: Any) -> Any:
    return list(map(fraction_text, factor)) if isinstance(factor, list) else fraction_text(factor)


def write_states(states: Sequence[Any]) -> list[str]:
    """The states by `repr`.

    Raises:
        ValueError: when two of them are written alike.
    """
    names = list(map(repr, states))
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise WrongValue(f"a certificate names states by repr(), and two of them are {twice}")
    return names


def require_short(name: str, moves: int, values: Sequence[Sequence[Fraction]], states: int) -> None:
    """Refuse a certificate that would be too long.

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    bits = sum(value.numerator.bit_length() + value.denominator.bit_length() for listed in values for value in listed)
    estimate = moves * _BYTES_PER_MOVE + states * _BYTES_PER_STATE + bits // _BITS_PER_BYTE
    if estimate > MOST_BYTES:
        raise TooLarge(f"a certificate of {name}", estimate, MOST_BYTES, "bytes")


def ranks(play: Graph) -> list[int]:
    """For each state the least number of turns to an end."""
    before: list[list[int]] = [[] for _ in play.states]
    for here, moves in enumerate(play.moves):
        for there in moves:
            before[there].append(here)
    found = [0 if step is None else -1 for step in play.steps]
    level = [i for i, rank in enumerate(found) if not rank]
    while level:
        reached = []
        for there in level:
            for here in before[there]:
                if found[here] < 0:
                    found[here] = found[there] + 1
                    reached.append(here)
        level = reached
    return found


def write_moves(play: Graph, values: Sequence[Sequence[Fraction]] = ()) -> list[list[list[list[Any]]]]:
    """For each state the moves of its one option, none where play is over.

    Raises:
        TooLarge: when they would be too long, with these values.
    """
    require_short(play.name, sum(map(len, play.moves)), values, len(play.states))
    return [[] if step is None else [write_row(play.row(i), play.whole(i))] for i, step in enumerate(play.steps)]


def write_graph(play: Graph, thrown: frozenset[int], values: Sequence[Sequence[Fraction]] = ()) -> dict[str, Any]:
    """The states of a play and all of its moves, as every certificate of it begins."""
    found = {
        "states": write_states(play.states),
        "start": write_row(play.start, play.total),
        "over": [i for i, step in enumerate(play.steps) if step is None and i not in thrown],
        "moves": write_moves(play, values),
    }
    return found | {"thrown": sorted(thrown)} if thrown else found


def write_play(
    play: Graph,
    thrown: frozenset[int],
    question: str,
    answer: Fraction,
    kind: str,
    columns: list[dict[str, Any]],
    values: Sequence[Sequence[Fraction]],
) -> dict[str, Any]:
    """The certificate of an answer about a play."""
    return {
        "certificate": FORM,
        "question": question,
        "answer": fraction_text(answer),
        "is": kind,
        **write_graph(play, thrown, values),
        "rank": ranks(play),
        "columns": columns,
    }


def write_row(weights: Mapping[int, int], total: int) -> list[list[Any]]:
    """The moves of an option, each with its chance."""
    return [[there, fraction_text(Fraction(weight, total))] for there, weight in weights.items() if weight]
