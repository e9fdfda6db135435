"""The certificate of a tree: a line for each step with its law, which a small program works out again.

Each line says its law as whole weights over a total and how it follows from lines before it. A shortcut is proved by
the same step written out, a decision by the option that is taken, play to the end by how often each state is played
from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.weights import gather
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import EndlessLaw
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.play.certificates import ranks
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.readings.proof_lines import Lines
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
    Sum,
    Tally,
    Then,
    Tree,
    Turns,
    step_of,
)

FORM = "tree/1"


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
    lines = Lines(_WRITE)
    law = asked.law if isinstance(asked, Known) else asked
    if isinstance(law, EndlessLaw) and (brought := law.proof()) is not None:
        return brought | {"result": name}
    if isinstance(law, Distribution) and not law.has_end:
        raise WrongValue(
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


def _then(lines: Lines, tree: Then) -> int:
    source = lines.of(tree.source)
    return lines.mix(source, {outcome: lines.of(tree.follow(outcome)) for outcome in lines.laws[source][0]})


def _prove_repeated(lines: Lines, tree: Repeated) -> int:
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
    images = list(map(function, weights))
    to = [[lines.text(outcome), lines.text(image)] for outcome, image in zip(weights, images, strict=True)]
    return lines.add("map", "", (gather(images, weights.values()), total), [source], to=to)


def _prove_given(lines: Lines, tree: Given) -> int:
    source = lines.of(tree.source)
    weights, _ = lines.laws[source]
    kept = {outcome: weight for outcome, weight in weights.items() if tree.condition(outcome)}
    lines.law(tree)
    return lines.add("given", "", (kept, sum(kept.values())), [source], keep=list(map(lines.text, kept)))


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
        here = lines.mix(here, after)
    return here


def _to_the_end(lines: Lines, tree: Turns, start: int) -> int:
    """Play to the end: how often each state is played from satisfies its equation, and ranks say that play ends."""
    chain = AbsorbingChain(lines.reader, tree.name, lines.laws[start], tree.step, tree.ended)
    law = chain.law()
    times = {visit.state: visit.times for visit in chain.visits()}
    follow = {state: lines.of(step) for state, step in zip(chain.states, chain.steps, strict=True) if state in times}
    rank = dict(zip(chain.states, ranks(chain), strict=True))
    how = [[lines.text(state), follow[state], str(times[state]), rank[state]] for state in follow]
    return lines.add("ends", tree.name, law, [start], states=how)


_WRITE: dict[type, Callable[[Lines, Any], int]] = {
    Roll: lambda lines, tree: lines.once("roll", tree.name, lines.law(tree)),
    Constant: lambda lines, tree: lines.once("known", "", lines.law(tree)),
    Known: lambda lines, tree: lines.once("known", tree.name, lines.law(tree)),
    Then: _then,
    Mapped: lambda lines, tree: _images(lines, lines.of(tree.source), tree.function),
    Repeated: _prove_repeated,
    Sum: _sum,
    Joint: _joint,
    Given: _prove_given,
    Choice: lambda lines, tree: lines.of(tree.options[lines.reader.chosen(tree)]),
    Tally: _tally,
    Turns: _turns,
}
