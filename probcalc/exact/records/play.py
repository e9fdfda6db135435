"""`Play`: a rule in the order of play, which ends in a record; a reading asks for some of its fields.

Each step gives names: what is rolled, or what follows from what was rolled before. A function reads the fields that its
parameters are called by. `only` gives an ordinary tree of some fields: from the last step back to the first it is known
which fields are still read, and a step that gives none of them is left out before anything is multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.records.copies import Added, AsMany
from probcalc.exact.records.fields import (
    Alone,
    Derived,
    Fields,
    Kept,
    Looped,
    Memo,
    OfFields,
    Rolled,
    Step,
    reads_of,
    require_known,
)
from probcalc.exact.records.record import Record
from probcalc.exact.records.rows import Row, on_outcome, picker
from probcalc.exact.records.trees import tree_of
from probcalc.exact.tree.steps import Event, Mapped, Tree, itself


class Play(Fields):
    """Steps in the order of play, each with the names of what it gives.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.exact.records.fields import By
    >>> hit, save = roll_under("Hit", 20, 9, critical=2), roll_under("Save", 20, 5)
    >>> attack = Play().roll(band=hit).roll(wounds=By("band", critical=2, success=save.count("failure"), failure=0))
    >>> three = attack.times(3, first=["band"]).happens(slain=lambda wounds: wounds >= 2)
    >>> law_of(three.only("slain"))[1], law_of(three.only("band", "slain"))["failure", 1]
    (Fraction(107743, 256000), Fraction(18227, 128000))

    Raises:
        ValueError: when a step reads a field that no step before it gives.
    """

    __slots__ = ("begins_with", "fields", "steps")

    def __init__(self, *begins_with: str) -> None:
        self.begins_with = begins_with
        self.fields: tuple[str, ...] = begins_with
        self.steps: tuple[Step, ...] = ()

    def _with(self, *steps: Step) -> Play:
        play = object.__new__(Play)
        known = self.fields
        for step in steps:
            if not isinstance(step, Looped):
                for name in step.reads:
                    if name not in known:
                        require_known(step.reads, known, " ".join(step.names))
            for name in step.names:
                if name not in known:
                    known += (name,)
        play.begins_with, play.fields, play.steps = self.begins_with, known, self.steps + steps
        return play

    # -- how it is written -------------------------------------------------------------------------------------

    def roll(self, **rolled: Any) -> Play:
        """What is rolled next, by name: a step, or a function of earlier fields that gives one or a certain outcome."""
        return self._with(*(_roll_step((name,), follow) for name, follow in rolled.items()))

    def follow(self, play: Fields | Callable[..., Fields], *names: str) -> Play:
        """A play that comes next, or a function of earlier fields that gives one; its fields of these names."""
        if not self.steps and isinstance(play, Play):
            return play
        return self._with(_roll_step(names or play.fields, play))  # type: ignore[union-attr]

    def also(self, **derived: Any) -> Play:
        """What follows from earlier fields, by name: a function of them, or what is certain."""
        return self._with(*(_derive_step(name, function) for name, function in derived.items()))

    def happens(self, **conditions: Callable[..., bool]) -> Play:
        """What happens or does not, by name; added up over copies it is how often."""
        return self._with(
            *(Derived((name,), reads_of(holds), _one_if(holds), holds) for name, holds in conditions.items())
        )

    def total(self, name: str, *fields: str) -> Play:
        """The sum of two fields, one of them after a minus perhaps: what is rolled last added to what was before."""
        reads, signs = tuple(field.lstrip("-") for field in fields), tuple(-1 if f[0] == "-" else 1 for f in fields)
        first, second = signs
        return self._with(Derived((name,), reads, lambda a, b: first * a + second * b, None, signs))

    def roll_within(self, limits: Callable[..., Sequence[int]], **rolled: Any) -> Play:
        """What is rolled next, one number; the field derived next changes only where it reaches one of the limits.

        The limits are a function of earlier fields.
        """
        ((name, follow),) = rolled.items()
        return self._with(Rolled((name,), reads_of(follow), follow, False, limits))

    def keep(self, *names: str) -> Play:
        """These fields stay together: faster where several results are read off the same small law."""
        require_known(names, self.fields, "kept together")
        return self._with(Kept(names))

    def alone(self, **known: Any) -> Play:
        """The law of a field by itself, where it is known faster than by the steps before; or a function giving it."""
        return self._with(*(Alone((name,), follow) for name, follow in known.items()))

    def add_copies(self, name: str, one: Tree, copies: str, begin: str = "") -> Play:
        """As many independent copies of a step as a field says, added up, to another field where one is named."""
        reads = (copies, begin) if begin else (copies,)
        return self._with(Rolled((name,), reads, AsMany(one), False))

    def repeat(self, times: int | None, turn: Play, until: Callable[..., bool] | None = None) -> Play:
        """The steps of a turn so many times, on the fields that it begins with; its other fields are forgotten.

        Where a condition on fields holds it is over, before the first turn too; times None is until then.

        >>> from probcalc.exact.readings.law import law_of
        >>> from probcalc.exact.tree.checks import faces
        >>> turn = Play("dice", "turns").roll(face=faces("Die", 6)).also(
        ...     dice=lambda dice, face: dice - (face == 6), turns=lambda turns: turns + 1
        ... )
        >>> law_of(Play().also(dice=1, turns=0).repeat(3, turn, until=lambda dice: dice == 0).only("turns"))
        Distribution(1: 1/6, 2: 5/36, 3: 25/36)

        Raises:
            ValueError: when the turn begins with a field, or the condition reads one, that no step before gives.
        """
        require_known(turn.begins_with, self.fields, "a turn")
        if until is not None:
            require_known(reads_of(until), self.fields, "until")
        made = {name for step in turn.steps for name in step.names}
        names = tuple(name for name in turn.begins_with if name in made)
        return self._with(Looped(names, turn.steps, times, until))

    def times(self, n: int, first: Iterable[str] = ()) -> Play:
        """So many independent copies, added up field by field; of the fields named those of the first copy."""
        if type(n) is int and n == 1:
            # Of one copy only what happens or does not is another thing: it is counted.
            return Play(*self.begins_with)._with(*map(_count_step, self.steps))
        return Play()._with(Rolled(self.fields, (), Added(((self, n),), tuple(first)), True))

    def __add__(self, other: Play) -> Play:
        names = tuple(name for name in self.fields if name in other.fields)
        return Play()._with(Rolled(names, (), Added(((self, 1), (other, 1))), True))

    # -- how it is read ----------------------------------------------------------------------------------------

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """An ordinary tree whose outcome is the field of that name, or a tuple of several, and nothing else.

        Raises:
            ValueError: when no step gives a field of that name.
        """
        return self._tree(self.steps, names, Memo() if memo is None else memo)

    def read(self, name: str, memo: Memo | None = None) -> Tree | Event:
        """The tree of a field, or the event where it happens or not, as a condition on nothing but what it reads.

        Raises:
            ValueError: when no step gives a field of that name.
        """
        memo, found = Memo() if memo is None else memo, self._condition_of(name)
        if found is None:
            return self._tree(self.steps, (name,), memo)
        place, reads, condition = found
        return Event(self._tree(self.steps[:place], reads, memo), _on_row(condition, reads))

    def is_event(self, name: str) -> bool:
        """Whether the field of that name happens or not."""
        return self._condition_of(name) is not None

    def reads(self, name: str) -> tuple[Row, Callable[[Any], Any]]:
        """What happens or does not is read off what its condition reads, unless a later step gives some of that."""
        found = self._condition_of(name)
        if found is not None:
            place, reads, condition = found
            if reads and all(set(reads).isdisjoint(step.names) for step in self.steps[place + 1 :]):
                return reads, _on_row(_one_if(condition), reads)
        return (name,), itself

    def _condition_of(self, name: str) -> tuple[int, Row, Callable[..., bool]] | None:
        """Of a field that happens or not: the place of its condition, what that reads, and the condition itself."""
        for place in range(len(self.steps) - 1, -1, -1):
            step = self.steps[place]
            if name in step.names and not isinstance(step, (Alone, Kept)):
                if isinstance(step, Derived) and step.condition is not None:
                    return place, step.reads, step.condition
                return None
        return None

    def record(self, *names: str, **renamed: str) -> Record:
        """The results of a play: fields by their own name, or by another; what happens or does not is an event."""
        return Record(self, {**{name: name for name in names}, **renamed})

    def _tree(self, steps: tuple[Step, ...], names: Row, memo: Memo) -> Tree:
        require_known(names, self.fields, "a reading")
        tree: Tree
        tree, row = tree_of(steps, frozenset(names), memo)
        if row == names:
            return tree
        key = id(tree), names
        if key not in memo:
            memo[key] = Mapped(tree, on_outcome(row, picker(row, names))), tree
        picked: Tree = memo[key][0]
        return picked


def _one_if(condition: Callable[..., bool]) -> Callable[..., int]:
    return lambda *values: 1 if condition(*values) else 0


def _roll_step(names: tuple[str, ...], follow: Any) -> Rolled:
    is_sure = isinstance(follow, (NoOutcome, Fields)) or not callable(follow)
    return Rolled(names, () if is_sure else reads_of(follow), follow, is_sure)


def _derive_step(name: str, function: Any) -> Derived:
    if isinstance(function, OfFields):
        return Derived((name,), function.reads, function.function)
    if callable(function) and not isinstance(function, NoOutcome):
        return Derived((name,), reads_of(function), function)
    return Derived((name,), (), lambda: function)


def _count_step(step: Step) -> Step:
    """The step itself, or how often that happens which happens or does not."""
    return Derived(step.names, step.reads, step.function) if isinstance(step, Derived) and step.condition else step


def _on_row(function: Callable[..., Any], row: Row) -> Callable[[Any], Any]:
    return (lambda values: function(*values)) if len(row) > 1 else function
