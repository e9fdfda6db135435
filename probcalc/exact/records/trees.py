"""Ordinary trees of some fields of a play, each step as far as it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.records.copies import AsMany
from probcalc.exact.records.fields import (
    Alone,
    Derived,
    Fields,
    Looped,
    Memo,
    Rolled,
    Step,
    reads_of,
    steps_needed,
)
from probcalc.exact.records.rows import Row, finishing, getter, on_outcome, picker, values_of
from probcalc.exact.tree.exchanges import Exchange
from probcalc.exact.tree.margins import Margin
from probcalc.exact.tree.steps import Constant, Joint, Mapped, Then, Tree, Turns, step_of


def tree_of(
    steps: tuple[Step, ...], live: frozenset[str], memo: Memo, tree: Tree | None = None, row: Row = ()
) -> tuple[Any, Row]:
    """The tree of some fields of steps, from that of the fields of a row, and the names in its outcomes.

    What the steps have in common with a reading before is not made again.
    """
    plan, _, begun = steps_needed(steps, live, memo, memo.is_alone)
    if begun is not None:
        tree, row, _ = begun
    at = 0
    while at < len(plan):
        place, live = plan[at]
        step = steps[place]
        at += 1
        if isinstance(step, Alone):
            tree, row = step_of(step.follow if isinstance(step.follow, NoOutcome) else step.follow()), step.names
            memo[id(step), live] = tree, row, step
            continue
        derived: list[Derived] = [step] if isinstance(step, Derived) else []
        last, end = place, live
        while at < len(plan) and isinstance(after := steps[plan[at][0]], Derived):
            if after.signs and isinstance(step, Rolled) and not derived and _is_apart(step, after, plan[at][1], row):
                # With what is derived from the total next.
                more = at + 1 < len(plan) and isinstance(steps[plan[at + 1][0]], Derived)
                derived += [steps[each] for each, _ in plan[at : at + 1 + more]]  # type: ignore[misc]
                at += 1 + more
                last, end = plan[at - 1]
                break
            derived.append(after)
            last, end = plan[at]
            at += 1
            if isinstance(step, Rolled) and step.limits is not None:
                break
        if not isinstance(step, Derived):
            kept = not live.isdisjoint([name for name in row if name not in step.names])
            if isinstance(step, Looped) or not kept or not derived:
                # What follows from the roll alone does not part it from what else is read off it.
                tree, row = _make(memo, step, live, tree, row, step, ())
                if not derived:
                    continue
                step = derived[0]
        tree, row = _make(memo, steps[last], end, tree, row, step, tuple(derived))
    return tree, row


def _is_apart(step: Rolled, total: Derived, live: frozenset[str], row: Row) -> bool:
    """Whether a total is that of one field from before and one of those rolled, and no more is read of either."""
    before, rolled = sorted(total.reads, key=lambda name: name in step.names)
    known = before in row and before not in step.names and rolled in step.names
    return known and live.isdisjoint(total.reads) and before not in step.reads


def _make(
    memo: Memo, last: Step, live: frozenset[str], tree: Tree | None, row: Row, step: Step, derived: tuple[Derived, ...]
) -> tuple[Tree, Row]:
    """A step, what is derived after it, and the fields that live on after the last of them."""
    after = tuple(sorted(live))
    if isinstance(step, Derived):
        made = _map_row(tree, row, derived, after)
    elif isinstance(step, Looped):
        made = _repeat_step(tree, row, step, after)
    else:
        assert isinstance(step, Rolled)
        made = _roll_step(tree, row, step, derived, after, memo)
    # The steps before one are always the same, so it says, with what is read after it, all that they give.
    memo[id(last), live] = made, after, last
    return made, after


def _map_row(tree: Tree | None, row: Row, derived: tuple[Derived, ...], after: Row) -> Tree:
    if tree is None:
        return Constant(finishing((), derived, after)(()))
    if len(derived) == 1 and after == derived[0].names and derived[0].reads == row and len(row) == 1:
        return Mapped(tree, derived[0].function)
    return Mapped(tree, on_outcome(row, finishing(row, derived, after)))


def _roll_step(tree: Tree | None, row: Row, step: Rolled, derived: tuple[Derived, ...], after: Row, memo: Memo) -> Tree:
    if tree is None:
        return step_of(_follow_on(step.follow if step.is_sure else step.follow(), after, memo))
    read = {name for each in derived for name in each.reads}
    kept = tuple(name for name in row if name not in step.names and (name in after or name in read))
    taken = tuple(name for name in step.names if name in after or name in read)
    follow = step.follow
    if isinstance(follow, AsMany) and not kept:
        return follow.sum_of_copies(tree, row, step.reads)
    if derived and derived[0].signs and _is_apart(step, derived[0], frozenset(after) | read - {*derived[0].reads}, row):
        return _sum_step(tree, row, step, derived, after, memo)
    finish, hold = finishing((*kept, *taken), derived, after), _parts(row, kept)
    if step.is_sure:
        law = step_of(_follow_on(follow, taken, memo))
        if len(row) == len(kept) == len(taken) == 1:
            # Two numbers are a row as they are.
            whole = len(derived) == 1 and derived[0].names == after and derived[0].reads == kept + taken
            return Joint((tree, law), derived[0].function if whole else lambda *values: finish(values))
        return Joint((tree, law), lambda outcome, value: finish((*hold(outcome), *values_of(taken, value))))
    reads = _parts(row, step.reads)
    if not kept:
        return Then(tree, lambda outcome: _follow_on(follow(*reads(outcome)), after, memo))
    if step.limits is not None and step.names[0] not in after:
        seen, ends = _parts(row, reads_of(step.limits)), step.limits

        def limits(outcome: Any) -> list[int]:
            return sorted(ends(*seen(outcome)))

        def label(outcome: Any, reached: int) -> Any:
            # One number of the class stands for all of it: the limit it reached last, or one below the first.
            edges = limits(outcome)
            return finish((*hold(outcome), edges[reached - 1] if reached else edges[0] - 1))

        return Margin(tree, lambda outcome: step_of(follow(*reads(outcome))), limits, label)

    def beside(outcome: Any) -> Any:
        found, held = _follow_on(follow(*reads(outcome)), taken, memo), hold(outcome)
        if isinstance(found, NoOutcome):
            return Mapped(step_of(found), lambda value: finish((*held, *values_of(taken, value))))
        return finish((*held, *values_of(taken, found)))

    return Then(tree, beside)


def _sum_step(tree: Tree, row: Row, step: Rolled, derived: tuple[Derived, ...], after: Row, memo: Memo) -> Tree:
    """A total of a field from before and one that is rolled: for each way in which all else lies one product."""
    total, *others = derived
    needs = {*after, *(name for each in others for name in each.reads)}
    before, rolled = sorted(total.reads, key=lambda name: name in step.names)
    signs = dict(zip(total.reads, total.signs, strict=True))
    kept = tuple(name for name in row if name in needs and name not in step.names)
    rest = kept + tuple(name for name in row if name in step.reads and name not in kept)
    taken = tuple(name for name in step.names if name in needs)
    number, hold = _parts(row, (before,)), _parts(row, rest)
    reads = getter([rest.index(name) for name in step.reads])
    first = Mapped(tree, lambda outcome: (signs[before] * number(outcome)[0], hold(outcome)))
    law: dict[Any, Tree] = {}

    def answer(held: tuple[Any, ...]) -> Tree:
        found = step_of(_follow_on(step.follow if step.is_sure else step.follow(*reads(held)), (rolled, *taken), memo))
        if id(found) not in law:
            # What it was made for is kept with it, so that its identity is not taken over.
            law[id(found)] = Mapped(found, lambda outcome: _apart(values_of((rolled, *taken), outcome), signs[rolled]))
        return law[id(found)]

    finish, width = finishing((*total.names, *kept, *taken), others, after), len(kept)
    exchange = Exchange(first, answer, lambda held: held[:width])
    return Mapped(exchange, lambda end: finish((end[0], *end[1], *end[2])))


def _apart(values: tuple[Any, ...], sign: int) -> tuple[int, tuple[Any, ...]]:
    return sign * values[0], values[1:]


def _repeat_step(tree: Tree | None, row: Row, step: Looped, after: Row) -> Tree:
    state = tuple(sorted(step.state(frozenset(after))))
    begin: Tree = Constant(()) if tree is None else tree
    if row != state:
        begin = Mapped(begin, on_outcome(row, picker(row, state)))
    known: dict[Any, Tree] = {}

    def turn(outcome: Any) -> Tree:
        if outcome not in known:
            known[outcome] = tree_of(step.steps, frozenset(state), Memo(), Constant(outcome), state)[0]
        return known[outcome]

    played: Tree = Turns("Turns", begin, turn, step.times)
    if step.until is not None:
        holds, told = step.until, _parts(state, reads_of(step.until))
        played = Turns("Turns", begin, turn, step.times, lambda outcome: bool(holds(*told(outcome))))
    return played if after == state else Mapped(played, on_outcome(state, picker(state, after)))


def _parts(row: Row, names: Row) -> Callable[[Any], tuple[Any, ...]]:
    """The values of these names in an outcome of a row, always as a tuple."""
    if len(row) == 1:
        return (lambda outcome: (outcome,)) if names else (lambda outcome: ())
    return getter([row.index(name) for name in names])


def _follow_on(found: Any, names: Row, memo: Memo) -> Any:
    """What follows, as far as these names of it are taken."""
    if isinstance(found, Fields):
        key = id(found), names
        if key not in memo:
            memo[key] = found.only(*names, memo=memo), found
        return memo[key][0]
    return found
