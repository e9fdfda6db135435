"""Conditions and numbers as a person writes them: `slain >= 1/2 and mean(wounds) < 3`.

A condition compares numbers with <, <=, =, !=, >= and > (several in a row too) and joins them with and, or, not. A
number is a fraction, decimal or percentage, a result (`slain`), an outcome of a distribution (`wounds[2]`,
`winner[a]`), a chance (`P(wounds >= 2)`), `mean(wounds)` or `variance(wounds)`, and what + - * / make of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError

from probcalc.analysis.conditions.nodes import (
    NUMBER_FORM,
    TURNED,
    Arithmetic,
    Comparison,
    Condition,
    Expression,
    Joined,
    Node,
    Number,
    ResultNumber,
    comparisons_in,
    numbers_in,
    value_of,
)
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import Scenario

LONGEST = 300
_DEEPEST = 20
_NUMBER = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")

_GRAMMAR = r"""
?start: either
?either: both ("or" both)*
?both: turned ("and" turned)*
?turned: "not" turned -> negated | compared
?compared: sum (RELATION sum)*
?sum: product | sum SIGN product
?product: factor | product TIMES factor
?factor: SIGN factor -> signed | atom
?atom: NUMBER "%" -> percent
     | NUMBER -> number
     | "P" "(" NAME RELATION outcome ")" -> chance
     | MOMENT "(" NAME ")" -> moment
     | MOMENT NAME -> moment
     | NAME "[" outcome "]" -> outcome_of
     | NAME -> result
     | ESCAPED -> quoted
     | "(" either ")"
