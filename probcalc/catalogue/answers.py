"""What is asked most: the answer to a scenario, to a roll, to a program of dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probcalc.dice_programs.dice import ProgramOutput
    from probcalc.scenarios.answer import Answer


def odds(scenario: str, /, parameters: Mapping[str, Any] | None = None, *, given: Any = None, **named: Any) -> Answer:
    """The exact answer to a scenario, with parameters in a mapping, as keywords, or both.

    With `given` it is the answer once one of its own results is known: "hit", "wounds >= 2", "not slain".

    >>> import probcalc
    >>> probcalc.odds("chronopia.initiative", a_activations=4, b_activations=5, previous="a")["a"]
    Fraction(21, 40)
    >>> probcalc.odds("chronopia.melee", {"attacker": "the_cursed"}, given="hit")["slain"]
    Fraction(87291, 104000)

    Raises:
        InputError: one line naming the parameter, its bounds and what was given.
    """
    from probcalc.scenarios import registry
    from probcalc.scenarios.given_values import merge_given

    if given is not None:
        from probcalc.analysis.one_play.conditional import odds_given

        return odds_given(scenario, merge_given(parameters, named), given)
    return registry.answer(scenario, merge_given(parameters, named))


def roll(notation: str, **numbers: Any) -> Answer:
    """The exact answer to a roll in the notation, the same as `odds("custom.roll", roll=notation)`.

    Letters in it have their `numbers` beside it, as in `roll("xd6 >= y", x=3, y=5)`.

    >>> import probcalc
    >>> probcalc.roll("best of 2d6 >= 5")["success"], probcalc.roll("d20 + x >= 15", x=4)["success"]
    (Fraction(5, 9), Fraction(1, 2))

    Raises:
        InputError: one line that points at a character and says what was expected there.
    """
    return odds("custom.roll", {"roll": notation}, **numbers)


def anydice(program: str) -> list[ProgramOutput]:
    """The outputs of a program in the language of AnyDice, in their order: pairs of a name and an exact law.

    >>> import probcalc
    >>> name, law = probcalc.anydice('output [highest 3 of 4d6] named "ability"')[0]
    >>> name, law[18]
    ('ability', Fraction(7, 432))

    Raises:
        InputError: one line with the line and the character of the program.
    """
    from probcalc.dice_programs.running import run

    return run(program)


def clear_caches() -> None:
    """Forget every answer kept for reuse."""
    from probcalc.scenarios import registry

    registry.clear_caches()
