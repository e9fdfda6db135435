"""Boxes of values: divided where more must be known, merged where nothing differs."""

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.steps import Constant, Turns
from probcalc.symbolic.cases import limits
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case, merge
from probcalc.symbolic.cases.exploration import explore
from probcalc.symbolic.cases.limits import TooManyCases
from probcalc.symbolic.counts.needs import NeedsValue, singles
from probcalc.symbolic.reading.arithmetic import Polynomials
from probcalc.symbolic.reading.plays import Plays
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.weights import Weight


class Refused(ValueError):
    pass


def test_a_box_is_divided_where_a_rule_branches():
    found = explore([Box({"n": range(10)})], lambda box: "low" if box.counts()["n"] < 4 else "high", refusal=Refused)
    assert [(str(case.box), case.content) for case in found.cases] == [
        ("n from 0 to 3", "low"),
        ("n from 4 to 9", "high"),
    ]


def test_names_and_flags_are_always_single():
    found = explore([Box({"on": (False, True), "name": ("a", "b")})], lambda box: box.counts(), refusal=Refused)
    assert [case.content for case in found.cases] == [
        {"on": on, "name": name} for on in (False, True) for name in ("a", "b")
    ]


def test_refused_parts_are_kept_with_their_reason():
    def run(box):
        if box.counts()["n"] > 6:
            raise Refused("too many")
        return 1

    found = explore([Box({"n": range(10)})], run, refusal=Refused)
    assert [(str(case.box), case.content) for case in found.refused] == [("n from 7 to 9", "too many")]


def test_what_is_too_large_is_divided_value_by_value():
    def run(box):
        if not isinstance(box.counts()["n"], int):
            raise TooLarge("a formula", 2, 1, "products")
        return box.counts()["n"] % 2

    found = explore([Box({"n": range(4), "m": range(9)})], run, refusal=Refused)
    assert len(found.cases) == 4


def test_what_no_parameter_settles_is_passed_on():
    def run(box):
        raise NeedsValue("")

    with pytest.raises(NeedsValue):
        explore([Box({})], run, refusal=Refused)


def test_there_are_bounds_on_cases_and_on_work():
    found = explore([Box({"n": range(50)})], lambda box: int(box.counts()["n"]), refusal=Refused, most=50)
    assert [case.content for case in found.cases] == list(range(50))
    with pytest.raises(TooManyCases, match="more than 50 cases"):
        explore([Box({"n": range(100)})], lambda box: int(box.counts()["n"]), refusal=Refused, most=50)
    with pytest.raises(TooManyCases, match="more than 2,999 steps, with 1 cases so far"):
        explore([Box({"n": range(1)})], lambda box: 7, refusal=Refused, steps=limits.EACH - 1)
    taken = iter(range(0, 10**9, 10**6))
    with pytest.raises(TooManyCases, match="more than 20,000,000 steps"):
        explore([Box({"n": range(9)})], lambda box: 7, refusal=Refused, spent=lambda: 10**7 * next(taken))


def test_what_would_clearly_take_too_long_is_refused_early_with_the_estimate():
    read = []

    def run(box):
        read.append(box)
        return int(box.counts()["n"])

    said = r"about [\d,]+ steps for 500 cases .limit 20,000,000"
    with pytest.raises(TooManyCases, match=said) as refused:
        explore([Box({"n": range(500)})], run, refusal=Refused, spent=lambda: 100_000 * len(read))
    # The whole was read once before it was divided.
    assert int(str(refused.value).split()[1].replace(",", "")) == (1 + 500) * (100_000 + limits.EACH)
    assert len(read) < 20


def test_what_divides_into_far_too_many_cases_is_refused_after_a_fair_sample():
    read = []

    def run(box):
        read.append(box)
        side = box.sides["n"]
        if len(side) > 1:
            raise NeedsValue("n", singles(side))

    boxes = [Box({"name": tuple(range(300)), "n": range(30)})]
    with pytest.raises(TooManyCases, match=r"more than 2,000 cases \(about 9,000\)"):
        explore(boxes, run, refusal=Refused)
    assert len(read) <= 12


