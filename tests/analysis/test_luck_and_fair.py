"""Luck and fair dice: the worked answers, the refusals, and plain enumeration beside the fast ways."""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.fair.unevenness import unevenness
from probcalc.present.reports.fair import rows_of_tests
from probcalc.scenarios.errors import InputError
from tests.twins import luck as twin

CASES = Path(__file__).parent.parent / "cases"
CALLS: dict[str, Callable[..., Any]] = {
    "luck": probcalc.luck,
    "fair": probcalc.fair,
    "fair_power": probcalc.fair_power,
}
A_THOUSAND = [42, 47, 34, 42, 47, 45, 48, 43, 42, 45, 52, 50, 57, 57, 60, 68, 49, 67, 42, 63]


@cache
def of_a_thousand() -> Any:
    """What a thousand rolls of a d20 tell: more than one test asks it, and it takes long."""
    return probcalc.fair(A_THOUSAND)


def differences(found: Any, expected: Any, where: str = "") -> list[str]:
    """What an answer says otherwise than expected; it may say more."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [line for key, part in expected.items() for line in differences(found.get(key), part, f"{where}.{key}")]
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        pairs = enumerate(zip(found, expected, strict=True))
        return [line for at, (one, other) in pairs for line in differences(one, other, f"{where}[{at}]")]
    same = found == expected and type(found) is type(expected)
    return [] if same else [f"{where}: {str(found)[:200]} instead of {str(expected)[:200]}"]


@pytest.mark.parametrize("call", CALLS)
def test_worked_answers(call: str) -> None:
    wrong = []
    for number, case in enumerate(json.loads((CASES / "luck.json").read_text("utf-8"))):
        if case["call"] == call:
            answer = CALLS[call](**case["arguments"])
            expected = {key: part for key, part in case.items() if key not in ("call", "arguments")}
            assert set(expected) <= set(answer), number
            wrong += [f"{number}{line}" for line in differences(json.loads(json.dumps(answer.to_json())), expected)]
    assert not wrong, "\n".join(wrong)


def test_what_is_refused() -> None:
    wrong = []
    for case in json.loads((CASES / "luck_errors.json").read_text("utf-8")):
        try:
            CALLS[case["call"]](**case["arguments"])
        except InputError as error:
            if case["mentions"] not in str(error) or "\n" in str(error):
                wrong.append(f"{case['arguments']}: {error}")
        else:
            wrong.append(f"{case['arguments']} is not refused")
    assert not wrong, "\n".join(wrong)


# -- by plain enumeration --------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(counts=st.lists(st.integers(0, 6), min_size=8, max_size=14).filter(any))
@example(counts=[9, 0, 0, 0, 0, 0, 0, 0])
@example(counts=[2, 3, 1, 0, 4, 3, 2, 6, 1, 1, 2, 5, 3, 0, 1, 2, 2, 3, 2, 2])
def test_dice_of_many_faces_are_as_uneven_as_their_counts_one_by_one(counts: list[int]) -> None:
    n, faces = sum(counts), len(counts)
    below = twin.squares_below(n, faces, sum(count * count for count in counts))
    assert probcalc.fair(counts)["chi_squared"]["p"] == 1 - Fraction(below, faces**n)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_the_tests_of_a_die_are_those_of_all_sequences(data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(1, 3), min_size=2, max_size=4))
    notation = f"d{{{','.join(str(face) for face, weight in enumerate(weights, 1) for _ in range(weight))}}}"
    n = data.draw(st.integers(1, {2: 7, 3: 6, 4: 5}[len(weights)]))
    rolls = data.draw(st.lists(st.integers(1, len(weights)), min_size=n, max_size=n))
    found = probcalc.fair(rolls=rolls, die=notation)
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    law = twin.counted(n, chances)
    counts = tuple(rolls.count(face) for face in range(1, len(weights) + 1))
    assert found["chi_squared"]["p"] == twin.at_least_as(law, counts, twin.pearson(chances))
    # Of all rolls in any order: counts are not likelier when their chance is not greater.
    chance = law[counts]
    assert found["probability"] == {"chance": chance, "p": sum(p for p in law.values() if p <= chance)}
    twos = []
    for face, count in enumerate(counts):
        more, fewer = twin.face_tails(law, face, count)
        entry = found["faces"][face]
        assert (entry["or_more"], entry["or_fewer"]) == (more, fewer)
        twos.append(entry["two_sided"])
        assert entry["two_sided"] == min(1, 2 * min(more, fewer))
        lower, upper = entry["interval"]
        assert not lower or twin.binomial_tail(n, lower, count) <= Fraction(1, 40)
        assert not lower or twin.binomial_tail(n, lower + Fraction(1, 10**6), count) > Fraction(1, 40)
        assert upper == 1 or 1 - twin.binomial_tail(n, upper, count + 1) <= Fraction(1, 40)
        band = [c for c in range(n + 1) if min(twin.face_tails(law, face, c)) > Fraction(1, 40)]
        assert entry["band"] == [band[0], band[-1]]

    def extreme(each: tuple[int, ...]) -> Fraction:
        return -min(min(Fraction(1), 2 * min(twin.face_tails(law, f, c))) for f, c in enumerate(each))

    assert found["extreme"]["face"] == twos.index(min(twos)) + 1
    assert found["extreme"]["corrected"] == twin.at_least_as(law, counts, extreme)
    total = sum(rolls)
    higher = sum(p for each, p in law.items() if sum(f * c for f, c in enumerate(each, 1)) >= total)
    assert found["total"]["or_higher"] == higher
    if len(set(weights)) == 1:
        assert found["most"]["p"] == twin.at_least_as(law, counts, max)
        assert found["least"]["p"] == twin.at_least_as(law, counts, lambda each: -min(each))
        orders = list(product(range(len(weights)), repeat=n))
        at_least = sum(twin.longest(order) >= twin.longest(rolls) for order in orders)
        assert found["order"]["longest_run"]["or_longer"] == Fraction(at_least, len(orders))
        again = sum(one == other for one, other in pairwise(rolls))
        as_often = sum(sum(one == other for one, other in pairwise(order)) >= again for order in orders)
        assert found["order"]["repeats"]["or_more"] == Fraction(as_often, len(orders))
    else:
        assert found["most"] == found["order"] == "none"


@settings(max_examples=40, deadline=None)
@given(pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=5))
def test_two_dice_are_compared_by_all_tables(pairs: list[tuple[int, int]]) -> None:
    ones, others = zip(*pairs, strict=True)
    if sum(ones) and sum(others):
        columns = [one + other for one, other in pairs]
        chance = twin.table_chance(ones, columns)
        chances = [twin.table_chance(row, columns) for row in twin.tables(columns, sum(ones))]
        assert sum(chances) == 1
        found = probcalc.fair(list(ones), against=list(others))["same"]
        assert found == {"rolls": sum(others), "chance": chance, "p": sum(p for p in chances if p <= chance)}


LINES = st.builds(
    dict,
    roll=st.sampled_from(["2d6", "d4", "3d6 >= 4", "d20 >= 14", "d6 vs d8", "d20 <= 11 crit 1-2 fumble 20"]),
    wants=st.sampled_from([None, "more", "less"]),
    weight=st.sampled_from([1, 2, "3/2", "1/3"]),
    side=st.sampled_from(["anna", "ben"]),
)


@settings(max_examples=40, deadline=None)
@given(
    lines=st.lists(LINES, min_size=1, max_size=4),
    statistic=st.sampled_from(["auto", "signs", "percentiles"]),
    data=st.data(),
)
def test_a_series_is_that_of_all_combinations(lines: list[dict[str, Any]], statistic: str, data: st.DataObject) -> None:
    for line in lines:
        answer = probcalc.roll(line["roll"])
        name = next(name for name in ("result", "successes", "success", "a") if name in answer)
        value = answer[name]
        line["came"] = data.draw(st.sampled_from([True, False] if isinstance(value, Fraction) else list(value)))
    found = probcalc.luck(lines, statistic=statistic)
    scores: list[tuple[str, dict[Fraction, Fraction], Fraction]] = []
    for line, said in zip(lines, found["lines"], strict=True):
        value = probcalc.roll(line["roll"])[said["result"]]
        law = {True: value, False: 1 - value} if isinstance(value, Fraction) else dict(value)
        sign = -1 if said["wants"] == "less" else 1
        at = {x: sum(p for y, p in law.items() if sign * y < sign * x) + law[x] / 2 for x in law}
        assert said["percentile"] == at[line["came"]]
        assert said["or_worse"] == sum(p for y, p in law.items() if sign * y <= sign * line["came"])
        score = {
            "amount": lambda x, sign=sign: Fraction(sign * x),
            "wins": lambda x, sign=sign: Fraction((sign * x) == max(sign, 0)),
            "signs": lambda x, at=at: Fraction((2 * at[x] > 1) - (2 * at[x] < 1)),
            "percentiles": lambda x, at=at: at[x],
        }[found["statistic"]]
        weight = Fraction(line["weight"])
        of_score: dict[Fraction, Fraction] = {}
        for x, p in law.items():
            of_score[weight * score(x)] = of_score.get(weight * score(x), Fraction(0)) + p
        scores.append((line["side"], of_score, weight * score(line["came"])))
    for side in found["sides"]:
        own = [each for each in scores if each[0] == side["side"]]
        law = twin.total_law([of_score for _, of_score, _ in own])
        came = sum(score for *_, score in own)
        assert dict(side["law"]) == law
        assert side["observed"] == came
        assert side["or_worse"] == sum(p for t, p in law.items() if t <= came)
        assert side["expected"] == sum(t * p for t, p in law.items())
    if found["difference"] != "none":
        first, second = found["difference"]["sides"]
        signs = {first: 1, second: -1}
        law = twin.total_law([{signs[side] * t: p for t, p in of.items()} for side, of, _ in scores])
        came = sum(signs[side] * score for side, _, score in scores)
        assert found["difference"]["or_better"] == sum(p for t, p in law.items() if t >= came)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_how_uneven_a_fair_die_is_is_that_of_all_sequences(data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(1, 3), min_size=2, max_size=4))
    n = data.draw(st.integers(1, 5))
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    law, measure = twin.counted(n, chances), twin.pearson(chances)
    counts = data.draw(st.sampled_from(sorted(law)))
    faces = ",".join(str(face) for face, weight in enumerate(weights) for _ in range(weight))
    found = unevenness(probcalc.fair(list(counts), die=f"d{{{faces}}}").rolled)
    assert found is not None
    assert found.expected == sum(p * measure(each) for each, p in law.items())
    assert measure(counts) in [start for start, _ in found.steps]
    starts = [start for start, _ in found.steps]
    for place, (start, chance) in enumerate(found.steps):
        end = starts[place + 1] if place + 1 < len(starts) else found.end
        assert chance == sum(p for each, p in law.items() if start <= measure(each) < end)
    assert found.beyond == sum(p for each, p in law.items() if measure(each) >= found.end)


def test_how_uneven_a_fair_die_is_agrees_with_the_test_by_chi_squared() -> None:
    for counts in ([18, 22, 15, 17, 20, 28], [5] * 12 + [2, 2, 2, 10, 2, 8, 7, 7], [2] * 80 + [3] * 10 + [1] * 10):
        answer = probcalc.fair(counts)
        found, statistic = unevenness(answer.rolled), answer["chi_squared"]["statistic"]
        assert found is not None
        above = sum(chance for start, chance in found.steps if start >= statistic) + found.beyond
        assert above == answer["chi_squared"]["p"]
        assert found.beyond < Fraction(1, 1000)
    assert unevenness(probcalc.fair([500, 0, 0, 0, 0, 0]).rolled) is None


# -- beside another library, and beside what is drawn ------------------------------------------------------------


def test_the_tails_are_those_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    few = [18, 22, 15, 17, 20, 28]
    for counts, told in ((few, probcalc.fair(few)), (A_THOUSAND, of_a_thousand())):
        n, faces = sum(counts), len(counts)
        entries = told["faces"]
        for entry in entries:
            for tail, way in (("or_more", "greater"), ("or_fewer", "less")):
                theirs = stats.binomtest(entry["count"], n, 1 / faces, alternative=way).pvalue
                assert float(entry[tail]) == pytest.approx(theirs, rel=1e-12)
            ends = stats.binomtest(entry["count"], n).proportion_ci(0.95, "exact")
            assert [float(end) for end in entry["interval"]] == pytest.approx([ends.low, ends.high], abs=2e-6)
    for table in ([[8, 2], [1, 5]], [[30, 21], [17, 40]], [[3, 9], [9, 3]]):
        theirs = stats.fisher_exact(table).pvalue
        assert float(probcalc.fair(table[0], against=table[1])["same"]["p"]) == pytest.approx(theirs, rel=1e-12)


def test_chances_are_those_of_rolls_that_are_drawn() -> None:
    drawing, times = random.Random(20), 4000
    counts = [9, 5, 3, 4, 8, 1]
    n = sum(counts)
    drawn = [
        [rolls.count(face) for face in range(6)] for rolls in (drawing.choices(range(6), k=n) for _ in range(times))
    ]
    found = probcalc.fair(counts)
    pearson = twin.pearson([Fraction(1, 6)] * 6)
    for p, seen in (
        (found["chi_squared"]["p"], sum(pearson(each) >= found["chi_squared"]["statistic"] for each in drawn)),
        (found["most"]["p"], sum(max(each) >= 9 for each in drawn)),
        (found["least"]["p"], sum(min(each) <= 1 for each in drawn)),
        (found["faces"][5]["or_fewer"], sum(each[5] <= 1 for each in drawn)),
    ):
        assert abs(seen / times - p) < 5 * float(p * (1 - p) / times) ** 0.5
    record = "\n".join(["2d6 -> 5", "d20 -> 3 ; wants less", "3d6 -> 9 ; weight 1/2"])
    side = probcalc.luck(record)["sides"][0]

    def total() -> float:
        three = [drawing.randint(1, 6) for _ in range(5)]
        return sum(three[:2]) - drawing.randint(1, 20) + sum(three[2:]) / 2

    worse = sum(total() <= side["observed"] for _ in range(times))
    assert abs(worse / times - side["or_worse"]) < 5 * float(side["or_worse"] * side["or_better"] / times) ** 0.5


def test_power_is_that_of_every_number_of_rolls() -> None:
    for chance in ("1/4", "1/12"):
        truly, fair_chance, level = Fraction(chance), Fraction(1, 6), Fraction(1, 20)
        found = probcalc.fair_power(chance=chance, power="1/2")
        for n in range(1, found["rolls"] + 1):
            one = probcalc.fair_power(chance=chance, rolls=n)
            more = truly > fair_chance
            tails = [
                (twin.binomial_tail(n, p, c) if more else 1 - twin.binomial_tail(n, p, c + 1))
                for p in (fair_chance, truly)
                for c in range(n + 1)
            ]
            rare = [c for c in range(n + 1) if tails[c] <= level]
            mildest = (min(rare) if more else max(rare)) if rare else "none"
            assert one["critical"] == mildest
            assert one["power"] == (tails[n + 1 + mildest] if rare else 0)
            assert (one["power"] >= Fraction(1, 2)) == (n == found["rolls"])
    small = probcalc.fair_power(chance="1/2", rolls=5, test="chi_squared", level="1/10")
    chances = [Fraction(1, 2), *[Fraction(1, 10)] * 5]
    statistic = twin.pearson([Fraction(1, 6)] * 6)
    even, biased = twin.counted(5, [Fraction(1, 6)] * 6), twin.counted(5, chances)
    assert small["level"] == sum(p for each, p in even.items() if statistic(each) >= small["critical"])
    assert small["power"] == sum(p for each, p in biased.items() if statistic(each) >= small["critical"])
    milder = max(statistic(each) for each in even if statistic(each) < small["critical"])
    assert sum(p for each, p in even.items() if statistic(each) >= milder) > Fraction(1, 10)


# -- what is refused ---------------------------------------------------------------------------------------------

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("luck", {"record": None}, "record"),
    ("luck", {"record": 5}, "record"),
    ("luck", {"record": "# nothing but a remark\n\n"}, "record"),
    ("luck", {"record": {"line": []}}, "lines"),
    ("luck", {"record": "x" * 200_001}, "200,000"),
    ("luck", {"record": "@ d6 -> 3"}, "side"),
    ("luck", {"record": [{"roll": "d6", "came": [1] * 2001}]}, "2,000"),
    ("luck", {"record": [7]}, "line 1: record"),
    ("luck", {"record": [{"roll": "d6", "came": []}]}, "came"),
    ("luck", {"record": [{"roll": "d6", "scenario": "chronopia.melee", "came": 1}]}, "roll"),
    ("luck", {"record": [{"roll": "d6", "came": True}]}, "came"),
    ("luck", {"record": [{"roll": "d6", "came": 1.0}]}, "came"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "weight": 0}]}, "weight"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "weight": "1/1001"}]}, "weight"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "at_least": 1, "at_most": 2}]}, "at_most"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "at_least": "high"}]}, "at_least"),
    ("luck", {"record": [{"roll": "d6", "came": 7, "at_least": 3}]}, "came"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "side": s} for s in "abcdefg"]}, "side"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "name": 5}]}, "name"),
    ("luck", {"record": "d6 -> 1\nlooked: 20"}, "line 2"),
    ("luck", {"record": "d6 -> 1 ; weight"}, "weight"),
    ("luck", {"record": "d6 -> 1 ; weight 2 ; weight 3"}, "weight is given twice"),
    ("luck", {"record": "\n# x\n2d6 bset -> 1"}, "line 3"),
    ("luck", {"record": "d6 -> 1,,2"}, "came"),
    ("luck", {"record": "-> 1"}, "line 1"),
    ("luck", {"record": "chronopia.meele -> wounds = 1"}, "melee"),
    ("luck", {"record": "http://localhost/?s=nothing.here -> 1"}, "line 1"),
    ("luck", {"record": "d6! -> 7"}, "at_least"),
    ("luck", {"record": "2d6 + 1: 10+ great, else bad -> bad ; order bad < grate"}, "great"),
    ("luck", {"record": "2d6 + 1: 10+ great, else bad -> bad ; order bad"}, "order"),
    ("luck", {"record": "2d6 + 1: 10+ great, else bad -> bad ; order bad < great < bad"}, "order"),
    ("luck", {"record": "d6 -> 1", "statistic": "amonut"}, "amount"),
    ("luck", {"record": "d6 -> 1", "looked": 1001}, "looked"),
    ("luck", {"record": "d6 -> 1", "looked": True}, "looked"),
    ("luck", {"record": "d20 <= 11 crit 1-2 fumble 20 -> outcome = fumble", "statistic": "amount"}, "statistic"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "at_least": [1]}]}, "at_least is a number or a name, not [1]"),
    ("luck", {"record": [{"roll": "d6", "came": {"a": 1}}]}, "came"),
    ("luck", {"record": [{"roll": "d6", "came": 1, "side": ""}]}, 'not ""'),
    ("luck", {"record": [{"roll": "d6", "came": 1, "order": [["a"], [1]]}]}, "order"),
    ("luck", {"record": [{"scenario": "chronopia.melee", "parameters": [1], "came": 1}]}, "parameters"),
    ("luck", {"record": "looked:\nd6 -> 1"}, 'looked must be a whole number from 1 to 1,000, not ""'),
    ("luck", {"record": "statistic: luckiest\nd6 -> 1"}, "choose from auto, amount"),
    ("luck", {"record": "http://localhost/?s= -> 1"}, "line 1: The link names no scenario."),
    ("luck", {"record": "d20 >= 11 -> maybe"}, "came is yes or no"),
    ("luck", {"record": "2d6 -> 7 -> 8"}, "line 1"),
    ("luck", {"record": "2d6 -> " + "7" * 5000}, "came"),
    ("luck", {"record": "chronopia.melee cc=99 -> wounds = 1"}, "line 1: cc must be 1 to 30, not 99"),
    ("luck", {"record": [{"roll": "d6", "came": 10**5000}]}, "5001 digits"),
    ("luck", {"record": "d6 -> 1", "looked": 10**5000}, "5001 digits"),
    ("fair", {"counts": [1, 2], "rolls": "1 2"}, "rolls"),
    ("fair", {"counts": [0, 0]}, "counts"),
    ("fair", {"counts": [10_000, 1]}, "counts"),
    ("fair", {"counts": [1] * 101}, "counts"),
    ("fair", {"counts": "1 2 x"}, "counts"),
    ("fair", {"counts": {1: 3}}, "die"),
    ("fair", {"counts": {1: 3, "1": 2}, "die": 6}, "twice"),
    ("fair", {"rolls": "6: 1\n6: 2", "die": 6}, "the face 6 is counted twice"),
    ("fair", {"counts": {9: 1}, "die": "d{1,2,4}"}, "has no face 9; it has 1, 2, 4"),
    ("fair", {"counts": [1, 2, 3], "die": 6}, "counts"),
    ("fair", {"rolls": "1 2 7", "die": 6}, "rolls"),
    ("fair", {"rolls": "", "die": 6}, "rolls"),
    ("fair", {"rolls": "6: 1\n5", "die": 6}, 'rolls are whole numbers, or lines like "6: 12" alone, not 6:'),
    ("fair", {"rolls": "9" * 30, "die": 6}, "no face"),
    ("fair", {"rolls": "1/0", "die": 6}, "rolls"),
    ("fair", {"counts": ["1" + "0" * 30, "1"]}, "more than 10**12"),
    ("fair", {"counts": [True, 2]}, "counts"),
    ("fair", {"counts": [1, 2], "die": "d{3,3}"}, "die: d{3,3} has one number"),
    ("fair", {"counts": [1, 2], "die": ""}, "die"),
    ("fair", {"counts": [1, 2], "against": "-1 2"}, "against"),
    ("fair", {"counts": [1, 2], "confidence": "95%"}, "confidence"),
    ("fair", {"rolls": "1", "die": 1}, "die"),
    ("fair", {"rolls": "1", "die": "d6!"}, "die"),
    ("fair", {"rolls": "1", "die": "d20 >= 11"}, "die"),
    ("fair", {"rolls": "1", "die": "2d66"}, "die"),
    ("fair", {"counts": [1, 2], "against": [1]}, "against"),
    ("fair", {"counts": [1, 2], "against": [0, 0]}, "against"),
    ("fair", {"counts": [1, 2], "confidence": 0.95}, "confidence"),
    ("fair", {"counts": [1, 2], "confidence": "0"}, "confidence"),
    ("fair_power", {}, "chance"),
    ("fair_power", {"chance": "1/6"}, "chance"),
    ("fair_power", {"chance": "1/4", "level": "2"}, "level"),
    ("fair_power", {"chance": "1/4", "power": "1"}, "power"),
    ("fair_power", {"chance": "1/4", "test": "faec"}, "face"),
    ("fair_power", {"chance": "1/4", "rolls": 10_001}, "rolls"),
    ("fair_power", {"chance": "1/4", "rolls": 10_000, "test": "chi_squared", "die": 20}, "rolls"),
    ("fair_power", {"chance": "1/4", "die": 101}, "die"),
]


def test_bad_input_is_refused_in_one_line_that_says_what_is_wrong() -> None:
    wrong = []
    for call, arguments, mentioned in BAD:
        try:
            CALLS[call](**arguments)
        except InputError as error:
            if mentioned not in str(error) or "\n" in str(error) or len(str(error)) > 400:
                wrong.append(f"{call} {str(arguments)[:100]}: {error}")
        else:
            wrong.append(f"{call} {str(arguments)[:100]} is answered")
    assert not wrong, "\n".join(wrong)


# -- what is too large is left out -------------------------------------------------------------------------------


def test_what_is_too_large_is_left_out_with_a_note() -> None:
    found = probcalc.fair([400, *[200] * 8, 240])
    assert found["chi_squared"] == found["probability"] == found["total"] == "left out"
    assert found["extreme"]["face"] == 1
    assert found["faces"][0]["count"] == 400
    assert [note.partition(" ")[0] for note in found.notes] == ["chi_squared", "probability", "total"]
    assert all("limit" in note for note in found.notes)


def test_what_a_thousand_rolls_of_a_d20_tell() -> None:
    found = of_a_thousand()
    assert found["chi_squared"]["statistic"] == Fraction(809, 25)
    assert f"{float(found['chi_squared']['p']):.6f}" == "0.028604"
    assert f"{float(probcalc.fair([75, 120, 80, 125, 95, 105])['probability']['p']):.10f}" == "0.0007602367"


def test_what_never_came_is_told_as_such() -> None:
    told = [words for words, _ in rows_of_tests(probcalc.fair(rolls=[1, 2, 3], die=6))]
    assert "a face never comes" in told
    assert "no roll repeats the one before" in told
    told = [words for words, _ in rows_of_tests(probcalc.fair(rolls=[1, 1, 2, 2], die=2))]
    assert "a roll repeats the one before 2 times or less" in told
    assert "a face comes 2 times or less" in told
