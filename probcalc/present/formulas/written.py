"""Which results of a formula are asked for; as LaTeX, as SymPy expressions and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from probcalc.analysis.conditions.nodes import NUMBER_FORM, Arithmetic, results_in, value_of
from probcalc.analysis.conditions.reading import expression
from probcalc.analysis.formulas.formula import Formula
from probcalc.analysis.formulas.results import Symbolic, SymbolicList
from probcalc.analysis.numbers.measure import headline_of
from probcalc.analysis.numbers.named_numbers import number_of, require_numbers
from probcalc.present.formulas.size import require_writable, size_of
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.symbolic.cases.boxes import value_text
from probcalc.symbolic.cases.by_cases import ByCases
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.formulas.laws import SymbolicDistribution
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.writing.display import Written


def choose(found: Formula, results: Sequence[str]) -> dict[str, Symbolic]:
    """The results asked for, or numbers of them, or without any the headline.

    Raises:
        InputError: for a name that is no result; the nearest is suggested.
    """
    if not results:
        headline = headline_of(registry.scenario(found.scenario_id))
        results = [headline if headline in found else next(iter(found))]
    return {text: found[text] if text in found else _number(found, text) for text in results}


def _number(found: Formula, text: str) -> SymbolicValue:
    """The formula of a number as it is written everywhere: "mean wounds", "wounds >= 2"."""
    number = expression(text, registry.scenario(found.scenario_id))
    for name in results_in(number):
        if name not in found:
            raise unknown_name("result", name, found, f" of {found.scenario_id} here")
    require_numbers(found.scenario_id, found.given, number)
    value = value_of(number, lambda wish: number_of(found, wish))
    if not isinstance(value, SymbolicValue):
        raise InputError(f"{text.strip()[:60]}: {NUMBER_FORM}", "results")
    # What is calculated from several numbers is called as it was asked.
    return replace(value, label=" ".join(text.split())) if isinstance(number, Arithmetic) else value


def summary_of(name: str, result: Symbolic, whole: bool) -> str:
    """What is said of a result that is too long to be shown, "" of any other and where the whole is wanted.

    Raises:
        InputError: when it is too long even for a file.
    """
    size = size_of(result)
    if whole:
        require_writable(name, size)
        return ""
    return "" if size.is_readable else size.summary


def refused_cases(result: ByCases[Any], left_out: str) -> list[Case[str]]:
    """Where the rules refuse a result; what was left out is said once for all results."""
    return [case for case in result.refused if case.content != left_out]


def latex_text(found: Formula, results: Sequence[str] = (), whole: bool = False) -> str:
    """The LaTeX of each result asked for, one under the other; a comment for one that is too long to read."""
    wanted = {name: r for name, r in choose(found, results).items() if not isinstance(r, SymbolicList)}
    summaries = {name: summary_of(name, result, whole) for name, result in wanted.items()}
    texts = [f"% {name}: {summaries[name]}" if summaries[name] else result.latex() for name, result in wanted.items()]
    return "\n\n".join([*([f"% {found.left_out}"] if found.left_out else []), *texts])


def sympy_text(found: Formula, results: Sequence[str] = (), whole: bool = False) -> str:
    """The results asked for as SymPy expressions, a line for each value; a comment for what is too long to read."""
    lines = [f"# {found.left_out}"] if found.left_out else []
    for name, result in choose(found, results).items():
        if summary := summary_of(name, result, whole):
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
    if summary := summary_of(name, result, whole):
        return {"kind": "summary", **size_of(result)._asdict(), "why": summary}
    if isinstance(result, SymbolicList):
        cases = [{"when": _when(c.box.sides), "value": list(c.content)} for c in result.cases]
        return {"kind": "list", "cases": cases}
    refused = [{"when": _when(case.box.sides), "why": case.content} for case in refused_cases(result, left_out)]
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
