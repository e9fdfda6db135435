"""What a sweep is asked: the scenario, what is given, what varies, which numbers are wanted, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any

from probcalc.analysis.conditions.nodes import numbers_in
from probcalc.analysis.sweeps.axes import Axis, axis, name_and_values
from probcalc.analysis.sweeps.wanted import Wanted, number_wanted
from probcalc.analysis.sweeps.where import Where, where
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.given_values import brief_value, flatten
from probcalc.scenarios.resolve import validate
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.value_text import value_text

MOST_AXES = 6
_MOST_WORDS = 1_000
MOST_RESULTS = 20
_PROBED = 24


@dataclass(frozen=True, slots=True)
class Question:
    """A sweep as it is asked; small, so that it can be sent to whoever computes a part of it.

    Attributes:
        scenario_id: the scenario.
        given: the parameters that do not vary, by flat name.
        axes: the parameters that vary, each with its values; the last runs fastest.
        results: the numbers that are wanted.
        where: which cells are wanted; None for all.
        notes: what there is to be said about a variant by which it is asked, as one of its cells shows, and about
            results that not all cells have.
    """

    scenario_id: str
    given: Mapping[str, Any]
    axes: tuple[Axis, ...]
    results: tuple[Wanted, ...]
    where: Where | None = None
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters that vary."""
        return tuple(axis.parameter.name for axis in self.axes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each of them takes."""
        return tuple(len(axis.values) for axis in self.axes)

    @property
    def cells(self) -> int:
        """How many combinations of values there are, wanted or not."""
        return prod(self.sizes)

    def description(self) -> dict[str, Any]:
        """The question as plain data: two sweeps with the same description have the same cells."""
        return {
            "scenario": self.scenario_id,
            "given": {name: value_text(value) for name, value in sorted(self.given.items())},
            "vary": {axis.parameter.name: [value_text(value) for value in axis.values] for axis in self.axes},
            "results": [result.text for result in self.results],
            "where": self.where.text if self.where else "",
        }


def question(
    scenario_id: str,
    parameters: Mapping[str, Any],
    vary: Mapping[str, str | Sequence[Any]] | Iterable[str],
    results: Sequence[str] = (),
    where_: str = "",
) -> Question:
    """A sweep as a person asks it: `vary` by name ("armour": "10..40", "weapon": "all") or in words ("armour=10..40").

    >>> asked = question("chronopia.melee", {"cc": 11}, ["armour=10..40", "charging"], ["slain"])
    >>> asked.names, asked.cells
    (('armour', 'charging'), 62)

    Raises:
        InputError: in one line that names the parameter, result or condition that is wrong.
    """
    model = registry.scenario(scenario_id)
    flat = flatten(parameters)
    axes = tuple(axis(scenario_id, name, values) for name, values in _pairs(vary))
    names = [one.parameter.name for one in axes]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is varied twice", name)
        if name in flat:
            raise InputError(f"{name} is given and varied; say one of them", name)
    if not 1 <= len(axes) <= MOST_AXES:
        found = f"not {len(axes)}" if axes else f"as in vary {model.parameters()[0].name}"
        raise InputError(f"vary: 1 to {MOST_AXES} parameters are varied, {found}", "vary")
    validate(model, flat)
    for one in axes:
        _require_values(model, one)
    if not isinstance(where_, str):
        raise InputError("where is a condition in words, as in charging and armour >= 20", "where")
    chosen = where(where_, axes) if where_.strip() else None
    if not isinstance(results, (list, tuple)) or not all(isinstance(text, str) for text in results):
        raise InputError("results are numbers in words, as in slain or P(wounds >= 2)", "results")
    if len(results) > MOST_RESULTS:
        raise InputError(f"results: at most {MOST_RESULTS} are written at once, not {len(results)}", "results")
    probe = _probe(scenario_id, flat, axes, chosen, results)
    numbers = tuple(number_wanted(model, text, probe) for text in results or ("",))
    missing = [] if probe is None else _missing(scenario_id, flat, axes, chosen, probe, numbers)
    texts = [number.text for number in numbers]
    if twice := [text for text in texts if texts.count(text) > 1]:
        raise InputError(f"results: {twice[0]} is asked for twice", "results")
    # A cell of a sweep has no room for notes, so what a variant leaves as it is has to be said of the whole.
    notes = evaluate_within(probe.scenario).notes if probe is not None and probe.scenario.variant else ()
    return Question(scenario_id, flat, axes, numbers, chosen, (*notes, *missing))


def _missing(
    scenario_id: str,
    parameters: Mapping[str, Any],
    axes: Sequence[Axis],
    chosen: Where | None,
    probe: Answer,
    numbers: Sequence[Wanted],
) -> list[str]:
    """What there is to be said of results that the first and last values do not all have.

    One that some of them have otherwise than as the number that is wanted is refused.

    Results that are numbered are there for as many as there are, and their cells empty for the others.
    """
    wanted = [
        (number, each.name)
        for number in numbers
        for each in numbers_in(number.number)
        if each.name in probe and not each.name.rpartition("_")[2].isdigit()
        if (each.kind == "mean" and any(isinstance(name, str) for name in probe.declared(each.name).order))
        or len(set(probe)) < len(registry.scenario(scenario_id).results)
    ]
    found: dict[str, str] = {}
    for cell in islice(_cells_at_ends_first(axes, chosen), 2 ** len(axes)) if wanted else ():
        try:
            answer = registry.answer(scenario_id, {**parameters, **cell})
        except InputError:
            continue
        here = ", ".join(f"{parameter}={value_text(value)}" for parameter, value in cell.items())
        for number, name in wanted:
            if name in answer.left_out:
                continue
            if name not in answer:
                line = f"With {here} there is no {name} but {', '.join(answer)}: such cells are empty."
                found.setdefault(name, line)
                continue
            try:
                number.of(answer)
            except InputError as error:
                raise InputError(f"results: with {here} {error}", "results") from None
    return list(found.values())


def _require_values(model: type[Scenario], axis: Axis) -> None:
    """Refuse a value that the parameter cannot have, and one that is named twice."""
    seen: set[str] = set()
    for value in axis.values:
        validate(model, {axis.parameter.name: value})
        if (written := value_text(value)) in seen:
            raise InputError(f"{axis.parameter.name} names {brief_value(written)} twice", axis.parameter.name)
        seen.add(written)


def _pairs(vary: Mapping[str, str | Sequence[Any]] | Iterable[str]) -> list[tuple[str, str | Sequence[Any]]]:
    if isinstance(vary, Mapping) and all(isinstance(name, str) for name in vary):
        return [(name, [value] if isinstance(value, (bool, int)) else value) for name, value in vary.items()]
    # Of what has no end no more is taken than says that it is too much.
    many = islice(vary, _MOST_WORDS) if isinstance(vary, Iterable) else (None,)
    words = [vary] if isinstance(vary, str) else list(many)
    if not all(isinstance(word, str) for word in words):
        raise InputError("vary names parameters with their values, as in armour=10..40", "vary")
    return [name_and_values(word) for word in words]


def _probe(
    scenario_id: str, parameters: Mapping[str, Any], axes: Sequence[Axis], chosen: Where | None, texts: Sequence[str]
) -> Answer | None:
    """The answer of one wanted cell, of one that has the results which are named where one of a few has them.

    None when all that were tried are refused.

    Raises:
        InputError: when no cell is wanted.
    """
    cells = list(islice(_cells_at_ends_first(axes, chosen), _PROBED))
    if chosen is not None and not cells and not chosen.holds_somewhere([axes[place].values for place in chosen.axes]):
        raise InputError(f'no combination of values fulfils the condition "{chosen.text}"', "where")
    named = set(re.findall(r"\w+", " ".join(texts))) & {
        result.name for result in registry.scenario(scenario_id).results
    }
    first = None
    for cell in cells:
        try:
            answer = registry.answer(scenario_id, {**parameters, **cell})
        except InputError:
            continue
        first = first or answer
        if named <= set(answer):
            return answer
    return first


_MOST_LOOKED_AT = 100_000


def _cells_at_ends_first(axes: Sequence[Axis], chosen: Where | None) -> Iterator[dict[str, Any]]:
    """Some cells that are wanted: the first and last values of every axis, then all in order."""
    corners = product(*([one.values[0], one.values[-1]] if len(one.values) > 1 else one.values for one in axes))
    others = islice(product(*(one.values for one in axes)), _MOST_LOOKED_AT)
    for cells in (corners, others):
        for cell in cells:
            if chosen is None or chosen.holds([cell[place] for place in chosen.axes]):
                yield dict(zip((one.parameter.name for one in axes), cell, strict=True))
