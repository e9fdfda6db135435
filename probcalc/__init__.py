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
    from probcalc.analysis.advise import Advice, advise
    from probcalc.analysis.allocate import Allocation, allocate
    from probcalc.analysis.balance.asking import Balance, balance
    from probcalc.analysis.break_even import BreakEven, overtake
    from probcalc.analysis.compare import RequestComparison, compare
    from probcalc.analysis.fair.noticing import Noticing, fair_power
    from probcalc.analysis.fair.tests import Fairness, fair
    from probcalc.analysis.formula import Formula, formula
    from probcalc.analysis.luck.series import Luck
    from probcalc.analysis.measure import Measure
    from probcalc.analysis.modifiers import Modifiers
    from probcalc.analysis.needed import Needed
    from probcalc.analysis.playthrough import playthrough
    from probcalc.analysis.presets import PresetTable
    from probcalc.analysis.rounds import ByRound, by_round
    from probcalc.analysis.sequence import AttackSequence, sequence
    from probcalc.analysis.solve import solve
    from probcalc.analysis.table import OddsTable, table
    from probcalc.analysis.together import Together, joint
    from probcalc.analysis.variant import BesideOriginal, variant
    from probcalc.catalogue.entries import GameEntry, ScenarioEntry, game, games, scenario
    from probcalc.catalogue.sheets import Sheet, sheet
    from probcalc.dice_programs.outputs import ProgramOutput
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
_HOMES = {
    "Advice": "probcalc.analysis.advise",
    "Allocation": "probcalc.analysis.allocate",
    "Answer": "probcalc.scenarios.answer",
    "AttackSequence": "probcalc.analysis.sequence",
    "Balance": "probcalc.analysis.balance.asking",
    "BesideOriginal": "probcalc.analysis.variant",
    "BestPlaythrough": "probcalc.exact.rounds.best_choices",
    "BreakEven": "probcalc.analysis.break_even",
    "ByRound": "probcalc.analysis.rounds",
    "Deck": "probcalc.exact.pools.deck",
    "Distribution": "probcalc.exact.law.distribution",
    "Fairness": "probcalc.analysis.fair.tests",
    "Formula": "probcalc.analysis.formula",
    "Found": "probcalc.present.search",
    "GameEntry": "probcalc.catalogue.entries",
    "InputError": "probcalc.scenarios.errors",
    "Luck": "probcalc.analysis.luck.series",
    "Measure": "probcalc.analysis.measure",
    "Modifiers": "probcalc.analysis.modifiers",
    "Needed": "probcalc.analysis.needed",
    "NeverHolds": "probcalc.exact.law.outcomes",
    "Noticing": "probcalc.analysis.fair.noticing",
    "OddsTable": "probcalc.analysis.table",
    "Playthrough": "probcalc.exact.rounds.playthrough",
    "Pool": "probcalc.exact.pools.dice_pool",
    "PresetTable": "probcalc.analysis.presets",
    "ProbcalcError": "probcalc.exact.errors",
    "ProgramOutput": "probcalc.dice_programs.outputs",
    "RequestComparison": "probcalc.analysis.compare",
    "ScenarioEntry": "probcalc.catalogue.entries",
    "Sheet": "probcalc.catalogue.sheets",
    "SheetError": "probcalc.sheets.errors",
    "Sweep": "probcalc.present.sweeps.sweep",
    "SymbolicPlaythrough": "probcalc.symbolic.formulas.playthrough",
    "Together": "probcalc.analysis.together",
    "TooLarge": "probcalc.exact.budget.bounds",
    "TooMuch": "probcalc.scenarios.errors",
    "advise": "probcalc.analysis.advise",
    "allocate": "probcalc.analysis.allocate",
    "balance": "probcalc.analysis.balance.asking",
    "best_of": "probcalc.exact.dice.dice",
    "best_play": "probcalc.exact.rounds.best_choices",
    "by_round": "probcalc.analysis.rounds",
    "compare": "probcalc.analysis.compare",
    "d": "probcalc.exact.dice.dice",
    "deck": "probcalc.exact.pools.deck",
    "die": "probcalc.exact.dice.dice",
    "explode": "probcalc.exact.dice.endless_dice",
    "fair": "probcalc.analysis.fair.tests",
    "fair_power": "probcalc.analysis.fair.noticing",
    "formula": "probcalc.analysis.formula",
    "game": "probcalc.catalogue.entries",
    "games": "probcalc.catalogue.entries",
    "joint": "probcalc.analysis.together",
    "keep": "probcalc.exact.dice.dice",
    "keep_highest": "probcalc.exact.dice.dice",
    "keep_lowest": "probcalc.exact.dice.dice",
    "luck": "probcalc.links.records",
    "opposed": "probcalc.exact.dice.dice",
    "overtake": "probcalc.analysis.break_even",
    "play": "probcalc.exact.rounds.playing",
    "playthrough": "probcalc.analysis.playthrough",
    "pool": "probcalc.exact.pools.dice_pool",
    "scenario": "probcalc.catalogue.entries",
    "search": "probcalc.present.search",
    "sequence": "probcalc.analysis.sequence",
    "sheet": "probcalc.catalogue.sheets",
    "solve": "probcalc.analysis.solve",
    "sweep": "probcalc.present.sweeps.sweep",
    "symbol_die": "probcalc.exact.pools.vectors",
    "symbols": "probcalc.exact.pools.vectors",
    "table": "probcalc.analysis.table",
    "turns_until": "probcalc.exact.dice.endless_dice",
    "variant": "probcalc.analysis.variant",
    "worst_of": "probcalc.exact.dice.dice",
}

