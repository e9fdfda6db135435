"""What a person should know about how a roll was read."""

from __future__ import annotations

from probcalc.exact.readings.law import law_of
from probcalc.notation import nodes
from probcalc.notation.building import checked
from probcalc.notation.nodes import Node
from probcalc.notation.walking import walk
from probcalc.notation.writing import pool_text, written

FEW = 3


def remarks(node: Node) -> list[str]:
    """A sentence for each check that another reader may have meant otherwise.

    >>> from probcalc.notation import parsed
    >>> remarks(parsed("2d6 >= 7"))
    ['2d6 >= 7 counts dice one by one, and none can succeed; for their sum write sum of 2d6 >= 7.']
    >>> remarks(parsed("12d6 >= 4"))
    []
    """
    found: list[str] = []
    for part in walk(node):
        if isinstance(part, nodes.Check):
            found += _of_check(part)
    return found


def _of_check(check: nodes.Check) -> list[str]:
    plain = nodes.Check(check.of, check.compare, check.target)
    said = written(plain)
    bands = {band for part in checked(check) for band in law_of(part.single)}
    names = {band[0] if isinstance(band, tuple) else band for band in bands}
    always, never = not names & {"failure", "fumble"}, not names & {"critical", "success"}
    certain = "every one succeeds" if always else "none can succeed" if never else ""
    if isinstance(check.of, nodes.Pool) and check.of.count > 1:
        instead = f"for their sum write sum of {pool_text(check.of)} {check.compare} {check.target}"
        if certain:
            return [f"{said} counts dice one by one, and {certain}; {instead}."]
        return [f"{said} counts dice one by one; {instead}."] if check.of.count <= FEW else []
    if isinstance(check.of, nodes.Sum):
        for term in check.of.terms:
            if isinstance(term, nodes.Pool) and term.count > FEW:
                said_of = f"{said} adds the dice up and compares once"
                return [f"{said_of}; for each die on its own write {_each(check, term)}."]
    return [f"{said}: {'it always succeeds' if always else 'it cannot succeed'}."] if certain else []


def _each(check: nodes.Check, pool: nodes.Pool) -> str:
    single = nodes.Pool(1, pool.unit, pool.again, pool.explosion)
    assert isinstance(check.of, nodes.Sum)
    others = [term for term in check.of.terms if term is not pool]
    inner = written(nodes.Sum((single, *others))) if others else pool_text(single)
    return f"{pool.count} times ({inner}) {check.compare} {check.target}"
