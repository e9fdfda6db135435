"""Whether the sentences of a scenario name those who take part in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from probcalc.exact.errors import suggestion
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import unknown_places


def role_faults(model: type[Scenario], asked: Iterable[Scenario], *, mistyped: bool = False) -> Iterator[str]:
    """The roles in its labels and sentences that nobody has in any of these requests, a line each.

    With `mistyped` only those that are nearly a role which somebody has.

    >>> from probcalc.scenarios.registry import scenario
    >>> list(role_faults(scenario("chronopia.melee"), [scenario("chronopia.melee")()]))
    []
    """
    parties = [party for scenario in asked for party in scenario.parties()]
    # Where nobody is named the roles are read out as they are written.
    if not parties:
        return
    results = [text for each in model.results for text in (each.pattern, each.says, *each.each.values())]
    labels = [text for each in model.parameters() for text in (each.label_pattern, each.help_pattern)]
    roles = ", ".join(dict.fromkeys(party.role for party in parties))
    for place, near in unknown_places([*results, *labels], parties).items():
        hint = suggestion(near and f"[{near}]", f"; there are {roles}")
        if near or not mistyped:
            yield f"{model.id}: nobody has the role [{place}]{hint}"