_FORMULAS = ("BreakEven", "Formula", "SymbolicPlaythrough", "formula", "overtake", "solve")

__all__ = [
    "Advice",
    "Allocation",
    "Answer",
    "AttackSequence",
    "Balance",
    "BesideOriginal",
    "BestPlaythrough",
    "BreakEven",
    "ByRound",
    "Deck",
    "Distribution",
    "Fairness",
    "Formula",
    "Found",
    "GameEntry",
    "InputError",
    "Luck",
    "Measure",
    "Modifiers",
    "Needed",
    "NeverHolds",
    "Noticing",
    "OddsTable",
    "Playthrough",
    "Pool",
    "PresetTable",
    "ProbcalcError",
    "ProgramOutput",
    "RequestComparison",
    "ScenarioEntry",
    "Sheet",
    "SheetError",
    "Sweep",
    "SymbolicPlaythrough",
    "Together",
    "TooLarge",
    "TooMuch",
    "__version__",
    "advise",
    "allocate",
    "anydice",
    "balance",
    "best_of",
    "best_play",
    "by_round",
    "clear_caches",
    "compare",
    "d",
    "deck",
    "die",
    "explode",
    "fair",
    "fair_power",
    "formula",
    "game",
    "games",
    "joint",
    "keep",
    "keep_highest",
    "keep_lowest",
    "luck",
    "odds",
    "opposed",
    "overtake",
    "play",
    "playthrough",
    "pool",
    "roll",
    "scenario",
    "search",
    "sequence",
    "sheet",
    "solve",
    "sweep",
    "symbol_die",
    "symbols",
    "table",
    "turns_until",
    "variant",
    "worst_of",
]


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

    With `given` it is the answer in the light of one of its own results: "hit", "wounds >= 2", "not slain".

    >>> import probcalc
    >>> probcalc.odds("chronopia.initiative", a_activations=4, b_activations=5, previous="a")["a"]
    Fraction(21, 40)
    >>> probcalc.odds("chronopia.melee", {"attacker": "the_cursed"}, given="hit")["slain"]
    Fraction(87291, 104000)

    Raises:
        InputError: one line naming the parameter, its bounds and what was given.
    """
    from probcalc.scenarios import registry
    from probcalc.scenarios.given_values import given_once

    if given is not None:
        from probcalc.analysis.given import odds_given

        return odds_given(scenario, given_once(parameters, named), given)
    return registry.answer(scenario, given_once(parameters, named))


def roll(notation: str) -> Answer:
    """The exact answer to a roll in the notation, the same as `odds("custom.roll", roll=notation)`.

    >>> import probcalc
    >>> probcalc.roll("best of 2d6 >= 5")["success"]
    Fraction(5, 9)

    Raises:
        InputError: one line that points at a character and says what was expected there.
    """
    return odds("custom.roll", roll=notation)


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
    from probcalc.present.notebooks import shown_in_notebooks

    shown_in_notebooks()
