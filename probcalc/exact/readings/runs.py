"""The runs of play that a question is made of: one attack of several, one die of each side, one turn."""

from __future__ import annotations

from collections.abc import Iterator

from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.readings.joint import read_off
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Constant, Event, Joint, Mapped, Repeated, Shortcut, Sum, Tree, Turns, step_of


def runs_of(tree: Tree, law: LawReader, times: int = 1) -> Iterator[tuple[Tree, int]]:
    """What is played several times over, or beside each other, within a tree.

    Of an answer to what was dealt before, it is the likeliest.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> hit, bite = (roll_under(name, 20, 9).count("success") for name in ("Hit", "Bite"))
    >>> [(step.source.name, times) for step, times in runs_of(hit.times(3) + bite, LawReader())]
    [('Hit', 3), ('Bite', 1)]
    """
    inner = tree
    while isinstance(inner, Mapped):
        inner = inner.source
    if isinstance(inner, Repeated):
        yield from runs_of(inner.source, law, times * inner.n) if inner.n else ()
    elif isinstance(inner, (Sum, Joint)):
        for part in dict.fromkeys(inner.parts):
            yield from runs_of(part, law, times)
    elif isinstance(inner, Shortcut) and (parts := inner.runs(law)):
        for each, n in parts:
            yield from runs_of(each, law, times * n)
    elif isinstance(inner, Turns):
        start = inner.start.outcome if isinstance(inner.start, Constant) else inner.start
        first = None if isinstance(start, NoOutcome) else inner.step(start)
        if isinstance(first, NoOutcome):
            yield step_of(first), times
    else:
        yield tree, times


def wants_none(question: Tree | Event, law: LawReader) -> bool:
    """Whether what is asked of so many runs is that none of them counts: "nobody fails".

    >>> from probcalc.exact.tree.checks import roll_under
    >>> failures = roll_under("Save", 6, 4).count("failure").times(3)
    >>> wants_none(failures.among(0), LawReader()), wants_none(failures.at_least(1), LawReader())
    (True, False)
    """
    asked = read_off(question)
    if not isinstance(question, Event) or not isinstance(asked.source, Repeated) or not asked.source.n:
        return False
    one = law.weighted(asked.source.source)[0]
    return min(one) == 0 < max(one) and bool(asked.read(0)) and not asked.read(max(one) * asked.source.n)
