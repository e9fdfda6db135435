"""Choices of the player: at each the option is taken that serves its aim best, later choices being settled first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Roll, Tree
from probcalc.sheets.playing.codes import Code, Values
from probcalc.sheets.playing.course import Course
from probcalc.sheets.playing.expression_types import ExpressionType, Lacking
from probcalc.sheets.playing.lines import Line, lines_needed
from probcalc.sheets.reading import nodes

AHEAD, ANY, OPEN, HELD = "\0ahead", "\0any", "\0open", "\0held"
"""What each state is worth; whether every option is looked at; whose choices are left open, by what they are for; which
option is always taken, by the choice."""


class Choice(Line):
    """A choice as a line.

    Attributes:
        below: the lines that follow it, in its block.
        aim: the key of what it is for.
        most: whether the most is wanted of it.
        moment: when it is made, in words.
        aim_words: what it is for, in words: "left of Herons".
        known: the phrase for each step above it that a player may look at, by its key, and what the step is.
        block: in rounds, all that the lines of a round give.
    """

    def __init__(
        self,
        node: nodes.Choose,
        key: str,
        aim: str,
        options: list[tuple[str, Code | None]],
        moment: str = "",
        known: Mapping[str, tuple[str, ExpressionType]] = MappingProxyType({}),
    ) -> None:
        needs = frozenset().union(*(code.free for _, code in options if code is not None))
        super().__init__((key,), self.choose, needs, False, "", None, node.at, True)
        self.aim, self.most, self.options, self.aim_at = aim, node.most, options, node.aim.at
        self.below = Course(())
        self.moment, self.known = moment, known
        self.aim_words = node.aim.name.replace("_", " ")
        self.block: frozenset[str] = frozenset()

    @property
    def purpose(self) -> str:
        """What it is for, as advice calls an aim: "least wounds"."""
        return self.aim if self.most else f"least {self.aim}"

    @property
    def purpose_words(self) -> str:
        """The same in words: "most wounds"."""
        return f"{'most' if self.most else 'least'} {self.aim_words}"

    def settle(self, below: Sequence[Line], wanted: frozenset[str] = frozenset()) -> None:
        """The lines that follow it are known now, with what they have to come to."""
        self.below = Course(below)
        inner = {key for line in below for key in line.keys}
        aims = wanted | ({self.aim} if self.aim in inner else set())
        asked = lines_needed(below, aims)
        self.needs = (self.needs | frozenset().union(*(line.needs for line, _ in asked))) - inner - set(self.keys)

    def available(self, values: Values) -> list[str]:
        """The options that there are."""
        return [word for word, code in self.options if code is None or code.run(values)]

    def choose(self, values: Values, asked: tuple[str, ...]) -> Any:
        """The best option; where all have to be looked at, each of them."""
        words = self.available(values)
        if len(words) == 1:
            return words[0]
        if HELD in values and self.keys[0] in values[HELD]:
            word = values[HELD][self.keys[0]]
            return word if word in words else words[0]
        if values.get(ANY):
            return Roll("Choice", len(words), dict.fromkeys(words, 1))
        if self.purpose in values.get(OPEN, ()):
            options = tuple(Option(word.replace("_", " "), word) for word in words)
            return Decision(self.moment, options, self.purpose, self.facts(values))
        best, most = words[0], None
        for word in words:
            worth = self.worth(word, values)
            if not self.most:
                worth = -worth
            if most is None or worth > most:
                best, most = word, worth
        return best

    def facts(self, values: Values) -> dict[str, Any]:
        """What tells this moment from others: the steps above it that bear on what follows, each with what came up."""
        found: dict[str, Any] = {}
        for key, (phrase, kind) in self.known.items():
            if values.get(key) is not None and (key in self.needs or key not in self.block):
                found[phrase] = _fact(values[key], kind)
        return found

    def worth(self, word: str, values: Values) -> Fraction:
        """What is to be expected of the aim with an option."""
        now = {**values, self.keys[0]: word, OPEN: ()}
        ahead = values.get(AHEAD)
        if ahead is not None and not self.below.gives(self.aim):
            found: Fraction = ahead(self.aim, self.below, now)
            return found
        return mean_of(self.below.value(self.aim, now))


def _fact(value: Any, kind: ExpressionType) -> Any:
    """What came up, as advice says it."""
    if isinstance(value, Lacking):
        return "none"
    if kind.what == "condition":
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " and ".join(map(str, value))
    return value.replace("_", " ") if isinstance(value, str) else value


def mean_of(found: Any) -> Fraction:
    """The mean of a value, or of what is rolled."""
    if not isinstance(found, Tree):
        return Fraction(found)
    return Fraction(LawReader().mean(found))


def choices_of(lines: Sequence[Line]) -> list[Choice]:
    """The choices among lines."""
    return [line for line in lines if isinstance(line, Choice)]