def test_one_part_that_stays_whole_among_those_read_speaks_against_a_refusal():
    def run(box):
        side = box.sides["n"]
        if len(side) > 1 and box.sides["name"][0] % 8 == 0:
            raise NeedsValue("n", singles(side))

    found = explore([Box({"name": tuple(range(300)), "n": range(30)})], run, refusal=Refused)
    assert len(found.cases) == 38 * 30 + 262


def test_parts_come_in_their_order_whichever_was_read_first():
    boxes = [Box({"n": range(3), "on": (False, True)}), Box({"n": range(3, 30), "on": (False,)})]
    found = explore(boxes, lambda box: "low" if box.counts()["n"] < 5 else "high", refusal=Refused)
    assert [str(case.box) for case in found.cases] == [
        "n from 0 to 2, on false",
        "n from 0 to 2, on true",
        "n from 3 to 4, on false",
        "n from 5 to 29, on false",
    ]


def spending(costs):
    """A run that takes so many steps for each name, and how many it has taken."""
    taken = [0]

    def run(box):
        taken[0] += costs[box.counts()["name"]]

    return run, lambda: taken[0]


def test_one_long_part_among_short_ones_is_read_whole():
    run, spent = spending([6_000_000 if name == 7 else 1000 for name in range(40)])
    found = explore([Box({"name": tuple(range(40))})], run, refusal=Refused, spent=spent)
    assert len(found.cases) == 40


def test_long_parts_behind_short_and_wide_ones_are_foreseen_from_a_fair_sample():
    taken = [0]

    def run(box):
        side = box.sides["n"]
        if len(side) == 1:
            taken[0] += 100_000

    boxes = [Box({"name": tuple(range(300)), "n": range(30)}), Box({"name": tuple(range(300)), "n": range(1)})]
    with pytest.raises(TooManyCases, match=r"about [\d,]+ steps for 600 cases .limit 20,000,000"):
        explore(boxes, run, refusal=Refused, spent=lambda: taken[0])
    assert taken[0] < 4_000_000


def test_two_long_parts_behind_short_ones_of_another_width_do_not_speak_for_all_of_theirs():
    taken, long = [0], [2]

    def run(box):
        if len(box.sides["n"]) == 1 and long[0]:
            long[0] -= 1
            taken[0] += 90_000

    boxes = [Box({"name": tuple(range(9)), "n": range(30)}), Box({"name": tuple(range(300)), "n": range(1)})]
    assert len(explore(boxes, run, refusal=Refused, spent=lambda: taken[0]).cases) == 309
    assert long == [0]


def test_what_is_known_to_be_too_long_before_it_is_read_is_refused_at_once():
    read = []
    said = "at least 32,000,000 steps for 8 cases .limit 20,000,000"
    with pytest.raises(TooManyCases, match=said):
        explore([Box({"name": tuple(range(9))})], read.append, refusal=Refused, least=lambda box: 4_000_000)
    assert not read


def one_by_one(last, cost):
    """A run that finds one value after another up to the last, and how many steps it has taken."""
    taken = [0]

    def run(box):
        side = box.sides["n"]
        taken[0] += cost
        if len(side) > 1 and side[0] < last:
            raise NeedsValue("n", (side[:1], side[1:]))

    return run, lambda: taken[0]


def test_cases_that_come_one_by_one_are_foreseen_from_pairs_of_neighbours():
    run, spent = one_by_one(3000, 20_000)
    with pytest.raises(TooManyCases, match=r"about [\d,]+ steps for [\d,]+ cases .limit 20,000,000"):
        explore([Box({"n": range(3000)})], run, refusal=Refused, spent=spent)
    assert spent() < 3_000_000
    run, spent = one_by_one(4200, 1)
    with pytest.raises(TooManyCases, match=r"more than 2,000 cases \(about 4,\d\d\d\)"):
        explore([Box({"n": range(4200)})], run, refusal=Refused, spent=spent)
    assert spent() < 600


