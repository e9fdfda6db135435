"""The questions about answers, each asked with `probcalc NAME`."""

from typing import Any

from probcalc.present import laboratory
from probcalc.present.question import Question
from probcalc.present.register import Register

REGISTER = Register(__name__, __path__)


def all_questions() -> dict[str, Question[Any]]:
    """Every question that is declared, those of who designs rules behind the others, by its name."""
    return {**REGISTER.questions, **laboratory.REGISTER.questions}
