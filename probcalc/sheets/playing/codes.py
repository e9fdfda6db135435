"""Expressions ready to be played: from what the names stand for to a value, or to the tree of what is rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from probcalc.exact.tree.die import Die
from probcalc.exact.tree.steps import Constant, Joint, Mapped, Repeated, Sum, Then, Tree, step_of
from probcalc.notation import nodes as rolls
from probcalc.sheets.playing.expression_types import FAR, ExpressionType, Lacking

Values: TypeAlias = "dict[str, Any]"
"""What each name stands for, by its key."""

PLAY = "\0play"
MOST_KEPT = 200
"""Steps that are kept for all readings of a question."""


class Play:
    """One reading of a question: what has been made already, by what it depends on.

    Attributes:
        known: the names whose value no roll changes.
        made: the trees made so far.
        kept: the rolls made for other readings of the same question; None where a figure is not known yet.
        dice: the dice of a variant, by the sides ("d6") or the roll in whose place they are rolled.
        met: the rolls and dice that play came to, where some are replaced.
    """

    __slots__ = ("dice", "kept", "known", "made", "met")

    def __init__(self, kept: dict[Any, Any] | None = None, dice: Mapping[str, Die] = MappingProxyType({})) -> None:
        self.kept, self.dice = kept, dice
        self.met: set[str] = set()
        self.known: set[str] = set()
        self.made: dict[Any, Any] = {}

    def keeping(self, key: Any, make: Callable[[Values], Any], values: Values) -> Any:
        """What is made of values, once for all readings of the question; it hangs from none of them."""
        kept = self.kept
        if kept is None:
            return make(values)
        found = kept.get(key)
        if found is None:
            apart = Play(kept, self.dice)
            apart.known, apart.met = self.known, self.met
            found = make({**values, PLAY: apart})
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = found
        return found


@dataclass(eq=False, slots=True)
class Code:
    """An expression with its names resolved.

    Attributes:
        kind: what it gives.
        run: the value, or the tree of what is rolled.
        free: the keys of the names in it.
        random: whether anything is rolled in it.
        level: how it depends on the counts of dice rolled above: "const" not at all, "hom" as a sum over the dice,
            "affine" as such a sum and a number, "" in another way.
        at: where it stands.
        name: what an error calls it, "" where it has no name.
        lots: of dice held together, each lot with how many it has and one of them.
        outputs: of a roll with parts, or with a number of dice that may be another, the value with those parts that
            are asked for, of as many dice as there are or of so many.
        terms: what a sum consists of, each with its sign.
        zero: whether it is plainly 0.
        count: of dice how many there are; of a choice what it is worth.
        endless: whether dice in it explode without end.
        label: what a player calls it.
        dice: of dice of a parameter what each text rolls.
        symbols: of dice with symbols one of them and how many, with the letters in a given order.
        taken: of cases the keys that the one that holds asks for; None as long as that is not known.
        is_plain: whether it is plain dice, whatever is rolled elsewhere.
    """

    kind: ExpressionType
    run: Callable[[Values], Any]
    free: frozenset[str] = frozenset()
    random: bool = False
    level: str = "const"
    at: int = 0
    name: str = ""
    lots: Callable[[Values], list[Lot]] | None = None
    outputs: Callable[[Values, tuple[str, ...], Any], Any] | None = None
    terms: tuple[tuple[int, Code], ...] = ()
    zero: bool = False
    count: Code | None = None
    endless: bool = False
    label: str = ""
    dice: Mapping[str, Any] | None = None
    symbols: Callable[[Values, tuple[str, ...], int], tuple[Tree, int]] | None = None
    taken: Callable[[Values], frozenset[str] | None] | None = None
    is_plain: bool = False

    @property
    def takes_number(self) -> bool:
        """Whether it can be played with another number of dice than there are."""
        return self.outputs is not None and self.count is not None


@dataclass(frozen=True, slots=True)
class Lot:
    """Equal dice: how many, one of them, and how it is written."""

    number: int
    one: Tree
    text: str


def remember(run: Callable[[Values], Any], free: frozenset[str]) -> Callable[[Values], Any]:
    """The same, made once for all values of the names in it."""
    mark = object()
    keys = tuple(sorted(free))

    def once(values: Values) -> Any:
        play: Play = values[PLAY]
        known = play.known
        key = (mark, *(values.get(key) for key in keys if key not in known))
        made = play.made
        if key not in made:
            made[key] = run(values)
        return made[key]

    return once


def apply(function: Callable[..., Any], parts: Sequence[Any]) -> Any:
    """A function of values, or the tree of it where some of them are rolled."""
    rolled = [part for part in parts if isinstance(part, Tree)]
    if not rolled:
        return function(*parts)
    if len(parts) == 1:
        return Mapped(parts[0], function)
    if len(rolled) == 1:
        return Mapped(rolled[0], partial(_fill, function, tuple(parts)))
    return Joint(tuple(map(step_of, parts)), function)


def _fill(function: Callable[..., Any], parts: tuple[Any, ...], outcome: Any) -> Any:
    return function(*(outcome if isinstance(part, Tree) else part for part in parts))


def add(parts: Sequence[Any]) -> Any:
    """The sum of values, or of what is rolled."""
    rolled = [part for part in parts if isinstance(part, Tree)]
    fixed: Any = 0
    for part in parts:
        if not isinstance(part, Tree):
            fixed = fixed + part
    if not rolled:
        return fixed
    whole = rolled[0] if len(rolled) == 1 else Sum(tuple(rolled))
    return whole if isinstance(fixed, int) and not fixed else whole + fixed


def repeat(one: Any, n: int) -> Any:
    """So many of a value, or of what is rolled, added up; of none 0."""
    if not isinstance(one, Tree):
        return one * n
    return 0 if n == 0 else one if n == 1 else Repeated(one, n)


def continue_with(source: Any, follow: Callable[[Any], Any]) -> Any:
    """What follows a value, or each outcome of what is rolled."""
    return Then(source, follow) if isinstance(source, Tree) else follow(source)


CAP = "\0cap"
ONE = "\0one"


class UnevenDice(Exception):
    """A number of dice below 0 where the dice are played one by one."""


def dice_number(value: Any, values: Values) -> int:
    """A number of dice: below 0 it is 0."""
    if isinstance(value, Lacking):
        return 0
    if value < 0:
        if ONE in values:
            raise UnevenDice
        return 0
    return int(value)


def cap_of(of: Code, most: int | Code) -> Callable[[Values], Values]:
    """The values with how far endless dice matter, where there are such dice."""
    if not of.endless:
        return lambda values: values
    others = [code for _, code in of.terms if not code.endless]

    def cap(values: Values) -> Values:
        end = most.run(values) if isinstance(most, Code) else most
        if isinstance(end, Lacking):
            end = 0
        return {**values, CAP: abs(int(end)) + min(sum(_reach(code, values) for code in others), FAR) + 101}

    return cap


def _reach(code: Code, values: Values) -> int:
    """How far a term is from 0 at most."""
    # What rounds carry on reaches as far as it is now.
    value = None if code.random else code.run(values)
    return abs(value) if isinstance(value, int) else max(abs(code.kind.low), abs(code.kind.high))


def lots_lying(key: str, values: Values) -> list[Lot]:
    """The faces that lie there already, as lots."""
    return [Lot(n, Constant(face), str(face)) for face, n in Counter[int](values[key]).items()]


def ranges_of(
    said: Iterable[tuple[Callable[[Values], Any], Callable[[Values], Any], Any]], values: Values
) -> rolls.Ranges:
    """The faces of the clauses that count."""
    spans = [span for when, faces, _ in said if when(values) for span in faces(values)]
    return rolls.Ranges(tuple(spans)) if spans else rolls.NOTHING
