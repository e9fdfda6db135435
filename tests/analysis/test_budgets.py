"""An analysis is one request: all its answers share one budget, and what would be too much is refused early."""

from fractions import Fraction

import pytest

from benchmarks.questions import LONG_FRACTIONS
from probcalc.analysis.beside.compare import compare
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.beside.variant import variant
from probcalc.analysis.laboratory.along import all_along
from probcalc.analysis.laboratory.fairness import evenness
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.trial import try_all, try_one
from probcalc.analysis.stages.sequence import sequence
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.tables.needed import find_needed
from probcalc.analysis.tables.presets import presets
from probcalc.analysis.tables.table import table
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.present.reports.along import numbers_report
from probcalc.present.reports.balance import fairness_report
from probcalc.present.reports.variant import variant_reports
from probcalc.present.words.requests import parameter_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch

LITTLE = 30_000


@pytest.fixture(autouse=True)
def nothing_is_kept():
    registry.clear_caches()


def grid(budget=None):
    rows = axis("mechanics.pool", "count", "1..100")
    columns = axis("mechanics.pool", "target", "2..6")
    return table("mechanics.pool", {}, rows, columns, budget=budget)


ANALYSES = {
    "a table": grid,
    "what each modifier is worth": lambda _: modifiers("chronopia.melee"),
    "every entry": lambda _: presets("chronopia.melee"),
    "a comparison": lambda budget: compare([("chronopia.melee", {"cc": n}) for n in (5, 6, 7)], budget=budget),
    "a sequence": lambda budget: sequence([("chronopia.melee", {"cc": n}) for n in range(5, 15)], budget=budget),
}


