"""Rounds of a sheet without a last one: how many there are, against the same duel played out in plain Python."""

import json
import runpy
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import probcalc
from probcalc import Sheet
from probcalc.analysis.one_play.conditional import odds_given
from probcalc.cli import main
from probcalc.exact.readings.proof import certificate

check = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "check_play.py"))["check"]

DUEL = """
sides: Reds, Blues
each: models 2 (1..6), skill 4+ (2+..6+)
given: limit 3 (1..30), late?
models_lost = d2 if late
left of Reds = max(1, models of Reds - models_lost)
left of Blues = models of Blues
rounds:
  strikes of each = min(left, 2)
  hits of each = strikes d6 >= skill
  next left of each = max(0, left - hits of enemy)
until: left of Reds = 0 or left of Blues = 0
result: rounds in rounds
result: dur = rounds
result: quick = rounds <= limit
result: third = rounds = 3 and left of Blues = 0
"""


def hits(number, skill):
    """How many of one or two dice show so much."""
    p = Fraction(7 - skill, 6)
    return {0: 1 - p, 1: p} if number == 1 else {0: (1 - p) ** 2, 1: 2 * p * (1 - p), 2: p * p}


def round_of(reds, blues, skills):
    found = {}
    for x, p in hits(min(reds, 2), skills[0]).items():
        for y, q in hits(min(blues, 2), skills[1]).items():
            after = max(0, reds - y), max(0, blues - x)
            found[after] = found.get(after, 0) + p * q
    return found


def after_each(start, skills, most):
    """The chance that it is over after exactly so many rounds, and that the Reds have won then."""
    law, found = dict(start), []
    for _ in range(most + 1):
        over = {state: p for state, p in law.items() if not all(state)}
        found.append((sum(over.values(), Fraction(0)), sum(p for (_, blues), p in over.items() if not blues)))
        law, going = {}, {state: p for state, p in law.items() if all(state)}
        for state, p in going.items():
            for after, q in round_of(*state, skills).items():
                law[after] = law.get(after, 0) + p * q
    return found


