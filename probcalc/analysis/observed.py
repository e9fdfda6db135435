"""What is known of one play: a condition on the outcomes of its results, in the language of all conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias

from probcalc.analysis.condition_nodes import (
    RELATIONS,
    Arithmetic,
    Comparison,
    Expression,
    Number,
    Relation,
    ResultNumber,
    comparisons_in,
    holds,
)
from probcalc.analysis.conditions import event_condition
from probcalc.analysis.decided import Decided
from probcalc.exact.law.orders import Order
from probcalc.scenarios.errors import InputError

GIVEN = "given"
Holds: TypeAlias = "Callable[[Mapping[str, Any]], bool]"
"""Whether a condition holds of the outcomes of its results, by their names."""
_TURNED: Mapping[Relation, Relation] = {"<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}


def observe(text: str, request: Decided) -> tuple[tuple[str, ...], Holds]:
    """The results that a condition names, and whether it holds of their outcomes.

    >>> from probcalc.analysis.decided import joint_results
    >>> names, holds = observe("hit and not wounds >= 2", joint_results("chronopia.melee", {}))
    >>> names, holds({"hit": 1, "wounds": 1}), holds({"hit": 1, "wounds": 2})
    (('hit', 'wounds'), True, False)

    Raises:
        InputError: naming given when the text cannot be read, or the result that is compared as it cannot be.
    """
    try:
        node = event_condition(text)
    except InputError as error:
        raise InputError(f"given: {error}", GIVEN) from None
    names: dict[str, None] = {}
    met = {id(each): _compare(each, request, names) for each in comparisons_in(node)}
    return tuple(names), lambda outcomes: holds(node, lambda each: met[id(each)](outcomes))


def _compare(node: Comparison, request: Decided, names: dict[str, None]) -> Holds:
    if not node.relations:
        return _happens(_name(node.numbers[0]), request, names)
    if len(node.relations) > 1 and node.relations[0] in ("=", "!=") and set(node.relations[1:]) == {">"}:
        # A ranking is written as what comes first, then what follows: order = 1>2>3.
        ranking = ">".join(str(_outcome(each)) for each in node.numbers[1:])
        return _with_outcome(_name(node.numbers[0]), node.relations[0], ranking, request, names)
    pairs = zip(node.numbers, node.relations, node.numbers[1:], strict=False)
    parts = [_pair(left, relation, right, request, names) for left, relation, right in pairs]
    return lambda outcomes: all(part(outcomes) for part in parts)


def _pair(left: Expression, relation: Relation, right: Expression, request: Decided, names: dict[str, None]) -> Holds:
    if not isinstance(left, ResultNumber) or left.kind != "result":
        if isinstance(right, ResultNumber) and right.kind == "result":
            return _with_outcome(right.name, _TURNED[relation], _outcome(left), request, names)
        _no_outcome(left)
    wanted = _outcome(right)
    if isinstance(right, ResultNumber) and wanted in request.results and wanted not in request.outcomes(left.name):
        return _with_result(left.name, relation, right.name, request, names)
    return _with_outcome(left.name, relation, wanted, request, names)


def _happens(name: str, request: Decided, names: dict[str, None]) -> Holds:
    request.require(name)
    names[name] = None
    if not request.is_probability(name):
        raise InputError(f"{name}: it has several outcomes, so the condition compares it, as in {name} = 1", name)
    return lambda outcomes: bool(outcomes[name])


def _with_result(name: str, relation: Relation, other: str, request: Decided, names: dict[str, None]) -> Holds:
    for each in (name, other):
        _note_law(each, request, names)
    compare = RELATIONS[relation]

    def holds(outcomes: Mapping[str, Any]) -> bool:
        one, two = outcomes[name], outcomes[other]
        if relation not in ("=", "!=") and (isinstance(one, str) or isinstance(two, str)):
            raise _without_order(name)
        return compare(one, two)

    return holds


def _with_outcome(name: str, relation: Relation, wanted: Any, request: Decided, names: dict[str, None]) -> Holds:
    _note_law(name, request, names)
    compare = RELATIONS[relation]
    if relation in ("=", "!="):
        return lambda outcomes: compare(outcomes[name], wanted)
    if isinstance(wanted, str):
        raise InputError(f"{name}: names have no order, so it is {name} = {wanted} or {name} != {wanted}", name)
    declared = request.declared(name)
    order: Order | None = declared.outcome_order if declared else None
    beyond = set(order.names) if order is not None and order.beyond else set()

    def holds(outcomes: Mapping[str, Any]) -> bool:
        value = outcomes[name]
        if isinstance(value, str):
            # A name that stands for more than every number is more; any other is never compared with one.
            if value not in beyond:
                raise _without_order(name)
            return relation in (">", ">=")
        return compare(value, wanted)

    return holds


def _note_law(name: str, request: Decided, names: dict[str, None]) -> None:
    """Note a result that is compared, and refuse one that happens or not."""
    request.require(name)
    names[name] = None
    if request.is_probability(name):
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
    if isinstance(node, Arithmetic) and node.left == Number(Fraction(0)) and isinstance(node.right, Number):
        value = node.right.value if node.sign == "+" else -node.right.value
        return int(value) if value.denominator == 1 else value
    return _name(node)


def _no_outcome(node: Expression) -> NoReturn:
    what = f"{node.kind}({node.name})" if isinstance(node, ResultNumber) else "what is calculated"
    raise InputError(f"given: {what} is no outcome of this play; compare a result, as in wounds >= 2", GIVEN)
