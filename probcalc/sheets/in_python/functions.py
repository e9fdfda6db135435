"""What the class of a question is written with beside the builders of steps, and where all of it comes from."""

from __future__ import annotations

from symtable import SymbolTable, symtable

FUNCTIONS = {
    "again": '''def again(roll: Tree, *bands: str) -> Tree:
    """A roll of which these bands are rolled once more."""
    return roll.then(lambda band: roll if band in bands else band)
''',
    "several": '''@lru_cache(10_000)
def several(number: int, one: Any) -> Tree:
    """So many of a roll, added up; a number below 0 is none."""
    return step_of(one).times(max(0, number))
''',
    "kept": '''def kept(keep: Any, number: int, die: Any, most: int) -> Tree:
    """The dice that are kept of so many, as far as there are some, added up."""
    most = min(number, most)
    return step_of(keep(number, die, most) if most > 0 else 0)
''',
    "band": '''def band(made: bool, critical: bool = False, fumble: bool = False) -> str:
    """How a roll went, by whether it is made and what its faces say."""
    if made:
        return "critical" if critical else "success"
    return "fumble" if fumble else "failure"
''',
}
_FROM = {
    "collections.abc": ("Mapping",),
    "functools": ("lru_cache",),
    "operator": ("attrgetter",),
    "typing": ("Any", "ClassVar", "Literal"),
    "probcalc.exact.tree.checks": ("faces", "roll_over", "roll_under"),
    "probcalc.exact.dice.dice": ("best_of", "d", "die", "keep_highest", "keep_lowest", "worst_of"),
    "probcalc.exact.dice.endless_dice": ("explode",),
    "probcalc.exact.readings.law": ("law_of",),
    "probcalc.exact.pools.on_table": ("OnTable", "dealt"),
    "probcalc.exact.pools.vectors": ("symbol_die", "symbols"),
    "probcalc.exact.tree.die": ("made_of",),
    "probcalc.exact.tree.falling": ("fallen",),
    "probcalc.exact.records.play": ("Play",),
    "probcalc.exact.tree.steps": ("NamedSum", "Tree", "step_of", "together", "total_of"),
    "probcalc.scenarios.fields": (
        "Section",
        "choice",
        "flag",
        "integer",
        "integers",
        "optional_integer",
        "preset",
        "ruling",
        "section",
    ),
    "probcalc.scenarios.fixed": ("Fixed",),
    "probcalc.scenarios.parties": ("NOBODY", "Party", "unnamed"),
    "probcalc.scenarios.scenario": ("Played", "Result", "Scenario", "refused"),
    "probcalc.sheets.parties": ("Role",),
}
# What no question and no name of a sheet may be called, for it would take its place.
TAKEN = frozenset(
    {name for names in _FROM.values() for name in names}
    | {*FUNCTIONS, *"cn", "each", "ended", "enemy", "hands", "own"}
    | {"abs", "answer", "dict", "int", "max", "min", "play", "row", "self", "str", "System", "tuple"}
)


def asked_for(text: str) -> tuple[list[str], list[str]]:
    """The functions that a module asks for, and the lines that import what it and they ask for.

    >>> asked_for("rolled = several(2, faces('d6', 6))")[1][-2:]
    ['from probcalc.exact.tree.checks import faces', 'from probcalc.exact.tree.steps import Tree, step_of']
    """
    names, functions = _names_asked_for(symtable(text, "module", "exec")), list[str]()
    # What one of them asks for stands above it.
    for name, function in reversed(FUNCTIONS.items()):
        if name in names:
            names |= _names_asked_for(symtable(function, name, "exec"))
            functions.insert(0, function)
    found: list[str] = []
    for module, given in _FROM.items():
        if wanted := [name for name in given if name in names]:
            found.append(f"from {module} import {', '.join(wanted)}")
            if module == "typing":
                found.append("")
    return functions, found


def _names_asked_for(table: SymbolTable) -> set[str]:
    """The names of a module that are used in it, or in what stands in it."""
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    return own.union(*map(_names_asked_for, table.get_children()))
