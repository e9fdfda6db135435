"""Play through tens of thousands of states is foreseen without counting them anew at each."""

from fractions import Fraction
from time import process_time

from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.dice.dice import d
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Constant, Turns


def test_a_long_play_takes_no_longer_for_being_foreseen():
    die = faces("Die", 6)
    begun = process_time()
    with metered(Budget(10_000_000)):
        law = law_of(
            Turns(
                "Total",
                Constant((0, 0)),
                lambda state: die.map(lambda face: (state[0] + 1, state[1] + face)),
                None,
                lambda state: state[1] >= 300,
            )
        )
    # Four seconds where every state counted all of them.
    assert process_time() - begun < 2.5
    assert law.chance(lambda state: state[0] > 60) == (60 @ d(6)).at_most(299)


def test_the_states_of_one_circle_are_not_foreseen_to_be_circles_of_their_own():
    step = 2 @ d(6)
    with metered(Budget(1_500_000)):
        law = law_of(
            Turns(
                "Walk",
                Constant(300),
                lambda place: step.map(lambda total: max(0, min(600, place + total - 7))),
                None,
                lambda place: place in (0, 600),
            )
        )
    # It was refused, once all was done, for 500 times what it had taken.
    assert law[0] == law[600] == Fraction(1, 2)
