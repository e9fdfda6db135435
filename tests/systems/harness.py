"""What the tests of every game share: worked cases, random requests, slow twins, presets and the catalogue.

A game's test file reads, in short:

    @pytest.mark.parametrize("case", harness.cases("oathmark"))
    def test_worked_case(case): harness.check_case(case)

    @pytest.mark.parametrize("model", harness.scenarios("oathmark"), ids=harness.name)
    @given(data=st.data())
    def test_twin(model, data):
        harness.check_twin(data.draw(harness.requests(model, SMALL)), TWINS)
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st

import probcalc
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from tests.looped import each

CASES = Path(__file__).parent.parent / "cases"

Twin = Callable[[dict[str, Any]], dict[str, Any]]
Limits = Mapping[str, "tuple[int, int] | st.SearchStrategy[Any]"]


class Request(NamedTuple):
    """A scenario's id and the parameters given."""

    scenario: str
    given: dict[str, Any]

    def answer(self) -> Answer:
        return probcalc.odds(self.scenario, self.given)


def scenarios(system: str) -> tuple[type[Scenario], ...]:
    """The scenario classes of a game."""
    return registry.system(system).scenarios


def name(model: Any) -> str | None:
    """A short test id: the scenario's name without its system."""
    return model.id.partition(".")[2] if hasattr(model, "id") else None


# -- worked cases ------------------------------------------------------------------------------------------


