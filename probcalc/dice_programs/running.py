"""A program is run: statement by statement, to the laws that it puts out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from probcalc.dice_programs.calling import Run, carry_out
from probcalc.dice_programs.dice import ProgramOutput
from probcalc.dice_programs.reading import program
from probcalc.dice_programs.settings import Frame
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.budget.bounds import OBJECT_BYTES, metered
from probcalc.scenarios.errors import InputError


def run(text: str, variables: Mapping[str, int] = MappingProxyType({})) -> list[ProgramOutput]:
    """The outputs of a program in the language of AnyDice, in their order, with exact fractions.

    What it takes is counted in the meter; whoever watches that may end it. `variables` have their values before it
    begins.

    >>> run('output 2d6 > 8 named "more than eight"')
    [ProgramOutput(name='more than eight', distribution=Distribution(0: 13/18, 1: 5/18))]
    >>> run("output 2d6 > X", variables={"X": 11})[0].distribution[1]
    Fraction(1, 36)

    Raises:
        ProgramError: one line with the line and the character, for what cannot be read or has no answer, and for
            what is too large, with the estimate and the bound.
    """
    if not isinstance(text, str):
        raise InputError(f"a program is a text, not {text!r:.60}", "program")
    statements = program(text)
    here = Run()
    frame = Frame(None, dict(variables))
    with metered():
        for statement in statements:
            try:
                carry_out((statement,), here, frame)
            except RecursionError:
                raise statement.place.refusal("functions call each other too deep here for this machine") from None
    return here.outputs


MOST_BYTES: Final = 32 << 20
Outputs = tuple[ProgramOutput, ...]


def bytes_of(outputs: Outputs) -> int:
    """What outputs take in memory: each outcome, its weight, and their places.

    >>> bytes_of(tuple(run("output d1000")))
    241441
    """
    laws = [output.distribution for output in outputs]
    return sum((len(law) + 1) * (2 * OBJECT_BYTES + law.total.bit_length() // 8) for law in laws) + 200 * len(laws)


_KEPT: BoundedStore[Outputs] = BoundedStore(MOST_BYTES, bytes_of)


def outputs_of(program: str, variables: Mapping[str, int] = MappingProxyType({})) -> tuple[ProgramOutput, ...]:
    """The outputs of a program; those of the last ones are remembered, as many as take 32 MiB.

    Who asked for them, and in whose meter, is not kept.

    >>> outputs_of("output d2") is outputs_of("output d2")
    True

    Raises:
        ProgramError: for what cannot be read, has no answer, or is too large.
    """
    return _KEPT.of((program, *sorted(variables.items())), lambda: tuple(run(program, variables)))
