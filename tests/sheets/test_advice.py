"""The choices of a sheet are decisions like those of other games: advice says when to take which."""

from fractions import Fraction

import pytest

import probcalc
from probcalc import Sheet
from tests.cli.commands import said
from tests.sheets.test_cases import refused, sheet_of

TOKEN = """
hero: skill 7 (2..12), token? yes
first = sum of 2d6 >= skill
spend = choose keep | again when token and not first for most done
done  = sum of 2d6 >= skill if spend is again else first
result: done, more is better
"""
WORDS = """
attacker: harm 2 (1..8), oil? yes
strike = d12 >= 8 crit 12 fumble 1
spend  = choose keep | again when oil | flare when oil for most wounds
second = d12 >= 8 crit 12 fumble 1
how    = outcome of second if spend is again else outcome of strike
wounds = harm + 2 * (spend is flare) if how is critical or how is success else 0
result: wounds
"""
DUEL = """
attacker: dice 3 (1..6)
hits   = dice d6 >= 4
parry  = choose stand | parry for least wounds
struck = d6 + hits if parry is stand else 6
push   = choose keep | push for most wounds
wounds = struck if push is keep else 2d4
result: wounds
"""


def test_advice_says_when_a_token_is_spent():
    game = Sheet(TOKEN)
    with game.along():
        found = probcalc.advise("sheet.my_game")
        assert (found.value, found.policy) == (Fraction(119, 144), ("Spend: again.",))
        assert found.value == game.odds()["done"]
        assert probcalc.advise("sheet.my_game", {"token": False}).policy == ("There is nothing to decide: play on.",)


def test_advice_tells_rolls_apart_by_their_words():
    game = Sheet(WORDS)
    with game.along():
        found = probcalc.advise("sheet.my_game")
        # By hand: 5/12 hit; a hit burns for 4, a miss is rolled again: 5/12 · 4 + 7/12 · 5/12 · 2.
        assert found.value == Fraction(5, 12) * 4 + Fraction(7, 12) * Fraction(5, 12) * 2
        assert "Spend is decided as well as can be, for the most wounds; advice says when." in game.odds().notes
        assert {plan.label: plan.value for plan in found.choices} == {
            "Spend: flare": Fraction(5, 12) * 4,
            "Spend: keep": Fraction(5, 12) * 2,
            "Spend: again": Fraction(5, 12) * 2,
        }
        assert found.policy == (
            "Spend: if outcome of strike is failure or fumble, again.",
            "Spend: in all other cases, flare.",
        )


def test_each_side_of_a_sheet_is_advised_on_what_it_is_after():
    """By hand: 2d4 are 5 on average; whoever parries knows that 5 or 6 will be taken, whichever is more."""
    game = Sheet(DUEL)
    with game.along():
        parry = probcalc.advise("sheet.my_game")
        assert (parry.side, parry.aim.text(), parry.value) == (
            "least wounds",
            "least wounds",
            game.odds()["wounds"].mean,
        )
        assert parry.policy == ("Parry: if hits are 3, parry.", "Parry: in all other cases, stand.")
        push = probcalc.advise("sheet.my_game", side="wounds")
        assert push.policy == ("Push: if struck is 1 to 4, push.", "Push: in all other cases, keep.")
        assert push.value == game.odds()["wounds"].mean


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("token_reroll", {"skill": 2, "tokens": 2}),
        ("token_reroll", {"skill": 5, "tokens": 1, "target_number": 15}),
        ("push_your_luck", {"doors": 3, "rope": True}),
        ("push_your_luck", {"doors": 2, "safe": 9, "alarm": 2}),
    ],
)
def test_the_best_play_of_a_sheet_is_worth_what_its_answer_says(name, asked):
    game = sheet_of(name)
    answer, aim = game.odds(asked), game.scenarios[0].advising.aims[0]
    with game.along():
        found = probcalc.advise(game.id_of(), asked)
    assert found.value == (answer[aim].mean if hasattr(answer[aim], "mean") else answer[aim])


def test_a_choice_for_what_a_round_forgets_has_no_advice_and_says_so():
    game = Sheet("""
hero: coins 3 (0..9)
bag = coins
rounds: at most 2
  roll = choose keep | six for most step
  step = d6 if roll is keep else 6
  next bag = bag + step
result: bag
""")
    assert game.scenarios[0].advising is None
    assert (
        "Roll is decided as well as can be, for the most step; there is no advice on it, as that ends with a round."
        in (game.odds().notes)
    )


def test_a_choice_is_for_the_least_of_a_side_and_never_for_a_word():
    game = Sheet("""
sides: Lanterns, Herons
each: punts 4 (1..12)
burn = choose keep | flare for least rest of Herons
lost of Herons = 2d6 if burn is flare else d6
rest of Herons = max(0, punts - lost)
result: rest of Herons
""")
    with game.along():
        found = probcalc.advise("sheet.my_game")
    assert (found.aim.text(), found.policy) == ("least herons.rest", ("Burn: flare.",))
    assert "for the least rest of Herons; advice says when" in game.odds().notes[0]
    wrong = refused(WORDS.replace("for most wounds", "for most how"))
    assert wrong.startswith("line 4, character 65: how is no number and no condition")


def test_the_command_says_when(tmp_path):
    path = tmp_path / "token.sheet"
    path.write_text(WORDS, encoding="utf-8")
    assert "Spend: if outcome of strike is failure or fumble, again." in said("sheet", "advise", str(path))
