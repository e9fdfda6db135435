"""Questions about what lies on the table: pools of equal or different dice, read face by face.

A question about a pool seldom needs every roll: it is enough to go through the faces once, from the highest down or
from the lowest up, and to be told how many dice of each pool show the present one. What is remembered in between is a
small state, so that eleven dice against eleven are some thousand steps in place of 6 ** 22 rolls. What only adds up on
the way, a sum or a number of wins, is no part of the state: all its values are carried along in one long integer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb
from operator import mul
from typing import Any, TypeAlias

from probcalc.exact.arithmetic import Integers, Weighted
from probcalc.exact.bounds import require_steps
from probcalc.exact.orders import require_no_names
from probcalc.exact.steps import Joint, Shortcut, Tree
from probcalc.exact.sums import Listed, Packed, Sums

Advance: TypeAlias = Callable[[Any, Any, tuple[int, ...]], "tuple[Any, int]"]
"""The next state and what it adds, from the state so far, a face, and how many dice of each pool show it."""

Dice: TypeAlias = "tuple[Tree, int]"
"""A die and how many of it."""

_STEPS_PER_TRANSITION = 12
_Left: TypeAlias = tuple[int, ...]
_Waiting: TypeAlias = "dict[tuple[_Left, Any], Any]"


def first_of(state: Any, added: int) -> Any:
    """The state alone."""
    return state


@dataclass(frozen=True, slots=True, eq=False)
class FaceByFace(Shortcut):
    """Pools of dice, each a tuple of (die, how many); the outcome is `finish(last state, what was added up)`.

    The state begins as `start` and the sum as 0. For each face in order, the highest first unless `rising`,
    `advance(state, face, counts)` gives the next state and what is added, from the number of dice of every pool that
    show this face; what is added must not depend on what was added before. With r dice of one kind left, each of which
    shows the face with weight w, k of them do in C(r, k) w**k ways.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> def largest(state, face, counts):
    ...     return max(state, counts[0]), 0
    >>> law_of(FaceByFace((((faces("Die", 6), 3),),), 0, largest))  # the largest set of three dice
    Distribution(1: 5/9, 2: 5/12, 3: 1/36)

    Raises:
        ValueError: when there is no die, or a face is a name.
        TooLarge: when the estimate exceeds the bound.
    """

    pools: tuple[tuple[Dice, ...], ...]
    start: Any
    advance: Advance
    finish: Callable[[Any, int], Any] = first_of
    rising: bool = False

    def __post_init__(self) -> None:
        if not any(self.pools) or any(n < 0 for pool in self.pools for _, n in pool):
            raise ValueError("a question about dice has at least one die, and none a negative number of times")

    def weighted(self, reader: Any) -> Weighted:
        """The law, by one sweep of the faces."""
        dice = [(place, tree, n) for place, pool in enumerate(self.pools) for tree, n in pool]
        laws = [reader.weighted(tree) for _, tree, _ in dice]
        for weights, _ in laws:
            require_no_names(weights)
        total: Any = reduce(mul, (whole**n for (_, whole), (_, _, n) in zip(laws, dice, strict=True)), 1)
        sums: Sums = Packed(total.bit_length()) if isinstance(reader.arithmetic, Integers) else Listed()
        faces = sorted({face for weights, _ in laws for face in weights}, reverse=not self.rising)
        last = [next(face for face in reversed(faces) if face in weights) for weights, _ in laws]
        # With a single state for each number of dice left; what more states cost is counted on the way.
        rest = reduce(mul, ((n + 1) * (n + 2) // 2 for _, _, n in dice), 1)
        require_steps("a question about dice", _STEPS_PER_TRANSITION * max(0, len(faces) - 2) * rest)
        waiting: _Waiting = {(tuple(n for _, _, n in dice), self.start): sums.none()}
        for face in faces:
            here = [(weights.get(face, 0), face == end) for (weights, _), end in zip(laws, last, strict=True)]
            waiting = self._swept(waiting, face, here, [place for place, _, _ in dice], sums, reader)
        found: dict[Any, Any] = {}
        for (_, state), several in waiting.items():
            for worth, weight in sums.each(several):
                outcome = self.finish(state, worth)
                found[outcome] = found.get(outcome, 0) + weight
        law: Weighted = reader.arithmetic.reduce(found, total)
        return law

    def _swept(
        self,
        waiting: _Waiting,
        face: Any,
        here: list[tuple[Any, bool]],
        places: list[int],
        sums: Sums,
        reader: Any,
    ) -> _Waiting:
        """All states after a face: kind after kind of the dice shows it, and what is alike goes on together."""
        moved, both = sums.moved, sums.both
        none = (0,) * len(self.pools)
        showing: dict[tuple[_Left, Any, tuple[int, ...]], Any] = {
            (left, state, none): several for (left, state), several in waiting.items()
        }
        for kind, (weight, ends) in enumerate(here):
            if not weight:
                continue
            choices = len(showing) if ends else sum(left[kind] + 1 for left, _, _ in showing)
            reader.spend(_STEPS_PER_TRANSITION * choices, sums.bits(showing.values()))
            ways = [_ways(rest, weight, ends) for rest in range(max(left[kind] for left, _, _ in showing) + 1)]
            place = places[kind]
            further: dict[tuple[_Left, Any, tuple[int, ...]], Any] = {}
            for (left, state, counts), several in showing.items():
                rest = left[kind]
                for number, factor in ways[rest]:
                    less = (*left[:kind], rest - number, *left[kind + 1 :])
                    more = (*counts[:place], counts[place] + number, *counts[place + 1 :])
                    key = less, state, more
                    part = moved(several, 0, factor) if factor != 1 else several
                    known = further.get(key)
                    further[key] = part if known is None else both(known, part)
            showing = further
        found: _Waiting = {}
        advance = self.advance
        for (left, state, counts), several in showing.items():
            reached, worth = advance(state, face, counts)
            part = moved(several, worth, 1) if worth else several
            known = found.get((left, reached))
            found[left, reached] = part if known is None else both(known, part)
        return found

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every die, as often as it is rolled."""
        return [(tree, n) for pool in self.pools for tree, n in pool]

    def plain(self) -> Tree:
        """All dice side by side, and the sweep over what they show."""
        dice = [(place, tree) for place, pool in enumerate(self.pools) for tree, n in pool for _ in range(n)]
        return Joint(tuple(tree for _, tree in dice), _Swept(self, tuple(place for place, _ in dice)))


@dataclass(frozen=True, slots=True)
class _Swept:
    """The outcome for what all dice show."""

    question: FaceByFace
    places: tuple[int, ...]

    def __call__(self, *shown: Any) -> Any:
        question = self.question
        state, added = question.start, 0
        for face in sorted(set(shown), reverse=not question.rising):
            counts = [0] * len(question.pools)
            for place, die in zip(self.places, shown, strict=True):
                counts[place] += die == face
            state, worth = question.advance(state, face, tuple(counts))
            added += worth
        return question.finish(state, added)


def _ways(rest: int, weight: Any, ends: bool) -> Sequence[tuple[int, Any]]:
    """How many of the dice left may show a face, and in how many ways; all of them where it is their last."""
    if not weight:
        return ((0, 1),)
    if ends:
        return ((rest, weight**rest if rest else 1),)
    return [(n, comb(rest, n) * (weight**n if n else 1)) for n in range(rest + 1)]
