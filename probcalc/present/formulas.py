"""Formulas for a terminal, as Markdown and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from probcalc.analysis.formula import Formula
from probcalc.analysis.formula_results import Symbolic, SymbolicList
from probcalc.analysis.measure import headline_of
from probcalc.present.formula_laws import is_of_copies, law_text
from probcalc.present.formula_size import require_writable, size_of
from probcalc.scenarios import registry
from probcalc.scenarios.errors import unknown_name
from probcalc.symbolic.cases.boxes import value_text
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.formulas.laws import SymbolicDistribution
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.writing.display import Written, condition

_MOST_LETTERS = 6
_MOST_PLACES = 5


def choose(found: Formula, results: Sequence[str]) -> dict[str, Symbolic]:
    """The results asked for, or without any the headline.

    Raises:
        InputError: for a name that is no result; the nearest is suggested.
    """
    if not results:
        headline = headline_of(registry.scenario(found.scenario_id))
        results = [headline if headline in found else next(iter(found))]
    for name in results:
        if name not in found:
            raise unknown_name("result", name, found, f" of {found.scenario_id} here")
    return {name: found[name] for name in results}


def formula_text(
    found: Formula, results: Sequence[str] = (), strong: Callable[[str], str] = str, whole: bool = False
) -> str:
    """Title, what is free, and for each result its formula, the letters, and the table of cases.

    What is too long to read is summarised, unless the whole is asked for.

    >>> from probcalc.analysis.formula import formula
    >>> print(formula_text(formula("chronopia.armour", {"damage": 10}, free=["armour"])))
    One hit against armour (chronopia.armour)
      free: armour -10..40
    <BLANKLINE>
    At least one wound (any_wound)
      (20 - s)/20
        with s = clamp(armour - 10, 1, 19) Armour save
    <BLANKLINE>
      armour     any_wound
      -10 to 11  19/20
      12 to 28   (30 - armour)/20
      29 to 40   1/20
    <BLANKLINE>
    Other results: wounds
    """
    model = registry.scenario(found.scenario_id)
    wanted = choose(found, results)
    labels = {result.name: result.label for result in model.results}
    free = "; ".join(f"{name} {allowed}" for name, allowed in found.free.items())
    blocks = [f"{strong(model.title or model.id)} ({model.id})\n  free: {free}"]
    if found.left_out:
        places = [condition(box, found.domain) for box in found.boxes_left_out]
        more = f"; and {len(places) - _MOST_PLACES:,} more" if len(places) > _MOST_PLACES else ""
        blocks.append(_indent(f"{'; '.join(places[:_MOST_PLACES])}{more}: {found.left_out}"))
    for name, result in wanted.items():
        head = f"{strong(labels.get(name, name))} ({name})"
        parts = [_indent(part) for part in _result_text(name, result, whole, found.left_out)]
        blocks.append("\n\n".join([f"{head}\n{parts[0]}", *parts[1:]]))
    if others := [name for name in found if name not in wanted]:
        blocks.append(f"Other results: {', '.join(others)}")
    return "\n\n".join(blocks)


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" if line else "" for line in text.split("\n"))


def _result_text(name: str, result: Symbolic, whole: bool, left_out: str) -> list[str]:
    summary = _summary(name, result, whole)
    if summary and not (isinstance(result, SymbolicDistribution) and is_of_copies(result)):
        return [summary]
    if isinstance(result, SymbolicList):
        return ["\n".join(f"{condition(c.box, result.domain)}: {', '.join(map(str, c.content))}" for c in result.cases)]
    refused = _refusals(result, left_out)
    if isinstance(result, SymbolicValue):
        table = result.table()
        if len(table) < 2 or table.legend:
            return [str(result), *refused]
        legend = Written([case.content for case in result.cases], result.domain).legend()
        letters = len([line for line in legend if line.latex])
        # Without letters the formula says the same as the table; with too many of them it says less.
        alone = letters > _MOST_LETTERS or (not letters and len(table) <= len(result.cases))
        return [str(table), *refused] if alone else [str(result), str(table), *refused]
    return [*law_text(name, result, whole), *refused]


def _summary(name: str, result: Symbolic, whole: bool) -> str:
    """What is said of a result that is too long to be shown, "" of any other and where the whole is wanted.

    Raises:
        InputError: when it is too long even for a file.
    """
    size = size_of(result)
    if whole:
        require_writable(name, size)
        return ""
    return "" if size.is_readable else size.summary


def _refusals(result: SymbolicValue | SymbolicDistribution, left_out: str) -> list[str]:
    refused = _refused_cases(result, left_out)
    lines = [f"{condition(case.box, result.domain)}: refused, {case.content}" for case in refused]
    return ["\n".join(lines)] if lines else []


def _refused_cases(result: SymbolicValue | SymbolicDistribution, left_out: str) -> list[Case[str]]:
    """Where the rules refuse a result; what was left out is said once for all results."""
    return [case for case in result.refused if case.content != left_out]


def latex_text(found: Formula, results: Sequence[str] = (), whole: bool = False) -> str:
    """The LaTeX of each result asked for, one under the other; a comment for one that is too long to read."""
    wanted = {name: r for name, r in choose(found, results).items() if not isinstance(r, SymbolicList)}
    summaries = {name: _summary(name, result, whole) for name, result in wanted.items()}
    texts = [f"% {name}: {summaries[name]}" if summaries[name] else result.latex() for name, result in wanted.items()]
    return "\n\n".join([*([f"% {found.left_out}"] if found.left_out else []), *texts])


def sympy_text(found: Formula, results: Sequence[str] = (), whole: bool = False) -> str:
    """The results asked for as SymPy expressions, a line for each value; a comment for what is too long to read."""
    lines = [f"# {found.left_out}"] if found.left_out else []
    for name, result in choose(found, results).items():
        if summary := _summary(name, result, whole):
            lines.append(f"# {name}: {summary}")
        elif isinstance(result, SymbolicValue):
            lines.append(f"{name} = {result.expr}")
        elif isinstance(result, SymbolicDistribution):
            lines += [f"{name}[{outcome}] = {expr}" for outcome, expr in result.expr.items()]
    return "\n".join(lines)


def formula_data(found: Formula, results: Sequence[str] = (), whole: bool = False) -> dict[str, Any]:
    """The results asked for as plain data; of what is too long to read the size alone."""
    left_out = [_when(box.sides) for box in found.boxes_left_out]
    return {
        "scenario": found.scenario_id,
        "given": {name: value_text(value) if value is None else value for name, value in found.given.items()},
        "free": found.free,
        **({"left_out": {"when": left_out, "why": found.left_out}} if found.left_out else {}),
        "results": {
            name: _result_data(name, result, whole, found.left_out) for name, result in choose(found, results).items()
        },
    }


def _result_data(name: str, result: Symbolic, whole: bool, left_out: str) -> dict[str, Any]:
    if summary := _summary(name, result, whole):
        return {"kind": "summary", **size_of(result)._asdict(), "why": summary}
    if isinstance(result, SymbolicList):
        cases = [{"when": _when(c.box.sides), "value": list(c.content)} for c in result.cases]
        return {"kind": "list", "cases": cases}
    refused = [{"when": _when(case.box.sides), "why": case.content} for case in _refused_cases(result, left_out)]
    if isinstance(result, SymbolicDistribution):
        outcomes = [[outcome, value_data(result[outcome])] for outcome in result]
        return {"kind": "distribution", "outcomes": outcomes, "refused": refused}
    return {"kind": result.kind, **value_data(result), "refused": refused}


def value_data(value: SymbolicValue) -> dict[str, Any]:
    """One value as plain data: its cases, what the letters stand for, SymPy, LaTeX and the table."""
    shown = Written([case.content for case in value.cases], value.domain)
    cases = [{"when": _when(case.box.sides), "formula": shown.formula(i)} for i, case in enumerate(value.cases)]
    return {
        "cases": cases,
        "letters": [
            {"letter": line.letter, "definition": line.definition, "meaning": line.meaning} for line in shown.legend()
        ],
        "sympy": str(value.expr),
        "latex": value.latex(),
        "table": value.table().data(),
    }


def _when(sides: Any) -> dict[str, Any]:
    """Numbers as [lowest, highest], names as they are."""
    return {
        name: [side[0], side[-1]] if isinstance(side, range) else [value_text(value) for value in side]
        for name, side in sides.items()
    }
