"""The certificate of a tree: a line for each step with its law, which a small program works out again.

Each line says its law as whole weights over a total and how it follows from lines before it. A shortcut is proved by
the same step written out, a decision by the option that is taken, play to the end by how often each state is played
from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import EndlessLaw
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import (
    Choice,
    Constant,
    Event,
    Given,
    Joint,
    Known,
    Mapped,
    Repeated,
    Roll,
    Shortcut,
    Sum,
    Tally,
    Then,
    Tree,
    Turns,
    step_of,
)

FORM = "tree/1"
MOST_BYTES = 32 << 20
Law = tuple[dict[Any, int], int]


def certificate(asked: Tree | Event | Distribution, name: str) -> dict[str, Any]:
    """The proof of the law of a step, or of the chance of an event, for `json.dumps`.

    The number of turns of a play that may go on is proved by the play, for `examples/check_play.py`.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> proof = certificate(roll_under("Hit", 20, 9).among("success"), "hit")
    >>> proof["answer"], [line["do"] for line in proof["lines"]]
    ([['True', '9'], ['False', '11']], ['roll', 'map'])

    Raises:
        ValueError: of a law without an end.
        TooLarge: when it would be too long, or a step written out takes too long.
    """
    lines = Lines()
    law = asked.law if isinstance(asked, Known) else asked
    if isinstance(law, EndlessLaw) and (brought := law.proof()) is not None:
        return brought | {"result": name}
    if isinstance(law, Distribution) and not law.has_end:
        raise ValueError(
            f"{name} may go on without end, and a certificate of steps lists every outcome; "
            "playthrough(...).certificate proves its mean, its variance and chances"
        )
    if isinstance(asked, Event):
        condition = asked.condition
        last = lines.of(Mapped(asked.source, lambda outcome: _HAPPENS if condition(outcome) else _HAPPENS_NOT))
    else:
        last = lines.of(step_of(asked))
    if last != len(lines.written) - 1:
        # The answer stands last: the same law once more.
        lines.add("map", "", lines.laws[last], [last], to=[[o, o] for o, _ in lines.written[last]["law"]])
    final = lines.written[-1]
    return {
        "certificate": FORM,
        "question": name,
        "answer": final["law"],
        "numbers": lines.numbers,
        "lines": lines.written,
    }


class _Answer:
    """Whether an event happens: no number, so that it is written in a word."""

    __slots__ = ("_word",)

    def __init__(self, word: str) -> None:
        self._word = word

    def __repr__(self) -> str:
        return self._word


_HAPPENS, _HAPPENS_NOT = _Answer("True"), _Answer("False")


class Lines:
    """The lines of one certificate, each with its law."""

    def __init__(self) -> None:
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
        number = self._written(step_of(tree))
        self._known[id(tree)] = tree, number
        return number

    def _written(self, tree: Tree) -> int:
        if isinstance(tree, Shortcut):
            return self.of(tree.plain())
        write = _WRITE.get(type(tree))
        if write is None:
            raise ValueError(f"a step of the kind {type(tree).__name__} has no certificate")
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

    def mixed(self, source: int, follow: Mapping[Any, int]) -> int:
        """What follows each outcome of a line, by the number of its line."""
        weights, total = self.laws[source]
        found, whole = self.reader.mixed(weights, total, lambda outcome: _Read(self.laws[follow[outcome]]))
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


def _roll(lines: Lines, tree: Roll) -> int:
    return lines.once("roll", tree.name, lines.law(tree))


def _known(lines: Lines, tree: Constant | Known) -> int:
    return lines.once("known", getattr(tree, "name", ""), lines.law(tree))


def _then(lines: Lines, tree: Then) -> int:
    source = lines.of(tree.source)
    return lines.mixed(source, {outcome: lines.of(tree.follow(outcome)) for outcome in lines.laws[source][0]})


def _mapped(lines: Lines, tree: Mapped) -> int:
    source = lines.of(tree.source)
    to = [[lines.text(outcome), lines.text(tree.function(outcome))] for outcome in lines.laws[source][0]]
    weights, total = lines.laws[source]
    found: dict[Any, int] = {}
    for outcome, weight in weights.items():
        image = tree.function(outcome)
        found[image] = found.get(image, 0) + weight
    return lines.add("map", "", (found, total), [source], to=to)


def _repeated(lines: Lines, tree: Repeated) -> int:
    law = lines.law(tree)
    if not tree.n:
        return lines.once("known", "", law)
    source = lines.of(tree.source)
    for outcome in (*lines.laws[source][0], *law[0]):
        lines.number(outcome)
    return lines.add("copies", "", law, [source], n=tree.n)


def _sum(lines: Lines, tree: Sum) -> int:
    found, *rest = map(lines.of, tree.parts)
    for other in rest:
        (a, total), (b, more) = lines.laws[found], lines.laws[other]
        law = lines.reader.arithmetic.add(a, b), total * more
        for outcome in (*a, *b, *law[0]):
            lines.number(outcome)
        found = lines.add("sum", "", law, [found, other])
    return found


def _joint(lines: Lines, tree: Joint) -> int:
    first, *rest = map(lines.of, tree.parts)
    if len(rest) == 1:
        return lines.joint("", first, rest[0], tree.combine)
    found = _images(lines, first, lambda outcome: (outcome,))
    for other in rest:
        found = lines.joint("", found, other, lambda row, outcome: (*row, outcome))
    return _images(lines, found, lambda row: tree.combine(*row))


def _images(lines: Lines, source: int, function: Callable[[Any], Any]) -> int:
    weights, total = lines.laws[source]
    found: dict[Any, int] = {}
    to = []
    for outcome, weight in weights.items():
        image = function(outcome)
        found[image] = found.get(image, 0) + weight
        to.append([lines.text(outcome), lines.text(image)])
    return lines.add("map", "", (found, total), [source], to=to)


def _given(lines: Lines, tree: Given) -> int:
    source = lines.of(tree.source)
    weights, _ = lines.laws[source]
    kept = {outcome: weight for outcome, weight in weights.items() if tree.condition(outcome)}
    lines.law(tree)
    return lines.add("given", "", (kept, sum(kept.values())), [source], keep=list(map(lines.text, kept)))


def _choice(lines: Lines, tree: Choice) -> int:
    return lines.of(tree.options[lines.reader.chosen(tree)])


def _tally(lines: Lines, tree: Tally) -> int:
    none = (0,) * len(tree.kinds)
    found = lines.once("known", "", ({none: 1}, 1))
    if not tree.n:
        return found

    def one(outcome: Any) -> tuple[int, ...]:
        return tuple(int(kind == outcome) for kind in tree.kinds)

    single = found = _images(lines, lines.of(tree.source), one)
    for _ in range(tree.n - 1):
        found = lines.joint("", found, single, _counts)
    return found


def _counts(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _turns(lines: Lines, tree: Turns) -> int:
    here = lines.of(tree.start if isinstance(tree.start, NoOutcome) else Constant(tree.start))
    if tree.turns is None:
        return _to_the_end(lines, tree, here)
    after: dict[Any, int] = {}
    for _ in range(int(tree.turns)):
        going = [state for state in lines.laws[here][0] if not tree.ended(state)]
        if not going:
            break
        for state in lines.laws[here][0]:
            if state not in after:
                after[state] = lines.of(Constant(state) if tree.ended(state) else tree.step(state))
        here = lines.mixed(here, after)
    return here


def _to_the_end(lines: Lines, tree: Turns, start: int) -> int:
    """Play to the end: how often each state is played from satisfies its equation, and ranks say that play ends."""
    chain = AbsorbingChain(lines.reader, tree.name, lines.laws[start], tree.step, tree.ended)
    law = chain.law()
    times = {visit.state: visit.times for visit in chain.visits()}
    follow = {state: lines.of(step) for state, step in zip(chain.states, chain.steps, strict=True) if state in times}
    before: dict[Any, list[Any]] = {}
    for state, number in follow.items():
        for after in lines.laws[number][0]:
            before.setdefault(after, []).append(state)
    rank = {state: 0 for state, step in zip(chain.states, chain.steps, strict=True) if step is None}
    waiting = list(rank)
    for there in waiting:
        for state in before.get(there, ()):
            if state not in rank:
                rank[state] = rank[there] + 1
                waiting.append(state)
    how = [[lines.text(state), follow[state], str(times[state]), rank[state]] for state in follow]
    return lines.add("ends", tree.name, law, [start], states=how)


_WRITE: dict[type, Callable[[Lines, Any], int]] = {
    Roll: _roll,
    Constant: _known,
    Known: _known,
    Then: _then,
    Mapped: _mapped,
    Repeated: _repeated,
    Sum: _sum,
    Joint: _joint,
    Given: _given,
    Choice: _choice,
    Tally: _tally,
    Turns: _turns,
}
