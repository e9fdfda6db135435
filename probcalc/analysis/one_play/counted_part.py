"""What a chance is a part of: the law whose outcomes decide it, and which of them it counts.

A chance and a law that one play decides belong together where every outcome of the law settles the chance: "none fails"
is the outcome 0 of the number that fail. Where no law does, the chances of the same play that shut each other out and
leave nothing over are such a law themselves: decided by the highest die, by the second, or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.one_play.decided import Decided, joint_results_in
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.kernels.weights import gather
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError

# A law beside a number is worth little time.
_MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Piece:
    """One outcome of what a chance is a part of.

    Attributes:
        result: the law or the chance that it is read off.
        outcome: the outcome of that law, None of a chance.
        chance: how likely it is.
        counts: whether it is among what the chance counts.
    """

    result: str
    outcome: Any
    chance: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class CountedPart:
    """The outcomes of which a chance counts some: those of the law named, or of several chances where `law` is ""."""

    law: str
    pieces: tuple[Piece, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all of them are outcomes of one law."""
        return all(piece.result == self.law for piece in self.pieces)

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """The outcomes that count."""
        return tuple(piece.outcome for piece in self.pieces if piece.counts)


def counted_part(answer: Answer, name: str, outcome: Any = None) -> CountedPart | None:
    """What a chance of an answer is a part of; None where its play decides nothing that settles it, or it is certain.

    Of a law over names it is the chance of one of them, `outcome`, that other laws settle.

    >>> import probcalc
    >>> found = counted_part(probcalc.odds("thud_and_blunder.trial", turns=3), "all_succeed")
    >>> found.law, found.outcomes, sum(piece.chance for piece in found.pieces if piece.counts)
    ('failures', (0,), Fraction(27, 125))
    >>> found = counted_part(probcalc.odds("tide_of_battle.rally"), "rallies")
    >>> [(piece.result, piece.outcome, piece.counts) for piece in found.pieces]
    [('turns', 1, True), ('turns', 2, True), ('turns', 3, True), ('leaves', None, False)]
    """
    value = answer[name] if outcome is None else answer[name][outcome]
    if not isinstance(value, Fraction) or value in (0, 1) or answer.given is not None:
        return None
    request = joint_results_in(answer.scenario, answer.notes)
    if name not in request.results:
        return None
    beside = [other for other in request.beside(name) if other in answer]
    laws = [o for o in beside if o != name and isinstance(answer[o], Distribution) and len(answer[o]) > 1]
    with metered(Budget(_MOST_STEPS)):
        reader = LawReader()
    try:
        pairs = {law: _counting(request, law, name, outcome, reader) for law in laws}
        apart = _apart(answer, request, beside, reader)
    except InputError:
        return None
    # The law of the whole comes last, and numbers say more than names.
    numbers = [law for law in reversed(laws) if answer[law].has_mean]
    for law in (*numbers, *(law for law in reversed(laws) if law not in numbers)):
        settled = dict(pairs[law][0])
        if len(settled) == len(answer[law]):
            return CountedPart(law, tuple(Piece(law, o, answer[law][o], (o, 1) in settled) for o in answer[law]))
    if name not in apart:
        return None
    pieces = tuple(Piece(other, None, answer[other], other == name) for other in apart if answer[other])
    for law in laws:
        weights, total = pairs[law]
        happened = {o: Fraction(weight, total) for (o, true), weight in weights.items() if true}
        if len(apart) == 2 and len(happened) > 1 and set(happened) <= set(answer[law]):
            listed = (Piece(law, o, happened[o], True) for o in answer[law] if o in happened)
            return CountedPart(law, (*listed, *(piece for piece in pieces if not piece.counts)))
    return CountedPart("", pieces) if len(pieces) > 1 else None


def _counting(
    request: Decided, law: str, name: str, outcome: Any, reader: LawReader
) -> tuple[dict[tuple[Any, int], int], int]:
    """The weights of the outcomes of a law, each with whether what is asked happens too, and their total."""
    weights, total = request.joint_weights((law, name), reader)
    counted = [(end, int(bool(other) if outcome is None else other == outcome)) for end, other in weights]
    return gather(counted, weights.values()), total


def _apart(answer: Answer, request: Decided, names: list[str], reader: LawReader) -> list[str]:
    """The chances of which every outcome of the play makes just one come true; none where they overlap."""
    chances = [name for name in names if request.is_probability(name) and isinstance(answer[name], Fraction)]
    # Where their sum is not one they overlap, or leave something over.
    if len(chances) < 2 or sum(answer[name] for name in chances) != 1:
        return []
    weights, _ = request.joint_weights(chances, reader)
    return chances if all(sum(outcomes) == 1 for outcomes in weights) else []
