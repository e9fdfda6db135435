"""A question by the rules as they are, and by a variant of them beside it: the number that leads, and its change."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.numbers.measure import Measure, headline_in
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import VARIANT
from probcalc.scenarios.system import System
from probcalc.scenarios.variants import read_variant, require_change

_COLUMNS = (
    Column("question", "name"),
    Column("rules", "number"),
    Column("variant", "number"),
    Column("change", "change"),
)


def _beside(name: str, original: Answer, varied: Answer) -> Row:
    """The row of a question: the leading number of both answers, and the change.

    >>> import probcalc
    >>> both = probcalc.odds("chronopia.test"), probcalc.odds("chronopia.test", variant="d20=2d10")
    >>> _beside("Test", *both).cells[1:4]
    (Fraction(1, 2), Fraction(9, 20), Fraction(-1, 20))
    """
    wanted = Measure(headline_in(original)).for_all([original, varied])
    try:
        before, after = wanted.of(original), wanted.of(varied)
    except InputError:
        return Row((name, None, None, None))
    return Row((name, before, after, after - before), unit=wanted.unit(original))


def game_beside(system: System, variant: str) -> Report:
    """All ready-made questions of a game, by its rules and by a variant of them.

    >>> from probcalc.scenarios import registry
    >>> found = game_beside(registry.system("reikhammer"), "d6=d8")
    >>> len(found.rows) == len(registry.system("reikhammer").presets), found.says
    (True, ('The variant changes “The opponent has nothing left” most, from 44.4% to 25.0%.',))

    Raises:
        InputError: when the variant is none of this game.
    """
    given = {VARIANT.name: read_variant(variant).text}
    require_change(given[VARIANT.name])
    registry.answer(system.scenarios[0].id, given)
    rows, refused = list[Row](), list[tuple[str, str]]()
    for preset in system.presets:
        try:
            original, varied = (registry.answer(preset.scenario, {**preset.parameters, **more}) for more in ({}, given))
        except InputError as error:
            rows.append(Row((preset.name, None, None, None)))
            refused.append((preset.name, str(error)))
        else:
            rows.append(_beside(preset.name, original, varied))
    most = _greatest_change(rows)
    says = (f"The variant {most}",) if most else ()
    return Report(
        "beside",
        f"{system.name} beside {given[VARIANT.name]}",
        _COLUMNS,
        tuple(rows),
        says=says,
        refusals=tuple(refused),
    )


def _greatest_change(rows: Sequence[Row]) -> str:
    """The chance that changes most."""
    changed = [
        (abs(change), name, before, after)
        for name, before, after, change in (row.cells for row in rows if row.unit == "chance")
        if isinstance(before, Fraction) and isinstance(after, Fraction) and isinstance(change, Fraction)
    ]
    if not changed:
        return ""
    change, name, before, after = max(changed, key=lambda found: found[0])
    if not change:
        return "changes none of these chances."
    return f"changes “{name}” most, from {percent(before)} to {percent(after)}."
