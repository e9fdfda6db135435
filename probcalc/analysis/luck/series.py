"""The luck of a record: of every line, every side and both sides, how often it goes as well or better, and worse."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any

from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.findings.findings import NONE, Findings, whole_number
from probcalc.analysis.findings.found import Found
from probcalc.analysis.luck.asked import Asked
from probcalc.analysis.luck.places import Places, came_of, places_of
from probcalc.analysis.luck.sums import law_of_sum, sum_of
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.face_counts.one_face import two_sided
from probcalc.exact.kernels.weights import gather
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.evaluation import MOST_DIGITS

STATISTICS = ("auto", "amount", "wins", "signs", "percentiles")
MOST_LINES, MOST_SIDES, MOST_LOOKED = 2000, 6, 1000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record with its places, and the place of what came."""

    asked: Asked
    places: Places
    place: int
    came: Any


@dataclass(frozen=True, slots=True)
class Scored:
    """A line with its scores: the law of the score, the score of what came, and its mean."""

    line: Line
    law: Distribution
    score: Fraction

    @property
    def luck(self) -> Fraction:
        """The score minus the expected one."""
        return self.score - self.law.mean


class Luck(Findings, Found):
    """How lucky a record is; `lines` are its lines as they were read, `answers` what was asked, by line."""

    __slots__ = ("lines",)

    def __init__(self, data: dict[str, Any], notes: list[str], lines: Sequence[Line]) -> None:
        super().__init__(data, notes)
        self.lines = tuple(lines)


def luck_of(entries: Sequence[Asked], statistic: Any = "auto", looked: Any = 1, notes: Sequence[str] = ()) -> Luck:
    """The luck of the entries of a record.

    Raises:
        InputError: one line that names the line of the record, the key, and what is wrong with it.
    """
    if statistic not in STATISTICS:
        raise unknown_name("statistic", str(statistic), STATISTICS)
    series = whole_number(looked, "looked", 1, MOST_LOOKED)
    if not entries:
        raise InputError("record has no line that asks for anything", "record")
    if (number := sum(len(entry.came) for entry in entries)) > MOST_LINES:
        raise InputError(f"record has at most {MOST_LINES:,} lines, not {number:,}", "record")
    sides = list(dict.fromkeys(entry.side for entry in entries))
    if len(sides) > MOST_SIDES:
        raise InputError(f"side: at most {MOST_SIDES} sides are told apart, not {len(sides)}", "side")
    lines = read_lines(entries)
    used = _statistic(statistic, lines)
    scored = _score(lines, used)
    said = [*notes, *_neighbours(entries, lines)]
    try:
        by_side = {side: _side_law([one for one in scored if one.line.asked.side == side]) for side in sides}
        data: dict[str, Any] = {
            "statistic": used,
            "lines": [_line_data(one) for one in scored],
            "sides": [_side_data(side, *by_side[side], series) for side in sides],
            "difference": NONE,
        }
        if len(sides) == 2:
            data["difference"] = _difference(sides, by_side, series)
    except TooLarge as error:
        raise InputError(f"statistic: {error}; signs is always possible", "statistic") from error
    return Luck(data, said, lines)


def read_lines(entries: Sequence[Asked]) -> list[Line]:
    """The lines of the entries, what came unfolded; each request is asked once, all within one budget.

    Raises:
        InputError: with the line in front.
    """
    budget = Budget()
    answers: dict[str, Answer] = {}
    places: dict[tuple[Any, ...], Places] = {}
    lines = []
    for entry in entries:
        try:
            request = _key(entry)
            with metered(budget):
                if request not in answers:
                    answers[request] = registry.answer(entry.scenario, entry.given)
                if not is_name(entry.result):
                    answers[request] = Measure(entry.result).asked(answers[request])
            answer = answers[request]
            way = (request, entry.result, str(entry.at_least), str(entry.at_most), entry.wants, entry.order)
            if way not in places:
                places[way] = places_of(entry, answer)
            found = places[way]
            lines += [Line(entry, found, came_of(entry, answer, found, came), came) for came in entry.came]
        except InputError as error:
            raise InputError(f"{entry.where}: {error}", error.parameter, error.nearest) from error
        except TooLarge as error:
            raise InputError(f"{entry.where}: {error}", "record") from error
    return lines


