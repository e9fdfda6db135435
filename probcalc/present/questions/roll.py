"""The question what a roll that is written down gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probcalc.present.declared.answer_forms import AT_LEAST, FORMS, write_answer
from probcalc.present.declared.question import Asked, Option, Question

if TYPE_CHECKING:
    from probcalc.scenarios.answer import Answer


def _find(asked: Asked) -> Answer:
    from probcalc.scenarios import registry

    return registry.answer("custom.roll", {"roll": " ".join(asked.said["roll"])})


QUESTION = Question(
    1,
    "The exact answer to a roll written down.",
    """The exact answer to a roll in a small notation; put it in quotes, because < and > mean something to a shell.

    \b
      2d6 + d4 - 1               dice and numbers added up
      2d6 best, worst of 2d20    the highest die, the lowest
      keep 3 of 4d6              the three highest, added up
      12d6 >= 4                  how many dice show 4 or more
      sum of 2d6 >= 7            whether their sum is 7 or more
      12d6 >= 4 then d6 >= 5     one more roll for each success
      2d6 + 1 vs 2d6 ties b      two sides; also ties a, ties reroll

    After a target stand crit 1-2, fumble 20, always 20, never 1, reroll 1, reroll failures, reroll up to 3 failures and
    exploding once. A roll that cannot be read is refused in one line that names the character.
    """,
    None,
    _find,
    lambda _found, _asked: (),
    (
        '"2d6 + 1"',
        '"2d6 best"',
        '"best of 3d10 >= 7"',
        '"12d6 >= 4 then d6 >= 5 then d6 <= 3" --at-least 2',
        '"d20 <= 11 crit 1-2 fumble 20" --explain',
        '"2d6 + 1 vs 2d6 ties b" --json',
    ),
    of="nothing",
    options=(
        Option("roll", "The roll.", is_required=True, is_list=True, form="ROLL", flag="-"),
        AT_LEAST,
        Option("result", "Lead with this result."),
        Option("explain", "Explain the answer: every roll and the numbers needed.", kind="flag"),
    ),
    forms=FORMS,
    writes=write_answer,
)
