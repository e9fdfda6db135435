"""What each name stands for in a line of a question: parameters, steps, rules and dice, of which side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.playing.codes import Code
from probcalc.sheets.playing.expression_types import ExpressionType
from probcalc.sheets.playing.rounds import Counted
from probcalc.sheets.reading import nodes

if TYPE_CHECKING:
    from probcalc.sheets.reading.declarations import Declared
    from probcalc.sheets.reading.sheet import Step

Role: TypeAlias = Literal["parameter", "step", "rule", "die", "number"]


@dataclass(slots=True)
class Entry:
    """What a name stands for.

    Attributes:
        key: by which its value is known while the question is played.
        shown: as it is written.
        role: parameter, step, rule, die, or a number of a list.
        kind: what it gives.
        line: in which line it is defined.
        level: how it depends on the counts of dice above, as of a code.
        worth: the numbers of a choice by its words.
        declared: the parameter, where it is one.
        made: of a rule or a die, how it is compiled for the line that names it.
        counted: of the number of rounds without a last one, how far it is counted.
    """

    key: str
    shown: str
    role: Role
    kind: ExpressionType
    line: int
    level: str = "const"
    worth: dict[str, int] | None = None
    declared: Declared | None = None
    made: Callable[[Any], Code] | None = None
    die: nodes.Die | None = None
    counted: Counted | None = None


@dataclass(slots=True)
class Scope:
    """The names that a line sees.

    Attributes:
        entries: those that stand above, by name; a side's are known as `side.name`.
        sides: the two sides in small letters, () without.
        shown_sides: as they are written.
        side: the side of the line, None outside of lines of a side.
        below: the names that stand further down, as they are written.
        gone: the names of a block of rounds, behind it.
        within: the names of a rule that hide others.
        results: the results with an expression of their own, which are no steps.
        words_carried: the words of what rounds carry on, by key, once they are known.
        awaited: the words that are asked for until then, each with the kind of what it is asked of.
        met: the places of words that were asked for and occur for at least one of the sides.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    sides: tuple[str, ...] = ()
    shown_sides: tuple[str, ...] = ()
    side: int | None = None
    below: dict[str, str] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    within: dict[str, Entry] = field(default_factory=dict)
    sided: dict[str, int] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    words_carried: dict[str, tuple[str, ...]] = field(default_factory=dict)
    awaited: list[tuple[ExpressionType, str, str, int]] = field(default_factory=list)
    met: set[int] = field(default_factory=set)

    def names(self) -> Iterator[str]:
        """All names that are known, as they are written."""
        seen: set[str] = set()
        for entry in (*self.entries.values(), *self.within.values()):
            if entry.shown not in seen:
                seen.add(entry.shown)
                yield entry.shown
        yield from self.below.values()

    def key(self, name: str, side: int | None) -> str:
        """The key of a name, with its side where it has one."""
        return name if side is None else f"{self.sides[side]}.{name}"

    def define(self, name: str, entry: Entry, side: int | None, at: int) -> None:
        """A new name.

        Raises:
            SheetError: when it is defined already.
        """
        key = self.require_free(name, entry.shown, side, at)
        self.entries[key] = entry
        self.below.pop(name, None)
        if side is not None:
            self.sided[name] = self.sided.get(name, 0) + 1

    def require_free(self, name: str, shown: str, side: int | None, at: int) -> str:
        """The key of a new name.

        Raises:
            SheetError: when it is defined already.
        """
        key = self.key(name, side)
        before = self.entries.get(key)
        if before is None and side is None and name in self.sided:
            before = next(each for key, each in self.entries.items() if key.endswith(f".{name}"))
        if before is None and side is not None:
            before = self.entries.get(name)
        if before is None and name in self.sides:
            raise SheetError(f"{shown} is a side already", at)
        if before is not None:
            raise SheetError(f"{shown} is defined already in line {before.line}", at)
        return key

    def sides_of(self, step: Step) -> tuple[int | None, ...]:
        """The sides that a step is played for.

        Raises:
            SheetError: when there is no such side.
        """
        if not step.side:
            return (None,)
        if step.side == "each" and self.sides:
            return (0, 1)
        if step.side in self.sides:
            return (self.sides.index(step.side),)
        near = nearest(step.side, ("each", *self.shown_sides)) if self.sides else ""
        raise SheetError(f'"{step.side}" is no side', step.side_at, near)

    def side_of(self, node: nodes.Name) -> int | None:
        """The side that a name is said to be of; None where none is said.

        Raises:
            SheetError: when there is no enemy, or no such side.
        """
        if not node.side:
            return None
        if node.side == "enemy":
            if self.side is None:
                shown = self.shown_sides or ("A", "B")
                raise SheetError(
                    f'there is an enemy only in a line "… of each", "… of {shown[0]}" or "… of {shown[1]}"', node.at
                )
            return 1 - self.side
        if node.side in self.sides:
            return self.sides.index(node.side)
        raise SheetError(f'"{node.side}" stands only before "="', node.side_at)

    def find(self, node: nodes.Name) -> Entry:
        """What a name stands for.

        Raises:
            SheetError: when it is none, stands further down, or needs its side.
        """
        name = node.name.lower()
        side = self.side_of(node)
        if side is not None:
            found = self.entries.get(f"{self.sides[side]}.{name}")
            if found is None and name in self.entries:
                raise SheetError(f"{node.name} is of no side; write {node.name}", node.at)
        elif name in self.within:
            return self.within[name]
        elif self.side is not None and name in self.sided:
            found = self.entries.get(f"{self.sides[self.side]}.{name}")
        else:
            found = self.entries.get(name)
            if found is None and name in self.sided:
                first, second = self.shown_sides
                raise SheetError(f"whose {node.name}? write {node.name} of {first} or {node.name} of {second}", node.at)
        if found is not None:
            return found
        if name in self.gone:
            raise SheetError(f"{node.name} belongs to the rounds; a next line carries it out", node.at)
        if name in self.below or (side is not None and f"{self.sides[side]}.{name}" in self.below):
            raise SheetError(f"{node.name} is known only below this line; a line uses what stands above it", node.at)
        raise self.unknown(node)

    def closed(self, kind: ExpressionType) -> ExpressionType:
        """A kind with all its words, those that come in rounds too; as it is while these are not known."""
        if not kind.carried or not kind.carried <= self.words_carried.keys():
            return kind
        more = [word for key in sorted(kind.carried) for word in self.words_carried[key]]
        return replace(kind, words=tuple(dict.fromkeys((*(kind.words or ()), *more))), carried=frozenset())

    def require_word(self, kind: ExpressionType, name: str, word: str, at: int) -> None:
        """Refuse a word that never occurs, as soon as the words of what rounds carry on are known.

        Raises:
            SheetError: with the nearest word.
        """
        kind = self.closed(kind)
        if kind.words is None or word.lower() in kind.words:
            self.met.add(at)
        elif kind.carried:
            self.awaited.append((kind, name, word, at))
        elif at not in self.met:
            raise SheetError(f'{name} is never "{word}"', at, nearest(word, kind.words))

    def unknown(self, node: nodes.Name) -> SheetError:
        """The refusal of a name that is none here; a result with an expression of its own needs a line."""
        if shown := self.results.get(node.name.lower()):
            return SheetError(
                f'{shown} is a result; to use it give it a line "{shown} = …", and below it "result: {shown}"', node.at
            )
        return SheetError(f'"{node.name}" is no name here', node.at, nearest(node.name, self.names()))
