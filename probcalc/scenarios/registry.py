"""The systems by name, loaded when they are first asked for, and a bounded store of answers that threads share."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from probcalc.exact.arguments import brief
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.budget.bounds import METER, TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import finding
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, NotLoaded, TooMuch, unknown_name
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.system import Heading
from probcalc.scenarios.system import Preset as Preset
from probcalc.scenarios.system import Rule as Rule
from probcalc.scenarios.system import System as System
from probcalc.scenarios.system import system_id_of as system_id_of


def _freeze(value: Any) -> Any:
    # The type belongs to the key: True and 1 are equal in Python, but only one of them is a legal flag. The truth of
    # another library is none either, and its type has the same name.
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(v) for v in value)
    return type(value), value


# What an outcome and an answer take beside the digits of their weights.
_BITS_OF_AN_OUTCOME = 1_000
_BITS_OF_AN_ANSWER = 100_000


def size_in_bits(answer: Answer) -> int:
    """About the memory that an answer takes: mostly the weights of its laws, each at most as long as their total."""
    laws = [value for value in answer.values() if isinstance(value, Distribution)]
    return _BITS_OF_AN_ANSWER + sum(len(law) * (law.total.bit_length() + _BITS_OF_AN_OUTCOME) for law in laws)


def _key(scenario_id: str, flat: Mapping[str, Any]) -> Hashable:
    """The key under which the answer to a request is kept; None where a value cannot be part of a key."""
    try:
        key = scenario_id, tuple(sorted((name, _freeze(value)) for name, value in flat.items()))
        hash(key)
    except (TypeError, RecursionError):
        return None
    return key


_Listed = TypeVar("_Listed", System, Heading)


def system_ids() -> tuple[str, ...]:
    """The ids of all systems, those of this project first; one that cannot be loaded is among them.

    >>> system_ids()[:2]
    ('chronopia', 'custom')
    """
    own = finding.folders()
    return (*own, *(name for name in finding.installed_ids() if name not in own))


def system(system_id: str) -> System:
    """The system of that id.

    Raises:
        InputError: when there is none; the nearest id is suggested.
        NotLoaded: when it cannot be loaded, and why.
    """
    if not isinstance(system_id, str):
        raise unknown_name("system", system_id, system_ids())
    if along := finding.game_along(system_id):
        return along
    # Other packages are looked for only when the name is none of this project's.
    if system_id not in finding.folders() and system_id not in finding.installed_ids():
        raise unknown_name("system", system_id, system_ids())
    found = finding.load(system_id)
    if isinstance(found, str):
        raise NotLoaded(f"{system_id} cannot be loaded: {found}", "system")
    return found


def system_of(scenario_id: str) -> System:
    """The system that a scenario belongs to.

    >>> system_of("chronopia.melee").name
    'Chronopia'

    Raises:
        InputError: when there is none; the nearest id is suggested.
        NotLoaded: when it cannot be loaded, and why.
    """
    return system(system_id_of(scenario_id))


def systems() -> tuple[System, ...]:
    """All systems that can be loaded: the games, then the dice of no game, in the order in which they are listed."""
    return _games_first(each for each in map(finding.load, system_ids()) if isinstance(each, System))


def all_systems() -> tuple[System, ...]:
    """All systems, those that came with the request behind the other games; nothing of these is kept for others."""
    return _games_first((*systems(), *finding.games_along()))


def headings() -> tuple[Heading, ...]:
    """The names of the systems, in the order in which they are listed.

    >>> headings()[0]
    Heading(id='chronopia', name='Chronopia', is_game=True)
    """
    return finding.known_headings() or tuple(each.heading for each in systems())


def all_headings() -> tuple[Heading, ...]:
    """The same, with those that came with the request behind the other games."""
    return _games_first((*headings(), *(each.heading for each in finding.games_along())))


def _games_first(listed: Iterable[_Listed]) -> tuple[_Listed, ...]:
    """The games, then the dice of no game, each as they come."""
    return tuple(sorted(listed, key=lambda each: not each.is_game))


def refusals() -> dict[str, str]:
    """What cannot be loaded and why, in one line: systems by id, and what claims the id of one of this project."""
    found = {name: each for name in system_ids() if isinstance(each := finding.load(name), str)}
    clashing = (name for name in finding.entry_points_by_game() if name in finding.folders())
    taken = {
        point.value: f"{name} is a game already" for name in clashing for point in finding.entry_points_by_game()[name]
    }
    return found | taken


def scenario(scenario_id: str) -> type[Scenario]:
    """The scenario class of an id like "chronopia.melee".

    Raises:
        InputError: when there is none; the nearest id is suggested.
    """
    named = scenario_id if isinstance(scenario_id, str) else brief(scenario_id)
    system_id, _, rest = named.partition(".")
    along = finding.game_along(system_id)
    if along is None and system_id not in finding.folders() and system_id not in finding.installed_ids():
        raise unknown_name(
            "scenario", named, [model.id for each in systems() for model in each.scenarios], lister="probcalc systems"
        )
    known = system(system_id).scenarios
    for model in known:
        if model.id == scenario_id:
            return model
    # A system alone means one of its scenarios, and the first is the one that is asked most.
    raise unknown_name("scenario", named, [model.id for model in (known if rest else known[:1])])


_MOST_KEPT = 32 * 8 * 1024**2
"""In bits: the answers kept for reuse take about 32 MiB at most."""
_ANSWERS = BoundedStore[Answer](_MOST_KEPT, size_in_bits, _MOST_KEPT // 8)


def answer(scenario_id: str, parameters: Mapping[str, Any], *, written: bool = True) -> Answer:
    """The exact answer to a scenario with what was given.

    Several answers that are computed for one request count in its meter; where only a number is read off each, and none
    is `written` down, writing does not count there. A result that is too large is left out, unless nothing else is
    left.

    Raises:
        InputError: when the request is refused or too large.
    """
    flat = flatten(parameters)
    model = scenario(scenario_id)
    # What somebody brings along is known to the request alone, and another may bring a game of the same name.
    key = _key(scenario_id, flat) if finding.game_along(system_id_of(scenario_id)) is None else None
    kept = _ANSWERS.get(key)
    if kept is not None:
        return kept
    resolved, notes = resolve(model, flat)
    whole = METER.get()
    try:
        values, refused, said = evaluate_within(resolved, written)
    except TooLarge as error:
        if whole is not None and error.budget is whole:
            raise TooMuch.of(scenario_id, error) from error
        raise InputError(f"{model.costly or scenario_id}: {error}", model.costly) from error
    found = Answer(resolved, values, [*notes, *said], left_out={name: str(why) for name, why in refused.items()})
    if key is not None and (whole is None or not refused):
        _ANSWERS.keep(key, found)
    return found


def clear_caches() -> None:
    """Forget every answer kept for reuse."""
    _ANSWERS.clear()
