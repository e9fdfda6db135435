"""Laws as formulas for a terminal: case by case, outcome by outcome, or as the sum of so many equal laws."""

from __future__ import annotations

from probcalc.symbolic.formulas.laws import Copies, SymbolicDistribution
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Weight
from probcalc.symbolic.writing.display import Written, condition, legend_text
from probcalc.symbolic.writing.tables import CaseTable, columns_text

_MOST_COLUMNS = 6
_WIDEST = 150
_MOST_ENTRIES = 150
_MOST_ROWS = 120


def law_text(name: str, law: SymbolicDistribution, whole: bool = False) -> list[str]:
    r"""A law in one or more blocks.

    >>> from probcalc.analysis.formula import formula
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
