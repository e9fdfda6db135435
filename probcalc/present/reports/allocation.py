"""The report of an allocation: the best value in a sentence, the plan, and what plans that come to mind first lack."""

from __future__ import annotations

from probcalc.analysis.allocation.allocate import Allocation
from probcalc.analysis.findings.report import Cell, Column, Refused, Report, Row, Unit
from probcalc.present.numbers.text import change_text, number_text

_NAIVE = {"spread": "spread evenly", "first_standing": "always the first one standing"}


def allocation_report(found: Allocation) -> Report:
    """The best plans and the obvious ones, and how often each target is removed.

    >>> from probcalc.analysis.allocation.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> targets = [{"name": name, "parameters": {"target": name}} for name in ("spearmen", "followers")]
    >>> report = allocation_report(allocate([archers, archers], targets, "targets"))
    >>> report.to_do
    ('attacker 1 against spearmen', 'attacker 2 against followers')
    >>> report.rows[0].cells
    ('decided after each attack', Fraction(99, 200), Fraction(0, 1), Fraction(99, 200))
    >>> report.more[0].rows[0].cells, report.more[1].rows[0].cells
    (('spearmen', Fraction(1, 4), Fraction(1, 4)), ('1', Fraction(1, 4), Fraction(23, 100)))
    """
    unit = value_unit(found)
    columns = (
        Column("plan", "name"),
        Column("value", unit),
        Column("vs best", "change", unit),
        Column("fraction", "exact", unit),
    )
    listed = {"decided after each attack": found.looking, "planned in advance": found.fixed}
    listed |= {_NAIVE.get(name, f"all on {name.removeprefix('all_on:')}"): value for name, value in found.naive.items()}
    best = "decided after each attack" if found.look else "planned in advance"
    rows = [Row((name, value, value - found.looking, value), is_present=name == best) for name, value in listed.items()]
    return Report(
        "allocation",
        "The best plans and the obvious ones",
        columns,
        tuple(rows),
        counts=aim_words(found),
        unit=unit,
        says=(allocation_sentence(found), overkill_sentence(found)),
        to_do=found.policy if found.look else found.steps,
        drawing="ranked",
        data=found.to_json(),
        more=(removed_report(found), alone_report(found)),
    )


def alone_report(found: Allocation) -> Report:
    """The chance of each attack to remove each target by itself, which the plan is made of."""
    plan = found.plan
    rows = [
        Row((attacker.name, *(_alone(found, a, t) for t in range(len(plan.targets)))))
        for a, attacker in enumerate(plan.attackers)
    ]
    return Report(
        "alone",
        "What each attack removes by itself",
        (Column("attack", "name"), *(Column(target.name, "chance") for target in plan.targets)),
        tuple(rows),
        counts="removed",
        drawing="heat map",
        axes=("attack", "target"),
    )


def _alone(found: Allocation, attacker: int, target: int) -> Cell:
    chance = found.plan.alone(attacker, target)
    return Refused("may not attack it") if chance is None else chance


def removed_report(found: Allocation) -> Report:
    """The chance of each target to be removed."""
    return Report(
        "removed",
        "How often each target is removed",
        (Column("target", "name"), Column("removed", "chance"), Column("fraction", "exact")),
        tuple(Row((name, chance, chance)) for name, chance in found.removed.items()),
        counts="removed",
        drawing="ranked",
    )


def value_unit(found: Allocation) -> Unit:
    """What the value is: a chance, or a mean."""
    return "chance" if found.aim.is_chance else "number"


def aim_words(found: Allocation) -> str:
    """What it is for, in words.

    >>> from probcalc.analysis.allocation.allocate import allocate
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

    >>> from probcalc.analysis.allocation.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> targets = [{"name": name, "parameters": {"target": name}} for name in ("spearmen", "followers")]
    >>> allocation_sentence(allocate([archers, archers], targets, "targets"))
    'Best plan: 0.48 targets removed on average. Deciding after each attack adds 0.015.'
    """
    fixed, gain = found.fixed, found.looking - found.fixed
    worth = f"adds {change_text(gain, value_unit(found)).lstrip('+')}" if gain else "adds nothing"
    if found.aim.is_chance:
        said = f"{aim_words(found)}, {number_text(fixed, value_unit(found))}"
    else:
        said = f"{number_text(fixed, value_unit(found))} {aim_words(found)}"
    return f"Best plan: {said}. Deciding after each attack {worth}."


def overkill_sentence(found: Allocation) -> str:
    """What is lost by overkill, in a sentence.

    >>> from probcalc.analysis.allocation.allocate import allocate
    >>> attack = {"scenario": "mechanics.attack", "parameters": {"damage": 3}}
    >>> overkill_sentence(allocate([attack, attack], [{"name": "Troll", "parameters": {"health": 4}}], "targets"))
    'Wasted: 0.50 damage of overkill on average.'
    """
    lost = found.overkill
    said = []
    if lost.beyond:
        said.append(f"{number_text(lost.beyond, 'number')} {lost.unit} of overkill on average")
    if lost.attacks:
        count = len(found.plan.attackers)
        attacks = number_text(lost.attacks, "number")
        said.append(f"{attacks} of {count} attacks on average, on targets already removed")
    return f"Wasted: {'; '.join(said)}." if said else "Nothing is wasted by overkill."
