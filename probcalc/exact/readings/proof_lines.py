"""The lines of a certificate: each says its law, and how it follows from lines before it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.play.certificates import MOST_BYTES
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Constant, Known, Shortcut, Tree, step_of

Law = tuple[dict[Any, int], int]


class Lines:
    """The lines of one certificate, each with its law; `write` says how a step of each kind is written."""

    def __init__(self, write: Mapping[type, Callable[[Lines, Any], int]]) -> None:
        self.write = write
        self.reader = LawReader()
        self.written: list[dict[str, Any]] = []
        self.laws: list[Law] = []
        self.numbers: dict[str, int | str] = {}
        self._names: dict[Any, str] = {}
        self._taken: set[str] = set()
        # The step is kept beside its line, so that its identity cannot be taken over by another object.
        self._known: dict[int, tuple[Any, int]] = {}
        self._same: dict[Any, int] = {}
        self._bytes = 0

    def text(self, outcome: Any) -> str:
        """How an outcome is written; numbers as numbers, others as Python shows them."""
        name = self._names.get(outcome)
        if name is None:
            # True is 1 wherever it is added up.
            name = str(Fraction(outcome)) if isinstance(outcome, (int, Fraction)) else repr(outcome)
            while name in self._taken:
                name += "'"
            self._taken.add(name)
            self._names[outcome] = name
        return name

    def number(self, outcome: Any) -> str:
        """An outcome that is added up."""
        name = self.text(outcome)
        exact = Fraction(outcome)
        self.numbers[name] = int(exact) if exact.denominator == 1 else str(exact)
        return name

    def add(self, do: str, name: str, law: Law, of: list[int], **how: Any) -> int:
        """One line more, and its number."""
        weights, total = law
        weights = {outcome: int(weight) for outcome, weight in weights.items() if weight}
        line: dict[str, Any] = {"do": do}
        if name:
            line["name"] = name
        if of:
            line["of"] = of
        line |= how | {"law": [[self.text(o), str(w)] for o, w in weights.items()], "total": str(total)}
        self._bytes += len(json.dumps(line))
        if self._bytes > MOST_BYTES:
            raise TooLarge("this certificate", self._bytes, MOST_BYTES, "bytes")
        self.written.append(line)
        self.laws.append((weights, int(total)))
        return len(self.written) - 1

    def of(self, tree: Any) -> int:
        """The line of a step, written once."""
        tree = tree if isinstance(tree, NoOutcome) else Constant(tree)
        known = self._known.get(id(tree))
        if known is not None and known[0] is tree:
            return known[1]
        number = self._write_line(step_of(tree))
        self._known[id(tree)] = tree, number
        return number

    def _write_line(self, tree: Tree) -> int:
        if isinstance(tree, Shortcut):
            return self.of(tree.plain())
        write = self.write.get(type(tree))
        if write is None:
            raise WrongValue(f"a step of the kind {type(tree).__name__} has no certificate")
        return write(self, tree)

    def law(self, tree: Tree) -> Law:
        """The law of a step, as it is read."""
        return self.reader.weighted(tree)

    def once(self, do: str, name: str, law: Law) -> int:
        """A line that stands on none, written once for all that are alike."""
        key = do, name, tuple(law[0].items()), law[1]
        if key not in self._same:
            self._same[key] = self.add(do, name, law, [])
        return self._same[key]

    def joint(self, name: str, first: int, second: int, combine: Callable[[Any, Any], Any]) -> int:
        """Two independent lines, outcome by outcome."""
        (a, total), (b, other) = self.laws[first], self.laws[second]
        self.reader.spend(len(a) * len(b))
        found: dict[Any, int] = {}
        pairs = []
        for x, weight in a.items():
            for y, w in b.items():
                z = combine(x, y)
                found[z] = found.get(z, 0) + weight * w
                pairs.append([self.text(x), self.text(y), self.text(z)])
        return self.add("joint", name, (found, total * other), [first, second], pairs=pairs)

    def mix(self, source: int, follow: Mapping[Any, int]) -> int:
        """What follows each outcome of a line, by the number of its line."""
        weights, total = self.laws[source]
        found, whole = self.reader.mix(weights, total, lambda outcome: _Read(self.laws[follow[outcome]]))
        after = [[self.text(outcome), follow[outcome]] for outcome in weights]
        return self.add("then", "", (found, whole), [source], follow=after)


class _Read(Shortcut):
    """A line as a step with its law."""

    __slots__ = ("_law",)

    def __init__(self, law: Law) -> None:
        self._law = law

    def weighted(self, reader: Any) -> Law:
        return self._law

    def plain(self) -> Tree:
        """The same law as a step that rolls it."""
        weights, total = self._law
        return Known(Distribution({outcome: Fraction(weight, total) for outcome, weight in weights.items()}))
