"""What bears the mark of a question's finding, and what of it needs no algebra system."""

import subprocess
import sys

import pytest

import probcalc
from probcalc.analysis.findings.found import Found


@pytest.mark.parametrize("name", ["BreakEven", "BesideOriginal", "ByRound", "Luck"])
def test_what_a_question_found_bears_the_mark(name):
    assert issubclass(getattr(probcalc, name), Found)


def test_where_a_request_overtakes_another_is_reported_without_sympy():
    code = """
import sys
sys.modules["sympy"] = None
from probcalc import BreakEven
from probcalc.analysis.beside.stretches import Stretch
from probcalc.present.reports.overtaking import overtaking_report
found = BreakEven("armour", "slain", (Stretch("second", (24, 25)), Stretch("first", (26,))))
print(found, [row.cells for row in overtaking_report(found).rows])
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == (
        "slain over armour: the second is higher from 24 to 25; the first is higher at 26 "
        "[('24 to 25', 'the second is higher'), ('26', 'the first is higher')]\n"
    )
