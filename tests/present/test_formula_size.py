"""What nobody can read is summarised, and written whole only to a file."""

import json
from fractions import Fraction
from math import prod

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.analysis.formulas.formula import formula
from probcalc.cli import main
from probcalc.present.formulas import size as formula_size
from probcalc.present.formulas.size import size_of
from probcalc.present.formulas.written import formula_data, latex_text, sympy_text
from probcalc.present.reports.formula import formula_report
from probcalc.present.writing.report import report_text
from probcalc.scenarios.errors import InputError
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.terms import factors, pack
from probcalc.symbolic.writing import tidying
from probcalc.symbolic.writing.tidying import SumForm


def formula_text(found, results=(), whole=False):
    return report_text(formula_report(found, results, whole))


@pytest.fixture(scope="module")
def pool():
    return formula("mechanics.pool", free=["count"])


def test_a_law_of_very_many_formulas_is_summarised_in_every_form(pool):
    size = size_of(pool["hits"])
    assert (size.cases, size.formulas) == (201, 20_301)
    for text in (latex_text(pool), sympy_text(pool), json.dumps(formula_data(pool))):
        assert size.words in text
        assert "--out FILE saves it whole" in text
        assert len(text) < 2000
    # The sum of equal laws says in three lines what the cases say in thousands.
    assert "independent copies" in formula_text(pool)
    assert len(formula_text(pool)) < 2000


def test_what_can_be_read_is_whole_as_before():
    found = formula("chronopia.melee", free=["armour", "cc"])
    assert size_of(found["wounds"]).is_readable
    assert "--out" not in formula_text(found, list(found))
    assert formula_text(found, list(found)) == formula_text(found, list(found), whole=True)
    assert latex_text(found) == latex_text(found, whole=True)


def test_the_whole_is_written_on_request():
    pool = formula("mechanics.pool", free=["count=0..60"])
    assert not size_of(pool["hits"]).is_readable
    whole = sympy_text(pool, whole=True)
    assert whole.count("\n") == len(pool["hits"]) - 1 == 60
    assert formula_data(pool, whole=True)["results"]["hits"]["kind"] == "distribution"


def test_what_is_too_long_even_for_a_file_is_refused(pool, monkeypatch):
    monkeypatch.setattr(formula_size, "MOST_WRITTEN", 20_000)
    with pytest.raises(InputError, match="20,301 formulas") as refusal:
        sympy_text(pool, whole=True)
    assert "\n" not in str(refusal.value)


def test_the_command_writes_the_whole_to_a_file(tmp_path):
    words = ["formula", "mechanics.pool", "count=3", "--in", "target=2..6", "--sympy"]
    shown = CliRunner().invoke(main, words)
    place = tmp_path / "hits.txt"
    told = CliRunner().invoke(main, [*words, "--out", str(place)])
    assert told.exit_code == 0
    assert told.output == f"{place}: {len(shown.output) - 1:,} characters\n"
    assert place.read_text() == shown.output
    refused = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "nowhere" / "hits.txt")])
    assert refused.exit_code != 0
    assert refused.output.count("\n") == 1
    assert "cannot be written" in refused.output


def test_long_formulas_are_written_within_the_bound(monkeypatch):
    found = formula("chronopia.swipe", {"slayer": False, "noa": 20}, free=["agility", "swipe_attempts"])
    searched, factorize = [], tidying.factorize
    monkeypatch.setattr(tidying, "factorize", lambda part: searched.append(part) or factorize(part))
    text = formula_text(found, ["wounds"])
    # There are 921 parts, and it took twenty times as long when each of them was searched for factors.
    assert 0 < len(searched) < 600
    assert "P(wounds = 20)" in text
    rulings = formula("thud_and_blunder.sunder_shield", free=["a_bonus", "b_bonus", "destiny"])
    assert "shield_lost" in formula_text(rulings, list(rulings))


def value_of(form: SumForm, values: dict[int, Fraction]) -> Fraction:
    return sum(
        (
            term.coefficient
            * prod((values[f] if isinstance(f, int) else value_of(f, values)) ** e for f, e in term.factors)
            for term in form.terms
        ),
        Fraction(0),
    )


class Plain(tidying.Tidier):
    """Every unknown lies in the middle at a value of its own."""

    def _value(self, polynomial):
        return sum((c * prod(VALUES[p] ** e for p, e in factors(m)) for m, c in polynomial.items()), Fraction(0))


VALUES = {place: Fraction(place + 3, 7) for place in range(3)}
MONOMIALS = st.dictionaries(st.integers(0, 2), st.integers(1, 3), max_size=3).map(lambda m: pack(m.items()))


@settings(max_examples=60)
@given(
    st.dictionaries(MONOMIALS, st.integers(-9, 9).filter(bool), min_size=2, max_size=8), st.sampled_from([0, 40, 6000])
)
def test_a_form_is_worth_the_same_whatever_effort_is_left(polynomial, effort):
    tidier = Plain(Algebra(), {})
    tidier._effort = tidying._MOST_EFFORT - effort
    assert value_of(tidier.sum(polynomial), VALUES) == tidier._value(polynomial)