@pytest.mark.parametrize("analysis", ANALYSES.values(), ids=ANALYSES)
def test_an_analysis_has_one_budget(analysis):
    with metered(enough := Budget()):
        analysis(None)
    assert enough.spent > LITTLE // 10
    registry.clear_caches()
    with pytest.raises(InputError, match=r"limit [\d,]+") as refusal, metered(Budget(enough.spent // 4)):
        analysis(None)
    assert "\n" not in str(refusal.value)


def test_how_much_is_needed_tries_as_many_values_as_its_budget_allows():
    enough = Budget()
    with metered(enough):
        whole = find_needed("mechanics.pool", {}, "count")
    registry.clear_caches()
    # One step less than all of them take.
    little = Budget(enough.spent - 1)
    with metered(little):
        some = find_needed("mechanics.pool", {}, "count")
    assert little.spent <= little.most
    assert len(some.tried) == len(whole.tried) - 1 > 2
    assert whole.complete
    assert not some.complete


def test_a_large_table_is_refused_after_a_fair_sample_with_the_estimate():
    budget = Budget(LITTLE * 100)
    # Names have no formula, so every cell has to be answered.
    rows, columns = (axis("thud_and_blunder.duel", f"{side}.weapon") for side in "ab")
    with pytest.raises(TooMuch, match=r"72\d requests are too much at once: about [\d,]+ steps") as refusal:
        table("thud_and_blunder.duel", {}, rows, columns, budget=budget)
    assert budget.spent < LITTLE * 30
    assert "thud_and_blunder.duel" in str(refusal.value)


def test_a_table_by_formula_spends_little_of_its_budget():
    budget = Budget(LITTLE * 10)
    cells = [trial for row in grid(budget).cells for trial in row]
    assert len(cells) == 500
    assert budget.spent < LITTLE * 6
    for trial in cells[::50]:
        assert trial.value == try_one("mechanics.pool", trial.given, Measure("hits")).value


def test_requests_that_are_each_long_are_refused_after_the_first():
    requests = [LONG_FRACTIONS | {"attacks": 2, "critical_multiplier": n} for n in range(2, 10)] * 6
    budget = Budget(3_000_000)
    with pytest.raises(TooMuch), metered(budget):
        try_all("mechanics.attack", requests, Measure("total_damage"))
    assert budget.spent < 3_000_000


def test_one_cell_that_is_too_large_leaves_the_others():
    requests = [LONG_FRACTIONS | {"attacks": attacks} for attacks in (1, 60)]
    one, large = try_all("mechanics.attack", requests, Measure("total_damage"))
    assert one.value == registry.answer("mechanics.attack", requests[0])["total_damage"].mean
    assert large.value is None
    assert "total_damage is left out: " in large.refusal
    assert "too large" in large.refusal


def test_many_at_once_are_what_each_alone_is():
    requests = [{"damage": n, "armour": 12} for n in range(41)]
    whole = try_all("chronopia.armour", requests, Measure("any_wound"))
    assert [t.given for t in whole] == requests
    assert [t.value for t in whole] == [try_one("chronopia.armour", r, Measure("any_wound")).value for r in requests]


def test_progress_counts_up_to_all():
    seen: list[tuple[int, int]] = []
    requests = [{"damage": n} for n in range(20)]
    trials = try_all("chronopia.armour", requests, Measure("any_wound"), lambda *at: seen.append(at))
    assert seen == [(n, 20) for n in range(1, 21)]
    assert trials[10].value == Fraction(1, 2)


def test_the_attacks_of_a_run_share_what_their_sums_may_cost():
    heavy = LONG_FRACTIONS | {"attacks": 1, "health": 200}
    budget = Budget(3_000_000)
    with pytest.raises(InputError, match=r"attack \d+: .* is too large"):
        sequence([("mechanics.attack", heavy)] * 12, budget=budget)
    assert budget.spent <= budget.most


def test_a_table_counts_no_writing_of_laws_of_which_it_reads_a_number():
    registry.clear_caches()
    whole = Budget()
    with metered(whole):
        registry.answer("custom.roll", {"roll": "60d100 + 1"})
    shared = Budget(whole.spent * 2)
    registry.clear_caches()
    # Ten answers of which each would take half of what there is, most of it to be written down.
    found = table("custom.roll", {"roll": "60d100 + x"}, "x=1..10", budget=shared)
    assert [row[0].value for row in found.cells] == [3030 + x for x in range(1, 11)]
    # Each is the same answer as ever, within its own bound, and is kept as such.
    with metered(Budget()) as again:
        assert registry.answer("custom.roll", {"roll": "60d100 + x", "x": 3})["result"].mean == 3033
    assert again.spent == 0


@pytest.mark.parametrize(
    ("given", "sides"),
    [
        ({"die": 19, "rolls": 1, "target": 1}, ["dice"]),
        ({"die": 14, "dice": 8, "keeps": "high"}, ["target", "rolls"]),
        ({"dice": 10, "target": 6, "keeps": "high"}, ["rolls", "die"]),
        ({"die": 20, "rolls": 4, "target": 20}, ["dice", "keeps"]),
    ],
)
def test_a_table_whose_cells_are_known_to_be_too_large_is_refused_before_the_first(given, sides):
    budget = Budget()
    with pytest.raises(TooMuch, match="requests are too much at once"):
        table("mechanics.keep", given, *sides, budget=budget)
    assert budget.spent == 0


def test_requests_that_cost_alike_are_refused_after_the_first_few():
    # Each takes about a million steps and a quarter, so that two of them say enough.
    requests = [{"a.modifier": modifier, "b.modifier": other} for modifier in range(3) for other in range(3)]
    budget = Budget(8_000_000)
    with pytest.raises(TooMuch, match="9 requests are too much at once"), metered(budget):
        try_all("oathmark.fight", requests, Measure("rounds"))
    assert budget.spent < 4_000_000


def test_very_many_long_requests_are_refused_in_the_middle_of_the_first():
    requests = [{"a.modifier": modifier, "b.modifier": other} for modifier in range(5) for other in range(5)]
    budget, looks = Budget(4_000_000), []
    budget.watch = watch = lambda: looks.append(1)
    with pytest.raises(TooMuch, match="25 requests are too much at once"), metered(budget):
        try_all("oathmark.fight", requests, Measure("winner", "a"))
    # Each of them takes more than a million; two and a half times an equal share says enough.
    assert budget.spent < 600_000
    assert looks
    assert budget.watch is watch


def test_a_variant_of_a_long_fight_compares_the_answers_and_says_what_is_left_out():
    budget = Budget(20_000_000)
    found = variant("oathmark.fight", {}, "d10=d12", None, None, budget)
    # Two answers tell that those for every unit would be too much.
    assert budget.spent < 6_000_000
    assert found.original["winner"] == registry.answer("oathmark.fight", {})["winner"]
    assert found.changed["winner"] == registry.answer("oathmark.fight", {"variant": "d10=d12"})["winner"]
    assert (found.tables, found.modifiers) == (None, None)
    assert "requests are too much at once: about " in found.left_out
    assert next(variant_reports(found)).notes[-1].startswith("Not calculated: every entry, and what each modifier")


def test_a_comparison_with_a_request_that_is_refused_begins_no_other():
    budget = Budget()
    with pytest.raises(InputError, match=r"damage must be 0 to 40, not 99"):
        compare([("oathmark.fight", {}), ("chronopia.armour", {"damage": 99})], budget=budget)
    assert budget.spent == 0


def test_what_is_left_of_the_numbers_is_left_out_and_said():
    budget = Budget(6_000_000)
    with metered(budget):
        found = all_along("oathmark.fight", {})
    left = [each.parameter for each in found if each.is_left_out]
    assert 0 < len(left) < len(found)
    assert not any(each.is_dead for each in found if each.is_left_out)
    assert f"(too large): {parameter_words(left[0])}" in numbers_report(found).notes[-1]
    registry.clear_caches()
    with pytest.raises(TooMuch), metered(Budget(100_000)):
        all_along("oathmark.fight", {})


def test_numbers_that_might_even_two_sides_are_left_out_when_nothing_is_left():
    registry.clear_caches()
    with metered(Budget(4_000_000)):
        found = evenness("oathmark.fight", {})
    assert found.left_out
    assert fairness_report(found).notes[0].startswith("Not calculated (too large): ")
