"""`probcalc link`: a request as a link, a command and Python."""

from __future__ import annotations

from probcalc.cli.arguments import base, command, parameters_of, request
from probcalc.cli.output import put


@command(
    "A request as a link, a command and Python.",
    "probcalc link chronopia.melee cc=11",
    "probcalc link chronopia.melee cc=11 --base https://example.org/",
)
@request
@base
def link(scenario: str, words: tuple[str, ...], base: str) -> None:
    """A request as a link to its page, as the shortest command and as Python."""
    from probcalc.links import to_command, to_python, to_url

    given = parameters_of(scenario, words)
    put("\n\n".join([to_url(base, scenario, given), to_command(scenario, given), to_python(scenario, given)]))
