"""What the class of a question is written with beside the builders of steps, and where all of it comes from."""

from __future__ import annotations

FUNCTIONS = {
    "again": '''def again(roll: Tree, *bands: str) -> Tree:
    """A roll of which these bands are rolled once more."""
    return roll.then(lambda band: roll if band in bands else band)
''',
    "several": '''def several(number: int, one: Any) -> Any:
    """So many of a roll, added up; a number below 0 is none."""
    return step_of(one).times(number) if number > 0 else 0
''',
    "fallen": '''def fallen(hits: int, damage: Any, wounds: int, among: int | None) -> Any:
    """How many fall to so many hits: each comes off the present model, and what exceeds its last wound is lost."""

    def struck(state: tuple[int, int], lost: int) -> tuple[int, int]:
        down, hurt = state
        hurt += max(0, lost)
        down, hurt = (down + 1, 0) if hurt >= wounds else (down, hurt)
        return (down, 0) if down == among else (down, hurt)

    def turn(state: tuple[int, int]) -> Tree:
        return step_of(damage).map(lambda lost: struck(state, lost))

    if hits < 1 or among == 0:
        return 0
    return Turns("Fallen", (0, 0), turn, hits, lambda state: state[0] == among).map(lambda state: state[0])
''',
    "named": '''def named(key: str, role: str, *rows: str) -> Party:
    """Who takes part, by the name of the first row that is chosen."""
    name = next((each for each in rows if each != "none"), "")
    return one_of(key, role, Row(name=name, short=name, plural=f"{name}s")) if name else unnamed(key, role)
''',
}
NEEDED = {
    "several": {"step_of", "Any"},
    "again": {"Tree"},
    "fallen": {"Tree", "Turns", "step_of", "Any"},
    "named": {"NOBODY", "Party", "one_of", "unnamed", "Row"},
}
_FROM = {
    "collections.abc": ("Mapping",),
    "typing": ("Any", "ClassVar", "Literal"),
    "probcalc.exact.tree.checks": ("faces", "roll_over", "roll_under"),
    "probcalc.exact.dice.dice": ("best_of", "d", "keep_highest", "keep_lowest", "worst_of"),
    "probcalc.exact.tree.die": ("made_of",),
    "probcalc.exact.records.play": ("Play",),
    "probcalc.exact.tree.steps": ("NamedSum", "Tree", "Turns", "step_of"),
    "probcalc.scenarios.fields": ("choice", "flag", "integer", "optional_integer", "preset", "ruling"),
    "probcalc.scenarios.fixed": ("Fixed",),
    "probcalc.scenarios.parties": ("NOBODY", "Party", "one_of", "unnamed"),
    "probcalc.scenarios.scenario": ("Played", "Result", "Scenario", "refused"),
    "probcalc.scenarios.tables": ("Row",),
}
# What no question and no name of a sheet may be called, for it would take its place.
TAKEN = frozenset(
    {name for names in (*_FROM.values(), *NEEDED.values()) for name in names}
    | {*FUNCTIONS, "abs", "answer", "dict", "int", "max", "min", "play", "row", "self", "str", "System", "tuple"}
)


def imports(needs: set[str]) -> list[str]:
    """The lines that import what is needed."""
    found: list[str] = []
    for module, names in _FROM.items():
        if wanted := [name for name in names if name in needs]:
            found.append(f"from {module} import {', '.join(wanted)}")
            if module == "typing":
                found.append("")
    return found
