"""The questions about answers, each asked with `probcalc NAME`."""

from collections.abc import Container
from typing import Any

from probcalc.present import laboratory
from probcalc.present.declared.question import Of, Question
from probcalc.present.declared.register import Register

REGISTER = Register(__name__, __path__)


def all_questions(but: Container[Of] = ()) -> dict[str, Question[Any]]:
    """Every question that is declared, those of who designs rules behind the others, by its name.

    Those that are asked of what stands in `but` are left out, and are not loaded.

    >>> "luck" in all_questions(), "luck" in all_questions(but=["nothing"])
    (True, False)
    """
    registers = (REGISTER, laboratory.REGISTER)
    return {name: each.question(name) for each in registers for name, head in each.heads.items() if head.of not in but}