def test_cases_that_come_one_by_one_and_end_are_read_whole():
    run, spent = one_by_one(300, 20_000)
    aside = []
    found = explore([Box({"n": range(3000)})], run, refusal=Refused, spent=spent, probe=aside.append)
    assert [str(case.box) for case in found.cases[-2:]] == ["n 299", "n from 300 to 2999"]
    # What is read aside is a pair of neighbours, or one of them.
    assert aside
    assert all(len(box.sides["n"]) <= 2 for box in aside)


# -- what is kept of too much ------------------------------------------------------------------------------------


def names_of(boxes):
    return Counter(name for box in boxes for name in box.sides["name"])


@given(st.lists(st.integers(1, 4_000_000), min_size=1, max_size=60), st.integers(1, 40))
@example([4_000_000], 1)  # The bound is met with the last case of all, and nothing is left.
def test_what_is_read_late_is_kept_and_all_the_rest_is_left(costs, bound):
    boxes = [Box({"name": tuple(range(len(costs)))})]
    run, spent = spending(costs)
    try:
        found = explore(boxes, run, refusal=Refused, spent=spent, steps=bound * 1_000_000, partly=True)
    except TooManyCases:
        # Refused early, or because there is nothing to be kept.
        assert spent() - max(costs) <= 4_000_000
        return
    assert bool(found.left) == bool(found.why)
    # Every value is a case or left, and none of them both.
    assert names_of([case.box for case in found.cases]) + names_of(found.left) == names_of(boxes)
    assert found.cases
    # Without being asked for, a part is never given for the whole.
    run, spent = spending(costs)
    if found.left:
        with pytest.raises(TooManyCases):
            explore(boxes, run, refusal=Refused, spent=spent, steps=bound * 1_000_000)


def test_a_case_that_is_too_long_by_itself_leaves_those_that_were_read():
    taken = [0]

    def run(box):
        taken[0] += 2_000_000
        if box.sides["name"] == (3,):
            raise TooLarge("a fight", 30_000_000, 20_000_000, "steps")

    boxes = [Box({"name": tuple(range(4))})]
    found = explore(boxes, run, refusal=Refused, spent=lambda: taken[0], partly=True)
    assert len(found.cases) == 3
    assert found.left == [Box({"name": (3,)})]
    assert found.why == (
        "more than one case may take (a fight is too large: about 30,000,000 steps (limit 20,000,000))"
    )
    with pytest.raises(TooLarge):
        explore(boxes, run, refusal=Refused, spent=lambda: taken[0])


# -- turns that are free ---------------------------------------------------------------------------------------


def tries(turns, faces, told=lambda won: None, name="Tries", start=0):
    """The successes in so many tries; the name is the same whatever the numbers are."""
    test = roll_under("Test", 6, faces)

    def once_more(won):
        told(won)
        return test.map(lambda o: won + (o == "success"))

    return Turns(name, Constant(start), once_more, turns, lambda won: False)


@pytest.mark.parametrize("faces", [range(2, 3), range(1, 5)])
def test_a_free_number_of_turns_is_played_once(faces):
    turns_played = []

    known = Plays()

    def run(box):
        counts = box.counts()
        fixed = all(isinstance(count, int) for count in counts.values())
        algebra = None if fixed else Algebra()
        reader = LawReader(None if algebra is None else Polynomials(algebra), known.within(box, algebra).law)
        # The first play is of the same name, and no turn of it is free.
        first, second = tries(3, 2), tries(counts["turns"], counts["faces"], turns_played.append)
        return reader.weighted(first), reader.weighted(second)

    found = explore([Box({"turns": range(1, 9), "faces": faces})], run, refusal=Refused)
    assert len(found.cases) == 8
    # From each state once, in all readings together.
    assert len(turns_played) == len(set(turns_played)) == 8
    for case in found.cases:
        (turns,) = case.box.sides["turns"]
        (first, first_total), (second, second_total) = case.content
        assert Distribution.from_weights(first, first_total) == law_of(tries(3, 2))
        for number in faces:
            there = {
                won: weight.evaluate({"faces": number}) if isinstance(weight, Weight) else weight
                for won, weight in second.items()
            }
            assert Distribution.from_weights(there, second_total) == law_of(tries(turns, number))


