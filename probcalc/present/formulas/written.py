"""Formulas for a terminal, as Markdown and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from probcalc.analysis.conditions.nodes import NUMBER_FORM, is_name, results_in, value_of
from probcalc.analysis.conditions.reading import expression
from probcalc.analysis.formulas.formula import Formula
from probcalc.analysis.formulas.results import Symbolic, SymbolicList
from probcalc.analysis.numbers.measure import headline_of
from probcalc.analysis.numbers.named_numbers import number_of, require_numbers
from probcalc.present.formulas.size import require_writable, size_of
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.symbolic.cases.boxes import value_text
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.formulas.laws import Copies, SymbolicDistribution
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Weight
from probcalc.symbolic.writing.display import Written, condition, legend_text
from probcalc.symbolic.writing.tables import CaseTable, columns_text

_MOST_LETTERS = 6
_MOST_PLACES = 5


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
    return value


def formula_text(
    found: Formula, results: Sequence[str] = (), strong: Callable[[str], str] = str, whole: bool = False
) -> str:
    """Title, what is free, and for each result its formula, the letters, and the table of cases.

    What is too long to read is summarised, unless the whole is asked for.

    >>> from probcalc.analysis.formulas.formula import formula
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
        head = f"{strong(labels[name])} ({name})" if name in labels else strong(name)
        parts = [_indent(part) for part in _result_text(name, result, whole, found.left_out)]
        blocks.append("\n\n".join([f"{head}\n{parts[0]}", *parts[1:]]))
    if others := [name for name in found if name not in wanted and is_name(name)]:
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


_MOST_COLUMNS = 6
_WIDEST = 150
_MOST_ENTRIES = 150
_MOST_ROWS = 120


def law_text(name: str, law: SymbolicDistribution, whole: bool = False) -> list[str]:
    r"""A law in one or more blocks.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> swipes = formula("tide_of_battle.melee", {}, free=["models=1..200"])["hit_points_lost"]
    >>> print(*law_text("lost", swipes), sep="\n")
    models independent copies of one law, in which
      P(lost = 0) = 3/4
      P(lost = 1) = 1/4
    so that
      mean of lost = models/4
      variance of lost = 3*models/16
      P(lost = k) = C(models, k)*p^k*(1 - p)^(models - k) with p = 1/4
    """
    blocks = []
    copies = law.copies if is_of_copies(law) else None
    if copies is not None:
        blocks.append(_copies_text(name, law, copies))
        if not whole and sum(len(case.content.weights) for case in law.cases) > _MOST_ENTRIES:
            return blocks
    if len(law) <= _MOST_COLUMNS:
        table = law.table()
        if not table.legend and _width(str(table)) <= _WIDEST and len(table) > 1:
            return [*blocks, _by_case(name, law), str(table)]
    shown = _by_case(name, law)
    if _width(shown) > _WIDEST and len(law.cases) > 1:
        shown = _by_outcome(name, law) or shown
    return [*blocks, shown]


def is_of_copies(law: SymbolicDistribution) -> bool:
    """Whether it is the sum of equal laws, of several numbers of them: then one of them says it all."""
    return len({case.content.n for case in law.cases}) > 1 and law.copies is not None


def _width(text: str) -> int:
    return max(map(len, text.split("\n")))


def _by_case(name: str, law: SymbolicDistribution) -> str:
    """For each case a line for each outcome, the letters once at the end."""
    numbers = law.is_numeric
    shares: list[Share] = []
    for case in law.cases:
        shares += [case.content.share(outcome) for outcome in law if outcome in case.content.weights]
        shares += [case.content.mean()] if numbers else []
    written_out = Written(shares, law.domain)
    formulas = iter(range(len(shares)))
    lines = []
    for case in law.cases:
        labels = [f"P({name} = {outcome})" for outcome in law if outcome in case.content.weights]
        labels += [f"mean of {name}"] if numbers else []
        found = [f"{label} = {written_out.formula(next(formulas))}" for label in labels]
        if len(law.cases) == 1 and not law.refused:
            lines += found
        elif any(isinstance(share.weight, Weight) for share in shares):
            lines += [f"{condition(case.box, law.domain)}:", *(f"  {line}" for line in found)]
        else:
            lines.append(f"{condition(case.box, law.domain)}: {', '.join(found)}")
    return "\n".join(lines + legend_text(written_out.legend()))


def _by_outcome(name: str, law: SymbolicDistribution) -> str:
    """A table with the ranges in which each outcome is possible; "" where it would be long or in letters."""
    tables: list[tuple[str, CaseTable]] = [(str(outcome), law[outcome].table()) for outcome in law]
    if law.is_numeric:
        tables.append(("mean", law.mean.table()))
    names = list(dict.fromkeys(n for _, table in tables for n in table.names))
    rows = [
        [label, *(row.ranges.get(n, "any") for n in names), *row.formulas]
        for label, table in tables
        for row in table.rows
        if row.formulas != ("0",)
    ]
    if len(rows) > _MOST_ROWS or any(table.legend for _, table in tables):
        return ""
    return columns_text([[name, *names, "probability"], *rows])


def _copies_text(name: str, law: SymbolicDistribution, copies: Copies) -> str:
    """The law as the sum of equal laws: one of them, and what follows for any number of them."""
    number = _number_of_copies(law) or str(copies.n)
    one = copies.one
    outcomes = list(one)
    lines = [f"{number} independent copies of one law, in which"]
    shares = [case.content.share(outcome) for case in one.cases for outcome in outcomes]
    moments = [case.content for value in (law.mean, law.variance) for case in value.cases]
    short = number != str(copies.n) and len(moments) == 2
    written_out = Written([*shares, *(moments if short else [])], law.domain)
    for i, case in enumerate(one.cases):
        inner = "  "
        if len(one.cases) > 1:
            lines.append(f"  {condition(case.box, law.domain)}:")
            inner = "    "
        places = range(i * len(outcomes), (i + 1) * len(outcomes))
        found = zip(outcomes, map(written_out.formula, places), strict=True)
        lines += [f"{inner}P({name} = {outcome}) = {text}" for outcome, text in found]
    after = []
    if short:
        after = [f"mean of {name} = {written_out.formula(len(shares))}"]
        after.append(f"variance of {name} = {written_out.formula(len(shares) + 1)}")
    if outcomes == [0, 1] and len(one.cases) == 1:
        binomial = f"C({number}, k)*p^k*(1 - p)^({number} - k) with p = {written_out.formula(1)}"
        after.append(f"P({name} = k) = {binomial}")
    elif len(one.cases) == 1:
        powers = [f"P({name} = {outcome}){_power(outcome)}" for outcome in outcomes]
        after.append(f"the generating function is ({' + '.join(powers)})^{number}")
    lines += ["so that", *(f"  {line}" for line in after)] if after else []
    return "\n".join(lines + legend_text(written_out.legend()))


def _power(outcome: int) -> str:
    return "" if outcome == 0 else "*z" if outcome == 1 else f"*z^{outcome}"


def _number_of_copies(law: SymbolicDistribution) -> str:
    """The parameter that is the number of copies in every case; "" when none is."""
    for name in law.domain.parameters:
        sides = [(case.box.sides.get(name), case.content.n) for case in law.cases]
        if all(isinstance(side, range) and list(side) == [n] for side, n in sides):
            return name
    return ""