def _listed(file: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((CASES / f"{file}.json").read_text("utf-8"))
    return cases


def _label(number: int, case: dict[str, Any]) -> str:
    return f"{number}-{case['scenario'].partition('.')[2]}"


def cases(system: str) -> list[Any]:
    """The worked cases of a game, for `parametrize`."""
    return [pytest.param(case, id=_label(n, case)) for n, case in enumerate(_listed(system))]


def error_cases(system: str) -> list[Any]:
    """The requests of a game that must be refused, for `parametrize`."""
    return [pytest.param(case, id=_label(n, case)) for n, case in enumerate(_listed(f"{system}_errors"))]


def check_case(case: Mapping[str, Any]) -> None:
    """The answer is the worked one, to the letter of its JSON."""
    assert probcalc.odds(case["scenario"], case["given"]).to_json()["results"] == case["results"]


def check_refused(case: Mapping[str, Any]) -> None:
    """The request is refused in one line with the name to mention, and the nearest valid one."""
    with pytest.raises(InputError) as caught:
        probcalc.odds(case["scenario"], case["given"])
    line = str(caught.value)
    assert "\n" not in line
    assert (case.get("parameter") or case["mentions"]) in line
    assert case.get("nearest", "") in line


# -- random requests ---------------------------------------------------------------------------------------


def values(parameter: Parameter, limits: Limits, widest: int = 12) -> st.SearchStrategy[Any]:
    """Legal values of a parameter; whole numbers lie in `limits`, or else within `widest` of the default.

    A limit stands under the flat name ("a.models") or under the bare one ("models") for both sides.
    """
    own = limits.get(parameter.name, limits.get(parameter.name.rpartition(".")[2]))
    if isinstance(own, st.SearchStrategy):
        return own
    if parameter.kind == "boolean":
        return st.booleans()
    if parameter.kind == "choice":
        return st.sampled_from(parameter.choices)
    if parameter.kind == "text":
        return st.just(parameter.default)
    least, most = parameter.bounds
    middle = parameter.default if isinstance(parameter.default, int) else least
    low, high = own or (max(least, middle - widest), min(most, middle + widest))
    numbers = st.integers(low, high)
    if parameter.kind == "list":
        longest = min(parameter.longest, parameter.shortest + 4)
        return st.lists(numbers, min_size=parameter.shortest, max_size=longest)
    return st.none() | numbers if parameter.optional else numbers


@st.composite
def requests(draw: st.DrawFn, model: type[Scenario], limits: Limits | None = None) -> Request:
    """A legal request with any part of the parameters; what makes the rules refuse it is taken out again.

    Every name in `limits` is always given, so that no default makes the request larger than the limits say.
    """
    limits = limits or {}
    always = {p.name for p in model.parameters() if p.name in limits or p.name.rpartition(".")[2] in limits}
    free = [p.name for p in model.parameters() if p.name not in always]
    # Eight at once: a draw costs as much as much of what is asked, and eight bits are still made fewer one by one.
    chosen = set(always)
    for first in range(0, len(free), 8):
        eight = free[first : first + 8]
        bits = draw(st.integers(0, 2 ** len(eight) - 1))
        chosen.update(name for place, name in enumerate(eight) if bits >> place & 1)
    given = {p.name: draw(values(p, limits)) for p in model.parameters() if p.name in chosen}
    while given:
        try:
            resolve(model, given)
        except InputError as refusal:
            blamed = refusal.parameter if refusal.parameter in given else next(reversed(given))
            del given[blamed]
        else:
            break
    return Request(model.id, given)


# -- twins and laws ----------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A result without the engine's types: a law as a dictionary of fractions."""
    return dict(value.items()) if isinstance(value, Distribution) else value


def resolved(answer: Answer) -> dict[str, Any]:
    """Every resolved parameter and ruling by flat name, as a twin takes them."""
    return {**answer.parameters, **answer.rulings}


def check_twin(request: Request, twins: Mapping[str, Twin]) -> None:
    """The answer is that of the slow twin, result by result."""
    answer = request.answer()
    slow = twins[request.scenario](resolved(answer))
    assert set(answer) == set(slow)
    for result, expected in slow.items():
        found = plain(answer[result])
        assert type(found) is type(expected) or isinstance(found, Fraction), result
        assert found == expected, f"{result} of {request}"


def check_laws(answer: Answer) -> None:
    """Every declared result is there, laws have mass one and no empty outcome, probabilities lie in 0..1."""
    declared = [result.name for result in type(answer.scenario).results]
    assert list(answer) == [result for result in declared if result in answer]
    for result, value in answer.items():
        if isinstance(value, Distribution):
            assert sum(value.values()) == 1, result
            assert all(0 < p <= 1 for p in value.values()), result
            order = answer.declared(result).order
            names = [outcome for outcome in value if not isinstance(outcome, int)]
            assert not order or set(names) <= set(order), result
        elif isinstance(value, Fraction):
            assert 0 <= value <= 1, result
        else:
            assert isinstance(value, (int, list)), result


def check_mirrored(request: Request, pairs: Mapping[str, str], turned: Mapping[str, Callable[[Any], Any]]) -> None:
    """Exchanging sides a and b exchanges the results.

    `pairs` names the result that each result becomes, `turned` what its outcomes become where one stays.
    Parameters "a.x" and "a_x" become "b.x" and "b_x", and values "a" and "b" change places.
    """
    swap = {"a": "b", "b": "a"}
    given: dict[str, Any] = {}
    for key, value in request.given.items():
        other = swap[key[0]] + key[1:] if key[:2] in ("a.", "a_", "b.", "b_") else key
        given[other] = swap.get(value, value) if isinstance(value, str) else value
    there, back = request.answer(), probcalc.odds(request.scenario, given)
    for result, other in pairs.items():
        assert there[result] == back[other], result
    for result, turn in turned.items():
        assert plain(there[result]) == {turn(o): p for o, p in back[result].items()}, result


def check_fight_mirrored(request: Request, further: Mapping[str, Any] | None = None) -> None:
    """Exchanging the sides of a fight exchanges what becomes of them; `further` is what else must be exchanged."""
    swap = {"a": "b", "b": "a"}
    given = {swap[name[0]] + name[1:] if name[1] == "." else name: value for name, value in request.given.items()}
    there, back = request.answer(), probcalc.odds(request.scenario, {**given, **(further or {})})
    assert plain(there["rounds"]) == plain(back["rounds"])
    assert plain(there["winner"]) == {swap.get(name, name): p for name, p in plain(back["winner"]).items()}
    for result in ("left", "end"):
        assert plain(there[f"a_{result}"]) == plain(back[f"b_{result}"])
        assert plain(there[f"b_{result}"]) == plain(back[f"a_{result}"])


# -- presets -----------------------------------------------------------------------------------------------


def switched(parameter: Parameter, present: Any) -> Any:
    """Another value of a modifier than the present one."""
    if parameter.kind == "boolean":
        return not present
    if parameter.kind == "choice":
        return next(choice for choice in parameter.choices if choice != present)
    low, high = parameter.bounds
    start = present if isinstance(present, int) else low
    return start + 1 if start < high else start - 1


def every_preset(system: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A test of each ready-made question of a game, in one loop."""
    return each("preset", registry.system(system).presets, lambda preset: f"{preset.scenario}: {preset.name}")


def _place_and_parts(preset: registry.Preset) -> tuple[int, int]:
    """Where a preset stands among those of its scenario, and how many these are."""
    presets = registry.system(preset.scenario.partition(".")[0]).presets
    of_scenario = [other.name for other in presets if other.scenario == preset.scenario]
    return (of_scenario.index(preset.name), len(of_scenario)) if preset.name in of_scenario else (0, 1)


def with_modifiers(preset: registry.Preset, most: int = 2) -> Iterator[Request]:
    """The preset as it stands, with every modifier switched, and, where `most` is 2, with its part of the pairs.

    Pairs of one scenario walk the same code: its presets have every pair between them.
    """
    model = registry.scenario(preset.scenario)
    modifiers = [p for p in model.parameters() if p.role == "modifier" and p.kind not in ("list", "text")]
    scenario, _ = resolve(model, preset.parameters)
    other = {p.name: switched(p, scenario.value_of(p.name)) for p in modifiers}
    place, parts = _place_and_parts(preset)
    for size in range(most + 1):
        sets = list(combinations(other, size))
        for names in sets[place % parts :: parts] if size > 1 else sets:
            yield Request(preset.scenario, {**preset.parameters, **{n: other[n] for n in names}})


def check_preset(preset: registry.Preset, most: int = 2) -> None:
    """The preset computes with modifiers switched; a refusal needs a switched one, and names a parameter.

    A fight is asked to its end as it stands, and for one round with every modifier.
    """
    if issubclass(registry.scenario(preset.scenario), Fight):
        check_laws(Request(preset.scenario, dict(preset.parameters)).answer())
        preset, most = replace(preset, parameters={**preset.parameters, "rounds": 1}), 1
    for request in with_modifiers(preset, most):
        try:
            answer = request.answer()
        except InputError as refusal:
            if request.given == dict(preset.parameters) or refusal.parameter not in request.given:
                raise
        else:
            check_laws(answer)