def _key(entry: Asked) -> str:
    return json.dumps([entry.scenario, sorted(entry.given.items())], default=repr)


def _statistic(asked: str, lines: Sequence[Line]) -> str:
    if asked == "auto":
        if all(line.places.is_yes_no for line in lines):
            return "wins"
        numbers = all(line.places.are_numbers and not line.places.is_yes_no for line in lines)
        return "amount" if numbers and len({line.places.result for line in lines}) == 1 else "signs"
    if asked == "wins" and (other := [line for line in lines if not line.places.is_yes_no]):
        raise InputError(f"statistic: wins counts yes and no alone, and {_which(other[0])} is neither", "statistic")
    if asked == "amount" and (other := [line for line in lines if not line.places.are_numbers]):
        raise InputError(f"statistic: amount adds up numbers, and {_which(other[0])} has names; use signs", "statistic")
    return asked


def _which(line: Line) -> str:
    return f"{line.places.result} in {line.asked.where}"


def _score(lines: Sequence[Line], statistic: str) -> list[Scored]:
    """Each line with the law of its score; lines that are alike share it."""
    laws: dict[tuple[int, Fraction], tuple[Distribution, list[Fraction]]] = {}
    found = []
    for line in lines:
        key = id(line.places), line.asked.weight
        if key not in laws:
            scores = [score * line.asked.weight for score in _scores(line.places, statistic)]
            laws[key] = Distribution.from_weights(gather(scores, line.places.chances)), scores
        law, scores = laws[key]
        found.append(Scored(line, law, scores[line.place]))
    return found


def _scores(places: Places, statistic: str) -> list[Fraction]:
    """The score of each place, the weight apart."""
    numbers = range(len(places.chances))
    if statistic == "percentiles":
        return [places.percentile(place) for place in numbers]
    if statistic == "signs":
        middle = Fraction(1, 2)
        at = map(places.percentile, numbers)
        return [Fraction((percentile > middle) - (percentile < middle)) for percentile in at]
    if statistic == "wins":
        return [Fraction(group[0] is (places.wants == "more")) for group in places.outcomes]
    sign = -1 if places.wants == "less" else 1
    return [Fraction(sign * group[0]) for group in places.outcomes]


def _line_data(one: Scored) -> dict[str, Any]:
    line = one.line
    better, worse = line.places.or_better(line.place), line.places.or_worse(line.place)
    return {
        "line": line.asked.place,
        "side": line.asked.side,
        "name": line.asked.name or NONE,
        "result": line.places.result,
        "wants": line.places.wants,
        "came": _outcome_text(line),
        "exactly": Fraction(line.places.chances[line.place], line.places.total),
        "or_better": better,
        "or_worse": worse,
        "percentile": line.places.percentile(line.place),
        "two_sided": two_sided(better, worse),
        "luck": one.luck,
    }


def _outcome_text(line: Line) -> str:
    if line.places.is_yes_no and line.asked.at_least is None and line.asked.at_most is None:
        return "yes" if line.places.outcomes[line.place][0] else "no"
    return str(line.came).strip()


@dataclass(frozen=True, slots=True)
class Total:
    """The law of a total, and the total that came."""

    law: Distribution
    observed: Fraction

    def data(self, looked: int) -> dict[str, Any]:
        """Where the total that came stands in its law."""
        law, observed = self.law, self.observed
        better, worse = law.at_least(observed), law.at_most(observed)
        return {
            "observed": observed,
            "expected": law.mean,
            "luck": observed - law.mean,
            "variance": law.variance,
            "exactly": law[observed],
            "or_better": better,
            "or_worse": worse,
            "percentile": percentile(law, observed),
            "two_sided": two_sided(better, worse),
            "law": law,
            "looked": {"n": looked, "worst": _chance_among(worse, looked), "best": _chance_among(better, looked)},
        }


