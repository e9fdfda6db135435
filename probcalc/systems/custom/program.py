"""custom.program: an output of a program in the language of AnyDice."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from probcalc.dice_programs.outputs import PartialDistribution, ProgramOutput
from probcalc.dice_programs.running import MOST_OUTPUTS, run
from probcalc.exact.bounds import Budget
from probcalc.exact.steps import Known
from probcalc.notation.given_numbers import LETTERS
from probcalc.scenarios.fields import integer, text
from probcalc.scenarios.parties import NOBODY, Party, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.custom.asked_with import DAMAGE, AskedWith

MOST_CHARACTERS = 4_000
SIGNS = "!\"#&'()*,./:;<=>?@[\\]^_`{|}~+-$%\n\r\t"
_MOST_KEPT = 64


class CustomProgram(AskedWith, Scenario):
    """What does an output of this program give?

    A program in the language of AnyDice, as on the page of programs. X and Y may be numbers that are given beside it,
    varied or left free, where the program itself says nothing of them.
    """

    id: ClassVar[str] = "custom.program"
    title: ClassVar[str] = "AnyDice program"
    costly: ClassVar[str] = "program"
    headline: ClassVar[str] = "result"
    results: ClassVar[tuple[Result, ...]] = (
        Result("result", "Result", says="[the program] gives|give {amount}"),
        *DAMAGE,
    )

    program: str = text("output [highest 3 of 4d6]", MOST_CHARACTERS, "The program, as in output 3d6 + 1", signs=SIGNS)
    output: int = integer(1, 1, MOST_OUTPUTS, "Which of its outputs, in their order", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (verbatim("program", "the program", "The program"),)

    def letters(self) -> Collection[str]:
        return [name for name in LETTERS if re.search(rf"(?<![A-Z_]){name.upper()}(?![A-Z_])", self.program)]

    def idle(self) -> Mapping[str, str]:
        held = self.letters()
        why = {name: f"no {name.upper()} stands in the program" for name in LETTERS if name not in held}
        return {**super().idle(), **why}

    def notes(self) -> list[str]:
        outputs = self._outputs()
        name = outputs[self.output - 1].name
        return [f'This is output {self.output} of {len(outputs)}, "{name}".'] if len(outputs) > 1 else []

    def check(self) -> None:
        super().check()
        outputs = self._outputs()
        if not outputs:
            raise refused("program", "it puts nothing out; write output 2d6, say")
        if self.output > len(outputs):
            raise refused("output", f"the program has {len(outputs)}, and this would be number {self.output}")
        law = outputs[self.output - 1].distribution
        if isinstance(law, PartialDistribution):
            raise refused("program", f"{law.missing} of this output has no result, and such a law is not asked further")

    def play(self) -> Mapping[str, Played]:
        output = self._outputs()[self.output - 1]
        law = output.distribution
        return self.with_damage({"result": Known(law, output.name)}, min(law))

    def _outputs(self) -> tuple[ProgramOutput, ...]:
        return _outputs(self.program, tuple((name.upper(), number) for name, number in self.numbers().items()))


@lru_cache(_MOST_KEPT)
def _outputs(program: str, numbers: tuple[tuple[str, int], ...]) -> tuple[ProgramOutput, ...]:
    return tuple(run(program, Budget(), dict(numbers)))