def mean_rounds(start, skills):
    @cache
    def mean(reds, blues):
        if not reds or not blues:
            return Fraction(0)
        law = round_of(reds, blues, skills)
        stays = law.pop((reds, blues))
        return (1 + sum(p * mean(*after) for after, p in law.items())) / (1 - stays)

    return sum(p * mean(*state) for state, p in start.items())


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("reds", "blues", "skills", "limit"), [(2, 3, (4, 5), 3), (1, 1, (6, 2), 1), (4, 2, (5, 3), 9)]
)
def test_the_rounds_of_a_duel_are_those_played_out(reds, blues, skills, limit, late):
    game = Sheet(DUEL)
    given = {"reds.models": reds, "blues.models": blues, "reds.skill": skills[0], "blues.skill": skills[1]}
    answer = game.odds({**given, "limit": limit, "late": late})
    half = Fraction(1, 2)
    start = {(reds, blues): Fraction(1)}
    if late:
        start = {}
        for lost in (1, 2):
            state = max(1, reds - lost), blues
            start[state] = start.get(state, 0) + half
    played = after_each(start, skills, 12)
    assert [answer["rounds"][n] for n in range(13)] == [over for over, _ in played]
    assert answer["rounds"] == answer["dur"]
    assert answer["rounds"].mean == mean_rounds(start, skills)
    assert answer["quick"] == sum(over for over, _ in played[: limit + 1])
    assert answer["third"] == played[3][1]
    bounded = Sheet(DUEL.replace("rounds:", "rounds: at most 12")).odds({**given, "limit": limit, "late": late})
    assert (bounded["quick"], bounded["third"]) == (answer["quick"], answer["third"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("result: out = rounds + 1", "line 5, character 15: rounds may be any number here"),
        ("total = rounds\nresult: total", "line 5, character 9: rounds may be any number here"),
        ("result: out = 1001 >= rounds", "line 5, character 15: rounds is held against at most 1,000"),
        ("result: out = rounds >= d6", "line 5, character 25: rounds is held against a number that is known"),
        ("result: out = rounds >= 1001", "line 5, character 25: rounds is held against at most 1,000"),
        ("result: out = rounds >= 3 crit 2", "line 5, character 27: crit needs dice before it"),
        ("result: out = round", '"round" is no name here'),
    ],
)
def test_rounds_without_a_last_one_are_no_number_to_reckon_with(line, said):
    text = f"left = 3\nrounds:\n  next left = max(0, left - (d6 >= 5))\nuntil: left = 0\n{line}"
    with pytest.raises(probcalc.SheetError) as caught:
        Sheet(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_rounds_that_may_never_end_are_refused_by_their_names():
    text = "left = 1\nrounds:\n  next left = 3 - left if d6 > 3 else left\nuntil: left = 0\nresult: rounds"
    with pytest.raises(probcalc.SheetError, match=r"play never ends once it has come to left [12]"):
        Sheet(text).odds()


def test_expectations_of_rounds_are_of_the_whole_law():
    text = "left = 3\nrounds:\n  next left = max(0, left - (d6 >= 5))\nuntil: left = 0\nresult: rounds\n"
    game = Sheet(
        text + "expect: mean of rounds is 9\nexpect: mean of rounds is 10\nexpect: chance of rounds <= 3 is 1/27"
    )
    assert [met.wrong and met.wrong.said for met in game.check()] == [None, "the mean of rounds is 9, not 10", None]


def test_what_has_no_end_has_no_formula():
    game = Sheet(
        "hero: skill 5 (2..6)\nleft = 3\nrounds:\n  next left = max(0, left - (d6 >= skill))\n"
        "until: left = 0\nresult: rounds"
    )
    with game.along(), pytest.raises(probcalc.InputError, match="rounds: what may go on without end has no formula"):
        probcalc.formula(game.id_of(), {}, free=["skill"])


def test_the_law_of_rounds_is_proved(tmp_path):
    game = Sheet(DUEL)
    with game.along():
        answer = game.odds({"reds.models": 2, "blues.models": 2})
        proof = json.loads(json.dumps(answer.certificate("rounds")))
        file = tmp_path / "proof.json"
        place = tmp_path / "duel.sheet"
        place.write_text(DUEL, encoding="utf-8")
    assert check(proof).startswith("the chances of all numbers of turns")
    # The quotient of the proof, as a series, is the duel played out.
    top, bottom = (list(map(int, proof["answer"][key])) for key in ("top", "bottom"))
    series = []
    for n in range(13):
        rest = sum(d * series[n - i] for i, d in enumerate(bottom[: n + 1]) if i)
        series.append((Fraction(top[n] if n < len(top) else 0) - rest) / bottom[0])
    assert series == [over for over, _ in after_each({(2, 2): Fraction(1)}, (4, 4), 12)]
    proof["moves"][0][0][0][1] = "1/2"
    with pytest.raises(SystemExit, match="not proved"):
        check(proof)
    ran = CliRunner().invoke(main, ["sheet", "odds", str(place), "--result", "rounds", "--certificate", str(file)])
    assert ran.exit_code == 0, ran.output
    assert "check_play.py" in ran.output
    assert check(json.loads(file.read_text("utf-8")))


def test_what_has_no_end_and_no_play_has_no_proof():
    endless = probcalc.roll("d6 exploding")["result"]
    with pytest.raises(ValueError, match="result may go on without end"):
        certificate(endless, "result")


@pytest.mark.parametrize("most", ["", "at most 5"])
def test_results_are_asked_about_given_another_of_the_same_play(most):
    text = DUEL.replace("rounds:", f"rounds: {most}".rstrip()) + "result: won = left of Blues = 0\n"
    game = Sheet(text)
    played = after_each({(2, 2): Fraction(1)}, (4, 4), 60)[: 6 if most else None]
    won = [lasted for _, lasted in played]
    with game.along():
        won_given = odds_given(game.id_of(), {"reds.models": 2, "blues.models": 2}, "third")
        found = odds_given(game.id_of(), {"reds.models": 2, "blues.models": 2}, "won")
    assert (won_given["won"], won_given.given[1]) == (1, won[3])
    assert found["third"] * found.given[1] == won[3]
    assert found["quick"] * found.given[1] == sum(won[:4])
    if most:
        assert found.given[1] == sum(won)
        assert found["rounds"] == probcalc.Distribution({n: p / sum(won) for n, p in enumerate(won) if p})
    else:
        assert abs(found.given[1] - sum(won)) < Fraction(1, 10**6)
        assert [found["rounds"][n] * found.given[1] for n in range(12)] == won[:12]
        assert found["rounds"] == found["dur"]
        assert (won_given["rounds"][3], won_given["rounds"].mean) == (1, 3)
        assert found["rounds"].at_most(3) == found["quick"]
    assert not any("Left out" in note for note in found.notes)


def test_rounds_given_what_stood_above_them_or_is_rolled_behind_them():
    text = DUEL.replace("result: rounds in rounds", "result: rounds in rounds\nresult: weak = models_lost = 2")
    game = Sheet(text + "prize = d6 if left of Blues = 0\nresult: rich = prize >= 4\n")
    with game.along():
        weak = odds_given(game.id_of(), {"late": True, "reds.models": 3}, "weak")
        rich = odds_given(game.id_of(), {}, "rich")
    assert weak["rounds"].mean == mean_rounds({(1, 2): Fraction(1)}, (4, 4))
    assert "rounds" not in rich
    assert rich.notes[-1] == "Left out, for the same play does not decide it with the condition: rounds, dur."


def test_a_choice_in_rounds_without_a_last_one_is_refused_with_the_reason():
    text = "gold = 0\nrounds:\n  way = choose stay | go for most gold\n  next gold = gold + d6\nuntil: gold >= 9"
    with pytest.raises(probcalc.SheetError, match="the last round back"):
        Sheet(f"{text}\nresult: gold")
    assert Sheet(f"{text.replace('rounds:', 'rounds: at most 9')}\nresult: gold").odds()["gold"].mean > 9


def test_wounds_that_rounds_bring_below_one_are_refused():
    game = Sheet("""
left = 2
gone = 0
rounds: at most 2
  next gone = fallen to 3 times 2 with left each
  next left = left - 2
result: gone""")
    with pytest.raises(ValueError, match="line 5, character 40: left may be 0 here, and nothing is divided"):
        game.odds()


SIX = """
hero: limit 9 (1..9), ward none (2+..3+)
left = 5
rounds:
  next left = left - 5 if d6 = 6 else left
until: left <= 0
"""


def test_rounds_held_against_the_least_of_numbers_that_may_be_none_are_counted_to_the_greatest():
    quick = Sheet(f"{SIX}most = min(limit, ward)\nresult: quick = rounds <= most")
    assert quick.odds()["quick"] == 1 - Fraction(5, 6) ** 9
    assert quick.odds(ward=2)["quick"] == 1 - Fraction(5, 6) ** 2


def test_rounds_held_against_what_they_carry_down_are_refused():
    with pytest.raises(probcalc.SheetError, match="rounds is held against at most 1,000, and most may be more"):
        Sheet(f"{SIX}most = 7 - left\nresult: quick = rounds <= most")
    assert (
        Sheet(f"{SIX}most = min(9, 7 - left)\nresult: quick = rounds <= most").odds()["quick"]
        == 1 - Fraction(5, 6) ** 7
    )


def test_what_rounds_carry_on_is_divided_by_as_long_as_it_is_one():
    text = "left = 4\nrounds: at most {}\n  next left = left - 1\nshare = 12 / left\nresult: share"
    assert Sheet(text.format(3)).odds()["share"] == probcalc.Distribution({12: 1})
    with pytest.raises(ValueError, match="left may be 0 here"):
        Sheet(text.format(4)).odds()


@pytest.mark.parametrize("dice", ["sum of 2d2, 2d2", "keep 4 of (d2 and d2 and d2 and d2)"])
def test_rounds_held_against_dice_of_several_kinds_are_counted_to_their_sum(dice):
    quick = Sheet(f"{SIX}most = {dice}\nresult: quick = rounds <= most").odds()["quick"]
    sums = {4: 1, 5: 4, 6: 6, 7: 4, 8: 1}
    assert quick == sum(Fraction(ways, 16) * (1 - Fraction(5, 6) ** total) for total, ways in sums.items())


@pytest.mark.parametrize("most", ["0 - lost", "abs(lost)", "sum of 2d{1,1,1,4} exploding once"])
def test_rounds_held_against_dice_that_explode_are_counted_as_far_as_these_reach(most):
    text = f"{SIX}lost = sum of 2d{{-2,-1}} exploding once\nmost = {most}\nresult: quick = rounds <= most"
    one = {1: 12, 5: 3, 8: 1} if "sum" in most else {2: 12, 3: 4}
    expected = sum(
        Fraction(x * y, 256) * (1 - Fraction(5, 6) ** (a + b)) for a, x in one.items() for b, y in one.items()
    )
    assert Sheet(text).odds()["quick"] == expected
