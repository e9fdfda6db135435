"""Where games are found: a folder each under `probcalc/systems`, and packages of their own that are installed.

A package brings a game under the entry point group `probcalc.systems`; the entry point's name is the game's id, its
value leads to the `System`: `skirmish = "skirmish:SYSTEM"`. A game that cannot be loaded is refused by its name, and
the others are as they were.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from probcalc.exact.errors import suggestion
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import unknown_places
from probcalc.scenarios.system import Heading, System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "probcalc.systems"

# The games that somebody brings along with a request, known to that request alone: those that are listed, and others.
_BROUGHT_ALONG: ContextVar[tuple[tuple[System, ...], tuple[System, ...]]] = ContextVar(
    "brought along", default=((), ())
)


@contextmanager
def along_with(*systems: System, listed: Sequence[System] = ()) -> Iterator[None]:
    """Within this block these games are found by their ids like any others, and some listed; nothing keeps them."""
    before = _BROUGHT_ALONG.set((tuple(listed), systems))
    try:
        yield
    finally:
        _BROUGHT_ALONG.reset(before)


def games_along() -> tuple[System, ...]:
    """The games that came with the request and are listed among the others."""
    return _BROUGHT_ALONG.get()[0]


def game_along(system_id: str) -> System | None:
    """The game of that id that came with the request; None where there is none."""
    return next((found for games in _BROUGHT_ALONG.get() for found in games if found.id == system_id), None)


@cache
def folders() -> tuple[str, ...]:
    """The games of this project: the folders under `probcalc/systems`.

    >>> folders()[:3]
    ('chronopia', 'custom', 'mechanics')
    """
    package = import_module("probcalc.systems")
    return tuple(sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg))


@cache
def entry_points_by_game() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of games that other packages bring, by the game's id."""
    # Here and not above: a number of this project's games need not wait until the packages installed can be read.
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        same = found.setdefault(point.name, [])
        # A package that is found twice on the path brings one game.
        if all(other.value != point.value for other in same):
            same.append(point)
    return {name: tuple(points) for name, points in sorted(found.items())}


_HEADINGS: list[Heading] = []


def know(headings: Iterable[Heading]) -> None:
    """Know the names of all games, in the order in which they are listed, so that listing them loads none."""
    _HEADINGS[:] = headings


def known_headings() -> tuple[Heading, ...]:
    """The names of all games as far as they are known without loading one: all, or none."""
    return tuple(_HEADINGS)


def installed_ids() -> tuple[str, ...]:
    """The games that other packages bring, by their ids; packages are looked at only when the games are not known."""
    own = folders()
    return tuple(each.id for each in _HEADINGS if each.id not in own) if _HEADINGS else tuple(entry_points_by_game())


def forget() -> None:
    """Look for games anew."""
    _HEADINGS.clear()
    for kept in (folders, entry_points_by_game, _load):
        kept.cache_clear()


def load(system_id: str) -> System | str:
    """A game by its id, or why it cannot be loaded, in one line."""
    return game_along(system_id) or _load(system_id)


@cache
def _load(system_id: str) -> System | str:
    try:
        if system_id in folders():
            return sound(import_module(f"{GROUP}.{system_id}").SYSTEM, system_id)
        return _load_from(system_id, entry_points_by_game()[system_id])
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split()) or "no reason given"
        return said if isinstance(error, InputError) else f"{type(error).__name__}: {said}"


def _load_from(system_id: str, points: tuple[EntryPoint, ...]) -> System:
    if len(points) > 1:
        raise InputError(f"{' and '.join(sorted(point.value for point in points))} both bring a game of that name")
    (point,) = points
    found = sound(point.load(), system_id)
    whole = found if found.package else replace(found, package=point.module)
    # Texts that cannot be read are a reason to refuse the game, and nothing to find out in the middle of an answer.
    for preset in whole.presets:
        if preset.scenario not in {model.id for model in whole.scenarios}:
            raise InputError(f"presets.toml: {preset.scenario} is none of its scenarios")
    for model in whole.scenarios:
        model.parameters()
        # Every sentence is made of these: a role that nobody has would be read out in all of them.
        for fault in role_faults(model, [model()], mistyped=True):
            raise InputError(fault)
    assert whole.rules is not None
    return whole


def sound(found: object, system_id: str) -> System:
    """What was found, if it is a game, and under its own name.

    Raises:
        InputError: one line that says what is wrong.
    """
    if not isinstance(found, System):
        raise InputError(f"what it brings is a {type(found).__name__} and no System")
    if found.id != system_id or not system_id.isidentifier() or not system_id.islower():
        raise InputError(f"the game calls itself {found.id}, and a game is named in small letters, like its package")
    if not found.scenarios:
        raise InputError("it has no scenario")
    seen: set[str] = set()
    for model in found.scenarios:
        if not (isinstance(model, type) and issubclass(model, Scenario)):
            raise InputError(f"{model!r} is no scenario")
        if model.id in seen or not model.id.startswith(f"{system_id}."):
            raise InputError(f"its scenarios are called {system_id}.something, each once, and not {model.id}")
        seen.add(model.id)
    return found


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
