"""What designers of rules look for: `probcalc lab steps`, `lab numbers` and so on, one command for each question."""

from __future__ import annotations

from probcalc.cli.asking import Laboratory
from probcalc.present import laboratory

lab = Laboratory(
    "probcalc lab",
    laboratory.REGISTER,
    {},
    help="Exact analyses for rules designers.",
    short_help="For designers: steps, dominance, swing, fairness, wanted odds.",
)
