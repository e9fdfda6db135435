"""Some fields of a play against the same fields of all of them, and of the play written out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.kernels.weights import gather
from probcalc.exact.readings.explanation import explain
from probcalc.exact.readings.law import LawReader, law_of, probability_of
from probcalc.exact.records.fields import By, Offer, OfFields, Steps
from probcalc.exact.records.play import Play
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Constant, Event, Tree

NAMES = ("one", "two", "three", "four", "five", "six")


def _step(kind: int, amount: int) -> Tree:
    sides = 2 + amount % 2
    return faces("Die", sides).map(lambda face: face % 2 if kind % 2 else face - 1)


@st.composite
def plays(draw: st.DrawFn, depth: int = 1) -> Play:
    """Small plays over numbers, with every way to go on."""
    play = Play()
    for name in NAMES[: draw(st.integers(1, 5))]:
        known = play.fields
        kind, amount = draw(st.integers(0, 7)), draw(st.integers(0, 3))
        if not known or kind == 0:
            play = play.roll(**{name: _step(kind + amount, amount)})
            continue
        read = draw(st.lists(st.sampled_from(known), min_size=1, max_size=2, unique=True))
        if kind == 1:
            play = play.roll(
                **{name: OfFields(lambda *seen, n=amount: _step(sum(seen), n) if sum(seen) % 3 else 1, *read)}
            )
        elif kind == 2:
            play = play.also(**{name: OfFields(lambda *seen, n=amount: (sum(seen) + n) % 3, *read)})
        elif kind == 3:
            play = play.happens(**{name: OfFields(lambda *seen, n=amount: sum(seen) > n % 2, *read)})
        elif kind == 4:
            counted = play.also(**{name: OfFields(lambda one, n=amount: abs(one) % 3, read[0])})
            play = counted.add_copies(f"{name}_sum", _step(0, amount), name, *read[1:])
        elif kind == 5 and depth:
            inner = draw(plays(depth=0))
            play = play.roll(**{name: OfFields(lambda *seen, p=inner: p.only(p.fields[-1]), *read)})
        elif kind == 6:
            turn = (
                Play(*known)
                .roll(**{name: _step(amount, amount)})
                .also(**{read[0]: OfFields(lambda a, b: (a + b) % 4, read[0], name)})
            )
            play = play.repeat(amount, turn)
        else:
            play = play.roll(**{name: OfFields(lambda seen, n=amount: seen + n, read[0])})
    if depth and draw(st.booleans()):
        first = draw(st.lists(st.sampled_from(play.fields), max_size=1))
        play = play.times(draw(st.integers(1, 3)), first=first) if first else play + play.times(draw(st.integers(0, 2)))
    return play


def _margin(weights: dict[Any, Fraction], places: list[int]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for outcome, chance in weights.items():
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        key = tuple(values[place] for place in places)
        found[key] = found.get(key, Fraction(0)) + chance
    return {key: chance for key, chance in found.items() if chance}


def _law(tree: Tree) -> dict[Any, Fraction]:
    return {outcome if isinstance(outcome, tuple) else (outcome,): p for outcome, p in law_of(tree).items() if p}


@given(plays(), st.data())
def test_some_fields_are_a_margin_of_all(play: Play, data: st.DataObject) -> None:
    every = _margin(dict(law_of(play.only(*play.fields)).items()), list(range(len(play.fields))))
    wanted = data.draw(st.lists(st.sampled_from(play.fields), min_size=1, max_size=3, unique=True))
    margin = _margin(every, [play.fields.index(name) for name in wanted])
    assert _law(play.only(*wanted)) == margin
    record = play.record(*play.fields)
    for name in play.fields:
        alone = _margin(every, [play.fields.index(name)])
        found = record[name]
        if isinstance(found, Event):
            assert probability_of(found) == alone.get((1,), 0)
        else:
            assert _law(found) == alone
    assert _law(record.only(*wanted)) == margin
    reads = record.read_off(*wanted)
    weights, total = LawReader().weighted(reads[0].source)
    together = gather(zip(*[read.over(weights) for read in reads], strict=True), weights.values())
    assert {values: Fraction(weight, total) for values, weight in together.items()} == margin


def test_what_a_condition_read_may_be_given_anew_by_a_later_step() -> None:
    die = faces("Die", 6)
    play = Play().roll(face=die).happens(high=lambda face: face > 4).roll(face=lambda high: die if high else 1)
    record = play.record("high", "face")
    assert law_of(record.only("high", "face"))[0, 1] == Fraction(2, 3)
    assert law_of(play.record(one="high", same="high").only("one", "same"))[1, 1] == Fraction(1, 3)
    high, face = record.read_off("high", "face")
    weights, _ = LawReader().weighted(high.source)
    assert high.weights(weights) == {0: 12, 1: 6}
    assert face.weights(weights) == {1: 13, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def test_a_play_is_what_its_dice_are_written_out() -> None:
    save = faces("Save", 3)
    attack = (
        Play()
        .roll(hit=faces("Hit", 3))
        .roll(wounds=By("hit", {3: 2, 2: save.map(lambda face: int(face < 3))}, otherwise=0))
        .happens(fumble=lambda hit: hit == 1)
    )
    end = attack.times(2, first=["hit"]).happens(slain=lambda wounds: wounds >= 2)
    expected: dict[Any, Fraction] = {}
    for dice in product(range(1, 4), repeat=4):
        wounds = [2 if hit == 3 else int(save < 3) if hit == 2 else 0 for hit, save in (dice[:2], dice[2:])]
        key = dice[0], (dice[0] == 1) + (dice[2] == 1), int(sum(wounds) >= 2)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 81)
    assert _law(end.only("hit", "fumble", "slain")) == expected


def test_what_no_wanted_field_needs_is_not_in_the_tree() -> None:
    hit = roll_under("Hit", 20, 9)
    play = (
        Play()
        .roll(band=hit)
        .roll(wounds=By("band", success=roll_under("Save", 20, 5).count("failure"), failure=0))
        .roll(fate=roll_under("Fate", 20, 3))
        .happens(hit=lambda band: band == "success")
    )
    record = play.record("hit", "wounds", "fate")
    assert [step.name for step in explain(record["hit"])] == ["Hit"]
    assert [step.name for step in explain(record["wounds"])] == ["Hit", "Save"]
    assert record["hit"].source is hit
    assert record["fate"].name == "Fate"


def test_a_field_that_nothing_gives_is_refused_where_it_is_written() -> None:
    play = Play().roll(wounds=faces("Die", 6))
    for wrong in (
        lambda: play.also(slain=lambda wound: wound > 2),
        lambda: play.only("wound"),
        lambda: play.record("slain")["slain"],
        lambda: play.repeat(2, Play("turn").also(turn=lambda turn: turn + 1)),
    ):
        with pytest.raises(ValueError, match="no step before it gives"):
            wrong()


def test_what_is_certain_is_a_field() -> None:
    play = (
        Play()
        .also(turn=0, failed=0)
        .repeat(
            3,
            Play("turn", "failed")
            .also(turn=lambda turn: turn + 1)
            .roll(band=roll_under("Test", 4, 1))
            .also(failed=lambda failed, band, turn: failed or (turn if band == "failure" else 0)),
        )
    )
    assert law_of(play.only("turn")) == law_of(Constant(3))
    assert law_of(play.only("failed"))[2] == Fraction(3, 16)


@given(st.integers(1, 4), st.integers(1, 4), st.booleans(), st.integers(-1, 3))
def test_totals_limits_and_what_is_kept_are_read_as_if_all_were_rolled(one, other, keeps, limit):
    first, seconds = faces("One", one), [faces("Other", other + left) for left in range(2)]
    play = Play().roll(x=first).also(left=lambda x: x % 2).roll(y=lambda left: seconds[left])
    if keeps:
        play = play.keep("x", "y")
    summed = play.total("more", "x", "-y").also(seen=lambda more, left: (more > 0, left))
    within = (
        Play()
        .roll(x=first)
        .also(left=lambda x: x % 2)
        .roll_within(lambda x: (limit, x + 1), y=lambda left: seconds[left])
    )
    classed = within.also(seen=lambda x, y: (y >= limit, y > x)).also(above=lambda seen: seen[1])
    whole = law_of(play.only("x", "y", "left"))
    for tree, read in (
        (summed.only("more"), lambda x, y, left: x - y),
        (summed.only("seen"), lambda x, y, left: (x > y, left)),
        (summed.only("left", "more"), lambda x, y, left: (left, x - y)),
        (summed.only("more", "x"), lambda x, y, left: (x - y, x)),
        (classed.only("seen"), lambda x, y, left: (y >= limit, y > x)),
        (classed.only("above", "x"), lambda x, y, left: (y > x, x)),
        (classed.only("above", "y"), lambda x, y, left: (y > x, y)),
    ):
        assert law_of(tree) == whole.map(lambda row, read=read: read(*row))
    # Nothing is kept together for others where there are none.
    assert law_of(summed.record("more").reading(["more"])["more"]) == law_of(summed.only("more"))


def test_a_law_known_by_itself_is_read_alone_only():
    die = faces("Die", 6)
    play = Play().roll(one=die).roll(two=lambda one: die).alone(two=die).also(same=lambda one, two: one == two)
    assert play.only("two") is die
    assert law_of(play.only("same"))[True] == law_of(play.only("two", "same"))[6, True] * 6 == Fraction(1, 6)


def test_an_offer_is_no_decision_where_nothing_hangs_on_it():
    offer = Offer("Before", (Option("stay", Steps(a=1, b=2)), Option("go", Steps(a=1, b=3))), "me", {}, {"b": "b is"})
    assert law_of(offer.only("a"))[1] == 1
    open_one = offer.only("b")
    assert isinstance(open_one, Decision)
    assert open_one.so_far == ("b is",)


def test_what_happens_in_one_copy_is_counted_like_in_several():
    once = Play().roll(face=faces("Die", 6)).happens(six=lambda face: face == 6).times(1)
    assert law_of(once.record("six")["six"])[1] == Fraction(1, 6)
