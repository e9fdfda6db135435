"""Choices of the player: at each the option is taken that serves its aim best, later choices being settled first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.exact.readings.law import LawReader
from probcalc.exact.steps import Roll, Tree
from probcalc.sheets import nodes
from probcalc.sheets.codes import PLAY, Code, Values
from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.kinds import Kind
from probcalc.sheets.line_compiling import LineCompiler
from probcalc.sheets.lines import Line, needed
from probcalc.sheets.playing import Course
from probcalc.sheets.scope import Scope

AHEAD, ANY = "\0ahead", "\0any"


class Choice(Line):
    """A choice as a line.

    Attributes:
        below: the lines that follow it, in its block.
        aim: the key of what it is for.
        most: whether the most is wanted of it.
    """

    def __init__(self, node: nodes.Choose, key: str, aim: str, options: list[tuple[str, Code | None]]) -> None:
        needs = frozenset().union(*(code.free for _, code in options if code is not None))
        super().__init__((key,), self.chosen, needs, False, "", None, node.at, True)
        self.aim, self.most, self.options, self.aim_at = aim, node.most, options, node.aim.at
        self.below = Course(())

    def settle(self, below: Sequence[Line], wanted: frozenset[str] = frozenset()) -> None:
        """The lines that follow it are known now, with what they have to come to."""
        self.below = Course(below)
        inner = {key for line in below for key in line.keys}
        aims = wanted | ({self.aim} if self.aim in inner else set())
        asked = needed(below, aims)
        self.needs = (self.needs | frozenset().union(*(line.needs for line, _ in asked))) - inner - set(self.keys)

    def available(self, values: Values) -> list[str]:
        """The options that there are."""
        return [word for word, code in self.options if code is None or code.run(values)]

    def chosen(self, values: Values, asked: tuple[str, ...]) -> Any:
        """The best option; where all have to be looked at, each of them."""
        words = self.available(values)
        if len(words) == 1:
            return words[0]
        if values.get(ANY):
            return Roll("Choice", len(words), dict.fromkeys(words, 1))
        best, most = words[0], None
        for word in words:
            worth = self.worth(word, values)
            if not self.most:
                worth = -worth
            if most is None or worth > most:
                best, most = word, worth
        return best

    def worth(self, word: str, values: Values) -> Fraction:
        """What is to be expected of the aim with an option."""
        now = {**values, self.keys[0]: word}
        ahead = values.get(AHEAD)
        if ahead is not None and not self.below.gives(self.aim):
            found: Fraction = ahead(self.aim, self.below, now)
            return found
        return mean_of(self.below.value(self.aim, now), values)


def mean_of(found: Any, values: Values) -> Fraction:
    """The mean of a value, or of what is rolled."""
    if not isinstance(found, Tree):
        return Fraction(found)
    return Fraction(LawReader(budget=values[PLAY].budget).mean(found))


def choice_line(node: nodes.Choose, key: str, scope: Scope, carried: dict[str, str] | None) -> tuple[Choice, Kind]:
    """A choice as a line; the lines below it are told later.

    Raises:
        SheetError: when its aim stands above it, or an option is there under no condition that is known.
    """
    if node.options[0].when is not None:
        raise SheetError("the first option is there always, so it has no when", node.options[0].when.at)
    options: list[tuple[str, Code | None]] = []
    for option in node.options:
        code = None
        if option.when is not None:
            code = LineCompiler(scope).condition(option.when)
            if code.random:
                raise SheetError('behind "when" nothing is rolled', code.at)
        word = option.word.lower()
        if word in [each for each, _ in options]:
            raise SheetError(f'the option "{option.word}" stands twice', option.at)
        options.append((word, code))
    name = node.aim.name.lower()
    side = scope.side_of(node.aim)
    aim = name if side is None else f"{scope.sides[side]}.{name}"
    if not (name in scope.below or aim in scope.below or (carried is not None and aim in carried)):
        if aim in scope.entries:
            raise SheetError(f"{node.aim.name} must stand below the choice", node.aim.at)
        raise SheetError(f'"{node.aim.name}" is no name here', node.aim.at, nearest(node.aim.name, scope.names()))
    return Choice(node, key, aim, options), Kind("word", words=tuple(word for word, _ in options))


def choices_of(lines: Sequence[Line]) -> list[Choice]:
    """The choices among lines."""
    return [line for line in lines if isinstance(line, Choice)]


__all__ = ["AHEAD", "ANY", "Choice", "choice_line", "choices_of", "mean_of", "partial"]