def test_another_play_is_never_taken_for_the_one_that_is_known():
    plays, whole = Plays(), Box({"turns": range(1, 4), "faces": range(3, 4)})
    with pytest.raises(NeedsValue):
        LawReader(Polynomials(Algebra()), plays.within(whole).law).weighted(tries(whole.counts()["turns"], 3))
    part = whole.with_side("turns", range(2, 3))
    told = []
    assert LawReader(plays=plays.within(part).law).weighted(tries(2, 3, told.append)) == law_pair(tries(2, 3))
    assert not told
    later = LawReader(plays=plays.within(part).law)
    assert later.weighted(tries(1, 3)) == law_pair(tries(1, 3))
    assert later.weighted(tries(2, 3, told.append)) == law_pair(tries(2, 3))
    assert told
    for other, faces in (({"name": "Rounds"}, 3), ({"start": 1}, 3)):
        tree = tries(2, faces, **other)
        assert LawReader(plays=plays.within(part).law).weighted(tree) == law_pair(tree)
    # The same place of a box in which something else is different.
    elsewhere = part.with_side("faces", range(5, 6))
    assert LawReader(plays=plays.within(elsewhere).law).weighted(tries(2, 5)) == law_pair(tries(2, 5))


def test_a_play_is_only_known_for_the_turns_for_which_the_rule_came_to_it():
    plays = Plays()

    def run(box):
        counts = box.counts()
        fixed = all(isinstance(count, int) for count in counts.values())
        algebra = None if fixed else Algebra()
        reader = LawReader(None if algebra is None else Polynomials(algebra), plays.within(box, algebra).law)
        # As many turns on either side of 4, but of another game.
        day = counts["day"]
        return reader.weighted(tries(4 - day, 2) if day < 4 else tries(day - 4, 5))

    found = explore([Box({"day": range(1, 9)})], run, refusal=Refused)
    for case in found.cases:
        (day,) = case.box.sides["day"]
        assert case.content == law_pair(tries(4 - day, 2) if day < 4 else tries(day - 4, 5))


def test_a_play_too_long_for_formulas_spares_its_turns():
    box = Box({"turns": range(1, 41), "faces": range(1, 5)})
    algebra = Algebra(most_products=50)
    counts = box.counts()
    with pytest.raises(NeedsValue) as need:
        LawReader(Polynomials(algebra), Plays().within(box, algebra).law).weighted(
            tries(counts["turns"], counts["faces"])
        )
    assert (need.value.name, need.value.spared) == ("", "turns")


def law_pair(tree):
    return LawReader().weighted(tree)


def test_neighbours_with_the_same_content_are_joined_in_every_direction():
    single = [Case(Box({"n": range(n, n + 1), "on": (on,)}), n > 2) for n in range(6) for on in (False, True)]
    joined = merge(single, lambda content: content)
    assert [str(case.box) for case in joined] == ["n from 0 to 2, on false or true", "n from 3 to 5, on false or true"]


def test_boxes_have_a_common_part():
    a = Box({"n": range(5), "name": ("a", "b")})
    b = Box({"n": range(3, 9), "name": ("b", "c")})
    assert str(a.common(b)) == "n from 3 to 4, name b"
    assert a.common(Box({"n": range(7, 9), "name": ("a",)})) is None
