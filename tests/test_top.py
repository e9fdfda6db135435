"""What `import probcalc` gives: every public name, found by TAB, and refusals in one line."""

import subprocess
import sys
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.exact.numbers.moments import SquareRoot, square_root
from probcalc.scenarios.errors import InputError


def test_every_public_name_is_there_and_found_by_tab():
    assert sorted(dir(probcalc)) == sorted(probcalc.__all__)
    wanted = {"TooLarge", "compare", "die", "keep", "keep_lowest", "overtake", "sequence", "table"}
    assert wanted <= set(probcalc.__all__)
    for name in probcalc.__all__:
        assert getattr(probcalc, name) is not None


def test_tab_shows_every_public_name_before_any_is_loaded():
    code = "import probcalc; print(*dir(probcalc))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert found.stdout.split() == sorted(dir(probcalc))


def test_the_analyses_answer_from_the_top():
    found = probcalc.table("chronopia.armour", {}, "damage=9..11", measured="any_wound")
    assert [cells[0].value for cells in found.cells] == [Fraction(9, 20), Fraction(1, 2), Fraction(11, 20)]
    assert probcalc.table("chronopia.melee", {}, "cc=9..11", "armour=20..21").columns.values == (20, 21)
    assert len(probcalc.compare([("chronopia.melee", {}), ("chronopia.melee", {"cc": 12})]).requests) == 2
    assert len(probcalc.sequence([("chronopia.melee", {}), ("chronopia.melee", {})]).stages) == 2
    sword, spear = {"weapon": "sword"}, {"weapon": "spear"}
    assert probcalc.overtake("chronopia.melee", sword, spear, over="armour", by="slain").by == "slain"
    assert probcalc.overtake("chronopia.melee", sword, spear, over="armour", law="wounds").by == "the law of wounds"
    with pytest.raises(InputError, match="use by or law, not both"):
        probcalc.overtake("chronopia.melee", sword, spear, over="armour", by="slain", law="wounds")
    assert probcalc.keep_lowest(2, probcalc.die([1, 2]), 1) == probcalc.keep(2, probcalc.d(2), [2])
    with pytest.raises(probcalc.TooLarge):
        probcalc.d(10**9)


@pytest.mark.parametrize(
    "question",
    [
        lambda: probcalc.formula("chronopia.melee", free=5),
        lambda: probcalc.formula("chronopia.melee", free=[5]),
        lambda: probcalc.formula("chronopia.melee", free=None),
        lambda: probcalc.formula("chronopia.melee", 5, free="cc"),
        lambda: probcalc.formula("chronopia.melee", free="cc")["slain"].subs(5),
        lambda: probcalc.solve("chronopia.melee", for_="cc", that=5),
        lambda: probcalc.solve("chronopia.melee", for_=5, that="slain > 1/2"),
        lambda: probcalc.odds("chronopia.melee", 5),
        lambda: probcalc.odds(5),
        lambda: probcalc.roll(5),
        lambda: probcalc.odds("chronopia.melee", cc=probcalc.d(6)),
        lambda: probcalc.table("chronopia.melee", {}, 5),
        lambda: probcalc.table("chronopia.melee", 5, "cc"),
        lambda: probcalc.table("chronopia.melee", {}, "cc=1..2", measured="x"),
        lambda: probcalc.compare(5),
        lambda: probcalc.compare("chronopia.melee"),
        lambda: probcalc.compare([("chronopia.melee", 5), ("chronopia.melee", {})]),
        lambda: probcalc.sequence([5]),
        lambda: probcalc.sequence([("chronopia.melee",)]),
        lambda: probcalc.overtake("chronopia.melee", 5, {}, over="cc"),
        lambda: probcalc.overtake("chronopia.melee", {}, {}, over=5),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(question):
    with pytest.raises(InputError) as caught:
        question()
    assert "\n" not in str(caught.value)


def test_every_error_of_its_own_has_one_root():
    for name in ("InputError", "TooLarge", "TooMuch", "NeverHolds", "SheetError"):
        assert issubclass(getattr(probcalc, name), probcalc.ProbcalcError), name
    for wrong in (
        lambda: probcalc.odds("chronopia.mele"),
        lambda: probcalc.d(0),
        lambda: probcalc.best_of(2, 6),
        lambda: probcalc.deck(5),
        lambda: probcalc.d(6) + 0.5,
        lambda: probcalc.Distribution({1: -1}),
        lambda: probcalc.play(5, 5),
        lambda: probcalc.search(5),
    ):
        with pytest.raises(probcalc.ProbcalcError):
            wrong()
    for room in ("exact", "symbolic/formulas"):
        for file in (Path(probcalc.__file__).parent / room).rglob("*.py"):
            assert "raise ValueError" not in file.read_text(encoding="utf-8"), file


# -- standard deviations as floats ---------------------------------------------------------------------------


@given(st.fractions(min_value=0, max_denominator=10**9) | st.fractions(0, 1, max_denominator=10**40))
def test_a_standard_deviation_is_the_nearest_float(value):
    root = square_root(value)
    with localcontext() as context:
        context.prec = 80
        nearest = float((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())
    assert float(root) == nearest


@pytest.mark.parametrize("size", [Fraction(1, 10**150), Fraction(10**150), Fraction(1)])
def test_a_very_small_and_a_very_large_one_too(size):
    law = probcalc.d(6).scale(size)
    assert float(law.standard_deviation) == pytest.approx(1.707825127659933 * float(size), rel=1e-15)
    assert isinstance(law.standard_deviation, SquareRoot)