outcome: /-?[0-9]+/ | NAME | ESCAPED
RELATION: "<=" | ">=" | "!=" | "==" | "=" | "<" | ">"
SIGN: "+" | "-"
TIMES: "*" | "/"
MOMENT.2: /(mean|variance)(?=\s*\(|\s+(?!and\b|or\b)[A-Za-z])/
NAME: /[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*/
NUMBER: /[0-9]+(\.[0-9]+)?/
ESCAPED: /"[^"]*"/
%ignore /[ \t]+/
"""


def condition(text: str) -> Condition:
    """The condition that a text says.

    >>> condition("slain >= 1/2")
    Comparison(numbers=(ResultNumber(name='slain', kind='result', outcome=None), Number(value=Fraction(1, 2))),
               relations=('>=',))
    >>> condition("slain >=")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: "slain >=" breaks off; a condition is written like slain >= 1/2

    Raises:
        InputError: for a text that is no condition, with the place where it stops being one.
    """
    found = parse(text, "a condition is written like slain >= 1/2")
    if not isinstance(found, Condition):
        raise InputError(f'"{text}" is a number and no condition; compare it, as in {text.strip()} >= 1/2')
    return found


def parameter_condition(text: str) -> Condition:
    """The condition on parameters that a text says; a flag alone means that it is on.

    >>> parameter_condition("charging and a.models > 5").parts[0]
    Comparison(numbers=(ResultNumber(name='charging', kind='result', outcome=None), Number(value=Fraction(0, 1))),
               relations=('!=',))

    Raises:
        InputError: for a text that is no condition, with the place where it stops being one.
    """
    return _as_flag(parse(text, "a condition is written like armour >= 20 and charging", _FlagNodes))


def event_condition(text: str) -> Condition:
    """The condition on what happened that a text says; a result alone means that it did.

    >>> event_condition("hit or wounds >= 2").parts[0]
    Comparison(numbers=(ResultNumber(name='hit', kind='result', outcome=None),), relations=())

    Raises:
        InputError: for a text that is no condition, with the place where it stops being one.
    """
    return _as_event(parse(text, "a condition is written like hit, not slain or wounds >= 2", _EventNodes))


def expression(text: str, model: type[Scenario] | None = None) -> Expression:
    """The number that a text says, such as `slain` or `mean(wounds)`; `wounds >= 2` alone is its chance.

    >>> expression("wounds >= 2") == expression("P(wounds >= 2)")
    True

    Raises:
        InputError: for a text that is no number.
    """
    found = number_or_condition(text, model)
    if isinstance(found, Condition):
        line = f"{text.strip()[:60]} is a condition; what is asked here is a number of one result"
        raise InputError(line, "measured")
    return found


def number_or_condition(text: str, model: type[Scenario] | None = None) -> Node:
    """The number that a text says, or the condition whose chance it asks for: `slain and not panic`.

    A name beside a result is one of its outcomes, unless it is another result of the scenario.

    >>> number_or_condition("wounds < 2"), number_or_condition("not slain").word
    (ResultNumber(name='wounds', kind='<', outcome=2), 'not')
    >>> from probcalc.scenarios import registry
    >>> combat = registry.scenario("oathmark.combat")
    >>> number_or_condition("a_hits = b_hits", combat).name, number_or_condition("winner = a", combat).outcome
    ('a_hits = b_hits', 'a')

    Raises:
        InputError: for a text that is neither.
    """
    found = _chance_in(parse(text, NUMBER_FORM, _EventNodes))
    if isinstance(found, Condition):
        for number in (each for comparison in comparisons_in(found) for each in comparison.numbers):
            if not isinstance(number, Number) and (not isinstance(number, ResultNumber) or number.kind != "result"):
                raise InputError(f"{text.strip()[:60]}: {NUMBER_FORM}", "measured")
        return found
    return found if model is None else _beside_results(found, {each.name: each.order for each in model.results})


def _beside_results(number: Expression, orders: Mapping[str, tuple[str, ...]]) -> Expression:
    """The number where what is one result beside another is the chance of that condition."""
    if isinstance(number, Arithmetic):
        left, right = (_beside_results(part, orders) for part in (number.left, number.right))
        return Arithmetic(number.sign, left, right)
    if isinstance(number, Number) or number.outcome not in orders or number.outcome in orders.get(number.name, ()):
        return number
    return ResultNumber(f"{number.name} {number.kind} {number.outcome}")


def _chance_in(node: Node) -> Node:
    """One result beside one of its outcomes is the chance of it, where a number is meant; all else as it is."""
    if isinstance(node, Comparison) and len(node.relations) == 1:
        (result, outcome), relation = node.numbers, node.relations[0]
        if isinstance(result, Number):
            result, outcome, relation = outcome, result, TURNED[relation]
        if isinstance(result, ResultNumber) and result.kind == "result":
            if isinstance(outcome, ResultNumber) and outcome.kind == "result":
                return ResultNumber(result.name, relation, outcome.name)
            if isinstance(outcome, Number) and outcome.value.denominator == 1:
                return ResultNumber(result.name, relation, int(outcome.value))
    return node


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr")


def parse(text: str, hint: str, nodes: type[_Nodes] | None = None) -> Node:
    """A text as nodes, numbers or conditions; `hint` is what a refusal says of how it is written.

    Raises:
        InputError: with the place where it cannot be read.
    """
    if not isinstance(text, str):
        raise InputError(f"a text is expected, and not {text!r}; {hint}")
    if len(text) > LONGEST:
        raise InputError(f"a condition has at most {LONGEST} characters, not {len(text)}")
    return _read(text, hint, nodes or _Nodes)


@lru_cache(maxsize=64)
def _read(text: str, hint: str, nodes: type[_Nodes]) -> Node:
    # Kept, for a page asks many things under the same condition.
    text = "".join(c if c.isprintable() else "?" for c in text)
    shown = text.strip()
    if text.count("(") > _DEEPEST or text.count("not") > _DEEPEST:
        raise InputError(f'"{shown[:60]}" has more than {_DEEPEST} brackets; {hint}')
    try:
        found: Node = nodes().transform(_parser().parse(text))
    except UnexpectedInput as error:
        if isinstance(error, UnexpectedToken) and error.token.type == "$END":
            raise InputError(f'"{shown}" breaks off; {hint}') from None
        rest = text[error.pos_in_stream or 0 :].strip()[:20]
        raise InputError(f'"{shown}" cannot be read from "{rest}" on; {hint}') from None
    except VisitError as error:
        raise error.orig_exc from None
    return found


def _number(node: Any) -> Expression:
    if isinstance(node, Condition):
        raise InputError("a condition stands where a number is meant; put and, or between conditions")
    found: Expression = node
    return found


def _as_flag(node: Any) -> Condition:
    """A condition; the name of a flag means that it is on."""
    if isinstance(node, ResultNumber) and node.kind == "result":
        return Comparison((node, Number(Fraction(0))), ("!=",))
    return _condition(node)


def _as_event(node: Any) -> Condition:
    """A condition; the name of a result means that it happened."""
    if isinstance(node, ResultNumber) and node.kind == "result":
        return Comparison((node,), ())
    return _condition(node)


def _condition(node: Any) -> Condition:
    if not isinstance(node, Condition):
        raise InputError("a number stands where a condition is meant; compare it, as in slain >= 1/2")
    return node


@v_args(inline=True)
class _Nodes(Transformer[Token, Node]):
    part: Callable[[Any], Condition] = staticmethod(_condition)

    def either(self, *parts: Any) -> Condition:
        return Joined("or", tuple(map(self.part, parts)))

    def both(self, *parts: Any) -> Condition:
        return Joined("and", tuple(map(self.part, parts)))

    def negated(self, part: Any) -> Condition:
        return Joined("not", (self.part(part),))

    def compared(self, *parts: Any) -> Condition:
        relations: list[Any] = ["=" if sign == "==" else str(sign) for sign in parts[1::2]]
        return Comparison(tuple(_number(part) for part in parts[::2]), tuple(relations))

    def sum(self, left: Any, sign: Any, right: Any) -> Expression:
        found = Arithmetic(str(sign), _number(left), _number(right))  # type: ignore[arg-type]
        # What is known already is one number, such as -1 or 1/2.
        return found if any(numbers_in(found)) else Number(value_of(found, lambda wish: wish))

    product = sum

    def signed(self, sign: Token, part: Any) -> Expression:
        return self.sum(Number(Fraction(0)), sign, part)

    def number(self, digits: Token) -> Expression:
        return Number(Fraction(str(digits)))

    def percent(self, digits: Token) -> Expression:
        return Number(Fraction(str(digits)) / 100)

    def outcome(self, word: Token) -> Any:
        text = str(word)
        return int(text) if text.lstrip("-").isdigit() else text.strip('"')

    def chance(self, name: Token, relation: Token, outcome: Any) -> Expression:
        return ResultNumber(str(name), "=" if relation == "==" else str(relation), outcome)

    def outcome_of(self, name: Token, outcome: Any) -> Expression:
        return ResultNumber(str(name), "=", outcome)

    def moment(self, kind: Token, name: Token) -> Expression:
        return ResultNumber(str(name), str(kind))

    def result(self, name: Token) -> Expression:
        return ResultNumber(str(name))

    def quoted(self, name: Token) -> Expression:
        return ResultNumber(str(name).strip('"'))


@v_args(inline=True)
class _EventNodes(_Nodes):
    part = staticmethod(_as_event)

    def quoted(self, name: Token) -> Expression:
        # An outcome may be put in quotes as it is written, and a number is one.
        written = name.strip('"')
        return Number(Fraction(written)) if _NUMBER.fullmatch(written) else super().quoted(name)


class _FlagNodes(_Nodes):
    part = staticmethod(_as_flag)
