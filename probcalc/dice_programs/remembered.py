"""The outputs of the last few programs, so that what is asked again is not run again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from probcalc.dice_programs.outputs import ProgramOutput
from probcalc.dice_programs.running import run
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.budget.bounds import OBJECT_BYTES

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
    return _KEPT.of((program, *sorted(variables.items())), partial(_run, program, variables))


def _run(program: str, variables: Mapping[str, int]) -> Outputs:
    return tuple(run(program, variables))