def percentile(law: Distribution, observed: Fraction) -> Fraction:
    """P(less) + P(as much) / 2."""
    return law.at_most(observed) - law[observed] / 2


def _chance_among(tail: Fraction, looked: int) -> Fraction:
    if tail.denominator.bit_length() * looked > MOST_DIGITS:
        raise InputError(f"looked: the chance among {looked} series has too many digits; look at fewer", "looked")
    return 1 - (1 - tail) ** looked


def _side_law(scored: Sequence[Scored]) -> tuple[Total, Fraction | str, Scored, Sequence[Scored]]:
    """The total of a side, the percentile without its most important line, that line, and all lines."""
    common = lcm(
        *(Fraction(outcome).denominator for law in {id(s.law): s.law for s in scored}.values() for outcome in law)
    )
    pools: Counter[Distribution] = Counter()
    most = max(scored, key=lambda one: abs(one.luck))
    whole = {id(one.law): _whole(one.law, common) for one in scored}
    for one in scored:
        pools[whole[id(one.law)]] += 1
    pools[whole[id(most.law)]] -= 1
    without = sum_of(pools)
    law = law_of_sum(without, whole[id(most.law)])
    observed = sum((one.score for one in scored), Fraction(0))
    rest = percentile(without, (observed - most.score) * common) if len(scored) > 1 else NONE
    return Total(_over(law, common), observed), rest, most, scored


def _whole(law: Distribution, common: int) -> Distribution:
    return law.map(lambda outcome: int(outcome * common))


def _over(law: Distribution, common: int) -> Distribution:
    return law if common == 1 else law.map(lambda outcome: Fraction(outcome, common))


def _side_data(
    side: str, total: Total, rest: Fraction | str, most: Scored, scored: Sequence[Scored], looked: int
) -> dict[str, Any]:
    found = total.data(looked)
    among = found.pop("looked")
    return {
        "side": side,
        "lines": len(scored),
        **found,
        "most": {
            "line": most.line.asked.place,
            "name": most.line.asked.name or NONE,
            "luck": most.luck,
            "percentile_without": rest,
        },
        "worst_line": _extreme(scored, "or_worse"),
        "best_line": _extreme(scored, "or_better"),
        "looked": among,
    }


def _extreme(scored: Sequence[Scored], tail: str) -> dict[str, Any]:
    """The line with the smallest tail, and the chance that among all lines there is one as rare."""
    chances = [getattr(one.line.places, tail)(one.line.place) for one in scored]
    least = min(chances)
    counted = Counter(id(one.line.places) for one in scored)
    by_id = {id(one.line.places): one.line.places for one in scored}
    without = [1 - places.as_rare(least, tail == "or_worse") for places in by_id.values()]
    powers = list(zip(without, counted.values(), strict=True))
    none = Fraction(
        prod(chance.numerator**number for chance, number in powers),
        prod(chance.denominator**number for chance, number in powers),
    )
    first = scored[chances.index(least)].line.asked
    return {"line": first.place, "name": first.name or NONE, tail: least, "corrected": 1 - none}


def _difference(sides: Sequence[str], by_side: dict[str, Any], looked: int) -> dict[str, Any]:
    first, second = (by_side[side][0] for side in sides)
    common = lcm(*(Fraction(outcome).denominator for total in (first, second) for outcome in total.law))
    law = law_of_sum(_whole(first.law, common), _whole(second.law, -common))
    total = Total(_over(law, common), first.observed - second.observed)
    return {"sides": list(sides), **total.data(looked)}


def _neighbours(entries: Sequence[Asked], lines: Sequence[Line]) -> list[str]:
    results = {line.asked.place: line.places.result for line in lines}
    before: dict[str, Asked] = {}
    notes = []
    for entry in entries:
        last = before.get(entry.side)
        if last is not None and _key(last) == _key(entry) and results[last.place] != results[entry.place]:
            notes.append(
                f"Lines {last.place} and {entry.place} ask for two results of one request; lines are taken as plays of "
                "their own, so of one and the same play only one of them belongs in the record."
            )
        before[entry.side] = entry
    return notes
