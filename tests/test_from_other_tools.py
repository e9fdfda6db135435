"""The guide from other tools: both sides of every line are the same law."""

import re
import warnings
from fractions import Fraction
from pathlib import Path

import pytest

import probcalc

TEXT = (Path(__file__).parent.parent / "docs" / "from_other_tools.md").read_text("utf-8")
HERE = {name: getattr(probcalc, name) for name in probcalc.__all__ if not name.startswith("_")} | {"probcalc": probcalc}


def lines(tool):
    part = TEXT.split(f"## From {tool}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| (.+?) \| `(.+?)` \| `(.+?)` \|$", part, flags=re.MULTILINE)


def law(weights):
    total = sum(weights.values())
    return {int(outcome): Fraction(int(count), int(total)) for outcome, count in weights.items() if count}


def here(source):
    return {outcome: chance for outcome, chance in eval(source, dict(HERE)).items() if chance}


@pytest.mark.parametrize(("what", "there", "source"), lines("AnyDice"), ids=lambda text: text[:24])
def test_a_program_of_anydice_says_the_same(what, there, source):
    (output,) = probcalc.anydice(there)
    assert dict(output[1].items()) == here(source)


@pytest.mark.parametrize(("what", "there", "source"), lines("icepool"), ids=lambda text: text[:24])
def test_icepool_says_the_same(what, there, source):
    icepool = pytest.importorskip("icepool")
    names = {name: getattr(icepool, name) for name in ("d6", "d8", "d10", "d20", "Die", "highest")}
    assert law(dict(eval(there, names).items())) == here(source)


@pytest.mark.parametrize(("what", "there", "source"), lines("dyce"), ids=lambda text: text[:24])
def test_dyce_says_the_same(what, there, source):
    dyce = pytest.importorskip("dyce")
    names = {name: getattr(dyce, name) for name in ("H", "P", "expand", "explode_n")}
    with warnings.catch_warnings():
        # It warns of what is still an experiment there.
        warnings.simplefilter("ignore")
        found = eval(there, names)
    assert law(dict(found.items())) == here(source)


@pytest.mark.parametrize("tool", ["AnyDice", "icepool", "dyce"])
def test_each_has_twenty(tool):
    assert len(lines(tool)) == 20
    assert {"what", "---"} & {what for what, *_ in lines(tool)} == set()
