"""What a sheet carries into the next attack on the same target: several attacks, counted one after the other."""

from fractions import Fraction
from itertools import product

import pytest

import probcalc
from probcalc.sheets.errors import SheetError

TEXT = """game: Carried
question: Strike "How many does a unit slay?"
attacker: attacks 2 (1..6)
target: size 3 (LOW..9)
given: frightened?
hits = attacks d6 >= 4 + frightened
slain = min(hits, size)
result: slain in figures, more is better "[the attacker] slays|slay {amount}"
carry: LINE
"""
LINE = "size = size - slain"


def written(low, line):
    return TEXT.replace("LOW", str(low)).replace("LINE", line)


@pytest.mark.parametrize(("low", "size"), [(1, 3), (0, 3), (1, 1)])
def test_each_attack_finds_what_the_last_one_has_left(low, size):
    sheet, asked = probcalc.Sheet(written(low, LINE)), {"attacks": 2, "size": size}
    with sheet.along():
        found = probcalc.sequence([(sheet.id_of(), asked), (sheet.id_of(), asked | {"frightened": True})])
    ways = list(product(range(6), repeat=4))
    gone = 0
    for first, second, third, fourth in ways:
        left = size - min(size, (first >= 3) + (second >= 3))
        if left >= low:
            left -= min(left, (third >= 4) + (fourth >= 4))
        gone += left < low
    assert found.stages[-1].ended == Fraction(gone, len(ways))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sise = size - slain", "sise"),
        ("frightened = frightened - slain", "frightened is not a parameter that is always a number"),
        (
            "size = size - 1",
            "only a result can be taken off size for the next attack, as in carry: size = size - slain",
        ),
        ("size = attacks - slain", "only a result can be taken off size for the next attack"),
        ("size = size - hits", "hits is not a result that is a number"),
        (f"{LINE}\ncarry: attacks = attacks - slain", "only one parameter can be carried into the next attack"),
    ],
)
def test_what_cannot_be_carried_is_refused_in_its_line(line, said):
    with pytest.raises(SheetError, match=said):
        probcalc.Sheet(written(1, line))
