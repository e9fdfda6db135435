"""custom.program: an output of a program in the language of AnyDice."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import ClassVar

from probcalc.dice_programs.calling import MOST_OUTPUTS
from probcalc.dice_programs.dice import EmptyDistribution, ProgramOutput
from probcalc.dice_programs.errors import ProgramError
from probcalc.dice_programs.reading import outputs_foreseen
from probcalc.dice_programs.reading import program as read_program
from probcalc.dice_programs.running import outputs_of
from probcalc.exact.budget.bounds import MAX_STEPS, METER, TooLarge, meter, metered
from probcalc.exact.tree.steps import Known
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
        why = {name: f"the program has no {name.upper()}" for name in LETTERS if name not in held}
        # What cannot be read is refused later, with its line.
        with suppress(ProgramError):
            if self.output == 1 == _outputs_foreseen(self.program):
                why["output"] = "the program has one output"
        return {**super().idle(), **why}

    def check(self) -> None:
        super().check()
        # It is read here, and run within the budget of whoever asks.
        foreseen = _outputs_foreseen(self.program)
        if foreseen is not None:
            self._require_output(foreseen)

    def play(self) -> Mapping[str, Played]:
        return self._results(self._output(self._outputs()))

    def play_results(self) -> tuple[Mapping[str, Played], Callable[[], Sequence[str]]]:
        outputs = self._outputs()
        output = self._output(outputs)
        told = f'This is output {self.output} of {len(outputs)}, "{output.name}".'
        return self._results(output), lambda: [told] if len(outputs) > 1 else []

    def _results(self, output: ProgramOutput) -> Mapping[str, Played]:
        law = output.distribution
        return self.with_damage({"result": Known(law, output.name)}, min(law))

    def _require_output(self, outputs: int) -> None:
        """Refuse an output that is not among so many."""
        if not outputs:
            raise refused("program", "it has no output; add one, for example output 2d6")
        if self.output > outputs:
            raise refused("output", f"the program has {outputs}, and this would be number {self.output}")

    def _output(self, outputs: Sequence[ProgramOutput]) -> ProgramOutput:
        """The output that is asked for."""
        self._require_output(len(outputs))
        law = outputs[self.output - 1].distribution
        if isinstance(law, EmptyDistribution):
            raise refused("program", "this output is the empty die: there is nothing to roll")
        return outputs[self.output - 1]

    def _outputs(self) -> tuple[ProgramOutput, ...]:
        numbers = {name.upper(): number for name, number in self.numbers().items()}
        whole = METER.get()
        try:
            with metered(meter().part(MAX_STEPS)):
                return outputs_of(self.program, numbers)
        except ProgramError as error:
            # That whoever asks has spent much on other requests is not the fault of a line of this program.
            why = error.__context__
            if whole is not None and isinstance(why, TooLarge) and why.budget is whole:
                raise why from None
            raise


@lru_cache(_MOST_KEPT)
def _outputs_foreseen(program: str) -> int | None:
    return outputs_foreseen(read_program(program))
