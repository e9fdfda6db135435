"""`fair`: every exact test of one die, or of two against each other."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from probcalc.analysis.fair.rolled import Die, Rolled, other_counts, what_was_rolled
from probcalc.analysis.findings.findings import NONE, Findings, exact_share
from probcalc.analysis.findings.found import Found
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.face_counts.in_a_row import longest_run, repeats, run_chance
from probcalc.exact.face_counts.likelier import chance_of, multinomial, same_die
from probcalc.exact.face_counts.one_face import Tails, binomial_tails, interval, tails, two_sided
from probcalc.exact.face_counts.squares import chi_squared, statistic
from probcalc.exact.face_counts.within import greatest_is, smallest_is, ways_within_each
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.evaluation import count_writing

LEFT_OUT = "left out"
_MOST_TOTALS = 20_000


class Fairness(Findings, Found):
    """The results of every test of a die, by the test's name; `rolled` is what was rolled."""

    __slots__ = ("confidence", "rolled")

    def __init__(self, data: dict[str, Any], notes: list[str], seen: Rolled, confidence: Fraction) -> None:
        super().__init__(data, notes)
        self.rolled = seen
        self.confidence = confidence


def fair(
    counts: Any = None, rolls: Any = None, die: Any = None, against: Any = None, confidence: Any = "19/20"
) -> Fairness:
    """Whether the rolls fit a fair die, or any die you describe: exact tests, ties included.

    p = P(as uneven or more), for Pearson's chi-squared, for the chance of the counts, for the greatest and the smallest
    count, for each face, for the sum, for the order of the rolls, and against the counts of another die.

    >>> import probcalc
    >>> found = probcalc.fair([0, 12])
    >>> found["chi_squared"]["p"], found["faces"][0]["interval"]
    (Fraction(1, 2048), [Fraction(0, 1), Fraction(264649, 1000000)])

    Raises:
        InputError: one line that names the argument and what is wrong with it.
    """
    seen = what_was_rolled(counts, rolls, die)
    share = exact_share(confidence, "confidence")
    others = None if against is None else other_counts(against, seen.die)
    notes: list[str] = []

    def part(name: str, find: Callable[[], Any]) -> Any:
        try:
            return find()
        except TooLarge as error:
            notes.append(f"{name} is left out: {error}.")
            return LEFT_OUT

    laws = _Laws(seen)
    is_even, weights, sides = seen.die.is_even, seen.die.weights, len(seen.counts)

    def with_count(count: int, chance: Callable[[int, int, int], Fraction]) -> dict[str, Any]:
        faces = [face for face, number in zip(seen.die.faces, seen.counts, strict=True) if number == count]
        return {"faces": faces, "count": count, "p": chance(count, seen.n, sides)}

    data = {
        "rolls": seen.n,
        "counts": [[face, count] for face, count in zip(seen.die.faces, seen.counts, strict=True)],
        "chi_squared": part(
            "chi_squared",
            lambda: {"statistic": statistic(seen.counts, weights), "p": chi_squared(seen.counts, weights)},
        ),
        "probability": part(
            "probability",
            lambda: {"chance": chance_of(seen.counts, weights), "p": multinomial(seen.counts, weights)},
        ),
        "most": part("most", lambda: with_count(max(seen.counts), greatest_is)) if is_even else NONE,
        "least": part("least", lambda: with_count(min(seen.counts), smallest_is)) if is_even else NONE,
        "faces": part("faces", lambda: _faces(seen, laws, share)),
        "extreme": part("extreme", lambda: _extreme(seen, laws)),
        "total": part("total", lambda: _total(seen)),
        "order": part("order", lambda: _order(seen)) if is_even and seen.rolls is not None else NONE,
        "same": NONE if others is None else part("same", lambda: _same(seen, others)),
    }
    return Fairness(data, notes, seen, share)


