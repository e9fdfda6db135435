"""Several requests at once, with a word between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from probcalc.cli.arguments import current_roster, parse_words, with_roster, with_roster_figures
from probcalc.cli.names import Fits, RequestWord

F = TypeVar("F", bound=Callable[..., Any])


class Requests(NamedTuple):
    """Requests, and each as it was written."""

    each: list[tuple[str, Mapping[str, Any]]]
    names: list[str]


def requests_beside(separator: str, fits: Fits | None = None) -> Callable[[F], F]:
    """The arguments of several requests with a word between them, and the roster that they may name."""

    def add(command: F) -> F:
        words = RequestWord(separator, fits)
        metavar = f"[name=value]... SCENARIO [name=value]... {separator} [SCENARIO] [name=value]..."
        return click.argument("words", nargs=-1, required=True, type=words, metavar=metavar)(with_roster(command))

    return add


def between(words: Iterable[str], separator: str) -> list[list[str]]:
    """The words of the requests between the separators.

    >>> between(["chronopia.melee", "cc=11", "vs", "cc=12"], "vs")
    [['chronopia.melee', 'cc=11'], ['cc=12']]

    Raises:
        InputError: when nothing stands between two separators or behind the last: nothing says what was meant.
    """
    from probcalc.scenarios.errors import InputError

    parts: list[list[str]] = [[]]
    for word in words:
        if word == separator:
            parts.append([])
        else:
            parts[-1].append(word)
    if not all(parts[1:]):
        where = f"between {separator} and {separator}" if parts[-1] else f"behind the last {separator}"
        raise InputError(f"nothing stands {where}; to ask the same again, write its scenario there")
    return parts


def requests_of(parts: Iterable[Sequence[str]]) -> list[tuple[str, dict[str, Any]]]:
    """The requests that were written, each a scenario and its parameters; without a scenario the first one, changed.

    >>> with click.Context(click.Command("compare")):
    ...     requests_of([["chronopia.melee", "cc=11", "critic=2"], ["cc=12"]])[1]
    ('chronopia.melee', {'cc': 12, 'critic': 2})
    """
    requests: list[tuple[str, dict[str, Any]]] = []
    for part in parts:
        if part and "=" not in part[0]:
            requests.append((part[0], parse_words(part[0], part[1:])))
        else:
            scenario, given = requests[0]
            requests.append((scenario, given | parse_words(scenario, part)))
    return requests


def read_requests(separator: str, words: Sequence[str]) -> Requests:
    """The requests between the separators; words before the first scenario belong to all that know them.

    Raises:
        InputError: when no scenario is named, or a word before it is known to none of those that are.
    """
    from probcalc.analysis.stages.sequence import with_shared
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.rosters import known_names

    first, *others = between(words, separator)
    begin = next((place for place, word in enumerate(first) if "=" not in word), None)
    if begin is None:
        raise InputError(f"the first request names a scenario, as in chronopia.melee cc=11 {separator} cc=12")
    parts = [first[begin:], *others]
    requests = requests_of(parts)
    known = {scenario: known_names(scenario, current_roster()) for scenario, _ in requests}
    shared: dict[str, Any] = {}
    for word in first[:begin]:
        name = word.partition("=")[0]
        if name in shared:
            raise InputError(f"{name} is given twice", name)
        scenario = next((scenario for scenario, names in known.items() if name in names), "")
        # What is known to none of them is refused below.
        shared |= parse_words(scenario, [word]) if scenario else {name: None}
    whole = with_shared(shared, requests, current_roster())
    return Requests([(each, with_roster_figures(each, given)) for each, given in whole], list(map(" ".join, parts)))
