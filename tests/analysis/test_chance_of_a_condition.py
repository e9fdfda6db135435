"""A number that is the chance of a condition, held to what a plain function adds up over all results together."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.laboratory.along import all_along
from probcalc.analysis.numbers.measure import Measure, measure, read_number
from probcalc.analysis.one_play.decided import joint_results
from probcalc.cli import main
from probcalc.exact.budget.bounds import metered
from probcalc.exact.readings.law import LawReader
from probcalc.present.declared.answer_forms import with_lead
from probcalc.present.languages.language import said, speaking
from probcalc.present.sentences.headline import headline
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.web.pages.answer.counted_number import answer_sentence
from probcalc.web.pages.answer.shown import card
from probcalc.web.state.answered_request import standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import fitting, view_from

CURSED = {"attacker": "the_cursed", "target": "spearmen"}
BOTH = "slain and not attacker_dazed"
RELATIONS = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
TURNED = {"<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}


def comparisons(name, numbers):
    """A result beside a number, either way round, as text and as a function of the outcomes."""

    def made(relation, number, is_turned):
        text = f"{number} {TURNED[relation]} {name}" if is_turned else f"{name} {relation} {number}"
        return text, lambda came: RELATIONS[relation](came[name], number)

    return st.builds(made, st.sampled_from(list(RELATIONS)), numbers, st.booleans())


def conditions(parts):
    """Conditions joined of these."""

    def joined(word, one, other):
        both = {"and": lambda came: one[1](came) and other[1](came), "or": lambda came: one[1](came) or other[1](came)}
        return f"({one[0]}) {word} ({other[0]})", both[word]

    return st.recursive(
        parts,
        lambda inner: st.one_of(
            st.builds(joined, st.sampled_from(["and", "or"]), inner, inner),
            inner.map(lambda part: (f"not ({part[0]})", lambda came: not part[1](came))),
        ),
        max_leaves=4,
    )


def happens(*names):
    return st.sampled_from(names).map(lambda name: (name, lambda came: came[name] == 1))


def in_all(scenario, request, names, holds):
    """The chance added up over every outcome of these results together."""
    weights, total = joint_results(scenario, request).joint_weights(names, LawReader())
    return sum(
        (Fraction(weight, total) for row, weight in weights.items() if holds(dict(zip(names, row, strict=True)))),
        Fraction(0),
    )


MELEE = ["hit", "critical", "fumble", "wounds", "slain", "attacker_dazed"]
EVENTS = conditions(
    st.one_of(happens(*(name for name in MELEE if name != "wounds")), comparisons("wounds", st.integers(-1, 5)))
)
FOUGHT = ["a_hits", "b_hits", "winner", "a_casualties", "b_casualties"]


def compared(one, other, relation):
    return f"{one} {relation} {other}", lambda came: RELATIONS[relation](came[one], came[other])


OUTCOMES = conditions(
    st.one_of(
        comparisons("a_hits", st.integers(0, 4)),
        comparisons("b_casualties", st.integers(0, 4)),
        st.builds(compared, st.sampled_from(FOUGHT[:2]), st.sampled_from(FOUGHT[3:]), st.sampled_from(list(RELATIONS))),
        st.sampled_from(["a", "tie", "b"]).map(lambda who: (f"winner = {who}", lambda came: came["winner"] == who)),
        st.sampled_from(["a", "tie", "b"]).map(lambda who: (f"winner != {who}", lambda came: came["winner"] != who)),
    )
)


@settings(max_examples=60, deadline=None)
@given(asked=EVENTS, cc=st.integers(3, 18), noa=st.integers(1, 3), damage=st.integers(5, 20))
def test_the_chance_is_what_all_results_together_add_up_to(asked, cc, noa, damage):
    text, holds = asked
    request = {"cc": cc, "noa": noa, "damage": damage, "critic": 3}
    answer = probcalc.odds("chronopia.melee", request)
    assert measure("chronopia.melee", text).of(answer) == in_all("chronopia.melee", request, MELEE, holds)


@settings(max_examples=40, deadline=None)
@given(asked=OUTCOMES, models=st.integers(1, 3), unit=st.sampled_from(["troll", "human_spearman"]))
def test_of_names_and_of_results_against_each_other_too(asked, models, unit):
    text, holds = asked
    request = {"a.unit": unit, "b.unit": "orc_soldier", "b.figures": models}
    answer = probcalc.odds("oathmark.combat", request)
    assert measure("oathmark.combat", text).of(answer) == in_all("oathmark.combat", request, FOUGHT, holds)


@settings(max_examples=20, deadline=None)
@given(asked=EVENTS, known=st.sampled_from(["hit", "not slain", "wounds >= 1"]))
def test_of_an_answer_that_something_is_given_it_is_the_share_of_that(asked, known):
    text, _ = asked
    whole = probcalc.odds("chronopia.melee", CURSED)
    answer = probcalc.odds("chronopia.melee", CURSED, given=known)
    assert Measure(text).of(answer) == Measure(f"({text}) and ({known})").of(whole) / answer.given[1]


@settings(max_examples=20, deadline=None)
@given(asked=EVENTS, low=st.integers(1, 8))
def test_a_formula_and_a_sweep_say_the_same_as_the_answers(asked, low):
    text, _ = asked
    number = measure("chronopia.melee", text)
    values = range(low, low + 14)
    answered = [number.of(probcalc.odds("chronopia.melee", {**CURSED, "cc": cc})) for cc in values]
    cells = probcalc.table("chronopia.melee", CURSED, f"cc={low}..{low + 13}", measured=text).cells
    assert [row[0].value for row in cells] == answered
    swept = probcalc.sweep("chronopia.melee", CURSED, vary=[f"cc={low}..{low + 13}"], results=[text]).to_arrow()
    assert [Fraction(row[swept.column_names[1]]) for row in swept.to_pylist()] == answered


def test_cells_without_a_formula_are_answered():
    found = probcalc.sweep("chronopia.melee", {"target": "spearmen"}, vary=["attacker=all"], results=[BOTH]).to_arrow()
    cells = dict(zip(found.column(0).to_pylist(), found.column(1).to_pylist(), strict=True))
    assert cells.pop("civilian") is None
    for name, chance in cells.items():
        answer = probcalc.odds("chronopia.melee", attacker=name, target="spearmen")
        assert Fraction(chance) == Measure(BOTH).of(answer)


@pytest.mark.parametrize("text", ["result < 9", "not result < 9", "result = 3 or result >= 12", "2 <= result < 700"])
def test_a_law_without_an_end_is_asked_too(text):
    law = probcalc.roll("3d6!")["result"]
    right = {
        "result < 9": law.at_most(8),
        "not result < 9": law.at_least(9),
        "result = 3 or result >= 12": law[3] + law.at_least(12),
        "2 <= result < 700": law.at_most(699),
    }
    answer = Measure(text).asked(probcalc.roll("3d6!"))
    assert answer[text] == LawReader().probability(answer.play()[text]) == right[text]


def test_a_result_beside_another_is_no_outcome_of_it():
    together = probcalc.joint("oathmark.combat", {}, ["a_hits", "b_hits"]).table
    right = sum(chance for ours, theirs, chance in together if ours == theirs)
    more = sum(chance for ours, theirs, chance in together if ours > theirs)
    asked = measure("oathmark.combat", "a_hits = b_hits")
    answer = probcalc.odds("oathmark.combat")
    assert asked.of(answer) == right
    assert asked.label(answer) == "Hits scored by the active unit, the same as hits scored by the enemy"
    assert with_lead(answer, {"result": "a_hits = b_hits", "at_least": None})[1].result == "a_hits = b_hits"
    # Ten figures are what an answer is asked with unless more is said.
    numbers = {"a_hits = b_hits": right, "P(a_hits > b_hits)": more, "1 - P(a_hits = b_hits)": 1 - right}
    for text, number in numbers.items():
        table = probcalc.sweep("oathmark.combat", vary=["a.figures=10"], results=[text]).to_arrow()
        assert Fraction(table.to_pylist()[0][table.column_names[1]]) == number
    words = ["formula", "oathmark.combat", "--in", "a.figures=10..11", "--json"]
    for text, number in numbers.items():
        [found] = json.loads(CliRunner().invoke(main, [*words, "--result", text]).output)["results"].values()
        assert Fraction(found["sympy"]) == number
    found = probcalc.overtake("oathmark.combat", {}, {"a.fight": 3}, over="a.figures=10..11", by="a_hits > b_hits")
    assert found.numbers[10][0] == more
    assert probcalc.advise("oathmark.combat", aim="a_hits = b_hits").value == right
    view, notices = fitting(view_from({"show.result": "a_hits = b_hits"})[0], "oathmark.combat", {})
    assert (view.result, view.outcome, notices) == ("a_hits = b_hits", "", ())
    assert measure("oathmark.combat", "winner = a") == Measure("winner", outcome="a")
    told = CliRunner().invoke(main, [*words, "--result", "a_hits = a_dice"])
    assert "a_dice: it is decided by no play that decides anything else with it" in told.output


@pytest.mark.parametrize(
    ("scenario", "asked", "name", "outcome"),
    [
        ("chronopia.panic", {"ld": 11, "distance": 12, "move": 5}, "turns", "lost"),
        ("thud_and_blunder.attack", {}, "outcome", "knocked_down"),
        ("oathmark.combat", {}, "a_morale", "disordered"),
    ],
)
def test_names_in_an_order_are_compared_as_their_law_compares_them(scenario, asked, name, outcome):
    answer = probcalc.odds(scenario, asked)
    reached = answer[name].at_least(outcome)
    assert Measure(f"{name} >= {outcome}").of(answer) == Measure(f"not {name} < {outcome}").of(answer) == reached
    [cell] = (
        probcalc.sweep(scenario, asked, vary=["variant=none"], results=[f"{name} >= {outcome}"]).to_arrow().to_pylist()
    )
    assert Fraction(cell[f"{name}>={outcome}"]) == reached


def test_an_outcome_in_quotes_is_what_it_is_written_as():
    symbols = probcalc.odds("custom.roll", roll="2d{0,s,s+a}")
    assert Measure('symbols != "(1, 0)"').of(symbols) == 1 - symbols["symbols"][1, 0]
    with pytest.raises(InputError, match="symbols: names have no order"):
        Measure("symbols < 1").of(symbols)
    without_end = probcalc.roll("3d6!")
    assert Measure('not result = "50"').of(without_end) == 1 - without_end["result"][50]


def test_the_words_of_a_condition_are_those_of_its_results():
    answer = probcalc.odds("chronopia.melee", CURSED)
    for text, words in {
        "slain and critical": "Target slain and critical hit (first attack)",
        "not slain": "Not “Target slain”",
        "wounds < 2": "Wounds caused, less than 2",
        "3 > wounds": "Wounds caused, less than 3",
        "wounds != 3": "Wounds caused: not 3",
        "not wounds = 3": "Wounds caused: not 3",
        "slain and not wounds >= 2": "Target slain and wounds caused, less than 2",
        "not (slain or critical)": "Not (target slain or critical hit (first attack))",
        "hit and (wounds >= 2 or critical)": (
            "Hits (first attack) and (wounds caused, 2 or more or critical hit (first attack))"
        ),
        "1 <= wounds <= 2": "Wounds caused, 1 or more and wounds caused, at most 2",
    }.items():
        assert Measure(text).label(answer) == words
        assert Measure(text).unit(answer) == "chance"
    fought = probcalc.odds("oathmark.combat", {"b.unit": "troll"})
    assert Measure("winner != b and a_hits > b_hits").label(fought) == (
        "Who wins: not the Trolls and hits scored by the active unit, more than hits scored by the Trolls"
    )
    assert Measure(BOTH).for_all([answer, answer]) == Measure(BOTH)


def test_the_words_of_a_condition_are_said_in_another_language_too():
    answer = probcalc.odds("chronopia.melee", CURSED)
    with speaking("de"):
        for text, words in {
            "wounds < 2": "Verursachte Wunden, weniger als 2",
            BOTH: "Ziel erschlagen und nicht „Angreifer wird benommen“",
            "slain or wounds > 1": "Ziel erschlagen oder Verursachte Wunden, mehr als 1",
        }.items():
            assert said(Measure(text).label(answer)) == words


@pytest.mark.parametrize(
    ("scenario", "text", "line"),
    [
        ("chronopia.melee", "slain and fumbel", "fumbel is not a result of chronopia.melee; did you mean fumble"),
        ("chronopia.melee", "slain and wounds", "wounds: it has several outcomes, so the condition compares it"),
        ("chronopia.melee", "slain >= 1/2", "slain: it happens or not, so the condition is slain or not slain"),
        ("chronopia.melee", "not hit = 1", "hit: it happens or not"),
        ("chronopia.melee", "hit != slain", "hit: it happens or not, so the condition is hit or not hit"),
        ("oathmark.combat", "a_dice = a_hits", "a_dice is 5 without a roll, so it is no part of a condition"),
        ("chronopia.melee", "slain and wounds = x", "x is not a possible outcome of wounds; choose from 0, 1"),
        (
            "oathmark.combat",
            "winner = c and a_hits > 1",
            "c is not a possible outcome of winner; choose from a, tie, b",
        ),
        ("oathmark.combat", "not winner > a", "winner: names have no order"),
        ("oathmark.combat", "winner = a and a_dice > 3", "a_dice is 5 without a roll, so it is no part of a condition"),
        ("mechanics.attack", "total_damage >= 2 and kills", "kills is not a result of mechanics.attack"),
        ("chronopia.melee", "slain and " * 40 + "hit", "at most 300 characters"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(scenario, text, line):
    with pytest.raises(InputError, match=line) as caught:
        measure(scenario, text).of(probcalc.odds(scenario))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ("thud_and_blunder.duel", "a_strikes_first and winner = a"),
        ("thud_and_blunder.volley", "together = out and apart = out"),
        ("oathmark.combat", "a_hits_per_die >= 1 and winner = a"),
    ],
)
def test_results_that_share_no_play_are_refused_in_the_line_in_which_nothing_can_be_given_of_them(scenario, text):
    with pytest.raises(InputError) as as_given:
        probcalc.odds(scenario, given=text)
    with pytest.raises(InputError) as as_number:
        Measure(text).of(probcalc.odds(scenario))
    assert str(as_number.value) == str(as_given.value)


def test_a_result_that_a_play_decides_alone_is_asked_alone():
    answer = probcalc.odds("thud_and_blunder.volley")
    assert Measure("not apart = out").of(answer) == 1 - answer["apart"]["out"]
    swept = probcalc.sweep("thud_and_blunder.volley", {}, vary=["skill=1..3"], results=["not apart = out"]).to_arrow()
    for row in swept.to_pylist():
        shot = probcalc.odds("thud_and_blunder.volley", skill=int(row["skill"]))
        assert Fraction(row[swept.column_names[1]]) == 1 - shot["apart"]["out"]


def run(*words):
    told = CliRunner().invoke(main, list(words))
    assert told.exit_code == 0, told.output
    return told.output


def test_the_command_line_leads_with_it_explains_it_and_proves_it(tmp_path):
    words = ["odds", "chronopia.melee", *(f"{name}={value}" for name, value in CURSED.items()), "--result", BOTH]
    told = run(*words)
    assert "\nTarget slain and not “Attacker ends up Dazed”: 55.4% (about 11 in 20). 0.72 wounds on average." in told
    assert "target slain and not “Attacker ends up Dazed” 55.4% (693/1250)" in run(*words, "--line")
    assert "Why: Target slain and not “Attacker ends up Dazed”" in run(*words, "--explain")
    assert json.loads(run(*words, "--json"))["results"][BOTH] == {"kind": "probability", "value": "693/1250"}
    proof = tmp_path / "proof.json"
    run(*words, "--certificate", str(proof))
    ways = {said: int(count) for said, count in json.loads(proof.read_text(encoding="utf-8"))["answer"]}
    assert Fraction(ways["True"], sum(ways.values())) == Fraction(693, 1250)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["needed", "chronopia.melee"], "Highest:"),
        (["modifiers", "chronopia.melee"], "now: 55.4%"),
        (["weapons", "chronopia.melee"], "slain and not attacker dazed"),
        (["variant", "chronopia.melee", "--die", "d20=2d10"], "58.5%"),
        (["lab", "numbers", "chronopia.melee"], "greatest step"),
        (["lab", "steps", "chronopia.melee", "--over", "cc"], "Target slain and not “Attacker ends up Dazed”"),
        (["lab", "dominance", "chronopia.melee"], "best against"),
        (["chart", "steps", "chronopia.melee", "--over", "cc"], "<svg"),
    ],
    ids=lambda part: " ".join(part[:2]) if isinstance(part, list) else "",
)
def test_every_command_that_looks_at_a_number_takes_it(words, found):
    assert found in run(*words, *(f"{name}={value}" for name, value in CURSED.items()), "--result", BOTH)


def test_a_design_and_two_requests_against_each_other_take_it():
    wanted = run("lab", "design", "chronopia.melee", "target=spearmen", "--vary", "cc=5..15", "--want", f"{BOTH} = 20%")
    assert "target slain and not “Attacker ends up Dazed” about 20.0%" in wanted
    two = ["overtake", "chronopia.melee", "noa=1", "vs", "chronopia.melee", "noa=2", "damage=8", "--over", "armour"]
    assert f"{BOTH} over armour" in run(*two, "--by", BOTH)


def test_the_best_play_for_it_is_what_is_best_of_both():
    best = probcalc.advise("chronopia.melee", CURSED, aim=BOTH, points=2)
    assert best.table[0] == Measure(BOTH).of(probcalc.odds("chronopia.melee", CURSED))
    boosted = Measure(BOTH).of(probcalc.odds("chronopia.melee", {**CURSED, **best.choices[0].values}))
    assert (best.choices[0].label, best.choices[0].value, best.table[1]) == ("Boost", boosted, boosted)
    assert best.aim.text() == BOTH
    least = probcalc.advise("mechanics.push", aim="least bust or points < 3")
    assert least.value == 1 - probcalc.advise("mechanics.push", aim="points >= 3 and not bust").value


@pytest.mark.parametrize(
    ("aim", "line"),
    [
        ("slain and hit", "hit is not an aim of chronopia.melee; choose from slain, wounds, attacker_dazed"),
        ("slain and wonds < 2", "wonds is not an aim of chronopia.melee; did you mean wounds"),
        ({"result": BOTH, "at_least": 2}, "counts nothing"),
    ],
)
def test_an_aim_that_is_none_is_refused(aim, line):
    with pytest.raises(InputError, match=line):
        probcalc.advise("chronopia.melee", CURSED, aim=aim)


def test_what_a_player_is_not_told_of_at_a_decision_is_no_rule_for_him():
    with pytest.raises(InputError, match="aim: what is best here depends on more than a player knows"):
        probcalc.advise("chronopia.melee", CURSED, noa=6, aim=BOTH, points=3)


def test_a_record_counts_whether_something_came():
    for came, chance in {
        "winner = a = yes": Measure("winner", outcome="a"),
        "not winner = a = yes": Measure("not winner = a"),
        "winner = a and a_hits > 2 = yes": Measure("winner = a and a_hits > 2"),
    }.items():
        [line] = probcalc.luck(f"oathmark.combat -> {came}")["lines"]
        assert line["exactly"] == chance.of(probcalc.odds("oathmark.combat"))
    entry = {"scenario": "oathmark.combat", "result": "winner = a", "came": "no"}
    assert probcalc.luck([entry])["lines"][0]["came"] == "no"
    with pytest.raises(InputError, match="line 1: c is not a possible outcome of winner; choose from a, tie, b"):
        probcalc.luck("oathmark.combat -> winner = c = yes")


@pytest.mark.parametrize("text", ["wounds = 2", "wounds < 2", BOTH])
def test_the_page_shows_the_number_of_its_address(text):
    stands = standing("chronopia.melee", CURSED, result=text)
    shown = card(stands.answered, View(result=text))
    assert shown["value"] == Measure(text).of(probcalc.odds("chronopia.melee", CURSED))
    assert shown["sentence"] == Measure(text).label(stands.answered)
    assert answer_sentence(stands.answered, View(result=text)).startswith(shown["sentence"])
    assert fitting(View(result=text), "chronopia.melee", CURSED) == (View(result=text), ())


def test_an_address_whose_number_there_is_not_says_why():
    view, [notice] = fitting(View(result="slain and fumbel"), "chronopia.melee", {})
    assert view == View()
    assert notice == (
        "Ignored: show.result names slain and fumbel, which is not asked so: fumbel is not a result of "
        "chronopia.melee; did you mean fumble."
    )


@pytest.mark.parametrize("text", ["not winner = b", "winner = a and rounds < 3"])
def test_a_fight_is_asked_along_every_number(text):
    fight = {"a.figures": 1, "b.figures": 1}
    found = all_along("oathmark.fight", fight, measure("oathmark.fight", text))
    [figures] = [each for each in found if each.parameter.name == "a.figures"]
    values = dict(figures.trials)
    for number in (1, 2, 4):
        answer = probcalc.odds("oathmark.fight", fight | {"a.figures": number})
        assert values[number].value == Measure(text).of(answer)


def test_it_is_written_as_it_is_read():
    for text in ("slain", "mean wounds", "wounds >= 2", "winner = a", "wounds < 2", BOTH):
        assert read_number(text).text == text
        assert read_number(read_number(text).text) == read_number(text)


def test_a_headline_of_the_answer_that_is_asked_leads_with_it():
    answer = Measure(BOTH).asked(probcalc.odds("chronopia.melee", CURSED))
    assert headline(answer, result=BOTH).exact == answer[BOTH]
    assert headline(answer.called({"attacker": "Iron Guard"}), result=BOTH).sentence == (
        "Target slain and not “Attacker ends up Dazed”"
    )


def test_what_is_read_together_counts_in_the_budget_of_whoever_asks():
    answer = probcalc.odds("chronopia.melee", CURSED)
    with metered() as spent:
        Measure(BOTH).of(answer)
    assert spent.spent > 0
    with pytest.raises(TooMuch, match="all that is asked is too large"), metered(most=5):
        Measure(BOTH).of(answer)
