"""probcalc: exact odds for tabletop rules.

>>> import probcalc
>>> probcalc.odds("chronopia.armour", damage=11)["any_wound"]
Fraction(11, 20)
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

__version__ = "1.0.0"

if TYPE_CHECKING:
    from probcalc.analysis.advice.advise import Advice, advise
    from probcalc.analysis.allocation.allocate import Allocation, allocate
    from probcalc.analysis.balance.asking import Balance, balance
    from probcalc.analysis.break_even import overtake
    from probcalc.analysis.compare import RequestComparison, compare
    from probcalc.analysis.fair.noticing import Noticing, fair_power
    from probcalc.analysis.fair.tests import Fairness, fair
    from probcalc.analysis.formulas.formula import Formula, formula
    from probcalc.analysis.formulas.solve import solve
    from probcalc.analysis.luck.series import Luck
    from probcalc.analysis.measure import Measure
    from probcalc.analysis.modifiers import Modifiers
    from probcalc.analysis.needed import Needed
    from probcalc.analysis.one_play.joint import Together, joint
    from probcalc.analysis.playthrough import playthrough
    from probcalc.analysis.presets import PresetTable
    from probcalc.analysis.rounds import ByRound, by_round
    from probcalc.analysis.sequence import AttackSequence, sequence
    from probcalc.analysis.stretches import BreakEven
    from probcalc.analysis.table import OddsTable, table
    from probcalc.analysis.variant import BesideOriginal, variant
    from probcalc.catalogue.entries import GameEntry, ScenarioEntry, game, games, scenario
    from probcalc.catalogue.sheets import Sheet, sheet
    from probcalc.dice_programs.dice import ProgramOutput
    from probcalc.exact.budget.bounds import TooLarge
    from probcalc.exact.dice.dice import best_of, d, die, keep, keep_highest, keep_lowest, opposed, worst_of
    from probcalc.exact.dice.endless_dice import explode, turns_until
    from probcalc.exact.errors import ProbcalcError
    from probcalc.exact.law.distribution import Distribution
    from probcalc.exact.law.outcomes import NeverHolds
    from probcalc.exact.pools.deck import Deck, deck
    from probcalc.exact.pools.dice_pool import Pool, pool
    from probcalc.exact.pools.vectors import symbol_die, symbols
    from probcalc.exact.rounds.best_choices import BestPlaythrough, best_play
    from probcalc.exact.rounds.playing import play
    from probcalc.exact.rounds.playthrough import Playthrough
    from probcalc.links.records import luck
    from probcalc.present.search import Found, search
    from probcalc.present.sweeps.sweep import Sweep, sweep
    from probcalc.scenarios.answer import Answer
    from probcalc.scenarios.errors import InputError, TooMuch
    from probcalc.sheets.errors import SheetError
    from probcalc.symbolic.formulas.playthrough import SymbolicPlaythrough

# Loaded on first use: a command that shows its help, or a script that rolls two dice, should not wait for the rest.
_NAMES = {
    "probcalc.analysis.advice.advise": "Advice advise",
    "probcalc.analysis.allocation.allocate": "Allocation allocate",
    "probcalc.analysis.balance.asking": "Balance balance",
    "probcalc.analysis.break_even": "overtake",
    "probcalc.analysis.compare": "RequestComparison compare",
    "probcalc.analysis.fair.noticing": "Noticing fair_power",
    "probcalc.analysis.fair.tests": "Fairness fair",
    "probcalc.analysis.formulas.formula": "Formula formula",
    "probcalc.analysis.luck.series": "Luck",
    "probcalc.analysis.measure": "Measure",
    "probcalc.analysis.modifiers": "Modifiers",
    "probcalc.analysis.needed": "Needed",
    "probcalc.analysis.playthrough": "playthrough",
    "probcalc.analysis.presets": "PresetTable",
    "probcalc.analysis.rounds": "ByRound by_round",
    "probcalc.analysis.sequence": "AttackSequence sequence",
    "probcalc.analysis.formulas.solve": "solve",
    "probcalc.analysis.stretches": "BreakEven",
    "probcalc.analysis.table": "OddsTable table",
    "probcalc.analysis.one_play.joint": "Together joint",
    "probcalc.analysis.variant": "BesideOriginal variant",
    "probcalc.catalogue.entries": "GameEntry ScenarioEntry game games scenario",
    "probcalc.catalogue.sheets": "Sheet sheet",
    "probcalc.dice_programs.dice": "ProgramOutput",
    "probcalc.exact.budget.bounds": "TooLarge",
    "probcalc.exact.dice.dice": "best_of d die keep keep_highest keep_lowest opposed worst_of",
    "probcalc.exact.dice.endless_dice": "explode turns_until",
    "probcalc.exact.errors": "ProbcalcError",
    "probcalc.exact.law.distribution": "Distribution",
    "probcalc.exact.law.outcomes": "NeverHolds",
    "probcalc.exact.pools.deck": "Deck deck",
    "probcalc.exact.pools.dice_pool": "Pool pool",
    "probcalc.exact.pools.vectors": "symbol_die symbols",
    "probcalc.exact.rounds.best_choices": "BestPlaythrough best_play",
    "probcalc.exact.rounds.playing": "play",
    "probcalc.exact.rounds.playthrough": "Playthrough",
    "probcalc.links.records": "luck",
    "probcalc.present.search": "Found search",
    "probcalc.present.sweeps.sweep": "Sweep sweep",
    "probcalc.scenarios.answer": "Answer",
    "probcalc.scenarios.errors": "InputError TooMuch",
    "probcalc.sheets.errors": "SheetError",
    "probcalc.symbolic.formulas.playthrough": "SymbolicPlaythrough",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

_FORMULAS = ("Formula", "SymbolicPlaythrough", "formula", "overtake", "solve")

__all__ = ["Advice", "Allocation", "Answer", "AttackSequence", "Balance", "BesideOriginal", "BestPlaythrough"]
__all__ += ["BreakEven", "ByRound", "Deck", "Distribution", "Fairness", "Formula", "Found", "GameEntry", "InputError"]
__all__ += ["Luck", "Measure", "Modifiers", "Needed", "NeverHolds", "Noticing", "OddsTable", "Playthrough", "Pool"]
__all__ += ["PresetTable", "ProbcalcError", "ProgramOutput", "RequestComparison", "ScenarioEntry", "Sheet"]
__all__ += ["SheetError", "Sweep", "SymbolicPlaythrough", "Together", "TooLarge", "TooMuch", "__version__", "advise"]
__all__ += ["allocate", "anydice", "balance", "best_of", "best_play", "by_round", "clear_caches", "compare", "d"]
__all__ += ["deck", "die", "explode", "fair", "fair_power", "formula", "game", "games", "joint", "keep"]
__all__ += ["keep_highest", "keep_lowest", "luck", "odds", "opposed", "overtake", "play", "playthrough", "pool"]
__all__ += ["roll", "scenario", "search", "sequence", "sheet", "solve", "sweep", "symbol_die", "symbols", "table"]
__all__ += ["turns_until", "variant", "worst_of"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        if name in _FORMULAS:
            from probcalc.scenarios.extras import MissingExtra, missing

            if line := missing("formulas", "symbolic"):
                # Whoever looks at all names, or takes all of them, asks for no formula yet.
                def lacking(*_: Any, **__: Any) -> Any:
                    raise MissingExtra(line)

                lacking.__name__, lacking.__doc__ = name, f"{line}."
                return lacking
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'probcalc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)


def odds(scenario: str, parameters: Mapping[str, Any] | None = None, /, *, given: Any = None, **named: Any) -> Answer:
    """The exact answer to a scenario, with parameters in a mapping, as keywords, or both.

    With `given` it is the answer once one of its own results is known: "hit", "wounds >= 2", "not slain".

    >>> import probcalc
    >>> probcalc.odds("chronopia.initiative", a_activations=4, b_activations=5, previous="a")["a"]
    Fraction(21, 40)
    >>> probcalc.odds("chronopia.melee", {"attacker": "the_cursed"}, given="hit")["slain"]
    Fraction(87291, 104000)

    Raises:
        InputError: one line naming the parameter, its bounds and what was given.
    """
    from probcalc.scenarios import registry
    from probcalc.scenarios.given_values import merge_given

    if given is not None:
        from probcalc.analysis.one_play.conditional import odds_given

        return odds_given(scenario, merge_given(parameters, named), given)
    return registry.answer(scenario, merge_given(parameters, named))


def roll(notation: str, **numbers: Any) -> Answer:
    """The exact answer to a roll in the notation, the same as `odds("custom.roll", roll=notation)`.

    Letters in it have their `numbers` beside it, as in `roll("xd6 >= y", x=3, y=5)`.

    >>> import probcalc
    >>> probcalc.roll("best of 2d6 >= 5")["success"], probcalc.roll("d20 + x >= 15", x=4)["success"]
    (Fraction(5, 9), Fraction(1, 2))

    Raises:
        InputError: one line that points at a character and says what was expected there.
    """
    return odds("custom.roll", {"roll": notation}, **numbers)


def anydice(program: str) -> list[ProgramOutput]:
    """The outputs of a program in the language of AnyDice, in their order: pairs of a name and an exact law.

    >>> import probcalc
    >>> name, law = probcalc.anydice('output [highest 3 of 4d6] named "ability"')[0]
    >>> name, law[18]
    ('ability', Fraction(7, 432))

    Raises:
        InputError: one line with the line and the character of the program.
    """
    from probcalc.dice_programs.running import run

    return run(program)


def clear_caches() -> None:
    """Forget every answer kept for reuse."""
    from probcalc.scenarios import registry

    registry.clear_caches()


def load_ipython_extension(shell: Any) -> None:
    """Show answers, laws, tables and formulas in a notebook; `import probcalc` within one does it by itself."""
    from probcalc.present.notebooks import load_ipython_extension as load

    load(shell)


if "IPython" in sys.modules:
    from probcalc.present.notebooks import show_in_notebooks

    show_in_notebooks()
