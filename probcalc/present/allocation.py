"""An allocation for reading: the best value in a sentence, the plan, and what plans that come to mind first lack."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.allocate import Allocation
from probcalc.exact.numerals import fraction_text
from probcalc.present.decimals import decimal, percent, points, signed_decimal

Rows = list[tuple[str, ...]]
_NAIVE = {"spread": "spread evenly", "first_standing": "each on the first that still stands"}


def number_words(found: Allocation, value: Fraction) -> str:
    """A value as a percentage, or as a mean."""
    return percent(value) if found.aim.is_chance else decimal(value)


def difference_words(found: Allocation, difference: Fraction) -> str:
    """A difference of two values, signed."""
    if not difference:
        return "±0"
    return points(difference) if found.aim.is_chance else signed_decimal(difference)


def aim_words(found: Allocation) -> str:
    """What it is for, in words.

    >>> from probcalc.analysis.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> aim_words(allocate([archers], [{"parameters": {"target": "spearmen"}}], "all"))
    'the target removed'
    """
    kind, _, rest = found.aim.text.partition(":")
    count = len(found.plan.targets)
    return {
        "targets": "targets removed on average",
        "points": "points removed on average",
        "all": "all targets removed" if count > 1 else "the target removed",
        "at_least": f"{rest} or more targets removed",
        "target": f"{rest} removed",
        "losses": f"{found.plan.targets[0].unit} lost on average",
    }[kind]


def allocation_sentence(found: Allocation) -> str:
    """The whole in a sentence: the best value, and what looking is worth.

    >>> from probcalc.analysis.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> targets = [{"name": name, "parameters": {"target": name}} for name in ("spearmen", "followers")]
    >>> allocation_sentence(allocate([archers, archers], targets, "targets"))
    'At best 0.48 targets removed on average when all is fixed beforehand; looking after each attack adds 0.015.'
    """
    fixed, gain = found.fixed, found.looking - found.fixed
    worth = f"adds {difference_words(found, gain).lstrip('+')}" if gain else "adds nothing"
    if found.aim.is_chance:
        said = f"{_capitalised(aim_words(found))}: {number_words(found, fixed)} at best"
    else:
        said = f"At best {number_words(found, fixed)} {aim_words(found)}"
    return f"{said} when all is fixed beforehand; looking after each attack {worth}."


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def plan_lines(found: Allocation) -> list[str]:
    """The best plan that is fixed beforehand, in order."""
    return [f"{attacker} attacks {target}" for attacker, target in found.pairs]


def naive_rows(found: Allocation) -> Rows:
    """The best plans and those that come to mind first, with what they lack beside the best."""
    best = found.value
    rows: Rows = [("plan", "value", "fraction", "beside the best")]
    listed = {"looking after each attack": found.looking, "fixed beforehand": found.fixed}
    listed |= {_NAIVE.get(name, f"all on {name.removeprefix('all_on:')}"): value for name, value in found.naive.items()}
    for name, value in listed.items():
        rows.append((name, number_words(found, value), fraction_text(value), difference_words(found, value - best)))
    return rows


def removed_rows(found: Allocation) -> Rows:
    """The chance of each target to be removed."""
    rows: Rows = [("target", "removed", "fraction")]
    rows += [(name, percent(chance), fraction_text(chance)) for name, chance in found.removed.items()]
    return rows