class _Laws:
    """The tails of each face; faces of equal chances share theirs."""

    def __init__(self, seen: Rolled) -> None:
        self.seen = seen
        self.budget = Budget()
        self._found: dict[int, Tails] = {}

    def __getitem__(self, place: int) -> Tails:
        die = self.seen.die
        weight = die.weights[place]
        if weight not in self._found:
            with metered(self.budget):
                self._found[weight] = tails(self.seen.n, weight, sum(die.weights))
        return self._found[weight]


def _faces(seen: Rolled, laws: _Laws, confidence: Fraction) -> list[dict[str, Any]]:
    budget = Budget()
    intervals: dict[int, list[Fraction]] = {}
    bands: dict[int, list[int]] = {}
    share = (1 - confidence) / 2
    found = []
    for place, (face, count) in enumerate(zip(seen.die.faces, seen.counts, strict=True)):
        law, weight = laws[place], seen.die.weights[place]
        bits = law.total.bit_length()
        with metered(budget):
            count_writing("the faces", 3, bits)
        if count not in intervals:
            with metered(budget):
                intervals[count] = list(interval(count, seen.n, confidence))
        if weight not in bands:
            bands[weight] = list(law.band(share))
        more, fewer = law.or_more(count), law.or_fewer(count)
        found.append(
            {
                "face": face,
                "count": count,
                "expected": seen.n * seen.die.chance(place),
                "or_more": more,
                "or_fewer": fewer,
                "two_sided": two_sided(more, fewer),
                "interval": list(intervals[count]),
                "band": list(bands[weight]),
            }
        )
    return found


def _extreme(seen: Rolled, laws: _Laws) -> dict[str, Any]:
    whole = sum(seen.die.weights) ** seen.n
    smallest = [laws[place].two_sided(count) for place, count in enumerate(seen.counts)]
    least = min(smallest)
    allowed = [laws[place].less_extreme(least) for place in range(len(seen.counts))]
    kept = [bounds for bounds in allowed if bounds is not None]
    # Where a face has no count that is less extreme, some face always is as extreme.
    without = ways_within_each(seen.n, seen.die.weights, kept) if len(kept) == len(allowed) else 0
    return {
        "face": seen.die.faces[smallest.index(least)],
        "two_sided": least,
        "corrected": 1 - Fraction(without, whole),
    }


def _total(seen: Rolled) -> dict[str, Any]:
    die = seen.die
    span = seen.n * (die.faces[-1] - die.faces[0])
    if span > _MOST_TOTALS:
        raise TooLarge("the sum of all rolls", int(span), _MOST_TOTALS, "between its lowest and highest value")
    law = _law(die).repeat(seen.n)
    observed = sum(face * count for face, count in zip(die.faces, seen.counts, strict=True))
    higher, lower = law.at_least(observed), law.at_most(observed)
    return {
        "observed": observed,
        "expected": seen.n * _law(die).mean,
        "or_higher": higher,
        "or_lower": lower,
        "two_sided": two_sided(higher, lower),
    }


def _law(die: Die) -> Distribution:
    return Distribution.from_weights(dict(zip(die.faces, die.weights, strict=True)))


def _order(seen: Rolled) -> dict[str, Any]:
    assert seen.rolls is not None
    again, longest = repeats(_places(seen)), longest_run(_places(seen))
    more, fewer = binomial_tails(seen.n - 1, seen.die.chance(0), again)
    return {
        "repeats": {
            "count": again,
            "expected": (seen.n - 1) * seen.die.chance(0),
            "or_more": more,
            "or_fewer": fewer,
            "two_sided": two_sided(more, fewer),
        },
        "longest_run": {"length": longest, "or_longer": run_chance(seen.n, len(seen.counts), longest)},
    }


def _places(seen: Rolled) -> list[int]:
    return [seen.die.faces.index(face) for face in seen.rolls or ()]


def _same(seen: Rolled, others: tuple[int, ...]) -> dict[str, Any]:
    chance, p = same_die(seen.counts, others)
    return {"rolls": sum(others), "chance": chance, "p": p}
