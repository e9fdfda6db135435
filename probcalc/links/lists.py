"""Several requests as one command line or as Python: side by side, or as attacks in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from probcalc.links.addresses import EDITION_KEY, VERSION_KEY, to_query
from probcalc.links.commands import literal, to_command
from probcalc.links.defaults import values_to_write
from probcalc.scenarios import registry

ListKind: TypeAlias = Literal["compare", "sequence"]

_BETWEEN = {"compare": "vs", "sequence": "then"}
_SHOWN = {
    "compare": 'print(*found.numbers, sep="\\n")',
    "sequence": "print(*(stage.ended for stage in found.stages))",
}


def query_for(requests: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    """The query of a list of requests; what all requests of a game have in common is written once.

    >>> query_for([("chronopia.armour", {"damage": 7}), ("chronopia.armour", {"damage": 9})])
    {'1.s': 'chronopia.armour', '1.v': '1', '1.e': 'demo-rulebook', '1.damage': '7',
     '2.s': 'chronopia.armour', '2.damage': '9'}
    """
    query: dict[str, str] = {}
    games: set[str] = set()
    for place, (scenario_id, given) in enumerate(requests, 1):
        fields = to_query(scenario_id, given)
        game = registry.system_id_of(scenario_id)
        common = (VERSION_KEY, EDITION_KEY) if game in games else ()
        games.add(game)
        query |= {f"{place}.{key}": text for key, text in fields.items() if key not in common}
    return query


def list_command(kind: ListKind, requests: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """The command that compares requests, or resolves them in order.

    >>> list_command("compare", [("chronopia.melee", {"cc": 11}), ("chronopia.melee", {"cc": 12})])
    'probcalc compare chronopia.melee cc=11 vs chronopia.melee cc=12'
    """
    written = [to_command(scenario_id, given).removeprefix("probcalc odds ") for scenario_id, given in requests]
    return f"probcalc {kind} " + f" {_BETWEEN[kind]} ".join(written)


def list_python(kind: ListKind, requests: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Lines of Python that compare requests, or resolve them in order, and show the exact numbers.

    >>> print(list_python("sequence", [("chronopia.melee", {"cc": 11})]))
    from probcalc import sequence
    found = sequence([
        ("chronopia.melee", {"cc": 11}),
    ])
    print(*(stage.ended for stage in found.stages))
    """
    lines = [f"from probcalc import {kind}", f"found = {kind}(["]
    for scenario_id, given in requests:
        lines.append(f"    ({literal(scenario_id)}, {literal(values_to_write(scenario_id, given))}),")
    return "\n".join([*lines, "])", _SHOWN[kind]])
