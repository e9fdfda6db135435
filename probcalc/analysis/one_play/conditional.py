"""An answer given that something happened: a condition on the outcomes of one play, and the results in its light."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any, NoReturn, Protocol, TypeAlias

from probcalc.analysis.conditions.nodes import (
    RELATIONS,
    TURNED,
    Comparison,
    Condition,
    Expression,
    Number,
    Relation,
    ResultNumber,
    comparisons_in,
    holds,
)
from probcalc.analysis.conditions.reading import event_condition
from probcalc.analysis.one_play.decided import Decided, joint_results
from probcalc.exact.budget.bounds import metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import ENDS, is_number
from probcalc.exact.readings.joint import ReadOff
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.evaluation import Value, count_writing, in_declared_form
from probcalc.scenarios.given_values import brief_value
from probcalc.scenarios.scenario import Result


def odds_given(scenario_id: str, parameters: Mapping[str, Any], condition: str) -> Answer:
    """The answer, given that a condition holds: the results that the same play decides.

    >>> wounded = odds_given("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, "wounds >= 1")
    >>> wounded.given, wounded["hit"]
    (('wounds >= 1', Fraction(369, 625)), Fraction(57, 82))

    Raises:
        InputError: when the request or the condition is refused; a condition that cannot hold names given.
    """
    request = joint_results(scenario_id, parameters)
    known, holds = observe(condition, request)
    for name in known[1:]:
        request.require_one_play(known[0], name)
    with metered(request.spending()), request.blame():
        values: dict[str, Value] = {}
        for reads, weights, total in request.all_beside(known):
            met = _met(weights, {name: reads[name] for name in known}, holds)
            if not (mass := sum(met.values())):
                raise InputError(
                    f"given: {brief_value(condition)} never holds here, so nothing can be known given it", GIVEN
                )
            chance = Fraction(mass, total)
            for name, read in reads.items():
                if name in values:
                    continue
                law = Distribution.from_weights(read.weights(met))
                count_writing(name, len(law), law.total.bit_length())
                values[name] = law[1] if request.is_probability(name) else in_declared_form(law, request.declared(name))
        values = {name: values[name] for name in request.beside(known[0])}
        for name in request.all_names:
            lasting = None if name in values else request.results[known[0]].law_where(name, known, holds)
            if lasting is not None:
                values[name] = in_declared_form(lasting, request.declared(name))
    others = [name for name in request.all_names if name not in values]
    notes = list(request.notes)
    if others:
        notes.append(f"Left out, for the same play does not decide it with the condition: {', '.join(others)}.")
    return Answer(request.scenario, values, notes, given=(condition.strip(), chance))


GIVEN = "given"
Holds: TypeAlias = "Callable[[Mapping[str, Any]], bool]"
"""Whether a condition holds of the outcomes of its results, by their names."""


class Known(Protocol):
    """Results that a condition may name: those that a play decides, or those of an answer."""

    @property
    def all_names(self) -> Collection[str]:
        """The names of all results, also of those that no condition may look at."""

    def require(self, name: str) -> None:
        """Refuse a result that does not exist, or has no outcomes."""

    def is_probability(self, name: str) -> bool:
        """Whether a result is the probability of one thing."""

    def declared(self, name: str) -> Result | None:
        """How a result is declared."""

    def outcomes(self, name: str) -> tuple[Any, ...]:
        """The outcomes of a result that are declared by name."""


def _met(weights: Mapping[Any, int], known: Mapping[str, ReadOff], holds: Holds) -> dict[Any, int]:
    """The weights of the outcomes of which a condition on these results holds."""
    values = list(zip(*[read.over(weights) for read in known.values()], strict=True))
    is_met = {each: holds(dict(zip(known, each, strict=True))) for each in dict.fromkeys(values)}
    return {o: weight for (o, weight), each in zip(weights.items(), values, strict=True) if is_met[each]}


def observe(text: str, request: Decided) -> tuple[tuple[str, ...], Holds]:
    """The results that a condition names, and whether it holds of their outcomes.

    >>> from probcalc.analysis.one_play.decided import joint_results
    >>> names, holds = observe("hit and not wounds >= 2", joint_results("chronopia.melee", {}))
    >>> names, holds({"hit": 1, "wounds": 1}), holds({"hit": 1, "wounds": 2})
    (('hit', 'wounds'), True, False)

    Raises:
        InputError: naming given when the text cannot be read, or the result that is compared as it cannot be.
    """
    try:
        return observed(event_condition(text), request)
    except InputError as error:
        if error.parameter:
            raise
        raise InputError(f"given: {error}", GIVEN) from None


def observed(node: Condition, known: Known) -> tuple[tuple[str, ...], Holds]:
    """The same for a condition that has been read.

    Raises:
        InputError: naming the result that is compared as it cannot be, if it is one.
    """
    names: dict[str, None] = {}
    met = {id(each): _compare(each, known, names) for each in comparisons_in(node)}
    return tuple(names), lambda outcomes: holds(node, lambda each: met[id(each)](outcomes))


def _compare(node: Comparison, known: Known, names: dict[str, None]) -> Holds:
    if not node.relations:
        return _happens(_name(node.numbers[0]), known, names)
    if is_ranking(node):
        ranking = ">".join(str(_outcome(each)) for each in node.numbers[1:])
        return _with_outcome(_name(node.numbers[0]), node.relations[0], ranking, known, names)
    pairs = zip(node.numbers, node.relations, node.numbers[1:], strict=False)
    parts = [_pair(left, relation, right, known, names) for left, relation, right in pairs]
    return lambda outcomes: all(part(outcomes) for part in parts)


def is_ranking(node: Comparison) -> bool:
    """Whether a result is compared with a ranking, written as what comes first, then what follows: order = 1>2>3."""
    return node.relations[:1] in (("=",), ("!=",)) and set(node.relations[1:]) == {">"}


def _pair(left: Expression, relation: Relation, right: Expression, known: Known, names: dict[str, None]) -> Holds:
    if not isinstance(left, ResultNumber) or left.kind != "result":
        if isinstance(right, ResultNumber) and right.kind == "result":
            return _with_outcome(right.name, TURNED[relation], _outcome(left), known, names)
        _no_outcome(left)
    wanted = _outcome(right)
    if isinstance(right, ResultNumber) and wanted in known.all_names and wanted not in known.outcomes(left.name):
        return _with_result(left.name, relation, right.name, known, names)
    return _with_outcome(left.name, relation, wanted, known, names)


def _happens(name: str, known: Known, names: dict[str, None]) -> Holds:
    known.require(name)
    names[name] = None
    if not known.is_probability(name):
        raise InputError(f"{name}: it has several outcomes, so the condition compares it, as in {name} = 1", name)
    return lambda outcomes: bool(outcomes[name])


def _with_result(name: str, relation: Relation, other: str, known: Known, names: dict[str, None]) -> Holds:
    for each in (name, other):
        _note_law(each, known, names)
    compare = RELATIONS[relation]

    def holds(outcomes: Mapping[str, Any]) -> bool:
        one, two = outcomes[name], outcomes[other]
        if relation not in ("=", "!=") and not (is_number(one) and is_number(two)):
            raise _without_order(name)
        return compare(one, two)

    return holds


def _with_outcome(name: str, relation: Relation, wanted: Any, known: Known, names: dict[str, None]) -> Holds:
    _note_law(name, known, names)
    compare = RELATIONS[relation]
    named = [str(outcome) for outcome in known.outcomes(name)]
    if isinstance(wanted, str) and named and wanted not in named:
        raise unknown_name("possible outcome", wanted, named, f" of {name}")
    declared = known.declared(name)
    if isinstance(wanted, str) and not named and declared and declared.unit and not wanted.lstrip("+-").isdecimal():
        raise InputError(f"{name}: its outcomes are numbers, as in {name} = 2, and {brief_value(wanted)} is none", name)
    if relation in ("=", "!="):
        # In quotes stands what an outcome is written as, of several numbers too: "(1, 0)".
        written: Callable[[Any], Any] = str if isinstance(wanted, str) else lambda outcome: outcome
        return lambda outcomes: compare(written(outcomes[name]), wanted)
    # A name may stand for more than every number, or in an order of names; any other is never compared.
    order = (declared.outcome_order if declared else None) or ENDS
    if not order.holds(wanted):
        raise _without_order(name)
    least = order.place(wanted)

    def holds(outcomes: Mapping[str, Any]) -> bool:
        if not order.holds(value := outcomes[name]):
            raise _without_order(name)
        return compare(order.place(value), least)

    return holds


def _note_law(name: str, known: Known, names: dict[str, None]) -> None:
    """Note a result that is compared, and refuse one that happens or not."""
    known.require(name)
    names[name] = None
    if known.is_probability(name):
        raise InputError(f"{name}: it happens or not, so the condition is {name} or not {name}", name)


def _without_order(name: str) -> InputError:
    return InputError(f"{name}: names have no order, so the condition is {name} = or {name} !=", name)


def _name(node: Expression) -> str:
    if not isinstance(node, ResultNumber) or node.kind != "result":
        _no_outcome(node)
    return node.name


def _outcome(node: Expression) -> Any:
    """A known number, or a name."""
    if isinstance(node, Number):
        return int(node.value) if node.value.denominator == 1 else node.value
    return _name(node)


def _no_outcome(node: Expression) -> NoReturn:
    what = f"{node.kind}({node.name})" if isinstance(node, ResultNumber) else "what is calculated"
    raise InputError(f"{what} is no outcome of this play; compare a result, as in wounds >= 2")
